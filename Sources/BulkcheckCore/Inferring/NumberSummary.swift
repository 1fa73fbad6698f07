/// The summary of the numbers of a field.
package struct NumberSummary: BitwiseCopyable {
  package private(set) var count = 0
  /// The numbers without a fractional part, however they are written.
  package private(set) var integers = 0
  /// The numbers of more than 19 digits, which no limit is taken from.
  package private(set) var longNumbers = 0
  /// The least and the greatest one, if there are some that are not long.
  package private(set) var minimum = Decimal(0)
  package private(set) var maximum = Decimal(0)
  /// How many numbers are as small as the least, and as great as the greatest one.
  package private(set) var minimumCount = 0
  package private(set) var maximumCount = 0

  /// Whether ``minimum`` and ``maximum`` mean something.
  package var hasLimits: Bool { count > longNumbers }

  @inline(__always)
  mutating func add(_ number: Decimal) {
    if number.isInteger { integers &+= 1 }
    if number.isLong {
      // It is valid only as long as the text that it was read from.
      longNumbers &+= 1
    } else {
      widen(minimum: number, 1, maximum: number, 1)
    }
    count &+= 1
  }

  mutating func merge(_ other: NumberSummary) {
    if other.hasLimits {
      widen(
        minimum: other.minimum, other.minimumCount, maximum: other.maximum, other.maximumCount)
    }
    count += other.count
    integers += other.integers
    longNumbers += other.longNumbers
  }

  @inline(__always)
  private mutating func widen(
    minimum least: Decimal, _ leastCount: Int, maximum most: Decimal, _ mostCount: Int
  ) {
    let below = hasLimits ? Decimal.compare(least, minimum) : -1
    let above = hasLimits ? Decimal.compare(most, maximum) : 1
    if below < 0 {
      minimum = least
      minimumCount = leastCount
    } else if below == 0 {
      minimumCount &+= leastCount
    }
    if above > 0 {
      maximum = most
      maximumCount = mostCount
    } else if above == 0 {
      maximumCount &+= mostCount
    }
  }
}

extension Decimal {
  /// The number times a power of ten. For numbers that are not long.
  package func movedPoint(by places: Int64) -> Decimal {
    Decimal(significand: significand, exponent: exponent + places, isNegative: isNegative)
  }
}
