internal import BulkcheckCore
internal import BulkcheckDocument

/// Sentences about rules of the table.
extension Complaint {
  static func tableAttribute(_ name: String) -> Complaint {
    Complaint(
      "`\(name)` is used in a rule about the table, but it chooses among rules of one record",
      expected: "`severity`, `labels`, `message`, `code` or `was`")
  }

  static let tableMessagePlace = Complaint(
    "`message` of a rule about the table has a placeholder, which needs a record",
    expected: "a message without placeholders (write a brace twice)")

  static let tableTolerance = Complaint(
    "`tolerance` counts groups, but this rule has no groups", expected: "`by` next to it")

  static func measureWithoutPath(_ measure: Measure) -> Complaint {
    Complaint("`\(measure.rawValue)` needs a path to measure", expected: "`of` next to it")
  }

  static let countOfPath = Complaint(
    "`count` counts records", expected: "`present` to count the values at a path")

  static let measureWithoutBound = Complaint(
    "the measure has no bound, so it checks nothing",
    expected: "`minimum`, `maximum`, `range` or `const` next to it")

  static let quantileWithoutPosition = Complaint(
    "`quantile` needs a position", expected: "`at` with a number from 0 to 1, such as 0.99")

  static let misplacedPosition = Complaint("`at` is allowed only with `quantile`")

  static func instantOfFigure(_ word: String) -> Complaint {
    Complaint("`\(word)` bounds a date or a time", expected: "the measure `min` or `max`")
  }

  static func repeatedColumn(_ name: String) -> Complaint {
    Complaint("`columns` names \(quoted(name)) twice")
  }

  static func noSuchFooter(_ row: Int, of rows: Int) -> Complaint {
    rows == 0
      ? Complaint(
        "there are no footers to compare with",
        expected: #"their number in "input": {"csv": {"footerRows": 1}}"#)
      : Complaint("there is no footer \(row)", expected: "a number from 1 to \(rows)")
  }

  static let nowOfTime = Complaint(
    "`now` cannot bound a time of day", expected: "a time such as \"12:00:00Z\"")

  static let boundsOfDifferentKinds = Complaint(
    "the bounds are of different kinds", expected: "only numbers, only strings or only times")

  static let impossibleTableBounds = Complaint("no figure satisfies all bounds of the measure")

  static func numberBoundOfTimes(
    _ measure: Measure, _ notation: TemporalNotation, path: FieldPath
  ) -> Complaint {
    Complaint(
      "the bounds of `\(measure.rawValue)` are numbers, but \(quoted(path.description)) has the "
        + "format \(notation)",
      expected: "a \(notation.kind.rawValue) as a string")
  }

  static func tableRuleInTest(_ id: String) -> Complaint {
    Complaint("\(quoted(id)) is about the table, so it never fails on a single record")
  }

  static func referenceToTable(_ id: String) -> Complaint {
    Complaint("\(quoted(id)) is about the table, so it cannot be referred to")
  }

  /// A number of records that is hardly meant as one.
  static func boundBelowOne(_ what: String, _ digits: String) -> Complaint {
    Complaint(
      "\(what) is \(digits), which is less than one", expected: "a share in quotes, such as \"2%\"")
  }
}
