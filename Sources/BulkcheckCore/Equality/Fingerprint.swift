/// 128 bits that are equal for equal JSON values (docs/reference/values.md#equality) and, except
/// for a chance of 2⁻¹²⁸ a pair, different for others.
///
/// Keyed at random for each process, unless other keys are given: not to be shown.
package struct Fingerprint: Hashable, Comparable, BitwiseCopyable, Sendable {
  package internal(set) var high: UInt64
  package internal(set) var low: UInt64

  @inline(__always)
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  @inline(__always)
  package static func < (left: Self, right: Self) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  @inline(__always)
  package static func == (left: Self, right: Self) -> Bool {
    left.high == right.high && left.low == right.low
  }

  // It is a hash already.
  package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

/// The fingerprints of values by kind; each kind begins with a word of its own.
extension Fingerprint {
  private enum Kind {
    static let text: UInt64 = 1
    static let number: UInt64 = 2
    static let longNumber: UInt64 = 3
    static let word: UInt64 = 4
  }

  /// The fingerprint of a text by its (unescaped) bytes.
  @inline(__always)
  package init(text: ByteView, _ keys: HashKeys = .process) {
    var hasher = SipHasher(keys)
    hasher.absorb(Kind.text | UInt64(truncatingIfNeeded: text.count) << 8)
    hasher.absorb(text)
    self = hasher.finish()
  }

  /// The fingerprint of a number by its value: 1, 1.0 and 1e0 have the same.
  package init(number: Decimal, _ keys: HashKeys = .process) {
    var hasher = SipHasher(keys)
    let sign: UInt64 = number.isNegative ? 1 << 8 : 0
    if number.isLong {
      // A long number has no zeros at its ends, so that its digits and its exponent are canonical.
      hasher.absorb(Kind.longNumber | sign)
      hasher.absorb(UInt64(bitPattern: number.exponent))
      hasher.absorb(UInt64(number.digitCount))
      hasher.absorb(digits: number.digits)
    } else {
      var significand = number.significand
      var exponent = number.exponent
      while significand != 0, significand % 10 == 0 {
        significand /= 10
        exponent += 1
      }
      hasher.absorb(Kind.number | sign)
      hasher.absorb(significand)
      hasher.absorb(UInt64(bitPattern: exponent))
    }
    self = hasher.finish()
  }

  package init(boolean: Bool, _ keys: HashKeys = .process) {
    self.init(word: boolean ? 2 : 1, keys)
  }

  package static func null(_ keys: HashKeys) -> Fingerprint { Fingerprint(word: 0, keys) }

  package static let null = Fingerprint.null(.process)

  private init(word: UInt64, _ keys: HashKeys) {
    var hasher = SipHasher(keys)
    hasher.absorb(Kind.word | word << 8)
    self = hasher.finish()
  }

  /// The fingerprint of two values in their order; never that of a single value.
  /// ``FingerprintBuilder`` does the same for any number.
  @inline(__always)
  static func combine(
    _ first: Fingerprint, _ second: Fingerprint, _ keys: HashKeys
  ) -> Fingerprint {
    var builder = FingerprintBuilder(.parts, keys)
    builder.append(first)
    builder.append(second)
    return builder.finish()
  }
}

extension SipHasher {
  /// The digits of a long number, eighteen to a word.
  fileprivate mutating func absorb(digits: ByteView) {
    var cursor = DigitCursor(digits)
    var word: UInt64 = 0
    var count = 0
    while let digit = cursor.next() {
      word = word * 10 + UInt64(digit)
      count += 1
      if count == 18 {
        absorb(word)
        word = 0
        count = 0
      }
    }
    absorb(word)
  }
}
