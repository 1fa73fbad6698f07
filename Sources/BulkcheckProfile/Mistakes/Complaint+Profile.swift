internal import BulkcheckCore
internal import BulkcheckDocument

/// Sentences about the keys, values and parts of a profile.
extension Complaint {
  // MARK: Keys and values

  static func unknownKey(_ name: String, in place: String, known: [String]) -> Complaint {
    let other = synonym(name).flatMap { known.contains($0) ? $0 : nil }
    let nearest = other ?? NearestWord.of(name, among: known)
    return Complaint(
      "unknown key \(quoted(name)) in \(place)",
      expected: nearest == nil ? known.alternatives : nil, suggestion: nearest)
  }

  /// A key is missing in an object.
  ///
  /// - Parameter expected: the key itself, if not given.
  static func missing(_ name: String, in place: String, expected: String? = nil) -> Complaint {
    Complaint("\(place) has no `\(name)`", expected: expected ?? "`\(name)`")
  }

  static func unknownConstraint(_ name: String) -> Complaint {
    if AttributeKey(rawValue: name) != nil {
      return Complaint(
        "\(quoted(name)) is an attribute of one constraint, not of a field block",
        expected: "it inside a constraint's long form, next to `value`")
    }
    if name == "value" || name == "options" {
      return Complaint(
        "\(quoted(name)) belongs in a constraint's long form, not in a field block")
    }
    if name == "optional" {
      return Complaint(
        "unknown key \(quoted(name)) in a field block; leave it out: a field is optional unless it "
          + "has \"required\": true")
    }
    let nearest = synonym(name) ?? NearestWord.of(name, among: Keyword.names)
    return Complaint(
      "unknown key \(quoted(name)) in a field block",
      expected: nearest == nil ? "a constraint, such as required, type, pattern or minimum" : nil,
      suggestion: nearest)
  }

  /// Words of other tools for the same thing.
  private static func synonym(_ name: String) -> String? {
    switch name.lowercased() {
    case "regex", "regexp", "matches": "pattern"
    case "min", "ge", "gte": "minimum"
    case "max", "le", "lte": "maximum"
    case "gt": "exclusiveMinimum"
    case "lt": "exclusiveMaximum"
    case "oneof", "in", "values": "enum"
    case "properties": "fields"
    case "foreignkey", "reference", "ref", "lookup": "references"
    case "between": "range"
    case "if": "when"
    case "allof", "and": "all"
    case "anyof", "or": "any"
    case "mandatory", "notnull", "not_null": "required"
    default: nil
    }
  }

  static func badPath(_ text: String, _ fault: PathParser.Fault) -> Complaint {
    Complaint(
      "\(quoted(text)) is not a path: \(fault.reason)",
      expected: fault.nameForm.map { "\($0) if the bracket is part of a name" })
  }

  static func endlessPath(_ steps: Int) -> Complaint {
    Complaint(
      "a path of \(steps) steps cannot occur: records are nested at most "
        + "\(ProfileReader.pathStepsMaximum) deep",
      expected: "fewer steps (a CSV column with dots in its name can be one quoted step)")
  }

  // MARK: The profile's parts

  static let unmarkedSchema = Complaint(
    "neither a profile nor a schema with `$schema`: add it, or use --schema")

  static let missingVersion = Complaint(
    "the format version is missing", expected: "\"bulkcheck\": 1")

  static func impossibleRecords(minimum: Int, maximum: Int, isDefault: Bool) -> Complaint {
    Complaint(
      "`max` \(maximum) is below `min` \(minimum)" + (isDefault ? " (the default)" : "")
        + ": no number of records satisfies both")
  }

  static let columnsBesideHeader = Complaint(
    "`columns` is given although there is a header",
    expected: "`columns` only with \"header\": false")
  static func recordPointer(_ why: String) -> Complaint { Complaint("`records`: \(why)") }

  static let columnsMissing = Complaint(
    "without a header, the columns have no names", expected: "`columns`")

  static func withoutHeader(_ key: String) -> Complaint {
    Complaint("`\(key)` is about a header, but \"header\" is false")
  }

  static func headerAsComment(_ row: Int) -> Complaint {
    Complaint("row \(row) is given as a comment, but also in `headerRows`")
  }

  static func repeatedAlias(_ name: String, of meaning: String) -> Complaint {
    Complaint("\(quoted(name)) already stands for the column \(quoted(meaning))")
  }

  static func characterOfTwoMeanings(_ first: String, _ second: String) -> Complaint {
    Complaint("`\(first)` and `\(second)` are the same character")
  }

  static let quoteAsEscape = Complaint(
    "`escapeChar` and `quoteChar` are the same character",
    expected: "\"doubleQuote\": true, which is the default, for quotes that are doubled")

  static let strayQuotesBesideEscape = Complaint(
    "`strayQuotes` is given beside `escapeChar`",
    expected: "quotes inside unquoted cells to be escaped")

  static func badID(_ id: String) -> Complaint {
    Complaint(
      "the id \(quoted(id)) has characters that an id cannot have",
      expected: "letters, digits, \".\", \"_\" and \"-\", starting with a letter or digit")
  }

  static func reservedID(_ id: String) -> Complaint {
    Complaint("the id \(quoted(id)) begins with \"bulkcheck.\", which is reserved")
  }

  static func repeatedID(_ id: String, isGiven: Bool) -> Complaint {
    Complaint(
      "another rule has the id \(quoted(id))",
      expected: isGiven ? "a unique id" : "an `id` of its own")
  }

  static func declaredTwice(_ keyword: String, path: String) -> Complaint {
    Complaint("another block declares a different `\(keyword)` for \(quoted(path))")
  }

  static func badToleranceNumber(_ digits: String) -> Complaint {
    let isFraction = !digits.hasPrefix("-")
    return Complaint(
      "`tolerance` is \(digits)" + (isFraction ? ", a bare fraction" : ""),
      expected: "a count such as 25, or a percentage such as \"0.1%\"")
  }

  static func badMessage(_ reason: String) -> Complaint {
    Complaint("`message` is not a valid template: \(reason)")
  }

  // MARK: Tests

  static func unknownSection(_ id: String, nearest: String?) -> Complaint {
    Complaint("no section has the id \(quoted(id))", suggestion: nearest)
  }

  static func unknownRule(_ id: String, nearest: String?) -> Complaint {
    Complaint("no rule has the id \(quoted(id))", suggestion: nearest)
  }
}
