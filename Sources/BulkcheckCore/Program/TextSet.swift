/// A fixed set of texts, looked up by length and first bytes: the operand of `enum` and
/// `missingValues`, and the names that rules about members know.
///
/// Trivial, like ``Storage``; its owner keeps it as long as the program and calls ``deallocate()``
/// once.
struct TextSet: BitwiseCopyable, Sendable {
  private struct Entry: HashSlot {
    var prefix: UInt64 = 0
    /// The number of bytes; -1 in a free slot.
    var length: Int32 = -1
    var start: Int32 = 0

    static let free = Entry()

    @inline(__always)
    var isFree: Bool { length < 0 }

    var hash: UInt64 { TextSet.hash(prefix, Int(length)) }
  }

  let isEmpty: Bool
  private let entries: HashTable<Entry>
  private let bytes: Storage<UInt8>

  init(_ texts: [String]) {
    isEmpty = texts.isEmpty
    // At most a third of the slots is taken.
    var entries = HashTable<Entry>(room: 2 + texts.count * 3 / 2)
    var pool: [UInt8] = []
    var seen: Set<[UInt8]> = []
    for text in texts {
      let utf8 = Array(text.utf8)
      guard seen.insert(utf8).inserted else { continue }
      entries.insert(
        Entry(
          prefix: FieldTree.prefix(utf8), length: Int32(utf8.count), start: Int32(pool.count)))
      pool += utf8
    }
    self.entries = entries
    bytes = Storage(pool, padding: 0)
  }

  func deallocate() {
    entries.deallocate()
    bytes.deallocate()
  }

  @inline(__always)
  private static func hash(_ prefix: UInt64, _ length: Int) -> UInt64 {
    (prefix ^ UInt64(truncatingIfNeeded: length) << 56) &* 0x9E37_79B9_7F4A_7C15 >> 40
  }

  /// How many places there are for texts.
  var capacity: Int { entries.capacity }

  /// Whether a text is in the set.
  ///
  /// Precondition: as of ``place(of:)``.
  @inline(__always)
  func contains(_ text: ByteView) -> Bool { place(of: text) >= 0 }

  /// The place of a text, below ``capacity``; -1 if it is not in the set.
  ///
  /// Precondition: eight bytes behind its start are readable, as in a chunk, an arena and
  /// ``OwnedBytes``.
  @inline(__always)
  func place(of text: ByteView) -> Int {
    if isEmpty { return -1 }
    let count = text.count
    let unused = UInt64(truncatingIfNeeded: max(0, 64 &- 8 &* count))
    let prefix = count == 0 ? 0 : (text.paddedWord(at: 0) &<< unused) &>> unused
    let place = entries.place(TextSet.hash(prefix, count)) { entry in
      entry.prefix == prefix && Int(entry.length) == count
        && (count <= 8 || restMatches(text, Int(entry.start)))
    }
    return entries[place].isFree ? -1 : place
  }

  private func restMatches(_ text: ByteView, _ start: Int) -> Bool {
    var position = 8
    while position < text.count {
      if text[position] != bytes[start + position] { return false }
      position += 1
    }
    return true
  }
}
