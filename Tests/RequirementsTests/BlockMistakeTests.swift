import TestSupport
import Testing

/// Messages of the compiler about a wrong statement of a block: the mistake, and nothing else.
@Suite("Mistakes in blocks, as the compiler tells them")
struct BlockMistakeTests {
  /// A statement and what it is told; empty for a right one.
  typealias Statement = (source: String, messages: [String])

  private static let misspelt = ["value of type 'User' has no member 'emial'"]

  /// In blocks of both kinds.
  private static let common: [Statement] = [
    (#"Requirement.on(\.emial, .notEmpty())"#, misspelt),
    (#"Requirement.on(\.emial, .notEmpty()).because("x")"#, misspelt),
    (#"Requirement.on(\.emial) { Requirement.notEmpty() }"#, misspelt),
    (#"if flag { Requirement.on(\.emial, .notEmpty()) }"#, misspelt),
    (#"for _ in 1...2 { Requirement<User>.on(\.emial, .notEmpty()) }"#, misspelt),
    (
      #"Requirement.on(\.part.cuont, .lessThan(1))"#, ["value of type 'Part' has no member 'cuont'"]
    ),
    (#"Requirement.require(\.isActiv)"#, ["value of type 'User' has no member 'isActiv'"]),
    (
      #"Requirement.on(\.email, .greaterThn(1))"#,
      ["type 'Requirement<String>' has no member 'greaterThn'"]
    ),
    (
      #"Requirement.on(\.part.count, .lessThan("x"))"#,
      ["cannot convert value of type 'String' to expected argument type 'Int'"]
    ),
    (
      #"Requirement.when(.require(\User.isActiv)) { several }"#,
      ["value of type 'User' has no member 'isActiv'"]
    ),
    (#"Requirement.on(\User.emial, .notEmpty()) && Requirement.require(\.isActive)"#, misspelt),
    (#"unknown"#, ["cannot find 'unknown' in scope"]),
    (#"Requirement.on(\.email, .notEmpty())"#, []),
    (#"Requirement.on(\.part.count, .lessThan(1)) && .require(\.isActive)"#, []),
    (#"flag ? maybe : nil"#, []),
    (#"if flag { maybe } else { several }"#, []),
    (#"for n in 1...2 { Requirement.on(\.part.count, .lessThan(n)) }"#, []),
  ]

  private static let synchronous: [Statement] =
    common + [
      ("5", [noRequirement("Int")]), (#""text""#, [noRequirement("String")]),
      ("if flag { 5 }", [noRequirement("Int")]), ("log()", [noRequirement("()")]),
      ("text", [noRequirement("Requirement<String>")]),
      ("available", [noRequirement("AsyncRequirement<String>")]),
      ("[5]", ["cannot convert value of type 'Int' to expected element type 'Requirement<User>'"]),
      (#".on(\.email, .notEmpty())"#, []),
    ]

  private static let asynchronous: [Statement] =
    common + [
      (#"AsyncRequirement.on(\.emial, available)"#, misspelt),
      (#"AsyncRequirement.on(\.emial, available).retry(3)"#, misspelt),
      ("5", [noStatement("Int")]), (#""text""#, [noStatement("String")]),
      ("if flag { 5 }", [noStatement("Int")]), ("[5]", [noStatement("[Int]")]),
      ("log()", ["type '()' cannot conform to 'AsyncBlockStatement'"]),
      (
        "available",
        ["static method 'buildExpression' requires the types 'User' and 'String' be equivalent"]
      ),
      (#"AsyncRequirement.on(\.email, .notEmpty() && available)"#, []),
      (#"Requirement.require(\.isActive) && AsyncRequirement.on(\.email, available)"#, []),
      ("flag ? severalLater.first : nil", []), ("severalLater", []),
    ]

  private static func noRequirement(_ type: String) -> String {
    "cannot convert value of type '\(type)' to expected argument type 'Requirement<User>'"
  }

  private static func noStatement(_ type: String) -> String {
    "static method 'buildExpression' requires that '\(type)' conform to 'AsyncBlockStatement'"
  }

  private static let declarations = """

    struct Part: Sendable { var count = 1 }
    struct User: Sendable { var email = "", isActive = true, part = Part() }
    let available = AsyncRequirement<String> { _ in .confirmed }
    let text = Requirement<String>.notEmpty()
    let maybe: Requirement<User>? = nil
    let several: [Requirement<User>] = []
    let severalLater: [AsyncRequirement<User>] = []
    func log() {}
    """

  @Test(
    "a misspelt key path is named, and what is not a requirement is said to be none",
    arguments: [("Requirement", synchronous), ("AsyncRequirement", asynchronous)])
  func messages(type: String, statements: [Statement]) throws {
    // Each alone, and behind a right one.
    let blocks = statements.flatMap { statement -> [Statement] in
      // A leading dot would belong to the statement before.
      if statement.source.hasPrefix(".") { return [statement] }
      return [
        statement, ("Requirement.require(\\.isActive); " + statement.source, statement.messages),
      ]
    }
    let source = blocks.enumerated().map { index, block in
      "func f\(index)(_ flag: Bool) -> \(type)<User> { \(type).all { \(block.source) } }"
    }
    let found = try Compiler.messages(source.joined(separator: "\n") + Self.declarations)
    for (index, block) in blocks.enumerated() {
      let told = found.filter { $0.line == index + 1 }.map(\.text)
      #expect(told.count == block.messages.count, "\(block.source): \(told)")
      #expect(zip(told, block.messages).allSatisfy { $0.hasPrefix($1) }, "\(block.source): \(told)")
    }
  }
}
