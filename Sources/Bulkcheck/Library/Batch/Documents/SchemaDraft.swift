internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument

/// Rules that were made from a requirement, as a JSON Schema (2020-12).
///
/// Where a statement depends on whether an optional value is there, the rules ask that themselves
/// (`RuleLowering+Statements`). So a keyword of a schema, which holds for what is missing, says the
/// same as a constraint, which is undecided.
struct SchemaDraft {
  private typealias Block = BlockWriter.Block

  /// The paths that must have a value in every record.
  private let demanded: Set<FieldPath>
  private let countsCharacters: Bool
  private var whole: Block = []
  private var others: [DocumentNode] = []
  private var leftovers: [RequirementDocument.Leftover] = []

  static func document(_ rules: LoweredRules) -> RequirementDocument {
    var draft = SchemaDraft(rules.ruleSet)
    for rule in rules.ruleSet.rules { draft.add(rule, rules.ruleSet) }
    draft.addDecodability(rules.decodability)
    for rule in rules.ruleSet.tableRules {
      draft.leaveOver(rule.id, rule.field, "a schema is about single records")
    }
    var root = ProfileObject(at: 0)
    root.add("$schema", .text("https://json-schema.org/draft/2020-12/schema", at: 0))
    if let name = rules.ruleSet.name { root.add("title", .text(name, at: 0)) }
    root.add("type", .text("object", at: 0))
    root.add(tidied(draft.whole.filter { $0.name != "type" }))
    root.addUnlessEmpty("allOf", .list(draft.others, at: 0))
    return RequirementDocument(root.node, leftovers: draft.leftovers)
  }

  private init(_ ruleSet: RuleSet) {
    countsCharacters = ruleSet.lengthUnit == .graphemes
    demanded = Set(
      ruleSet.rules.compactMap { rule in
        guard rule.expression == .constraint(.required), rule.attributes.severity == .error else {
          return nil
        }
        return rule.scope.map { ruleSet.scopes[$0.value].path }
      })
  }

  private mutating func leaveOver(_ id: String, _ field: String?, _ reason: String) {
    leftovers.append(RequirementDocument.Leftover(rule: id, field: field, reason: reason))
  }

  /// The schema without what its own `type` says already: that a value is not null.
  private static func tidied(_ schema: Block) -> Block {
    let types = schema.named("type")?.value
    let takesNull =
      types.map { $0.text == "null" || $0.elements?.contains { $0.text == "null" } ?? false }
      ?? true
    return schema.compactMap { member in
      switch member.name {
      case "not" where !takesNull && member.value["type"]?.text == "null": return nil
      case "properties":
        let members = (member.value.members ?? []).map { inner in
          BlockWriter.member(inner.name, BlockWriter.object(tidied(inner.value.members ?? [])))
        }
        return BlockWriter.member(member.name, BlockWriter.object(members))
      case "items":
        return BlockWriter.member(
          member.name, BlockWriter.object(tidied(member.value.members ?? [])))
      default: return member
      }
    }
  }

  // MARK: Rules

  private mutating func add(_ rule: EngineRule, _ ruleSet: RuleSet) {
    guard rule.attributes.severity == .error else {
      return leaveOver(
        rule.id, rule.field,
        "a schema has no severity, and this rule has \(rule.attributes.severity.rawValue)")
    }
    do throws(Unsayable) {
      let base = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
      add(try schema(rule.expression, at: base))
      if countsCharacters, rule.expression.countsLength {
        leaveOver(rule.id, rule.field, "a schema counts code points, where this counts Characters")
      }
    } catch {
      leaveOver(rule.id, rule.field, error.reason)
    }
  }

  /// Joins a schema with the others, or puts it beside them if both have a keyword.
  private mutating func add(_ block: Block) {
    if let merged = Self.merged(whole, block) {
      whole = merged
    } else {
      others.append(BlockWriter.object(block))
    }
  }

  private mutating func addDecodability(_ conditions: [Expression]?) {
    let id = LoweredRules.decodableRule
    guard let conditions else {
      return leaveOver(id, nil, "only Swift code shows whether a record can be decoded")
    }
    for condition in conditions {
      do throws(Unsayable) {
        add(try schema(condition, at: FieldPath()))
      } catch {
        var field: String?
        if case .at(let path, _) = condition { field = path.description }
        leaveOver(id, field, error.reason)
      }
    }
  }

  // MARK: Statements

  /// The value that a schema is about.
  private struct Subject {
    /// From the record; elements as `[*]`.
    var path = FieldPath()
    /// Whether null is one of its values.
    var takesNull = false
  }

