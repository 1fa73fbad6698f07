/// A number modulo a large one, for ``Decimal/isMultiple(of:)`` with divisors of 20 digits or more.
///
/// Everything is made of one operation, addition modulo m: slow, but short enough to be seen right, and needed only for divisors that
/// hardly any profile has.
struct Residue {
  /// Limbs of 32 bits, the lowest first; both arrays have the same length and the value is less than the modulus.
  private var limbs: [UInt32]
  private let modulus: [UInt32]

  init(_ small: UInt32, modulo modulus: [UInt32]) {
    limbs = Array(repeating: 0, count: modulus.count)
    limbs[0] = small
    self.modulus = modulus
  }

  /// The digits of a long number as limbs, with the highest limb not 0.
  static func number(_ number: Decimal) -> [UInt32] {
    var limbs: [UInt32] = [0]
    var digits = DigitCursor(number.digits)
    while let digit = digits.next() {
      var carry = UInt64(digit)
      for index in limbs.indices {
        // No overflow: (2^32 - 1) × 10 + carry is far below 2^64.
        let product = UInt64(limbs[index]) * 10 + carry
        limbs[index] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry != 0 { limbs.append(UInt32(carry)) }
    }
    return limbs
  }

  var isZero: Bool { limbs.allSatisfy { $0 == 0 } }

  /// Times ten plus a digit.
  mutating func appendDigit(_ digit: UInt32) {
    let once = limbs
    add(limbs)
    add(limbs)
    add(once)
    add(limbs)
    if digit != 0 {
      var small = Array(repeating: UInt32(0), count: limbs.count)
      small[0] = digit
      add(small)
    }
  }

  mutating func multiply(by other: Residue) {
    let factor = limbs
    limbs = Array(repeating: 0, count: limbs.count)
    for limb in other.limbs.reversed() {
      for bit in stride(from: 31, through: 0, by: -1) {
        add(limbs)
        if (limb >> UInt32(bit)) & 1 == 1 { add(factor) }
      }
    }
  }

  /// Adds a number that is less than the modulus.
  private mutating func add(_ other: [UInt32]) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let sum = UInt64(limbs[index]) + UInt64(other[index]) + carry
      limbs[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry != 0 || !isLessThanModulus { subtractModulus() }
  }

  private var isLessThanModulus: Bool {
    for index in limbs.indices.reversed() where limbs[index] != modulus[index] {
      return limbs[index] < modulus[index]
    }
    return false
  }

  private mutating func subtractModulus() {
    var borrow: UInt64 = 0
    for index in limbs.indices {
      let difference = UInt64(limbs[index]) &- UInt64(modulus[index]) &- borrow
      limbs[index] = UInt32(truncatingIfNeeded: difference)
      borrow = (difference >> 32) & 1
    }
  }
}
