/// Adds up what chunks counted, in input order: the only place that knows lines, offsets and
/// earlier records. It is the state of a run, and of a merge of partial results.
///
/// A worker counts in the statistics of its chunk, where a record has a line and a number from the
/// start of the chunk. Here they are moved to its place in the input, after the header and all
/// chunks before. Say that a chunk of 3 records and 4 lines came first, and the next one has a
/// sample of its record 1 on line 2:
///
///     chunk 1     records 0–2   lines 1–4    failed 1
///     chunk 2     records 3–5   lines 5–8    failed 2    sample: record 1 + 3, line 2 + 4
///     run                                    failed 3    sample: record 4, line 6
///
/// `passed` is not counted by anyone: it is what remains of the records. Of samples, and of the
/// tables of failing values, the first ones of the input are kept (``KnownFailures``). Everything
/// else that a report says, such as where failures are, is added up in the same order.
///
/// Chunks come in the order of the input, however many threads judge them. So keys of `unique` are
/// claimed in that order, and a late failure (a duplicate, a reference that nothing answers) is
/// added to a record that has been counted already.
///
/// Invariant: the same input and profile give the same sums at any number of threads and any size
/// of chunks, and a merge gives those of one run.
package final class RunAccumulator {
  package let program: Program
  /// The failures known so far.
  let known: KnownFailures
  /// The workers' copy of ``known``, renewed now and then.
  package internal(set) var published: KnownFailures
  /// The failures known before the first chunk.
  package let initiallyKnown: KnownFailures
  let samplesMaximum: Int
  let notes: RecordNotes
  /// The duplicates in the chunk added last, if verdicts are noted: in input order.
  package internal(set) var duplicates: [NotedDuplicate] = []

  /// The outcomes of all rules that chunks have counted; see ``duplicateCounts`` for the others.
  var counts: [Int]
  var fieldCounts: [Int]
  /// Whether a record had each path with `[*]`, as in ``ChunkCounters/walksFound``.
  var walksFound: [Bool]
  /// The sums of ``ChunkCounters/sectionCounts``.
  var sectionCounts: [Int]
  var samples: [[Sample]]
  var valid = 0
  var invalid = 0
  var kinds: [MalformedKind: Int] = [:]
  /// The duplicates found, by rule.
  var duplicateFindings: [DuplicateFindings?]
  /// Failures of each rule that are duplicates, and records that only they make invalid.
  var duplicateCounts: [Int]
  /// Those of them that were counted as blocked before.
  var unblockedCounts: [Int]
  var invalidByDuplicates = 0
  /// By input: records that rules make invalid, and those that only duplicates make invalid.
  var invalidOfInputs: [Int] = []
  var invalidatedOfInputs: [Int] = []
  /// The last one: a record is made invalid once.
  var lastInvalidByDuplicate = (input: -1, record: -1)
  /// Records of each set that only duplicates make invalid.
  var invalidatedOfSets: [RecordSetPlace: Int] = [:]
  /// References to records that have not come yet.
  let waiting: WaitingReferences
  /// The next of them, once the inputs have ended.
  var nextWaiting: WaitingRecord?
  /// Chunks of which observers learn when the inputs have ended.
  var waitingChunks: EntryLog?
  /// Whether what no record has answered at the end is a failure.
  package var endsWithInput = true
  /// The date-time that rules use as now; nil if none does.
  package var now: String? {
    get { run.now }
    set { run.now = newValue }
  }
  /// The record of which late failures are kept, however many there are before it.
  package var watched: WatchedRecord?
  /// Its outcomes under rules about pairs of records, by rule.
  var lateOutcomes: [Int: Outcome] = [:]
  /// Its failures under rules that other records decide, by rule.
  var lateFailures: [Int: Sample] = [:]
  /// The rules about pairs of records, by pairing.
  let pairs: [PairRun]
  /// The failures under them in the chunk at hand that are to be told, in input order.
  var pairFailures: [NotedDuplicate] = []
  /// The records of the chunk at hand that are the first of their groups, for a partial result.
  var openPairs: [PairClaim] = []
  /// Counts of single pairs, judged when partial results meet; made when the first one is.
  private(set) lazy var pairStatistics = ChunkStatistics(
    program: program, known: pairIsTold.yes)
  /// Whether a single pair is put into words if it fails.
  private lazy var pairIsTold = (
    yes: KnownFailures(program, 1), no: KnownFailures(program, 0)
  )

  /// Makes the statistics of a single pair ready for another one.
  ///
  /// - Parameter record: the number of the record in its input.
  func beginPair(_ number: Int, record: Int) {
    let isTold =
      notes.contains(.verdicts)
      || pairs[number].rules.contains { wantsSample(findings(of: $0), here.input, record) }
    pairStatistics.clear()
    pairStatistics.known = isTold ? pairIsTold.yes : pairIsTold.no
  }

  /// Outcomes of such pairs, by ``ChunkCounters/place(_:_:)-(Int,Outcome)``, that ``counts`` leaves
  /// out.
  var lateCounts: [Int]
  /// Partial results have been added.
  var hasReplayed = false
  let run: RunContext
  let spreads: SpreadFact
  /// Everything beside the outcomes of rules, in the order of a partial result.
  let facts: [any Fact]
  /// The last claim of a key that has been written to the block at hand: places are stored as
  /// distances.
  var lastLogged = RecordPosition()
  /// Why keys can no longer be kept: the run cannot go on.
  package var failure: TemporaryFileError? { run.keys.failure }

  /// The place at which the next chunk begins; of the chunk that is being added, its own.
  var here = ChunkStart(input: 0)
  /// JSON documents: where the records of the chunk that is being added are.
  var document: DocumentRecords?
  var inputRecords = 0
  var inputMalformed = 0
  /// The record whose pieces are being added.
  var openRecord: OpenRecord?
  /// Records of the current input by set, if it is a document that a schema splits.
  package private(set) var inputSets: [SetCounts] = []
  var lineNumbering = LineNumbering()
  /// The findings about all elements of each set together.
  var commonFindings: CommonFindings?

  /// - Parameter splitProgram: the one for documents that the schema splits, if there are such.
  package init(
    program: Program, splitProgram: Program? = nil, samplesMaximum: Int, notes: RecordNotes = [],
    keys: SeenKeys.Plan
  ) {
    self.program = program
    self.samplesMaximum = samplesMaximum
    self.notes = notes
    waiting = WaitingReferences(in: keys.folder)
    let isPartial = notes.contains(.partial)
    run = RunContext(
      program, samplesMaximum: samplesMaximum, keys: KeyStore(keys),
      log: isPartial ? PartialLog() : nil)
    pairs = program.lists.pairs.indices.map { [run] in PairRun($0, run) }
    spreads = SpreadFact(run)
    commonFindings = splitProgram.flatMap { $0.hasCommonRules ? CommonFindings($0) : nil }
    let companions: [any Fact] = notes.contains(.companions) ? [CompanionFact(program)] : []
    facts = [spreads, RunAccumulator.tableFacts(run)] + companions
    known = KnownFailures(program, samplesMaximum, notesEveryValue: isPartial)
    initiallyKnown = KnownFailures(program, samplesMaximum, notesEveryValue: isPartial)
    published = initiallyKnown
    duplicateFindings = [DuplicateFindings?](repeating: nil, count: program.ruleCount)
    duplicateCounts = [Int](repeating: 0, count: program.ruleCount)
    unblockedCounts = [Int](repeating: 0, count: program.ruleCount)
    counts = [Int](repeating: 0, count: program.countedCount * ChunkCounters.outcomeCount)
    lateCounts = [Int](repeating: 0, count: program.countedCount * ChunkCounters.outcomeCount)
    walksFound = [Bool](repeating: false, count: program.namedWalks.count)
    sectionCounts = [Int](
      repeating: 0, count: program.ruleSet.sections.count * SectionCount.allCases.count)
    fieldCounts = [Int](
      repeating: 0, count: program.listedPaths.count * ChunkCounters.fieldStateCount)
    samples = [[Sample]](repeating: [], count: program.countedCount)
  }

  private static func tableFacts(_ run: RunContext) -> TableFacts {
    let measures = run.program.measures.indices.filter { run.program.measures[$0].isRun }
    return TableFacts(
      measures.map { MeasureFact($0, run) } + run.program.orderRules.map { OrderFact($0, run) }
        + run.program.columnRules.map { ColumnFact($0) },
      of: run.program.measures.count)
  }

  /// Statistics for one chunk after another; what they know of failures may be renewed before each.
  ///
  /// May be called while another thread merges: they begin with what was known before the first
  /// chunk.
  package func makeStatistics() -> ChunkStatistics {
    ChunkStatistics(
      program: program, known: initiallyKnown, notes: notes,
      tallies: facts.flatMap { $0.makeTallies() })
  }

  /// All records so far, malformed ones included.
  package var total: Int { valid + invalid + count(.malformed, .failed) }

  func count(_ rule: BuiltInRule, _ outcome: Outcome) -> Int {
    count(Int(program.number(of: rule)), outcome)
  }

  func count(_ rule: Int, _ outcome: Outcome) -> Int {
    counts[ChunkCounters.place(rule, outcome)]
  }

  /// Starts an input, or goes on in it at a place: behind the lines of a header, or behind a piece.
  ///
  /// - Parameter format: that of the input; nil: not yet known.
  package func begin(at place: ChunkStart, format: InputFormat? = nil) {
    if place.input != here.input {
      lineNumbering.beginInput(place.input, after: max(here.lines, here.records))
    }
    if let format { lineNumbering.countsRecords = format == .json || !place.hasLines }
    here = place
    inputRecords = 0
    inputMalformed = 0
    inputSets = []
    openRecord = nil
    commonFindings?.begin()
  }

  /// Takes the names of a table's columns.
  package func take(header: [String]) { for fact in facts { fact.take(header: header) } }

  /// Takes the footers of an input that has been read; nil if it has none.
  package func take(footers: CSVFooters?) {
    for fact in facts { fact.take(footers: footers) }
  }

  /// Records and malformed records of the current input.
  package var inputTotals: (records: Int, malformed: Int) { (inputRecords, inputMalformed) }

  /// Records of all inputs so far that are other JSON values than objects.
  package var otherValues: Int { count(.notAnObject, .failed) }

  /// The fields of the profile that are counted.
  package var fieldCount: Int { program.listedPaths.count }

  /// How often fields of the profile were absent, over all inputs so far.
  package var absentFields: Int {
    program.listedPaths.indices.reduce(0) {
      $0 + fieldCounts[ChunkCounters.place($1, .absent)]
    }
  }

  /// Malformed records of all inputs so far that are not UTF-8.
  package var encodingFaults: Int { kinds[.encoding, default: 0] }

  /// The place at which the chunk begins that is added next.
  package func place(at offset: Int) -> ChunkStart {
    var place = here
    place.offset = offset
    return place
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
    judgeTogether(statistics, task, &worker)
    judgePairs(statistics, task.text)
    for index in counts.indices { counts[index] += statistics.counters.counts[index] }
    for index in walksFound.indices where statistics.counters.walksFound[index] {
      walksFound[index] = true
    }
    for index in fieldCounts.indices {
      fieldCounts[index] += statistics.counters.fieldCounts[index]
    }
    for index in sectionCounts.indices {
      sectionCounts[index] += statistics.counters.sectionCounts[index]
    }
    valid += statistics.valid
    invalid += statistics.invalid
    RunAccumulator.add(statistics.invalid, of: here.input, to: &invalidOfInputs)
    for (kind, count) in statistics.kinds { kinds[kind, default: 0] += count }
    here.offset = offset
    document = task.records
    defer { document = nil }
    spreads.add(statistics, at: here)
    duplicates = []
    for rule in statistics.touched { addFailures(Int(rule), statistics, task.text) }
    if notes.contains(.partial), !statistics.keys.isEmpty || !openPairs.isEmpty {
      logKeys(statistics, task.text, isCSV: worker.isCSV)
    }
    if !statistics.keys.isEmpty || !statistics.pairs.isEmpty {
      addKeys(statistics, task, &worker)
    }
    if !pairFailures.isEmpty {
      duplicates = (duplicates + pairFailures).sorted {
        ($0.ordinal, $0.rule) < ($1.ordinal, $1.rule)
      }
      pairFailures = []
    }
    let chunk = MergedChunk(place: here, text: task.text, duplicates: duplicates)
    for tally in statistics.tallies { tally.merge(chunk) }
    inputRecords += statistics.records
    inputMalformed += statistics.malformed
    for (set, counts) in statistics.sets.enumerated() { addToSet(set, counts) }
    here.lines += end.lines
    here.records += statistics.records
    if !statistics.touched.isEmpty, known.isWorthCopying(over: published) {
      published = KnownFailures(copying: known, after: published)
    }
  }

  func addToSet(_ set: Int, _ counts: SetCounts) {
    while inputSets.count <= set { inputSets.append(SetCounts()) }
    inputSets[set] += counts
  }

  private func addFailures(_ rule: Int, _ statistics: ChunkStatistics, _ text: ChunkText) {
    if rule < program.countedCount { addSamples(rule, statistics, text) }
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
      placed.input = here.input
      placed.record += here.records
      addValue(placed, rule)
    }
  }

  private func addSamples(_ rule: Int, _ statistics: ChunkStatistics, _ text: ChunkText) {
    for raw in statistics.samples[rule].prefix(samplesMaximum - samples[rule].count) {
      samples[rule].append(raw.placed(in: here, text))
    }
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
      logValue(entry.hash, entry.count, of: rule)
      return
    }
    var kept = entry
    if case .node(let node) = entry.value { kept.value = .text(ShownText.of(node).text) }
    table.append(kept)
  }

  /// Notes a failing value that no table takes in.
  func logValue(_ hash: UInt64, _ count: Int, of rule: Int) {
    run.log?.values.add { encoder in
      encoder.add(partialNumber(ofTable: rule))
      encoder.add(hash)
      encoder.add(count)
    }
  }

  /// Adds to the count of an input.
  static func add(_ count: Int, of input: Int, to counts: inout [Int]) {
    guard count > 0 else { return }
    if input >= counts.count {
      counts += [Int](repeating: 0, count: input + 1 - counts.count)
    }
    counts[input] += count
  }
}
