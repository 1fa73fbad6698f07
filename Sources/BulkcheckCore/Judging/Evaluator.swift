/// Runs a ``Program`` on one batch of records after another: the heart of a worker.
///
/// The scanner fills ``table``. ``judge()`` then finds every rule's outcome for all records of the
/// batch at once, as sets of lanes. It counts only outcomes other than `passed`, so good records
/// touch no counter. A record alone is a batch of one lane. All memory is made at the start or kept
/// from batch to batch.
///
/// Its helpers are `mutating` even where they change nothing: Swift 6.3 copies a whole noncopyable
/// value when a mutating method calls a borrowing one.
package struct Evaluator: ~Copyable {
  let program: Program
  package var table: ColumnTable
  package var arena = ByteArena()
  let matcher = PatternMatcher()
  let kernel: ScanKernel
  var items = ItemTable()

  // Tables of the program, held directly: one load less on every access.
  let instructions: Storage<Instruction>
  let children: Storage<Int32>
  let leaves: Storage<Leaf>
  let paths: Storage<PathCode>
  let rules: Storage<RuleCode>
  let scopes: Storage<ScopeCode>
  let scopeList: Storage<Int32>
  let ruleList: Storage<Int32>
  let pathStates: Storage<Int32>
  let walks: Storage<Walk>
  let walkSteps: Storage<WalkStep>
  let changes: Storage<ChangeCode>
  let textViews: Storage<ByteView>
  let patternCodes: Storage<PatternCode>
  let choices: Storage<ChoiceTable>
  let valueTables: Storage<ValueSet.Table>
  let states: Storage<FieldTree.State>
  let listedNumbers: Storage<Int32>
  let topScopes: Storage<Int32>
  let topScopeCount: Int32
  let entries: Storage<Int32>
  let entryCount: Int32
  let gatheredRules: Storage<Int32>
  let gatheredRuleCount: Int32
  /// A value may become unreadable. Every part of a rule must then be asked.
  let hasReplacements: Bool
  let schema: SchemaTables
  let missingTexts: TextSet?
  let missingCells: TextSet
  /// An empty cell, and no other, is missing.
  let onlyEmptyIsMissing: Bool

  // MARK: The batch

  /// Where each record lies.
  let positions: Storage<RecordPosition>
  /// The lanes of the batch, and those of them that are objects.
  var batchLanes = Lanes.none
  var objects = Lanes.none
  /// Records that broke a rule of severity error; any rule.
  package private(set) var invalid = Lanes.none
  private(set) var failed = Lanes.none
  /// The number of the batch, for what is kept for one only.
  var batch: UInt32 = 0
  /// The lane of the record that is looked at alone.
  var lane: Int32 = 0

  /// By path number, and behind them the columns of frames, used as a stack.
  var columns: Storage<Column>
  var columnCount: Int32
  var frameDepth: Int32 = 0
  var framesOpened: UInt64 = 0
  /// Answers that several rules share, and the lanes in which they are known.
  let shared: Storage<SharedAnswer>
  let sharedCulprits: Storage<Int32>
  /// What tracked rules said, by their numbers among them.
  let tracked: Storage<Outcomes>
  let trackedCulprits: Storage<Int32>
  /// What was gathered so far of rules that are judged in parts.
  let gathered: Storage<Outcomes>
  let gatheredCulprits: Storage<Culprit>
  /// Keys of `unique` rules by lane, and the lanes that have one.
  let keys: Storage<Fingerprint>
  let keyLanes: Storage<Lanes>
  let overriddenKeys: Storage<Lanes>
  /// Of the values that rules about the table tell apart.
  let fingerprints = FingerprintCache()
  /// The parts of values that `default` inserted, by the number of the change.
  let insertions: Storage<Insertion>
  /// Nodes found by walks; used as a stack, so that walks can nest.
  var found: Storage<FoundNode> = Storage(
    capacity: 64, repeating: FoundNode(place: -1, parent: -1))
  var foundCount = 0

  /// What was found of the rules of the schema, by rule; the last of the failures of each; and all
  /// failures of the batch.
  let schemaOutcomes: Storage<Outcomes>
  let schemaHeads: Storage<Int32>
  var schemaFailures = Storage<SchemaFailure>(
    capacity: 64, repeating: SchemaFailure(node: -1, lane: 0, next: -1))
  var schemaFailureCount = 0
  /// Where the rules of the schema failed in the batch.
  var schemaPlaces: SchemaPlaces
  /// The values at fault for the rule that is concluded, by lane.
  let schemaCulprits: Storage<Int32>
  /// Set while a record is judged once more, to tell where rules of the schema failed.
  var log: SchemaLog?
  /// By lane: finds the ways to values, as far as they were asked for in a batch.
  var wayFinders: [Int32: WayFinder] = [:]
  var wayFindersBatch: UInt32 = 0
  var memo = SchemaMemo()
  /// How many subschemas are being asked, one inside the other.
  var schemaDepth = 0
  /// The records of the batch of which it is not known what a subschema says.
  var schemaLimits: [Int32: Lanes] = [:]
  /// Lanes in which a pattern reached its match limit on the name of a member.
  var unmatched = Lanes.none
  /// CSV: the cells of the ``Program/columnGroups``, by group and lane; and for each group the
  /// first column of the same name for each column of the layout, or -1.
  var cellGroups: [CellGroup] = []
  var groupLayout = CSVLayout.none
  var groupColumns: [[Int]] = []
  /// CSV: the names of the cells that are linked to their rows.
  var cellNames: [OwnedBytes] = []
  /// CSV: the paths by which the other columns are read.
  var otherCellPaths: [Int32] = []
  /// CSV: columns that the program reads by two states, and the layout that all this belongs to.
  var repeatedColumns: Set<Int> = []
  var namedLayout = CSVLayout.none
  /// The parts of the combination that is looked up.
  var combinationParts: [CombinationPart] = []
  /// Room for the names of an object's members, and for the hashes of them.
  var nameRoom: [ByteView] = []
  var nameHashes = NameHashes()
  /// By the place of a name that `dependentRequired` asks about: whether the object has it.
  var presentNames: [Bool] = []
  /// Keywords that evaluate parts, as a stack; and by node the mark of those that are evaluated.
  var evaluated: [EvaluatedParts] = []
  var marks = Storage<Int32>(capacity: 1, repeating: 0)
  var markCount: Int32 = 0

  /// Texts on which a pattern reached its match limit: who asks again is not kept waiting.
  var limitedTexts: [LimitedText] = []
  /// What closures said of the records of the batch; empty if there are none.
  var closureReasons: [ClosureReason]

  /// Whether cells are CSV text.
  package var isCSV = false
  /// CSV: the layout has columns that no path means.
  package var hasOtherColumns: Bool { layout.hasOtherColumns }
  package var layout = CSVLayout.none

  /// What the current chunk counts, and the part of it that is counted record by record.
  package var statistics: ChunkStatistics { didSet { counters = statistics.counters } }
  var counters: ChunkCounters
  /// Bytes that live until the chunk is merged: values within need no copy.
  package var chunk = StaticBytes.emptyView

  /// The failures of the batch that are to be told: those that samples are wanted of, or all.
  private var failureNotes: [FailureNote] = []
  /// Failures are noted instead of counted: for one record at a time.
  package var collectsFailures = false

  private let showsMasked: Bool

  /// What may be shown of the values of a record.
  var masking: StateMasking { showsMasked ? program.openMasking : program.masking(isCSV: isCSV) }

  /// - Parameter showsMasked: samples show values that the profile masks.
  package init(
    program: Program, samplesMaximum: Int, kernel: ScanKernel = .standard,
    showsMasked: Bool = false
  ) {
    self.program = program
    self.kernel = kernel
    self.showsMasked = showsMasked
    table = ColumnTable(stateCount: program.tree.stateCount)
    instructions = program.instructions
    children = program.children
    leaves = program.leaves
    paths = program.paths
    rules = program.rules
    scopes = program.scopes
    scopeList = program.scopeList
    ruleList = program.ruleList
    pathStates = program.pathStates
    walks = program.walks
    walkSteps = program.walkSteps
    changes = program.changes
    textViews = program.textViews
    patternCodes = program.patternCodes
    choices = program.choices
    valueTables = program.valueTables
    states = program.tree.states
    listedNumbers = program.listedNumbers
    topScopes = program.topScopes
    topScopeCount = program.topScopeCount
    entries = program.entries
    entryCount = program.entryCount
    gatheredRules = program.gatheredRules
    gatheredRuleCount = program.gatheredRuleCount
    hasReplacements = program.hasReplacements
    schema = program.schema
    missingTexts = program.missingTexts
    missingCells = program.missingCells
    onlyEmptyIsMissing = (program.ruleSet.missingValues ?? [""]) == [""]
    let width = Int(table.laneCount)
    positions = Storage(capacity: width, repeating: RecordPosition())
    columnCount = Int32(program.pathCount)
    columns = Storage(uninitialized: program.pathCount + 1)
    let culprits = Storage<Int32>(capacity: width, repeating: -1)
    for path in 0..<columnCount {
      columns[path] = Column(
        lanes: table.laneCount, culprits: culprits, canInsert: program.insertsParts)
      columns[path].path = path
    }
    shared = Storage(capacity: program.sharedCount, repeating: SharedAnswer())
    sharedCulprits = Storage(capacity: program.sharedCount * width, repeating: -1)
    tracked = Storage(capacity: program.trackedCount, repeating: Outcomes())
    trackedCulprits = Storage(capacity: program.trackedCount * width, repeating: -1)
    let gatheredCount = Int(program.gatheredRuleCount)
    gathered = Storage(capacity: gatheredCount, repeating: Outcomes())
    gatheredCulprits = Storage(
      capacity: gatheredCount * width,
      repeating: Culprit(node: -1, position: 0, column: -1, order: 0))
    keys = Storage(
      capacity: program.keyRules.count * width, repeating: Fingerprint.null(program.hashKeys))
    keyLanes = Storage(capacity: program.keyRules.count, repeating: .none)
    overriddenKeys = Storage(capacity: program.keyRules.count, repeating: .none)
    let hasSchema = program.schema.root >= 0
    schemaOutcomes = Storage(capacity: hasSchema ? program.ruleCount : 0, repeating: Outcomes())
    schemaHeads = Storage(capacity: hasSchema ? program.ruleCount : 0, repeating: -1)
    schemaPlaces = SchemaPlaces(program)
    schemaCulprits = Storage(capacity: width, repeating: -1)
    insertions = Storage(
      capacity: program.insertsParts ? program.changes.capacity : 1, repeating: Insertion())
    closureReasons = [ClosureReason](
      repeating: ClosureReason(), count: program.closures.count * width)
    statistics = ChunkStatistics(program: program, known: KnownFailures(program, samplesMaximum))
    counters = statistics.counters
  }

  deinit {
    positions.deallocate()
    columns[0].culprits.deallocate()
    for index in 0..<columnCount { columns[index].deallocate() }
    columns.deallocate()
    shared.deallocate()
    sharedCulprits.deallocate()
    tracked.deallocate()
    trackedCulprits.deallocate()
    gathered.deallocate()
    gatheredCulprits.deallocate()
    keys.deallocate()
    keyLanes.deallocate()
    overriddenKeys.deallocate()
    fingerprints.deallocate()
    found.deallocate()
    schemaOutcomes.deallocate()
    schemaHeads.deallocate()
    schemaFailures.deallocate()
    schemaCulprits.deallocate()
    marks.deallocate()
    insertions.deallocate()
  }

  /// Where the record that is looked at alone lies.
  var record: RecordPosition { positions[lane] }

  // MARK: Batches

  /// Begins a batch, which takes no notice of the last one.
  package mutating func beginBatch() {
    table.clear()
    batchLanes = .none
    objects = .none
    beginColumns()
  }

  /// Forgets what was read of values: others lie in their places.
  mutating func beginColumns() {
    batch &+= 1
    lane = 0
    arena.reset()
    if !limitedTexts.isEmpty { limitedTexts.removeAll(keepingCapacity: true) }
  }

  /// Takes the record that has been read into the lane at hand.
  @inline(__always)
  package mutating func take(_ position: RecordPosition, isObject: Bool) {
    let lane = table.lane
    positions[lane] = position
    batchLanes |= Lanes(lane)
    objects.insert(lane, if: isObject)
    table.takeLane()
  }

  /// Takes a record that has been scanned again as a batch of its own.
  mutating func takeAlone(_ position: RecordPosition, isObject: Bool) {
    beginColumns()
    batchLanes = Lanes(0)
    objects = isObject ? batchLanes : .none
    positions[0] = position
  }

  /// Judges the records of the batch by every rule and counts them as valid or invalid.
  package mutating func judge() {
    guard !batchLanes.isEmpty else { return }
    invalid = .none
    failed = .none
    for index in 0..<Int32(program.sharedCount) { shared[index] = SharedAnswer() }
    tracked.fill(Outcomes(), count: tracked.capacity)
    keyLanes.fill(.none, count: keyLanes.capacity)
    overriddenKeys.fill(.none, count: overriddenKeys.capacity)
    if objects != batchLanes { notObjects(batchLanes - objects) }
    if !objects.isEmpty { judgeObjects() }
    if schema.root >= 0 { judgeSchema() }
    if !program.keyRules.isEmpty { claimKeys() }
    statistics.countRecords(valid: (batchLanes - invalid).count, invalid: invalid.count)
    if statistics.notes.contains(.verdicts) { noteVerdicts() }
    if let companions = statistics.companions { note(companions) }
  }

  private mutating func judgeObjects() {
    countFields()
    if !program.namedWalks.isEmpty { noteNamedWalks() }
    let duplicates = table.duplicateKeys & objects
    if !duplicates.isEmpty { failBuiltIn(.duplicateKey, duplicates) }
    var index: Int32 = 0
    while index < gatheredRuleCount {
      gathered[index] = Outcomes(.missing, in: objects)
      index &+= 1
    }
    index = 0
    while index < topScopeCount {
      runTopScope(topScopes[index])
      index &+= 1
    }
    index = 0
    while index < gatheredRuleCount {
      note(gatheredRules[index], gathered[index], culprits: .gathered)
      index &+= 1
    }
    index = 0
    while index < entryCount {
      judgeEntry(entries[index])
      index &+= 1
    }
    if !program.tagGroups.isEmpty { resolveTags() }
    if !program.measures.isEmpty, !collectsFailures { measure() }
  }

  /// docs/reference/inputs.md#jsonl.
  private mutating func notObjects(_ lanes: Lanes) {
    guard program.ruleSet.hasProfile else { return }
    failBuiltIn(.notAnObject, lanes)
    statistics.duplicateKeyBlocked += lanes.count
    for rule in 0..<Int32(program.ruleCount) where rules[rule].isRun && !rules[rule].isOfSchema {
      counters.count(rule, .blocked, lanes.count)
    }
  }

  private mutating func noteVerdicts() {
    for lane in batchLanes {
      statistics.noteVerdict(
        positions[lane], isInvalid: invalid.contains(lane), hasFailed: failed.contains(lane))
    }
  }

  /// Counts a record that cannot be parsed.
  package mutating func countMalformed(_ fault: RecordFault, at position: RecordPosition) {
    // Of a JSON line it is found again when it is asked for; a row's depends on what the scanner
    // saw.
    statistics.countMalformed(fault, at: position, keepsFault: isCSV)
    if collectsFailures, program.ruleSet.settings(of: .malformed).isRun {
      failureNotes.append(FailureNote(.malformed, lane: 0))
    }
  }

  private mutating func failBuiltIn(_ rule: BuiltInRule, _ lanes: Lanes) {
    let settings = program.ruleSet.settings(of: rule)
    statistics.countBuiltIn(rule, lanes.count)
    guard settings.isRun else { return }
    noteFailed(lanes, isError: settings.severity == .error)
    if !collectsFailures { insert(lanes, into: &counters.builtInFailures[rule.place]) }
    for lane in lanes where collectsFailures || statistics.wantsSample(rule) {
      failureNotes.append(FailureNote(rule, lane: lane))
    }
  }

  /// Notes a failure of the record at hand, to be told.
  mutating func note(_ rule: Int32, _ culprit: Int32, reachedLimit: Bool) {
    failureNotes.append(
      FailureNote(rule: rule, lane: lane, culprit: culprit, reachedLimit: reachedLimit))
  }

  /// Whether failures are to be told.
  var hasNotes: Bool { !failureNotes.isEmpty }

  /// Hands over the failures that are to be told.
  package mutating func takeNotes() -> [FailureNote] {
    var notes: [FailureNote] = []
    swap(&notes, &failureNotes)
    return notes
  }

  mutating func noteFailed(_ lanes: Lanes, isError: Bool) {
    failed |= lanes
    if isError { invalid |= lanes }
  }
}
