/// Runs the rules of a profile on one batch of records after another.
///
/// ``judge()`` finds every rule's outcome for all records of the batch at once, as sets of lanes.
/// It counts only outcomes other than `passed`, so good records touch no counter. A record alone is
/// a batch of one lane. All memory is made at the start or kept from batch to batch.
///
/// Its helpers are `mutating` even where they change nothing: Swift 6.3 copies a whole noncopyable
/// value when a mutating method calls a borrowing one.
struct Evaluator: ~Copyable {
  let program: Program
  var values: BatchValues
  var items = ItemTable()

  /// Held directly: one load less on every access.
  let tables: ProgramTables
  let schema: SchemaTables

  // MARK: The batch

  /// Records that broke a rule of severity error; any rule.
  private(set) var invalid = Lanes.none
  private(set) var failed = Lanes.none

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

  /// The parts of the combination that is looked up.
  var combinationParts: [CombinationPart] = []
  /// Room for the names of an object's members, and for the hashes of them.
  var nameRoom: [ByteView] = []
  var nameHashes = NameHashes()
  /// By the place of a name that `dependentRequired` asks about: whether the object has it.
  var presentNames: [Bool] = []
  /// What closures said of the records of the batch; empty if there are none.
  var closureReasons: [ClosureReason]

  /// What the current chunk counts, and the part of it that is counted record by record.
  var statistics: ChunkStatistics { didSet { counters = statistics.counters } }
  var counters: ChunkCounters
  /// The failures of the batch that are to be told: those that samples are wanted of, or all.
  private var failureNotes: [FailureNote] = []
  /// Failures are noted instead of counted: for one record at a time.
  var collectsFailures = false

  /// - Parameter showsMasked: samples show values that the profile masks.
  init(
    program: Program, samplesMaximum: Int, kernel: ScanKernel = .standard,
    showsMasked: Bool = false
  ) {
    self.program = program
    tables = program.tables
    values = BatchValues(program: program, kernel: kernel, showsMasked: showsMasked)
    schema = program.schema
    let width = Int(values.table.laneCount)
    shared = Storage(capacity: program.sharedCount, repeating: SharedAnswer())
    sharedCulprits = Storage(capacity: program.sharedCount * width, repeating: -1)
    tracked = Storage(capacity: program.trackedCount, repeating: Outcomes())
    trackedCulprits = Storage(capacity: program.trackedCount * width, repeating: -1)
    let gatheredCount = Int(program.tables.gatheredRuleCount)
    gathered = Storage(capacity: gatheredCount, repeating: Outcomes())
    gatheredCulprits = Storage(
      capacity: gatheredCount * width,
      repeating: Culprit(node: -1, position: 0, column: -1, order: 0))
    keys = Storage(
      capacity: program.keyRules.count * width, repeating: Fingerprint.null(program.hashKeys))
    keyLanes = Storage(capacity: program.keyRules.count, repeating: .none)
    overriddenKeys = Storage(capacity: program.keyRules.count, repeating: .none)
    closureReasons = [ClosureReason](
      repeating: ClosureReason(), count: program.closures.count * width)
    statistics = ChunkStatistics(program: program, known: KnownFailures(program, samplesMaximum))
    counters = statistics.counters
  }

  deinit {
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
  }

  // What everything asks for. See above for `mutating`.
  @inline(__always) var columns: Storage<Column> { mutating get { values.columns } }
  @inline(__always) var isCSV: Bool { mutating get { values.isCSV } }
  @inline(__always) var lane: Int32 {
    mutating get { values.lane }
    set { values.lane = newValue }
  }

  // MARK: Batches

  /// Judges the records of the batch by every rule of the profile.
  mutating func judge() {
    invalid = .none
    failed = .none
    for index in 0..<Int32(program.sharedCount) { shared[index] = SharedAnswer() }
    tracked.fill(Outcomes(), count: tracked.capacity)
    keyLanes.fill(.none, count: keyLanes.capacity)
    overriddenKeys.fill(.none, count: overriddenKeys.capacity)
    if values.objects != values.batchLanes { notObjects(values.batchLanes - values.objects) }
    if !values.objects.isEmpty { judgeObjects() }
  }

  /// Counts the records of the batch as valid or invalid, once all rules have judged them.
  mutating func endBatch() {
    if !program.keyRules.isEmpty { claimKeys() }
    statistics.countRecords(valid: (values.batchLanes - invalid).count, invalid: invalid.count)
    if statistics.notes.contains(.verdicts) { noteVerdicts() }
    if let companions = statistics.companions { note(companions) }
  }

  private mutating func judgeObjects() {
    countFields()
    if !program.namedWalks.isEmpty { noteNamedWalks() }
    let duplicates = values.table.duplicateKeys & values.objects
    if !duplicates.isEmpty { failBuiltIn(.duplicateKey, duplicates) }
    var index: Int32 = 0
    while index < tables.gatheredRuleCount {
      gathered[index] = Outcomes(.missing, in: values.objects)
      index &+= 1
    }
    index = 0
    while index < tables.topScopeCount {
      runTopScope(tables.topScopes[index])
      index &+= 1
    }
    index = 0
    while index < tables.gatheredRuleCount {
      note(tables.gatheredRules[index], gathered[index], culprits: .gathered)
      index &+= 1
    }
    index = 0
    while index < tables.entryCount {
      judgeEntry(tables.entries[index])
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
    for rule in 0..<Int32(program.ruleCount)
    where tables.rules[rule].isRun && !tables.rules[rule].isOfSchema {
      counters.count(rule, .blocked, lanes.count)
    }
  }

  private mutating func noteVerdicts() {
    for lane in values.batchLanes {
      statistics.noteVerdict(
        values.positions[lane], isInvalid: invalid.contains(lane), hasFailed: failed.contains(lane))
    }
  }

  /// Counts a record that cannot be parsed.
  mutating func countMalformed(_ fault: RecordFault, at position: RecordPosition) {
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

  /// Notes a failure of the record at hand, if it is to be told.
  @inline(__always)
  mutating func note(_ rule: Int32, _ culprit: Int32, reachedLimit: Bool) {
    if !collectsFailures {
      guard counters.wantsSample(rule) else { return }
      statistics.promiseSample(of: rule)
    }
    failureNotes.append(
      FailureNote(rule: rule, lane: lane, culprit: culprit, reachedLimit: reachedLimit))
  }

  /// Whether failures are to be told.
  var hasNotes: Bool { mutating get { !failureNotes.isEmpty } }

  /// Hands over the failures that are to be told.
  mutating func takeNotes() -> [FailureNote] {
    var notes: [FailureNote] = []
    swap(&notes, &failureNotes)
    return notes
  }

  mutating func noteFailed(_ lanes: Lanes, isError: Bool) {
    failed |= lanes
    if isError { invalid |= lanes }
  }
}
