internal import BulkcheckCore

extension Report {
  /// The measurement of a rule about the table as a whole.
  public struct Table: Hashable, Sendable {
    /// The measured quantity in words: `mean of amount, by shop`.
    public let subject: String
    /// The figure as JSON: a number, or the text of a value. Nil if nothing was measured, and where
    /// there are groups.
    public let measured: String?
    /// The share by which the figure may be off, such as `0.0071%`. Nil if it is exact: only a
    /// quantile of too many different numbers is an estimate.
    public let error: String?
    /// The bounds as the profile writes them.
    public let bounds: [Bound]
    /// Records, or elements, that were there to be measured.
    public let judged: Int
    /// The records or elements whose value is of another type than the rule is about; they are not
    /// measured.
    public let mistyped: Int
    /// Why the rule fails, if the figure does not show it: `no values` or `out of range`.
    public let reason: String?
    /// Records skipped because a value is missing. Only of a rule about the order of records, whose
    /// figure is the number of those out of order.
    public let skipped: Int?
    /// The faults of the columns; only of a rule about them.
    public let columns: Columns?
    /// The values of a reference that do not occur; only of a rule that asks for them. Its figure
    /// is their number.
    public let uncovered: Uncovered?
    /// Nil if the rule does not group records.
    public let groups: Groups?
    /// The bounds in words: `at least 10 and at most 200`.
    let boundWords: String
    /// Whether a bound is told by its distance from now.
    let asksForNow: Bool
    /// Whether the figure is a number of records or elements.
    let isShare: Bool

    /// A bound: the word of the profile, and its value as JSON.
    public struct Bound: Hashable, Sendable {
      public let word: String
      public let value: String
    }

    /// How the names of the data differ from those that a rule lists.
    public struct Columns: Hashable, Sendable {
      /// Listed names that a header, or some record, lacks.
      public let missing: [String]
      /// The first names that are not listed, where they should be.
      public let further: [String]
      /// The first names that a header has more than once, where it may not.
      public let twice: [String]
      /// Whether names are in a different order than in the list.
      public let isOutOfOrder: Bool
    }

    /// The values of a reference that no record has.
    public struct Uncovered: Hashable, Sendable {
      public let count: Int
      /// The number of values in the reference.
      public let total: Int
      /// The first ones as JSON; none where the values are masked.
      public let first: [String]
    }

    /// The findings for groups of records.
    public struct Groups: Hashable, Sendable {
      /// The paths by whose values records are grouped.
      public let by: [String]
      public let count: Int
      public let failed: Int
      /// The groups that fail, the farthest from the bounds first; not all, if there are many.
      public let worst: [Group]
    }

    /// One group of records.
    public struct Group: Hashable, Sendable {
      /// The value that its records share, or the list of values, as JSON.
      public let value: String
      public let measured: String?
      /// The error of an estimate, see ``Report/Table/error``.
      public let error: String?
      public let judged: Int
      public let mistyped: Int
      public let reason: String?
    }
  }
}

extension Report.Table {
  init(_ statistics: TableStatistics, _ rule: TableRule) {
    measured = statistics.measured
    error = statistics.error
    bounds = statistics.bounds.map { Bound(word: $0.word, value: "\($0.value)") }
    judged = statistics.judged
    mistyped = statistics.mistyped
    reason = statistics.reason
    groups = statistics.groups.map { groups in
      Groups(
        by: groups.by, count: groups.count, failed: groups.failed,
        worst: groups.worst.map {
          Group(
            value: $0.value, measured: $0.measured, error: $0.error, judged: $0.judged,
            mistyped: $0.mistyped, reason: $0.reason)
        })
    }
    skipped = statistics.skipped
    columns = statistics.columns.map {
      Columns(
        missing: $0.missing, further: $0.further, twice: $0.twice, isOutOfOrder: $0.isOutOfOrder)
    }
    uncovered = statistics.uncovered.map {
      Uncovered(count: $0.count, total: $0.total, first: $0.first)
    }
    boundWords = statistics.bounds.map(\.words).joined(separator: " and ")
    if case .measure(let measurement) = rule.statement {
      subject = measurement.subject
      isShare = measurement.measure.isCount
      asksForNow = measurement.bounds.contains {
        if case .fromNow = $0.limit { true } else { false }
      }
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
    if let skipped {
      let count = measured.flatMap { Int($0) } ?? 0
      return subject + ": "
        + (reason ?? Figures.counted(count, "record") + " out of order")
        + (skipped > 0 ? ", \(Figures.grouped(skipped)) skipped" : "")
    }
    if let groups {
      let count = Figures.grouped(groups.failed) + " of " + Figures.counted(groups.count, "group")
      if let reason { return "\(subject): \(reason), must be \(boundWords)" }
      let verb = groups.failed == 1 ? "fails" : "fail"
      return "\(count) \(verb): \(subject), must be \(boundWords)"
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

  /// The groups that fail: `"north" 3`.
  var groupWords: [String] {
    groups?.worst.map { group in
      TerminalText.escaped(
        group.value + " " + group.figureWords)
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
