/// Failing values and how often they occurred, found by a 64-bit hash of the value.
///
/// Entries keep the order of first occurrence. The hash is used in place of the value. It is seeded
/// at random for each process, so no data can be made to collide.
final class FailureTable {
  struct Entry {
    var hash: UInt64
    var count: Int
    /// A value that is still in its chunk, or text made at once.
    var value: FailingValue
    /// The first occurrence: the input, and the record's number in it; of a value in its chunk: in
    /// the chunk.
    var input = 0
    var record: Int
  }

  @safe @exclusivity(unchecked) private(set) var entries: [Entry] = []
  @safe @exclusivity(unchecked) private var slots: FailureSlots

  private static let slotsInitial = 16
  /// Larger tables are not kept for the next chunk.
  private static let slotsKept = 1 << 14

  init() { slots = FailureSlots(count: FailureTable.slotsInitial) }

  init(copying other: FailureTable) {
    entries = other.entries
    slots = FailureSlots(copying: other.slots)
  }

  deinit { slots.deallocate() }

  /// A view of the table that finds values; as long as the table is there and nothing is added.
  var lookup: FailureSlots { slots }

  func removeAll() {
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    if slots.count > FailureTable.slotsKept {
      slots.deallocate()
      slots = FailureSlots(count: FailureTable.slotsInitial)
    } else {
      slots.removeAll()
    }
  }

  /// The entry with this hash, or nil.
  func index(of hash: UInt64) -> Int? {
    let place = slots.place(of: hash)
    return place < 0 ? nil : place
  }

  func add(_ count: Int, at index: Int) { entries[index].count += count }

  /// Adds an entry that is not there yet. Where there are more than can be numbered, it is left
  /// out: reports need the first thousand.
  func append(_ entry: Entry) {
    guard entries.count < FailureSlots.placesMaximum else { return }
    entries.append(entry)
    if entries.count * 2 > slots.count {
      slots.deallocate()
      slots = FailureSlots(count: slots.count * 2)
      for index in entries.indices { slots.add(entries[index].hash, at: index) }
    } else {
      slots.add(entry.hash, at: entries.count - 1)
    }
  }
}

/// A failing value for a report: still in its chunk, or already as JSON text.
enum FailingValue {
  case node(Node)
  case text(String)
}

/// An open hash table from 64-bit hashes to places, in plain memory that its owner frees.
struct FailureSlots: BitwiseCopyable {
  /// The upper bits of a hash, and in the lowest 24 one more than the place; 0 where empty.
  private let slots: Storage<UInt64>
  /// The hash at each place. Of two hashes with the same upper bits one is not the other.
  private let hashes: Storage<UInt64>
  /// One bit for several hashes. Where failing values never repeat, nearly every look-up ends here:
  /// these few lines of memory stay in the nearest cache, which the slots of many rules do not.
  private let filter: Storage<UInt64>
  let count: Int

  private static let placeBits: UInt64 = 24
  private static let placeMask: UInt64 = (1 << placeBits) - 1
  static let placesMaximum = 1 << 24 - 1
  /// Bits of the filter for each slot. At most half of the slots are taken.
  private static let filterBitsPerSlot = 4

  /// - Parameter count: a power of two, at least 16.
  init(count: Int) {
    self.count = count
    slots = Storage(capacity: count, repeating: 0)
    hashes = Storage(uninitialized: count / 2 + 1)
    filter = Storage(capacity: count * FailureSlots.filterBitsPerSlot / 64, repeating: 0)
  }

  init(copying other: FailureSlots) {
    self.init(count: other.count)
    slots.copy(other.slots)
    hashes.copy(other.hashes)
    filter.copy(other.filter)
  }

  func deallocate() {
    slots.deallocate()
    hashes.deallocate()
    filter.deallocate()
  }

  func removeAll() {
    slots.fill(0, count: slots.capacity)
    filter.fill(0, count: filter.capacity)
  }

  /// Whether the hash may be there: false for nearly all that are not.
  @inline(__always)
  func mayHold(_ hash: UInt64) -> Bool {
    filter[filterWord(hash)] &>> (hash & 63) & 1 != 0
  }

  /// The place of a hash, or -1.
  func place(of hash: UInt64) -> Int {
    guard mayHold(hash) else { return -1 }
    var slot = firstSlot(hash)
    while true {
      let content = slots[slot]
      if content == 0 { return -1 }
      if (content ^ hash) &>> FailureSlots.placeBits == 0 {
        let place = Int(content & FailureSlots.placeMask) &- 1
        if hashes[place] == hash { return place }
      }
      slot = (slot &+ 1) & (count &- 1)
    }
  }

  /// Adds a hash that is not there yet; at most half of the slots are taken.
  func add(_ hash: UInt64, at place: Int) {
    hashes[place] = hash
    filter[filterWord(hash)] |= 1 &<< (hash & 63)
    var slot = firstSlot(hash)
    while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
    slots[slot] = hash & ~FailureSlots.placeMask | UInt64(place + 1)
  }

  @inline(__always)
  private func firstSlot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> FailureSlots.placeBits) & (count &- 1)
  }

  @inline(__always)
  private func filterWord(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> 6) & (filter.capacity &- 1)
  }
}
