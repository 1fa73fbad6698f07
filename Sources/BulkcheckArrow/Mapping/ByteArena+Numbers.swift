internal import BulkcheckCore

/// Writing numbers and times, without a text for each.
extension ByteArena {
  /// A number with as many digits as it has.
  @inline(__always)
  mutating func append(_ number: Int64) {
    if number < 0 { append(Ascii.minus) }
    append(digits: number.magnitude)
  }

  mutating func append(digits number: UInt64) {
    if number < 100_000_000 {
      appendFirst(UInt32(truncatingIfNeeded: number))
    } else if number < 10_000_000_000_000_000 {
      appendFirst(UInt32(truncatingIfNeeded: number / 100_000_000))
      appendEight(UInt32(truncatingIfNeeded: number % 100_000_000))
    } else {
      let high = number / 10_000_000_000_000_000
      let rest = number % 10_000_000_000_000_000
      appendFirst(UInt32(truncatingIfNeeded: high))
      appendEight(UInt32(truncatingIfNeeded: rest / 100_000_000))
      appendEight(UInt32(truncatingIfNeeded: rest % 100_000_000))
    }
  }

  /// At most eight digits, without zeros in front.
  @inline(__always)
  private mutating func appendFirst(_ number: UInt32) {
    let digits = ByteArena.eightDigits(number)
    let zeros = min(7, digits.trailingZeroBitCount / 8)
    append((digits | ByteArena.zeros) &>> UInt64(8 * zeros), count: 8 - zeros)
  }

  /// Eight digits.
  @inline(__always)
  mutating func appendEight(_ number: UInt32) {
    append(ByteArena.eightDigits(number) | ByteArena.zeros, count: 8)
  }

  /// So many digits, at most eight, of a number that has no more.
  @inline(__always)
  mutating func append(_ number: Int, width: Int) {
    let digits = ByteArena.eightDigits(UInt32(truncatingIfNeeded: number)) | ByteArena.zeros
    append(digits &>> UInt64(8 * (8 - width)), count: width)
  }

  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// The values of the digits of a number below 100,000,000, the first one in the lowest byte.
  ///
  /// Halves are divided side by side: into two numbers of four digits, four of two, eight of one.
  /// The factors divide by 100 and 10, exactly for numbers of that size.
  @inline(__always)
  private static func eightDigits(_ number: UInt32) -> UInt64 {
    let fours = UInt64(number / 10_000) | UInt64(number % 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- 10 &* tens) &<< 8
  }

  /// The sign, digits and exponent of a float, as Python writes them.
  mutating func append(_ float: ShortestFloat, isNegative: Bool) {
    if isNegative { append(Ascii.minus) }
    var float = float
    while float.digits % 10 == 0, float.digits > 0 {
      float.digits /= 10
      float.exponent += 1
    }
    if float.exponent < 0, float.exponent >= -8 {
      // Most floats: some digits before the point, at most eight behind it.
      let divisor = ByteArena.power(-float.exponent)
      if float.digits >= divisor {
        append(digits: float.digits / divisor)
        append(Ascii.point)
        append(Int(truncatingIfNeeded: float.digits % divisor), width: -float.exponent)
        return
      }
    }
    let count = ByteArena.digitCount(float.digits)
    let point = count + float.exponent
    if point > 16 || point < -3 {
      let divisor = ByteArena.power(count - 1)
      append(digits: float.digits / divisor)
      if count > 1 {
        append(Ascii.point)
        append(float.digits % divisor, filledTo: count - 1)
      }
      append(UInt8(ascii: "e"))
      append(point > 0 ? Ascii.plus : Ascii.minus)
      let exponent = abs(point - 1)
      if exponent < 10 { append(Ascii.zero) }
      append(digits: UInt64(exponent))
    } else if point <= 0 {
      append(Ascii.zero)
      append(Ascii.point)
      for _ in point..<0 { append(Ascii.zero) }
      append(digits: float.digits)
    } else if point >= count {
      append(digits: float.digits)
      for _ in count..<point { append(Ascii.zero) }
      append(Ascii.point)
      append(Ascii.zero)
    } else {
      let divisor = ByteArena.power(count - point)
      append(digits: float.digits / divisor)
      append(Ascii.point)
      append(float.digits % divisor, filledTo: count - point)
    }
  }

  /// A number of at most seventeen digits, with zeros in front.
  private mutating func append(_ number: UInt64, filledTo width: Int) {
    for _ in ByteArena.digitCount(number)..<width { append(Ascii.zero) }
    append(digits: number)
  }

  private static func digitCount(_ number: UInt64) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }

  private static func power(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
