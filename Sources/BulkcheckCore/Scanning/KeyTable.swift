/// The members of objects that some path goes through: an open hash table by state, length and first eight bytes; the
/// rest of a long key is compared.
///
/// A fenced pointer like ``Storage``: trivial, valid as long as the ``FieldTree`` that made it.
package struct KeyTable: BitwiseCopyable, Sendable {
  struct Entry: BitwiseCopyable {
    var prefix: UInt64 = 0
    var state: Int32 = -1
    var length: Int32 = 0
    var keyStart: Int32 = 0
    var target: Int32 = -1
  }

  private let entries: Storage<Entry>
  private let mask: Int
  private let keyBytes: Storage<UInt8>

  init(_ keys: [Entry], _ bytes: [UInt8]) {
    var capacity = 16
    while capacity < keys.count * 4 { capacity *= 2 }
    mask = capacity - 1
    entries = Storage(capacity: capacity, repeating: Entry())
    keyBytes = Storage(bytes, padding: 0)
    for entry in keys {
      var slot = KeyTable.slot(entry.prefix, Int(entry.length), entry.state) & mask
      while entries[slot].target >= 0 { slot = (slot + 1) & mask }
      entries[slot] = entry
    }
  }

  func deallocate() {
    entries.deallocate()
    keyBytes.deallocate()
  }

  @inline(__always)
  private static func slot(_ prefix: UInt64, _ length: Int, _ state: Int32) -> Int {
    let mixed = (prefix ^ UInt64(truncatingIfNeeded: length) << 56) &* 0x9E37_79B9_7F4A_7C15
    let other = UInt64(UInt32(bitPattern: state)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: ((mixed ^ other) &* 0xFF51_AFD7_ED55_8CCD) >> 40)
  }

  /// The state of the member `key` of an object at `state`, or ``FieldTree/none``.
  ///
  /// Precondition: eight bytes behind the key's start are readable (chunks are padded).
  @inline(__always)
  package func member(_ key: ByteView, of state: Int32) -> Int32 {
    let length = key.count
    // SAFETY: eight readable bytes by the precondition.
    var prefix = unsafe UnsafeRawPointer(key.start).loadUnaligned(as: UInt64.self)
    prefix = UInt64(littleEndian: prefix)
    if length < 8 { prefix &= (1 &<< UInt64(8 &* length)) &- 1 }
    var slot = KeyTable.slot(prefix, length, state) & mask
    while true {
      let entry = entries[slot]
      if entry.target < 0 { return FieldTree.none }
      if entry.prefix == prefix, entry.state == state, Int(entry.length) == length,
        length <= 8 || restMatches(key, entry)
      {
        return entry.target
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always)
  private func restMatches(_ key: ByteView, _ entry: Entry) -> Bool {
    var position = 8
    while position < key.count {
      if key[position] != keyBytes[Int(entry.keyStart) + position] { return false }
      position += 1
    }
    return true
  }
}
