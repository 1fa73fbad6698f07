/// A schema: its subschemas and keywords as flat tables beside those of the profile.
struct SchemaBuilder {
  var subschemas: [SubschemaCode] = []
  var keywords: [KeywordCode] = []
  var parts: [SchemaPart] = []
  var pathOfState: [PathNumber] = []
  var rules: [RuleNumber] = []
  var rootPath: PathNumber = -1
  var partPath: PathNumber = -1
  var namePath: PathNumber = -1
  /// How cells are read whose columns have no state of their own: the number of a pattern, or -1
  /// for all but some names, and of a path.
  var cellPaths: [(pattern: Int32, names: Set<ExactText>, path: PathNumber)] = []
  var usesMemo = false
  var uses: [Int32] = []
  /// The sets of records of a document: see ``SchemaRecordSet/number``.
  var sets: [RecordSetCode] = []
  /// How many of them are the document's.
  var documentSetCount: Int32 = 0
}

extension ProgramBuilder {
  mutating func buildSchema() throws(ProgramError) {
    guard let graph = ruleSet.schema else { return }
    schema.rules = ruleSet.rules.indices.filter { ruleSet.rules[$0].expression.keyword != nil }
      .map { RuleNumber($0) }
    let reach = SchemaReach(graph)
    guard reach.depth <= SchemaReach.depthMaximum else {
      throw ProgramError(
        description:
          "the schema applies more than \(SchemaReach.depthMaximum) subschemas to one value, one "
          + "inside the other")
    }
    schema.usesMemo = reach.usesMemo
    schema.uses = reach.uses
    try buildSchemaPaths()
    for subschema in graph.subschemas { try add(subschema) }
    schema.documentSetCount = Int32(graph.sets.count)
    for set in graph.sets { try add(set) }
    // The document without its sets has a number, too.
    if !graph.sets.isEmpty { schema.sets.append(RecordSetCode()) }
    for set in graph.sets {
      for inner in set.inner { try add(inner) }
    }
  }

  private mutating func add(_ set: SchemaRecordSet) throws(ProgramError) {
    var code = RecordSetCode()
    code.names = set.pointer.names.map { OwnedBytes($0) }
    code.firstInner = set.inner.first?.number ?? -1
    code.commonRules = set.commonRules.map {
      schema.subschemas[$0.subschema.value].start + Int32($0.keyword)
    }
    if set.number > schema.documentSetCount { code.location = set.pointer.description }
    for (index, part) in set.parts.enumerated() {
      let way = part.way.map { step in
        SchemaStep(
          keyword: schema.subschemas[step.subschema.value].start + Int32(step.keyword),
          part: Int32(step.part))
      }
      var made = RecordSetPart(
        subschema: Int32(part.subschema.value), way: way, pattern: -1, exceptions: [])
      if !set.elements.isEmpty, !set.members.isEmpty {
        made.isAboutMembers = index >= set.elements.count
      }
      if let source = part.pattern { made.pattern = try pattern(source) }
      for source in part.exceptions { made.exceptions.append(try pattern(source)) }
      code.parts.append(made)
      if set.outlines.isEmpty { continue }
      made.subschema = Int32(set.outlines[index].value)
      code.outlines.append(made)
    }
    schema.sets.append(code)
  }

  // MARK: Paths

  /// A path for each state that has a column, read as the record has it: a profile's `normalize`
  /// and types are not the schema's.
  private mutating func buildSchemaPaths() throws(ProgramError) {
    schema.pathOfState = [PathNumber](repeating: -1, count: tree.stateCount)
    var fieldPath = [FieldPath](repeating: FieldPath(), count: tree.stateCount)
    let cells = SchemaCellTypes(ruleSet.schema)
    for state in 0..<Int(tree.graphStart) {
      let entry = tree.states[state]
      guard !entry.isRepeated, !entry.isElement || state == 0 else { continue }
      if let name = tree.stepNames[state] {
        fieldPath[state] = fieldPath[Int(entry.parent)].appending(.key(name))
      }
      schema.pathOfState[state] = addSchemaPath(
        fieldPath[state], state: StateNumber(state), types: cells[fieldPath[state].column.name])
    }
    for cells in ruleSet.schema?.cellPatterns ?? [] {
      let number: Int32 = if let source = cells.pattern { try pattern(source) } else { -1 }
      let path = addSchemaPath(FieldPath([.everyElement]), state: -1, types: cells.types)
      schema.cellPaths.append((number, cells.names, path))
    }
    schema.rootPath = schema.pathOfState[0]
    schema.partPath = addSchemaPath(FieldPath([.everyElement]), state: -1)
    schema.namePath = addSchemaPath(FieldPath([.everyElement]), state: -1)
  }

