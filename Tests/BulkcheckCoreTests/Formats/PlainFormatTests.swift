import Testing

@testable import BulkcheckCore

/// The short cuts of formats against the parsers that read byte by byte.
@Suite("Short cuts of formats")
struct PlainFormatTests {
  private func check(_ bytes: [UInt8]) {
    let owner = OwnedBytes(bytes)
    withExtendedLifetime(owner) {
      let text = owner.view
      #expect(
        DateTimeFormat.matchesDate(text) == DateTimeFormat.matchesDateExactly(text), "\(text.text)")
      #expect(
        DateTimeFormat.matchesDateTime(text) == DateTimeFormat.matchesDateTimeExactly(text),
        "\(text.text)")
      #expect(
        FormatChecker.matches(.uuid, text) == FormatChecker.matchesUUID(text), "\(text.text)")
      #expect(
        FormatChecker.matches(.phone, text) == FormatChecker.matchesPhone(text), "\(text.text)")
    }
  }

  /// Most numbers are no different from their neighbours.
  private static let numbers = [
    0, 1, 2, 9, 10, 11, 12, 13, 19, 20, 23, 24, 28, 29, 30, 31, 32, 59, 60, 61, 99,
  ]

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test("numbers of dates and times at their limits")
  func numbers() {
    for year in ["0000", "1900", "2000", "2023", "2024"] {
      for month in Self.numbers.prefix(9) {
        for day in Self.numbers {
          let date = "\(year)-\(twoDigits(month))-\(twoDigits(day))"
          check(Array(date.utf8))
          check(Array("\(date)T10:20:30Z".utf8))
        }
      }
    }
    for number in Self.numbers {
      let text = twoDigits(number)
      for time in ["\(text):00:00", "00:\(text):00", "00:00:\(text)", "23:59:\(text)"] {
        for offset in [
          "Z", "z", "+00:00", "-23:59", "+\(text):00", "-00:\(text)", ".5Z", ".Z", ".12-05:00", "",
        ] {
          check(Array("2024-02-27T\(time)\(offset)".utf8))
        }
      }
    }
  }

  @Test(
    "any byte at any place",
    arguments: [
      "2024-02-27", "2024-12-10T10:20:30Z", "1999-01-01t00:00:00.123+01:30", "+4915112345678",
      "+12",
      "6f1c2a30-8D3E-4b7a-9a51-0c2f8f6f7b11",
    ])
  func damage(_ text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte in UInt8.min ... .max {
        var changed = bytes
        changed[place] = byte
        check(changed)
      }
      check(Array(bytes.prefix(place)))
      check(bytes + bytes.prefix(place))
      check(Array(bytes.prefix(place)) + bytes.dropFirst(place + 1))
    }
  }

  @Test("nothing beyond the text's page is read")
  func pageEnds() throws {
    let page = try #require(PageEnd())
    for text in [
      "2024-02-27", "2024-12-10T10:20:30Z", "+4915112345678", "+12",
      "6f1c2a30-8D3E-4b7a-9a51-0c2f8f6f7b11",
    ] {
      for length in 0...text.utf8.count {
        let view = page.view(of: text.utf8.prefix(length))
        for format in Format.allCases { _ = FormatChecker.matches(format, view) }
      }
    }
  }
}
