import Testing

@testable import BulkcheckCore

/// The buckets that quantiles are estimated from.
@Suite struct RatioBucketTests {
  private static func number(_ text: String) -> BigDecimal { BigDecimal(text) }

  private static let numbers = [
    "1", "9.99999999999999999999999", "10", "0.1", "0.30103", "7",
    "123456789012345678901234567890", "1e9999", "9.9e9999", "1e-10000", "3.3e-9000", "2", "99999",
    "100001", "1.00014",
  ]

  @Test("the estimate of one number is as near as it says", arguments: [0, 3, 13, 14])
  func one(level: Int) throws {
    for text in Self.numbers.flatMap({ [$0, "-" + $0] }) {
      let exact = Self.number(text)
      var finest = RatioBuckets()
      finest.add(exact, times: 3, maximum: 10)
      var buckets = RatioBuckets()
      for (place, count) in finest.counts {
        // As if others had made it coarser.
        buckets.add(0, level: level, times: 0, maximum: 10)
        buckets.add(place, level: 0, times: count, maximum: 10)
      }
      let estimate = try #require(buckets.number(at: 3))
      let share = Self.number(String(buckets.error.dropLast()))
      let distance = exact - estimate
      let magnitude = distance.isNegative ? distance.negated : distance
      let size = exact.isNegative ? exact.negated : exact
      #expect(!(size * share < magnitude * BigDecimal(100)), "\(text) \(estimate.text)")
      #expect(estimate.isNegative == exact.isNegative)
    }
  }

  @Test(
    "the error is stated in two digits",
    arguments: [(0, "0.0071%"), (1, "0.015%"), (7, "0.9%"), (13, "52%"), (14, "82%")])
  func error(level: Int, expected: String) {
    var buckets = RatioBuckets()
    buckets.add(1, level: level, times: 1, maximum: 1)
    #expect(buckets.error == expected)
  }

  @Test("the order of numbers is kept, with zero and negative ones")
  func order() {
    var buckets = RatioBuckets()
    for text in ["5", "-5", "0", "-7", "0.001", "-0.001", "1e300"] {
      buckets.add(Self.number(text), times: 1, maximum: 100)
    }
    let found = (1...7).compactMap { buckets.number(at: $0).flatMap { Double($0.text) } }
    #expect(found == found.sorted())
    #expect(found[3] == 0)
    #expect(buckets.number(at: 8) == nil)
  }

  @Test("buckets are joined in the same way in any order, and small decimals lie where others do")
  func joined() {
    var forwards = RatioBuckets()
    var backwards = RatioBuckets()
    // More than there may be buckets, with the same ratio from one to the next.
    var numbers = [1]
    for index in 0..<60_000 { numbers.append(numbers[index] + numbers[index] / 2000 + 1) }
    for number in numbers {
      forwards.add(SmallDecimal(digits: number, scale: 3), times: 1, maximum: 0)
    }
    for number in numbers.reversed() {
      backwards.add(BigDecimal(number), times: 1, maximum: 0)
    }
    #expect(forwards.level > 0)
    #expect(forwards.level == backwards.level)
    #expect(
      Set(forwards.counts.values.map { $0 }) == Set(backwards.counts.values.map { $0 }))
    #expect(forwards.counts.count <= RatioBuckets.countMinimum)
    #expect(RatioBuckets.isPlace(forwards.counts.keys.max() ?? 0, level: forwards.level))
    #expect(!RatioBuckets.isPlace(.min, level: 0))
  }
}
