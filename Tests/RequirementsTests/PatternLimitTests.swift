import Requirements
import RequirementsPatterns
import Testing

/// Who asks a requirement whose pattern reaches its match limit is told so.
@Suite("Match limits")
struct PatternLimitTests {
  static let slow = Requirement<String>.matches(pattern: "^(?:a|aa|(?=b)c)+(?<!x)$")
  static let text = String(repeating: "a", count: 70) + "!"

  @Test("the reason keeps its place, and is told once for each place")
  func places() {
    let requirement = Requirement<[String]>.not(.each(.any([.equalTo("b"), Self.slow])))
    let reasons = requirement.failures(in: ["b", Self.text])
    #expect(reasons.map(\.code) == ["pattern-limit"])
    #expect(reasons.map(\.path.description) == ["[1]"])
    let some = Requirement<[String]>.some(Self.slow).failures(in: ["b", Self.text])
    #expect(some == reasons)
  }

  @Test("a false part is told beside it")
  func falsePart() {
    let reasons = Requirement<String>.all([Self.slow, .maxLength(1)]).failures(in: Self.text)
    #expect(reasons.map(\.code) == ["pattern-limit", "maxLength"])
  }

  @Test("chains and validated properties fail with it")
  func users() {
    #expect(Chain<String>([!Self.slow]).evaluate(Self.text).error?.code == "pattern-limit")
    let field = Validated(wrappedValue: Self.text, Requirement<String>.not(Self.slow))
    #expect(field.errors.map(\.reasons.first?.code) == ["pattern-limit"])
  }

  @Test("asynchronous alternatives are undecided too, unless one of them holds")
  func asynchronous() async throws {
    let yes = AsyncRequirement<String> { _ in .confirmed }
    let no = AsyncRequirement<String> { _ in .failed(reason: Reason(message: "no")) }
    let limited = AsyncRequirement<String> { [slow = Self.slow] in slow($0) }
    let (slow, notSlow) = (AsyncRequirement(Self.slow), AsyncRequirement(!Self.slow))
    let undecided: [AsyncRequirement<String>] = [
      .any([slow, no]), .any([no, notSlow]), .any([no, limited]), .any([limited, no]), limited,
    ]
    for requirement in undecided {
      let reasons = try await requirement.failures(in: Self.text)
      #expect(reasons.map(\.code) == ["pattern-limit"])
    }
    let decided: [AsyncRequirement<String>] = [
      .any([slow, yes]), .any([yes, notSlow]), .any([limited, yes]),
    ]
    for requirement in decided {
      #expect(try await requirement(Self.text).isConfirmed)
    }
  }
}
