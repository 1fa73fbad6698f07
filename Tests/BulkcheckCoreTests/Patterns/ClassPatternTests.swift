import Testing

@testable import BulkcheckCore

@Suite("Patterns as steps over classes")
struct ClassPatternTests {
  static let plain: [(pattern: String, options: Set<PatternSource.Option>, texts: [String])] = [
    (
      "^\\d{5}(-\\d{4})?$", [],
      ["12345", "12345-6789", "1234", "12345-678", "12345-67890", "１2345"]
    ),
    ("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", [], ["6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11"]),
    (
      "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$", [.caseInsensitive],
      ["a@b.CO", "a@b.c", "a@b@c.de", "é@b.co"]
    ),
    ("a*?b+?c??$", [], ["", "abc", "bb", "c", "xbc"]),
    ("", [], ["", "a", "é"]), ("^$", [], ["", "a"]), ("$", [], ["", "\n"]),
    ("a$", [], ["a", "a\n", "ba"]), ("^a$", [.multiline], ["a", "b\na\nc", "a\n", "\na", "ab"]),
    ("^$", [.multiline], ["", "\n", "a\n", "a\n\nb", "a"]),
    ("\\Aa\\z", [.multiline], ["a", "b\na"]),
    ("a.c", [], ["abc", "a\nc", "aéc", "ac"]), ("a.c", [.dotAll], ["a\nc", "a😀c"]),
    ("\\bcat\\b", [], ["cat", "a cat!", "cats", "écat", "caté", "_cat"]),
    ("\\Bat\\B", [], ["cats", "cat", "éaté"]), ("\\B", [], ["", "a", "é", "aé", " "]),
    ("^(?:ab|a)(?:bc|c)?$", [], ["abc", "ab", "abbc", "abcc"]),
    ("^(a|)(b|)$", [], ["", "a", "b", "ab", "ba"]), ("^(a?b?)*c$", [], ["c", "abbac", "abd"]),
    ("^(?:a{2}|b{3}){2,3}$", [], ["aaaa", "aabbb", "aaabbb", "bbbbbbbbb", "aaaaaaaa"]),
    ("^(?:(?:a|b)+,)*(?:a|b)+$", [], ["ab,ba,a", "a,,b", ","]),
    ("^(\\s*|x)+$", [], ["", " x x", "y"]),
    ("[a-]", [], ["-", "b"]), ("[]a]", [], ["]", "["]), ("^[^]a]$", [], ["]", "b"]),
    ("^[a-c-e]+$", [], ["abc-e", "d"]), ("^[+--]$", [], ["+", ",", "-", "."]),
    ("^[\\w.-]+$", [], ["a.b-c", "a+b"]), ("^[\\b]$", [], ["\u{8}", "b"]), ("a{,2}b", [], ["ab"]),
    ("^a{0}b$", [], ["b", "ab"]), ("^a{63}$", [], []), ("^a{2,100}$", [], []), ("a{x", [], ["a{x"]),
    ("^k$", [.caseInsensitive], ["K", "\u{212A}", "j"]),
    ("s", [.caseInsensitive], ["\u{17F}", "S"]),
    ("^\\s+$", [], ["\t\n\u{b}\u{c}\r ", "\u{85}", "\u{a0}", "\u{1c}"]),
    ("\\x41\\x{42}\\e\\a\\f", [], ["AB\u{1b}\u{7}\u{c}", "AB"]),
    ("^.{3}$", [], ["abc", "abé", "ab"]),
    ("^https?://", [], ["http://a", "https://", "ftp://"]), ("[^\\W\\d_]+", [], ["1a", "_", "é"]),
    ("[ \t]", [], ["a b", "\t", "a\u{a0}b"]), ("[^a]", [], ["aba", "é", "aéa"]),
    ("^[a-z]+$", [], ["abcé", "abC"]), ("^[^A-F]*$", [], ["abcA", "éA", "Aé", "xé"]),
    ("^[ -~]{0,}$", [], ["~ \u{7f}"]), ("^[a0]{3,64}$", [], ["aa0", "a0"]), ("^a{0,0}$", [], []),
    ("^[^a]{2,33}$", [], ["é", "éé", "bé", "ba"]), ("\\s+", [], ["a\u{85}", "a\u{c}"]),
    ("^20(0[0-9]|1[0-9]|2[0-5])$", [], ["2009", "2019", "2026", "2030"]),
    ("a(?:bc|dc|be|de|b)", [], ["abe", "adc", "ad", "ab"]),
    ("^(?:a|[^x]|b)c$", [], ["ac", "éc", "xc"]),
    ("_$", [], ["a_", "_a", "é_"]), ("\\.(?:jpg|png)$", [], ["a.jpg", "a.jpgx", "é.png", ".pn"]),
    ("(^a|b)$", [], ["a", "ba", "bb"]), ("\\ba$", [], ["xa", "x a"]),
    ("[^a]b$", [], ["éb", "xb", "ab"]),
    ("a+b$", [], ["aab", "b"]), ("[ab]{3}$", [.multiline], ["aab\nx", "aab"]),
    ("^\u{0}[\u{0}-\u{8}]$", [], ["\u{0}\u{5}", "\u{0}"]), ("^(?'x'a)(?P<y>b)$", [], ["ab"]),
  ]