  private mutating func addSchemaPath(
    _ path: FieldPath, state: StateNumber, types: [ValueType] = [.string]
  ) -> PathNumber {
    var code = PathCode()
    code.isPlain = true
    code.stateStart = Int32(pathStates.count)
    if state >= 0 { pathStates.append(state) }
    code.stateCount = state >= 0 ? 1 : 0
    code.endsInElement = state < 0
    var declaration = Declaration()
    declaration.types = types
    declare(declaration, &code)
    paths.append(code)
    lists.fieldPaths.append(path)
    return PathNumber(paths.count - 1)
  }

  // MARK: Subschemas

  private mutating func add(_ subschema: Subschema) throws(ProgramError) {
    var code = SubschemaCode()
    var codes: [KeywordCode] = []
    for keyword in subschema.keywords {
      var made = try keywordCode(of: keyword.statement)
      made.rule = keyword.rule.map { RuleNumber($0.value) } ?? -1
      if made.code == .never {
        code.isNever = true
        code.neverRule = made.rule
      }
      codes.append(made)
    }
    code.start = Int32(schema.keywords.count)
    code.count = Int32(codes.count)
    // Other keywords of the same subschema are found by their numbers.
    let patterns = codes.firstIndex { $0.kind == .patternProperties }
    for index in codes.indices {
      codes[index].owner = Int32(schema.subschemas.count)
      codes[index].number = code.start + Int32(index)
      guard codes[index].kind == .additionalProperties else { continue }
      codes[index].patterns = patterns.map { code.start + Int32($0) } ?? -1
      lists.nameSets.append(TextSet(subschema.propertyNames))
      codes[index].names = Int32(lists.nameSets.count - 1)
      codes[index].nameCount = Int32(subschema.propertyNames.count)
    }
    schema.keywords += codes
    code.keepsAnswers = schema.usesMemo && schema.uses[schema.subschemas.count] > 1
    schema.subschemas.append(code)
  }

  private mutating func keywordCode(
    of statement: SchemaStatement
  ) throws(ProgramError) -> KeywordCode {
    switch statement {
    case .never: return KeywordCode(code: .never)
    case .type(let types, let areWritten):
      return KeywordCode(code: .type, flag: areWritten, types: TypeMask(types))
    case .constraint(let constraint): return try keywordCode(of: constraint)
    case .content(let isBase64, let isJSON):
      return KeywordCode(code: .content, isBase64: isBase64, isJSON: isJSON)
    case .required(let names): return partsCode(.required, names.map { (text($0), nil) })
    case .dependentRequired(let dependencies): return dependencyCode(dependencies)
    case .applicator(let applicator):
      var parts: [(Int32, SubschemaIndex?)] = []
      for part in applicator.parts {
        let operand =
          if let source = part.pattern { try pattern(source) } else { part.name.map { text($0) } }
        parts.append((operand ?? -1, part.subschema))
      }
      var code = partsCode(.applicator, parts)
      code.kind = applicator.kind
      code.minimum = Int32(clamping: applicator.minimum)
      code.maximum = Int32(clamping: applicator.maximum ?? .max)
      code.flag = applicator.evaluates
      return code
    }
  }

  /// A check of the values that a constraint is about.
  private mutating func keywordCode(
    of constraint: Constraint
  ) throws(ProgramError) -> KeywordCode {
    var leaf = try self.leaf(constraint)
    if case .length = constraint { leaf.code = .codepoints }
    leaves.append(leaf)
    var code = KeywordCode(code: .choice)
    code.leaf = Int32(leaves.count - 1)
    code.code =
      switch constraint.subject {
      case .texts: .text
      case .numbers: .number
      case .arrays: .array
      default: .choice
      }
    if case .memberCount = constraint { code.code = .memberCount }
    code.minimum = Int32(clamping: leaf.minimum)
    code.maximum = Int32(clamping: leaf.maximum)
    if constraint.choices?.contains(.null) == true { code.types = .null }
    return code
  }

