internal import BulkcheckCore

/// An integer of 32 to 256 bits in two's complement, as decimals are stored, or without a sign.
struct WideInteger: BitwiseCopyable {
  /// From the lowest on.
  private var limbs: (UInt64, UInt64, UInt64, UInt64)
  let isNegative: Bool

  /// The integer of so many bytes at a place: 4, 8, 16 or 32.
  init(_ bytes: ByteView, at start: Int, count: Int, isSigned: Bool, isBigEndian: Bool) {
    if count == 4 {
      let word = bytes.littleEndian32(at: start)
      let number = Int64(Int32(bitPattern: isBigEndian ? word.byteSwapped : word))
      limbs = (number.magnitude, 0, 0, 0)
      isNegative = number < 0
      return
    }
    let words = count / 8
    func limb(_ index: Int) -> UInt64 {
      if index >= words { return 0 }
      let word = bytes.word(at: start &+ 8 &* (isBigEndian ? words &- 1 &- index : index))
      return isBigEndian ? word.byteSwapped : word
    }
    limbs = (limb(0), limb(1), limb(2), limb(3))
    isNegative = isSigned && Int64(bitPattern: limb(words - 1)) < 0
    if isNegative { negate(words) }
  }

  private mutating func negate(_ words: Int) {
    var carry = true
    func negated(_ limb: UInt64) -> UInt64 {
      let (sum, isOver) = (~limb).addingReportingOverflow(carry ? 1 : 0)
      carry = isOver
      return sum
    }
    limbs.0 = negated(limbs.0)
    if words > 1 { limbs.1 = negated(limbs.1) }
    if words > 2 {
      limbs.2 = negated(limbs.2)
      limbs.3 = negated(limbs.3)
    }
  }

  /// Whether the magnitude has at most 64 bits, and these.
  var small: UInt64? { limbs.1 | limbs.2 | limbs.3 == 0 ? limbs.0 : nil }

  /// Divides the magnitude, and returns the remainder.
  mutating func divide(by divisor: UInt64) -> UInt64 {
    var remainder: UInt64 = 0
    (limbs.3, remainder) = divisor.dividingFullWidth((remainder, limbs.3))
    (limbs.2, remainder) = divisor.dividingFullWidth((remainder, limbs.2))
    (limbs.1, remainder) = divisor.dividingFullWidth((remainder, limbs.1))
    (limbs.0, remainder) = divisor.dividingFullWidth((remainder, limbs.0))
    return remainder
  }

  /// Writes the digits of the magnitude so that they end where the room does; returns where they
  /// begin. There are at most 78.
  func writeDigits(_ room: Storage<UInt8>) -> Int {
    var rest = self
    var start = room.capacity
    repeat {
      var part = rest.divide(by: 10_000_000_000_000_000)
      let isLast = rest.small == 0
      for _ in 0..<16 {
        if isLast, part == 0, start < room.capacity { break }
        start -= 1
        room[start] = Ascii.zero + UInt8(truncatingIfNeeded: part % 10)
        part /= 10
      }
    } while rest.small != 0
    return start
  }
}
