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
  let sections: Storage<SectionCode>
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
  /// Their path codes and sections alone, for the hot path.
  let listedNumbers: Storage<PathNumber>
  let listedSections: Storage<SectionNumber>
  let namedWalkNumbers: Storage<Int32>
  /// The names of the steps to states, for members that are not linked.
  let stepNames: Storage<ByteView>
  /// How many of ``gatheredRules``, ``topScopes``, ``entries`` and ``sections`` there are.
  let gatheredRuleCount: Int32
  let topScopeCount: Int32
  let entryCount: Int32
  let sectionCount: Int32

  /// - Parameters:
  ///   - stepNames: kept by the program.
  ///   - memory: that of the program.
  init(_ builder: ProgramBuilder, stepNames: [OwnedBytes], in memory: inout MemoryOwner) {
    instructions = memory.own(Storage(builder.instructions, padding: Instruction(code: .all)))
    children = memory.own(Storage(builder.children, padding: -1))
    leaves = memory.own(Storage(builder.leaves, padding: Leaf(code: .required)))
    paths = memory.own(Storage(builder.paths, padding: PathCode()))
    pathStates = memory.own(Storage(builder.pathStates, padding: -1))
    walks = memory.own(
      Storage(
        builder.walks, padding: Walk(origin: -1, stepStart: 0, stepCount: 0, target: -1)))
    walkSteps = memory.own(Storage(builder.walkSteps, padding: WalkStep(code: .key)))
    changes = memory.own(Storage(builder.changes, padding: ChangeCode(code: .trim)))
    scopes = memory.own(Storage(builder.scopes, padding: ScopeCode(place: .field, path: -1)))
    sections = memory.own(Storage(builder.sections, padding: SectionCode(condition: -1)))
    scopeList = memory.own(Storage(builder.scopeList, padding: -1))
    ruleList = memory.own(Storage(builder.ruleList, padding: -1))
    rules = memory.own(Storage(builder.rules, padding: RuleCode()))
    partPaths = memory.own(Storage(builder.partPaths, padding: -1))
    gatheredRules = memory.own(Storage(builder.gatheredRules, padding: -1))
    topScopes = memory.own(Storage(builder.topScopes, padding: -1))
    entries = memory.own(Storage(builder.entries, padding: -1))
    textViews = memory.own(Storage(builder.lists.texts.map(\.view), padding: StaticBytes.emptyView))
    bounds = memory.own(Storage(builder.bounds, padding: BoundPair()))
    scaledBounds = memory.own(
      Storage(builder.scaledBounds, padding: ScaledBounds(minimum: 0, maximum: 0)))
    multiples = memory.own(Storage(builder.multiples, padding: Decimal(1)))
    instants = memory.own(Storage(builder.instants, padding: InstantLimits()))
    timeRelations = memory.own(
      Storage(
        builder.timeRelations, padding: InstantRelation(left: 0, operation: .equal, right: 0)))
    listedNumbers = memory.own(Storage(builder.listedPaths.map(\.path), padding: -1))
    listedSections = memory.own(
      Storage(
        builder.listedPaths.map { SectionNumber($0.field.section) },
        padding: SectionNumber.everyRecord))
    namedWalkNumbers = memory.own(Storage(builder.namedWalks.map(\.walk), padding: -1))
    self.stepNames = memory.own(Storage(stepNames.map(\.view), padding: StaticBytes.emptyView))
    patternCodes = memory.own(Storage(uninitialized: builder.lists.patterns.count))
    for (index, pattern) in builder.lists.patterns.enumerated() {
      patternCodes[index] = pattern.code
    }
    choices = memory.own(Storage(uninitialized: builder.choices.count))
    for (index, table) in builder.choices.enumerated() { choices[index] = memory.own(table) }
    valueTables = memory.own(Storage(uninitialized: builder.lists.valueSets.count))
    for (index, set) in builder.lists.valueSets.enumerated() { valueTables[index] = set.table }
    readers = memory.own(Storage(uninitialized: builder.readers.count))
    for (index, reader) in builder.readers.enumerated() { readers[index] = memory.own(reader) }
    gatheredRuleCount = Int32(builder.gatheredRules.count)
    topScopeCount = Int32(builder.topScopes.count)
    entryCount = Int32(builder.entries.count)
    sectionCount = Int32(builder.sections.count)
  }
}

/// The number of a rule in a program.
package typealias RuleNumber = TableNumber<RuleKind>

/// The kinds of things that have a ``TableNumber``.
package enum RuleKind {}

/// The number of a path in a program.
package typealias PathNumber = TableNumber<PathKind>
package enum PathKind {}
