import BulkcheckCore
import PatternSyntax
import TestSupport
import Testing

@Suite("Patterns")
struct PatternTests {
  @Test(
    "patterns search with ASCII classes and a strict end",
    arguments: [
      ("b", "abc", true), ("^b", "abc", false), ("^$", "", true), ("a$", "a\n", false),
      ("^.$", "é", true),
      ("^\\d$", "٣", false), ("^\\w$", "é", false), ("^\\s$", "\u{a0}", false),
      ("a.b", "a\nb", false), ("a.b", "a\rb", true),
      ("^\\p{L}+$", "Žluťoučký", true), ("(?=.*\\d)(?=.*[a-z]).{4,}", "abc1", true),
      ("\\bé", "é", false),
      ("a(?C1)b", "ab", true), ("\\x{1F600}", "😀", true),
    ])
  func searching(_ pattern: String, _ text: String, _ expected: Bool) throws {
    let pattern = try Pattern(PatternSource(pattern))
    let matcher = PatternMatcher()
    withView(text) {
      #expect(matcher.match(pattern.code, $0) == (expected ? .matched : .notMatched))
    }
  }

  @Test(
    "options",
    arguments: [
      ("straSSE", PatternSource.Option.caseInsensitive, "STRAsse", true),
      ("k", .caseInsensitive, "\u{212A}", true),
      ("ß", .caseInsensitive, "ss", false), ("σ", .caseInsensitive, "ς", true),
      ("^b$", .multiline, "a\nb", true),
      ("a.b", .dotAll, "a\nb", true), ("a b # c", .extended, "ab", true),
    ])
  func options(_ source: String, _ option: PatternSource.Option, _ text: String, _ expected: Bool)
    throws
  {
    let pattern = try Pattern(PatternSource(source, options: [option]))
    let matcher = PatternMatcher()
    withView(text) {
      #expect(matcher.match(pattern.code, $0) == (expected ? .matched : .notMatched))
    }
  }

  @Test(
    "mistakes have a message and a place",
    arguments: [
      ("a(b", 3), ("*", 0), ("a\\Cb", 3), ("[z-a]", 3), ("(*LIMIT_MATCH=9)a", 0),
      ("(*UCP)(*LIMIT_DEPTH=9)a", 6), ("(*LIMIT_HEAP=9)a", 0), ("(*LIMIT_RECURSION=9)a", 0),
    ])
  func mistakes(_ source: String, _ offset: Int) {
    #expect { try Pattern(PatternSource(source)) } throws: { error in
      guard let error = error as? PatternError else { return false }
      return !error.message.isEmpty && error.byteOffset == offset
    }
  }

  @Test(
    "groups nested deeper than any stack are a mistake like others",
    arguments: ["(", "(?:a", "(?:[^a]*(b|"])
  func nesting(_ group: String) {
    let opened = String(repeating: group, count: 100_000)
    let closings = group.split(separator: "(").count
    let closed = opened + String(repeating: ")*", count: 100_000 * closings)
    for source in [opened, closed] {
      #expect(throws: PatternError.self) { try Pattern(PatternSource(source)) }
    }
  }

  @Test(
    "settings at the start of a pattern mean what PCRE2's interpreter takes them for",
    arguments: [
      "(*NOTEMPTY)", "(*NOTEMPTY_ATSTART)", "(*UTF)", "(*UCP)", "(*NO_START_OPT)",
      "(*NO_AUTO_POSSESS)", "(*NO_DOTSTAR_ANCHOR)", "(*CR)", "(*CRLF)", "(*ANY)", "(*ANYCRLF)",
      "(*NUL)", "(*BSR_ANYCRLF)", "(*BSR_UNICODE)", "(*UCP)(*NOTEMPTY)", "(*COMMIT)",
    ])
  func settings(_ setting: String) throws {
    let matcher = PatternMatcher()
    for source in ["a*", "^a?", "a*|b", "x*$", "^.?$", "\\w+$", ".*b", "\\R", "^b", "(a|b)*?$"] {
      let pattern = try Pattern(PatternSource(setting + source))
      let interpreted = try Pattern(PatternSource("(*NO_JIT)" + setting + source))
      for text in ["", "b", "aab", "é", "a\nb", "a\rb", "a\r\nb", "xx", "\u{85}", "ba\u{0}"] {
        withView(text) { view in
          let expected = matcher.match(interpreted.code, view)
          #expect(
            matcher.match(pattern.code, view) == expected,
            "\(setting)\(source) on \(text.debugDescription)")
        }
      }
    }
  }

  @Test(
    "catastrophic patterns end soon",
    arguments: [
      "^(a+)+$", "(a|aa)+$", "^(?:a?){40}a{40}b", "^(a*)*\\1b$", "(*NO_JIT)^(a+)+$", "^(?:(a)|b)*$",
    ])
  func catastrophic(_ source: String) throws {
    let pattern = try Pattern(PatternSource(source))
    let matcher = PatternMatcher()
    for length in [40, 5_000, 200_000] {
      withView(String(repeating: "a", count: length) + "!") { view in
        let time = ProcessorTime.measure {
          #expect(matcher.match(pattern.code, view) != .matched)
        }
        // Without a limit it is years; the machine may be slow.
        #expect(time < .seconds(60))
      }
    }
  }

  @Test(
    "deep recursion and much stack end in an answer",
    arguments: ["^(?:[^\"]|\"\")*$", "^(\\((?1)*\\))+$", "(*NO_JIT)^(\\((?1)*\\))+$"])
  func deep(_ source: String) throws {
    let pattern = try Pattern(PatternSource(source))
    let matcher = PatternMatcher()
    withView(String(repeating: "(", count: 300_000)) { _ = matcher.match(pattern.code, $0) }
  }

  @Test(
    "replacing",
    arguments: [
      ("[^0-9]", "", "+7 (963)", "7963"), ("x*", "-", "axb", "-a--b-"), ("x*", "-", "", "-"),
      ("a", "b", "ccc", "ccc"),
      ("(\\w+) (\\w+)", "$2 $1", "hello world", "world hello"), ("b", "$$", "abc", "a$c"),
      ("b", "[$0]", "abc", "a[b]c"),
      ("(a)|(b)", "<$1$2$7>", "ab", "<a><b>"), ("", "·", "é😀", "·é·😀·"),
      ("b", "$x$", "abc", "a$x$c"),
      ("^", ">", "a\nb", ">a\nb"), ("a\\Kb", "X", "abab", "aXaX"), ("(?<=a)", "-", "aa", "a-a-"),
      ("(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)(x)", "$9$1", "1234567890x", "91"),
    ])
  func replacing(_ source: String, _ template: String, _ text: String, _ expected: String) throws {
    let pattern = try Pattern(PatternSource(source))
    let matcher = PatternMatcher()
    var arena = ByteArena()
    withViews(text, template) { view, template in
      #expect(matcher.replaceAll(pattern.code, in: view, with: template, &arena)?.text == expected)
    }
  }

  @Test("a replacement names only groups that the pattern has")
  func templates() throws {
    let pattern = try Pattern(PatternSource("(a)(b)"))
    for template in ["$0", "$1$2", "$$3", "$", "x", "$$$2"] {
      #expect(pattern.replacementMistake(template) == nil)
    }
    for template in ["$3", "a$9", "$$$3"] { #expect(pattern.replacementMistake(template) != nil) }
  }
}
