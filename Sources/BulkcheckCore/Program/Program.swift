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
  let tables: ProgramTables
  /// Some change is a `replace`, so that a value may become unreadable.
  let hasReplacements: Bool
  /// Some `default` may insert a value with parts.
  let insertsParts: Bool
  let ruleCount: Int
  /// The numbers under which failures are counted: those of the rules and, behind them, of the
  /// built-in ones.
  let countedCount: Int
  /// The numbers under which values are counted, too: behind the others, if there is a schema, one
  /// for the places at which each rule failed.
  let tableCount: Int
  /// The masking of values, for each kind of input.
  private let jsonMasking: StateMasking
  private let csvMasking: StateMasking
  /// That of a run which shows everything.
  let openMasking: StateMasking
  /// The rules about columns that are run, by their place among those about the table.
  let columnRules: [ColumnCode]

  /// In the order of ``RuleSet/tableRules``.
  package let measures: [MeasureCode]
  /// The listed paths of the report.
  let listedPaths: [ListedPath]
  /// The paths with `[*]` or `*` that the profile names. It is only noted whether a record had
  /// them.
  let namedWalks: [NamedWalk]
  /// The rules about the order of records that are run, by their place among those about the table,
  /// with the path numbers of their keys.
  let orderRules: [OrderCode]
  package let lists: ProgramLists
  let schema: SchemaTables
  /// How cells are read whose columns no path means (``SchemaBuilder/cellPaths``).
  let cellPaths: [(pattern: Int32, names: Set<ExactText>, path: PathNumber)]
  /// Records of one document belong to several sets, which are counted.
  let countsSets: Bool
  /// The sets of records that the schema has in a document: see ``SchemaRecordSet/number``.
  let recordSets: [RecordSetCode]
  /// Some rule is about all elements of a set together.
  let hasCommonRules: Bool
  private let stepNameBytes: [OwnedBytes]
  private let memory: MemoryOwner

  let pathCount: Int
  /// nil in JSONL unless the profile gives some.
  let missingTexts: TextSet?
  let missingCells: TextSet
  let lengthUnit: LengthUnit

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
    builder.lists.texts.append(clock)
    try builder.build()
    var pairs: [Program] = []
    for index in ruleSet.pairings.indices {
      pairs.append(try Program(ruleSet.ofPairs(index), hashKeys: hashKeys, now: now))
    }
    builder.buildPairs(pairs)
    if let error = builder.declarationError { throw error }
    self.init(builder, hashKeys, now)
  }

  private init(_ builder: ProgramBuilder, _ hashKeys: HashKeys, _ now: String) {
    var memory = MemoryOwner()
    self.hashKeys = hashKeys
    self.now = now
    ruleSet = builder.ruleSet
    tree = builder.tree
    hasReplacements = builder.changes.contains { $0.code == .replace }
    insertsParts = builder.paths.contains(where: \.insertsParts)
    ruleCount = builder.rules.count
    countedCount = ruleCount + BuiltInRule.allCases.count
    tableCount = countedCount + (builder.ruleSet.schema == nil ? 0 : ruleCount)
    jsonMasking = StateMasking(ruleSet, tree, columns: builder.lists.columns, isCSV: false)
    csvMasking = StateMasking(ruleSet, tree, columns: builder.lists.columns, isCSV: true)
    openMasking = StateMasking(open: tree)
    columnRules = builder.columnRules
    lists = builder.lists
    measures = builder.measures
    listedPaths = builder.listedPaths
    namedWalks = builder.namedWalks
    orderRules = builder.orderRules
    schema = SchemaTables(builder, in: &memory)
    cellPaths = builder.schema.cellPaths
    recordSets = builder.schema.sets
    hasCommonRules = recordSets.contains { !$0.commonRules.isEmpty }
    countsSets = !recordSets.isEmpty || !builder.ruleSet.sectionRecords.isEmpty
    stepNameBytes = tree.stepNames.map { OwnedBytes($0 ?? "") }
    tables = ProgramTables(builder, stepNames: stepNameBytes, in: &memory)
    pathCount = builder.paths.count
    missingTexts = builder.ruleSet.missingValues.map { memory.own(TextSet($0)) }
    missingCells = memory.own(TextSet(builder.ruleSet.missingCells))
    for names in lists.nameSets { memory.own(names) }
    for table in lists.dependencies { memory.own(table.names) }
    lengthUnit = builder.ruleSet.lengthUnit
    self.memory = memory
    markTexts()
  }

  /// Returns the program with another time for now.
  package func at(_ now: String) throws(ProgramError) -> Program {
    try Program(ruleSet, closures: lists.closures, hashKeys: hashKeys, now: now)
  }

  func masking(isCSV: Bool) -> StateMasking { isCSV ? csvMasking : jsonMasking }

  /// Whether some rule refers to other records of the input.
  package var hasInputReferences: Bool { lists.keyRules.contains { $0.role == .asks } }

  /// Whether a rule refers to other records of the input.
  func refersToInput(_ rule: RuleNumber) -> Bool {
    let number = tables.rules[rule].keyNumber
    return number >= 0 && lists.keyRules[Int(number)].role == .asks
  }

  /// The number under which a built-in rule is counted.
  func number(of rule: BuiltInRule) -> RuleNumber { RuleNumber(ruleCount + rule.place) }

  /// The reference whose values a rule about the table requires.
  func reference(of code: MeasureCode) -> ValueSet? {
    code.coverage < 0 ? nil : lists.coverages[Int(code.coverage)]
  }

  /// Whether values at a path, or parts of them, are masked.
  func hides(_ path: PathNumber, isCSV: Bool) -> Bool {
    masking(isCSV: isCSV).hides(states(of: path))
  }

  /// Whether a path leads to the values at a state.
  func leads(_ path: PathNumber, to state: StateNumber) -> Bool {
    states(of: path).contains(state)
  }

  /// The states of the values to which a path leads.
  private func states(of path: PathNumber) -> [StateNumber] {
    tree.everyState(of: lists.fieldPaths[Int(path)])
      + (lists.ownCellPaths[path].map { tree.everyState(of: $0) } ?? [])
  }
}

/// Why a rule set cannot be compiled.
package struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
}
