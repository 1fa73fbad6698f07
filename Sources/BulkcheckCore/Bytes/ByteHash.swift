/// A fast 64-bit hash of bytes for tables in memory, after wyhash: eight bytes a step, mixed by a
/// full multiplication.
///
/// Not for identity (see ``Fingerprint``) and not to be stored: the seed differs from process to
/// process.
package enum ByteHash {
  /// Random, once for each process, so that data cannot be made to collide.
  package static let processSeed = UInt64.random(in: .min ... .max)

  private static let secret0: UInt64 = 0xa076_1d64_78bd_642f
  private static let secret1: UInt64 = 0xe703_7ed1_a0b4_28db
  private static let secret2: UInt64 = 0x8ebc_6af0_9c88_c6e3

  /// The words that make a factor zero, and with it the step's result, whatever the seed is: with
  /// one of them, texts could be made that collide. As little-endian bytes neither occurs in
  /// well-formed UTF-8, and nothing else is hashed.
  package static let annihilatingWords = [secret1, secret2]

  /// - Parameter isPadded: eight bytes behind the text are readable, as in a chunk or an arena. The
  ///   hash is the same.
  @inline(__always)
  package static func hash(_ bytes: ByteView, seed: UInt64, isPadded: Bool = false) -> UInt64 {
    let count = bytes.count
    var state = seed ^ secret0
    var position = 0
    while count &- position > 16 {
      state = mix(bytes.word(at: position) ^ secret1, bytes.word(at: position &+ 8) ^ state)
      position &+= 16
    }
    if count &- position > 8 {
      state = mix(bytes.word(at: position) ^ secret1, state ^ secret2)
      position &+= 8
    }
    let rest = isPadded ? bytes.paddedRest(from: position) : bytes.lastWord(from: position)
    state = mix(rest ^ secret2, state ^ secret1)
    return mix(state ^ secret0, UInt64(truncatingIfNeeded: count) ^ secret1)
  }

  /// The high and the low half of the product, combined.
  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
