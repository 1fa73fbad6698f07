internal import BulkcheckCore

extension Report {
  /// A value of another field that most failures of a rule come with: `country` is `"DE"` in 98 %
  /// of the failures, and in 12 % of all records.
  public struct Companion: Hashable, Sendable {
    let count: CompanionCount
    /// The path in dotted form.
    public var field: String { count.field.description }
    /// JSON text; nil if the field is absent or null.
    public var value: String? { count.value }
    /// The failures of the rule that come with the value.
    public var failures: Int { count.failures }
    /// Records of the run that have the value.
    public var records: Int { count.records }
    /// Records of the run that are objects.
    public var recordsTotal: Int { count.recordsTotal }
  }
}

extension Report.Companion {
  private static let shownMaximum = 3
  /// With fewer failures, the examples say as much.
  private static let failuresMinimum = 10
  /// The least share of the failures, and how much larger it is than that of the other records.
  private static let shareMinimum = 0.5
  private static let differenceMinimum = 0.25
  /// How many standard deviations the failures are beyond what chance explains. Failures often come
  /// in groups, and many values are tried.
  private static let deviationsMinimum = 5.0

  /// The companions that say something, the most striking first, and one for each field.
  ///
  /// - Parameter evaluated: the records that the rule checked. It is not known how many of these
  ///   have the value: it is taken that all records that have it are among them. A value that the
  ///   rule is only asked of, because of its condition, is thus never striking.
  static func striking(
    _ counts: [CompanionCount], failed: Int, evaluated: Int
  ) -> [Report.Companion] {
    guard failed >= failuresMinimum else { return [] }
    var found: [(count: CompanionCount, difference: Double)] = []
    for count in counts {
      guard let difference = difference(count, failed, evaluated) else { continue }
      if found.last?.count.field == count.field {
        if found[found.count - 1].difference >= difference { continue }
        found.removeLast()
      }
      found.append((count, difference))
    }
    // Fields with equal figures stay in the order of the profile.
    let sorted = found.enumerated().sorted {
      ($1.element.difference, $0.offset) < ($0.element.difference, $1.offset)
    }
    return sorted.prefix(shownMaximum).map { Report.Companion(count: $0.element.count) }
  }

  /// The difference between the share of the failures and that of the records; nil if it is too
  /// little, or may be chance.
  private static func difference(
    _ count: CompanionCount, _ failed: Int, _ evaluated: Int
  ) -> Double? {
    let (failures, all) = (Double(count.failures), Double(failed))
    let share = failures / all
    let expected = Double(count.records) / Double(max(1, evaluated))
    guard share >= shareMinimum, share - expected >= differenceMinimum else { return nil }
    let beyond = failures - all * expected
    let variance = all * expected * (1 - expected)
    guard beyond * beyond >= deviationsMinimum * deviationsMinimum * variance else { return nil }
    return share - Double(count.records) / Double(max(1, count.recordsTotal))
  }
}
