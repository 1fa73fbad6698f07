/// The tables of a ``Program`` that the hot path reads: trivial records in plain memory.
///
/// Copied as a value into what runs the program, so that a table is one load away.
struct ProgramTables: BitwiseCopyable {
  let instructions: Storage<Instruction>
  let children: Storage<Int32>
  let leaves: Storage<Leaf>
  let paths: Storage<PathCode>
  let pathStates: Storage<StateNumber>
  let walks: Storage<Walk>
  let walkSteps: Storage<WalkStep>
  let changes: Storage<ChangeCode>
  let scopes: Storage<ScopeCode>
  let scopeList: Storage<Int32>
  let ruleList: Storage<RuleNumber>
  let rules: Storage<RuleCode>
  let partPaths: Storage<PathNumber>
  /// Rules whose outcomes are gathered first.
  let gatheredRules: Storage<RuleNumber>
  /// The blocks under `fields`, and the entries of `rules`, in the order in which they are judged.
  let topScopes: Storage<Int32>
  let entries: Storage<RuleNumber>
  let textViews: Storage<ByteView>
  let patternCodes: Storage<PatternCode>
  let bounds: Storage<BoundPair>
  let scaledBounds: Storage<ScaledBounds>
  let multiples: Storage<Decimal>
  let choices: Storage<ChoiceTable>
  let valueTables: Storage<ValueSet.Table>
  let readers: Storage<TemporalReader>
  let instants: Storage<InstantLimits>
  let timeRelations: Storage<InstantRelation>
  /// Their path codes alone, for the hot path.
  let listedNumbers: Storage<PathNumber>
  let namedWalkNumbers: Storage<Int32>
  /// The names of the steps to states, for members that are not linked.
  let stepNames: Storage<ByteView>
  /// How many of ``gatheredRules``, ``topScopes`` and ``entries`` there are.
  let gatheredRuleCount: Int32
  let topScopeCount: Int32
  let entryCount: Int32
  private let choiceCount: Int
  private let readerCount: Int

  /// - Parameter stepNames: kept by the program.
  init(_ builder: ProgramBuilder, stepNames: [OwnedBytes]) {
    instructions = Storage(builder.instructions, padding: Instruction(code: .all))
    children = Storage(builder.children, padding: -1)
    leaves = Storage(builder.leaves, padding: Leaf(code: .required))
    paths = Storage(builder.paths, padding: PathCode())
    pathStates = Storage(builder.pathStates, padding: -1)
    walks = Storage(
      builder.walks, padding: Walk(origin: -1, stepStart: 0, stepCount: 0, target: -1))
    walkSteps = Storage(builder.walkSteps, padding: WalkStep(code: .key))
    changes = Storage(builder.changes, padding: ChangeCode(code: .trim))
    scopes = Storage(builder.scopes, padding: ScopeCode(place: .field, path: -1))
    scopeList = Storage(builder.scopeList, padding: -1)
    ruleList = Storage(builder.ruleList, padding: -1)
    rules = Storage(builder.rules, padding: RuleCode())
    partPaths = Storage(builder.partPaths, padding: -1)
    gatheredRules = Storage(builder.gatheredRules, padding: -1)
    topScopes = Storage(builder.topScopes, padding: -1)
    entries = Storage(builder.entries, padding: -1)
    textViews = Storage(builder.texts.map(\.view), padding: StaticBytes.emptyView)
    bounds = Storage(builder.bounds, padding: BoundPair())
    scaledBounds = Storage(builder.scaledBounds, padding: ScaledBounds(minimum: 0, maximum: 0))
    multiples = Storage(builder.multiples, padding: Decimal(1))
    instants = Storage(builder.instants, padding: InstantLimits())
    timeRelations = Storage(
      builder.timeRelations, padding: InstantRelation(left: 0, operation: .equal, right: 0))
    listedNumbers = Storage(builder.listedPaths.map(\.path), padding: -1)
    namedWalkNumbers = Storage(builder.namedWalks.map(\.walk), padding: -1)
    self.stepNames = Storage(stepNames.map(\.view), padding: StaticBytes.emptyView)
    patternCodes = Storage(uninitialized: builder.patterns.count)
    for (index, pattern) in builder.patterns.enumerated() { patternCodes[index] = pattern.code }
    choiceCount = builder.choices.count
    choices = Storage(uninitialized: choiceCount)
    for (index, table) in builder.choices.enumerated() { choices[index] = table }
    valueTables = Storage(uninitialized: builder.valueSets.count)
    for (index, set) in builder.valueSets.enumerated() { valueTables[index] = set.table }
    readerCount = builder.readers.count
    readers = Storage(uninitialized: readerCount)
    for (index, reader) in builder.readers.enumerated() { readers[index] = reader }
    gatheredRuleCount = Int32(builder.gatheredRules.count)
    topScopeCount = Int32(builder.topScopes.count)
    entryCount = Int32(builder.entries.count)
  }

  func deallocate() {
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
    gatheredRules.deallocate()
    topScopes.deallocate()
    entries.deallocate()
    textViews.deallocate()
    patternCodes.deallocate()
    bounds.deallocate()
    scaledBounds.deallocate()
    multiples.deallocate()
    for index in 0..<choiceCount { choices[index].deallocate() }
    choices.deallocate()
    valueTables.deallocate()
    for index in 0..<readerCount { readers[index].deallocate() }
    readers.deallocate()
    instants.deallocate()
    timeRelations.deallocate()
    listedNumbers.deallocate()
    namedWalkNumbers.deallocate()
    stepNames.deallocate()
  }
}

/// The number of a rule in a program.
package typealias RuleNumber = TableNumber<RuleKind>

/// The kinds of things that have a ``TableNumber``.
package enum RuleKind {}

/// The number of a path in a program.
package typealias PathNumber = TableNumber<PathKind>
package enum PathKind {}
