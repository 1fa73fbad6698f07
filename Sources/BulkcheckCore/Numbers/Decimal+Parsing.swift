extension Decimal {
  /// Reads `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`, which holds every JSON number and allows
  /// leading zeros; otherwise nil.
  ///
  /// Up to 18 digits, with or without a point, take the short way.
  @inline(__always)
  package static func parse(_ bytes: ByteView) -> Decimal? {
    if bytes.count == 0 { return nil }
    return bytes.smallDecimal.map(Decimal.init) ?? parseAny(bytes)
  }

  /// The whole grammar.
  @inline(never)
  private static func parseAny(_ bytes: ByteView) -> Decimal? {
    var position = 0
    let isNegative = bytes[0] == UInt8(ascii: "-")
    if isNegative { position = 1 }
    var run = DigitRun()
    guard run.read(bytes, at: &position) > 0 else { return nil }
    var fractionDigits = 0
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      fractionDigits = run.read(bytes, at: &position)
      guard fractionDigits > 0 else { return nil }
    }
    var exponent: Int64 = 0
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      guard let written = parseExponent(bytes, at: &position) else { return nil }
      exponent = written
    }
    guard position == bytes.count else { return nil }
    // No overflow: the written exponent is at most 10¹⁸, a count is less than the length of a
    // record.
    exponent -= Int64(fractionDigits)
    if run.countToLast <= 19 {
      return Decimal(
        significand: run.leadingDigits, exponent: exponent + Int64(max(0, run.count - 19)),
        isNegative: isNegative)
    }
    return Decimal(
      leadingDigits: run.leadingDigits, exponent: exponent + Int64(run.count - run.countToLast),
      isNegative: isNegative, digits: bytes[run.first..<(run.last + 1)],
      digitCount: run.countToLast)
  }

  private static func parseExponent(_ bytes: ByteView, at position: inout Int) -> Int64? {
    var isNegative = false
    if position < bytes.count,
      bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
    {
      isNegative = bytes[position] == UInt8(ascii: "-")
      position += 1
    }
    let start = position
    let maximum: Int64 = 1_000_000_000_000_000_000
    var value: Int64 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value >= maximum / 10 ? maximum : value * 10 + Int64(digit)
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -value : value
  }
}

/// The digits read so far, as places and as a number; leading zeros do not count.
private struct DigitRun {
  /// The first 19 digits as a number.
  var leadingDigits: UInt64 = 0
  /// The number of digits from the first one that is not 0.
  var count = 0
  /// The number of digits from the first to the last that is not 0.
  var countToLast = 0
  var first = 0
  var last = 0

  /// Reads on to the first byte that is not a digit; returns how many bytes that were.
  mutating func read(_ bytes: ByteView, at position: inout Int) -> Int {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      if digit > 9 { break }
      if digit != 0 || count != 0 {
        if count == 0 { first = position }
        count += 1
        if count <= 19 { leadingDigits = leadingDigits * 10 + UInt64(digit) }
        if digit != 0 {
          last = position
          countToLast = count
        }
      }
      position += 1
    }
    return position - start
  }
}

extension ByteView {
  /// The value of a whole number written with at most 18 digits and no point or exponent; nil for
  /// all others.
  @inline(__always)
  package var smallInteger: Int? {
    guard let number = smallDecimal, number.scale == 0 else { return nil }
    return number.digits
  }
}

/// A decimal of few digits: `digits` × 10^-`scale`.
package struct SmallDecimal: BitwiseCopyable {
  package let digits: Int
  package let scale: Int

  @inline(__always)
  package init(digits: Int, scale: Int) {
    self.digits = digits
    self.scale = scale
  }
}

extension ByteView {
  /// The number, if it is written with at most 18 digits and without an exponent; nil for all
  /// others.
  @inline(__always)
  package var smallDecimal: SmallDecimal? {
    guard count > 0, count <= 19 else { return nil }
    let isNegative = self[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard start < count, count &- start <= 18 else { return nil }
    var position = start
    var value = 0
    // Behind the point, if there is one.
    var fraction = 0
    repeat {
      let digit = self[position] &- UInt8(ascii: "0")
      position &+= 1
      if digit <= 9 {
        value = value &* 10 &+ Int(digit)
      } else if digit == UInt8(ascii: ".") &- UInt8(ascii: "0"), fraction == 0,
        position < count, position > start &+ 1
      {
        fraction = position
      } else {
        return nil
      }
    } while position < count
    return SmallDecimal(
      digits: isNegative ? 0 &- value : value, scale: fraction == 0 ? 0 : count &- fraction)
  }
}

extension Decimal {
  @inline(__always)
  package init(_ small: SmallDecimal) {
    self.init(
      significand: UInt64(small.digits.magnitude), exponent: Int64(-small.scale),
      isNegative: small.digits < 0)
  }

  /// The number times 10^scale, rounded down, and whether that is exact. What is beyond the reach
  /// of a ``SmallDecimal`` is clamped to a number beyond it. Nil for numbers of very many digits.
  package func scaled(_ scale: Int) -> (floor: Int, isExact: Bool)? {
    if isLong { return nil }
    let beyond = 4_000_000_000_000_000_000
    let power = exponent + Int64(scale)
    if power >= 0 {
      if isZero { return (0, true) }
      guard power < 19 else { return (isNegative ? -beyond : beyond, true) }
      let product = significand.multipliedReportingOverflow(
        by: Decimal.powerOfTen(Int(power)))
      guard !product.overflow, product.partialValue < UInt64(beyond) else {
        return (isNegative ? -beyond : beyond, true)
      }
      let magnitude = Int(product.partialValue)
      return (isNegative ? -magnitude : magnitude, true)
    }
    guard power > -20 else { return (isNegative ? -1 : 0, isZero) }
    let divisor = Decimal.powerOfTen(Int(-power))
    let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: divisor)
    let isExact = remainder == 0
    let magnitude = Int(quotient)
    return (isNegative ? -magnitude - (isExact ? 0 : 1) : magnitude, isExact)
  }
}
