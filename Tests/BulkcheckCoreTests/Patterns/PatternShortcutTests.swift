import Testing

@testable import BulkcheckCore

/// PCRE2's shortcuts, some of which are wrong, don't show in the answers.
@Suite("Shortcuts of PCRE2")
struct PatternShortcutTests {
  @Test(
    "patterns that PCRE2 10.42 gets wrong with one of its shortcuts",
    arguments: [
      ("(?:xa|x)b*a", "xa", true), ("(?:\\w\\w|\\w)b*a", "xa", true), ("(1|)b*1", "1", true),
      ("(?>\\w*|..)[0-9]", "aa.1", false), ("(?=c)\\h?c", "bc", true), ("\\R?\\s", "\n", true),
      ("\\w((\\w\\W?)(c)?+){2}(.)", "1aa ", true), ("(b)*+(?(1)a)", "b", true),
      ("(([a]){1,}\\1{0,}){2,}+", "aa", true), ("(?>(.(\\1*\\N)*){2,}+)", "12", true),
      ("(?x) ((a) + \\1 *) {2,} (?#c) +", "aa", true),
    ])
  func known(_ source: String, _ text: String, _ isMatched: Bool) throws {
    for engine in [PatternEngine.pcre2, .standard] {
      let pattern = try Pattern(PatternSource(source), engine: engine)
      for quickBytesMaximum in [PatternMatcher.quickBytesMaximum, -1] {
        let matcher = PatternMatcher(quickBytesMaximum: quickBytesMaximum)
        withView(text) {
          #expect(matcher.match(pattern.code, $0) == (isMatched ? .matched : .notMatched))
        }
      }
    }
  }

  @Test(
    "machine code is made unless a group is repeated possessively",
    arguments: [
      ("(a)+\\1", true), ("(a)\\1++", true), ("(?=.*[)*+])a+", true), ("\\Q(a)*+\\E(?=b)+", true),
      ("(?<!a)(?:b+)", true), ("(?=a)[)]++b", true),
      ("(a)*+", false), ("(?:a|b)?+", false), ("(?>a){2}+", false), ("(?x)(a) * +", false),
      ("(a)*(?#x)+", false), ("(?(?=a)b|c)++", false),
    ])
  func machineCode(_ source: String, _ isExpected: Bool) throws {
    let source = PatternSource(source)
    #expect(PCRE2Shortcuts(source, PatternTree(source)).usesMachineCode == isExpected)
  }

  @Test("random patterns have the answers of the interpreter without shortcuts", arguments: 1...8)
  func random(seed: Int) {
    let matcher = PatternMatcher()
    var patterns = RandomPCREPattern(seed: seed)
    var (compared, matched) = (0, 0)
    for _ in 0..<1500 {
      let source = patterns.next()
      let plain = PatternSource("(*NO_JIT)(*NO_START_OPT)(*NO_AUTO_POSSESS)" + source)
      guard let pattern = try? Pattern(PatternSource(source), engine: .pcre2),
        let twin = try? Pattern(plain, engine: .pcre2)
      else { continue }
      for _ in 0..<6 {
        let text = patterns.nextText()
        withView(text) { view in
          let expected = matcher.match(twin.code, view)
          if expected == .limitExceeded { return }
          compared += 1
          if expected == .matched { matched += 1 }
          let found = matcher.match(pattern.code, view)
          if found != expected {
            Issue.record("seed \(seed): \(source) on \(text.debugDescription): \(found)")
          }
        }
      }
    }
    // The comparison is worth something only if both answers occur often.
    #expect(compared > 6000 && matched * 10 > compared && matched * 10 < compared * 9)
  }
}
