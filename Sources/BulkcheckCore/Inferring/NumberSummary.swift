/// What is known of the numbers of a field.
package struct NumberSummary: BitwiseCopyable {
  package private(set) var count = 0
  /// Those without a fractional part, however they are written.
  package private(set) var integers = 0
  /// Those of more than 19 digits, which no limit is taken from.
  package private(set) var longNumbers = 0
  /// The least and the greatest one, if there are some that are not long.
  package private(set) var minimum = Decimal(0)
  package private(set) var maximum = Decimal(0)

  /// Whether ``minimum`` and ``maximum`` mean something.
  package var hasLimits: Bool { count > longNumbers }

  @inline(__always)
  mutating func add(_ number: Decimal) {
    if number.isInteger { integers &+= 1 }
    if number.isLong {
      // It is valid only as long as the text that it was read from.
      longNumbers &+= 1
    } else if hasLimits {
      if Decimal.compare(number, minimum) < 0 { minimum = number }
      if Decimal.compare(number, maximum) > 0 { maximum = number }
    } else {
      minimum = number
      maximum = number
    }
    count &+= 1
  }

  mutating func merge(_ other: NumberSummary) {
    if other.hasLimits {
      if !hasLimits || Decimal.compare(other.minimum, minimum) < 0 { minimum = other.minimum }
      if !hasLimits || Decimal.compare(other.maximum, maximum) > 0 { maximum = other.maximum }
    }
    count += other.count
    integers += other.integers
    longNumbers += other.longNumbers
  }
}

extension Decimal {
  /// The number times a power of ten. For numbers that are not long.
  package func movedPoint(by places: Int64) -> Decimal {
    Decimal(significand: significand, exponent: exponent + places, isNegative: isNegative)
  }
}
