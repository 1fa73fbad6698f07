import Testing

@testable import BulkcheckCore

@Suite struct InstantTests {
  private func compare(_ one: String, _ other: String) -> Int? {
    ByteView.withUTF8(of: one) { one in
      ByteView.withUTF8(of: other) { other in
        guard let left = Instant(one), let right = Instant(other) else { return nil }
        return Instant.compare(left, right)
      }
    }
  }

  static let pairs: [(String, String, Int)] = [
    ("2024-05-01", "2024-05-01T00:00:00Z", 0),
    ("2024-05-01T02:00:00+02:00", "2024-05-01T00:00:00Z", 0),
    ("2024-04-30T13:30:00-10:30", "2024-05-01T00:00:00Z", 0),
    ("2024-02-29", "2024-03-01", -1), ("2023-12-31T23:59:59Z", "2024-01-01", -1),
    ("0000-01-01", "0000-03-01", -1), ("1900-02-28", "1900-03-01", -1),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", 0),
    ("2024-05-01T00:00:00.5Z", "2024-05-01T00:00:00.50000000000000000000000Z", 0),
    ("2024-05-01T00:00:00.1234567890123456789Z", "2024-05-01T00:00:00.12345678901234567891Z", -1),
    ("2024-05-01T00:00:00.1+00:00", "2024-05-01T00:00:00.09Z", 1),
    ("23:59:60Z", "23:59:59.9Z", 1), ("00:30:00+01:00", "23:00:00Z", 1),
    ("10:00:00Z", "12:00:00+02:00", 0),
  ]

  @Test("are compared exactly", arguments: pairs)
  func order(one: String, other: String, expected: Int) {
    #expect(compare(one, other) == expected)
    #expect(compare(other, one) == -expected)
  }

  @Test(
    "are written as date-times",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (951_868_799, "2000-02-29T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"),
    ])
  func text(seconds: Int, text: String) {
    #expect(Instant.text(secondsSinceEpoch: seconds) == text)
  }

  @Test("no other text is one", arguments: ["", "2024-02-30", "2024-05-01T00:00:00", "now", "1:2"])
  func others(text: String) { #expect(compare(text, "2024-05-01") == nil) }
}
