import Testing
import Twins

@testable import BulkcheckCore

@Suite("Exact arithmetic")
struct ExactDecimalTests {
  static let sums: [(String, String, String, String, String)] = [
    ("0.1", "0.2", "0.3", "-0.1", "0.02"),
    ("999999999", "1", "1000000000", "999999998", "999999999"),
    ("-5", "5", "0", "-10", "-25"),
    ("1e20", "1e-3", "100000000000000000000.001", "99999999999999999999.999", "100000000000000000"),
    ("12345678901234567890.5", "0", "12345678901234567890.5", "12345678901234567890.5", "0"),
    ("0.0000000001", "-1", "-0.9999999999", "1.0000000001", "-0.0000000001"),
  ]

  @Test("adds, subtracts and multiplies", arguments: sums)
  func arithmetic(_ a: String, _ b: String, _ sum: String, _ difference: String, _ product: String)
    throws
  {
    let one = try #require(ExactDecimal(a))
    let other = try #require(ExactDecimal(b))
    #expect("\(one + other)" == sum)
    #expect("\(one - other)" == difference)
    #expect("\(one * other)" == product)
  }

  @Test("agrees with integers of the machine")
  func integers() {
    let numbers = [0, 1, -1, 999_999_999, -1_000_000_000, 123_456_789, 3_037_000_498]
    for a in numbers {
      for b in numbers {
        let (one, other) = (ExactDecimal(a), ExactDecimal(b))
        #expect("\(one + other)" == "\(a + b)")
        #expect("\(one * other)" == "\(a * b)")
        #expect(ExactDecimal.compare(one, other) == (a < b ? -1 : a > b ? 1 : 0))
      }
    }
  }

  @Test("short numbers agree with long ones, where the result fits and where it does not")
  func forms() {
    var random = SeededGenerator(seed: 7)
    var significands: [Int128] = [0, 1, -1, .max, .min, .max - 1, .min + 1]
    for bits in [10, 40, 63, 64, 100, 126] {
      for _ in 0..<3 {
        let high = Int128(random.below(Int.max)) << 64
        significands.append((high | Int128(random.below(Int.max))) >> Int128(127 - bits))
      }
    }
    let exponents = [0, 1, -2, 18, -19, 20, 60]
    for _ in 0..<4000 {
      let (a, b) = (random.pick(significands), random.pick(significands))
      let (exponentA, exponentB) = (random.pick(exponents), random.pick(exponents))
      let one = ExactDecimal(a, exponent: exponentA)
      let other = ExactDecimal(b, exponent: exponentB)
      let long = BigDecimal([(exponentA, a)])
      let otherLong = BigDecimal([(exponentB, b)])
      #expect("\(one)" == "\(ExactDecimal(long))")
      #expect("\(one + other)" == "\(ExactDecimal(long + otherLong))")
      #expect("\(one - other)" == "\(ExactDecimal(long + otherLong.negated))")
      #expect("\(one * other)" == "\(ExactDecimal(long * otherLong))")
      let difference = "\(one - other)"
      let order = difference == "0" ? 0 : difference.hasPrefix("-") ? -1 : 1
      #expect(ExactDecimal.compare(one, other) == order)
      #expect(!"\(one.magnitude)".hasPrefix("-"))
    }
  }

  @Test("numbers with digits too far from the point are refused")
  func range() {
    #expect(ExactDecimal("1e10000") != nil)
    #expect(ExactDecimal("1e10001") == nil)
    #expect(ExactDecimal("1e-10000") != nil)
    #expect(ExactDecimal("1e-10001") == nil)
    #expect(ExactDecimal("0e99999999999999999999").map { "\($0)" } == "0")
    #expect(ExactDecimal("x") == nil)
  }
}
