import BulkcheckCore
import Testing

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
