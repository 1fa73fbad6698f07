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

  init() { slots = FailureSlots() }

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
    slots.removeAll()
  }

  /// The entry with this hash, or nil.
  func index(of hash: UInt64) -> Int? {
    let place = slots.place(of: hash)
    return place < 0 ? nil : place
  }

  func add(_ count: Int, at index: Int) { entries[index].count += count }

  /// The entries of two tables, of which both may have a value: the same text, since a merge of
  /// partial results does not know how the runs made hashes.
  static func joined(_ one: FailureTable, _ other: FailureTable?) -> [Entry] {
    guard let other else { return one.entries }
    var entries = one.entries
    var places: [ExactText: Int] = [:]
    for (place, entry) in entries.enumerated() {
      if case .text(let text) = entry.value { places[ExactText(text)] = place }
    }
    for entry in other.entries {
      guard case .text(let text) = entry.value, let place = places[ExactText(text)] else {
        entries.append(entry)
        continue
      }
      entries[place].count += entry.count
      if (entry.input, entry.record) < (entries[place].input, entries[place].record) {
        (entries[place].input, entries[place].record) = (entry.input, entry.record)
      }
    }
    return entries
  }

  /// Adds an entry that is not there yet. Where there are more than can be numbered, it is left
  /// out: reports need the first thousand.
  func append(_ entry: Entry) {
    guard entries.count < FailureSlots.placesMaximum else { return }
    entries.append(entry)
    slots.add(entry.hash, at: entries.count - 1)
  }
}

/// A failing value for a report: still in its chunk, or already as JSON text.
enum FailingValue {
  case node(Node)
  case text(String)
}

/// The places of 64-bit hashes, in plain memory that its owner frees.
struct FailureSlots: BitwiseCopyable {
  private var places = HashTable<NumberSlot>(room: roomInitial)
  /// The hash at each place: a slot has only a half of it.
  private var hashes = Storage<UInt64>(uninitialized: roomInitial + 1)
  /// One bit for several hashes. Where failing values never repeat, nearly every look-up ends here:
  /// these few lines of memory stay in the nearest cache, which the slots of many rules do not.
  private var filter: Storage<UInt64>

  private static let roomInitial = 8
  /// A larger table is not kept for the next chunk.
  private static let roomKept = 1 << 13
  static let placesMaximum = 1 << 24 - 1
  /// The bits of the filter for each slot.
  private static let filterBitsPerSlot = 4

  init() { filter = FailureSlots.emptyFilter(places) }

  init(copying other: FailureSlots) {
    places = HashTable(copying: other.places)
    hashes = Storage(copying: other.hashes)
    filter = Storage(copying: other.filter)
  }

  private static func emptyFilter(_ places: HashTable<NumberSlot>) -> Storage<UInt64> {
    Storage(capacity: places.capacity * filterBitsPerSlot / 64, repeating: 0)
  }

  func deallocate() {
    places.deallocate()
    hashes.deallocate()
    filter.deallocate()
  }

  mutating func removeAll() {
    if places.count > FailureSlots.roomKept {
      deallocate()
      self = FailureSlots()
    } else {
      places.removeAll()
      filter.fill(0, count: filter.capacity)
    }
  }

  /// Whether the hash may be there: false for nearly all that are not.
  @inline(__always)
  func mayHold(_ hash: UInt64) -> Bool {
    filter[filterWord(hash)] &>> (hash & 63) & 1 != 0
  }

  /// The place of a hash, or -1.
  func place(of hash: UInt64) -> Int {
    mayHold(hash) ? places[slot(of: hash)].number : -1
  }

  /// Adds a hash that is not there yet.
  mutating func add(_ hash: UInt64, at place: Int) {
    if place == hashes.capacity { hashes = hashes.grown(to: 2 * place, keeping: place) }
    hashes[place] = hash
    let slotCount = places.capacity
    places.insert(NumberSlot(hash &>> 32, place))
    if places.capacity == slotCount {
      note(hash)
    } else {
      filter.deallocate()
      filter = FailureSlots.emptyFilter(places)
      for place in 0...place { note(hashes[place]) }
    }
  }

  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    places.place(hash &>> 32) { hashes[$0] == hash }
  }

  private func note(_ hash: UInt64) { filter[filterWord(hash)] |= 1 &<< (hash & 63) }

  @inline(__always)
  private func filterWord(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> 6) & (filter.capacity &- 1)
  }
}
