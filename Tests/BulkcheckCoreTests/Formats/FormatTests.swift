import BulkcheckCore
import Testing

@Suite("Formats")
struct FormatTests {
  @Test(
    "texts that have the format",
    arguments: [
      (Format.email, "a@b"), (.email, "a@[IPv6:::1]"), (.email, "a@[ipv6:1::2]"),
      (.email, "a@[IPV6:1:2:3:4:5:6::]"),
      (.email, "a@[IPv6:1:2:3:4::1.2.3.004]"), (.email, "a@[IPv6:1:2:3:4:5:6:7:8]"),
      (.email, "\"\"@b.c"),
      (.email, "\"a\\\"b\"@c"), (.email, "a@[127.000.000.001]"), (.date, "0000-02-29"),
      (.date, "2000-02-29"),
      (.time, "00:00:00.1234567890123456789Z"), (.time, "00:59:60+01:00"),
      (.dateTime, "2020-01-01t23:59:60z"),
      (.duration, "P1Y"), (.duration, "PT1S"), (.uri, "a:"), (.uri, "a:b"), (.uri, "http://"),
      (.uri, "http://h:"),
      (.uri, "file:///etc"), (.uri, "http://[v1.a:b]/"), (.uri, "x://u:p@h:80/p?q?/#f/?"),
      (.uri, "http://[::1.2.3.4]:8/"),
      (.hostname, "a.b-c.1"), (.hostname, "XN--MNCHEN-3YA.de"), (.hostname, "ab--cd.com"),
      (.phone, "+12"),
      (.phone, "+123456789012345"), (.base64, ""), (.base64, "QQ=="),
      (.base64, "QR=="), (.base64, "QUI="), (.base64, "+/+/"), (.jsonPointer, ""),
      (.jsonPointer, "/~0~1"),
      (.ipv6, "1:2:3:4:5:6:7::"), (.ipv6, "::2:3:4:5:6:7:8"), (.ipv6, "1:2:3:4:5:6:1.2.3.4"),
    ])
  func matching(_ format: Format, _ text: String) {
    withView(text) { #expect(FormatChecker.matches(format, $0)) }
  }

  @Test(
    "texts that do not have the format",
    arguments: [
      (Format.email, "a"), (.email, "a@"), (.email, "@b"), (.email, "a@b@c"), (.email, "a@b..c"),
      (.email, "a@-b"),
      (.email, "é@b"), (.email, "a@[x]"), (.email, "a@[1.2.3.4"), (.email, "a@[IPv6:1.2.3.4]"),
      (.email, "a@[IPv\u{16}:::1]"),
      (.email, "a@[IPv6\u{1A}::1]"), (.email, "a@[IPv6:1:2:3:4:5:6:7::]"),
      (.email, "a@[IPv6:1:2:3:4:5::1.2.3.4]"),
      (.email, "\"a@b"),
      (.email, "a@b."), (.email, "a@[]"), (.email, "\"\""), (.date, "1900-02-29"),
      (.date, "2020-1-1"), (.time, "00:00:00"),
      (.time, "00:00:00.Z"), (.time, "23:59:60+00:01"), (.dateTime, "2020-01-01 00:00:00Z"),
      (.dateTime, "2020-01-01T00:00Z"),
      (.duration, "P1Y1D"), (.duration, "p1d"), (.duration, "P1YT"), (.duration, "P1W1D"),
      (.duration, "P1W2"), (.duration, "PT1W"),
      (.duration, "PT1H1S"), (.uri, ""), (.uri, ":"), (.uri, "a"), (.uri, "a://b:c"),
      (.uri, "a:%zz"), (.uri, "a:é"), (.uri, "a:b#c#d"),
      (.uri, "a://[::1"), (.uri, "a://[::1]x"), (.uri, "a://b@c@d"), (.uri, "a://[fe80::1%25en0]/"),
      (.uri, "a:["), (.uri, "a://[v.x]"),
      (.hostname, "a..b"), (.hostname, "a."), (.hostname, "é"), (.phone, "+1"), (.phone, "12"),
      (.phone, "+012"),
      (.phone, "+1234567890123456"), (.phone, "+1 2"), (.base64, "Q"), (.base64, "QQ="),
      (.base64, "===="), (.base64, "Q==="),
      (.base64, "QQ==QQ=="), (.base64, "QQ-_"), (.base64, "QQ\n="), (.jsonPointer, "a"),
      (.jsonPointer, "/~"), (.jsonPointer, "/~2"),
      (.ipv6, ""), (.ipv6, ":"), (.ipv6, ":::"), (.ipv6, "1:2:3:4:5:6:7:8::"),
      (.ipv6, "::1:2:3:4:5:6:7:8"), (.ipv6, "1::2::3"),
      (.ipv4, "01.2.3.4"), (.ipv4, "1.2.3"), (.uuid, ""), (.ipv6, "1:2:3:4:5:6:7:1.2.3.4"),
    ])
  func notMatching(_ format: Format, _ text: String) {
    withView(text) { #expect(!FormatChecker.matches(format, $0)) }
  }

  @Test("only bytes of the grammar are taken for a letter or sign, at any place")
  func bytes() {
    let texts: [(Format, String)] = [
      (.email, "joe@[IPv6:1:aF::3.4.5.6]"), (.email, "\"a\"@c.d"),
      (.uuid, "6f1c2a30-8d3e-4b7a-9A51-0c2f8f6f7b11"), (.date, "2020-02-29"),
      (.time, "23:59:60.1+00:00"), (.dateTime, "2020-01-01T23:59:59Z"),
      (.duration, "P1Y2M3DT4H5M6S"), (.uri, "http://u:p@[v1.a]:80/a%2fb?c#d"),
      (.uri, "a://[1::aF]"),
      (.ipv4, "1.22.33.44"), (.ipv6, "1:aF::3.4.5.6"), (.hostname, "xn--mnchen-3ya.de"),
      (.phone, "+4912345"), (.base64, "QUJDRA=="),
    ]
    // Characters that a place takes in either case.
    let letters: [Format: String] = [
      .email: "ipvaf", .uuid: "fcdeba", .dateTime: "tz", .uri: "vaf", .ipv6: "af", .hostname: "xn",
    ]
    for (format, text) in texts {
      withView(text) { #expect(FormatChecker.matches(format, $0), "\(text)") }
      for index in text.utf8.indices {
        let place = text.utf8.distance(from: text.utf8.startIndex, to: index)
        for byte in UInt8.min...UInt8.max {
          var changed = Array(text.utf8)
          changed[place] = byte
          let owner = OwnedBytes(changed)
          let matches = withExtendedLifetime(owner) { FormatChecker.matches(format, owner.view) }
          // No grammar has a control character or one beyond ASCII; quoted local parts have blanks.
          if byte < 0x20 || byte >= 0x7F {
            #expect(!matches, "\(format) \(text), byte \(byte) at \(place)")
          }
        }
        var other = Array(text.utf8)
        guard letters[format]?.utf8.contains(other[place] | 0x20) ?? false else { continue }
        other[place] ^= 0x20
        let owner = OwnedBytes(other)
        withExtendedLifetime(owner) {
          #expect(FormatChecker.matches(format, owner.view), "\(text) at \(place)")
        }
      }
    }
  }

  @Test(
    "an A-label stands for a label of characters that IDNA 2008 allows",
    arguments: [
      // Cherokee capitals, which folding keeps; small letters fold to them.
      ("xn--58dcd", true), ("xn--kz9a", false),
      // A ligature, a letter of mathematics, a squared word, a part of a Hangul syllable.
      ("xn--jm6c", false), ("xn--py1h", false), ("xn--ntk", false), ("xn--ypd", false),
      // Marks of music and for symbols, the feminine ordinal, the iota below, a Roman number.
      ("xn--nf1h", false), ("xn--a-zrn", false), ("xn--hba", false), ("xn--a-tfb", false),
      ("xn--q4g", false),
    ])
  func aLabels(label: String, isValid: Bool) {
    withView(label) { #expect(FormatChecker.matches(.hostname, $0) == isValid, "\(label)") }
  }

  @Test("lengths at their limits")
  func limits() {
    func check(_ format: Format, _ text: String, _ expected: Bool) {
      withView(text) { #expect(FormatChecker.matches(format, $0) == expected, "\(text)") }
    }
    let label = String(repeating: "a", count: 63)
    check(.hostname, label, true)
    check(.hostname, label + "a", false)
    let long = [label, label, label].joined(separator: ".")
    check(.hostname, long + "." + String(repeating: "b", count: 61), true)
    check(.hostname, long + "." + String(repeating: "b", count: 62), false)
    check(.email, String(repeating: "x", count: 64) + "@b", true)
    check(.email, String(repeating: "x", count: 65) + "@b", false)
  }

  @Test("no prefix or single changed byte of a valid text traps")
  func damage() {
    let texts = [
      "joe@[IPv6:1:2::3.4.5.6]", "\"a\\ b\"@c.d", "2020-01-01T23:59:60.1+00:00", "P1Y2M3DT4H5M6S",
      "http://u:p@[1::2]:80/a%20?b#c", "xn--9n2bp8q.xn--9t4b11yi5a", "/a~0b~1", "QUJD",
    ]
    for text in texts {
      for length in 0...text.utf8.count {
        for byte in [0x00, 0x25, 0x2E, 0x3A, 0x5B, 0x7F] as [UInt8] {
          let owner = OwnedBytes(Array(text.utf8.prefix(length)) + [byte])
          withExtendedLifetime(owner) {
            for format in Format.allCases { _ = FormatChecker.matches(format, owner.view) }
          }
        }
      }
    }
  }
}
