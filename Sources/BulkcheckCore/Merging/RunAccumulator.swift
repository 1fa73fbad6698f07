/// Adds up what chunks counted, in input order: the only place that knows lines, offsets and
/// earlier records.
package final class RunAccumulator {
  package let program: Program
  /// The failures known so far.
  let known: KnownFailures
  /// The workers' copy of ``known``, renewed now and then.
  package private(set) var published: KnownFailures
  /// The failures known before the first chunk.
  private let initiallyKnown: KnownFailures
  let samplesMaximum: Int
  let notes: RecordNotes
  /// The duplicates in the chunk added last, if verdicts are noted: in input order.
  package internal(set) var duplicates: [NotedDuplicate] = []

  var counts: [Int]
  var fieldCounts: [Int]
  /// Whether a record had each path with `[*]`, as in ``ChunkCounters/walksFound``.
  var walksFound: [Bool]
  var samples: [[Sample]]
  /// The positions of each rule's failures, and behind them those of the built-in ones in the order
  /// of ``BuiltInRule``.
  var spreads: [FailureSpread]
  var valid = 0
  var invalid = 0
  var malformed = 0
  var kinds: [MalformedKind: Int] = [:]
  var malformedSamples: [Sample] = []
  var builtInFailures: [BuiltInRule: Int] = [:]
  var duplicateKeyBlocked = 0
  var builtInSamples: [BuiltInRule: [Sample]] = [:]
  private let keyPlan: SeenKeys.Plan
  /// The keys that the `unique` rules have seen; made when the first key comes.
  lazy var seenKeys = SeenKeys(keyPlan)
  /// The duplicates found, by rule.
  var duplicateFindings: [DuplicateFindings?]
  /// Failures of each rule that are duplicates, and records that only they make invalid.
  var duplicateCounts: [Int]
  var invalidByDuplicates = 0
  /// By input: records that rules make invalid, and those that only duplicates make invalid.
  var invalidOfInputs: [Int] = []
  var invalidatedOfInputs: [Int] = []
  /// The last one: a record is made invalid once.
  var lastInvalidByDuplicate = (input: -1, record: -1)
  /// References to records that have not come yet.
  var waiting = WaitingReferences()
  /// Whether what no record has answered at the end is a failure.
  package var endsWithInput = true
  /// The memory that they may take.
  let waitingBytesMaximum: Int
  /// The date-time that rules use as now; nil if none does.
  package var now: String?
  /// The record of which late failures are kept, however many there are before it.
  package var watched: WatchedRecord?
  /// Its failures under rules that other records decide, by rule.
  var lateFailures: [Int: Sample] = [:]
  /// The measurements of rules about the table, in the order of ``Program/measures``.
  let measures: [MeasureState]
  /// The states of the rules about the order of records, by their positions among those about the
  /// table.
  let orderStates: [(index: Int, state: OrderState)]
  /// The states of the rules about columns, by their positions among those about the table.
  let columnStates: [(index: Int, state: ColumnState)]
  /// The values that failures come with, if they are counted.
  let companions: CompanionState?
  /// The log that a partial result needs beyond sums, until it is taken away.
  var partialLog = PartialLog()
  /// Why keys can no longer be kept: the run cannot go on.
  package internal(set) var failure: TemporaryFileError?
  /// More references wait for their records than there is memory for: the run cannot go on.
  package internal(set) var hasTooManyReferences = false

  // Where the next chunk begins in the current input.
  var input = 0
  var line = 0
  var record = 0
  private var inputRecords = 0
  private var inputMalformed = 0
  var lineNumbering = LineNumbering()

  package init(
    program: Program, samplesMaximum: Int, notes: RecordNotes = [], keys: SeenKeys.Plan
  ) {
    self.program = program
    self.samplesMaximum = samplesMaximum
    self.notes = notes
    keyPlan = keys
    waitingBytesMaximum = keys.bytesMaximum / 4
    let isPartial = notes.contains(.partial)
    orderStates = program.orderRules.map { order in
      (order.index, OrderState(OrderRule(order)))
    }
    columnStates = program.columnRules.map { ($0.index, ColumnState($0.names, $0.match)) }
    let groupings = max(1, program.measures.count { $0.groupCount > 0 || $0.measure == .quantile })
    let share = SeenKeys.Plan(
      bytesMaximum: keys.bytesMaximum / 4 / groupings, folder: keys.folder)
    measures = program.measures.map {
      MeasureState($0, share, reference: program.reference(of: $0))
    }
    companions = notes.contains(.companions) ? CompanionState(program) : nil
    known = KnownFailures(program, samplesMaximum, notesEveryValue: isPartial)
    initiallyKnown = KnownFailures(program, samplesMaximum, notesEveryValue: isPartial)
    published = initiallyKnown
    duplicateFindings = [DuplicateFindings?](repeating: nil, count: program.ruleCount)
    duplicateCounts = [Int](repeating: 0, count: program.ruleCount)
    counts = [Int](repeating: 0, count: program.ruleCount * ChunkCounters.outcomeCount)
    walksFound = [Bool](repeating: false, count: program.namedWalks.count)
    fieldCounts = [Int](
      repeating: 0, count: program.listedPaths.count * ChunkCounters.fieldStateCount)
    samples = [[Sample]](repeating: [], count: program.ruleCount)
    spreads = [FailureSpread](
      repeating: FailureSpread(), count: program.ruleCount + BuiltInRule.allCases.count)
  }

  /// Statistics for one chunk after another; what they know of failures may be renewed before each.
  ///
  /// May be called while another thread merges: they begin with what was known before the first
  /// chunk.
  package func makeStatistics() -> ChunkStatistics {
    ChunkStatistics(program: program, known: initiallyKnown, notes: notes)
  }

  /// All records so far, malformed ones included.
  package var total: Int { valid + invalid + malformed }

  /// Starts an input; `lines` have been read already (a header).
  package func beginInput(_ number: Int, lines: Int) {
    if number != input { lineNumbering.beginInput(number, linesOfLast: line) }
    input = number
    line = lines
    record = 0
    inputRecords = 0
    inputMalformed = 0
  }

  /// Records and malformed records of the current input.
  package var inputTotals: (records: Int, malformed: Int) { (inputRecords, inputMalformed) }

  /// Records of all inputs so far that are other JSON values than objects.
  package var otherValues: Int { builtInFailures[.notAnObject, default: 0] }

  /// Malformed records of all inputs so far that are not UTF-8.
  package var encodingFaults: Int { kinds[.encoding, default: 0] }

  /// The place at which the chunk begins that is added next.
  package func place(at offset: Int) -> ChunkPlace {
    ChunkPlace(input: input, offset: offset, lines: line, records: record)
  }

  /// Adds a chunk.
  ///
  /// - Parameters:
  ///   - offset: where the chunk's first byte lies in the input.
  ///   - worker: scans a record again whose sample or value is wanted late, as for duplicates.
  package func add(
    _ statistics: ChunkStatistics, _ end: ChunkEnd, of task: ChunkTask, at offset: Int,
    worker: inout ChunkWorker
  ) {
    for index in counts.indices { counts[index] += statistics.counters.counts[index] }
    for index in walksFound.indices where statistics.counters.walksFound[index] {
      walksFound[index] = true
    }
    for index in fieldCounts.indices {
      fieldCounts[index] += statistics.counters.fieldCounts[index]
    }
    valid += statistics.valid
    invalid += statistics.invalid
    RunAccumulator.add(statistics.invalid, of: input, to: &invalidOfInputs)
    malformed += statistics.malformed
    for (kind, count) in statistics.kinds { kinds[kind, default: 0] += count }
    builtInFailures[.notAnObject, default: 0] += statistics.notAnObject
    builtInFailures[.duplicateKey, default: 0] += statistics.duplicateKeys
    duplicateKeyBlocked += statistics.duplicateKeyBlocked
    addBuiltInSamples(statistics, offset)
    addSpreads(statistics)
    if !measures.isEmpty { addMeasures(statistics, offset) }
    if !duplicates.isEmpty { duplicates = [] }
    for rule in statistics.touched { addFailures(Int(rule), statistics, offset) }
    if !statistics.keys.isEmpty {
      if notes.contains(.partial) { logKeys(statistics, offset, isCSV: worker.isCSV) }
      addKeys(statistics, task, offset, &worker)
    }
    if let companions {
      companions.add(statistics)
      known.fieldsGivenUp = companions.givenUp
    }
    inputRecords += statistics.records
    inputMalformed += statistics.malformed
    line += end.lines
    record += statistics.records
    if !statistics.touched.isEmpty || statistics.malformed > 0 || statistics.notAnObject > 0
      || statistics.duplicateKeys > 0 || known.fieldsGivenUp != published.fieldsGivenUp,
      known.isWorthCopying(over: published)
    {
      published = KnownFailures(copying: known, after: published)
    }
  }

  /// A sample of a chunk as one of the run: what is counted from the beginning of the chunk is
  /// counted from that of the input.
  func moved(_ sample: Sample, _ offset: Int) -> Sample {
    var sample = sample
    sample.input = input
    sample.line += line
    sample.record += record
    sample.byteOffset += offset
    return sample
  }

  private func addBuiltInSamples(_ statistics: ChunkStatistics, _ offset: Int) {
    malformedSamples += statistics.malformedSamples
      .prefix(samplesMaximum - malformedSamples.count).map { moved($0, offset) }
    known.malformedWanted = samplesMaximum - malformedSamples.count
    for (rule, samples) in statistics.builtInSamples {
      let room = samplesMaximum - builtInSamples[rule, default: []].count
      builtInSamples[rule, default: []] += samples.prefix(room).map { moved($0, offset) }
      known.builtInWanted[rule] = samplesMaximum - builtInSamples[rule, default: []].count
    }
  }

  private func addFailures(_ rule: Int, _ statistics: ChunkStatistics, _ offset: Int) {
    if rule < program.ruleCount { addSamples(rule, statistics, offset) }
    let table = known.values[rule]
    let failures = statistics.counters.failures[rule]
    if failures.sawKnown, let counts = failures.knownCounts {
      for place in 0..<Int(failures.room) where counts[place] > 0 {
        table.add(Int(counts[place]), at: place)
      }
    }
    if failures.sawUnknown { known.isOverfull[rule] = true }
    for entry in statistics.newValues[rule].entries {
      var placed = entry
      placed.input = input
      placed.record += record
      addValue(placed, rule)
    }
  }

  private func addSamples(_ rule: Int, _ statistics: ChunkStatistics, _ offset: Int) {
    samples[rule] += statistics.samples[rule].prefix(samplesMaximum - samples[rule].count)
      .map { moved($0, offset) }
    known.samplesWanted[rule] = samplesMaximum - samples[rule].count
  }

  func addValue(_ entry: FailureTable.Entry, _ rule: Int) {
    let table = known.values[rule]
    if let position = table.index(of: entry.hash) {
      table.add(entry.count, at: position)
      return
    }
    guard !known.isFull(rule) else {
      known.isOverfull[rule] = true
      if notes.contains(.partial) { partialLog.add(entry, of: rule) }
      return
    }
    var kept = entry
    if case .node(let node) = entry.value { kept.value = .text(ShownText.of(node).text) }
    table.append(kept)
  }

  // MARK: The result

  /// Everything counted so far; inputs and timing are the caller's.
  package func summary() -> RunSummary {
    failReferences()
    var summary = RunSummary()
    summary.valid = valid
    summary.invalid = invalid
    summary.malformed = malformed
    summary.invalidOfInputs = invalidatedOfInputs
    for (input, count) in invalidOfInputs.enumerated() {
      RunAccumulator.add(count, of: input, to: &summary.invalidOfInputs)
    }
    let wellFormed = valid + invalid
    summary.rules = (0..<program.ruleCount).map { ruleStatistics($0, wellFormed) }
    summary.now = now
    summary.lateFailures = lateFailures
    for (index, state) in orderStates { summary.orders[index] = state.trace }
    summary.tables = program.measures.indices.map { tableStatistics($0) }
    // `duplicate-key` is blocked on every record that is not an object, whether `not-an-object` is
    // run or not.
    let notObjects = duplicateKeyBlocked
    for (position, listed) in program.listedPaths.enumerated() {
      var field = FieldStatistics(path: listed.field)
      field.absent = fieldCounts[ChunkCounters.place(position, .absent)]
      field.null = fieldCounts[ChunkCounters.place(position, .null)]
      field.empty = fieldCounts[ChunkCounters.place(position, .empty)]
      field.present = wellFormed - notObjects - field.absent - field.null - field.empty
      summary.fields.append(field)
    }
    summary.unreadFields = unreadFields(summary.fields, wellFormed)
    addBuiltIns(to: &summary, wellFormed)
    return summary
  }

  /// The paths that no record had (docs/reference/outcomes.md#evaluated-and-idle), as the profile
  /// mentions them; empty if nothing was read.
  private func unreadFields(_ fields: [FieldStatistics], _ wellFormed: Int) -> [FieldPath] {
    guard wellFormed > 0 else { return [] }
    let read =
      fields.filter { $0.null + $0.empty + $0.present > 0 }.map(\.path)
      + zip(program.namedWalks, walksFound).filter { $1 }.map { $0.0.field }
    let readPaths = Set(read)
    return program.ruleSet.paths.filter { !readPaths.contains($0) }
  }

  private func ruleStatistics(_ rule: Int, _ wellFormed: Int) -> RuleStatistics {
    var statistics = RuleStatistics()
    guard program.tables.rules[rule].isRun else { return statistics }
    let count = { (outcome: Outcome) in
      self.counts[ChunkCounters.place(rule, outcome)]
    }
    statistics.counts.failed = count(.failed)
    statistics.counts.missing = count(.missing)
    statistics.counts.blocked = count(.blocked)
    statistics.counts.notApplicable = count(.notApplicable)
    statistics.counts.overridden = count(.overridden)
    statistics.counts.passed =
      wellFormed - count(.failed) - count(.missing) - count(.blocked) - count(.notApplicable)
      - count(.overridden)
    if case .when = program.ruleSet.rules[rule].expression {
      statistics.partLeftOut = count(ChunkCounters.partLeftOut)
    }
    let duplicates = duplicateFindings[rule]
    statistics.samples = samples[rule]
    statistics.spread = spreads[rule]
    statistics.companions = companions?.counts(of: rule, failed: statistics.counts.failed) ?? []
    if let duplicates {
      let all = (samples[rule] + duplicates.samples).sorted {
        ($0.input, $0.record) < ($1.input, $1.record)
      }
      statistics.samples = Array(all.prefix(samplesMaximum))
    }
    let isExact = !known.isOverfull[rule] && duplicates?.isOverfull != true
    let entries = (known.values[rule].entries + (duplicates?.values.entries ?? [])).sorted {
      ($1.count, $0.input, $0.record) < ($0.count, $1.input, $1.record)
    }
    for entry in entries.prefix(RunAccumulator.topValuesMaximum) {
      guard case .text(let text) = entry.value else { continue }
      statistics.topValues.append(TopValue(value: text, count: entry.count, isExact: isExact))
    }
    if program.tables.rules[rule].isKeyword { statistics.places = failingPlaces(rule) }
    return statistics
  }

  private static let topValuesMaximum = 5

  private func failingPlaces(_ rule: Int) -> FailingPlaces {
    let tally = program.ruleCount + rule
    let entries = known.values[tally].entries.compactMap { entry -> FailingPlaces.Place? in
      guard case .text(let text) = entry.value else { return nil }
      return FailingPlaces.Place(location: JSONText.unquoted(text), records: entry.count)
    }
    return FailingPlaces(entries, isExact: !known.isOverfull[tally])
  }

  private func addBuiltIns(to summary: inout RunSummary, _ wellFormed: Int) {
    let settings = program.ruleSet
    if settings.settings(of: .malformed).isRun {
      var statistics = RuleStatistics()
      statistics.counts.failed = malformed
      statistics.counts.passed = wellFormed
      statistics.kinds = kinds
      statistics.samples = malformedSamples
      statistics.spread = spreads[spread(of: .malformed)]
      summary.builtIns[.malformed] = statistics
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] where settings.settings(of: rule).isRun {
      var statistics = RuleStatistics()
      let failed = builtInFailures[rule, default: 0]
      statistics.counts.failed = failed
      statistics.counts.blocked = rule == .duplicateKey ? duplicateKeyBlocked : 0
      statistics.counts.passed = wellFormed - failed - statistics.counts.blocked
      statistics.samples = builtInSamples[rule, default: []]
      statistics.spread = spreads[spread(of: rule)]
      summary.builtIns[rule] = statistics
    }
  }
}
