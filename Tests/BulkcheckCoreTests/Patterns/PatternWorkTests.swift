import TestSupport
import Testing

@testable import BulkcheckCore

/// Matching ends soon, whatever the pattern and the text.
@Suite("Work of patterns")
struct PatternWorkTests {
  /// Patterns with texts on which their time grows with the square or the cube of the text's
  /// length, or worse.
  static let slow: [(pattern: String, unit: String, end: String)] = [
    ("(?:[0-9]|ab)+[a-z]", "0", "!"), ("[0-9]+[a-z]", "0", "!"), ("\\s+$", " ", "x"),
    ("(?:\\d|z)+(?:\\d|z)+[a-z]", "1", "!"), ("(a+)+$", "a", "!"), ("^(a+)+$", "a", "!"),
    ("^(\\s*([0-9a-zA-Z+/=]){4}\\s*)+$", "QUJD", "!"), ("(.*)(.*)(.*)x", "ab", "y"),
    ("(\\w+) \\1!", "a", " aaaa"), ("(.+)\\1x", "ab", "y"), ("(?<w>a*)(?:b|\\k<w>)*c", "a", "!"),
    ("(?=.*foo)(?=.*bar).*baz", "foo ", "!"), ("(*NO_JIT)(?:[0-9]|ab)+[a-z]", "0", "!"),
    (".*foo.*bar", "foo ", "!"), ("(?i)(?:k|ß)+(?:k|ß)+z", "K", "!"),
  ]

  @Test("every text gets its answer soon, and the same one again", arguments: slow.indices)
  func bounded(index: Int) throws {
    let (source, unit, end) = Self.slow[index]
    let pattern = try Pattern(PatternSource(source))
    let matcher = PatternMatcher()
    for length in [100, 1000, 5000, 1_000_000] {
      let text = String(repeating: unit, count: length / unit.utf8.count) + end
      withView(text) { view in
        var outcome = PatternMatcher.Answer.matched
        let time = ProcessorTime.measure { outcome = matcher.match(pattern.code, view) }
        // Unbounded, the worst of them take hours; the bound leaves room for a slow machine.
        #expect(time < .seconds(60), "\(source), \(length)")
        if length < 5000 { #expect(matcher.match(pattern.code, view) == outcome) }
        #expect(outcome != .matched)
      }
    }
  }

  @Test("replacing ends soon too")
  func replacing() throws {
    let pattern = try Pattern(PatternSource("(?:[0-9]|ab)+[a-z]|Y"))
    let matcher = PatternMatcher()
    var arena = ByteArena()
    let text = String(repeating: "Y" + String(repeating: "0", count: 3000), count: 100)
    withViews(text, "-") { text, template in
      #expect(matcher.replaceAll(pattern.code, in: text, with: template, &arena) == nil)
    }
  }

  @Test("a text that needs one look has any length")
  func linear() throws {
    let patterns = [
      "^[a-z ]*$", "^(?:[a-z]+ )*$", "^(\\s*([0-9a-zA-Z+/=]){4}\\s*)+$", "^(?:lorem |ipsum )+$",
      "^(?=.*ipsum).*$", "ipsum $", "\\bipsum\\b",
    ]
    let matcher = PatternMatcher()
    let text = String(repeating: "lorem ipsum ", count: 20_000)
    for source in patterns {
      let pattern = try Pattern(PatternSource(source))
      let expected: PatternMatcher.Answer = source.contains("{4}") ? .notMatched : .matched
      withView(text) { #expect(matcher.match(pattern.code, $0) == expected, "\(source)") }
    }
  }

  @Test(
    "a pattern too large for counting matches short and middling texts, and long ones exceed the limit"
  )
  func tooLargeForCallouts() throws {
    let pattern = try Pattern(PatternSource("^(?:(?:ab[^x]){60}c){60}"), engine: .pcre2)
    let matcher = PatternMatcher()
    let matching = String(repeating: String(repeating: "ab.", count: 60) + "c", count: 60)
    withView("") { #expect(matcher.match(pattern.code, $0) == .notMatched) }
    withView(matching) { #expect(matcher.match(pattern.code, $0) == .matched) }
    withView("ab" + matching) { #expect(matcher.match(pattern.code, $0) == .notMatched) }
    withView(matching + matching) { #expect(matcher.match(pattern.code, $0) == .limitExceeded) }
  }

  @Test("guarded code gives the answers of plain code", arguments: 1...3)
  func agreement(seed: Int) throws {
    let plain = PatternMatcher()
    let guarded = PatternMatcher(quickBytesMaximum: -1)
    var patterns = RandomPattern(seed: seed)
    var compared = 0
    for _ in 0..<200 {
      let source = patterns.next()
      guard let pattern = try? Pattern(source, engine: .pcre2), let tree = PatternTree(source)
      else { continue }
      var subjects = PatternSubjects(tree, seed: seed)
      for _ in 0..<10 {
        withBytes(subjects.next()) { text in
          let (one, other) = (plain.match(pattern.code, text), guarded.match(pattern.code, text))
          if one != other {
            Issue.record(
              "seed \(seed): \(source) on \(text.text.debugDescription): \(one), \(other)")
          }
        }
        compared += 1
      }
    }
    #expect(compared > 300)
  }

  private func withBytes(_ bytes: [UInt8], _ body: (ByteView) -> Void) {
    let owner = OwnedBytes(bytes)
    withExtendedLifetime(owner) { body(owner.view) }
  }

  @Test("the budget grows with the text up to a limit, and then as the text does")
  func budget() {
    #expect(MatchWork.budget(bytes: 0) == 1 << 24)
    #expect(MatchWork.budget(bytes: 100) < MatchWork.budget(bytes: 1000))
    #expect(MatchWork.budget(bytes: 1 << 20) == 1 << 29 + 1 << 28)
    #expect(MatchWork.budget(bytes: .max) > 0)
  }
}
