internal import BulkcheckCore

/// A mistake without its place. All sentences are made in this file and its extension.
struct Complaint: Hashable {
  var message: String
  var expected: String?
  var suggestion: String?

  init(_ message: String, expected: String? = nil, suggestion: String? = nil) {
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }

  /// A text of the profile in quotes, cut if it is very long.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return JSONText.quoted(text) }
    return JSONText.quoted(String(String.UnicodeScalarView(scalars.prefix(80))) + "…")
  }

  /// `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last else { return "nothing" }
    let rest = words.dropLast()
    return rest.isEmpty ? last : rest.joined(separator: ", ") + " or " + last
  }

  // MARK: JSON

  static let notUTF8 = Complaint("the profile is not UTF-8 here")
  static let tooDeep = Complaint(
    "brackets are nested deeper than \(ProfileDocument.nestingMaximum)")
  static let lineEndInText = Complaint("a text ends in its line without a quote")
  static let controlCharacter = Complaint(
    "a control character inside a text", expected: "an escape")
  static let unclosedText = Complaint("a text is not closed", expected: "\"\\\"\" at its end")
  static let unclosedComment = Complaint("a comment is not closed", expected: "\"*/\" at its end")
  static let leadingZero = Complaint("a number begins with a needless zero")
  static let loneSurrogate = Complaint("half a surrogate pair is no character")
  static let badHexEscape = Complaint("\"\\u\" is followed by no four hexadecimal digits")
  static let unknownEscape = Complaint(
    "an unknown escape", expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")

  static func unknownWord(_ word: String) -> Complaint {
    Complaint(
      "\(quoted(word)) is no JSON value", expected: "true, false, null or a text in double quotes",
      suggestion: NearestWord.of(word, among: ["true", "false", "null"]))
  }

  static func unexpectedEnd(expected: String) -> Complaint {
    Complaint("the profile ends here", expected: expected)
  }

  static func unexpectedCharacter(_ found: String, expected: String) -> Complaint {
    Complaint("unexpected \(quoted(found))", expected: expected)
  }

  // MARK: Keys and values

  static func repeatedKey(_ name: String, firstLine: Int) -> Complaint {
    Complaint("the key \(quoted(name)) is given twice (first in line \(firstLine))")
  }

  static func unknownKey(_ name: String, in place: String, known: [String]) -> Complaint {
    let nearest = NearestWord.of(name, among: known)
    return Complaint(
      "unknown key \(quoted(name)) in \(place)",
      expected: nearest == nil ? alternatives(known) : nil, suggestion: nearest)
  }

  static func unknownConstraint(_ name: String) -> Complaint {
    if AttributeKey(rawValue: name) != nil {
      return Complaint(
        "\(quoted(name)) is an attribute of one constraint, not of a field block",
        expected: "it inside a constraint's long form, beside `value`")
    }
    if name == "value" || name == "options" {
      return Complaint(
        "\(quoted(name)) belongs into a constraint's long form, not into a field block")
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
    case "min", "gte": "minimum"
    case "max", "lte": "maximum"
    case "gt": "exclusiveMinimum"
    case "lt": "exclusiveMaximum"
    case "oneof", "in", "values": "enum"
    case "properties": "fields"
    case "foreignkey", "reference", "ref", "lookup": "references"
    case "between": "range"
    case "if": "when"
    case "allof", "and": "all"
    case "anyof", "or": "any"
    case "optional": "required"
    default: nil
    }
  }

  static func unexpected(_ what: String, found: DocumentNode, expected: String) -> Complaint {
    Complaint("\(what) is \(found.summary)", expected: expected)
  }

  static func unknownWord(
    _ what: String, found: DocumentNode, known: [String], or more: String? = nil
  ) -> Complaint {
    let nearest = found.text.flatMap { NearestWord.of($0, among: known) }
    return Complaint(
      "\(what) is \(found.summary)", expected: alternatives(known + (more.map { [$0] } ?? [])),
      suggestion: nearest)
  }

  static func badPath(_ text: String, reason: String) -> Complaint {
    Complaint("\(quoted(text)) is no path: \(reason)")
  }

  // MARK: The profile's parts

  static let missingVersion = Complaint(
    "the format version is missing", expected: "\"bulkcheck\": 1")

  static func impossibleRecords(minimum: Int, maximum: Int, isDefault: Bool) -> Complaint {
    Complaint(
      "`max` \(maximum) is below `min` \(minimum)" + (isDefault ? " (the default)" : "")
        + ": no number of records satisfies both")
  }

  static let columnsBesideHeader = Complaint(
    "`columns` stands beside a header", expected: "`columns` only with \"header\": false")
  static let columnsMissing = Complaint(
    "without a header the columns have no names", expected: "`columns`")

  static func badID(_ id: String) -> Complaint {
    Complaint(
      "the id \(quoted(id)) has characters that an id cannot have",
      expected: "letters, digits, \".\", \"_\" and \"-\", the first a letter or digit")
  }

  static func reservedID(_ id: String) -> Complaint {
    Complaint("the id \(quoted(id)) begins with \"bulkcheck.\", which is reserved")
  }

  static func repeatedID(_ id: String, isGiven: Bool) -> Complaint {
    Complaint(
      "another rule has the id \(quoted(id))",
      expected: isGiven ? "a unique id" : "an `id` of its own")
  }

  static func repeatedField(_ path: String) -> Complaint {
    Complaint("the field \(quoted(path)) is given twice")
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
    Complaint("`message` is no template: \(reason)")
  }

  // MARK: Tests

  static let testWithoutRecord = Complaint(
    "an entry of `tests` has no `record`", expected: "`record`")

  static func unknownRule(_ id: String, known: [String]) -> Complaint {
    Complaint(
      "no rule has the id \(quoted(id))", suggestion: NearestWord.of(id, among: known))
  }
}
