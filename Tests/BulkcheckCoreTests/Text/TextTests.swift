import BulkcheckCore
import Testing
import Twins

@Suite("Texts")
struct TextTests {
  @Test(
    "lengths in code points, bytes and graphemes",
    arguments: [
      ("", 0, 0, 0), ("abc", 3, 3, 3), ("häßlich", 7, 9, 7), ("🇳🇴", 2, 8, 1), ("e\u{301}", 2, 3, 1),
      ("日本語のとても長い文章です。", 14, 42, 14),
    ])
  func lengths(_ text: String, _ codepoints: Int, _ bytes: Int, _ graphemes: Int) {
    withView(text) { view in
      #expect(TextLength.measure(view, .codepoints) == codepoints)
      #expect(TextLength.measure(view, .bytes) == bytes)
      #expect(TextLength.measure(view, .graphemes) == graphemes)
    }
  }

  /// Bytes that differ in one bit, or lie beside a match, or behind the text, are where arithmetic
  /// on eight bytes errs.
  @Test("a byte is found and counted in short texts as by a plain search")
  func shortSearches() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let sought = random.pick([UInt8(0x7C), 0x2C, 0x00, 0x80, 0xFF])
      let near = [sought, sought ^ 0x80, sought ^ 1, sought &+ 1, sought &- 1, 0x61]
      let bytes = (0..<96).map { _ in random.pick(near) }
      let owner = OwnedBytes(bytes)
      let view = owner.view.unchecked(from: 0, to: random.below(32))
      let seen = bytes.prefix(view.count)
      let from = random.below(view.count + 1)
      #expect(view.paddedCount(of: sought) == seen.count { $0 == sought })
      #expect(
        view.paddedIndex(of: sought, from: from)
          == seen[from...].firstIndex(of: sought) ?? view.count)
      withExtendedLifetime(owner) {}
    }
  }

  @Test("code points are those of a plain count, up to the end of a page")
  func codepoints() throws {
    let page = try #require(PageEnd())
    var random = SeededGenerator(seed: 1)
    for count in 0...140 {
      var text = ""
      while text.utf8.count < count { text += random.pick(["a", "é", "漢", "😀"]) }
      let view = page.view(of: text.utf8, gap: random.pick([0, 0, 1, 31, 64]))
      let expected = text.unicodeScalars.count
      for kernel in ScanKernel.available {
        #expect(TextLength.codepoints(view, kernel: kernel) == expected, "\(text)")
      }
      for (lower, upper) in [
        (0, expected), (expected, expected), (expected + 1, .max), (0, expected - 1),
        (count / 4, count),
        (0, .max), (view.count, view.count), (2, 20),
      ] {
        for unit in [LengthUnit.codepoints, .bytes, .graphemes] {
          let length = TextLength.measure(view, unit)
          #expect(
            TextLength.isWithin(view, lower, upper, unit) == (length >= lower && length <= upper),
            "\(text), \(lower) to \(upper)")
        }
      }
    }
  }

  @Test(
    "trimming takes Unicode white space",
    arguments: [
      ("", ""), ("a", "a"), ("  a b\t\n", "a b"), (" \u{3000}\u{a0}x\u{85}\u{2028}", "x"),
      (" \u{2003} ", ""),
      ("\u{200b}a\u{feff}", "\u{200b}a\u{feff}"), ("\u{1c}a", "\u{1c}a"),
      ("\u{1680}é\u{1680}", "é"),
    ])
  func trimming(_ text: String, _ expected: String) {
    withView(text) { #expect(TextChanges.trim($0).text == expected) }
  }

  enum Kind: CaseIterable, Sendable { case collapse, lower, upper, digits }

  @Test(
    "changes",
    arguments: [
      (Kind.collapse, "a  b", "a b"), (.collapse, "  a\t", " a "), (.collapse, "a\u{a0}b", "a b"),
      (.collapse, "a b", "a b"), (.collapse, "", ""), (.lower, "ÄB\u{3A3}", "äb\u{3C3}"),
      (.lower, "İ", "i\u{307}"), (.lower, "abc", "abc"), (.lower, "ABC-9", "abc-9"),
      (.upper, "straße", "STRASSE"), (.upper, "ŉ", "ʼN"), (.upper, "ABC", "ABC"),
      (.upper, "日本", "日本"),
      (.digits, "+7 (963)", "7963"), (.digits, "٣4", "4"), (.digits, "12", "12"),
      (.digits, "x", ""),
    ])
  func changes(_ kind: Kind, _ text: String, _ expected: String) {
    var arena = ByteArena()
    withView(text) { view in
      let changed =
        switch kind {
        case .collapse: TextChanges.collapseWhitespace(view, &arena)
        case .lower: TextChanges.lowercase(view, &arena)
        case .upper: TextChanges.uppercase(view, &arena)
        case .digits: TextChanges.digits(view, &arena)
        }
      #expect(Array(changed.text.unicodeScalars) == Array(expected.unicodeScalars))
    }
  }

  @Test(
    "a mask is filled only when the numbers agree",
    arguments: [
      ("79634480209", "+X (XXX) XXX XX-XX", "+7 (963) 448 02-09"), ("123", "XX", "123"),
      ("äö", "X-X", "ä-ö"), ("", "none", "none"), ("", "X", ""),
    ])
  func masks(_ text: String, _ mask: String, _ expected: String) {
    var arena = ByteArena()
    withViews(text, mask) { #expect(TextChanges.mask($0, mask: $1, &arena).text == expected) }
  }

  @Test(
    "escapes of JSON strings",
    arguments: [
      ("plain", "plain"), (#"a\"b"#, "a\"b"), (#"\\\/\b\f\n\r\t"#, "\\/\u{8}\u{c}\n\r\t"),
      (#"\u0041\u00e9\u20AC"#, "Aé€"), (#"x\ud83d\ude00y"#, "x😀y"), (#"\u0000"#, "\0"),
      (#"\\u0041"#, #"\u0041"#),
    ])
  func escapes(_ raw: String, _ expected: String) {
    var arena = ByteArena()
    withView(raw) { #expect(JSONString.unescape($0, into: &arena).text == expected) }
  }

  @Test(
    "damaged escapes do not trap",
    arguments: ["\\", "\\u", "\\u12", "\\ud83d", "\\ud83d\\u", "\\ud83d\\ude0", "a\\"])
  func damagedEscapes(_ raw: String) {
    var arena = ByteArena()
    withView(raw) { _ = JSONString.unescape($0, into: &arena) }
  }

  @Test(
    "doubled quotes of CSV",
    arguments: [("a", "a"), ("a\"\"b", "a\"b"), ("\"\"\"\"", "\"\""), ("", "")])
  func quotes(_ raw: String, _ expected: String) {
    let dialect = CSVDialect(delimiter: Ascii.comma)
    var arena = ByteArena()
    withView(raw) { #expect(dialect.text(ofEscaped: $0, into: &arena).text == expected) }
  }

  @Test(
    "searching",
    arguments: [
      ("hello", "ll", true), ("hello", "", true), ("", "", true), ("", "a", false),
      ("aab", "ab", true), ("ab", "abc", false),
    ])
  func searching(_ text: String, _ needle: String, _ expected: Bool) {
    withViews(text, needle) { view, part in
      #expect(view.contains(part) == expected)
      #expect(view.hasPrefix(part) == (text.hasPrefix(needle) || needle.isEmpty))
      #expect(view.hasSuffix(part) == (text.hasSuffix(needle) || needle.isEmpty))
    }
  }

  @Test("finished views stay while the arena grows, and it is reusable")
  func arena() {
    var arena = ByteArena()
    for round in 0..<3 {
      var views: [(ByteView, String)] = []
      for length in [1, 10, 5_000, 20_000, 70_000, 3] {
        let text = String(repeating: "\(length % 10)", count: length + round)
        arena.begin()
        for byte in text.utf8 { arena.append(byte) }
        views.append((arena.finish(), text))
      }
      for (view, text) in views { #expect(view.text == text) }
      arena.reset()
    }
  }

  @Test("byte hashes depend on every byte, the length and the seed")
  func hashes() {
    var seen: Set<UInt64> = []
    for length in 0...40 {
      withView(String(repeating: "\0", count: length)) { view in
        #expect(seen.insert(ByteHash.hash(view, seed: 1)).inserted)
        #expect(seen.insert(ByteHash.hash(view, seed: 2)).inserted)
      }
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0, count: length)
        bytes[place] = 1
        let owner = OwnedBytes(bytes)
        withExtendedLifetime(owner) {
          #expect(seen.insert(ByteHash.hash(owner.view, seed: 1)).inserted)
        }
      }
    }
  }
}
