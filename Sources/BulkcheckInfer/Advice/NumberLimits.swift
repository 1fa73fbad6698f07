internal import BulkcheckCore
internal import CLibrary

/// Limits of numbers, with as much room beyond what was seen as their spread asks for.
struct NumberLimits {
  /// So many numbers at one end are an end, not where numbers thin out.
  private static let endMinimum = 30
  /// The least count at an end if there are only two numbers, as for a flag.
  private static let endOfFlagMinimum = 10

  /// How many times the range of the numbers they may move by a later time.
  private static let drift = 2.0

  /// Numbers crowd at the lower end if the one in the middle is so much closer to it.
  private static let crowding = 0.4

  /// Numbers are around 0 if each side has at least one of so many.
  private static let sideShare = 5

  private(set) var lower: Decimal
  private(set) var upper: Decimal

  /// Nil if too little is known of the numbers: they are too few, or too far apart.
  ///
  /// - Parameter isDated: the next records are about a later time.
  init?(_ summary: FieldSummary, isDated: Bool) {
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
    if isDated {
      let drift = NumberLimits.drift * (tail.last - tail.first)
      lowest = min(lowest, NumberLimits.drifted(lowest, by: drift, stretches))
      highest = max(highest, tail.last + drift)
    }
    let endsBelow = numbers.minimumCount >= ends && (!isDated || numbers.minimum.isRound)
    let endsAbove = numbers.maximumCount >= ends && (!isDated || numbers.maximum.isRound)
    if endsAbove { highest = tail.last }
    if endsBelow { lowest = tail.first }
    // Nothing is negative where nothing was positive.
    if tail.last <= 0, !isDated { highest = min(0, highest) }
    if NumberLimits.areAroundZero(stretches) {
      (lowest, highest) = (
        min(lowest, -tail.last), max(highest, -tail.first)
      )
    }
    let unit = DecimalUnit(
      of: highest - lowest, parts: numbers.count >= 1000 ? 40 : 8, isWhole: isWhole)
    lower = numbers.minimum
    upper = numbers.maximum
    if !endsBelow, let limit = unit.rounded(lowest, up: false),
      Decimal.compare(limit, lower) < 0
    {
      lower = limit
    }
    if !endsAbove, let limit = unit.rounded(highest, up: true),
      Decimal.compare(limit, upper) > 0
    {
      upper = limit
    }
  }

  /// The lower limit with room to drift, which is below 0 only if many numbers are.
  private static func drifted(
    _ lowest: Double, by drift: Double, _ stretches: [NumberTail.Stretch]
  ) -> Double {
    let drifted = stretches[0].lower - drift
    if stretches[0].lower >= 0 { return max(min(0, lowest), drifted) }
    let areNegative = stretches[stretches.count - 1].upper <= 0
    return areNegative || areAroundZero(stretches) ? drifted : lowest
  }

  /// Numbers without a negative one among them may never be negative, above all if they are whole
  /// or crowd near 0.
  private static func lowest(
    _ tail: NumberTail, _ numbers: NumberSummary, isWhole: Bool
  ) -> Double {
    let reach = -tail.mirrored.reach
    guard reach < 0, !numbers.minimum.isNegative else { return reach }
    let crowds = tail.median - tail.first < crowding * (tail.last - tail.median)
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

/// The unit of which limits are multiples: 1, 2 or 5 and zeros.
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
  /// Whole, with at most one digit other than 0. In records with dates, only such a number may be
  /// the end of a scale: others stand often because many records of one day have them.
  fileprivate var isRound: Bool {
    var (digits, exponent) = (significand, exponent)
    while digits >= 10, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    return digits < 10 && exponent >= 0
  }

  /// The nearest one of 64 bits; nil if there is none. For numbers that are not long.
  var double: Double? {
    guard let found = Double("\(significand)e\(exponent)"), found.isFinite else { return nil }
    return isNegative ? -found : found
  }
}

/// How far the next numbers may lie beyond the greatest one that was seen.
///
/// The greatest of as many further numbers is greater than the greatest so far in one case of two.
/// By how much depends on how the numbers thin out towards the end. The tail is taken for one that
/// falls exponentially, by the number itself or by its logarithm, whichever reaches farther. How
/// fast it falls is estimated from the greatest tenth. That tenth may be large enough to show that
/// the tail has an end, as that of angles has. Then it is taken for a generalized Pareto
/// distribution, whose end is known from the mean and the variance of the excesses (Hosking and
/// Wallis 1987).
struct NumberTail {
  /// Numbers between two limits, taken for evenly spread.
  struct Stretch {
    var lower: Double
    var upper: Double
    var count: Int
  }

