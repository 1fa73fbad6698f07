/// SipHash-1-3 with a result of 128 bits over a stream of words, keyed (``HashKeys``).
///
/// A keyed function of its strength makes equal fingerprints of different values too unlikely to
/// matter, for hostile data too.
struct SipHasher {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  @inline(__always)
  init(_ keys: HashKeys) {
    v0 = keys.first ^ 0x736f_6d65_7073_6575
    v1 = keys.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = keys.first ^ 0x6c79_6765_6e65_7261
    v3 = keys.second ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    mix()
    v0 ^= word
  }

  /// The bytes as words, the last one filled up with zeros: say the length apart.
  @inline(__always)
  mutating func absorb(_ bytes: ByteView) {
    var position = 0
    while position + 8 <= bytes.count {
      absorb(bytes.word(at: position))
      position += 8
    }
    if position < bytes.count { absorb(bytes.lastWord(from: position)) }
  }

  @inline(__always)
  mutating func absorb(_ fingerprint: Fingerprint) {
    absorb(fingerprint.high)
    absorb(fingerprint.low)
  }

  @inline(__always)
  mutating func finish() -> Fingerprint {
    v2 ^= 0xee
    mix()
    mix()
    mix()
    let high = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    mix()
    mix()
    mix()
    return Fingerprint(high: high, low: v0 ^ v1 ^ v2 ^ v3)
  }

  @inline(__always)
  private mutating func mix() {
    v0 &+= v1
    v1 = SipHasher.rotate(v1, 13) ^ v0
    v0 = SipHasher.rotate(v0, 32)
    v2 &+= v3
    v3 = SipHasher.rotate(v3, 16) ^ v2
    v0 &+= v3
    v3 = SipHasher.rotate(v3, 21) ^ v0
    v2 &+= v1
    v1 = SipHasher.rotate(v1, 17) ^ v2
    v2 = SipHasher.rotate(v2, 32)
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 - count)
  }
}
