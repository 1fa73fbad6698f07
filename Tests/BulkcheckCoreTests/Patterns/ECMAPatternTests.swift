import BulkcheckCore
import PatternSyntax
import Testing

@Suite("Patterns of ECMA-262")
struct ECMAPatternTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let pattern: String
    let matching: [String]
    let others: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ matching: [String], not others: [String]) {
      (self.pattern, self.matching, self.others) = (pattern, matching, others)
    }
  }

  static let cases: [Case] = [
    Case("^abc$", ["abc"], not: ["abc\n", "xabc"]),
    Case(
      "^.$", ["a", "é", "😀", "\u{85}", "\0"], not: ["\n", "\r", "\u{2028}", "\u{2029}", "", "ab"]),
    Case(
      "^\\s$", [" ", "\t", "\u{B}", "\u{A0}", "\u{FEFF}", "\u{2029}", "\u{1680}"],
      not: ["\u{180E}", "\u{1}", "\u{85}"]),
    Case("^\\S$", ["a", "\u{180E}", "\u{85}", "😀"], not: [" ", "\u{3000}", "\u{FEFF}"]),
    Case("^[\\S]$", ["a", "\u{180E}", "\u{85}", "😀"], not: [" ", "\u{3000}", "\u{FEFF}"]),
    Case("^[^\\s-]$", ["a"], not: ["-", " ", "\u{A0}"]),
    Case("^\\d\\w\\b$", ["1a", "1_"], not: ["١a", "1é"]),
    Case("^\\D\\W$", ["aé", "١-"], not: ["1-", "aa"]),
    Case("^\\cA\\x41\\u0042\\u{43}\\0\\t\\v\\f$", ["\u{1}ABC\0\t\u{B}\u{C}"], not: ["\\cAABC"]),
    Case("^\\ud83d\\udc32$", ["🐲"], not: ["🐉", ""]),
    Case("^🐲*$", ["", "🐲🐲"], not: ["🐉", "D"]),
    Case("^[🐲-🐴]{2}$", ["🐲🐳"], not: ["🐲", "🐲🐱"]),
    Case("\\ud83d", [], not: ["🐲", ""]),
    Case("^[\\ud800-\\udfff]$", [], not: ["🐲", "a", ""]),
    Case("^[a\\ud800-\\uffff]$", ["a", "\u{E000}", "\u{FFFF}"], not: ["🐲", "\u{D7FF}"]),
    Case("^[^\\ud800]$", ["a", "🐲"], not: [""]),
    Case("[]", [], not: ["", "a"]),
    Case("^[^]$", ["a", "\n", "🐲"], not: [""]),
    Case("^\\p{Lu}\\p{Script=Greek}\\p{gc=Decimal_Number}$", ["Éα7", "Aα٣"], not: ["éα7", "Aa7"]),
    Case("^\\p{scx=Deva}\\P{sc=Deva}$", ["क\u{964}", "\u{964}\u{964}"], not: ["aक", "कक"]),
    Case("^[\\p{L}\\P{ASCII}]+$", ["a😀"], not: ["1"]),
    Case("^\\p{Any}\\p{Assigned}\\P{Assigned}\\p{Emoji}$", ["aa\u{378}😀"], not: ["aaa😀"]),
    Case("^[^\\w\\D\\p{L}]$", [], not: ["a", "1", "\u{212A}", "\u{2028}"]),
    Case("^[^A-Z\\W\\p{L}]$", ["1", "_"], not: ["a", "A", "\u{212A}", "\u{2028}"]),
    Case("^[\\D\\W]$", ["a", "-", "\u{212A}"], not: ["1"]),
    Case("^[a-z-]$", ["-", "q"], not: ["A"]),
    Case("^[\\b\\]\\^\\-\\/[]$", ["\u{8}", "]", "^", "-", "/", "["], not: ["b", "\\"]),
    Case("^(?:(a)|b)\\1$", ["aa", "b"], not: ["ba", "a"]),
    Case("^(?<x>a|b)\\k<x>$", ["aa", "bb"], not: ["ab"]),
    Case("^(?:(?<x>a)|(?<x>b))\\k<x>$", ["aa", "bb"], not: ["ab", "a"]),
    Case("^\\1(a)$", ["a"], not: ["aa"]),
    Case("^(a\\1)$", ["a"], not: ["aa"]),
    Case("^(?:(['\"])[a-z]*\\1,?)+$", ["'a'", "'a',\"b\""], not: ["'a\"", "'a',\"b'"]),
    Case("^(?:\\1(a))+$", ["a", "aa"], not: ["b"]),
    Case("^(?!(b))a\\1$", ["a"], not: ["ab"]),
    Case("^(?:(a)|b\\1)+$", ["ab", "aba"], not: ["abb a"]),
    Case("^[.a.]+[:b:]+[=c=]+$", [".:=", "abc"], not: ["a"]),
    Case("(?<=a+)b", ["aab", "ab"], not: ["b", "cb"]),
    Case("(?<=x?y{2,})b", ["xyyb", "yyyb"], not: ["yb", "xb"]),
    Case("(?<!a|bc)d", ["d", "cd"], not: ["ad", "bcd"]),
    Case("^(?=.*\\d)(?!.*x)", ["a1"], not: ["ax1", "a"]),
    Case("^(?i:k)k$", ["Kk", "\u{212A}k"], not: ["kK"]),
    Case("^(?i:\\w\\b)", ["\u{17F}"], not: ["é"]),
    Case("^(?i:\\W[^\\W])$", ["-\u{212A}"], not: ["\u{212A}\u{212A}", "-é"]),
    Case("^(?m:^b$)", ["b", "b\nc"], not: ["a"]),
    Case("(?m:^b$)", ["a\r\u{2028}b\nc"], not: ["ab"]),
    Case("^(?s:.).$", ["\na"], not: ["a\n"]),
    Case("^a{2}b{1,}?c{0,2}$", ["aab", "aabbcc"], not: ["ab", "aabccc"]),
    Case("^#[ -~]+$", ["# x#"], not: ["x"]),
    // By the rules without the flag.
    Case("^[\\w-.]\\-\\_$", ["a-_", ".-_", "--_"], not: ["/-_"]),
    Case("^{}$", ["{}"], not: [""]),
    Case("^a{,5}]$", ["a{,5}]"], not: ["a]"]),
    Case("^\\a\\e\\Q\\z$", ["aeQz"], not: ["\u{7}"]),
    Case("^\\101\\8[\\c1\\_]$", ["A8\u{11}", "A8_"], not: ["A81"]),
    Case("^\\c!$", ["\\c!"], not: ["c!"]),
    Case("^\\xz\\u12\\k$", ["xzu12k"], not: []),
    Case("^(?=a)*b(?=(x))?\\1$", ["b"], not: ["ab"]),
    Case("^\\p\\-$", ["p-"], not: []),
  ]

  private func matches(_ source: PatternSource, _ text: String, _ engine: PatternEngine) -> Bool {
    guard let pattern = try? Pattern(source, engine: engine) else { return false }
    return withView(text) { PatternMatcher().match(pattern.code, $0) == .matched }
  }

  @Test("patterns mean what ECMA-262 says", arguments: cases)
  func meaning(_ item: Case) throws {
    let (source, _) = try PatternSource.ecma(item.pattern)
    for engine in [PatternEngine.pcre2, .standard] {
      for text in item.matching {
        #expect(matches(source, text, engine), "\(source.pattern): \(text.debugDescription)")
      }
      for text in item.others {
        #expect(!matches(source, text, engine), "\(source.pattern): \(text.debugDescription)")
      }
    }
  }

  @Test(
    "a pattern that only the rules without the flag u take is told",
    arguments: [
      ("\\-", true), ("[\\-]", false), ("\\_", true), ("}", true), ("]", true), ("{", true),
      ("a{2}", false), ("[\\w-.]", true), ("[\\w-]", false), ("\\/", false), ("(a)\\2", true),
      ("\\p{L}", false), ("(?=a)*", true),
    ])
  func leniency(_ pattern: String, _ isLenient: Bool) throws {
    #expect(try PatternSource.ecma(pattern).isLenient == isLenient)
  }

  @Test(
    "a text that is not a pattern is a mistake with a place",
    arguments: [
      ("^(abc]", 1), ("a)", 1), ("[a", 0), ("a**", 2), ("*", 0), ("a{2,1}", 1), ("[z-a]", 1),
      ("(?P<n>a)", 0), ("(?i)a", 0), ("(?#x)", 0), ("(?>a)", 0), ("\\", 0), ("(?<n>a)\\k<m>", 7),
      ("(?<n>a)(?<n>b)", 10), ("(?<1>a)", 3), ("^*", 1), ("(?<=a)*", 6), ("\\p{Foo}\\-", 0),
      ("\\p{greek}\\_", 0), ("(?-:a)", 0), ("(?ii:a)", 0), ("é\\u{61}\\-", 2),
    ])
  func mistakes(_ pattern: String, _ offset: Int) {
    #expect {
      try PatternSource.ecma(pattern)
    } throws: {
      let error = $0 as? PatternError
      #expect(error?.byteOffset == offset)
      return error?.isUntranslatable == false
    }
  }

  @Test(
    "a pattern without a counterpart is a mistake, never another pattern",
    arguments: [
      "(?<=ab+)c", "(?:(a)|b)*\\1", "(a*)*\\1", "(?<=(a)\\1)b", "(?<=(a))\\1", "a{70000}",
      "(?i:\\p{Lu})",
      String(repeating: "(", count: 300) + "a"
        + String(repeating: ")", count: 300),
    ])
  func untranslatable(_ pattern: String) {
    #expect {
      try PatternSource.ecma(pattern)
    } throws: {
      ($0 as? PatternError)?.isUntranslatable == true
    }
    withView(pattern) { #expect(FormatChecker.matches(.regex, $0)) }
  }

  @Test(
    "the format regex takes needless escapes of punctuation, and none of letters",
    arguments: [("\\-", true), ("\\:[\\~]", true), ("\\a", false), ("\\Z", false), ("\\_", true)])
  func format(_ pattern: String, isPattern: Bool) {
    withView(pattern) { #expect(FormatChecker.matches(.regex, $0) == isPattern) }
  }

  @Test(
    "common patterns keep their fast form",
    arguments: [
      "^[a-z]+$", "^.{1,20}$", "^\\S+$", "^[^\\s@]+@[^\\s@]+$", "^\\d{4}-\\d{2}$", "^[^]*$", "\\s",
      "^é?a$", "^(?:[A-Z]{2}|\\w+)$", "^(?<year>\\d{4})$", "^\\u0041+$",
    ])
  func fastForm(_ pattern: String) throws {
    let source = try PatternSource.ecma(pattern).source
    #expect(try Pattern(source, engine: .classes(.standard)).code.hasClassPattern)
  }

  @Test("hostile patterns take no longer than their length allows")
  func hostile() {
    let patterns = [
      String(repeating: "(", count: 200_000), String(repeating: "[", count: 200_000),
      String(repeating: "(?:a)", count: 40_000), String(repeating: "\\1(a)", count: 10_000),
      String(repeating: "(?<n>a)|", count: 12_000) + "\\k<n>",
      String(repeating: "(?=a)*", count: 10_000), String(repeating: "a|", count: 100_000),
    ]
    for pattern in patterns {
      withView(pattern) { _ = FormatChecker.matches(.regex, $0) }
      _ = try? PatternSource.ecma(pattern)
    }
  }
}
