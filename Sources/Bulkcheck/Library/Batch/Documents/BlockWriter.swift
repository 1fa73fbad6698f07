internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument

/// Says why a document has no words for a statement.
struct Unsayable: Error {
  let reason: String

  static let closure = Unsayable(reason: "it asks Swift code")
}

/// Statements as blocks of a profile.
enum BlockWriter {
  /// The constraints of a value by their keywords, or those of a record by paths.
  typealias Block = [DocumentMember]

  // MARK: Records

  /// A block of `rules`: paths with their constraints, and operators.
  ///
  /// - Parameter base: the path of the value that the statement is about; empty for the record.
  static func record(_ expression: Expression, at base: FieldPath) throws(Unsayable) -> Block {
    switch expression {
    case .constraint, .items, .someItem:
      guard !base.steps.isEmpty else {
        if case .constraint(.closure) = expression { throw .closure }
        throw Unsayable(reason: "a profile has no rule for the record itself")
      }
      return [member(key(base), object(try value(expression)))]
    case .at(let path, let inner): return try record(inner, at: base.appending(path))
    case .all(let parts):
      return try joined(parts) { part throws(Unsayable) in
        try record(part, at: base)
      }
    case .compare(let left, let comparison, let right):
      return [
        member(
          "compare",
          .texts(
            [
              Operand.value(left).description, comparison.rawValue,
              Operand.value(right).description,
            ],
            at: 0))
      ]
    default:
      return try combined(expression) { part throws(Unsayable) in try record(part, at: base) }
    }
  }

  /// The key of a path in a block of `rules`, where some words are operators.
  static func key(_ path: FieldPath) -> String {
    guard case .key(let name)? = path.steps.first else { return path.description }
    let first = ProfilePath.operand([name])
    let plain = FieldPath([.key(name)]).description
    return first == plain
      ? path.description : first + path.description.dropFirst(plain.count)
  }

  // MARK: Values

  /// The constraints of a value.
  static func value(_ expression: Expression) throws(Unsayable) -> Block {
    switch expression {
    case .constraint(let constraint): return try words(constraint)
    case .items(let inner): return [member("items", object(try value(inner)))]
    case .someItem(let inner): return [member("contains", object(try value(inner)))]
    case .at(let path, let inner):
      return [member("fields", object([member(path.description, object(try value(inner)))]))]
    case .all(let parts): return try joined(parts) { part throws(Unsayable) in try value(part) }
    default: return try combined(expression) { part throws(Unsayable) in try value(part) }
    }
  }

  /// A constraint by its keyword, or by two.
  static func words(_ constraint: Constraint) throws(Unsayable) -> Block {
    switch constraint {
    case .required: [flag("required")]
    case .present(let isWanted): [member("present", .boolean(isWanted, at: 0))]
    case .notNull: [member("nullable", .boolean(false, at: 0))]
    case .type(let types):
      [
        member(
          "type",
          types.count == 1
            ? .text(types[0].rawValue, at: 0) : .texts(types.map(\.rawValue), at: 0))
      ]
    case .length(let minimum?, let maximum?): [member("length", pair("\(minimum)", "\(maximum)"))]
    case .length(let minimum, let maximum): counts("Length", minimum, maximum)
    case .itemCount(let minimum, let maximum): counts("Items", minimum, maximum)
    case .memberCount(let minimum, let maximum): counts("Properties", minimum, maximum)
    case .pattern(let source): [member("pattern", pattern(source))]
    case .notPattern(let source): [member("notPattern", pattern(source))]
    case .containsText(let part): [member("contains", .text(part.text, at: 0))]
    case .startsWith(let part): [member("startsWith", .text(part.text, at: 0))]
    case .endsWith(let part): [member("endsWith", .text(part.text, at: 0))]
    case .format(let format): [member("format", .text(format.rawValue, at: 0))]
    case .notEmpty: [flag("notEmpty")]
    case .bounds(let lower?, let upper?) where !lower.isExclusive && !upper.isExclusive:
      [member("range", pair(lower.digits, upper.digits))]
    case .bounds(let lower, let upper): bounds(lower, upper)
    case .multipleOf(let digits): [member("multipleOf", .number(digits, at: 0))]
    case .const(let value): [member("const", DocumentNode(value))]
    case .oneOf(let values): [member("enum", .list(values.map { DocumentNode($0) }, at: 0))]
    case .noneOf(let values): [member("notEnum", .list(values.map { DocumentNode($0) }, at: 0))]
    case .uniqueItems: [flag("uniqueItems")]
    case .unique: [flag("unique")]
    case .references(let column):
      [
        member(
          "references",
          .object(
            ["file": .text(column.file, at: 0), "column": .text(column.column, at: 0)], at: 0))
      ]
    case .instants(let lower, let upper, let notation) where notation.pattern == nil:
      [member("format", .text(notation.kind.rawValue, at: 0))]
        + [lower.map { member("minimum", .text($0.text, at: 0)) }].compactMap { $0 }
        + [upper.map { member("maximum", .text($0.text, at: 0)) }].compactMap { $0 }
    case .closure: throw .closure
    case .temporal, .instants, .onlyFields, .dependentRequired, .chain:
      throw Unsayable(reason: "a requirement has no \(constraint.keyword)")
    }
  }

  private static func counts(_ what: String, _ minimum: Int?, _ maximum: Int?) -> Block {
    [minimum.map { member("min\(what)", .number($0, at: 0)) }].compactMap { $0 }
      + [maximum.map { member("max\(what)", .number($0, at: 0)) }].compactMap { $0 }
  }

