import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Literals that the compiler refuses")
struct LiteralCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let message: String?
    var testDescription: String { source }

    init(_ source: String, _ message: String? = nil) {
      self.source = source
      self.message = message
    }
  }

  static let negativeMaximum = "a count is never below 0: nothing meets this"
  static let empty = "this range is empty: nothing meets it"
  static let backwards = "this range runs backwards, which ends the program"

  @Test(
    "one requirement",
    arguments: [
      Case("Requirement<String>.length(min: 3, max: 20)"),
      Case("Requirement<String>.length(min: 20, max: 3)", "no length is from 20 to 3"),
      Case("Requirement<String>.length(min: minimum, max: 3)"),
      Case(".length(exactly: -1)", negativeMaximum),
      Case(".maxLength(-1)", negativeMaximum),
      Case(".maxLength(0)"),
      Case("Requirement.count(min: 2, max: 1).because(code: nil, \"\")", "no count is from 2 to 1"),
      Case("Requirements.Requirement<[Int]>.count(max: -0x1)", negativeMaximum),
      Case(".count(exactly: 0)"),
      Case(".inRange(18...120)"),
      Case(".inRange(120...18)", backwards),
      Case(".inRange(1.5 ..< 1.25)", backwards),
      Case(".inRange(5..<5)", empty),
      Case(".inRange(-5...(-7))"),
      Case(".inRange(9_007_199_254_740_992..<9_007_199_254_740_993)"),
      Case(".inRange(limits)"),
      Case(".multipleOf(0)", "a divisor must be above 0"),
      Case(".multipleOf(0.01)"),
      Case(".oneOf()", "no value is one of none"),
      Case(
        ".matches(pattern: \"(\")", "wrong pattern: this group is not closed by ) (byte 0)"),
      Case(".matches(pattern: \"\\(start)(\")"),
      Case(".matches(pattern: \"(#\", options: .extended)"),
      Case(".matches(pattern: \"(#\", options: options)"),
      Case(
        ".on(\\.name, .matches(pattern: #\"[\\d\"#, options: [.caseInsensitive, .dotAll]))",
        "wrong pattern: this class is not closed by ] (byte 0)"),
      // Functions of the same names of other types.
      Case("shape.length(min: 3, max: 1)"),
      Case("Requirement { $0.matches(pattern: \"(\") ? .confirmed : .failed(reason: reason) }"),
    ])
  func one(_ example: Case) {
    let found = diagnostics(in: "#any { \(example.source) }")
    #expect(found == [example.message].compactMap { $0 })
  }

  @Test(
    "several requirements of one block",
    arguments: [
      Case("#all { .minLength(3); .maxLength(3) }"),
      Case(
        "#all { .minLength(8).because(\"\"); .maxLength(5).because(\"\") }",
        "the length cannot be at least 8 and at most 5"),
      Case("#any { .minLength(8); .maxLength(5) }"),
      Case("#all { .minLength(8); if isShort { .maxLength(5) } }"),
      Case("#all { .minLength(8); .not(.maxLength(5)) }"),
      Case("#all { .minLength(8); !Requirement.maxLength(5) }"),
      Case("#all { .minLength(8); Requirement.maxLength(5) || .hasPrefix(\"a\") }"),
      Case("#all { .greaterThan(5); .lessThan(1) }", "the value cannot be at least 5 and at most 1"),
      Case("#all { .greaterThan(5); .count(max: 1); .lessThan(5) }"),
      Case("#all { .inRange(1...2); .inRange(3...4) }", "the value cannot be at least 3 and at most 2"),
      Case("#all { .count(exactly: 3); .count(min: 5) }", "the count cannot be at least 5 and at most 3"),
      Case(
        "#when(.notEmpty()) { .minLength(2) } otherwise: { .minLength(2); .maxLength(1) }",
        "the length cannot be at least 2 and at most 1"),
      Case("#all { .length(min: 3, max: 1) }", "no length is from 3 to 1"),
      Case("#all { #not(.length(min: 3, max: 1)) }", "no length is from 3 to 1"),
    ])
  func several(_ example: Case) {
    #expect(diagnostics(in: example.source) == [example.message].compactMap { $0 })
  }

  @Test("what everything meets is a warning, at its place")
  func warning() {
    expectExpansion(
      of: "#not(.minLength(-1))", is: "Requirements.Requirement.not(.minLength(-1))",
      [
        DiagnosticSpec(
          message: "a count is never below 0: everything meets this", line: 1, column: 17,
          severity: .warning)
      ])
  }
}
