/// The failures that the merge knows of: which rules still want samples, and which values are
/// counted already.
///
/// Reports show the *top values* of a rule: the first ``valuesMaximum`` different failing values in
/// input order, with exact counts, found by a 64-bit keyed hash. If there were more, the report
/// marks them as not exact. The merge decides which values these are, but workers count them: a
/// value that is known to be counted is a counter in the chunk, and nothing else has to be kept of
/// it.
///
/// The merge goes on while workers judge, so they use copies that never change, and that are
/// renewed now and then. A copy that is out of date makes them note more than is wanted, never
/// less. If `"x"` fails in chunks 1 to 4, and the copy of the workers is from before chunk 1, each
/// of them hands over `"x"` as a new value with its count, and the merge adds the counts up. With a
/// copy from after chunk 1, they only count.
///
/// Where values never repeat, a rule has all of its values soon (``isFull(_:)``), and the others
/// need not be told apart: a filter of 1 KiB for each rule says that a value is none of the known
/// ones. So data in which every record fails every rule costs a hash and a bit for each failure
/// instead of a cache miss.
package final class KnownFailures {
  /// Different failing values kept for each rule.
  static let valuesMaximum = 1000

  /// Samples that each rule still wants.
  var samplesWanted: [Int]
  /// The first different failing values of each rule, in input order; behind them the first places
  /// at which rules of a schema failed (``Program/tableCount``).
  var values: [FailureTable]
  /// More different values occurred than are kept.
  var isOverfull: [Bool]
  /// The facts that workers ask about each rule, side by side. Only for copies, which never change:
  /// it looks into ``values``.
  let rules: Storage<KnownRule>
  /// Workers note values that are not taken in, too: a partial result holds them.
  private let notesEveryValue: Bool

  package init(_ program: Program, _ samplesMaximum: Int, notesEveryValue: Bool = false) {
    self.notesEveryValue = notesEveryValue
    samplesWanted = (0..<program.tableCount).map {
      $0 < program.countedCount ? samplesMaximum : 0
    }
    values = (0..<program.tableCount).map { _ in FailureTable() }
    isOverfull = [Bool](repeating: false, count: program.tableCount)
    rules = KnownRule.all(values, samplesWanted, notesEveryValue: notesEveryValue)
  }

  deinit { rules.deallocate() }

  /// A copy as it is now. Tables that have no value more than in the copy before are taken from
  /// there.
  init(copying other: KnownFailures, after before: KnownFailures) {
    notesEveryValue = other.notesEveryValue
    samplesWanted = other.samplesWanted
    isOverfull = other.isOverfull
    values = zip(other.values, before.values).map { now, then in
      now.entries.count == then.entries.count ? then : FailureTable(copying: now)
    }
    rules = KnownRule.all(values, samplesWanted, notesEveryValue: notesEveryValue)
  }

  /// Whether workers should have a newer copy than `copy`: what it lacks would cost them more than
  /// copying.
  func isWorthCopying(over copy: KnownFailures) -> Bool {
    if samplesWanted != copy.samplesWanted { return true }
    for rule in values.indices {
      let (now, then) = (values[rule].entries.count, copy.values[rule].entries.count)
      if now > then, now - then > then / 4 || now >= KnownFailures.valuesMaximum { return true }
    }
    return false
  }

  /// No further value is taken in: the others need not be told apart.
  func isFull(_ rule: Int) -> Bool { values[rule].entries.count >= KnownFailures.valuesMaximum }
}

/// The facts that a worker needs about the failures of a rule.
struct KnownRule: BitwiseCopyable {
  var values: FailureSlots
  var valueCount: Int32
  var samplesWanted: Int32
  /// No further value is taken in, nor to be noted.
  var isFull: Bool

  static func all(
    _ tables: [FailureTable], _ samplesWanted: [Int], notesEveryValue: Bool
  ) -> Storage<KnownRule> {
    let rules = zip(tables, samplesWanted).map { table, wanted in
      KnownRule(
        values: table.lookup, valueCount: Int32(table.entries.count),
        samplesWanted: Int32(clamping: wanted),
        isFull: !notesEveryValue && table.entries.count >= KnownFailures.valuesMaximum)
    }
    return Storage(rules, padding: none)
  }

  /// For a profile without rules.
  private static let none = KnownRule(
    values: FailureSlots(), valueCount: 0, samplesWanted: 0, isFull: true)
}
