import CAllocationCount
import Requirements
import RequirementsPatterns
import Testing

@Suite(.enabled(if: canCountAllocations)) struct RequirementAllocationTests {
  static let name = Requirement<String>.all {
    Requirement.notEmpty().because("A name")
    Requirement.length(min: 3, max: 20)
    Requirement.matches(pattern: "^[\\p{L}0-9_ ]+$").because(code: "name", "Letters")
    Requirement.hasPrefix("an") || .hasPrefix("Zo")
    Requirement.not(.oneOf("admin", "root", "anna_and_everybody"))
  }

  struct Account: Sendable {
    var name: String
    var email: String
    var ages: [Int]
  }

  static let account = Requirement<Account>.all {
    Requirement.on(\.name, name)
    Requirement.on(\.email, .email())
    Requirement.on(\.ages, .count(max: 5))
    Requirement.on(\.ages, .each(.inRange(0...150)))
  }

  private func allocations(_ body: () -> Void) -> Int {
    // The first call makes what a thread keeps.
    body()
    let before = bulkcheck_allocation_count()
    for _ in 0..<100 { body() }
    return bulkcheck_allocation_count() - before
  }

  @Test(
    "a text that passes costs no allocation: short, long, not ASCII",
    arguments: ["anna_1", "anna_1990 and friend", "Zoé and co"])
  func text(_ text: String) {
    #expect(Self.name(text).isConfirmed)
    #expect(allocations { _ = Self.name.evaluate(text) } == 0)
    #expect(allocations { _ = Self.name.failures(in: text) } == 0)
  }

  @Test("nor does a whole value that passes")
  func value() {
    let account = Account(name: "anna_1990", email: "anna@example.com", ages: [1, 50, 149])
    #expect(Self.account(account).isConfirmed)
    #expect(allocations { _ = Self.account.evaluate(account) } == 0)
  }

  @Test("a failure does: the counter counts")
  func failing() {
    #expect(allocations { _ = Self.name.evaluate("") } > 0)
  }
}
