import Testing

@testable import BulkcheckCore

@Suite struct ExactSumTests {
  private func sum(_ numbers: [String]) -> BigDecimal {
    var sum = ExactSum()
    for text in numbers {
      if let number = OwnedDecimal(text) { sum.add(number.value) }
    }
    return BigDecimal(sum)
  }

  static let sums: [([String], String)] = [
    ([], "0"), (["0.10", "0.20"], "0.3"), (["1", "-1"], "0"), (["-0.5", "0.25"], "-0.25"),
    (["1e30", "1e-5"], "1000000000000000000000000000000.00001"),
    (["123456789012345678901234567890", "0.1"], "123456789012345678901234567890.1"),
    (["999999999999999999", "1"], "1000000000000000000"), (["1e40"], "1e40"),
    (["-1.25e40"], "-1.25e40"), (["1.5e-30"], "1.5e-30"), (["1e10001", "2"], "2"),
    (["1e9999", "-1e9999", "7"], "7"),
  ]

  @Test("adds without rounding", arguments: sums)
  func adds(numbers: [String], text: String) { #expect(sum(numbers).text == text) }

  static let roundings: [(String, String)] = [
    ("1234567890123", "1234567890120"), ("1234567890125", "1234567890120"),
    ("1234567890135", "1234567890140"), ("12345678901251e-1", "1234567890130"),
    ("999999999999.6", "1000000000000"), ("0.00012345678901249", "0.000123456789012"), ("7", "7"),
  ]

  @Test("rounds half to even", arguments: roundings)
  func rounds(number: String, text: String) {
    #expect(sum([number]).text(significantDigits: 12) == text)
  }

  @Test("divides and takes roots")
  func computes() {
    let (third, isExact) = BigDecimal(1).divided(by: 3)
    #expect(!isExact)
    #expect(third.text(significantDigits: 12, isExact: isExact) == "0.333333333333")
    #expect(BigDecimal(2).squareRoot.text(significantDigits: 15) == "1.4142135623731")
    #expect(sum(["1e-7000"]).squareRoot.text == "1e-3500")
    #expect(BigDecimal(0).squareRoot.text == "0")
    #expect((BigDecimal(-3) * BigDecimal(7)).text == "-21")
    #expect(BigDecimal(-3) < BigDecimal(2))
    let (quotient, wasExact) = BigDecimal(10).divided(by: 4)
    #expect(quotient.text == "2.5")
    #expect(wasExact)
  }

  @Test("adds sums of squares of 192 bits")
  func words() {
    var sum = ExactSum()
    sum.add(words: .max, .max, exponent: 0)
    let text = "6277101735386680763835789423207666416102355444464034512895"
    let big = OwnedDecimal(text).map { BigDecimal($0.value) }
    #expect(BigDecimal(sum) == big)
  }
}
