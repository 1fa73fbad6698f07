/// A profile compiled for the hot path: flat tables of small trivial records, operands in pools.
///
/// Made once by ``ProgramBuilder`` and shared by all workers. Names, messages and ids stay in the
/// ``RuleSet``, which is only consulted when a sample is written.
package final class Program: Sendable {
  package let ruleSet: RuleSet
  /// The date-time that the rules take for now.
  package let now: String
  let hashKeys: HashKeys
  package let tree: FieldTree
  let instructions: Storage<Instruction>
  let children: Storage<Int32>
  let leaves: Storage<Leaf>
  let paths: Storage<PathCode>
  let pathStates: Storage<Int32>
  let walks: Storage<Walk>
  let walkSteps: Storage<WalkStep>
  let changes: Storage<ChangeCode>
  /// Some change is a `replace`, so that a value may become unreadable.
  let hasReplacements: Bool
  /// Some `default` may insert a value with parts.
  let insertsParts: Bool
  let scopes: Storage<ScopeCode>
  let scopeList: Storage<Int32>
  let ruleList: Storage<Int32>
  let rules: Storage<RuleCode>
  let ruleCount: Int
  /// Tables of what failed: of each rule the values, and behind them, if there is a schema, of each
  /// rule the places.
  let tallyCount: Int
  let partPaths: Storage<Int32>
  /// Rules whose outcomes are gathered first.
  let gatheredRules: Storage<Int32>
  let gatheredRuleCount: Int32
  /// The blocks under `fields`, and the entries of `rules`, in the order in which they are judged.
  let topScopes: Storage<Int32>
  let topScopeCount: Int32
  let entries: Storage<Int32>
  let entryCount: Int32
  /// What may be shown of values, for each kind of input.
  private let jsonMasking: StateMasking
  private let csvMasking: StateMasking
  /// That of a run which shows everything.
  let openMasking: StateMasking
  /// For each tag, its rules from the highest priority down.
  let tagGroups: [[Int32]]
  /// What claims keys.
  let keyRules: [KeyRule]
  let combinations: [CombinationCode]
  /// In the order of ``RuleSet/tableRules``.
  package let measures: [MeasureCode]
  /// The references whose values have to occur.
  let coverages: [ValueSet]
  /// The rules about the order of records that are run, by their place among those about the table,
  /// with the path numbers of their keys.
  let orderRules: [OrderCode]
  /// The rules about columns that are run, by their place among those about the table.
  let columnRules: [ColumnCode]

  let texts: [OwnedBytes]
  let textViews: Storage<ByteView>
  let patterns: [Pattern]
  let patternCodes: Storage<PatternCode>
  let bounds: Storage<BoundPair>
  let scaledBounds: Storage<ScaledBounds>
  let multiples: Storage<Decimal>
  let choices: Storage<ChoiceTable>
  let valueTables: Storage<ValueSet.Table>
  /// The names that `additionalFields` admits, where the scanner cannot tell.
  let nameSets: [TextSet]
  /// A range of `changes` for each chain.
  let chains: [Range<Int32>]
  let relations: [RelationCode]
  let relationNumbers: [Expression: Int]
  let dependencies: [DependencyTable]
  let dependencyNumbers: [Constraint: Int]
  let readers: Storage<TemporalReader>
  private let readerCount: Int
  let moments: Storage<MomentPair>
  let momentNumbers: [Constraint: Int]
  let timeRelations: Storage<TimeRelation>
  let closures: [ClosureCheck]
  /// For each closure the path numbers of what its value is put together from.
  let closureMembers: [[Int32]]
  /// Owners of what the tables point to.
  private let numbers: [OwnedDecimal]
  private let valueSets: [ValueSet]
  private let choiceCount: Int

  let schema: SchemaTables
  /// By rule: the keyword of the schema that it is; empty if there is no schema.
  let schemaStatements: [SchemaStatement?]
  /// How cells are read whose columns no path means (``SchemaBuilder/cellPaths``).
  let cellPaths: [(pattern: Int32, names: Set<ExactText>, path: Int32)]
  /// The names of the steps to states, for members that are not linked.
  let stepNames: Storage<ByteView>
  private let stepNameBytes: [OwnedBytes]

  let pathCount: Int
  /// Answers that several rules share, and rules whose outcomes are asked for.
  let sharedCount: Int
  let trackedCount: Int
  /// nil in JSONL unless the profile gives some.
  let missingTexts: TextSet?
  let missingCells: TextSet
  let lengthUnit: LengthUnit
  /// The listed paths of the report: their path codes, and the field path.
  let listedPaths: [(path: Int32, field: FieldPath)]
  /// Their path codes alone, for the hot path.
  let listedNumbers: Storage<Int32>
  /// The paths with `[*]` or `*` that the profile names. It is only noted whether a record had
  /// them.
  let namedWalks: [(walk: Int32, field: FieldPath)]
  let namedWalkNumbers: Storage<Int32>
  /// Path codes of all paths of rules and templates, for samples.
  let pathNumbers: [FieldPath: Int32]
  /// By path number.
  let fieldPaths: [FieldPath]
  /// CSV: the columns that are read, with the state that takes their cells.
  package let columns: [(name: String, state: Int32)]
  /// CSV: names that some path of the profile means.
  package let knownColumns: ColumnNames
  /// CSV: the columns that paths with `*` mean.
  let columnGroups: [ColumnGroup]

  /// Compiles rules.
  ///
  /// - Parameter closures: what the rules ask by number; see ``Constraint/closure(_:)``.
  /// - Parameter now: the date-time that the rules take for now; nil: that of the clock.
  /// - Parameter hashKeys: what keys the hashes of keys under `unique` and of failing values.
  /// - Throws: ``ProgramError`` for an operand that cannot be compiled; profiles that the linter
  ///   accepts have none.
  package convenience init(
    _ ruleSet: RuleSet, closures: [ClosureCheck] = [], hashKeys: HashKeys = .process,
    now: String? = nil
  ) throws(ProgramError) {
    let now = now ?? Instant.nowText
    let clock = OwnedBytes(now)
    guard let instant = Instant(dateTime: clock.view) else {
      throw ProgramError(description: "\(now) is not a date-time")
    }
    var builder = ProgramBuilder(ruleSet, closures: closures, now: instant)
    // An exact point in time may point to its text.
    builder.texts.append(clock)
    try builder.build()
    if let error = builder.declarationError { throw error }
    self.init(builder, hashKeys, now)
  }

  private init(_ builder: ProgramBuilder, _ hashKeys: HashKeys, _ now: String) {
    self.hashKeys = hashKeys
    self.now = now
    ruleSet = builder.ruleSet
    tree = builder.tree
    instructions = Storage(builder.instructions, padding: Instruction(code: .all))
    children = Storage(builder.children, padding: -1)
    leaves = Storage(builder.leaves, padding: Leaf(code: .required))
    paths = Storage(builder.paths, padding: PathCode())
    pathStates = Storage(builder.pathStates, padding: -1)
    walks = Storage(
      builder.walks, padding: Walk(origin: -1, stepStart: 0, stepCount: 0, target: -1))
    walkSteps = Storage(builder.walkSteps, padding: WalkStep(code: .key))
    changes = Storage(builder.changes, padding: ChangeCode(code: .trim))
    hasReplacements = builder.changes.contains { $0.code == .replace }
    insertsParts = builder.paths.contains(where: \.insertsParts)
    scopes = Storage(builder.scopes, padding: ScopeCode(place: .field, path: -1))
    scopeList = Storage(builder.scopeList, padding: -1)
    ruleList = Storage(builder.ruleList, padding: -1)
    rules = Storage(builder.rules, padding: RuleCode())
    ruleCount = builder.rules.count
    tallyCount = ruleCount * (builder.ruleSet.schema == nil ? 1 : 2)
    partPaths = Storage(builder.partPaths, padding: -1)
    gatheredRules = Storage(builder.gatheredRules, padding: -1)
    gatheredRuleCount = Int32(builder.gatheredRules.count)
    topScopes = Storage(builder.topScopes, padding: -1)
    topScopeCount = Int32(builder.topScopes.count)
    entries = Storage(builder.entries, padding: -1)
    entryCount = Int32(builder.entries.count)
    jsonMasking = StateMasking(ruleSet, tree, columns: builder.columns, isCSV: false)
    csvMasking = StateMasking(ruleSet, tree, columns: builder.columns, isCSV: true)
    openMasking = StateMasking(open: tree)
    tagGroups = builder.tagGroups
    keyRules = builder.keyRules
    combinations = builder.combinations
    measures = builder.measures
    coverages = builder.coverages
    orderRules = builder.orderRules
    columnRules = builder.columnRules
    texts = builder.texts
    textViews = Storage(builder.texts.map(\.view), padding: StaticBytes.emptyView)
    patterns = builder.patterns
    patternCodes = Storage(uninitialized: builder.patterns.count)
    for (index, pattern) in builder.patterns.enumerated() { patternCodes[index] = pattern.code }
    bounds = Storage(builder.bounds, padding: BoundPair())
    scaledBounds = Storage(builder.scaledBounds, padding: ScaledBounds(minimum: 0, maximum: 0))
    multiples = Storage(builder.multiples, padding: Decimal(1))
    choices = Storage(uninitialized: builder.choices.count)
    for (index, table) in builder.choices.enumerated() { choices[index] = table }
    choiceCount = builder.choices.count
    valueTables = Storage(uninitialized: builder.valueSets.count)
    for (index, set) in builder.valueSets.enumerated() { valueTables[index] = set.table }
    valueSets = builder.valueSets
    numbers = builder.numbers
    nameSets = builder.nameSets
    chains = builder.chains
    relations = builder.relations
    relationNumbers = builder.relationNumbers
    dependencies = builder.dependencies
    dependencyNumbers = builder.dependencyNumbers
    readers = Storage(uninitialized: builder.readers.count)
    for (index, reader) in builder.readers.enumerated() { readers[index] = reader }
    readerCount = builder.readers.count
    moments = Storage(builder.moments, padding: MomentPair())
    momentNumbers = builder.momentNumbers
    timeRelations = Storage(
      builder.timeRelations, padding: TimeRelation(left: 0, operation: .equal, right: 0))
    closures = builder.closures
    closureMembers = builder.closureMembers
    schema = SchemaTables(builder)
    schemaStatements =
      builder.ruleSet.schema?.statements(ruleCount: builder.ruleSet.rules.count) ?? []
    cellPaths = builder.schema.cellPaths
    stepNameBytes = tree.stepNames.map { OwnedBytes($0 ?? "") }
    stepNames = Storage(stepNameBytes.map(\.view), padding: StaticBytes.emptyView)
    pathCount = builder.paths.count
    sharedCount = builder.sharedCount
    trackedCount = builder.trackedCount
    missingTexts = builder.ruleSet.missingValues.map { TextSet($0) }
    missingCells = TextSet(builder.ruleSet.missingValues ?? [""])
    lengthUnit = builder.ruleSet.lengthUnit
    listedPaths = builder.listedPaths
    listedNumbers = Storage(builder.listedPaths.map(\.path), padding: -1)
    namedWalks = builder.namedWalks
    namedWalkNumbers = Storage(builder.namedWalks.map(\.walk), padding: -1)
    pathNumbers = builder.pathNumbers
    fieldPaths = builder.fieldPaths
    columns = builder.columns
    knownColumns = builder.knownColumns
    columnGroups = builder.columnGroups
  }

  /// The same rules with another time for now.
  package func at(_ now: String) throws(ProgramError) -> Program {
    try Program(ruleSet, closures: closures, hashKeys: hashKeys, now: now)
  }

  func masking(isCSV: Bool) -> StateMasking { isCSV ? csvMasking : jsonMasking }

  /// Whether some rule refers to other records of the input.
  package var hasInputReferences: Bool { keyRules.contains { $0.role == .asks } }

  /// Whether a rule refers to other records of the input.
  func refersToInput(_ rule: Int32) -> Bool {
    let number = rules[rule].keyNumber
    return number >= 0 && keyRules[Int(number)].role == .asks
  }

  /// The reference whose values a rule about the table requires.
  func reference(of code: MeasureCode) -> ValueSet? {
    code.coverage < 0 ? nil : coverages[Int(code.coverage)]
  }

  /// Whether values at a path, or parts of them, are masked.
  func hides(_ path: Int32, isCSV: Bool) -> Bool {
    masking(isCSV: isCSV).hides(tree.everyState(of: fieldPaths[Int(path)]))
  }

  /// Whether a path leads to the values at a state.
  func leads(_ path: Int32, to state: Int32) -> Bool {
    tree.everyState(of: fieldPaths[Int(path)]).contains(state)
  }

  deinit {
    instructions.deallocate()
    children.deallocate()
    leaves.deallocate()
    paths.deallocate()
    pathStates.deallocate()
    walks.deallocate()
    walkSteps.deallocate()
    changes.deallocate()
    scopes.deallocate()
    scopeList.deallocate()
    ruleList.deallocate()
    rules.deallocate()
    partPaths.deallocate()
    textViews.deallocate()
    gatheredRules.deallocate()
    topScopes.deallocate()
    entries.deallocate()
    listedNumbers.deallocate()
    namedWalkNumbers.deallocate()
    patternCodes.deallocate()
    bounds.deallocate()
    scaledBounds.deallocate()
    multiples.deallocate()
    for index in 0..<choiceCount { choices[index].deallocate() }
    choices.deallocate()
    valueTables.deallocate()
    for index in 0..<readerCount { readers[index].deallocate() }
    readers.deallocate()
    moments.deallocate()
    timeRelations.deallocate()
    for names in nameSets { names.deallocate() }
    for table in dependencies { table.names.deallocate() }
    schema.deallocate()
    stepNames.deallocate()
    missingTexts?.deallocate()
    missingCells.deallocate()
  }
}

/// Why a rule set cannot be compiled.
package struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
}
