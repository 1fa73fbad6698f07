import Bulkcheck
import Requirements
import Testing

/// A match limit leaves open whether a value meets a requirement, and that fails unless another
/// part decides (docs/reference/outcomes.md#the-match-limit): of single values as in batches.
@Suite("Match limits of requirements")
struct BatchPatternLimitTests {
  struct Form: Decodable, Sendable {
    var s: String
    var nick: String?
    var tags: [String]
    var k: Int
    /// Only a decoded value has it.
    var computed: String { s }
  }

  enum Verdict { case confirmed, undecided, failed }

  /// A text as long as the limit needs: what one may cost grows with it.
  private static let text = String(repeating: "a", count: 40) + "!"
  private static let form = Form(s: text, nick: text, tags: ["b", text], k: 1)
  private static let line = #"{"s":"\#(text)","nick":"\#(text)","tags":["b","\#(text)"],"k":1}"#

  private static let slow = Requirement<String>.matches(pattern: "^(?:a|aa|(?=b)c)+(?<!x)$")
  private static let limited = Requirement<Form>.on(\.s, slow)
  private static let yes = Requirement<Form>.on(\.k, .equalTo(1))
  private static let no = Requirement<Form>.on(\.k, .equalTo(2))
  private static let isB = Requirement<String>.equalTo("b")
  private static let isLong = Requirement<String>.minLength(2)

  private static let cases: [(Requirement<Form>, Verdict)] = [
    (limited, .undecided),
    (.not(limited), .undecided), (!limited, .undecided),
    (.not(.not(limited)), .undecided), (.on(\.s, .not(slow)), .undecided),
    (.not(.on(\.computed, slow)), .undecided), (.on(\.computed, .not(slow)), .undecided),
    (limited.because(code: "own", "Own"), .undecided),
    (.not(limited.because("Own")), .undecided), (.not(limited).because("Own"), .undecided),
    (limited && yes, .undecided), (yes && limited, .undecided),
    (limited && no, .failed), (no && limited, .failed),
    (.not(limited && no), .confirmed), (.not(no && limited), .confirmed),
    (.not(.all([yes, limited, yes])), .undecided), (.not(.all([limited, yes, no])), .confirmed),
    (limited || yes, .confirmed), (yes || limited, .confirmed),
    (limited || no, .undecided), (no || limited, .undecided), (.any([limited]), .undecided),
    (.not(limited || no), .undecided), (.not(no || limited || no), .undecided),
    (.not(limited || yes), .failed), ((limited && no) || no, .failed),
    (.not((limited && no) || no), .confirmed), (.not(no || (no && limited)), .confirmed),
    (.when(limited) { no }, .undecided), (.when(limited, then: yes, else: yes), .undecided),
    (.when(.not(limited)) { yes }, .undecided), (.not(.when(limited) { no }), .undecided),
    (.when(yes) { limited }, .undecided), (.when(no) { limited }, .confirmed),
    (.when(no, then: yes, else: limited), .undecided), (.when(limited || yes) { yes }, .confirmed),
    (.when(limited && no) { no }, .confirmed),
    (.on(\.nick, .ifPresent(slow)), .undecided), (.on(\.nick, .ifPresent(.not(slow))), .undecided),
    (.not(.on(\.nick, .ifPresent(slow))), .undecided), (.on(\.nick, .required(slow)), .undecided),
    (.not(.on(\.nick, .required(slow))), .undecided),
    (.on(\.tags, .each(.any([isB, slow]))), .undecided),
    (.not(.on(\.tags, .each(.any([isB, slow])))), .undecided),
    (.not(.on(\.tags, .each(.all([slow, isB])))), .confirmed),
    (.not(.on(\.tags, .each(slow))), .confirmed),
    (.on(\.tags, .some(slow)), .undecided), (.not(.on(\.tags, .some(slow))), .undecided),
    (.on(\.tags, .some(.any([slow, isB]))), .confirmed),
    (.on(\.tags, .some(.all([slow, isB]))), .failed),
    (.on(\.tags, .some(.all([isLong, slow]))), .undecided),
  ]

  private static func verdict(_ reasons: [Reason]) -> Verdict {
    if reasons.isEmpty { return .confirmed }
    return reasons.allSatisfy { $0.code == "pattern-limit" } ? .undecided : .failed
  }

  @Test("single evaluation says what other parts decide, and is undecided otherwise")
  func single() {
    for (requirement, expected) in Self.cases {
      let found = Self.verdict(requirement.failures(in: Self.form))
      #expect(found == expected, "\(requirement)")
      let isConfirmed = requirement(Self.form).isConfirmed
      #expect(isConfirmed == (expected == .confirmed), "\(requirement)")
    }
  }

  @Test("a batch says the same")
  func batch() throws {
    for (requirement, expected) in Self.cases {
      let validator = try BatchValidator(requirement)
      let report = validator.validate([.bytes(Self.line.utf8, name: "a.jsonl")])
      let failing = report.rules.filter { $0.failed > 0 }
      #expect(failing.isEmpty == (expected == .confirmed), "\(requirement)")
      let reasons = failing.flatMap(\.samples).map(\.reason)
      #expect(reasons.contains("pattern-limit") || expected != .undecided, "\(requirement)")
    }
  }
}