  @Test("the answers are those of PCRE2 at every length about the limits", arguments: plain)
  func agreement(
    _ pattern: String, _ options: Set<PatternSource.Option>, _ texts: [String]
  ) throws {
    guard let twins = PatternTwins(PatternSource(pattern, options: options)) else {
      // Counts without a lower number are literal text in one version of PCRE2 and counts in the
      // next.
      #expect(pattern == "a{,2}b")
      return
    }
    for text in texts + ["", "a", "é", "ab", "\n"] {
      for length in [0, 1, 31, 32, 33, 62, 63, 64, 65, 66, 96, 97, 150] {
        for filler in [text.first ?? "a", "0", "a", "\n", "é"] as [Character] {
          let fill = String(repeating: filler, count: max(0, length - text.utf8.count))
          withView(text + fill) { twins.compare($0) }
          withView(fill + text) { twins.compare($0) }
        }
      }
    }
    #expect(twins.compared > 0)
  }

  @Test(
    "what is not plain is left to PCRE2",
    arguments: [
      "(a)\\1", "(?=a)", "(?!a)", "(?<=a)b", "(?>a)", "a++", "a*+", "a{2}+", "(?i)a", "(*UTF)a",
      "\\p{L}",
      "[[:alpha:]]", "\\h", "\\R", "\\N", "\\X", "\\Ka", "\\Qa.b\\E", "\\101", "é", "[é]",
      "a(?#b)",
      "(a)(?1)", "(a)?(?(1)b|c)", "(?|a|b)", "^*", "\\Ga", "a{2}{3}", "\\ca", "[\\h]", "a(?C1)b",
      "\\Z",
    ])
  func leftOut(_ pattern: String) throws {
    guard let pattern = try? Pattern(PatternSource(pattern)) else { return }
    #expect(!pattern.code.hasClassPattern)
  }

  @Test("there is a way to do without, and very large patterns do")
  func engines() throws {
    #expect(try !Pattern(PatternSource("a"), engine: .pcre2).code.hasClassPattern)
    let words = (0..<200).map { "w\($0)" }.joined(separator: "|")
    #expect(try !Pattern(PatternSource(words), engine: .classes(.best)).code.hasClassPattern)
    let nested = "^" + String(repeating: "(a", count: 40) + String(repeating: ")?", count: 40) + "$"
    #expect(try !Pattern(PatternSource(nested), engine: .classes(.best)).code.hasClassPattern)
  }

  @Test(
    "what asks for members of one class alone, or for an end of fixed length, decides texts of any length"
  )
  func longTexts() throws {
    for pattern in ["^[a-z]+$", "^[^A-Z]*$", "[0-9]", "[^a-z]", "^[a-z]{2,}$", "a0$", "[A0]a{32}$"]
    {
      let twins = try #require(PatternTwins(PatternSource(pattern)))
      for length in [64, 1000, 4097] {
        let text = String(repeating: "a", count: length)
        for place in [0, 31, 32, 63, length - 33, length - 1] {
          let cut = text.index(text.startIndex, offsetBy: place)
          for other in ["0", "A", "a"] {
            withView(text[..<cut] + other + text[text.index(after: cut)...]) { twins.compare($0) }
          }
        }
      }
      #expect(twins.compared > 0 && twins.undecided == 0)
    }
  }

  @Test(
    "nothing beyond the text's page is read", arguments: ["^[a-f]+x?[a-f]*$", "^[a-fx]+$", "y"])
  func pageEnds(pattern: String) throws {
    let page = try #require(PageEnd())
    let twins = try #require(PatternTwins(PatternSource(pattern)))
    for count in 0...66 {
      for gap in [0, 1, 2, 30, 31, 32, 33, 62, 63, 64] {
        for last in ["a", "x", "y"] {
          let text = Array(String(repeating: "a", count: max(0, count - 1)).utf8) + Array(last.utf8)
          twins.compare(page.view(of: text.suffix(count), gap: gap), "gap \(gap)")
        }
      }
    }
    #expect(twins.compared > 0)
  }

  @Test(
    "patterns that make PCRE2 give up are answered",
    arguments: ["^(a+)+$", "^(a|aa)+$", "^(a*)*b$"])
  func catastrophic(_ source: String) throws {
    let pattern = try Pattern(PatternSource(source), engine: .classes(.best))
    let matcher = PatternMatcher()
    withView(String(repeating: "a", count: 62) + "!") {
      #expect(matcher.match(pattern.code, $0) == .notMatched)
    }
  }

  @Test("random patterns on random texts")
  func random() {
    var compared = 0
    var matched = 0
    for seed in 1...4000 {
      var random = RandomPattern(seed: seed)
      guard let twins = PatternTwins(random.next()) else { continue }
      twins.compareTexts(12, seed: seed, "seed \(seed)")
      compared += twins.compared
      matched += twins.matched
    }
    // The texts are worth something only if both answers occur often.
    #expect(compared > 20_000 && matched * 5 > compared && matched * 5 < compared * 4)
  }
}
