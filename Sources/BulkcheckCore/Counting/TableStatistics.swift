/// The findings of a rule about the table.
package struct TableStatistics: Hashable, Sendable {
  /// The figure as JSON; nil where there is none, and where there are groups.
  package var measured: String?
  /// By what share of it the figure may be off, in percent; only of an estimate.
  package var error: String?
  /// Bounds as the profile writes them: words and JSON values.
  package var bounds: [WrittenBound] = []
  /// Records, or elements, that were there to be measured.
  package var judged = 0
  /// Those whose value is of another type than the measure is about.
  package var mistyped = 0
  /// Why the rule fails, where a figure does not tell: `no values`.
  package var reason: String?
  /// nil if there are none.
  package var groups: Groups?
  /// Only of rules about the order of records: those passed over, since a value is missing.
  package var skipped: Int?
  /// Only of rules about columns.
  package var columns: ColumnFindings?
  /// Only of rules that ask for the values of a reference.
  package var uncovered: Uncovered?

  /// The values of a reference that do not occur.
  package struct Uncovered: Hashable, Sendable {
    package var count: Int
    /// The values of the reference.
    package var total: Int
    /// The first ones, as JSON; none where they are masked.
    package var first: [String]
  }

  package struct Groups: Hashable, Sendable {
    package var count: Int
    package var failed: Int
    /// The paths by which records are grouped.
    package var by: [String]
    /// Those that fail, the farthest from their bounds first.
    package var worst: [Group]
  }

  package struct Group: Hashable, Sendable {
    /// The value, or the list of values, that its records share: JSON.
    package var value: String
    package var measured: String?
    /// The error of an estimate, see ``TableStatistics/error``.
    package var error: String?
    package var judged: Int
    package var mistyped: Int
    package var reason: String?
    /// The first of its records.
    package var first: FirstOccurrence?
  }

  package init() {}
}

/// The findings of a chunk, or of a run, about the names that a rule about columns lists.
package struct ColumnFindings: Hashable, Sendable {
  /// Records.
  package var judged = 0
  /// Names were looked at: those of a record, or of a header.
  package var hasNames = false
  /// Listed names that one of them lacks, in the order of the list.
  package var missing: [String] = []
  /// Others, the first ones.
  package var further: [String] = []
  /// Names that a header has more than once, where it may not, the first ones.
  package var twice: [String] = []
  package var isOutOfOrder = false

  /// Names of each list but that of the missing ones.
  static let shownMaximum = 5

  package init() {}

  /// Adds names that a list lacks, while there is room.
  static func add(_ new: [String], to names: inout [String]) {
    for name in new where names.count < shownMaximum {
      if !names.contains(where: { $0.isExactly(name) }) { names.append(name) }
    }
  }
}

/// How a run found its records ordered, for who asks about the last of them.
package struct OrderTrace: Sendable {
  package var outOfOrder: Int
  /// A value is missing, or has no order.
  package var passedOver: Int
  /// The record before the last one that was not passed over, in the group of that.
  package var beforeLast: FirstOccurrence?
  /// The message about records out of order; nil if there are none.
  package var message: String?
}
