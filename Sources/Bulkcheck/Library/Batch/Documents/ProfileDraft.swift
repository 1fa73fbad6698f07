internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Rules that were made from a requirement, as the document of a profile.
///
/// A constraint goes under `fields` if its block has none of that kind yet; all else becomes an
/// entry of `rules`. So a profile blocks less than a batch, but the same records are invalid.
struct ProfileDraft {
  private typealias Block = BlockWriter.Block

  private let ruleSet: RuleSet
  private var fields: [(path: FieldPath, block: Block)] = []
  private var fieldNumbers: [FieldPath: Int] = [:]
  private var entries: [DocumentNode] = []
  private var tableEntries: [DocumentNode] = []
  private var leftovers: [RequirementDocument.Leftover] = []
  /// Those of all rules, and those that were made up.
  private var ids: Set<String>
  /// The paths that comparisons read. A profile would compare those that it knows to be dates by
  /// their points in time.
  private let comparedPaths: Set<FieldPath>

  static func document(_ rules: LoweredRules) -> RequirementDocument {
    var draft = ProfileDraft(rules.ruleSet)
    for rule in rules.ruleSet.rules { draft.add(rule) }
    draft.addDecodability(rules.decodability)
    for rule in rules.ruleSet.tableRules { draft.add(rule) }
    return RequirementDocument(draft.root, leftovers: draft.leftovers)
  }

