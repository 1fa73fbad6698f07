import BulkcheckCore
import Testing
import Twins

@Suite("Decimal numbers")
struct DecimalTests {
  @Test(
    "text that is not a number is refused",
    arguments: [
      "", "-", "+1", ".5", "1.", "1e", "1e+", "1.e2", "0x1", "1 ", " 1", "--1", "1e1.5", "NaN", "١",
      "1_000",
      "12345678901234567890x", "1-", "e5",
    ])
  func refused(_ text: String) {
    withView(text) { #expect(Decimal.parse($0) == nil) }
  }

  @Test(
    "integers are known by value",
    arguments: [
      ("1", true), ("1.0", true), ("1e2", true), ("1.50e1", true), ("1.5", false), ("15e-1", false),
      ("10e-1", true),
      ("0.0", true), ("-0e-5", true), ("1e-400", false), ("100e-2", true), ("100e-3", false),
      ("12345678901234567890123", true), ("1234567890123456789012.3", false),
      ("1234567890123456789012.30e1", true), ("1e400", true), ("00012", true),
      ("1.00000000000000000000000000000", true), ("1.00000000000000000000000000001", false),
      ("10000000000000000000e-19", true), ("10000000000000000000e-20", false),
    ])
  func integers(_ text: String, _ expected: Bool) {
    withView(text) { #expect(Decimal.parse($0)?.isInteger == expected) }
  }

  @Test(
    "numbers compare by value",
    arguments: [
      ("0", "-0", 0), ("0", "-0.0e5", 0), ("1", "1.0", 0), ("1e2", "100", 0),
      ("1e400", "1e401", -1),
      ("1e400", "-1e401", 1), ("1e-400", "0", 1), ("-1e-400", "0", -1), ("0.1", "0.10", 0),
      ("9007199254740993", "9007199254740992", 1),
      ("18446744073709551615", "18446744073709551616", -1),
      ("0.30000000000000004", "0.3", 1), ("1e999999999999999999999", "1e5", 1),
      ("1e-999999999999999999999", "1e5", -1), ("9999999999999999999", "9999999999999999999.1", -1),
      ("10000000000000000000000", "1e22", 0), ("10000000000000000000001", "1e22", 1),
      ("-10000000000000000000001", "-1e22", -1),
      ("0.1234567890123456789012", "0.1234567890123456789013", -1),
      ("1234567890123456789012", "0.1234567890123456789012e22", 0), ("007", "7", 0),
      ("0e99999999999999999999", "0", 0),
    ])
  func comparison(_ a: String, _ b: String, _ expected: Int) throws {
    try withViews(a, b) { viewA, viewB in
      let left = try #require(Decimal.parse(viewA))
      let right = try #require(Decimal.parse(viewB))
      #expect(Decimal.compare(left, right) == expected)
      #expect(Decimal.compare(right, left) == -expected)
    }
  }

  @Test(
    "multiples are exact",
    arguments: [
      ("0.3", "0.1", true), ("19.99", "0.01", true), ("19.995", "0.01", false), ("0", "7", true),
      ("-9", "3", true),
      ("1e400", "3", false), ("3e400", "3", true), ("1e400", "1e-400", true),
      ("1e-400", "1", false),
      ("1", "1e400", false), ("1e1000000000000000", "7", false), ("7e1000000000000000", "7", true),
      ("12345678901234567890123456789", "3", true), ("12345678901234567890123456788", "3", false),
      ("24691357802469135780246913578", "12345678901234567890123456789", true),
      ("24691357802469135780246913579", "12345678901234567890123456789", false),
      ("2.4691357802469135780246913578", "1.2345678901234567890123456789", true),
      ("12345678901234567890123456789e500", "12345678901234567890123456789", true),
      ("18446744073709551616", "18446744073709551615", false), ("0.0075", "0.0001", true),
      ("5", "0", false),
      ("1e30", "500000000000000000000000000001", false), ("1.5", "0.5", true), ("100", "1e1", true),
      ("105", "1e1", false),
    ])
  func multiples(_ value: String, _ divisor: String, _ expected: Bool) throws {
    let owned = try #require(OwnedDecimal(divisor))
    try withView(value) { view in
      let number = try #require(Decimal.parse(view))
      #expect(number.isMultiple(of: owned.value) == expected)
    }
  }

  @Test("random numbers agree with schoolbook arithmetic", arguments: 1...4)
  func agreement(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let a = DecimalTests.randomNumber(&random)
      let b =
        Bool.random(using: &random)
        ? DecimalTests.respelled(a, &random) : DecimalTests.randomNumber(&random)
      let left = try #require(OwnedDecimal(a))
      let right = try #require(OwnedDecimal(b))
      let slowA = SlowDecimal(a)
      let slowB = SlowDecimal(b)
      #expect(
        Decimal.compare(left.value, right.value) == SlowDecimal.compare(slowA, slowB), "\(a) \(b)")
      #expect(left.value.isInteger == slowA.isInteger, "\(a)")
      let isSame = Fingerprint(number: left.value) == Fingerprint(number: right.value)
      #expect(isSame == (SlowDecimal.compare(slowA, slowB) == 0), "\(a) \(b)")
      if !slowB.isNegative && !slowB.isZero {
        #expect(left.value.isMultiple(of: right.value) == slowA.isMultiple(of: slowB), "\(a) \(b)")
      }
    }
  }

  private static func randomDigits(_ count: Int, _ random: inout SeededGenerator) -> String {
    let alphabet = Bool.random(using: &random) ? "0123456789" : "00005"
    return String((0..<count).map { _ in alphabet.randomElement(using: &random)! })
  }

  private static func randomNumber(_ random: inout SeededGenerator) -> String {
    let lengths = [1, 1, 2, 3, 17, 18, 19, 20, 21, 25, 40]
    var text = Int.random(in: 0..<4, using: &random) == 0 ? "-" : ""
    text += randomDigits(lengths.randomElement(using: &random)!, &random)
    if Bool.random(using: &random) {
      text += "." + randomDigits(lengths.randomElement(using: &random)!, &random)
    }
    if Bool.random(using: &random) { text += "e\(Int.random(in: -25...25, using: &random))" }
    return text
  }

  /// This value, or a multiple, with other digits at the ends.
  private static func respelled(_ text: String, _ random: inout SeededGenerator) -> String {
    if text.contains("e") { return "0" + (text.hasPrefix("-") ? "1" : text) }
    return text.contains(".") ? text + "000" : text + "0e-1"
  }
}