  private mutating func partsCode(
    _ code: KeywordCode.Opcode, _ parts: [(operand: Int32, subschema: SubschemaIndex?)]
  ) -> KeywordCode {
    var made = KeywordCode(code: code)
    made.partStart = Int32(schema.parts.count)
    made.partCount = Int32(parts.count)
    for part in parts {
      schema.parts.append(
        SchemaPart(
          operand: part.operand, subschema: part.subschema.map { Int32($0.value) } ?? -1))
    }
    return made
  }

  private mutating func dependencyCode(
    _ dependencies: [NameDependency]
  ) -> KeywordCode {
    var parts: [SchemaPart] = []
    for dependency in dependencies {
      let required = partsCode(.required, dependency.required.map { (text($0), nil) })
      parts.append(
        SchemaPart(
          operand: text(dependency.name), start: required.partStart, count: required.partCount))
    }
    var made = KeywordCode(code: .dependentRequired)
    made.partStart = Int32(schema.parts.count)
    made.partCount = Int32(parts.count)
    schema.parts += parts
    return made
  }
}

extension Subschema {
  /// The names under `properties`.
  fileprivate var propertyNames: [String] {
    keywords.lazy.compactMap(\.statement.applicator).first { $0.kind == .properties }?
      .parts.compactMap(\.name) ?? []
  }
}

/// How the cells of columns are read under a schema.
private struct SchemaCellTypes: ~Copyable {
  private let schema: SchemaGraph?
  /// Those of ``SchemaGraph/cellPatterns``; nil where there is none.
  private let patterns: [Pattern?]
  private let matcher = PatternMatcher()

  init(_ schema: SchemaGraph?) {
    self.schema = schema
    patterns = (schema?.cellPatterns ?? []).map { $0.pattern.flatMap { try? Pattern($0) } }
  }

  /// The types of the column of a name.
  subscript(name: String) -> [ValueType] {
    guard let schema else { return [.string] }
    if let types = schema.cellTypes[ExactText(name)] { return types }
    let bytes = OwnedBytes(name)
    for (cells, pattern) in zip(schema.cellPatterns, patterns) {
      let isMeant =
        cells.pattern == nil
        ? !cells.names.contains(ExactText(name))
        : withExtendedLifetime(bytes) {
          pattern.map { matcher.match($0.code, bytes.view) == .matched } ?? false
        }
      if isMeant { return cells.types }
    }
    return [.string]
  }
}

extension SchemaTables {
  init(_ builder: ProgramBuilder, in memory: inout MemoryOwner) {
    let schema = builder.schema
    subschemas = memory.own(Storage(schema.subschemas, padding: SubschemaCode()))
    keywords = memory.own(Storage(schema.keywords, padding: KeywordCode(code: .never)))
    parts = memory.own(Storage(schema.parts, padding: SchemaPart()))
    pathOfState = memory.own(Storage(schema.pathOfState, padding: -1))
    rules = memory.own(Storage(schema.rules, padding: -1))
    ruleCount = Int32(schema.rules.count)
    root = Int32(builder.ruleSet.schema?.root.value ?? -1)
    setCount = schema.documentSetCount
    rootPath = schema.rootPath
    partPath = schema.partPath
    namePath = schema.namePath
    usesMemo = schema.usesMemo
    keywordOfRule = memory.own(Storage(capacity: builder.rules.count, repeating: -1))
    for keyword in schema.keywords {
      if keyword.code == .required || keyword.code == .dependentRequired, keyword.rule >= 0 {
        keywordOfRule[keyword.rule] = keyword.number
      }
      guard keyword.kind == .additionalProperties else { continue }
      let inner = schema.subschemas[Int(schema.parts[Int(keyword.partStart)].subschema)]
      if inner.isNever, inner.neverRule >= 0 { keywordOfRule[inner.neverRule] = keyword.number }
    }
    comparesObjects = builder.ruleSet.schema?.comparesObjects ?? false
    forbidsMembers = schema.keywords.contains { $0.kind == .additionalProperties }
  }
}