  private init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    ids = Set(ruleSet.rules.map(\.id) + ruleSet.tableRules.map(\.id) + [LoweredRules.decodableRule])
    comparedPaths = Set(ruleSet.rules.flatMap { Self.comparedPaths(in: $0.expression) })
  }

  private static func comparedPaths(in expression: Expression) -> [FieldPath] {
    if case .compare(let left, _, let right) = expression { return [left, right] }
    return expression.parts.flatMap(comparedPaths)
  }

  // MARK: The document

  private var root: DocumentNode {
    var root = ProfileObject(at: 0)
    root.add("bulkcheck", .number(1, at: 0))
    if let name = ruleSet.name { root.add("name", .text(name, at: 0)) }
    root.addUnlessEmpty("input", input)
    if ruleSet.recordsMinimum != 1 {
      root.add("records", .object(["min": .number(ruleSet.recordsMinimum, at: 0)], at: 0))
    }
    root.addUnlessEmpty(
      "fields",
      BlockWriter.object(
        fields.map { BlockWriter.member($0.path.description, BlockWriter.object($0.block)) }))
    root.addUnlessEmpty("rules", .list(entries, at: 0))
    root.addUnlessEmpty("table", .list(tableEntries, at: 0))
    return root.node
  }

  private var input: DocumentNode {
    var input = ProfileObject(at: 0)
    if let values = ruleSet.missingValues { input.add("missingValues", .texts(values, at: 0)) }
    if ruleSet.lengthUnit != .codepoints {
      input.add("lengthUnit", .text(ruleSet.lengthUnit.rawValue, at: 0))
    }
    if let columns = ruleSet.csv.columns {
      input.add(
        "csv",
        .object(["header": .boolean(false, at: 0), "columns": .texts(columns, at: 0)], at: 0)
      )
    }
    return input.node
  }

  private mutating func leaveOver(_ id: String, _ field: String?, _ reason: String) {
    leftovers.append(RequirementDocument.Leftover(rule: id, field: field, reason: reason))
  }

  // MARK: Rules

  private mutating func add(_ rule: EngineRule) {
    do throws(Unsayable) {
      let base = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
      if try addUnderField(rule, at: base) { return }
      let id = freeID(rule.id)
      add(try entry(rule.expression, at: base), id: id, rule.attributes, of: rule.expression)
    } catch {
      leaveOver(rule.id, rule.field, error.reason)
    }
  }

  /// Adds a rule under its field; false if it has to be an entry of `rules`.
  private mutating func addUnderField(
    _ rule: EngineRule, at path: FieldPath
  ) throws(Unsayable) -> Bool {
    let block: Block
    switch rule.expression {
    case .constraint(.format(let format)) where comparedPaths.contains(path) && format.isTemporal:
      return false
    case .constraint(let constraint) where rule.scope != nil:
      block = try BlockWriter.words(constraint)
    case .items where rule.scope != nil: block = try BlockWriter.value(rule.expression)
    default: return false
    }
    let number = fieldNumber(path)
    guard block.count == 1, fields[number].block.named(block[0].name) == nil else { return false }
    let keyword = block[0].name
    let derived = "\(path).\(keyword)"
    // Without an id, each constraint of `items` would be a rule of its own.
    let id = rule.id.isExactly(derived) && keyword != "items" ? nil : freeID(rule.id)
    let attributes = attributes(rule.attributes, of: rule.expression)
    var value = block[0].value
    if id != nil || !attributes.isEmpty {
      var form = ProfileObject(at: 0)
      if let members = value.members, members.named("value") != nil {
        form.add(members)
      } else {
        form.add("value", value)
      }
      if let id { form.add("id", .text(id, at: 0)) }
      form.add(attributes)
      value = form.node
    }
    fields[number].block.append(BlockWriter.member(keyword, value))
    if keyword == "type", let separator = ruleSet.declarations[path]?.separator {
      fields[number].block.append(BlockWriter.member("separator", .text(separator, at: 0)))
    }
    return true
  }

  private mutating func fieldNumber(_ path: FieldPath) -> Int {
    if let known = fieldNumbers[path] { return known }
    fieldNumbers[path] = fields.count
    fields.append((path, []))
    return fields.count - 1
  }

  /// The members that make a statement an entry of `rules`: one operator with its operands.
  private func entry(
    _ expression: Expression, at base: FieldPath
  ) throws(Unsayable) -> [DocumentMember] {
    switch expression {
    case .constraint(.unique):
      return [BlockWriter.member("unique", .texts([base.description], at: 0))]
    case .unique(let key) where key.condition == nil && key.parts != .record:
      return [BlockWriter.member("unique", .texts(key.paths.map(\.description), at: 0))]
    case .refers(let reference) where reference.target == nil:
      // The point stands for the input itself.
      let operand: KeyValuePairs<String, DocumentNode> = [
        "fields": .texts(reference.fields.map(\.description), at: 0),
        "file": .text(".", at: 0),
        "columns": .texts(reference.columns.map(\.description), at: 0),
      ]
      return [BlockWriter.member("references", .object(operand, at: 0))]
    default: break
    }
    let block = try BlockWriter.record(expression, at: base)
    if block.isEmpty { throw Unsayable(reason: "it asks for nothing") }
    let operators: Set = ["all", "any", "none", "not", "when", "compare"]
    let isOperator =
      operators.contains(block[0].name)
      && block.dropFirst().allSatisfy { $0.name == "then" || $0.name == "else" }
    return isOperator
      ? block : [BlockWriter.member("all", .list([BlockWriter.object(block)], at: 0))]
  }

  private mutating func add(
    _ statement: [DocumentMember], id: String, _ attributes: RuleAttributes,
    of expression: Expression?
  ) {
    var entry = ProfileObject(at: 0)
    entry.add("id", .text(id, at: 0))
    entry.add(statement)
    entry.add(self.attributes(attributes, of: expression))
    entries.append(entry.node)
  }

  /// An id that an author may give, and that no other rule has.
  private mutating func freeID(_ id: String) -> String {
    if RuleID.isPlain(id) { return id }
    let plain = String(
      id.unicodeScalars.filter { Ascii.isIDScalar($0) }.map(Character.init))
    return ids.insertFree(RuleID.isPlain(plain) ? plain : "rule")
  }

  /// The conditions under which a record can be decoded, as one rule.
  private mutating func addDecodability(_ conditions: [Expression]?) {
    let id = LoweredRules.decodableRule
    guard let conditions else {
      return leaveOver(id, nil, "only Swift code shows whether a record can be decoded")
    }
    var said: [DocumentNode] = []
    for condition in conditions {
      do throws(Unsayable) {
        said.append(BlockWriter.object(try BlockWriter.record(condition, at: FieldPath())))
      } catch {
        var field: String?
        if case .at(let path, _) = condition { field = path.description }
        leaveOver(id, field, error.reason)
      }
    }
    if said.isEmpty { return }
    add(
      [BlockWriter.member("all", .list(said, at: 0))], id: freeID(id),
      RuleAttributes(message: MessageTemplate([.literal("the record cannot be decoded")])), of: nil)
  }

  // MARK: Attributes

  /// - Parameter expression: what the rule asks; nil: its message is always written.
  private func attributes(
    _ attributes: RuleAttributes, of expression: Expression?
  ) -> [DocumentMember] {
    var object = ProfileObject(at: 0)
    if attributes.message != expression.map({ MessageTemplate(failing: $0) }),
      let message = attributes.message.profileText
    {
      object.add("message", .text(message, at: 0))
    }
    if let code = attributes.code { object.add("code", .text(code, at: 0)) }
    if attributes.severity != .error {
      object.add("severity", .text(attributes.severity.rawValue, at: 0))
    }
    if attributes.tolerance != .zero {
      object.add("tolerance", Self.tolerance(attributes.tolerance))
    }
    object.addUnlessEmpty("labels", .texts(attributes.labels, at: 0))
    return object.members
  }

  private static func tolerance(_ tolerance: Tolerance) -> DocumentNode {
    let percent = tolerance.percent.map { DocumentNode.text($0 + "%", at: 0) }
    guard let count = tolerance.count else { return percent ?? .number(0, at: 0) }
    guard let bare = tolerance.percent else { return .number(count, at: 0) }
    return .object(["count": .number(count, at: 0), "percent": .number(bare, at: 0)], at: 0)
  }

  // MARK: The table

  private mutating func add(_ rule: TableRule) {
    guard case .measure(let measurement) = rule.statement else { return }
    var entry = ProfileObject(at: 0)
    do throws(Unsayable) {
      entry.add("id", .text(freeID(rule.id), at: 0))
      entry.add("measure", .text(measurement.measure.rawValue, at: 0))
      if let path = measurement.path { entry.add("of", .text(path.description, at: 0)) }
      if let position = measurement.position { entry.add("at", .number(position, at: 0)) }
      if let condition = measurement.condition {
        entry.add("where", BlockWriter.object(try BlockWriter.record(condition, at: FieldPath())))
      }
      entry.addUnlessEmpty("by", .texts(measurement.groups.map(\.description), at: 0))
      for bound in measurement.writtenBounds {
        entry.add(bound.word, DocumentNode(plain: bound.value))
      }
      if measurement.passesEmpty { entry.add("empty", .text("pass", at: 0)) }
      var own = rule.attributes
      if own.message == MessageTemplate([.literal(rule.words)]) { own.message.segments = [] }
      entry.add(attributes(own, of: nil))
      tableEntries.append(entry.node)
    } catch {
      leaveOver(rule.id, rule.field, error.reason)
    }
  }
}

extension MessageTemplate {
  /// The template as a profile writes it; nil if it shows what a profile has no word for, or
  /// nothing.
  fileprivate var profileText: String? {
    if segments.isEmpty { return nil }
    var text = ""
    for segment in segments {
      switch segment {
      case .literal(let literal):
        text += literal.replacing("{", with: "{{").replacing("}", with: "}}")
      case .value: text += "{value}"
      case .field: text += "{field}"
      case .line: text += "{line}"
      case .rule: text += "{rule}"
      case .path(let path): text += "{\(path)}"
      case .left: text += "{left}"
      case .right: text += "{right}"
      case .closureCode: continue
      case .closure, .sides, .difference: return nil
      }
    }
    return text
  }
}

extension Format {
  /// Whether a profile reads values of this format as points in time.
  fileprivate var isTemporal: Bool { self == .date || self == .dateTime || self == .time }
}

extension Ascii {
  /// Whether an id may have the character.
  fileprivate static func isIDScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (isAlphanumeric(UInt8(scalar.value)) || ".-_".unicodeScalars.contains(scalar))
  }
}
