/// The verdict over the groups of a rule about order, taken one after another in any order.
struct OrderVerdict {
  private struct Failing {
    /// The records out of order; of a group without values, more than any group has.
    var weight: Int
    var place: FirstOccurrence
    var group: TableStatistics.Group
  }

  private let code: OrderCode
  private let shownMaximum: Int
  private var table = TableStatistics()
  private var count = 0
  private var failed = 0
  private var failing: [Failing] = []
  /// The first records out of order.
  private var violations: [Sample] = []

  /// - Parameter shownMaximum: failing groups, and records out of order, that reports show.
  init(_ code: OrderCode, shownMaximum: Int) {
    self.code = code
    self.shownMaximum = shownMaximum
    table.skipped = 0
  }

  mutating func take(_ found: OrderFindings) {
    count += 1
    table.judged = PartialDecoder.sum(table.judged, found.counts.judged)
    table.mistyped = PartialDecoder.sum(table.mistyped, found.counts.mistyped)
    table.skipped = PartialDecoder.sum(table.skipped ?? 0, found.counts.skipped)
    if found.passes(code) { return }
    failed += 1
    let isEmpty = found.ends == nil
    let group = TableStatistics.Group(
      value: found.label ?? "null", measured: isEmpty ? nil : "\(found.counts.outOfOrder)",
      judged: found.counts.judged, mistyped: found.counts.mistyped,
      reason: isEmpty ? "no values" : nil, first: found.firstPlace)
    let place = found.firstPlace ?? FirstOccurrence()
    failing.append(
      Failing(weight: isEmpty ? .max : found.counts.outOfOrder, place: place, group: group))
    if let violation = found.violation { violations.append(violation) }
    if failing.count > 2 * shownMaximum + 1000 { forgetOthers() }
  }

  /// Keeps what is shown.
  private mutating func forgetOthers() {
    failing.sort { one, other in
      one.weight != other.weight ? one.weight > other.weight : one.place.isBefore(other.place)
    }
    failing.removeSubrange(min(shownMaximum, failing.count)...)
    violations.sort { ($0.input, $0.record) < ($1.input, $1.record) }
    violations.removeSubrange(min(shownMaximum, violations.count)...)
  }

  /// The statistics of the rule, after the last group.
  var statistics: RuleStatistics {
    mutating get {
      forgetOthers()
      var table = table
      table.groups = TableStatistics.Groups(
        count: count, failed: failed, by: code.order.groups.map(\.description),
        worst: failing.map(\.group))
      guard count > 0 else {
        table.reason = "no values"
        return RuleStatistics(table, groups: 1, failed: code.order.passesEmpty ? 0 : 1)
      }
      var statistics = RuleStatistics(table, groups: count, failed: failed)
      statistics.samples = violations
      return statistics
    }
  }
}
