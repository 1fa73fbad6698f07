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
  /// An open hash table: the upper bits of a hash, and in the lowest 24 one more than the entry's place; 0 where empty.
  /// Most lookups end at a slot without a look at an entry, which would be one more line of memory.
  @exclusivity(unchecked) private var slots: Storage<UInt64>
  @exclusivity(unchecked) private var slotCount: Int

  private static let slotsInitial = 16
  /// Larger tables are not kept for the next chunk.
  private static let slotsKept = 1 << 14
  private static let placeBits: UInt64 = 24
  private static let placeMask: UInt64 = (1 << placeBits) - 1

  init() {
    slotCount = FailureTable.slotsInitial
    slots = Storage(capacity: FailureTable.slotsInitial, repeating: 0)
  }

  init(copying other: FailureTable) {
    entries = other.entries
    slotCount = other.slotCount
    slots = Storage(capacity: other.slotCount, repeating: 0)
    for slot in 0..<slotCount { slots[slot] = other.slots[slot] }
  }

  deinit { slots.deallocate() }

  func removeAll() {
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    if slotCount > FailureTable.slotsKept {
      slots.deallocate()
      slotCount = FailureTable.slotsInitial
      slots = Storage(capacity: slotCount, repeating: 0)
    } else {
      slots.fill(0, count: slotCount)
    }
  }

  /// The entry with this hash, or nil.
  @inline(__always)
  func index(of hash: UInt64) -> Int? {
    let mask = slotCount &- 1
    var slot = Int(truncatingIfNeeded: hash &>> FailureTable.placeBits) & mask
    while true {
      let content = slots[slot]
      if content == 0 { return nil }
      if (content ^ hash) &>> FailureTable.placeBits == 0 {
        let place = Int(content & FailureTable.placeMask) &- 1
        if entries[place].hash == hash { return place }
      }
      slot = (slot &+ 1) & mask
    }
  }

  func add(_ count: Int, at index: Int) { entries[index].count += count }

  /// Adds an entry that is not there yet.
  func append(_ entry: Entry) {
    precondition(entries.count < Int(FailureTable.placeMask), "a chunk has fewer records")
    entries.append(entry)
    if entries.count * 2 > slotCount { rebuild() } else { place(entries.count - 1) }
  }

  private func rebuild() {
    slots.deallocate()
    slotCount *= 2
    slots = Storage(capacity: slotCount, repeating: 0)
    for index in entries.indices { place(index) }
  }

  private func place(_ index: Int) {
    let mask = slotCount - 1
    let hash = entries[index].hash
    var slot = Int(truncatingIfNeeded: hash >> FailureTable.placeBits) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = hash & ~FailureTable.placeMask | UInt64(index + 1)
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
