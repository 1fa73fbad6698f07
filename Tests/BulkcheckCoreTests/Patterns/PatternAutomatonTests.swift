import Testing

@testable import BulkcheckCore

@Suite("Patterns as automata")
struct PatternAutomatonTests {
  static let date =
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]"
    + ":([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"

  @Test("an anchored pattern that is too large for steps becomes one")
  func dates() throws {
    let pattern = try Pattern(PatternSource(Self.date), engine: .classes(.best))
    #expect(!pattern.code.hasClassPattern && pattern.code.hasAutomaton)
    #expect(try !Pattern(PatternSource(Self.date), engine: .pcre2).code.hasAutomaton)
    let twins = try #require(PatternTwins(PatternSource(Self.date)))
    let texts = [
      "2026-02-30T23:59:60.123Z", "2026-02-30t00:00:00+23:59", "2026-13-01T00:00:00Z",
      "2026-12-31T24:00:00Z", "2026-12-31T23:00:61Z", "2026-12-31T23:00:00.Z", "",
      "2026-12-31T23:00:00", "2026-12-31T23:00:00Z ", "2026-12-31T23:00:00é",
    ]
    for text in texts { withView(text) { twins.compare($0) } }
    #expect(twins.matched >= 2)
  }

  @Test(
    "a long text is decided too, and one beyond ASCII only where no class has such members",
    arguments: [("^a*b$", true), ("^[^x]*b$", nil)] as [(String, Bool?)])
  func otherTexts(_ source: String, _ answer: Bool?) throws {
    let automaton = try #require(self.automaton(source))
    defer { automaton.deallocate() }
    withView(String(repeating: "a", count: 5000) + "b") { #expect(automaton.matches($0) == true) }
    withView("aé") { #expect(automaton.matches($0) == answer.map(!)) }
    withView("xé") { #expect(automaton.matches($0) == false) }
  }

  @Test("the start alone may be asked of, and then nothing behind the match matters")
  func openEnd() throws {
    let automaton = try #require(self.automaton("^[^x]b?"))
    defer { automaton.deallocate() }
    withView("aé") { #expect(automaton.matches($0) == true) }
    withView("") { #expect(automaton.matches($0) == false) }
  }

  @Test(
    "others are left to PCRE2: not anchored, with places inside, with too many states or parts",
    arguments: [
      "a", "(^a|b)$", "^a\\b", "^(a$|b)", "^(a|b)*a(a|b){8}$", "^a{300}$",
      "^((){40}){40}((){40}){40}$", "^(?:a)\\1", "^é",
    ])
  func leftOut(_ source: String) {
    #expect(automaton(source) == nil)
  }

  private func automaton(_ source: String) -> PatternAutomaton? {
    PatternTree(PatternSource(source)).flatMap(PatternAutomaton.init)
  }

  @Test("random patterns, anchored, on random texts")
  func random() {
    var made = 0
    var compared = 0
    var matched = 0
    for seed in 1...2000 {
      var random = RandomPattern(seed: seed)
      let inner = random.next()
      let end = seed % 3 == 0 ? "" : "$"
      let source = PatternSource("^(?:\(inner.pattern))\(end)", options: inner.options)
      guard let twins = PatternTwins(source), twins.hasAutomaton else { continue }
      made += 1
      twins.compareTexts(12, seed: seed, "seed \(seed)")
      compared += twins.compared
      matched += twins.matched
    }
    #expect(made > 500 && matched * 5 > compared && matched * 5 < compared * 4)
  }
}
