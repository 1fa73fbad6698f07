/// How many numbers are in each of fixed buckets of equal ratio: what a quantile is estimated from
/// if its different numbers take too much memory.
///
/// A power of ten is cut into 2^14 buckets, so that a number is off by at most 0.0071 % if it
/// represents all numbers of its bucket. Zero has a bucket of its own. If there are too many
/// buckets, neighbours are joined in pairs, and the error nearly doubles.
///
/// Where a bucket begins depends only on its place, and how often buckets were joined only on how
/// many of them there are. So the estimate does not depend on the order of the numbers, or on how
/// they were cut into parts. The buckets are found with integers alone, so all machines agree.
struct RatioBuckets {
  /// The counts by place: 0 is that of zero; those of other numbers count from 1, from the smallest
  /// magnitude on, and are negative for negative numbers.
  private(set) var counts: [Int: Int] = [:]
  /// How often neighbours were joined.
  private(set) var level = 0

  /// Then a power of ten is one bucket.
  static let levelMaximum = 14
  /// The number of buckets of all numbers in range, if each power of ten is one.
  static let countMinimum = 2 * decades + 1
  /// The powers of ten that an ``ExactSum`` can have, on either side of 1.
  private static let decades = 2 * ExactSum.exponentMaximum
  private static let unit: UInt128 = 1_000_000_000_000_000_000

  /// The numbers by which the buckets of one power of ten begin, times 10^18.
  private static let starts: [UInt64] = {
    var starts = [UInt64(unit)]
    for index in 1..<(1 << levelMaximum) {
      let factor = UInt128(roots[levelMaximum - index.trailingZeroBitCount])
      starts.append(UInt64(UInt128(starts[index & (index - 1)]) * factor / unit))
    }
    return starts
  }()

  /// 10, its square root, the square root of that, and so on, times 10^18.
  private static let roots: [UInt64] = {
    var roots = [UInt64(10 * unit)]
    for _ in 0..<levelMaximum {
      roots.append(UInt64(BigDecimal.squareRoot(UInt128(roots[roots.count - 1]) * unit)))
    }
    return roots
  }()

  // MARK: Counting

  /// - Parameter maximum: buckets that there may be.
  mutating func add(_ number: SmallDecimal, times: Int, maximum: Int) {
    let place = RatioBuckets.place(
      UInt64(number.digits.magnitude), exponent: -number.scale, isNegative: number.digits < 0)
    add(place, level: 0, times: times, maximum: maximum)
  }

  mutating func add(_ number: BigDecimal, times: Int, maximum: Int) {
    let (digits, exponent) = number.digits.leading(19)
    let place = RatioBuckets.place(
      UInt64(digits), exponent: exponent, isNegative: number.isNegative)
    add(place, level: 0, times: times, maximum: maximum)
  }

  /// Counts numbers of a bucket as it is after so many joins.
  mutating func add(_ place: Int, level other: Int, times: Int, maximum: Int) {
    while level < other { join() }
    counts[RatioBuckets.joined(place, times: level - other), default: 0] &+= times
    while counts.count > max(maximum, RatioBuckets.countMinimum), level < RatioBuckets.levelMaximum
    {
      join()
    }
  }

  /// Whether there is such a bucket after so many joins.
  static func isPlace(_ place: Int, level: Int) -> Bool {
    place.magnitude <= (decades << levelMaximum) >> level
  }

  private mutating func join() {
    var joined: [Int: Int] = [:]
    for (place, count) in counts {
      joined[RatioBuckets.joined(place, times: 1), default: 0] &+= count
    }
    counts = joined
    level += 1
  }

  private static func joined(_ place: Int, times: Int) -> Int {
    if place == 0 { return 0 }
    let joined = ((abs(place) - 1) >> times) + 1
    return place < 0 ? -joined : joined
  }

  /// - Parameter digits: at most 19 of them.
  private static func place(_ digits: UInt64, exponent: Int, isNegative: Bool) -> Int {
    if digits == 0 { return 0 }
    let count = Decimal.digitCount(digits)
    let start = digits * Decimal.powerOfTen(19 - count)
    let decade = count - 1 + exponent + ExactSum.exponentMaximum
    // The last bucket that does not begin above the number.
    let bucket = (1..<starts.count).partitioningIndex { starts[$0] > start } - 1
    let place = decade << levelMaximum + bucket + 1
    return isNegative ? -place : place
  }

  // MARK: Estimating

  /// A number that represents the one at a rank, from 1.
  func number(at rank: Int) -> BigDecimal? {
    var seen = 0
    for place in counts.keys.sorted() {
      seen &+= counts[place] ?? 0
      if seen >= rank { return number(of: place) }
    }
    return nil
  }

  /// Seven digits, as far from the start of the bucket as from its end, in proportion to both.
  private func number(of place: Int) -> BigDecimal {
    if place == 0 { return BigDecimal(0) }
    let first = (abs(place) - 1) << level
    let end = (first + 1 << level) & (RatioBuckets.starts.count - 1)
    let low = UInt128(RatioBuckets.starts[first & (RatioBuckets.starts.count - 1)])
    let high = end == 0 ? 10 * RatioBuckets.unit : UInt128(RatioBuckets.starts[end])
    let middle = 2 * low * high / (low + high)
    let cut = RatioBuckets.unit / 1_000_000
    let digits = Int128((middle + cut / 2) / cut)
    let decade = first >> RatioBuckets.levelMaximum - ExactSum.exponentMaximum
    return BigDecimal([(decade - 6, place < 0 ? -digits : digits)])
  }

  /// The share of a number by which its estimate is off at most, in percent: `0.0071%`.
  var error: String {
    let ratio = UInt128(RatioBuckets.roots[RatioBuckets.levelMaximum - level])
    let billion: UInt128 = 1_000_000_000
    // Of the bucket, of seven digits, and of what this division leaves.
    var share =
      (ratio - RatioBuckets.unit) * billion / (ratio + RatioBuckets.unit) + 500 + 1
    // Two digits, rounded up.
    var exponent = -7
    while share >= 100 {
      share = (share + 9) / 10
      exponent += 1
    }
    return BigDecimal([(exponent, Int128(share))]).text + "%"
  }
}
