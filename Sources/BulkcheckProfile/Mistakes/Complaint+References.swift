internal import BulkcheckCore
internal import BulkcheckDocument

/// Sentences about reference files.
extension Complaint {
  static let inputOfInput = Complaint(
    "`input` is about another file, but \"file\": \".\" is the input itself",
    expected: "`input` at the top of the profile")

  static func unequalColumns(fields: Int, columns: Int) -> Complaint {
    Complaint(
      "`references` has \(fields) `fields` and \(columns) `columns`",
      expected: "the same number of each")
  }

  static func tooManyColumns(_ maximum: Int) -> Complaint {
    Complaint("`references` has more than \(maximum) `fields`")
  }

  static let misplacedInputReference = Complaint(
    "a reference to the input itself or to a section is allowed only on a field or alone in an "
      + "entry of `rules`")

  static func unknownSection(_ id: String, known: [String]) -> Complaint {
    let nearest = NearestWord.of(id, among: known)
    return Complaint(
      "the profile has no section \(quoted(id))",
      expected: nearest != nil ? nil : known.isEmpty ? "`sections`" : "one of " + list(known),
      suggestion: nearest)
  }

  static func unknownSectionField(_ name: String, section: String, known: [String]) -> Complaint {
    let nearest = NearestWord.of(name, among: known)
    return Complaint(
      "records of the section \(quoted(section)) have no field \(quoted(name)): "
        + "`additionalFields` is false, and the profile does not name it there",
      expected: nearest != nil ? nil : "a field that the section names", suggestion: nearest)
  }

  static let coversInput = Complaint(
    "`covers` cannot refer to the input itself", expected: "the name of another file")

  static let hugeReferencedNumber = Complaint(
    "the number is too long to be compared", expected: "a number of fewer than 10,000 digits")

  static func referenceAttribute(_ name: String) -> Complaint {
    Complaint(
      "\(quoted(name)) is inside the value of `references`",
      expected: #"it next to `value`: {"value": {"file": …, "column": …}, "#
        + "\(quoted(name)): …}")
  }

  static let referencesUnreadable = Complaint(
    "a profile read here cannot refer to files")

  static func reference(_ fault: ReferenceLoadingError, column: String) -> Complaint {
    let file = fault.path
    switch fault.cause {
    case .cannotOpen(let reason):
      return Complaint(
        "the reference file \(file): \(reason)",
        expected: "a file; a relative path starts at the profile's folder")
    case .unreadable(let reason):
      return Complaint("the reference file \(file): \(ReferenceRemedy.adapted(reason))")
    case .malformed(let line, let detail, let hint):
      return Complaint(
        "the reference file \(file) has a malformed record on line \(line): \(detail)"
          + (hint.map { " (\(ReferenceRemedy.adapted($0)))" } ?? ""),
        expected: "a file without malformed records")
    case .notAnObject(let line):
      return Complaint(
        "the record on line \(line) of the reference file \(file) is not an object",
        expected: "an object on each line")
    case .repeated(let line):
      let place = line.map { "line \($0)" } ?? "the header"
      return Complaint(
        "\(place) of the reference file \(file) has \(quoted(column)) twice",
        expected: "one value in each record")
    case .container(let line):
      return Complaint(
        "\(quoted(column)) on line \(line) of the reference file \(file) is an array or an object",
        expected: "strings, numbers or booleans (for the elements of an array, a path with [*])")
    case .unknownColumn(let known):
      let nearest = NearestWord.of(column, among: known)
      return Complaint(
        "the reference file \(file) has no column \(quoted(column))",
        expected: nearest == nil ? "one of " + list(known) : nil, suggestion: nearest)
    case .severalValues:
      return Complaint(
        "\(quoted(column)) leads to several values of a record in the reference file \(file)",
        expected: "a path to one value")
    case .notJSON(let reason):
      return Complaint("the file \(file) is not a JSON document: \(reason)")
    case .noNumber:
      return Complaint("the file \(file) has no number at \(quoted(column))")
    case .tooLong(let bytes):
      return Complaint("the file \(file) has more than \(bytes) bytes")
    case .noPath:
      return Complaint("\(quoted(column)) is not a path, but the reference file \(file) needs one")
    case .absentEverywhere:
      return Complaint("no record of the reference file \(file) has \(quoted(column))")
    case .noRecords:
      return Complaint("the reference file \(file) has no records")
    case .noValues:
      return Complaint(
        "every \(quoted(column)) in the reference file \(file) is empty or null")
    case .tooManyValues:
      return Complaint(
        "\(quoted(column)) has more than 4 GiB of distinct values in the reference file \(file)")
    }
  }

  private static let listedMaximum = 10

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(listedMaximum).map(quoted)
    return names.count > listedMaximum
      ? shown.joined(separator: ", ") + " and \(names.count - listedMaximum) more"
      : shown.alternatives
  }
}
