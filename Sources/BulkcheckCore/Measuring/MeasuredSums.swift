/// The sums of one chunk, group by group: small decimals are added as integers, those with as many
/// decimal places together.
final class MeasuredSums {
  /// The square of a number of 18 digits has 36: the sum of more than 300 needs a further word.
  struct SquareSum: BitwiseCopyable {
    var low: UInt128 = 0
    var high: UInt64 = 0
  }

  /// A ``SmallDecimal`` has at most 17 decimal places.
  private static let scales = 18

  private var sums: Storage<Int128>
  private var squares: Storage<SquareSum>
  private let hasSquares: Bool
  /// Numbers that are not small, by group: rare.
  private var otherSums: [Int: ExactSum] = [:]
  private var otherSquares: [Int: ExactSum] = [:]
  private var groupCount = 0

  init(hasSquares: Bool) {
    self.hasSquares = hasSquares
    sums = Storage(capacity: MeasuredSums.scales, repeating: 0)
    squares = Storage(
      capacity: hasSquares ? MeasuredSums.scales : 1, repeating: SquareSum())
  }

  deinit {
    sums.deallocate()
    squares.deallocate()
  }

  /// Makes room for so many groups.
  func reserve(_ count: Int) {
    groupCount = max(groupCount, count)
    let needed = count * MeasuredSums.scales
    guard sums.capacity < needed else { return }
    sums = sums.grown(to: needed * 2, padding: 0)
    if hasSquares { squares = squares.grown(to: needed * 2, padding: SquareSum()) }
  }

  func removeAll() {
    sums.fill(0, count: min(sums.capacity, max(1, groupCount) * MeasuredSums.scales))
    if hasSquares {
      squares.fill(
        SquareSum(), count: min(squares.capacity, max(1, groupCount) * MeasuredSums.scales))
    }
    if !otherSums.isEmpty { otherSums = [:] }
    if !otherSquares.isEmpty { otherSquares = [:] }
    groupCount = 0
  }

  @inline(__always)
  func add(_ number: SmallDecimal, to group: Int) {
    let place = group &* MeasuredSums.scales &+ number.scale
    sums[place] &+= Int128(number.digits)
    guard hasSquares else { return }
    let product = number.digits.magnitude.multipliedFullWidth(by: number.digits.magnitude)
    let square = UInt128(product.high) << 64 | UInt128(product.low)
    let (sum, overflow) = squares[place].low.addingReportingOverflow(square)
    squares[place].low = sum
    if overflow { squares[place].high &+= 1 }
  }

  /// False if the number is out of range.
  func add(_ number: Decimal, to group: Int) -> Bool {
    guard otherSums[group, default: ExactSum()].add(number) else { return false }
    if hasSquares {
      let value = BigDecimal(number)
      otherSquares[group, default: ExactSum()].add(value * value)
    }
    return true
  }

  /// The sum of a group, and that of the squares.
  func sums(of group: Int) -> (sum: ExactSum, squares: ExactSum) {
    var sum = otherSums[group] ?? ExactSum()
    var squareSum = otherSquares[group] ?? ExactSum()
    guard group * MeasuredSums.scales < sums.capacity else { return (sum, squareSum) }
    for scale in 0..<MeasuredSums.scales {
      let place = group * MeasuredSums.scales + scale
      sum.add(sums[place], exponent: -scale)
      guard hasSquares else { continue }
      let square = squares[place]
      squareSum.add(words: square.low, square.high, exponent: -2 * scale)
    }
    return (sum, squareSum)
  }
}

extension ExactSum {
  /// Adds `low` + `high` × 2^128, times a power of ten.
  mutating func add(words low: UInt128, _ high: UInt64, exponent: Int) {
    // Split at 10^18, from the low end.
    let base: UInt128 = 1_000_000_000_000_000_000
    var rest = low
    var place = exponent
    while rest > 0 {
      add(Int128(rest % base), exponent: place)
      rest /= base
      place += 18
    }
    guard high > 0 else { return }
    // The digits of 2^128, at most 18 at a time.
    let powers: [(digits: Int128, exponent: Int)] = [
      (374_607_431_768_211_456, 0), (282_366_920_938_463_463, 18), (340, 36),
    ]
    for power in powers {
      add(power.digits * Int128(high), exponent: exponent + power.exponent)
    }
  }
}
