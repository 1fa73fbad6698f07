/// The different short texts of a field with their counts, as long as they are few: what an `enum`
/// is inferred from.
///
/// A hash table that grows to ``distinctMaximum`` values and then gives up for good. Whether
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
  package struct Entry: HashSlot {
    var hash: UInt64 = 0
    var start: Int32 = 0
    var length: UInt8 = 0
    /// How many values there were before it.
    var number: UInt8 = 0
    /// 0 in a free slot.
    package var count = 0

    static let free = Entry()

    @inline(__always)
    var isFree: Bool { count == 0 }
  }

  private var entries = HashTable<Entry>()
  /// Behind the texts there are ``padding`` bytes, so that they can be loaded eight at a time.
  private var bytes = Storage<UInt8>(capacity: 256, repeating: 0)
  private static let padding = 8
  private var byteCount = 0
  /// There were more values than are kept, or longer ones; nothing is kept any more.
  package private(set) var hasGivenUp = false

  init() {}

  package func deallocate() {
    if hasGivenUp { return }
    entries.deallocate()
    bytes.deallocate()
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  /// Forgets all values.
  mutating func clear() {
    if hasGivenUp { return }
    entries.removeAll()
    byteCount = 0
  }

  package var distinctCount: Int { entries.count }

  /// The slot of the text, valid until the next one is added; -1 if it is not kept, because it is
  /// too long or there are too many. Behind the text eight bytes are readable.
  @inline(__always)
  mutating func add(_ text: ByteView, hash: UInt64, count: Int) -> Int {
    guard text.count <= ValueTable.valueBytesMaximum else { return -1 }
    let slot = find(text, hash)
    if entries[slot].isFree { return insert(text, hash, count, at: slot) }
    entries.slots[slot].count &+= count
    return slot
  }

  /// The slot in which the text is, or would be.
  @inline(__always)
  private func find(_ text: ByteView, _ hash: UInt64) -> Int {
    entries.place(hash) { $0.hash == hash && value($0).equalsPadded(text) }
  }

  /// The number of the value in a slot: how many there were before it.
  @inline(__always)
  func number(at slot: Int) -> Int { Int(entries[slot].number) }

  @inline(never)
  private mutating func insert(
    _ text: ByteView, _ hash: UInt64, _ count: Int, at slot: Int
  ) -> Int {
    guard distinctCount < ValueTable.distinctMaximum else { return -1 }
    let needed = byteCount + text.count + ValueTable.padding
    if needed > bytes.capacity {
      bytes = bytes.grown(to: bytes.capacity + needed, padding: 0)
    }
    bytes.copy(text, to: byteCount)
    entries.insert(
      Entry(
        hash: hash, start: Int32(byteCount), length: UInt8(text.count),
        number: UInt8(distinctCount), count: count), at: slot)
    byteCount += text.count
    return find(text, hash)
  }

  private func value(_ entry: Entry) -> ByteView {
    bytes.view(from: Int(entry.start), count: Int(entry.length))
  }

  /// Shows all values with their counts, in any order.
  func visit(_ body: (ByteView, Int) -> Void) {
    if hasGivenUp { return }
    entries.each { body(value($0), $0.count) }
  }

  /// The values by their numbers; empty if the table has given up.
  package var valuesByNumber: [String] {
    if hasGivenUp { return [] }
    var found = [String](repeating: "", count: distinctCount)
    entries.each { found[Int($0.number)] = value($0).text }
    return found
  }

  /// The numbers here of another table's values, by their numbers there; -1 where a value is not
  /// known.
  func numbers(of other: ValueTable) -> [Int] {
    var found = [Int](repeating: -1, count: other.distinctCount)
    if hasGivenUp || other.hasGivenUp { return found }
    other.entries.each { entry in
      let own = find(other.value(entry), entry.hash)
      if !entries[own].isFree { found[Int(entry.number)] = number(at: own) }
    }
    return found
  }

  /// The values with their counts, the most frequent first, equals by their bytes; nil if the table
  /// has given up.
  package var values: [(text: String, count: Int)]? {
    if hasGivenUp { return nil }
    var found: [(text: String, count: Int)] = []
    visit { found.append(($0.text, $1)) }
    return found.sorted { left, right in
      left.count != right.count
        ? left.count > right.count : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}
