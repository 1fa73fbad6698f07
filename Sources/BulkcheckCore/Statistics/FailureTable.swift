/// Failing values and how often they occurred, found by a 64-bit hash of the value.
///
/// Entries keep the order of first occurrence. The hash stands for the value: it is seeded at random for each
/// process, so that no data can be made to collide.
final class FailureTable {
  struct Entry {
    var hash: UInt64
    var count: Int
    /// A value that is still in its chunk, or text made at once.
    var value: FailingValue
  }

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  @exclusivity(unchecked) private var slots: [Int32] = []

  init() {}

  init(copying other: FailureTable) {
    entries = other.entries
    slots = other.slots
  }

  func removeAll() {
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    if slots.count > 1 << 14 { slots = [] }
    for index in slots.indices { slots[index] = -1 }
  }

  /// The entry with this hash, or nil.
  func index(of hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])].hash == hash { return Int(slots[slot]) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  func add(_ count: Int, at index: Int) { entries[index].count += count }

  /// Adds an entry that is not there yet.
  func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count * 2 > slots.count { rebuild() } else { place(entries.count - 1) }
  }

  private func rebuild() {
    slots = [Int32](repeating: -1, count: max(16, slots.count * 4))
    for index in entries.indices { place(index) }
  }

  private func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(index)
  }
}

/// A failing value for a report: still in its chunk, or already as JSON text.
enum FailingValue {
  case node(Node)
  case text(String)
}

/// What the merge knows of failures: which rules still want samples, which values are counted already.
///
/// The merge goes on while workers judge, so they look at copies that nobody changes. A copy that is out of date makes them
/// note more than is wanted, never less.
package final class KnownFailures: @unchecked Sendable {
  // Sendable: the merge alone has the original, and copies are only read.
  /// Different failing values kept for each rule.
  static let valuesMaximum = 1000

  /// Samples that each rule still wants.
  @exclusivity(unchecked) var samplesWanted: [Int]
  var malformedWanted: Int
  var builtInWanted: [BuiltInRule: Int]
  /// The first different failing values of each rule, in input order.
  @exclusivity(unchecked) var values: [FailureTable]
  /// More different values occurred than are kept.
  var isOverfull: [Bool]

  package init(_ program: Program, _ samplesMaximum: Int) {
    samplesWanted = [Int](repeating: samplesMaximum, count: program.ruleCount)
    malformedWanted = samplesMaximum
    builtInWanted = [.notAnObject: samplesMaximum, .duplicateKey: samplesMaximum]
    values = (0..<program.ruleCount).map { _ in FailureTable() }
    isOverfull = [Bool](repeating: false, count: program.ruleCount)
  }

  /// A copy as it is now. Tables that have no value more than in the copy before are taken from there.
  init(copying other: KnownFailures, after before: KnownFailures) {
    samplesWanted = other.samplesWanted
    malformedWanted = other.malformedWanted
    builtInWanted = other.builtInWanted
    isOverfull = other.isOverfull
    values = zip(other.values, before.values).map { now, then in
      now.entries.count == then.entries.count ? then : FailureTable(copying: now)
    }
  }

  /// Whether workers should have a newer copy than `copy`: what it lacks would cost them more than copying.
  func isWorthCopying(over copy: KnownFailures) -> Bool {
    if samplesWanted != copy.samplesWanted || malformedWanted != copy.malformedWanted
      || builtInWanted != copy.builtInWanted
    {
      return true
    }
    for rule in values.indices {
      let (now, then) = (values[rule].entries.count, copy.values[rule].entries.count)
      if now > then, now - then > then / 4 || now >= KnownFailures.valuesMaximum { return true }
    }
    return false
  }

  /// No further value is taken in: the others need not be told apart.
  func isFull(_ rule: Int) -> Bool { values[rule].entries.count >= KnownFailures.valuesMaximum }
}