  /// One of so many tails may reach farther than estimated.
  private static let risk = 0.001
  /// The risk if the logarithms make the tail, which reaches far.
  private static let riskOfLogarithms = 0.002
  /// At least so many numbers make the tail, and at most.
  private static let sizes = 5...200
  /// No limit is more than a million times what was seen.
  private static let growthMaximum = 14.0
  /// Room beyond what was seen that every tail gets, as a share of the whole range: of few numbers,
  /// and of a thousand or more.
  private static let (roomOfFew, roomOfMany) = (0.5, 0.25)
  /// So many numbers in the tail tell its shape.
  private static let sizeOfShape = 100

  /// Gaps between neighbours that may lie between 0 and the first number.
  private static let gapsMaximum = 5.0

  /// The stretches in ascending order; there are at least two numbers.
  var stretches: [Stretch]
  var first: Double { stretches[0].lower }
  var last: Double { stretches[stretches.count - 1].upper }
  private var count: Int { stretches.reduce(0) { $0 + $1.count } }

  /// The numbers with the other sign: their tail is the lower one of these.
  var mirrored: NumberTail {
    NumberTail(
      stretches: stretches.reversed().map {
        Stretch(lower: -$0.upper, upper: -$0.lower, count: $0.count)
      })
  }

  /// A limit that as many further numbers will hardly reach.
  var reach: Double {
    guard let first = stretches.first, let last = stretches.last else { return 0 }
    let most = last.upper
    let count = count
    let size = min(max(NumberTail.sizes.lowerBound, count / 10), NumberTail.sizes.upperBound)
    let tail = top(min(size, count - 1))
    let start = number(at: min(size, count - 1))
    let room = size < NumberTail.sizeOfShape ? NumberTail.roomOfFew : NumberTail.roomOfMany
    let least = most + room * (most - first.lower)
    let mean = NumberTail.mean(of: tail) { $0 - start }
    let variance = NumberTail.variance(of: tail, around: start + mean)
    // The shape is below 0 if the tail has an end, and that is certain if it still is so with two
    // standard errors more.
    let shape = 0.5 - 0.5 * mean * mean / max(variance, .leastNormalMagnitude)
    let highest = shape + 2 / Double(size).squareRoot()
    if size >= NumberTail.sizeOfShape, highest < 0 {
      let share = pow(NumberTail.risk / Double(size), -highest)
      return max(least, start + mean * (1 - highest) * (1 - share) / -highest)
    }
    var reach = max(least, most + NumberTail.steps(size, NumberTail.risk) * mean)
    if start > 0 {
      let steps = NumberTail.steps(size, NumberTail.riskOfLogarithms)
      let growth = steps * NumberTail.mean(of: tail) { log($0 / start) }
      reach = max(reach, most * exp(min(growth, NumberTail.growthMaximum)))
    }
    return reach
  }

  /// How many times the mean excess the tail may go beyond its greatest number; more if the mean is
  /// known from few numbers.
  private static func steps(_ size: Int, _ risk: Double) -> Double {
    let size = Double(size)
    return size * (pow(risk, -1 / size) - 1)
  }

  /// The numbers begin so close to 0 that the first is hardly farther from it than they are from
  /// each other: 0 is where they begin.
  var beginsAtZero: Bool {
    guard let first = stretches.first, let last = stretches.last else { return false }
    return first.lower * Double(count) <= NumberTail.gapsMaximum * (last.upper - first.lower)
  }