  /// The schema of a value for a statement about the value at a path from there.
  private func schema(
    _ expression: Expression, at base: FieldPath, of subject: Subject = Subject()
  ) throws(Unsayable) -> Block {
    if let elements = base.repeatedPart {
      let rest = FieldPath(Array(base.steps[elements.steps.endIndex...]))
      let inner = Subject(path: subject.path.appending(elements), takesNull: true)
      return try around(elements, try schema(expression, at: rest, of: inner))
    }
    switch expression {
    case .constraint(.required): return try presence(base)
    case .constraint(.present(true)): return try presence(base, takesNull: true)
    case .constraint(let constraint):
      let takesNull =
        base.steps.isEmpty
        ? subject.takesNull : !demanded.contains(subject.path.appending(base))
      return try around(base, try words(constraint, takesNull: takesNull))
    case .items(let inner): return try elements("items", inner, at: base, of: subject)
    case .someItem(let inner): return try elements("contains", inner, at: base, of: subject)
    case .at(let path, let inner):
      return try schema(inner, at: base.appending(path), of: subject)
    case .all(let parts):
      var schemas: [Block] = []
      for part in parts { schemas.append(try schema(part, at: base, of: subject)) }
      return Self.joined(schemas)
    case .any(let parts): return [try list("anyOf", parts, at: base, of: subject)]
    case .none(let parts):
      return [Self.member("not", [try list("anyOf", parts, at: base, of: subject)])]
    case .not(let inner):
      return [Self.member("not", try schema(inner, at: base, of: subject))]
    case .when(let condition, let then, let otherwise):
      var block = [Self.member("if", try schema(condition, at: base, of: subject))]
      if let then {
        block.append(Self.member("then", try schema(then, at: base, of: subject)))
      }
      if let otherwise {
        block.append(Self.member("else", try schema(otherwise, at: base, of: subject)))
      }
      return block
    case .compare, .compareInstants, .relate:
      throw Unsayable(reason: "a schema does not compare values with one another")
    case .unique, .combination, .refers:
      throw Unsayable(reason: "a schema is about single records")
    default: throw Unsayable(reason: "a schema has no word for it")
    }
  }

  private func elements(
    _ word: String, _ inner: Expression, at base: FieldPath, of subject: Subject
  ) throws(Unsayable) -> Block {
    let path = subject.path.appending(base).appending(.everyElement)
    let element = Subject(path: path, takesNull: word == "items" && !inner.demandsValue)
    return try around(base, [Self.member(word, try schema(inner, at: FieldPath(), of: element))])
  }

  private func list(
    _ word: String, _ parts: [Expression], at base: FieldPath, of subject: Subject
  ) throws(Unsayable) -> DocumentMember {
    var nodes: [DocumentNode] = []
    for part in parts {
      nodes.append(BlockWriter.object(try schema(part, at: base, of: subject)))
    }
    return BlockWriter.member(word, .list(nodes, at: 0))
  }

  /// The schema that a value is there, and all that is around it.
  ///
  /// - Parameter takesNull: whether it may be null.
  private func presence(
    _ path: FieldPath, takesNull: Bool = false
  ) throws(Unsayable) -> Block {
    guard case .key(let name)? = path.steps.first else {
      guard path.steps.isEmpty else { throw Unsayable(reason: "a schema has no such path") }
      return takesNull ? [] : [Self.member("not", [Self.type("null")])]
    }
    let inner = try presence(FieldPath(Array(path.steps.dropFirst())), takesNull: takesNull)
    // `required` alone holds for whatever is not an object.
    let block = [Self.type("object"), BlockWriter.member("required", .texts([name], at: 0))]
    return inner.isEmpty ? block : block + [Self.member("properties", [Self.member(name, inner)])]
  }

  /// The schema of the value around for one of the value at a path.
  private func around(_ path: FieldPath, _ schema: Block) throws(Unsayable) -> Block {
    var block = schema
    for step in path.steps.reversed() {
      switch step {
      case .key(let name): block = [Self.member("properties", [Self.member(name, block)])]
      case .everyElement: block = [Self.member("items", block)]
      default: throw Unsayable(reason: "a schema has no such path")
      }
    }
    return block
  }

  // MARK: Constraints

