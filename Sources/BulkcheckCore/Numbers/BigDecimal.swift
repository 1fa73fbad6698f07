/// A decimal number of any size, for what is computed once a run: the figures of whole tables.
///
/// ± limbs × 10^(9 × place): limbs of nine digits, the lowest first, none of them zero at either
/// end.
package struct BigDecimal: Hashable, Sendable {
  private(set) var limbs: [UInt32]
  /// The place of the lowest limb, in limbs from the decimal point.
  private(set) var place: Int
  package private(set) var isNegative: Bool

  private static let base: Int128 = 1_000_000_000

  private init(limbs: [UInt32], place: Int, isNegative: Bool) {
    let zeros = limbs.prefix { $0 == 0 }.count
    var rest = Array(limbs[zeros...])
    while rest.last == 0 { rest.removeLast() }
    self.limbs = rest
    self.place = rest.isEmpty ? 0 : place + zeros
    self.isNegative = isNegative && !rest.isEmpty
  }

  package init(_ sum: ExactSum) {
    let lowest = (sum.parts.keys.min() ?? 0).flooredQuotient(by: 9)
    let highest = (sum.parts.keys.max() ?? 0).flooredQuotient(by: 9)
    var sums = [Int128](repeating: 0, count: highest - lowest + 7)
    for (exponent, digits) in sum.parts {
      let limb = exponent.flooredQuotient(by: 9) - lowest
      let shift = Int128(Decimal.powerOfTen(exponent - (limb + lowest) * 9))
      var rest = digits
      var index = limb
      while rest != 0 {
        sums[index] += rest % BigDecimal.base * shift
        rest /= BigDecimal.base
        index += 1
      }
    }
    self.init(sums: sums, place: lowest)
  }

  package init(_ number: Decimal) {
    var sum = ExactSum()
    sum.add(number)
    self.init(sum)
  }

  package init(_ integer: Int) { self.init(Decimal(integer)) }

  /// Carries what is beyond a limb to the next one.
  private init(sums: [Int128], place: Int) {
    func carried(_ sums: [Int128]) -> (limbs: [UInt32], rest: Int128) {
      var carry: Int128 = 0
      var limbs: [UInt32] = []
      for sum in sums {
        let value = sum + carry
        carry = value.flooredQuotient(by: BigDecimal.base)
        limbs.append(UInt32(value - carry * BigDecimal.base))
      }
      while carry > 0 {
        limbs.append(UInt32(carry % BigDecimal.base))
        carry /= BigDecimal.base
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

  package var isZero: Bool { limbs.isEmpty }

  package var negated: BigDecimal {
    BigDecimal(limbs: limbs, place: place, isNegative: !isNegative)
  }

  private var signedLimbs: [Int128] { limbs.map { isNegative ? -Int128($0) : Int128($0) } }

  package static func + (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    let lowest = min(left.place, right.place)
    let highest = max(left.place + left.limbs.count, right.place + right.limbs.count)
    var sums = [Int128](repeating: 0, count: highest - lowest + 1)
    for (index, limb) in left.signedLimbs.enumerated() { sums[left.place - lowest + index] += limb }
    for (index, limb) in right.signedLimbs.enumerated() {
      sums[right.place - lowest + index] += limb
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
}

extension BigDecimal: Comparable {
  package static func < (left: BigDecimal, right: BigDecimal) -> Bool { (left - right).isNegative }
}

extension BinaryInteger {
  /// Rounded down, for a divisor above 0.
  func flooredQuotient(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension ExactSum {
  package mutating func add(_ number: BigDecimal) {
    for (index, limb) in number.limbs.enumerated() {
      add(number.isNegative ? -Int128(limb) : Int128(limb), exponent: (number.place + index) * 9)
    }
  }
}
