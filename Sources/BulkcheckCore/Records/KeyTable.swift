/// The members of objects that some path goes through: a hash table by state, length and first
/// eight bytes; the rest of a long key is compared.
///
/// A fenced pointer like ``Storage``: trivial, valid as long as the ``FieldTree`` that made it.
package struct KeyTable: BitwiseCopyable, Sendable {
  struct Entry: HashSlot {
    /// The first eight bytes, zeros behind the key's end.
    var prefix: UInt64 = 0
    /// The last eight bytes of a key of more than eight.
    var suffix: UInt64 = 0
    /// The state of the object and the length of the key, compared together.
    var tag: UInt64 = .max
    var keyStart: Int32 = 0
    /// The state of the member; -1 in a free slot, which is ``FieldTree/none``.
    var target: StateNumber = -1

    static let free = Entry()

    @inline(__always)
    var isFree: Bool { target < 0 }

    var hash: UInt64 { KeyTable.hash(prefix, tag) }

    private init() {}

    init(key: [UInt8], state: StateNumber, keyStart: Int, target: StateNumber) {
      prefix = FieldTree.prefix(key)
      suffix = key.count > 8 ? FieldTree.prefix(key.suffix(8)) : 0
      tag = KeyTable.tag(state, key.count)
      self.keyStart = Int32(keyStart)
      self.target = target
    }
  }

  private let entries: HashTable<Entry>
  private let keyBytes: Storage<UInt8>

  init(_ keys: [Entry], _ bytes: [UInt8]) {
    // Sparse: nearly every key is found at once.
    var entries = HashTable<Entry>(room: max(8, 2 * keys.count))
    for entry in keys { entries.insert(entry) }
    self.entries = entries
    keyBytes = Storage(bytes, padding: 0)
  }

  func deallocate() {
    entries.deallocate()
    keyBytes.deallocate()
  }

  @inline(__always)
  private static func tag(_ state: StateNumber, _ length: Int) -> UInt64 {
    UInt64(UInt32(bitPattern: state.value)) << 32 | UInt64(UInt32(truncatingIfNeeded: length))
  }

  @inline(__always)
  private static func hash(_ prefix: UInt64, _ tag: UInt64) -> UInt64 {
    ((prefix ^ tag &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15) &>> 40
  }

  /// The longest key that ``shortMember(_:at:_:of:)`` looks up: its first and last eight bytes are
  /// all of it.
  static let shortKeyMaximum = 16

  /// The result of ``member(_:of:)`` for a key of 1 to 16 bytes at a place in a chunk.
  @inline(__always)
  func shortMember(_ chunk: ByteView, at start: Int, _ length: Int, of state: StateNumber)
    -> StateNumber
  {
    // The bytes behind the end of a key of fewer than eight are shifted out.
    let unused = UInt64(truncatingIfNeeded: max(0, 64 &- 8 &* length))
    let prefix = (chunk.paddedWord(at: start) &<< unused) &>> unused
    let tag = KeyTable.tag(state, length)
    let place = entries.place(KeyTable.hash(prefix, tag)) { entry in
      entry.tag == tag && entry.prefix == prefix
        && (length <= 8 || chunk.paddedWord(at: start &+ length &- 8) == entry.suffix)
    }
    return entries[place].target
  }

  /// The state of the member `key` of an object at `state`, or ``FieldTree/none``.
  ///
  /// Precondition: eight bytes behind the key's start are readable (chunks are padded).
  @inline(__always)
  package func member(_ key: ByteView, of state: StateNumber) -> StateNumber {
    let length = key.count
    var prefix = key.paddedWord(at: 0)
    if length < 8 { prefix &= (1 &<< UInt64(truncatingIfNeeded: 8 &* length)) &- 1 }
    let tag = KeyTable.tag(state, length)
    let place = entries.place(KeyTable.hash(prefix, tag)) { entry in
      entry.tag == tag && entry.prefix == prefix && (length <= 8 || isRest(of: key, entry))
    }
    return entries[place].target
  }

  /// Whether the bytes of a long key behind the eighth are those of the entry.
  @inline(__always)
  private func isRest(of key: ByteView, _ entry: Entry) -> Bool {
    guard key.word(at: key.count &- 8) == entry.suffix else { return false }
    return key.count <= 16 || isMiddle(of: key, Int(entry.keyStart))
  }

  @inline(never)
  private func isMiddle(of key: ByteView, _ start: Int) -> Bool {
    var position = 8
    while position < key.count {
      if key[position] != keyBytes[start + position] { return false }
      position += 1
    }
    return true
  }
}
