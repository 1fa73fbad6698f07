internal import BulkcheckCore

extension Report {
  /// The measurement of a rule about the table as a whole.
  public struct Table: Hashable, Sendable {
    let statistics: TableStatistics
    /// The measured quantity in words: `mean of amount, by shop`.
    public let subject: String
    /// The figure as JSON: a number, or the text of a value. Nil if nothing was measured, and where
    /// there are groups.
    public var measured: String? { statistics.measured }
    /// The share by which the figure may be off, such as `0.0071%`. Nil if it is exact: only a
    /// quantile of too many different numbers is an estimate.
    public var error: String? { statistics.error }
    /// The bounds as the profile writes them.
    public var bounds: [Bound] { statistics.bounds.map(Bound.init) }
    /// Records, or elements, that were there to be measured.
    public var judged: Int { statistics.judged }
    /// The records or elements whose value is of another type than the rule is about; they are not
    /// measured.
    public var mistyped: Int { statistics.mistyped }
    /// Why the rule fails, if the figure does not show it: `no values`, `out of range` or
    /// `no footer`.
    public var reason: String? { statistics.reason }
    /// Records skipped because a value is missing. Only of a rule about the order of records, whose
    /// figure is the number of those out of order.
    public var skipped: Int? { statistics.skipped }
    /// The faults of the columns; only of a rule about them.
    public var columns: Columns? { statistics.columns.map(Columns.init) }
    /// The values of a reference that do not occur; only of a rule that asks for them. Its figure
    /// is their number.
    public var uncovered: Uncovered? { statistics.uncovered.map(Uncovered.init) }
    /// Nil if the rule does not group records.
    public var groups: Groups? { statistics.groups.map(Groups.init) }
    /// The bounds in words: `at least 10 and at most 200`.
    var boundWords: String { statistics.bounds.map(\.words).joined(separator: " and ") }
    /// Whether a bound is told by its distance from now.
    let asksForNow: Bool
    /// Whether the figure is a number of records or elements.
    let isShare: Bool

    /// A bound: the word of the profile, and its value as JSON.
    public struct Bound: Hashable, Sendable {
      let bound: WrittenBound
      public var word: String { bound.word }
      public var value: String { "\(bound.value)" }
    }

    /// How the names of the data differ from those that a rule lists.
    public struct Columns: Hashable, Sendable {
      let findings: ColumnFindings
      /// Listed names that a header, or some record, lacks.
      public var missing: [String] { findings.missing }
      /// The first names that are not listed, where they should be.
      public var further: [String] { findings.further }
      /// The first names that a header has more than once, where it may not.
      public var twice: [String] { findings.twice }
      /// Whether names are in a different order than in the list.
      public var isOutOfOrder: Bool { findings.isOutOfOrder }
    }

    /// The values of a reference that no record has.
    public struct Uncovered: Hashable, Sendable {
      let uncovered: TableStatistics.Uncovered
      public var count: Int { uncovered.count }
      /// The number of values in the reference.
      public var total: Int { uncovered.total }
      /// The first ones as JSON; none where the values are masked.
      public var first: [String] { uncovered.first }
    }

    /// The findings for groups of records.
    public struct Groups: Hashable, Sendable {
      let groups: TableStatistics.Groups
      /// The paths by whose values records are grouped.
      public var by: [String] { groups.by }
      public var count: Int { groups.count }
      public var failed: Int { groups.failed }
      /// The groups that fail, the farthest from the bounds first; not all, if there are many.
      public var worst: [Group] { groups.worst.map(Group.init) }
    }

    /// One group of records.
    public struct Group: Hashable, Sendable {
      let group: TableStatistics.Group
      /// The value that its records share, or the list of values, as JSON.
      public var value: String { group.value }
      public var measured: String? { group.measured }
      /// The error of an estimate, see ``Report/Table/error``.
      public var error: String? { group.error }
      public var judged: Int { group.judged }
      public var mistyped: Int { group.mistyped }
      public var reason: String? { group.reason }
      /// The first record of the group.
      public var first: Report.Sample.First? { group.first.map { Report.Sample.First(place: $0) } }
    }
  }
}

extension Report.Table {
  init(_ statistics: TableStatistics, _ rule: TableRule) {
    self.statistics = statistics
    if case .measure(let measurement) = rule.statement {
      subject = measurement.subject
      isShare = measurement.measure.isCount
      asksForNow = measurement.bounds.contains(where: \.asksForNow)
    } else {
      subject = rule.words
      isShare = false
      asksForNow = false
    }
  }

