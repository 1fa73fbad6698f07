/// A sum of decimal numbers without rounding, in any order and from any number of parts.
///
/// The digits of each number are added to those of the same power of ten, so that adding costs no
/// carry: 128 bits hold the sum of 10¹⁹ numbers of 18 digits.
package struct ExactSum: Hashable, Sendable {
  /// The sums of digits by the power of ten.
  package private(set) var parts: [Int: Int128] = [:]

  /// Digits beyond 10^±10,000 are out of range: all between two of them may have to be written out.
  package static let exponentMaximum = 10_000
  /// The largest exponent of squares, and of what is computed from them.
  private static let partMaximum = 50_000

  package init() {}

  /// Adds `digits` × 10^`exponent`; false if that leads out of range, which changes nothing.
  @discardableResult
  package mutating func add(_ digits: Int128, exponent: Int) -> Bool {
    guard digits != 0 else { return true }
    guard abs(exponent) <= ExactSum.partMaximum else { return false }
    let (sum, overflow) = parts[exponent, default: 0].addingReportingOverflow(digits)
    guard !overflow else { return false }
    parts[exponent] = sum
    return true
  }

  package mutating func add(_ other: ExactSum) {
    for (exponent, digits) in other.parts { add(digits, exponent: exponent) }
  }

  /// Adds a number so many times; false if it is out of range, which changes nothing.
  @discardableResult
  package mutating func add(_ number: Decimal, times: Int = 1) -> Bool {
    guard number.isInRange else { return false }
    for word in number.words { add(word.digits * Int128(times), exponent: word.exponent) }
    return true
  }

  package mutating func add(_ number: BigDecimal) {
    for (index, limb) in number.limbs.enumerated() {
      add(number.isNegative ? -Int128(limb) : Int128(limb), exponent: (number.place + index) * 9)
    }
  }
}

extension Decimal {
  /// Whether all digits of the number lie where an ``ExactSum`` keeps them.
  package var isInRange: Bool {
    if isZero { return true }
    let maximum = Int64(ExactSum.exponentMaximum)
    return exponent >= -maximum && exponent + Int64(digitCount) <= maximum
  }

  /// The digits in words of at most 19, each with the power of ten of its last digit.
  var words: [(exponent: Int, digits: Int128)] {
    let sign: Int128 = isNegative ? -1 : 1
    guard isLong else { return [(Int(exponent), sign * Int128(significand))] }
    var words: [(exponent: Int, digits: Int128)] = []
    var cursor = DigitCursor(digits)
    var left = digitCount
    var word: Int128 = 0
    while let digit = cursor.next() {
      word = word * 10 + Int128(digit)
      left -= 1
      if left % 18 == 0 {
        words.append((Int(exponent) + left, sign * word))
        word = 0
      }
    }
    return words
  }
}
