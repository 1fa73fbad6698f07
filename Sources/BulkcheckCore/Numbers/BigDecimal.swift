/// A decimal number of any size and exponent: the one big number, for all that does not fit into
/// the integers of the machine.
///
/// ± limbs × 10^(9 × place): limbs of nine digits, the lowest first, none of them zero at either
/// end. So equal numbers have equal limbs, and a number is an integer if its place is not negative:
///
///     -1234567890.5    limbs 500000000 234567890 1    place -1    negative
///     3e18             limbs 3                        place 2
package struct BigDecimal: Hashable, Sendable {
  private(set) var limbs: [UInt32]
  /// The position of the lowest limb, in limbs from the decimal point.
  private(set) var place: Int
  package private(set) var isNegative: Bool

  private static let base = 1_000_000_000

  private init(limbs: [UInt32], place: Int, isNegative: Bool) {
    let zeros = limbs.prefix { $0 == 0 }.count
    var rest = Array(limbs[zeros...])
    while rest.last == 0 { rest.removeLast() }
    self.limbs = rest
    self.place = rest.isEmpty ? 0 : place + zeros
    self.isNegative = isNegative && !rest.isEmpty
  }

  /// Carries what is beyond a limb to the next one.
  private init(sums: [Int128], place: Int) {
    func carried(_ sums: [Int128]) -> (limbs: [UInt32], rest: Int128) {
      let base = Int128(BigDecimal.base)
      var carry: Int128 = 0
      var limbs: [UInt32] = []
      for sum in sums {
        let value = sum + carry
        carry = value.flooredQuotient(by: base)
        limbs.append(UInt32(value - carry * base))
      }
      while carry > 0 {
        limbs.append(UInt32(carry % base))
        carry /= base
      }
      return (limbs, carry)
    }
    let (limbs, rest) = carried(sums)
    if rest < 0 {
      self.init(limbs: carried(sums.map { -$0 }).limbs, place: place, isNegative: true)
    } else {
      self.init(limbs: limbs, place: place, isNegative: false)
    }
  }

  /// The sum of integers, each times a power of ten.
  init(_ words: [(exponent: Int, digits: Int128)]) {
    let lowest = (words.map { $0.exponent }.min() ?? 0).flooredQuotient(by: 9)
    let highest = (words.map { $0.exponent }.max() ?? 0).flooredQuotient(by: 9)
    var sums = [Int128](repeating: 0, count: highest - lowest + 7)
    for (exponent, digits) in words {
      var index = exponent.flooredQuotient(by: 9) - lowest
      let shift = Int128(Decimal.powerOfTen(exponent - (index + lowest) * 9))
      var rest = digits
      while rest != 0 {
        sums[index] += rest % Int128(BigDecimal.base) * shift
        rest /= Int128(BigDecimal.base)
        index += 1
      }
    }
    self.init(sums: sums, place: lowest)
  }

  package init(_ sum: ExactSum) { self.init(sum.parts.map { ($0, $1) }) }

  package init(_ number: Decimal) { self.init(number.words) }

  package init(_ integer: Int) { self.init([(0, Int128(integer))]) }

  /// The number that digits stand for; zero if they are none.
  package init(_ digits: String) {
    self = OwnedDecimal(digits).map { BigDecimal($0.value) } ?? BigDecimal(0)
  }

  package var isZero: Bool { limbs.isEmpty }

  /// -1, 0 or 1 as the number is below, equal to or above zero.
  package var signum: Int { isNegative ? -1 : isZero ? 0 : 1 }

  package var isInteger: Bool { place >= 0 }

  /// The nearest integer, halves away from zero.
  var rounded: BigDecimal {
    let fraction = -place
    if fraction <= 0 { return self }
    guard fraction <= limbs.count else { return BigDecimal(0) }
    var whole = Array(limbs[fraction...])
    if Int(limbs[fraction - 1]) * 2 >= BigDecimal.base {
      var index = 0
      while index < whole.count, Int(whole[index]) == BigDecimal.base - 1 {
        whole[index] = 0
        index += 1
      }
      if index < whole.count { whole[index] += 1 } else { whole.append(1) }
    }
    return BigDecimal(limbs: whole, place: 0, isNegative: isNegative)
  }

  /// The value, if it is an integer in the range of `Int`.
  package var integer: Int? {
    isInteger && place + limbs.count <= 3 ? Int(digits.plainText) : nil
  }

  package var negated: BigDecimal {
    BigDecimal(limbs: limbs, place: place, isNegative: !isNegative)
  }

  private var signedLimbs: [Int128] { limbs.map { isNegative ? -Int128($0) : Int128($0) } }

  package static func + (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    let lowest = min(left.place, right.place)
    let highest = max(left.place + left.limbs.count, right.place + right.limbs.count)
    var sums = [Int128](repeating: 0, count: highest - lowest + 1)
    for number in [left, right] {
      for (index, limb) in number.signedLimbs.enumerated() {
        sums[number.place - lowest + index] += limb
      }
    }
    return BigDecimal(sums: sums, place: lowest)
  }

  package static func - (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    left + right.negated
  }

  package static func * (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    var sums = [Int128](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (index, limb) in left.signedLimbs.enumerated() {
      for (other, factor) in right.signedLimbs.enumerated() { sums[index + other] += limb * factor }
    }
    return BigDecimal(sums: sums, place: left.place + right.place)
  }

  package static func * (count: Int, number: BigDecimal) -> BigDecimal {
    BigDecimal(count) * number
  }

  /// The quotient by a number above 0, cut to more than 60 digits, and whether nothing was cut.
  package func divided(by divisor: Int) -> (quotient: BigDecimal, isExact: Bool) {
    let divisor = UInt128(divisor)
    var rest: UInt128 = 0
    var quotient: [UInt32] = []
    var index = limbs.count - 1
    var place = self.place
    // Below the last limb go zeros.
    while index >= 0 || rest != 0 && quotient.drop(while: { $0 == 0 }).count < 8 {
      let value = rest * UInt128(BigDecimal.base) + UInt128(index >= 0 ? limbs[index] : 0)
      if index < 0 { place -= 1 }
      quotient.append(UInt32(value / divisor))
      rest = value % divisor
      index -= 1
    }
    return (
      BigDecimal(limbs: quotient.reversed(), place: place, isNegative: isNegative), rest == 0
    )
  }

  /// The smallest integer not below the number, or above it if `exclusive`; nil beyond 1000 digits.
  package func nextInteger(exclusive: Bool) -> BigDecimal? {
    if isInteger, !exclusive { return self }
    guard place + limbs.count <= 112 else { return nil }
    let whole = BigDecimal(
      limbs: Array(limbs.dropFirst(-min(place, 0))), place: max(place, 0), isNegative: isNegative)
    return isInteger || !isNegative ? whole + BigDecimal(1) : whole
  }
}

extension BigDecimal: Comparable {
  package static func < (left: BigDecimal, right: BigDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerZero(than: left) : left.isNearerZero(than: right)
  }

  private func isNearerZero(than other: BigDecimal) -> Bool {
    if isZero || other.isZero { return !other.isZero }
    let (end, otherEnd) = (place + limbs.count, other.place + other.limbs.count)
    return end == otherEnd
      ? limbs.reversed().lexicographicallyPrecedes(other.limbs.reversed()) : end < otherEnd
  }
}

extension BigDecimal {
  /// Whether the number is an integer times `divisor`, which is not zero.
  func isMultiple(of divisor: BigDecimal) -> Bool {
    if isZero { return true }
    // The lowest limb is not 0, so that no power of ten of a divisor of a higher place divides it.
    if place < divisor.place { return false }
    // Factors of 10 that the divisor can use up are factors of 2 and 5 in it: fewer than 4 for each
    // of its digits. More of them change nothing.
    let zeros = min(place - divisor.place, 4 * divisor.limbs.count)
    return BigDecimal.isMultiple(
      [Int](repeating: 0, count: zeros) + limbs.map(Int.init), of: divisor.limbs.map(Int.init))
  }

  /// Long division, limb by limb from the highest one: whether nothing is left.
  private static func isMultiple(_ limbs: [Int], of divisor: [Int]) -> Bool {
    // With this factor, the highest limb of the divisor is at least half of the base. Then the
    // quotient of the highest limbs is at most 2 above the true one (Knuth, volume 2, 4.3.1).
    let factor = base / (divisor[divisor.count - 1] + 1)
    let divisor = scaled(divisor, by: factor)
    let count = divisor.count - 1
    var rest = scaled(limbs, by: factor)
    for start in stride(from: rest.count - 1 - count, through: 0, by: -1) {
      let (high, next) = (rest[start + count], rest[start + count - 1])
      var times = -min((high * base + next) / divisor[count - 1], base - 1)
      repeat {
        var carry = 0
        for index in 0...count {
          let sum = rest[start + index] + times * divisor[index] + carry
          carry = sum.flooredQuotient(by: base)
          rest[start + index] = sum - carry * base
        }
        // Below zero, once or twice: back by one divisor.
        times = carry < 0 ? 1 : 0
        if carry < 0 { rest[start + count] += carry * base }
      } while times != 0
    }
    return rest.allSatisfy { $0 == 0 }
  }

  /// The limbs times a factor below the base, with one more limb for what is carried.
  private static func scaled(_ limbs: [Int], by factor: Int) -> [Int] {
    var carry = 0
    return limbs.map { limb in
      let product = limb * factor + carry
      carry = product / base
      return product % base
    } + [carry]
  }
}

extension BinaryInteger {
  /// Rounded down, for a divisor above 0.
  func flooredQuotient(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
