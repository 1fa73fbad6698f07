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

  /// By number.
  let sections: Storage<SectionLanes>
  /// CSV: by section.
  var otherColumns: [OtherColumns] = []
  let shared: SharedAnswers
  /// The outcomes of tracked rules, by their numbers among them.
  let tracked: KeptOutcomes<NodeNumber>
  /// The outcomes gathered so far of rules that are judged in parts.
  let gathered: KeptOutcomes<Culprit>
  let keys: BatchKeys
  var partKeys: PartKeys
  /// The fingerprints of the values that rules about the table tell apart.
  let fingerprints: FingerprintCache

  var combination = CombinationRoom()
  var recordMembers = MemberFingerprints()
  var recordColumns = RecordColumns()
  var nameRoom = NameRoom()
  /// The names of an object that have been met.
  var nameHashes = NameHashes()
  var closureReasons: ClosureReasons
  /// By pairing; nil for those of records.
  let elementPairs: [ElementPairs?]

  /// The counts of the current chunk, and the part of them that is counted record by record.
  var statistics: ChunkStatistics { didSet { counters = statistics.counters } }
  var counters: ChunkCounters
  /// The failures of the batch that are to be told: those that samples are wanted of, or all.
  private var failureNotes: [FailureNote] = []
  /// Failures are noted instead of counted: for one record at a time.
  var collectsFailures = false

  private var memory = MemoryOwner()

  /// - Parameter showsMasked: samples show values that the profile masks.
  init(
    program: Program, samplesMaximum: Int, kernel: ScanKernel = .standard,
    showsMasked: Bool = false
  ) {
    self.program = program
    tables = program.tables
    values = BatchValues(program: program, kernel: kernel, showsMasked: showsMasked)
    schema = program.schema
    let width = values.table.laneCount
    sections = memory.own(
      Storage(capacity: Int(tables.sectionCount), repeating: SectionLanes()))
    shared = SharedAnswers(count: program.lists.sharedCount, lanes: Int(width), in: &memory)
    tracked = KeptOutcomes(count: program.lists.trackedCount, lanes: width, -1, in: &memory)
    gathered = KeptOutcomes(count: Int(tables.gatheredRuleCount), lanes: width, .none, in: &memory)
    keys = BatchKeys(
      count: program.lists.keyRules.count, lanes: width, program.hashKeys, in: &memory)
    partKeys = PartKeys(count: program.lists.keyRules.count)
    fingerprints = FingerprintCache(in: &memory)
    closureReasons = ClosureReasons(count: program.lists.closures.count, lanes: width)
    elementPairs = program.lists.pairs.map {
      $0.walk < 0 ? nil : ElementPairs($0, showsMasked: showsMasked)
    }
    statistics = ChunkStatistics(program: program, known: KnownFailures(program, samplesMaximum))
    counters = statistics.counters
  }

  // What everything asks for. See above for `mutating`.
  @inline(__always) var columns: Storage<Column> { mutating get { values.columns } }
  @inline(__always) var isCSV: Bool { mutating get { values.isCSV } }
  @inline(__always) var lane: Lane {
    mutating get { values.lane }
    set { values.lane = newValue }
  }

  // MARK: Batches

  /// Judges the records of the batch by every rule of the profile.
  mutating func judge() {
    invalid = .none
    failed = .none
    shared.clear()
    tracked.outcomes.fill(Outcomes(), count: tracked.outcomes.capacity)
    keys.clear()
    partKeys.clear()
    if values.objects != values.batchLanes { notObjects(values.batchLanes - values.objects) }
    if !values.objects.isEmpty { judgeObjects() }
  }

  /// Counts the records of the batch as valid or invalid, once all rules have judged them.
  mutating func endBatch() {
    if !program.lists.keyRules.isEmpty { claimKeys() }
    if program.lists.hasRecordPairs { notePairs() }
    statistics.countRecords(valid: (values.batchLanes - invalid).count, invalid: invalid.count)
    if program.countsSets { countSets() }
    if statistics.notes.contains(.verdicts) { noteVerdicts() }
    if !collectsFailures, !values.objects.isEmpty {
      for tally in statistics.tallies { tally.note(&self) }
    }
  }

  private mutating func judgeObjects() {
    if tables.sectionCount > 0 { openSections() }
    countFields()
    if !program.namedWalks.isEmpty { noteNamedWalks() }
    failDuplicateKeys(values.objects)
    var index: Int32 = 0
    while index < tables.gatheredRuleCount {
      let section = tables.rules[tables.gatheredRules[index]].section
      gathered.outcomes[index] = Outcomes(.missing, in: lanes(of: section))
      index &+= 1
    }
    index = 0
    while index < tables.topScopeCount {
      runTopScope(tables.topScopes[index])
      index &+= 1
    }
    index = 0
    while index < tables.gatheredRuleCount {
      note(tables.gatheredRules[index], gathered.outcomes[index], culprits: .gathered)
      index &+= 1
    }
    for case let pairs? in elementPairs { judge(pairs, in: lanes(of: pairs.code.section)) }
    index = 0
    while index < tables.entryCount {
      judgeEntry(tables.entries[index])
      index &+= 1
    }
    if !program.lists.tagGroups.isEmpty { resolveTags() }
  }

  @inline(__always)
  private mutating func failDuplicateKeys(_ lanes: Lanes) {
    let duplicates = values.table.duplicateKeys & lanes
    // Of a pair, the records themselves were told.
    if !duplicates.isEmpty, !program.ruleSet.isOfPairs { failBuiltIn(.duplicateKey, duplicates) }
  }

  /// docs/reference/inputs.md#jsonl.
  private mutating func notObjects(_ lanes: Lanes) {
    guard program.ruleSet.recordsMustBeObjects else { return failDuplicateKeys(lanes) }
    failBuiltIn(.notAnObject, lanes)
    counters.count(program.number(of: .duplicateKey), .blocked, lanes.count)
    for rule in 0..<RuleNumber(program.ruleCount)
    where tables.rules[rule].isRun && !tables.rules[rule].isKeyword {
      counters.count(rule, .blocked, lanes.count)
    }
  }

  /// Counts the records of each set, for sets that are in one document.
  @inline(never)
  private mutating func countSets() {
    guard let document = values.document, document.pieces == nil else { return }
    // Records of a set mostly follow one another.
    var counts = SetCounts()
    var set = 0
    for lane in values.batchLanes {
      let next = document.place(of: values.positions[lane].ordinal).set
      if next != set {
        statistics.add(counts, toSet: set)
        counts = SetCounts()
        set = next
      }
      if invalid.contains(lane) { counts.invalid += 1 } else { counts.valid += 1 }
    }
    statistics.add(counts, toSet: set)
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
    if program.countsSets, let document = values.document, document.pieces == nil {
      statistics.add(
        SetCounts(malformed: 1), toSet: document.place(of: position.ordinal).set)
    }
    if collectsFailures, program.ruleSet.settings(of: .malformed).isRun {
      failureNotes.append(FailureNote(.malformed, lane: 0))
    }
  }

  mutating func failBuiltIn(_ rule: BuiltInRule, _ lanes: Lanes) {
    let settings = program.ruleSet.settings(of: rule)
    let number = program.number(of: rule)
    counters.count(number, .failed, lanes.count)
    guard settings.isRun else { return }
    noteFailed(lanes, isError: settings.severity == .error)
    if !collectsFailures { noteRecords(number, lanes) }
    for lane in lanes where tells(number) { failureNotes.append(FailureNote(rule, lane: lane)) }
  }

  /// Notes a failure of the record at hand, if it is to be told.
  @inline(__always)
  mutating func note(_ rule: RuleNumber, _ culprit: NodeNumber, reachedLimit: Bool) {
    guard tells(rule) else { return }
    failureNotes.append(
      FailureNote(rule: rule, lane: lane, culprit: culprit, reachedLimit: reachedLimit))
  }

  /// Whether one more failure of a rule is to be told.
  @inline(__always)
  private mutating func tells(_ rule: RuleNumber) -> Bool {
    if collectsFailures { return true }
    guard counters.wantsSample(rule) else { return false }
    statistics.promiseSample(of: rule)
    return true
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

  // MARK: Fields

  /// Counts the captured states of the listed fields (docs/reference/reports.md#fields).
  private mutating func countFields() {
    for field in 0..<tables.listedNumbers.capacity {
      if tables.listedNumbers[field] < 0 { continue }
      let records = lanes(of: tables.listedSections[field])
      if records.isEmpty { continue }
      let path = values.column(tables.listedNumbers[field])
      let inserted = columns[path].insertedAround
      let absents = records & (values.objects - columns[path].captured | inserted)
      let nulls = records & (columns[path].capturedNulls - inserted)
      let empties = records & (columns[path].capturedEmpties - inserted)
      let nans = records & (columns[path].nans - inserted)
      if (absents | nulls | empties | nans).isEmpty { continue }
      counters.countField(field, .absent, absents.count)
      counters.countField(field, .null, nulls.count)
      counters.countField(field, .empty, empties.count)
      counters.countField(field, .nan, nans.count)
    }
  }

  /// Notes which of the named paths with `[*]` or `*` the records have. One that an earlier record
  /// of the chunk had is not looked for again, so only a path that is nowhere costs a walk for each
  /// record.
  @inline(never)
  private mutating func noteNamedWalks() {
    let record = values.column(ProgramBuilder.recordPath)
    for index in program.namedWalks.indices {
      let section = SectionNumber(program.namedWalks[index].field.section)
      for lane in lanes(of: section) where !counters.walksFound[index] {
        let before = values.foundCount
        values.find(program.tables.namedWalkNumbers[index], from: record, lane)
        while values.foundCount > before {
          values.foundCount -= 1
          if values.shownNode(values.found[values.foundCount].place) >= 0 {
            counters.walksFound[index] = true
          }
        }
      }
    }
  }
}
