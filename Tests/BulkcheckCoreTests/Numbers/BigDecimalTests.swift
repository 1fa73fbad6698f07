import Testing
import Twins

@testable import BulkcheckCore

@Suite("Numbers of any size")
struct BigDecimalTests {
  @Test(
    "are ordered by value, however they are written",
    arguments: [
      ("0", "-0", 0), ("1", "1.0", 0), ("1e2", "100", 0), ("100E-2", "1", 0), ("0.1", "0.10", 0),
      ("-1", "1", -1), ("-2", "-1", -1), ("0", "1e-400", -1), ("-1e-400", "0", -1),
      ("9", "10", -1), ("0.09", "0.1", -1), ("1e99999999999999999999", "1", 1),
      ("123456789012345678901234567890.1", "123456789012345678901234567890", 1),
      ("-1e400", "1e-400", -1), ("007", "7", 0),
      ("1e-999999999", "1e999999999", -1), ("1000000001", "1000000001.5", -1),
    ])
  func order(left: String, right: String, order: Int) {
    #expect((BigDecimal(left) < BigDecimal(right)) == (order < 0))
    #expect((BigDecimal(right) < BigDecimal(left)) == (order > 0))
    #expect((BigDecimal(left) == BigDecimal(right)) == (order == 0))
  }

  @Test(
    "know whether they are integers",
    arguments: [
      ("12", 12), ("-12.0", -12), ("1e3", 1000), ("0", 0), ("1.5", nil), ("1e-1", nil),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("1e999999999999999999999", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) {
    #expect(BigDecimal(text).integer == value)
  }

  @Test(
    "find the next integer",
    arguments: [
      ("1.2", false, "2"), ("1", false, "1"), ("1", true, "2"), ("99", true, "100"),
      ("-1", true, "0"), ("-1.5", true, "-1"), ("-0.5", false, "0"), ("-10", true, "-9"),
      ("0.001", false, "1"), ("0", true, "1"), ("9.9", true, "10"), ("-20.5", false, "-20"),
    ])
  func next(text: String, exclusive: Bool, next: String) {
    #expect(BigDecimal(text).nextInteger(exclusive: exclusive) == BigDecimal(next))
  }

  @Test(
    "are written without an exponent",
    arguments: [("1e-3", "0.001"), ("12.50", "12.5"), ("1e2", "100"), ("0", "0"), ("-0.5", "-0.5")])
  func plain(text: String, plain: String) {
    #expect(BigDecimal(text).plainText == plain)
  }

  @Test("know what they are multiples of, however long")
  func multiples() {
    var random = SeededGenerator(seed: 23)
    func number(_ digits: Int) -> BigDecimal {
      let text = (0..<digits).map { _ in "\(random.below(10))" }.joined()
      return BigDecimal("1" + text + "e\(random.below(60) - 30)")
    }
    for digits in [1, 8, 9, 19, 30, 100] {
      for _ in 0..<200 {
        let (divisor, factor) = (number(digits), random.below(1_000_000))
        let product = divisor * BigDecimal(factor)
        #expect(product.isMultiple(of: divisor))
        // Less than the divisor: never a multiple.
        let rest = divisor.divided(by: 1 + random.below(1000)).quotient
        if rest < divisor { #expect(!(product + rest).isMultiple(of: divisor)) }
      }
    }
    #expect(BigDecimal("1e999999999").isMultiple(of: BigDecimal("1024e-30")))
    #expect(!BigDecimal("1e999999999").isMultiple(of: BigDecimal("1026e-30")))
  }
}
