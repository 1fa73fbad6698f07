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
    (#"Requirement.on(\.emial, .notEmpty()) && Requirement.require(\.isActive)"#, misspelt),
    (#"Requirement.on(\.emial, .notEmpty()) && .require(\.isActive)"#, misspelt),
    (#"Requirement.require(\.isActive) || .on(\.emial, .notEmpty())"#, misspelt),
    (#"Requirement.not(.on(\.emial, .notEmpty()))"#, misspelt),
    (#"Requirement.when(\.isActive) { Requirement.on(\.emial, .notEmpty()) }"#, misspelt),
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
      ("flag ? severalLater.first : nil", []), ("severalLater", []),
    ]

  private static func noRequirement(_ type: String) -> String {
    "cannot convert value of type '\(type)' to expected argument type 'Requirement<User>'"
  }

  private static func noStatement(_ type: String) -> String {
    "static method 'buildExpression' requires that '\(type)' conform to 'AsyncBlockStatement'"
  }

  private static let declarations = """

    nonisolated struct Part: Sendable { var count = 1 }
    nonisolated struct User: Sendable {
      var email = "", isActive = true, part = Part(), age = 1, tags: [String] = []
      var nick: String?, limit: Int?, price: Double?, list: [String]?, address: Part?
    }
    nonisolated let available = AsyncRequirement<String> { _ in .confirmed }
    nonisolated let text = Requirement<String>.notEmpty()
    nonisolated let maybe: Requirement<User>? = nil
    nonisolated let several: [Requirement<User>] = []
    nonisolated let severalLater: [AsyncRequirement<User>] = []
    nonisolated func log() {}
    """

  @Test(
    "a misspelt key path is named, and what is not a requirement is said to be none",
    arguments: [("Requirement", synchronous), ("AsyncRequirement", asynchronous)], modes)
  func messages(kind: (type: String, statements: [Statement]), mode: [String]) throws {
    let (type, statements) = kind
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
    try expect(blocks, source, mode)
  }

  /// Expressions behind `Requirement<User>`, in or without blocks.
  private static let expressions: [Statement] =
    [
      #".all([.on(\.emial, .notEmpty())])"#, #".all([Requirement.on(\.emial, .notEmpty())])"#,
      #".any([.on(\.email, .notEmpty()), .on(\.emial, .notEmpty())])"#,
      #".all([.on(\.email, .notEmpty()) && .on(\.emial, .notEmpty())])"#,
      #".not(.on(\.emial, .notEmpty()))"#, #".on(\.emial, .notEmpty()).because("x")"#,
      #".on(\.emial, .minLength(1) && .maxLength(3))"#, #".on(\.emial, .ifPresent(.notEmpty()))"#,
      #".when(\.isActive) { Requirement.on(\.emial, .notEmpty()) }"#,
      #".when(.require(\.isActive)) { several } otherwise: { Requirement.on(\.emial, text) }"#,
      #".when(.require(\.isActive), then: .on(\.emial, .notEmpty()), else: nil)"#,
      #".on(\.emial, .notEmpty()) && .require(\.isActive)"#,
      #".on(\.email, .notEmpty()) || Requirement.on(\.emial, .notEmpty()).because("x")"#,
      #".require(\.isActive) && Requirement<User>.on(\.emial, .notEmpty())"#,
    ].map { ($0, misspelt) }
    // Where the compiler has a choice, the type has to be in the key path.
    + [
      #".when(\User.isActiv) { several }"#, #".when(.require(\User.isActiv)) { several }"#,
      #".on(\.email, .notEmpty()) && .require(\User.isActiv)"#,
      #".all { !Requirement.require(\User.isActiv) }"#,
    ].map { ($0, ["value of type 'User' has no member 'isActiv'"]) }
    + [
      #".on(\.part, .on(\.cuont, .lessThan(1)))"#,
      #".on(\.part, .on(\.count, .lessThan(1)) && .on(\.cuont, .lessThan(1)))"#,
      #".on(\.address, .ifPresent(.on(\.cuont, .lessThan(1))))"#,
      #".on(\.address, .required(.on(\.cuont, .lessThan(1))))"#,
    ].map { ($0, ["value of type 'Part' has no member 'cuont'"]) }

  /// Seven requirements. In turn, each of them has a misspelt key path.
  private static let chains: [Statement] = {
    let terms = [
      #"on(\.email, .notEmpty())"#, #"on(\.age, .inRange(1...150))"#,
      #"on(\.nick, .ifPresent(.minLength(2)))"#, #"on(\.tags, .count(max: 3))"#,
      #"on(\.part, .on(\.count, .lessThan(9)))"#, #"on(\.email, .email())"#,
      #"require(\.isActive)"#,
    ]
    return terms.indices.flatMap { index -> [Statement] in
      var misspelt = terms
      misspelt[index].replace(#"(\."#, with: #"(\.x"#, maxReplacements: 1)
      let name = misspelt[index].prefix { $0 != "," && $0 != ")" }.drop { $0 != "x" }
      let messages = ["value of type 'User' has no member '\(name)'"]
      let separators = [" && ."] + (index == 3 ? [" && Requirement.", " || ."] : [])
      return separators.map {
        ("." + misspelt.joined(separator: $0), messages)
      }
    }
  }()

  /// The messages of the built-ins for a value of another type.
  private static let wrongTypes: [(source: String, hint: String)] =
    [
      "notEmpty()", "minLength(2)", "maxLength(2)", "length(min: 1, max: 2)",
      "length(exactly: 2)", #"contains("a")"#, #"hasPrefix("a")"#, #"hasSuffix("a")"#,
      #"oneOf("a", "b")"#, #"oneOf(["a"])"#, "email()", "url()", "phone()", "uuid()", "date()",
      "dateTime()", #"matches(pattern: "a")"#, #"notEmpty().because("x")"#, "not(.notEmpty())",
    ].map { (#".on(\.nick, .\#($0))"#, wrap) }
    + ["notEmpty()", "count(min: 1)", "count(exactly: 1)"].map {
      (#".on(\.list, .\#($0))"#, wrap)
    }
    + [
      "inRange(1...3)", "inRange(1..<3)", "inRange(1...)", "inRange(...3)", "greaterThan(1)",
      "greaterThanOrEqual(1)", "lessThan(1)", "lessThanOrEqual(1)", "multipleOf(2)",
    ].map { (#".on(\.limit, .\#($0))"#, wrap) }
    + [
      (#".on(\.price, .lessThan(0.5))"#, wrap), (#".all { Requirement.on(\.nick, .url()) }"#, wrap),
      (#".require(\.isActive) && .on(\.nick, .minLength(2))"#, wrap),
      (#".on(\.nick) { Requirement.notEmpty() }"#, wrap),
      (#".on(\.email, .inRange(1...3))"#, "a String has .length(min:max:)"),
      (#".all { Requirement.on(\.email, .inRange(1...3)) }"#, "a String has .length(min:max:)"),
      (#".on(\.tags, .inRange(1...3))"#, "a collection .count(min:max:)"),
      (#".on(\.tags, .length(min: 1, max: 3))"#, "a collection has .count(min:max:)"),
      (#".on(\.tags, .minLength(1))"#, "a collection has .count(min:max:)"),
      (#".on(\.age, .minLength(3))"#, "a number .inRange(…)"),
      (#".on(\.age, .count(max: 3))"#, "a number has .inRange(…)"),
    ]

  private static let wrap = "wrap it in .required(…) or .ifPresent(…)"

  /// Statements that must compile although there are built-ins for wrong types.
  private static let right: [String] = [
    #".on(\.nick, .equalTo(nil))"#, #".on(\.limit, .equalTo(3))"#,
    #".on(\.nick, .ifPresent(.notEmpty()))"#, #".on(\.nick, .required(.minLength(2)))"#,
    #".on(\.nick, .ifPresent(.minLength(2) && .maxLength(3)))"#, #".on(\.nick, .required())"#,
    #".on(\.list, .required(.count(min: 1)))"#, #".on(\.limit, .ifPresent(.inRange(1...3)))"#,
    #".on(\.price, .ifPresent(.inRange(0.5...3) && .multipleOf(0.5)))"#,
    #".on(\.nick) { Requirement.required(.notEmpty()); Requirement.ifPresent(.email()) }"#,
    #".on(\.email, .inRange("a"..."z"))"#, #".on(\.email, .count(min: 1))"#,
    #".when(\.isActive) { several }"#, #".when(.require(\.isActive)) { several }"#,
    #".when(\User.isActive) { several } otherwise: { several }"#,
    #".when(.on(\.email, .notEmpty()) && .require(\.isActive)) { several }"#,
    #".all(several + [.on(\.nick, .required())])"#, #".all([])"#,
    #".any([1, 2].map { Requirement.on(\.email, .minLength($0)) })"#,
  ]

  private static let wrappers = """

    struct Form {
      @Validated(.notEmpty()) var name: String? = nil
      @Validated(.notEmpty().because("x"), .email()) var email: String?
      @Validated(.ifPresent(.notEmpty())) var nick: String?
      @Validated(.inRange(1...3)) var number: Int? = 5
      @Validated([.count(min: 1)]) var tags: [String]?
    }
    func untyped() { _ = (Requirement.minLength(3), Requirement.email() && .notEmpty()) }
    """

  /// Plain, and with everything on the main actor that does not say otherwise.
  private static let modes = [[], ["-default-isolation", "MainActor"]]

  @Test("a misspelt key path is named wherever it is", arguments: modes)
  func misspelt(mode: [String]) throws {
    try expect(Self.expressions, Self.expressions.map { "Requirement<User>" + $0.source }, mode)
  }

  /// Scopes are what the compiler tries. Its own limit is a million, which takes many seconds.
  @Test("a misspelt key path in a chain of seven is found at once", arguments: modes)
  func chains(mode: [String]) throws {
    let limit = ["-Xfrontend", "-solver-scope-threshold=100000"]
    try expect(Self.chains, Self.chains.map { "Requirement" + $0.source }, mode + limit)
  }

  @Test("a built-in for another type says what to write", arguments: modes)
  func wrongTypes(mode: [String]) throws {
    let source = Self.wrongTypes.map { "Requirement<User>" + $0.source }
    let found = try Self.told(source, mode)
    for (told, wrong) in zip(found, Self.wrongTypes) {
      #expect(
        told.count == 1 && told[0].contains("is unavailable: ") && told[0].contains(wrong.hint),
        "\(wrong.source): \(told)")
    }
  }

  @Test("right requirements compile", arguments: modes)
  func right(mode: [String]) throws {
    let source = Self.right.map { "Requirement<User>" + $0 }
    #expect(try Self.messages(source, Self.wrappers, mode) == [])
  }

  private func expect(_ statements: [Statement], _ source: [String], _ mode: [String]) throws {
    for (told, statement) in zip(try Self.told(source, mode), statements) {
      let messages = statement.messages
      #expect(told.count == messages.count, "\(statement.source): \(told)")
      #expect(zip(told, messages).allSatisfy { $0.hasPrefix($1) }, "\(statement.source): \(told)")
    }
  }

  /// The messages about each line.
  private static func told(_ lines: [String], _ mode: [String]) throws -> [[String]] {
    let found = try messages(lines, "", mode)
    return lines.indices.map { index in found.filter { $0.line == index + 1 }.map(\.text) }
  }

  private static func messages(
    _ lines: [String], _ more: String, _ mode: [String]
  ) throws -> [Compiler.Message] {
    let functions = lines.enumerated().map { index, line in
      line.hasPrefix("func ") ? line : "func f\(index)() -> Requirement<User> { \(line) }"
    }
    return try Compiler.messages(functions.joined(separator: "\n") + declarations + more, mode)
  }
}
