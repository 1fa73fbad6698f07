/// The different short texts of a field with their counts, as long as they are few: what an `enum`
/// is inferred from.
///
/// An open hash table that grows to ``distinctMaximum`` values and then gives up for good. Whether
/// it does depends on the set of values alone, not on their order, so that summaries can be made in
/// pieces and merged in any way.
///
/// A fenced pointer like ``Storage``: trivial, freed by `deallocate`.
package struct ValueTable: BitwiseCopyable {
  /// More different values are not a choice that someone would want to read.
  package static let distinctMaximum = 200
  /// A longer text is not a word of a choice.
  package static let valueBytesMaximum = 64

  /// A value of the table.
  package struct Entry: BitwiseCopyable {
    var hash: UInt64 = 0
    var start: Int32 = 0
    var length: UInt8 = 0
    /// How many values there were before it.
    var number: UInt8 = 0
    /// The shape as far as the owner of the table knows it; 0 at first.
    var shape: UInt8 = 0
    /// 0 where the slot is free.
    package var count = 0
  }

  private var slots = Storage<Entry>(capacity: 16, repeating: Entry())
  private var slotCount = 16
  /// Behind the texts there are ``padding`` bytes, so that they can be loaded eight at a time.
  private var bytes = Storage<UInt8>(capacity: 256, repeating: 0)
  private static let padding = 8
  private var byteCount = 0
  package private(set) var distinctCount = 0
  /// There were more values than are kept, or longer ones; nothing is kept any more.
  package private(set) var hasGivenUp = false

  init() {}

  package func deallocate() {
    if hasGivenUp { return }
    slots.deallocate()
    bytes.deallocate()
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  /// Forgets all values.
  mutating func clear() {
    if hasGivenUp { return }
    slots.fill(Entry(), count: slotCount)
    byteCount = 0
    distinctCount = 0
  }

  /// The slot of the text, valid until the next one is added; -1 if it is not kept, because it is
  /// too long or there are too many. Behind the text eight bytes are readable.
  @inline(__always)
  mutating func add(_ text: ByteView, hash: UInt64, count: Int) -> Int {
    guard text.count <= ValueTable.valueBytesMaximum else { return -1 }
    let slot = find(text, hash)
    guard slots[slot].count > 0 else { return insert(text, hash, count, at: slot) }
    slots[slot].count &+= count
    return slot
  }

  /// The slot in which the text is, or would be.
  @inline(__always)
  private func find(_ text: ByteView, _ hash: UInt64) -> Int {
    var slot = place(hash)
    while slots[slot].count > 0 {
      if slots[slot].hash == hash, value(slots[slot]).equalsPadded(text) { break }
      slot = (slot &+ 1) & (slotCount &- 1)
    }
    return slot
  }

  /// The number of the value in a slot: how many there were before it.
  @inline(__always)
  func number(at slot: Int) -> Int { Int(slots[slot].number) }

  /// The noted shape of the value in a slot; 0 if there is none.
  @inline(__always)
  func shape(at slot: Int) -> UInt8 { slots[slot].shape }

  /// How many values have one of some shapes; nil if the table has given up.
  func count(ofShapes shapes: [Int]) -> Int? {
    if hasGivenUp { return nil }
    return (0..<slotCount).count {
      slots[$0].count > 0 && shapes.contains(Int(slots[$0].shape))
    }
  }

  @inline(__always)
  mutating func setShape(_ shape: UInt8, at slot: Int) { slots[slot].shape = shape }

  @inline(never)
  private mutating func insert(
    _ text: ByteView, _ hash: UInt64, _ count: Int, at slot: Int
  ) -> Int {
    guard distinctCount < ValueTable.distinctMaximum else { return -1 }
    let needed = byteCount + text.count + ValueTable.padding
    if needed > bytes.capacity {
      bytes = bytes.grown(to: bytes.capacity + needed, padding: 0)
    }
    for index in 0..<text.count { bytes[byteCount + index] = text[index] }
    slots[slot] = Entry(
      hash: hash, start: Int32(byteCount), length: UInt8(text.count),
      number: UInt8(distinctCount), count: count)
    byteCount += text.count
    distinctCount += 1
    guard distinctCount * 2 > slotCount else { return slot }
    grow()
    return find(text, hash)
  }

  private mutating func grow() {
    let old = slots
    let larger = Storage<Entry>(capacity: 2 * slotCount, repeating: Entry())
    let oldCount = slotCount
    slots = larger
    slotCount *= 2
    for index in 0..<oldCount where old[index].count > 0 {
      var slot = place(old[index].hash)
      while slots[slot].count > 0 { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = old[index]
    }
    old.deallocate()
  }

  private func place(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slotCount &- 1)
  }

  private func value(_ entry: Entry) -> ByteView {
    bytes.view(from: Int(entry.start), count: Int(entry.length))
  }

  /// Shows all values with their counts, in any order.
  func visit(_ body: (ByteView, Int) -> Void) {
    if hasGivenUp { return }
    for slot in 0..<slotCount where slots[slot].count > 0 {
      body(value(slots[slot]), slots[slot].count)
    }
  }

  /// The values by their numbers; empty if the table has given up.
  package var valuesByNumber: [String] {
    if hasGivenUp { return [] }
    var found = [String](repeating: "", count: distinctCount)
    for slot in 0..<slotCount where slots[slot].count > 0 {
      found[number(at: slot)] = value(slots[slot]).text
    }
    return found
  }

  /// The numbers here of another table's values, by their numbers there; -1 where a value is not
  /// known.
  func numbers(of other: ValueTable) -> [Int] {
    var found = [Int](repeating: -1, count: other.distinctCount)
    if hasGivenUp || other.hasGivenUp { return found }
    for slot in 0..<other.slotCount where other.slots[slot].count > 0 {
      let own = find(other.value(other.slots[slot]), other.slots[slot].hash)
      if slots[own].count > 0 { found[other.number(at: slot)] = number(at: own) }
    }
    return found
  }

  /// The values with their counts, the most frequent first, equals by their bytes; nil if the table
  /// has given up.
  package var values: [(text: String, count: Int)]? {
    if hasGivenUp { return nil }
    var found: [(text: String, count: Int)] = []
    for slot in 0..<slotCount where slots[slot].count > 0 {
      found.append((value(slots[slot]).text, slots[slot].count))
    }
    return found.sorted { left, right in
      left.count != right.count
        ? left.count > right.count : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}
