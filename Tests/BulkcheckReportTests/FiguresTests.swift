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
      (0, 0, "0.0000 %"), (0, 5, "0.0000 %"), (5, 5, "100.0000 %"), (1, 3, "33.3333 %"),
      (2, 3, "66.6667 %"), (3_765, 12_401_877, "0.0304 %"), (1, 10_000_000, "<0.0001 %"),
      (1, 2_000_000, "0.0001 %"), (1, 2_000_001, "<0.0001 %"),
      (9_999_999, 10_000_000, ">99.9999 %"), (Int.max - 1, Int.max, ">99.9999 %"),
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
