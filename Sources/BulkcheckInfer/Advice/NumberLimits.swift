internal import BulkcheckCore
internal import CLibrary

/// Limits of numbers, with as much room beyond what was seen as their spread asks for.
struct NumberLimits {
  /// So many numbers at one end are an end, not where numbers thin out.
  private static let endMinimum = 30
  /// The same if there are only two numbers, as for a flag.
  private static let endOfFlagMinimum = 10

  /// Numbers crowd at the lower end if the one in the middle is so much closer to it.
  private static let crowding = 0.4

  /// Numbers are around 0 if each side has at least one of so many.
  private static let sideShare = 5

  private(set) var lower: Decimal
  private(set) var upper: Decimal

  /// Nil if too little is known of the numbers: they are too few, or too far apart.
  init?(_ summary: FieldSummary) {
    let numbers = summary.numbers
    guard numbers.count >= FieldAdvisor.valuesMinimum,
      let stretches = NumberLimits.stretches(summary)
    else { return nil }
    let tail = NumberTail(stretches: stretches)
    let isWhole = numbers.integers == numbers.count
    let isFlag = numbers.minimumCount + numbers.maximumCount == numbers.count
    let ends = isFlag ? NumberLimits.endOfFlagMinimum : NumberLimits.endMinimum
    var lowest = NumberLimits.lowest(tail, numbers, isWhole: isWhole)
    var highest = tail.reach
    if numbers.maximumCount >= ends { highest = stretches[stretches.count - 1].upper }
    if numbers.minimumCount >= ends { lowest = stretches[0].lower }
    // Nothing is negative where nothing was positive.
    if stretches[stretches.count - 1].upper <= 0 { highest = min(0, highest) }
    if NumberLimits.areAroundZero(stretches) {
      (lowest, highest) = (
        min(lowest, -stretches[stretches.count - 1].upper), max(highest, -stretches[0].lower)
      )
    }
    let unit = DecimalUnit(
      of: highest - lowest, parts: numbers.count >= 1000 ? 40 : 8, isWhole: isWhole)
    lower = numbers.minimum
    upper = numbers.maximum
    if numbers.minimumCount < ends, let limit = unit.rounded(lowest, up: false),
      Decimal.compare(limit, lower) < 0
    {
      lower = limit
    }
    if numbers.maximumCount < ends, let limit = unit.rounded(highest, up: true),
      Decimal.compare(limit, upper) > 0
    {
      upper = limit
    }
  }

  /// Numbers without a negative one among them may never be negative, above all if they are whole
  /// or crowd near 0.
  private static func lowest(
    _ tail: NumberTail, _ numbers: NumberSummary, isWhole: Bool
  ) -> Double {
    let reach = -tail.mirrored.reach
    guard reach < 0, !numbers.minimum.isNegative else { return reach }
    let (first, last) = (tail.stretches[0].lower, tail.stretches[tail.stretches.count - 1].upper)
    let crowds = tail.median - first < crowding * (last - tail.median)
    return isWhole || tail.beginsAtZero || crowds ? 0 : reach
  }

  /// Whether many numbers are on either side of 0, as differences and angles are. What one side
  /// has, the other may have, too.
  private static func areAroundZero(_ stretches: [NumberTail.Stretch]) -> Bool {
    let count = stretches.reduce(0) { $0 + $1.count }
    let below = stretches.reduce(0) { $0 + ($1.upper <= 0 && $1.lower < 0 ? $1.count : 0) }
    let above = stretches.reduce(0) { $0 + ($1.lower >= 0 && $1.upper > 0 ? $1.count : 0) }
    return min(below, above) * sideShare >= count
  }

  /// The buckets of numbers, no wider than what was seen.
  private static func stretches(_ summary: FieldSummary) -> [NumberTail.Stretch]? {
    let numbers = summary.numbers
    guard let buckets = summary.numberBuckets?.buckets, let least = numbers.minimum.double,
      let most = numbers.maximum.double, least < most, (most - least).isFinite
    else { return nil }
    // A bucket of a single whole number holds nothing else.
    let isWhole = numbers.integers == numbers.count
    return buckets.map { bucket in
      var (lower, upper) = (bucket.lower.double ?? least, bucket.upper.double ?? most)
      if isWhole, upper - lower <= 1 {
        if lower >= 0 { upper = lower } else { lower = upper }
      }
      lower = max(lower, least)
      return NumberTail.Stretch(
        lower: lower, upper: min(max(upper, lower), most), count: bucket.count)
    }
  }
}

/// What limits are multiples of: 1, 2 or 5 and zeros.
struct DecimalUnit {
  private var digit = 1
  private var exponent: Int64 = 0

  /// The greatest one of which the width has at least so many parts.
  init(of width: Double, parts: Int, isWhole: Bool) {
    let limit = width / Double(parts)
    guard limit > 0, limit.isFinite else { return }
    exponent = Int64(log10(limit).rounded(.down))
    let start = limit / pow(10, Double(exponent))
    digit = start >= 5 ? 5 : start >= 2 ? 2 : 1
    if isWhole, exponent < 0 { (digit, exponent) = (1, 0) }
  }

  /// The multiple next to a number; nil if it has too many digits.
  func rounded(_ number: Double, up: Bool) -> Decimal? {
    let parts = number / (Double(digit) * pow(10, Double(exponent)))
    // What stands for a multiple may lie a bit beside it.
    let nearest = parts.rounded()
    let whole =
      abs(parts - nearest) < 1e-9 * max(1, abs(parts))
      ? nearest : parts.rounded(up ? .up : .down)
    guard abs(whole) < 1e15 else { return nil }
    return Decimal(Int(whole) * digit).movedPoint(by: exponent)
  }
}

extension Decimal {
  /// The nearest one of 64 bits; nil if there is none. For numbers that are not long.
  var double: Double? {
    guard let found = Double("\(significand)e\(exponent)"), found.isFinite else { return nil }
    return isNegative ? -found : found
  }
}