  private static func bounds(_ lower: Bound?, _ upper: Bound?) -> Block {
    var block: Block = []
    if let lower {
      let word = lower.isExclusive ? "exclusiveMinimum" : "minimum"
      block.append(member(word, .number(lower.digits, at: 0)))
    }
    if let upper {
      let word = upper.isExclusive ? "exclusiveMaximum" : "maximum"
      block.append(member(word, .number(upper.digits, at: 0)))
    }
    return block
  }

  private static func pattern(_ source: PatternSource) -> DocumentNode {
    let text = DocumentNode.text(source.pattern, at: 0)
    if source.options.isEmpty { return text }
    let options = PatternSource.Option.allCases.filter(source.options.contains).map(\.rawValue)
    return .object(["value": text, "options": .texts(options, at: 0)], at: 0)
  }

  private static func pair(_ first: String, _ second: String) -> DocumentNode {
    .list([.number(first, at: 0), .number(second, at: 0)], at: 0)
  }

  // MARK: Combining

  private typealias Writing = (Expression) throws(Unsayable) -> Block

  /// Blocks as one, if no keyword occurs twice, or as a list of parts that must all hold.
  private static func joined(_ parts: [Expression], _ write: Writing) throws(Unsayable) -> Block {
    var blocks: [Block] = []
    for part in parts { blocks.append(try write(part)) }
    return joined(blocks, under: "all", both: bothValues)
  }

  /// Blocks as one, or as a list under a keyword if they cannot be one.
  ///
  /// - Parameter both: the value of a keyword that two blocks have; nil: they cannot be one.
  static func joined(_ blocks: [Block], under word: String, both: BothValues) -> Block {
    var whole: Block = []
    for block in blocks {
      guard let merged = merged(whole, block, both: both) else {
        return [member(word, .list(blocks.filter { !$0.isEmpty }.map(object), at: 0))]
      }
      whole = merged
    }
    return whole
  }

  typealias BothValues = (_ word: String, _ own: DocumentNode, _ other: DocumentNode) ->
    DocumentNode?

  /// The members of both blocks; nil if they cannot be one.
  static func merged(_ block: Block, _ other: Block, both: BothValues) -> Block? {
    var whole = block
    for member in other {
      guard let place = whole.firstIndex(where: { $0.name.isExactly(member.name) }) else {
        whole.append(member)
        continue
      }
      guard let value = both(member.name, whole[place].value, member.value) else { return nil }
      whole[place].value = value
    }
    return whole
  }

  private static func bothValues(
    _ word: String, _ own: DocumentNode, _ other: DocumentNode
  ) -> DocumentNode? {
    guard !operators.contains(word), let own = own.members, let others = other.members else {
      return nil
    }
    return merged(own, others, both: bothValues).map(object)
  }

  /// Keywords whose operands are not joined member by member.
  private static let operators: Set = [
    "all", "any", "none", "not", "when", "then", "else", "compare", "items", "contains", "pattern",
    "notPattern", "const", "references",
  ]

  private static func combined(
    _ expression: Expression, _ write: Writing
  ) throws(Unsayable) -> Block {
    switch expression {
    case .any(let parts): return [member("any", try list(parts, write))]
    case .none(let parts): return [member("none", try list(parts, write))]
    case .not(let inner): return [member("not", object(try written(inner, write)))]
    case .when(let condition, let then, let otherwise):
      var block = [member("when", object(try written(condition, write)))]
      if let then { block.append(member("then", object(try written(then, write)))) }
      if let otherwise { block.append(member("else", object(try written(otherwise, write)))) }
      return block
    default: throw Unsayable(reason: "a profile has no word for it")
    }
  }

  private static func list(
    _ parts: [Expression], _ write: Writing
  ) throws(Unsayable) -> DocumentNode {
    var nodes: [DocumentNode] = []
    for part in parts { nodes.append(object(try written(part, write))) }
    return .list(nodes, at: 0)
  }

  /// A block with something in it.
  private static func written(_ part: Expression, _ write: Writing) throws(Unsayable) -> Block {
    let block = try write(part)
    if block.isEmpty { throw Unsayable(reason: "a part of it asks for nothing") }
    return block
  }

  // MARK: Nodes

  static func member(_ name: String, _ value: DocumentNode) -> DocumentMember {
    DocumentMember(name: name, nameOffset: 0, value: value)
  }

  static func object(_ block: Block) -> DocumentNode {
    DocumentNode(kind: .object(block), offset: 0)
  }

  private static func flag(_ name: String) -> DocumentMember { member(name, .boolean(true, at: 0)) }
}

extension DocumentNode {
  /// The node of a JSON value. An object is in the long form that a profile asks for.
  init(_ literal: Literal) {
    switch literal {
    case .object:
      self = .object(["value": DocumentNode(plain: literal)], at: 0)
    default: self.init(plain: literal)
    }
  }

  init(plain literal: Literal) {
    switch literal {
    case .boolean(let value): self = .boolean(value, at: 0)
    case .number(let digits): self = .number(digits, at: 0)
    case .text(let text): self = .text(text, at: 0)
    case .null: self.init(kind: .null, offset: 0)
    case .array(let elements):
      self = .list(elements.map { DocumentNode(plain: $0) }, at: 0)
    case .object(let members):
      self = BlockWriter.object(
        members.map { BlockWriter.member($0.name, DocumentNode(plain: $0.value)) })
    }
  }
}
