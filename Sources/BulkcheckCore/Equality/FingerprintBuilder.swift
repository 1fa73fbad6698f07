/// Makes the fingerprint of several values in their order, without a list of them.
package struct FingerprintBuilder {
  /// The whole that the values are parts of; the first word of the hash, beside those of
  /// ``Fingerprint``.
  package enum Whole: UInt64, Sendable {
    /// The elements of an array.
    case array = 5
    /// Names and values in turn, in an order that depends on the names alone.
    case object = 6
    /// The fields of one `unique` rule.
    case parts = 7
  }

  private var hasher: SipHasher
  private var count: UInt64 = 0

  package init(_ whole: Whole, _ keys: HashKeys = .process) {
    hasher = SipHasher(keys)
    hasher.absorb(whole.rawValue)
  }

  @inline(__always)
  package mutating func append(_ part: Fingerprint) {
    hasher.absorb(part)
    count += 1
  }

  package mutating func finish() -> Fingerprint {
    hasher.absorb(count)
    return hasher.finish()
  }
}