  /// A constraint as keywords of a schema. A null that may be there passes.
  private func words(
    _ constraint: Constraint, takesNull: Bool
  ) throws(Unsayable) -> Block {
    func choice(_ values: [Literal]) -> Block {
      let nodes = values.map { DocumentNode(plain: $0) }
      let null = DocumentNode(kind: .null, offset: 0)
      return [BlockWriter.member("enum", .list(takesNull ? nodes + [null] : nodes, at: 0))]
    }
    switch constraint {
    case .type(let types):
      let words = types.map(\.rawValue) + (takesNull ? ["null"] : [])
      return [
        BlockWriter.member("type", words.count == 1 ? .text(words[0], at: 0) : .texts(words, at: 0))
      ]
    case .length(let minimum, let maximum):
      return Self.count("minLength", minimum) + Self.count("maxLength", maximum)
    case .bounds(let lower?, let upper?):
      return try words(.bounds(lower: lower, upper: nil), takesNull: takesNull)
        + words(.bounds(lower: nil, upper: upper), takesNull: takesNull)
    case .notEmpty: return ["minLength", "minItems", "minProperties"].flatMap { Self.count($0, 1) }
    case .pattern(let source): return [try Self.pattern(source)]
    case .notPattern(let source): return [Self.member("not", [try Self.pattern(source)])]
    case .containsText(let part): return [Self.pattern(Self.escaped(part.text))]
    case .startsWith(let part): return [Self.pattern("^" + Self.escaped(part.text))]
    case .endsWith(let part): return [Self.pattern(Self.escaped(part.text) + "$")]
    case .format(let format):
      if format == .phone { return [Self.pattern("^\\+[1-9][0-9]{1,14}$")] }
      guard [.email, .uuid, .date, .dateTime, .uri].contains(format) else {
        throw Unsayable(reason: "a schema has no format \(format.rawValue)")
      }
      return [BlockWriter.member("format", .text(format.rawValue, at: 0))]
    case .const(let value):
      return takesNull ? choice([value]) : [BlockWriter.member("const", DocumentNode(plain: value))]
    case .oneOf(let values): return choice(values)
    case .noneOf(let values):
      let nodes = values.map { DocumentNode(plain: $0) }
      return [Self.member("not", [BlockWriter.member("enum", .list(nodes, at: 0))])]
    case .instants: throw Unsayable(reason: "a schema has no limits of dates")
    case .unique, .references: throw Unsayable(reason: "a schema is about single records")
    case .bounds, .multipleOf, .itemCount, .uniqueItems, .memberCount:
      return try BlockWriter.words(constraint)
    default:
      // A closure, and what a requirement does not have.
      _ = try BlockWriter.words(constraint)
      throw Unsayable(reason: "a schema has no \(constraint.keyword)")
    }
  }

  private static func count(_ word: String, _ count: Int?) -> Block {
    count.map { [BlockWriter.member(word, .number($0, at: 0))] } ?? []
  }

  private static func pattern(_ source: PatternSource) throws(Unsayable) -> DocumentMember {
    guard source.options.isEmpty else {
      throw Unsayable(reason: "a schema has no options of patterns")
    }
    return pattern(source.pattern)
  }

  private static func pattern(_ text: String) -> DocumentMember {
    BlockWriter.member("pattern", .text(text, at: 0))
  }

  /// A text as a pattern that matches it.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { pattern, scalar in
      if "\\^$.|?*+()[]{}/".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
  }

  // MARK: Blocks

  private static func member(_ name: String, _ block: Block) -> DocumentMember {
    BlockWriter.member(name, BlockWriter.object(block))
  }

  private static func type(_ name: String) -> DocumentMember {
    BlockWriter.member("type", .text(name, at: 0))
  }

  private static func joined(_ schemas: [Block]) -> Block {
    BlockWriter.joined(schemas, under: "allOf", both: bothValues)
  }

  /// The members of both; nil if they cannot be one schema.
  private static func merged(_ block: Block, _ other: Block) -> Block? {
    BlockWriter.merged(block, other, both: bothValues)
  }

  private static func bothValues(
    _ word: String, _ own: DocumentNode, _ other: DocumentNode
  ) -> DocumentNode? {
    switch word {
    case "required":
      let names = own.elements ?? []
      let texts = names.compactMap(\.text)
      let further = (other.elements ?? []).filter { name in
        !texts.contains { $0.isExactly(name.text ?? "") }
      }
      return .list(names + further, at: 0)
    case "properties": return mergedProperties(own, other)
    case "items":
      return merged(own.members ?? [], other.members ?? []).map(BlockWriter.object)
    default: return "\(own.kind)" == "\(other.kind)" ? own : nil
    }
  }

  private static func mergedProperties(
    _ own: DocumentNode, _ others: DocumentNode
  ) -> DocumentNode? {
    var members = own.members ?? []
    for other in others.members ?? [] {
      if let place = members.firstIndex(where: { $0.name.isExactly(other.name) }) {
        guard
          let merged = merged(members[place].value.members ?? [], other.value.members ?? [])
        else { return nil }
        members[place].value = BlockWriter.object(merged)
      } else {
        members.append(other)
      }
    }
    return BlockWriter.object(members)
  }
}

extension Expression {
  /// Whether a value must be there for it to hold.
  fileprivate var demandsValue: Bool {
    switch self {
    case .constraint(.required): true
    case .all(let parts): parts.contains(where: \.demandsValue)
    default: false
    }
  }

  /// Whether it limits the length of a text.
  fileprivate var countsLength: Bool {
    if case .constraint(.length) = self { return true }
    return parts.contains(where: \.countsLength)
  }
}