  /// `mean of amount is 205, must be from 10 to 200`, in one line: names and values come from data.
  var sentence: String { TerminalText.escaped(words) }

  private var words: String {
    if let columns { return subject + ": " + words(columns) }
    if let uncovered { return subject + ": " + words(uncovered) }
    if let skipped, groups == nil {
      let count = measured.flatMap { Int($0) } ?? 0
      return subject + ": "
        + (reason ?? Figures.counted(count, "record") + " out of order")
        + (skipped > 0 ? ", \(Figures.grouped(skipped)) skipped" : "")
    }
    if let groups {
      let count = Figures.grouped(groups.failed) + " of " + Figures.counted(groups.count, "group")
      let bounds = skipped == nil ? ", must be \(boundWords)" : ""
      if let reason { return "\(subject): \(reason)\(bounds)" }
      let verb = groups.failed == 1 ? "fails" : "fail"
      let rest = skipped.map { $0 > 0 ? ", \(Figures.grouped($0)) skipped" : "" } ?? bounds
      return "\(count) \(verb): \(subject)\(rest)"
    }
    return subject + words(measured, judged, mistyped, reason)
      + ", must be \(boundWords)"
  }

  private func words(_ uncovered: Uncovered) -> String {
    if let reason { return reason }
    let count =
      Figures.grouped(uncovered.count) + " of " + Figures.counted(uncovered.total, "value")
    let verb = uncovered.count == 1 ? "does" : "do"
    let shown = uncovered.first.joined(separator: ", ")
    let more = uncovered.count > uncovered.first.count ? ", …" : ""
    let words = "\(count) \(verb) not occur"
    return shown.isEmpty ? words : "\(words): \(shown)\(more)"
  }

  private func words(_ columns: Columns) -> String {
    var parts = reason.map { [$0] } ?? []
    if !columns.missing.isEmpty { parts.append(list(columns.missing, "missing")) }
    if !columns.further.isEmpty { parts.append(list(columns.further, "extra")) }
    if !columns.twice.isEmpty { parts.append(list(columns.twice, "named twice")) }
    if columns.isOutOfOrder { parts.append("in a different order") }
    return parts.isEmpty ? "as listed" : parts.joined(separator: "; ")
  }

  /// `z is missing`.
  private func list(_ names: [String], _ fault: String) -> String {
    let shown = names.map { $0.isEmpty ? "\"\"" : $0 }
    return shown.joined(separator: ", ") + (names.count == 1 ? " is " : " are ") + fault
  }

  /// The groups that fail: `"north" 3`, and their first records.
  func groupWords(in report: Report) -> [(words: String, first: String)] {
    groups?.worst.map { group in
      let first = group.first.map { " (\($0.words(in: report)))" } ?? ""
      return (TerminalText.escaped(group.value + " " + group.figureWords), first)
    } ?? []
  }

  private func words(
    _ measured: String?, _ judged: Int, _ mistyped: Int, _ reason: String?
  ) -> String {
    var text = measured.map { " is " + Report.Table.shown($0) } ?? ": " + (reason ?? "")
    let asksForShare = boundWords.contains("%")
    if isShare, let count = measured.flatMap({ Int($0) }), judged > 0,
      count != judged || asksForShare
    {
      text += " of \(Figures.grouped(judged)) (\(Figures.percent(count, of: judged)))"
    }
    if let error { text += " (\(Report.Table.estimateWords(error)))" }
    if measured != nil, let reason { text += " (\(reason))" }
    if mistyped > 0 { text += ", \(Figures.grouped(mistyped)) of another type" }
    return text
  }

  /// A figure as people read it.
  static func shown(_ measured: String) -> String {
    Int(measured).map { Figures.grouped($0) } ?? measured
  }

  /// The words that reports show next to an estimate.
  fileprivate static func estimateWords(_ error: String) -> String {
    "an estimate, off by at most \(error)"
  }
}

extension Report.Table.Group {
  /// The figure as people read it, or why there is none.
  var figureWords: String {
    let figure = measured.map(Report.Table.shown) ?? reason ?? ""
    return figure + (error.map { " (\(Report.Table.estimateWords($0)))" } ?? "")
  }
}
