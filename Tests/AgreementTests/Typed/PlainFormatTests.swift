import BulkcheckCore
import Requirements
import TestSupport
import Testing
import Twins

/// The formats of `Requirements`, which has no part of the engine, against those of the engine.
@Suite("The plain formats") struct PlainFormatTests {
  @Test("say of random texts what the engine says", arguments: PlainFormat.allCases)
  func random(format: PlainFormat) {
    var (good, bad, wrong) = (0, 0, 0)
    for seed in RandomRun.seeds(5000) where wrong < 4 {
      var draw = TextDraw(seed: seed)
      let drawn = draw.text(of: format)
      let texts = [drawn, draw.damaged(drawn), draw.damaged(drawn), draw.anyText(40)]
      for text in texts {
        let expected = Self.engine(format, text)
        if expected { good += 1 } else { bad += 1 }
        if format.matches(text) == expected { continue }
        wrong += 1
        Issue.record("seed \(seed): \(text.debugDescription) is \(expected) for the engine")
      }
    }
    #expect(
      good > bad / 20 && bad > good / 20 || RandomRun.hasOneSeed, "\(good) of \(bad) are good")
  }

  /// One of each way through a format.
  static let samples: [(format: PlainFormat, text: String)] = [
    (.email, "a.b!c@x-1.org"), (.email, "\"a b\\\"\"@x.y"), (.email, "a@[127.000.0.1]"),
    (.email, "a@[IPv6:1:2::3:4.5.6.7]"), (.email, "a@[IPv6:1:2:3:4:5:6:7:8]"),
    (.url, "a+b-c.1:d/e?f#g"), (.url, "http://u:p@h.i:80/j%2Fk?l=m&n#o"), (.url, "x://[::1]:1/"),
    (.url, "x://[v1.a:b]"), (.url, "x:"), (.phone, "+12"), (.phone, "+123456789012345"),
    (.uuid, "01234567-89ab-cdef-ABCD-EF0123456789"), (.date, "2024-02-29"), (.date, "0000-12-31"),
    (.dateTime, "2024-02-29T23:59:60Z"), (.dateTime, "2024-02-28t10:20:30.456z"),
    (.dateTime, "1990-12-31T15:59:60-08:00"), (.dateTime, "2024-01-01T00:00:00.0+23:59"),
  ]

  @Test("agree for each character at each place of a good text", arguments: samples)
  func everyCharacter(format: PlainFormat, text: String) {
    #expect(format.matches(text))
    let scalars = Array(text.unicodeScalars)
    let others = (0...0x180).compactMap { Unicode.Scalar($0) } + ["\u{660}", "\u{2028}", "😀"]
    for place in 0...scalars.count {
      var without = scalars
      if place < scalars.count { without.remove(at: place) }
      Self.compare(format, without)
      for other in others {
        Self.compare(format, without[..<place] + [other] + without[place...])
        Self.compare(format, scalars[..<place] + [other] + scalars[place...])
        // In UTF-8 as long as before: formats of a fixed length look at it.
        if other.utf8.count == 2, place + 2 <= scalars.count {
          Self.compare(format, scalars[..<place] + [other] + scalars[(place + 2)...])
        }
      }
    }
  }

  @Test("agree on each day of a calendar with days that there are not")
  func days() {
    for year in ["0000", "0001", "0004", "0100", "0400", "1900", "2000", "2023", "2024", "9999"] {
      for month in 0...13 {
        for day in 0...32 {
          let text = "\(year)-\(month / 10)\(month % 10)-\(day / 10)\(day % 10)"
          Self.compare(.date, text)
          Self.compare(.dateTime, text + "T00:00:00Z")
        }
      }
    }
  }

  @Test("agree on leap seconds at each minute of the day")
  func leapSeconds() {
    let offsets = [
      "Z", "z", "+00:00", "-00:00", "+00:01", "-08:00", "+05:45", "+23:59", "-23:59", "+00:60",
      "-01:60", "+24:00", "-24:00",
    ]
    for minute in 0..<1440 {
      let (hours, minutes) = (minute / 60, minute % 60)
      let time = "\(hours / 10)\(hours % 10):\(minutes / 10)\(minutes % 10):60"
      for offset in offsets { Self.compare(.dateTime, "2016-12-31T\(time)\(offset)") }
    }
  }

  @Test("agree at the limits of lengths, and far beyond", arguments: PlainFormat.allCases)
  func lengths(format: PlainFormat) {
    for count in Array(0...70) + Array(250...260) + [1000, 100_000] {
      for unit in ["a", "1", ".a", "a.", ":", "%41", "\u{0}", "é", "\\\"", "-"] {
        let run = String(repeating: unit, count: count)
        for text in [
          run, "a@\(run)", "\(run)@b.c", "\"\(run)\"@b.c", "a@b.\(run)", "a@[\(run)]",
          "a@[IPv6:\(run)]", "x:\(run)", "x://\(run)", "x://[\(run)]", "\(run):", "x://\(run)@y:1",
          "+\(run)", "2024-02-29T00:00:00.\(run)Z", "2024-02-29T00:00:00Z\(run)",
        ] {
          Self.compare(format, text)
        }
      }
    }
  }

  @Test("order date-times as the engine does")
  func instants() {
    var compared = 0
    for seed in RandomRun.seeds(300) {
      var draw = TextDraw(seed: seed)
      var texts = (0..<2).map { _ in draw.text(of: .dateTime) }.filter {
        PlainFormat.dateTime.matches($0)
      }
      // The same second, with fractions and offsets.
      for ending in ["Z", ".5Z", ".50z", ".500001+00:00", ".4999-00:00", ".05+00:00", ".123-05:45"]
      {
        texts.append("2024-02-29T12:00:00" + ending)
        texts.append("2024-02-29T13:00:00" + ending.replacing("Z", with: "+01:00"))
      }
      for left in texts {
        for right in texts {
          compared += 1
          let expected = ByteView.withUTF8(of: left) { left in
            ByteView.withUTF8(of: right) { right in
              Instant(dateTime: left).map { left in
                Instant(dateTime: right).map { left < $0 } ?? false
              }
            }
          }
          #expect(PlainFormat.isBefore(left, right) == expected, "seed \(seed): \(left), \(right)")
        }
      }
    }
    #expect(compared > 50_000 || RandomRun.hasOneSeed)
  }

  @Test("of a URL, the scheme has no case")
  func schemes() {
    let schemes = URLSchemes(["HTTPS", "http", "x-1.a+b"])
    for text in ["https://a", "HTTP://a", "X-1.A+b:", "hTtPs:"] { #expect(schemes.matches(text)) }
    for text in ["ftp://a", "httpss://a", "http", "https:// ", "", ":", "X\r1.A+b:", "://a"] {
      #expect(!schemes.matches(text))
    }
    #expect(!URLSchemes([]).matches("https://a"))
    #expect(!URLSchemes(["", "\u{8}ttp", "ht tp"]).matches("http://a"))
    for name in ["https", "a", "X-1.a+b"] { #expect(URLSchemes.isScheme(name)) }
    for name in ["", "1a", "a:", "a:b", "é", "a b", "http://"] {
      #expect(!URLSchemes.isScheme(name))
    }
  }

  private static func compare(_ format: PlainFormat, _ scalars: some Sequence<Unicode.Scalar>) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    compare(format, String(text))
  }

  private static func compare(_ format: PlainFormat, _ text: String) {
    let expected = engine(format, text)
    if format.matches(text) == expected { return }
    let start = text.prefix(200).debugDescription
    Issue.record("\(format): \(start), \(text.utf8.count) bytes, is \(expected) for the engine")
  }

  private static func engine(_ format: PlainFormat, _ text: String) -> Bool {
    let format: Format =
      switch format {
      case .email: .email
      case .url: .uri
      case .phone: .phone
      case .uuid: .uuid
      case .date: .date
      case .dateTime: .dateTime
      }
    return ByteView.withUTF8(of: text) { FormatChecker.matches(format, $0) }
  }
}
