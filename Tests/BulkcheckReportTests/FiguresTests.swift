import BulkcheckCore
import Testing

@testable import BulkcheckReport

@Suite("Figures")
struct FiguresTests {
  @Test(
    "are grouped by thousands",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (12_401_877, "12,401,877"), (-1_000, "-1,000"),
      (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func grouped(number: Int, text: String) { #expect(Figures.grouped(number) == text) }

  @Test(
    "show a share that is neither nothing nor all as neither",
    arguments: [
      (0, 0, "0 %"), (0, 5, "0 %"), (5, 5, "100 %"), (1, 3, "33 %"), (2, 3, "67 %"),
      (3_765, 12_401_877, "0.030 %"), (13_870, 12_401_877, "0.11 %"), (15, 1_000, "1.5 %"),
      (994, 1_000, "99 %"), (995, 1_000, ">99 %"), (Int.max - 1, Int.max, ">99 %"),
      (996, 100_000, "1.0 %"), (9_951, 100_000, "10 %"), (9_949, 100_000, "9.9 %"),
      (1, 1_000_000, "0.00010 %"), (95, 100_000_000, "0.00010 %"),
      (94, 100_000_000, "<0.0001 %"), (1, Int.max, "<0.0001 %"),
    ])
  func percent(part: Int, whole: Int, text: String) {
    #expect(Figures.percent(part, of: whole) == text)
  }

  @Test(
    "name bytes in decimal units",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.00 kB"), (2_310_000_000, "2.31 GB"),
      (999_999, "999 kB"), (12_345_678, "12.3 MB"), (Int.max, "9.22 EB"),
    ])
  func bytes(count: Int, text: String) { #expect(Figures.bytes(count) == text) }

  @Test(
    "give a time to the precision that matters",
    arguments: [
      (0, "0.00 s"), (0.994, "0.99 s"), (1, "1.0 s"), (1.94, "1.9 s"), (9.94, "9.9 s"),
      (12.4, "12 s"), (119.4, "119 s"), (125, "2 min 5 s"), (12_000, "3 h 20 min"),
      (.infinity, "? s"), (.nan, "? s"),
      (-1, "? s"),
    ])
  func time(seconds: Double, text: String) { #expect(Figures.time(seconds) == text) }

  @Test(
    "give an instant in universal time",
    arguments: [
      (0, "1970-01-01T00:00:00Z", "1970-01-01 00:00 UTC"),
      (951_782_399, "2000-02-28T23:59:59Z", "2000-02-28 23:59 UTC"),
      (951_782_400, "2000-02-29T00:00:00Z", "2000-02-29 00:00 UTC"),
      (1_795_392_309, "2026-11-23T00:05:09Z", "2026-11-23 00:05 UTC"),
      (4_107_542_400, "2100-03-01T00:00:00Z", "2100-03-01 00:00 UTC"),
      (-1, "1970-01-01T00:00:00Z", "1970-01-01 00:00 UTC"),
      (Int.max, "9999-12-31T23:59:59Z", "9999-12-31 23:59 UTC"),
    ])
  func instant(seconds: Int, instant: String, shown: String) {
    #expect(Figures.instant(seconds) == instant)
    #expect(Figures.readableInstant(seconds) == shown)
  }

  @Test(
    "break words only where asked",
    arguments: [
      ("ab abcdefg", 3, ["ab", "abc", "def", "g"]), ("長長長", 4, ["長長", "長"]),
      ("長", 1, ["長"]), ("a b", 3, ["a b"]),
    ])
  func broken(text: String, columns: Int, lines: [String]) {
    #expect(TerminalText.wrapped(text, to: columns, breakingWords: true) == lines)
  }

  @Test(
    "shorten ids in their middle",
    arguments: [
      ("abcdefgh", 8, "abcdefgh"), ("abcdefgh", 5, "a…fgh"), ("abcdefgh", 4, "a…gh"),
      ("abcdefgh", 2, "a…"), ("長長長長", 7, "長…長長"),
    ])
  func shortenedInside(text: String, columns: Int, expected: String) {
    let shown = TerminalText.shortenedInside(text, to: columns)
    #expect(shown == expected)
    #expect(TerminalText.width(shown) <= columns)
  }

  @Test(
    "break text at blanks",
    arguments: [
      ("a b c", 3, ["a b", "c"]), ("a b c", nil, ["a b c"]), ("abcdef g", 3, ["abcdef", "g"]),
      ("長 長 長", 5, ["長 長", "長"]), ("", 5, [""]),
    ] as [(String, Int?, [String])])
  func wrapped(text: String, columns: Int?, lines: [String]) {
    #expect(TerminalText.wrapped(text, to: columns) == lines)
  }

  @Test(
    "shorten text by columns, not by characters",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("長長長", 6, "長長長"), ("長長長", 5, "長長…"),
      ("長長長", 4, "長…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
    ])
  func shortened(text: String, columns: Int, expected: String) {
    #expect(TerminalText.shortened(text, to: columns) == expected)
  }
}
