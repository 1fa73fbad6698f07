/// Runs a ``Program`` on one record after another: the heart of a worker.
///
/// The scanner fills ``table``; ``judge(isObject:)`` finds every rule's outcome and counts what is
/// not `passed`, so that a good record touches no counter. All memory is made at the start or kept
/// from record to record.
///
/// Its helpers are `mutating` even where they change nothing: Swift 6.3 copies a whole noncopyable
/// value (this one has 840 bytes) when a mutating method calls a borrowing one; that was a twelfth
/// of all instructions of a run.
package struct Evaluator: ~Copyable {
  let program: Program
  package var table: FieldTable
  package var arena = ByteArena()
  let matcher = PatternMatcher()
  var items = ItemTable()

  // Tables of the program, held directly: one load less on every access.
  let instructions: Storage<Instruction>
  let children: Storage<Int32>
  let leaves: Storage<Leaf>
  let paths: Storage<PathCode>
  let rules: Storage<RuleCode>
  let scopes: Storage<ScopeCode>
  let scopeList: Storage<Int32>
  let ruleList: Storage<RuleStep>
  let pathStates: Storage<Int32>
  let walks: Storage<Walk>
  let walkSteps: Storage<WalkStep>
  let changes: Storage<ChangeCode>
  let textViews: Storage<ByteView>
  let patternCodes: Storage<PatternCode>
  let bounds: Storage<BoundPair>
  let choices: Storage<ChoiceTable>
  let valueTables: Storage<ValueSet.Table>
  let states: Storage<FieldTree.State>
  let repeatedRules: Storage<Int32>
  let repeatedRuleCount: Int32
  let listedNumbers: Storage<Int32>
  let namedWalkCount: Int32
  let hasTags: Bool
  /// A value may become unreadable, which every part of a rule is to be asked for.
  let hasReplacements: Bool
  let lengthUnit: LengthUnit
  let missingTexts: TextSet?
  let hasMissingTexts: Bool
  let missingCells: TextSet
  /// An empty cell, and no other, is missing.
  let onlyEmptyIsMissing: Bool
  /// The plans for the input's format.
  private(set) var plans: PlanSet
  /// CSV: what separates the elements of the cell at hand.
  var cellSeparator = FieldTable.emptyView
  /// What the last step at which a plan stopped said.
  var stepAnswer = StepAnswer.holds
  /// The element at which a plan's check of an array failed, or -1.
  var failingElement: Int32 = -1

  /// The node whose text was unescaped last for a plan, or -1, and that text: a failing value is
  /// hashed unescaped too.
  var unescapedNode: Int32 = -1
  var unescapedText = FieldTable.emptyView

  /// The number that was read last for a plan, and its text.
  var number = SmallDecimal(digits: 0, scale: 0)
  var numberText = FieldTable.emptyView

  /// The number of the record, for what is kept for one record only.
  var stamp: UInt32 = 0
  let values: Storage<Value>
  let valueStamps: Storage<UInt32>
  let memos: Storage<Truth>
  let memoCulprits: Storage<Int32>
  let memoStamps: Storage<UInt32>
  /// The raw outcomes of tracked rules.
  let outcomes: Storage<Outcome>
  let culprits: Storage<Int32>
  /// The outcomes so far of rules judged at several elements.
  let gathered: Storage<Outcome>
  let gatheredCulprits: Storage<Int32>
  /// Nodes found by walks; used as a stack, so that walks can nest.
  var found: Storage<Int32> = Storage(capacity: 64, repeating: -1)
  var foundCount = 0

  /// The element that made the last repeated statement false, or -1.
  var culprit: Int32 = -1
  /// The pattern that reached its match limit last, or -1, and on which text: who asks again is not
  /// kept waiting.
  var limitedPattern: Int32 = -1
  var limitedText = FieldTable.emptyView

  /// Whether cells are CSV text.
  package var isCSV = false {
    didSet { plans = isCSV ? program.csvPlans : program.jsonPlans }
  }
  /// CSV: the layout has columns that no path means.
  package var hasOtherColumns = false

  /// What the current chunk counts, and the part of it that is counted record by record.
  package var statistics: ChunkStatistics { didSet { counters = statistics.counters } }
  var counters: ChunkCounters
  /// Keys of `unique` rules whose final outcome is not known yet.
  var pendingKeys: [PendingKey] = []
  package var record = RecordPosition()
  /// The current record broke an error-level rule.
  package var isInvalid = false
  /// What closures said of the current record; empty if there are none.
  var closureReasons: [ClosureReason]
  /// The current record failed a rule of any level.
  var hasFailed = false
  /// When set, failures are collected here instead of counted and sampled: for one record at a
  /// time.
  package var failureNotes: [FailureNote] = []
  package var collectsFailures = false

  private let showsMasked: Bool

  /// What may be shown of the values of a record.
  var masking: StateMasking { showsMasked ? program.openMasking : program.masking(isCSV: isCSV) }

  /// - Parameter showsMasked: samples show values that the profile masks.
  package init(program: Program, samplesMaximum: Int, showsMasked: Bool = false) {
    self.program = program
    table = FieldTable(stateCount: program.tree.stateCount)
    instructions = program.instructions
    children = program.children
    leaves = program.leaves
    self.showsMasked = showsMasked
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
    bounds = program.bounds
    choices = program.choices
    valueTables = program.valueTables
    states = program.tree.states
    repeatedRules = program.repeatedRules
    repeatedRuleCount = program.repeatedRuleCount
    listedNumbers = program.listedNumbers
    namedWalkCount = Int32(program.namedWalks.count)
    hasTags = !program.tagGroups.isEmpty
    hasReplacements = program.hasReplacements
    lengthUnit = program.lengthUnit
    missingTexts = program.missingTexts
    hasMissingTexts = program.missingTexts != nil
    missingCells = program.missingCells
    onlyEmptyIsMissing = (program.ruleSet.missingValues ?? [""]) == [""]
    plans = program.jsonPlans
    let none = Value(kind: .absent, node: -1, path: -1)
    values = Storage(capacity: program.pathCount, repeating: none)
    valueStamps = Storage(capacity: program.pathCount, repeating: 0)
    memos = Storage(capacity: program.memoCount, repeating: .undecided)
    memoCulprits = Storage(capacity: program.memoCount, repeating: -1)
    memoStamps = Storage(capacity: program.memoCount, repeating: 0)
    outcomes = Storage(capacity: program.ruleCount, repeating: .missing)
    culprits = Storage(capacity: program.ruleCount, repeating: -1)
    gathered = Storage(capacity: program.ruleCount, repeating: .missing)
    gatheredCulprits = Storage(capacity: program.ruleCount, repeating: -1)
    closureReasons = [ClosureReason](repeating: ClosureReason(), count: program.closures.count)
    statistics = ChunkStatistics(program: program, known: KnownFailures(program, samplesMaximum))
    counters = statistics.counters
  }

  deinit {
    values.deallocate()
    valueStamps.deallocate()
    memos.deallocate()
    memoCulprits.deallocate()
    memoStamps.deallocate()
    outcomes.deallocate()
    culprits.deallocate()
    gathered.deallocate()
    gatheredCulprits.deallocate()
    found.deallocate()
  }

  /// Bytes that live until the chunk is merged: values within need no copy.
  package var chunk = FieldTable.emptyView

  /// Judges the record in ``table`` by every rule and counts it as valid or invalid.
  package mutating func judge(isObject: Bool) {
    beginRecord()
    if isObject {
      judgeObject()
    } else {
      notAnObject()
    }
    statistics.finishRecord(isInvalid: isInvalid)
    if statistics.notes.contains(.verdicts) {
      statistics.noteVerdict(record, isInvalid: isInvalid, hasFailed: hasFailed)
    }
  }

  /// Counts a record that cannot be parsed.
  package mutating func countMalformed(_ fault: RecordFault) {
    // Of a JSON line it is found again when it is asked for; a row's depends on what the scanner
    // saw.
    statistics.countMalformed(fault, at: record, keepsFault: isCSV)
    if collectsFailures, program.ruleSet.settings(of: .malformed).isRun {
      failureNotes.append(FailureNote(.malformed))
    }
  }

  mutating func beginRecord() {
    isInvalid = false
    hasFailed = false
    forgetTexts()
    foundCount = 0
    culprit = -1
    if stamp == .max {
      valueStamps.fill(0, count: program.pathCount)
      memoStamps.fill(0, count: program.memoCount)
      stamp = 0
    }
    stamp += 1
  }

  /// Forgets the texts of the record before: a later one may lie at the same place.
  @inline(__always)
  mutating func forgetTexts() {
    arena.reset()
    numberText = FieldTable.emptyView
    unescapedNode = -1
    limitedPattern = -1
  }

  private mutating func judgeObject() {
    countOtherFields()
    if namedWalkCount > 0 { noteNamedWalks() }
    if table.hasDuplicateKey { failBuiltIn(.duplicateKey) }
    var index: Int32 = 0
    while index < repeatedRuleCount {
      gathered[repeatedRules[index]] = .missing
      gatheredCulprits[repeatedRules[index]] = -1
      index &+= 1
    }
    runPlans()
    index = 0
    while index < repeatedRuleCount {
      let rule = repeatedRules[index]
      note(rule, gathered[rule], gatheredCulprits[rule])
      index &+= 1
    }
    index = 0
    while index < plans.entryCount {
      runEntry(index)
      index &+= 1
    }
    if hasTags { resolveTags() }
  }

  /// SEMANTICS 8.
  private mutating func notAnObject() {
    failBuiltIn(.notAnObject)
    statistics.duplicateKeyBlocked += 1
    var rule: Int32 = 0
    while rule < Int32(program.ruleCount) {
      if rules[rule].isRun { counters.count(rule, .blocked) }
      rule += 1
    }
  }

  private mutating func failBuiltIn(_ rule: BuiltInRule) {
    let settings = program.ruleSet.settings(of: rule)
    statistics.countBuiltIn(rule)
    guard settings.isRun else { return }
    hasFailed = true
    if settings.severity == .error { isInvalid = true }
    if collectsFailures {
      failureNotes.append(FailureNote(rule))
    } else {
      recordBuiltInFailure(rule)
    }
  }

  // MARK: Entries of `rules`

  mutating func judgeEntry(_ rule: Int32) {
    let code = rules[rule]
    if code.isUnique {
      judgeUnique(rule, code)
      return
    }
    culprit = -1
    let record = value(ProgramBuilder.recordPath)
    let outcome = Outcome(evaluate(code.expression, record))
    note(rule, outcome, culprit)
  }

  // MARK: Outcomes

  /// Takes a rule's raw outcome.
  @inline(__always)
  mutating func note(_ rule: Int32, _ outcome: Outcome, _ culprit: Int32) {
    let code = rules[rule]
    if code.isTracked {
      outcomes[rule] = outcome
      culprits[rule] = culprit
      if code.isTagged || !code.isRun { return }
    }
    if outcome != .passed { conclude(rule, outcome, culprit) }
  }

  /// Counts the final outcome of a rule, unless it passed.
  @inline(__always)
  mutating func conclude(_ rule: Int32, _ outcome: Outcome, _ culprit: Int32) {
    if outcome.isFailure {
      fail(rule, culprit, reachedLimit: outcome.isLimited)
    } else {
      counters.count(rule, outcome)
    }
  }

  /// Counts a failure of a rule. `culprit` is the node at fault, or -1 where that follows from the
  /// rule's path.
  @inline(never)
  mutating func fail(_ rule: Int32, _ culprit: Int32, reachedLimit: Bool = false) {
    counters.count(rule, .failed)
    hasFailed = true
    if rules[rule].isError { isInvalid = true }
    if collectsFailures {
      failureNotes.append(
        FailureNote(rule: rule, culprit: culprit, reachedLimit: reachedLimit))
    } else {
      recordFailure(rule, culprit, reachedLimit: reachedLimit)
    }
  }

  /// Of the rules of a tag that apply to the record only the first, of highest priority, judges it
  /// (SEMANTICS 22).
  private mutating func resolveTags() {
    for group in program.tagGroups {
      var hasSpeaker = false
      for rule in group {
        let outcome = outcomes[rule]
        let applies = outcome != .notApplicable && outcome != .blocked
        let final = applies && hasSpeaker ? Outcome.overridden : outcome
        if applies { hasSpeaker = true }
        if rules[rule].isUnique {
          concludeUnique(rule, final)
        } else if final != .passed {
          conclude(rule, final, culprits[rule])
        }
      }
    }
  }
}
