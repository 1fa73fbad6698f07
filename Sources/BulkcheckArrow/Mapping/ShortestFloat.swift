internal import BulkcheckCore

/// The number with the fewest digits that reads back as the same float, for floats of 16, 32 and 64
/// bits: `digits` times ten to the power of `exponent`.
///
/// This is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2021). A float
/// `c * 2^q` is what all numbers between the middles to its neighbours round to:
///
///     (4c - 2) * 2^(q-2)  …  4c * 2^(q-2)  …  (4c + 2) * 2^(q-2)
///
/// (the lower half is shorter at a power of two). Times a power of ten `10^-k`, the three become
/// integers of which the last two digits decide: `k` is chosen such that the interval is wide
/// enough for a multiple of 4, and may be for one of 40. The products are exact to the last bit
/// that counts, since a one stands for whatever is lost behind it ("round to odd"). Of two equally
/// near numbers the one with the even last digit is taken.
struct ShortestFloat: BitwiseCopyable {
  private static let powers = PowersOfTen()

  var digits: UInt64
  var exponent: Int

  /// A finite float other than 0, without its sign.
  ///
  /// - Parameters:
  ///   - fraction: the bits of the significand that are stored.
  ///   - exponentBits: those of the exponent.
  ///   - fractionBits: how many bits the fraction has.
  ///   - bias: what is added to an exponent of 0 when it is stored.
  init(fraction: UInt64, exponentBits: Int, fractionBits: Int, bias: Int) {
    let isNormal = exponentBits != 0
    let c = isNormal ? fraction | 1 &<< UInt64(fractionBits) : fraction
    let q = (isNormal ? exponentBits : 1) &- bias &- fractionBits
    if isNormal, q <= 0, q > -fractionBits &- 1, c.trailingZeroBitCount >= -q {
      digits = c &>> UInt64(-q)
      exponent = 0
      return
    }
    if fractionBits == 52 {
      let value = Double(bitPattern: UInt64(exponentBits) &<< 52 | fraction)
      if let short = ShortestFloat(millionths: value) {
        self = short
        return
      }
    }
    let isLowerCloser = fraction == 0 && exponentBits > 1
    let odd = c & 1
    let k = (q &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
    let shift = UInt64(q &+ (-k &* 1_741_647) &>> 19 &+ 1)
    let power = ShortestFloat.powers[-k]
    let lower = power.times((4 &* c &- 2 &+ (isLowerCloser ? 1 : 0)) &<< shift) &+ odd
    let middle = power.times((4 &* c) &<< shift)
    let upper = power.times((4 &* c &+ 2) &<< shift) &- odd
    (digits, exponent) = ShortestFloat.choose(lower, middle, upper, k)
  }

  /// A double that is a number of at most fifteen digits, six of them behind the point; nil of any
  /// other. Amounts of money and coordinates are.
  ///
  /// A quotient is rounded as a number that is read. No two numbers of fifteen digits round to one
  /// double, so there is no shorter one.
  private init?(millionths value: Double) {
    let scaled = value * 1_000_000
    guard scaled < 1e15 else { return nil }
    let whole = UInt64(scaled + 0.5)
    guard Double(whole) / 1_000_000 == value else { return nil }
    let isOfHundredths = whole % 10_000 == 0
    digits = isOfHundredths ? whole / 10_000 : whole
    exponent = isOfHundredths ? -2 : -6
  }

  /// The shortest number in an interval: the nearest to `middle` if there are several.
  private static func choose(
    _ lower: UInt64, _ middle: UInt64, _ upper: UInt64, _ k: Int
  ) -> (UInt64, Int) {
    let s = middle / 4
    if s >= 10 {
      let tens = s / 10
      let isBelowInside = lower <= 40 &* tens
      let isAboveInside = 40 &* tens &+ 40 <= upper
      if isBelowInside != isAboveInside { return (tens &+ (isAboveInside ? 1 : 0), k &+ 1) }
    }
    let isBelowInside = lower <= 4 &* s
    let isAboveInside = 4 &* s &+ 4 <= upper
    if isBelowInside != isAboveInside { return (s &+ (isAboveInside ? 1 : 0), k) }
    let half = 4 &* s &+ 2
    let roundsUp = middle > half || middle == half && s & 1 == 1
    return (s &+ (roundsUp ? 1 : 0), k)
  }
}

/// The powers of ten that ``ShortestFloat`` needs: their first 128 bits, rounded up where there are
/// more.
///
/// They are computed when the first float is written, which takes less than a millisecond: by
/// multiplying 1 by 10 again and again, and by dividing 2^1216 by 10. Neither loses a bit that
/// counts, as a quotient that is rounded down can be divided again.
private struct PowersOfTen {
  struct Power: BitwiseCopyable {
    var high: UInt64
    var low: UInt64

    /// The product with a number, divided by 2^128; the last bit is set if anything was lost.
    @inline(__always)
    func times(_ factor: UInt64) -> UInt64 {
      let carried = low.multipliedFullWidth(by: factor).high
      let (top, bottom) = high.multipliedFullWidth(by: factor)
      let (sum, isOver) = bottom.addingReportingOverflow(carried)
      return (top &+ (isOver ? 1 : 0)) | (sum > 1 ? 1 : 0)
    }
  }

  private static let exponents = -292...324
  private static let limbs = 20

  private let powers: [Power]

  init() {
    var negative: [Power] = []
    var number = [UInt64](repeating: 0, count: PowersOfTen.limbs)
    number[PowersOfTen.limbs - 1] = 1
    for _ in 1 ... -PowersOfTen.exponents.lowerBound {
      var remainder: UInt64 = 0
      for limb in number.indices.reversed() {
        (number[limb], remainder) = UInt64(10).dividingFullWidth((remainder, number[limb]))
      }
      negative.append(PowersOfTen.power(number, isCut: true))
    }
    var positive: [Power] = []
    number = [UInt64](repeating: 0, count: PowersOfTen.limbs)
    number[0] = 1
    for _ in 0...PowersOfTen.exponents.upperBound {
      positive.append(PowersOfTen.power(number, isCut: false))
      var carry: UInt64 = 0
      for limb in number.indices {
        let (high, low) = number[limb].multipliedFullWidth(by: 10)
        let (sum, isOver) = low.addingReportingOverflow(carry)
        number[limb] = sum
        carry = high + (isOver ? 1 : 0)
      }
    }
    powers = negative.reversed() + positive
  }

  @inline(__always)
  subscript(exponent: Int) -> Power { powers[exponent &- PowersOfTen.exponents.lowerBound] }

  /// The first 128 bits of a number.
  ///
  /// - Parameter isCut: the number is less than what it stands for.
  private static func power(_ number: [UInt64], isCut: Bool) -> Power {
    let top = number.lastIndex { $0 != 0 } ?? 0
    func limb(_ index: Int) -> UInt64 { index >= 0 ? number[index] : 0 }
    let shift = UInt64(limb(top).leadingZeroBitCount)
    func shifted(_ index: Int) -> UInt64 {
      shift == 0 ? limb(index) : limb(index) << shift | limb(index - 1) >> (64 - shift)
    }
    var power = Power(high: shifted(top), low: shifted(top - 1))
    let isLost = shifted(top - 2) != 0 || (0..<max(0, top - 2)).contains { number[$0] != 0 }
    if isCut || isLost {
      let (low, isOver) = power.low.addingReportingOverflow(1)
      power.low = low
      power.high += isOver ? 1 : 0
    }
    return power
  }
}