  /// The greatest `size` numbers.
  private func top(_ size: Int) -> [Stretch] {
    var rest = size
    var found: [Stretch] = []
    for stretch in stretches.reversed() where rest > 0 {
      var part = stretch
      part.count = min(rest, stretch.count)
      let share = Double(part.count) / Double(stretch.count)
      part.lower = stretch.upper - share * (stretch.upper - stretch.lower)
      rest -= part.count
      found.append(part)
    }
    return found
  }

  /// The number that has `rank` greater ones.
  private func number(at rank: Int) -> Double {
    var rest = rank
    for stretch in stretches.reversed() {
      if rest < stretch.count {
        let share = (Double(rest) + 0.5) / Double(stretch.count)
        return stretch.upper - share * (stretch.upper - stretch.lower)
      }
      rest -= stretch.count
    }
    return stretches[0].lower
  }

  /// The one in the middle.
  var median: Double { number(at: count / 2) }

  /// The variance of numbers that are evenly spread over each stretch.
  private static func variance(of stretches: [Stretch], around mean: Double) -> Double {
    let sum = stretches.reduce(0.0) { sum, stretch in
      let width = stretch.upper - stretch.lower
      let distance = (stretch.lower + stretch.upper) / 2 - mean
      return sum + Double(stretch.count) * (distance * distance + width * width / 12)
    }
    return sum / Double(max(1, stretches.reduce(0) { $0 + $1.count }))
  }

  private static func mean(of stretches: [Stretch], _ body: (Double) -> Double) -> Double {
    let sum = stretches.reduce(0) {
      $0 + Double($1.count) * max(0, body(($1.lower + $1.upper) / 2))
    }
    return sum / Double(max(1, stretches.reduce(0) { $0 + $1.count }))
  }
}

/// Limits that are a bit wider than what was seen, and numbers as a profile writes them.
enum RoundedNumber {
  /// The number rounded down or up to so many digits that are not zero.
  static func text(_ number: Decimal, digits: Int, up: Bool) -> String {
    let all = String(number.significand)
    let drop = max(0, all.utf8.count - digits)
    guard drop > 0 else { return text(number) }
    var significand = number.significand
    var isExact = true
    for _ in 0..<drop {
      if significand % 10 != 0 { isExact = false }
      significand /= 10
    }
    // Up is away from zero for positive numbers, down for negative ones. No overflow: a digit was
    // dropped.
    if !isExact, up != number.isNegative { significand += 1 }
    return text(significand, exponent: number.exponent + Int64(drop), number.isNegative)
  }

  /// The number in full.
  static func text(_ number: Decimal) -> String {
    text(number.significand, exponent: number.exponent, number.isNegative)
  }

  private static func text(_ significand: UInt64, exponent: Int64, _ isNegative: Bool) -> String {
    guard significand != 0 else { return "0" }
    var digits = String(significand)
    var exponent = exponent
    while exponent < 0, digits.utf8.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let sign = isNegative ? "-" : ""
    switch exponent {
    case 0...18: return sign + digits + String(repeating: "0", count: Int(exponent))
    case -18..<0: return sign + DigitText.withPoint(digits, decimals: Int(-exponent))
    default: return "\(sign)\(digits)e\(exponent)"
    }
  }
}

/// The tolerance that a rule would need to pass.
enum NeededTolerance {
  /// Two digits of a percentage, rounded up: `"0.0012%"`; JSON text.
  static func percent(_ exceptions: Int, of evaluated: Int) -> String {
    guard evaluated > 0 else { return "0" }
    var scale: UInt128 = 1
    var places = 0
    while true {
      let (quotient, remainder) = (UInt128(exceptions) * 100 * scale)
        .quotientAndRemainder(dividingBy: UInt128(evaluated))
      let rounded = quotient + (remainder > 0 ? 1 : 0)
      if rounded >= 10 || places == 12 {
        return "\"\(DigitText.withPoint("\(rounded)", decimals: places, trimmed: true))%\""
      }
      scale *= 10
      places += 1
    }
  }
}
