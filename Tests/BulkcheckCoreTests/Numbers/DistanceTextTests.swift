import BulkcheckCore
import Testing

@Suite("The distance of two numbers in words")
struct DistanceTextTests {
  static let cases: [(String, String, String?)] = [
    ("10.5", "9.99", "0.51"), ("-1", "1", "2"), ("1e2", "1", "99"), ("3", "3.0", "0"),
    ("1e50", "0", "1" + String(repeating: "0", count: 50)),
    // More than 60 digits: three of them, rounded.
    ("9e400", "100", "about 9e400"), ("-9e400", "100", "about 9e400"),
    ("123456e395", "1", "about 1.23e400"), ("9999e399", "1", "about 1e403"),
    ("12345e-70", "0", "about 1.23e-66"), ("1.5", "1e-70", "about 1.5"),
    ("1234567", "1e-70", "about 1230000"),
    // Beyond what is computed.
    ("9e20000", "100", nil), ("1", "1e-20000", nil),
  ]

  @Test("is exact if it has few digits", arguments: cases)
  func distance(_ one: String, _ other: String, _ text: String?) throws {
    let (a, b) = (try #require(OwnedDecimal(one)), try #require(OwnedDecimal(other)))
    #expect(DistanceText.between(a.value, b.value) == text)
    #expect(DistanceText.between(b.value, a.value) == text)
  }
}
