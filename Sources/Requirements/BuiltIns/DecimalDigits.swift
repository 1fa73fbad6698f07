/// A floating-point number as its shortest decimal digits: ± significand × 10^exponent.
///
/// 0.1 is exactly one tenth here, not the nearest sum of powers of two, so 0.3 is a multiple of it.
/// The engine reads the same digits as a `Decimal`; DecimalDigitsTests compares the two.
package struct DecimalDigits: Sendable {
  /// At most 38 digits. A Double has at most 17, a Float80 21.
  private let significand: UInt128
  private let exponent: Int
  private let isNegative: Bool

  /// nil for infinity and NaN, and for a user's type that describes itself in another way.
  package init?(_ value: some BinaryFloatingPoint) {
    // With few decimals, both of these types do without a description.
    if let value = value as? Double {
      self.init(value)
    } else if let value = value as? Float {
      self.init(value)
    } else {
      self.init(digits: String(describing: value))
    }
  }

  package init?(_ value: Double) {
    self.init(value, significandMaximum: 1e15, description: value.description)
  }

  package init?(_ value: Float) {
    self.init(value, significandMaximum: 1e6, description: value.description)
  }

  /// Tries up to four decimals first: 1999 / 100 == 19.99, so the digits are 1999.
  ///
  /// Division rounds as reading does. No two decimals of up to 15 digits (6 for Float) round to the
  /// same number, so these are the shortest digits, and the only ones of their length.
  @inline(__always)
  private init?<Number: BinaryFloatingPoint>(
    _ value: Number, significandMaximum: Number, description: @autoclosure () -> String
  ) {
    var decimals = 0
    var power: Number = 1
    while decimals <= 4 {
      let scaled = (value.magnitude * power).rounded()
      // False for infinity and NaN too.
      guard scaled < significandMaximum else { break }
      if scaled / power == value.magnitude {
        self.init(UInt128(UInt64(scaled)), exponent: -decimals, isNegative: value < 0)
        return
      }
      decimals += 2
      power *= 100
    }
    self.init(digits: description())
  }

  /// Reads `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`. Returns nil for anything else, for more than 38
  /// digits and for more than 6 in the exponent.
  package init?(digits: String) {
    var reader = DigitReader(digits)
    let isNegative = reader.take("-")
    guard reader.readDigits() > 0 else { return nil }
    var exponent = 0
    if reader.take(".") {
      let decimals = reader.readDigits()
      guard decimals > 0 else { return nil }
      exponent -= decimals
    }
    let significand = reader.number
    if reader.take("e") || reader.take("E") {
      let isBelowOne = reader.take("-")
      if !isBelowOne { _ = reader.take("+") }
      reader.number = 0
      guard 1...6 ~= reader.readDigits() else { return nil }
      exponent += (isBelowOne ? -1 : 1) * Int(reader.number)
    }
    guard reader.isAtEnd, !reader.hasTooMany else { return nil }
    self.init(significand, exponent: exponent, isNegative: isNegative)
  }

  private init(_ significand: UInt128, exponent: Int, isNegative: Bool) {
    self.significand = significand
    self.exponent = exponent
    self.isNegative = isNegative
  }

  /// Whether this is exactly a whole number times the divisor. False if that is not above 0.
  package func isMultiple(of divisor: DecimalDigits) -> Bool {
    if divisor.isNegative || divisor.significand == 0 { return false }
    if significand == 0 { return true }
    var number = significand
    var shift = exponent - divisor.exponent
    var divisor = divisor.significand
    // The question is whether the divisor divides number × 10^shift. If the shift is negative, the
    // number must be a multiple of that power of ten: 38 steps at most, as it has 38 digits.
    while shift < 0 {
      let (quotient, remainder) = number.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return false }
      number = quotient
      shift += 1
    }
    // 10^shift supplies that many twos and fives. The number must supply the rest of the divisor,
    // which has at most 55 fives.
    var fives = shift
    while fives > 0, divisor.isMultiple(of: 5) {
      divisor /= 5
      fives -= 1
    }
    divisor >>= UInt128(min(shift, divisor.trailingZeroBitCount))
    return number.isMultiple(of: divisor)
  }
}

/// Reads digits from left to right.
private struct DigitReader {
  private var bytes: Substring.UTF8View
  var number: UInt128 = 0
  private(set) var hasTooMany = false

  init(_ text: String) { bytes = text[...].utf8 }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = bytes.first, UInt32(byte) == character.value else { return false }
    bytes.removeFirst()
    return true
  }

  /// Appends digits to the number; returns how many.
  mutating func readDigits() -> Int {
    var count = 0
    while let byte = bytes.first, byte.isDecimalDigit {
      bytes.removeFirst()
      count += 1
      if number < DigitReader.leastOf38Digits {
        number = number * 10 + UInt128(byte & 0x0F)
      } else {
        hasTooMany = true
      }
    }
    return count
  }

  /// 10^37; anything below still has room for a digit.
  private static var leastOf38Digits: UInt128 {
    10_000_000_000_000_000_000_000_000_000_000_000_000
  }
}
