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
  /// For each tag, its rules from the highest priority down.
  let tagGroups: [[RuleNumber]]
  /// The rules that claim keys.
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
  let patterns: [Pattern]
  /// The names that `additionalFields` admits, where the scanner cannot tell.
  let nameSets: [TextSet]
  /// A range of `changes` for each chain.
  let chains: [Range<Int32>]
  let relations: [RelationCode]
  let relationNumbers: [Expression: Int]
  let dependencies: [DependencyTable]
  let dependencyNumbers: [Constraint: Int]
  let momentNumbers: [Constraint: Int]
  let closures: [ClosureCheck]
  /// For each closure the path numbers of what its value is put together from.
  let closureMembers: [[PathNumber]]
  /// Owners of what the tables point to.
  private let numbers: [OwnedDecimal]
  private let valueSets: [ValueSet]

  let schema: SchemaTables
  /// How cells are read whose columns no path means (``SchemaBuilder/cellPaths``).
  let cellPaths: [(pattern: Int32, names: Set<ExactText>, path: PathNumber)]
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
  let listedPaths: [(path: PathNumber, field: FieldPath)]
  /// The paths with `[*]` or `*` that the profile names. It is only noted whether a record had
  /// them.
  let namedWalks: [(walk: Int32, field: FieldPath)]
  /// Path codes of all paths of rules and templates, for samples.
  let pathNumbers: [FieldPath: PathNumber]
  /// By path number.
  let fieldPaths: [FieldPath]
  /// CSV: the columns that are read, with the state that takes their cells.
  package let columns: [(name: String, state: StateNumber)]
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
    hasReplacements = builder.changes.contains { $0.code == .replace }
    insertsParts = builder.paths.contains(where: \.insertsParts)
    ruleCount = builder.rules.count
    countedCount = ruleCount + BuiltInRule.allCases.count
    tableCount = countedCount + (builder.ruleSet.schema == nil ? 0 : ruleCount)
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
    patterns = builder.patterns
    valueSets = builder.valueSets
    numbers = builder.numbers
    nameSets = builder.nameSets
    chains = builder.chains
    relations = builder.relations
    relationNumbers = builder.relationNumbers
    dependencies = builder.dependencies
    dependencyNumbers = builder.dependencyNumbers
    momentNumbers = builder.momentNumbers
    closures = builder.closures
    closureMembers = builder.closureMembers
    schema = SchemaTables(builder)
    cellPaths = builder.schema.cellPaths
    stepNameBytes = tree.stepNames.map { OwnedBytes($0 ?? "") }
    tables = ProgramTables(builder, stepNames: stepNameBytes)
    pathCount = builder.paths.count
    sharedCount = builder.sharedCount
    trackedCount = builder.trackedCount
    missingTexts = builder.ruleSet.missingValues.map { TextSet($0) }
    missingCells = TextSet(builder.ruleSet.missingValues ?? [""])
    lengthUnit = builder.ruleSet.lengthUnit
    listedPaths = builder.listedPaths
    namedWalks = builder.namedWalks
    pathNumbers = builder.pathNumbers
    fieldPaths = builder.fieldPaths
    columns = builder.columns
    knownColumns = builder.knownColumns
    columnGroups = builder.columnGroups
  }

  /// Returns the program with another time for now.
  package func at(_ now: String) throws(ProgramError) -> Program {
    try Program(ruleSet, closures: closures, hashKeys: hashKeys, now: now)
  }

  func masking(isCSV: Bool) -> StateMasking { isCSV ? csvMasking : jsonMasking }

  /// Whether some rule refers to other records of the input.
  package var hasInputReferences: Bool { keyRules.contains { $0.role == .asks } }

  /// Whether a rule refers to other records of the input.
  func refersToInput(_ rule: RuleNumber) -> Bool {
    let number = tables.rules[rule].keyNumber
    return number >= 0 && keyRules[Int(number)].role == .asks
  }

  /// The number under which a built-in rule is counted.
  func number(of rule: BuiltInRule) -> RuleNumber { RuleNumber(ruleCount + rule.place) }

  /// The reference whose values a rule about the table requires.
  func reference(of code: MeasureCode) -> ValueSet? {
    code.coverage < 0 ? nil : coverages[Int(code.coverage)]
  }

  /// Whether values at a path, or parts of them, are masked.
  func hides(_ path: PathNumber, isCSV: Bool) -> Bool {
    masking(isCSV: isCSV).hides(tree.everyState(of: fieldPaths[Int(path)]))
  }

  /// Whether a path leads to the values at a state.
  func leads(_ path: PathNumber, to state: StateNumber) -> Bool {
    tree.everyState(of: fieldPaths[Int(path)]).contains(state)
  }

  deinit {
    tables.deallocate()
    for names in nameSets { names.deallocate() }
    for table in dependencies { table.names.deallocate() }
    schema.deallocate()
    missingTexts?.deallocate()
    missingCells.deallocate()
  }
}

/// Why a rule set cannot be compiled.
package struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
}
