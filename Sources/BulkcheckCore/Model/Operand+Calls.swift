extension Operand {
  /// A function of operands in three-valued logic: of a null, most of them are null.
  package enum Call: Hashable, Sendable {
    case add, subtract, multiply, divide, remainder, negate
    case compare(ComparisonOperator)
    /// Whether the first is equal to one of the others.
    case isOneOf
    /// Equal, or both null; never null.
    case isSame
    case both, either, not
    /// Never null.
    case isTrue, isFalse, isNull
    case concat, lower, upper, trim, trimStart, trimEnd, substring
    /// In code points.
    case length
    case abs
    /// A text, its pattern, and perhaps the character that escapes.
    case like
    /// `like` without a difference between upper and lower case.
    case likeInAnyCase
    case startsWith
    case matches(PatternSource)
    case coalesce, nullIf
    case toInteger, toNumber, toText, toTruth, toDate, toMoment
    /// Rounded to so many digits behind the point; null if it has more than so many digits.
    case toDecimal(precision: Int, scale: Int)

    /// The names of those that are written as functions.
    package static let names: [String: Call] = [
      "lower": .lower, "upper": .upper, "trim": .trim, "ltrim": .trimStart, "rtrim": .trimEnd,
      "length": .length, "char_length": .length, "character_length": .length, "len": .length,
      "abs": .abs, "substring": .substring, "substr": .substring, "starts_with": .startsWith,
      "coalesce": .coalesce, "ifnull": .coalesce, "nullif": .nullIf,
    ]
  }

  /// The type as which a value of the record is read; one of another type counts as null.
  package enum Reading: Hashable, Sendable {
    case number, text, truth
    /// Whatever it is. A cell is a number if it is compared with one, and otherwise a text.
    case any
    /// True if it is there.
    case presence
    /// A date or a time in the notation of its field.
    case temporal(TemporalNotation)
    /// A date, or a date-time, whose offset may be missing.
    case moment
  }

  /// A constant that is not a number.
  package enum Constant: Hashable, Sendable {
    case null
    case truth(Bool)
    case text(ExactText)
    /// A date or a date-time, its offset perhaps missing.
    case moment(String)
    /// A date or a time in the notation of a field.
    case temporal(String, TemporalNotation)
    case interval(Interval)
    case now, today

    /// Whether a text is a date or a date-time for ``moment(_:)``.
    package static func isMoment(_ text: String) -> Bool {
      ByteView.withUTF8(of: text) { Instant(standard: $0) != nil }
    }
  }

  /// A branch of a `case`: the result where the condition is true.
  package struct Branch: Hashable, Sendable {
    package var condition: Operand
    package var result: Operand

    package init(_ condition: Operand, _ result: Operand) {
      self.condition = condition
      self.result = result
    }
  }
}

/// A span of time, of months, whose length the calendar tells, and of seconds.
package struct Interval: Hashable, BitwiseCopyable, Sendable {
  package var months: Int
  package var seconds: Int
  /// In units of 10^-18 seconds, never negative.
  var fraction: UInt64 = 0

  package init(months: Int = 0, seconds: Int = 0) {
    self.months = months
    self.seconds = seconds
  }

  /// More than the years of all dates have.
  static let secondsMaximum = 20_000 * 366 * 86_400
  static let monthsMaximum = 20_000 * 12

  /// Whether it is no longer than what can be computed with.
  package var isInRange: Bool {
    abs(months) <= Interval.monthsMaximum && abs(seconds) <= Interval.secondsMaximum
  }

  var negated: Interval {
    var negated = Interval(months: -months, seconds: -seconds)
    if fraction > 0 {
      negated.seconds -= 1
      negated.fraction = Decimal.powerOfTen(18) - fraction
    }
    return negated
  }

  /// The order of two, a month being 30 days.
  static func compare(_ left: Interval, _ right: Interval) -> Int {
    let month = 30 * Instant.daySeconds
    let (one, other) = (left.months * month + left.seconds, right.months * month + right.seconds)
    if one != other { return one < other ? -1 : 1 }
    return left.fraction == right.fraction ? 0 : left.fraction < right.fraction ? -1 : 1
  }

  static func + (left: Interval, right: Interval) -> Interval {
    var sum = Interval(
      months: left.months + right.months, seconds: left.seconds + right.seconds)
    let fraction = left.fraction + right.fraction
    let one = Decimal.powerOfTen(18)
    sum.seconds += fraction >= one ? 1 : 0
    sum.fraction = fraction >= one ? fraction - one : fraction
    return sum
  }
}

extension Interval: CustomStringConvertible {
  package var description: String {
    let days = Instant.daySeconds
    let parts =
      months != 0 && seconds == 0
      ? "\(months) month" + (months == 1 ? "" : "s")
      : months == 0 && seconds % days == 0
        ? "\(seconds / days) day" + (seconds == days ? "" : "s")
        : (months == 0 ? "" : "\(months) months ") + "\(seconds) seconds"
    return "interval '\(parts)'"
  }
}
