import TestSupport
import Testing

@Suite("Literals that the compiler refuses")
struct LiteralCheckTests {
  /// A line of source and what the compiler says about it, if anything.
  struct Line {
    let source: String
    let message: String?

    init(_ source: String, _ message: String? = nil) {
      self.source = source
      self.message = message
    }
  }

  static let negativeMaximum = "a count is never below 0: no value can satisfy it"
  static let backwards = "this range runs backwards, which traps at run time"

  /// Each is the only statement of a block.
  static let texts = [
    Line("Requirement<String>.length(min: 3, max: 20)"),
    Line(
      "Requirement<String>.length(min: 20, max: 3)",
      "the length cannot be at least 20 and at most 3"),
    Line("Requirement<String>.length(min: limits.lowerBound, max: 3)"),
    Line(".length(exactly: -1)", negativeMaximum),
    Line(".maxLength(-1)", negativeMaximum),
    Line(".maxLength(0)"),
    Line(
      "Requirement.length(min: 2, max: 1).because(code: nil, \"\")",
      "the length cannot be at least 2 and at most 1"),
    Line("Requirements.Requirement<String>.count(max: -0x1)", negativeMaximum),
    Line(".oneOf()", "oneOf without values: no value can satisfy it"),
    Line(".matches(pattern: \"(\")", "invalid pattern: this group is not closed by ) (byte 0)"),
    Line(".matches(pattern: \"\\(start)(\")"),
    Line(".matches(pattern: \"(#\", options: .extended)"),
    Line(".matches(pattern: \"a|*\", options: options)"),
    Line(
      ".not(.matches(pattern: #\"[\\d\"#, options: [.caseInsensitive, .dotAll]))",
      "invalid pattern: this class is not closed by ] (byte 0)"),
    Line(
      "#not(.matches(pattern: \"*\"))",
      "invalid pattern: nothing to repeat before this (byte 0)"),
    // Functions of the same names of other types.
    Line("Requirement { shape.length(min: 3, max: $0.count) ? .confirmed : .confirmed }"),
    Line("Requirement { shape.length(min: 3, max: 1) || $0.isEmpty ? .confirmed : .confirmed }"),
  ]

  static let numbers = [
    Line(".inRange(18...120)"),
    Line(".inRange(120...18)", backwards),
    Line(".inRange(5..<5)", "this range is empty: no value can satisfy it"),
    Line(".inRange(-5...(-7))"),
    Line(".inRange(-5 ... -4)"),
    Line(".inRange(9_007_199_254_740_992..<9_007_199_254_740_993)"),
    Line(".inRange(limits)"),
    Line(".multipleOf(0)", "a divisor must be above 0"),
    Line(".multipleOf(5)"),
  ]

  /// Whole macros.
  static let blocks = [
    Line("#all { Requirement<String>.minLength(3); Requirement.maxLength(3) }"),
    Line(
      "#all { Requirement<String>.minLength(8).because(\"\"); Requirement.maxLength(5).because(\"\") }",
      "the length cannot be at least 8 and at most 5"),
    Line("#any { Requirement<String>.minLength(8); Requirement.maxLength(5) }"),
    Line("#all { Requirement<String>.minLength(8); if isShort { Requirement.maxLength(5) } }"),
    Line("#all { Requirement<String>.minLength(8); Requirement.not(.maxLength(5)) }"),
    Line("#all { Requirement<String>.minLength(8); !Requirement.maxLength(5) }"),
    Line("#all { Requirement<String>.minLength(8); Requirement.maxLength(5) || .notEmpty() }"),
    Line(
      "#all { Requirement<Int>.greaterThan(5); Requirement.lessThan(1) }",
      "the value cannot be at least 5 and at most 1"),
    Line(
      "#all { Requirement<Int>.inRange(1...2); Requirement.inRange(3...4) }",
      "the value cannot be at least 3 and at most 2"),
    Line(
      "#all { Requirement<[Int]>.count(exactly: 3); Requirement.count(min: 5) }",
      "the count cannot be at least 5 and at most 3"),
    Line(
      "#when(Requirement<String>.notEmpty()) { .minLength(2) } otherwise: "
        + "{ Requirement.minLength(2); Requirement.maxLength(1) }",
      "the length cannot be at least 2 and at most 1"),
    Line(
      "#all { #not(Requirement<String>.length(min: 3, max: 1)) }",
      "the length cannot be at least 3 and at most 1"),
  ]

  @Test("each mistake is one error at its line, and nothing right is refused")
  func errors() throws {
    let lines =
      Self.texts.map { Line("let _: Requirement<String> = #any { \($0.source) }", $0.message) }
      + Self.numbers.map { Line("let _: Requirement<Int> = #any { \($0.source) }", $0.message) }
      + Self.blocks.map { Line("_ = \($0.source)", $0.message) }
    let source =
      lines.map(\.source).joined(separator: "\n") + """

        struct Shape: Sendable { func length(min: Int, max: Int) -> Bool { min < max } }
        let (shape, start, isShort, limits) = (Shape(), "", true, 1...2)
        let options: PatternOptions = .extended
        """
    let expected = lines.enumerated().compactMap { index, line in
      line.message.map { Compiler.Message(line: index + 1, kind: "error", text: $0) }
    }
    let found = try Compiler.check(source).messages
    #expect(found == expected, "differences: \(Set(found).symmetricDifference(expected))")
  }

  @Test("what everything meets is a warning")
  func warning() throws {
    let found = try Compiler.check(
      "let text = #not(Requirement<String>.minLength(-1))\nlet n = #all { Requirement<[Int]>.count(min: -2) }"
    )
    let text = "a count is never below 0: every value satisfies it"
    #expect(found.messages == [1, 2].map { .init(line: $0, kind: "warning", text: text) })
  }

  @Test("a misspelt key path is named, with the type on either side")
  func misspelt() throws {
    let found = try Compiler.check(
      """
      struct User: Sendable { var email = "" }
      let one: Requirement<User> = #all { Requirement.on(\\.emial, .notEmpty()) }
      let two = #all { Requirement<User>.on(\\.emial, .notEmpty()) }
      let any: Requirement<User> = #any { Requirement.on(\\.emial, .notEmpty()) }
      """)
    for line in 2...4 {
      #expect(
        found.messages.contains { $0.line == line && $0.text.contains("has no member 'emial'") },
        "\(found.messages)")
    }
  }

  @Test("what does not fit together is refused by its types")
  func types() throws {
    let found = try Compiler.check(
      """
      let mixed = #all { Requirement<String>.notEmpty(); Requirement<Int>.greaterThan(1) }
      let missing: Requirement<Int> = #all { .minLength(3) }
      let part = #all { Requirement<String>.on(\\.size, .greaterThan(1)) }
      let condition = #when(\\String.count) { Requirement<String>.notEmpty() }
      """)
    #expect(Set(found.messages.filter { $0.kind == "error" }.map(\.line)) == [1, 2, 3, 4])
  }
}
