/// The fingerprints of short values that came lately: what groups records, and what is counted
/// once, mostly comes again. A place holds one value; whatever comes next takes it.
///
/// A fenced pointer like ``Storage``: trivial, freed with the memory in which it was made.
struct FingerprintCache: BitwiseCopyable {
  private struct Entry: BitwiseCopyable {
    /// The first eight bytes and those behind them, zeros behind the end.
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// The number of bytes and whether they are a number; an empty place has a tag of its own.
    var tag: UInt64 = .max
    var fingerprint = Fingerprint(high: 0, low: 0)
  }

  /// The most bytes that a value may have.
  static let bytesMaximum = 16
  private static let placesShift: UInt64 = 56

  private let entries: Storage<Entry>

  init(in memory: inout MemoryOwner) {
    entries = memory.own(
      Storage(capacity: 1 << (64 - Int(Self.placesShift)), repeating: Entry()))
  }

  /// The fingerprint of a text or a number, computed by the closure if the cache has lost it.
  ///
  /// Precondition: the value is short, and eight bytes behind it are readable, as in a chunk, an
  /// arena or a pool.
  @inline(__always)
  func fingerprint(
    _ bytes: ByteView, isNumber: Bool, _ compute: () -> Fingerprint
  ) -> Fingerprint {
    assert(bytes.count <= Self.bytesMaximum)
    let first = bytes.paddedRest(from: 0)
    let second = bytes.paddedRest(from: 8)
    let tag = UInt64(truncatingIfNeeded: bytes.count) &<< 1 | (isNumber ? 1 : 0)
    let mixed = (first ^ second &* 0xD6E8_FEB8_6659_FD93 ^ tag) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: mixed &>> Self.placesShift)
    if entries[place].first == first, entries[place].second == second, entries[place].tag == tag {
      return entries[place].fingerprint
    }
    let fingerprint = compute()
    entries[place] = Entry(first: first, second: second, tag: tag, fingerprint: fingerprint)
    return fingerprint
  }
}
