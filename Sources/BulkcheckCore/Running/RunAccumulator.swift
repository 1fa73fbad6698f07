/// Adds up what chunks counted, in input order: the only place that knows lines, offsets and earlier records.
package final class RunAccumulator {
  package let program: Program
  /// What is known of failures so far.
  private let known: KnownFailures
  /// What workers know of that: a copy, renewed now and then.
  package private(set) var published: KnownFailures
  /// What is known before the first chunk.
  private let initiallyKnown: KnownFailures
  private let samplesMaximum: Int
  private let notes: RecordNotes
  /// The duplicates in the chunk added last, if verdicts are noted: in input order.
  package private(set) var duplicates: [NotedDuplicate] = []

  private var counts: [Int]
  private var fieldCounts: [Int]
  private var samples: [[Sample]]
  private var valid = 0
  private var invalid = 0
  private var malformed = 0
  private var kinds: [MalformedKind: Int] = [:]
  private var malformedSamples: [Sample] = []
  private var builtInFailures: [BuiltInRule: Int] = [:]
  private var duplicateKeyBlocked = 0
  private var builtInSamples: [BuiltInRule: [Sample]] = [:]
  private let keyPlan: SeenKeys.Plan
  /// What the `unique` rules have seen; made when the first key comes.
  private lazy var seenKeys = SeenKeys(keyPlan)
  /// Why keys can no longer be kept: the run cannot go on.
  package private(set) var failure: TemporaryFileError?

  // Where the next chunk begins in the current input.
  private var input = 0
  private var line = 0
  private var record = 0
  private var inputRecords = 0
  private var inputMalformed = 0
  private var lineNumbering = LineNumbering()

  package init(
    program: Program, samplesMaximum: Int, notes: RecordNotes = [], keys: SeenKeys.Plan
  ) {
    self.program = program
    self.samplesMaximum = samplesMaximum
    self.notes = notes
    keyPlan = keys
    known = KnownFailures(program, samplesMaximum)
    initiallyKnown = KnownFailures(program, samplesMaximum)
    published = initiallyKnown
    counts = [Int](repeating: 0, count: program.ruleCount * ChunkCounters.outcomeCount)
    fieldCounts = [Int](
      repeating: 0, count: program.listedPaths.count * ChunkCounters.fieldStateCount)
    samples = [[Sample]](repeating: [], count: program.ruleCount)
  }

  /// Statistics for one chunk after another; what they know of failures may be renewed before each.
  ///
  /// May be called while another thread merges: they begin with what was known before the first chunk.
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

  /// Where a chunk begins that is added next.
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
    for index in fieldCounts.indices {
      fieldCounts[index] += statistics.counters.fieldCounts[index]
    }
    valid += statistics.valid
    invalid += statistics.invalid
    malformed += statistics.malformed
    for (kind, count) in statistics.kinds { kinds[kind, default: 0] += count }
    builtInFailures[.notAnObject, default: 0] += statistics.notAnObject
    builtInFailures[.duplicateKey, default: 0] += statistics.duplicateKeys
    duplicateKeyBlocked += statistics.duplicateKeyBlocked
    addBuiltInSamples(statistics, offset)
    if !duplicates.isEmpty { duplicates = [] }
    for rule in statistics.touched { addFailures(Int(rule), statistics, offset) }
    if !statistics.keys.isEmpty { addKeys(statistics, task, offset, &worker) }
    inputRecords += statistics.records
    inputMalformed += statistics.malformed
    line += end.lines
    record += statistics.records
    if !statistics.touched.isEmpty || statistics.malformed > 0 || statistics.notAnObject > 0
      || statistics.duplicateKeys > 0, known.isWorthCopying(over: published)
    {
      published = KnownFailures(copying: known, after: published)
    }
  }

  private func sample(_ raw: ChunkStatistics.RawSample, _ offset: Int) -> Sample {
    let number = line + raw.position.line + 1
    var sample = Sample(
      input: input, line: number, record: record + raw.position.ordinal + 1,
      byteOffset: offset + raw.position.start, value: raw.value,
      message: raw.messageParts.joined(separator: "\(number)"))
    sample.valueIsTruncated = raw.valueIsTruncated
    sample.kind = raw.kind
    sample.column = raw.column
    sample.reason = raw.reason
    return sample
  }

  private func addBuiltInSamples(_ statistics: ChunkStatistics, _ offset: Int) {
    for raw in statistics.malformedSamples.prefix(samplesMaximum - malformedSamples.count) {
      malformedSamples.append(sample(raw, offset))
    }
    known.malformedWanted = samplesMaximum - malformedSamples.count
    for (rule, raws) in statistics.builtInSamples {
      let room = samplesMaximum - builtInSamples[rule, default: []].count
      builtInSamples[rule, default: []] += raws.prefix(room).map { sample($0, offset) }
      known.builtInWanted[rule] = samplesMaximum - builtInSamples[rule, default: []].count
    }
  }

  private func addFailures(_ rule: Int, _ statistics: ChunkStatistics, _ offset: Int) {
    for raw in statistics.samples[rule].prefix(samplesMaximum - samples[rule].count) {
      samples[rule].append(sample(raw, offset))
    }
    known.samplesWanted[rule] = samplesMaximum - samples[rule].count
    let table = known.values[rule]
    let failures = statistics.counters.failures[rule]
    if failures.sawKnown, let counts = failures.knownCounts {
      for place in 0..<Int(failures.room) where counts[place] > 0 {
        table.add(Int(counts[place]), at: place)
      }
    }
    if failures.sawUnknown { known.isOverfull[rule] = true }
    for entry in statistics.newValues[rule].entries { addValue(entry, rule) }
  }

  private func addValue(_ entry: FailureTable.Entry, _ rule: Int) {
    let table = known.values[rule]
    if let position = table.index(of: entry.hash) {
      table.add(entry.count, at: position)
      return
    }
    guard !known.isFull(rule) else {
      known.isOverfull[rule] = true
      return
    }
    var kept = entry
    if case .node(let node) = entry.value { kept.value = .text(Evaluator.shownText(node).text) }
    table.append(kept)
  }

  // MARK: Duplicates

  private func addKeys(
    _ statistics: ChunkStatistics, _ task: ChunkTask, _ offset: Int, _ worker: inout ChunkWorker
  ) {
    var lastInvalidRecord = -1
    for claim in statistics.keys {
      guard let first = firstClaim(claim), claim.counts else { continue }
      let rule = Int(claim.rule)
      counts[rule * ChunkCounters.outcomeCount + Int(Outcome.failed.rawValue)] += 1
      if notes.contains(.verdicts) {
        statistics.noteDuplicate(claim.position.ordinal, isError: program.rules[rule].isError)
        duplicates.append(
          NotedDuplicate(
            ordinal: claim.position.ordinal, rule: claim.rule,
            first: lineNumbering.place(of: first)))
      }
      if program.rules[rule].isError, !claim.recordIsInvalid,
        claim.position.ordinal != lastInvalidRecord
      {
        lastInvalidRecord = claim.position.ordinal
        valid -= 1
        invalid += 1
      }
      noteDuplicate(claim, first, task, offset, &worker)
    }
  }

  /// The claim of the same key that came first, or nil if this is it.
  private func firstClaim(_ claim: ChunkStatistics.KeyClaim) -> SeenKey? {
    if failure != nil { return nil }
    do throws(TemporaryFileError) {
      let number = lineNumbering.number(ofLine: line + claim.position.line + 1)
      return try seenKeys.claim(claim.key, of: claim.rule, line: number)
    } catch {
      failure = error
      return nil
    }
  }

  private func noteDuplicate(
    _ claim: ChunkStatistics.KeyClaim, _ first: SeenKey, _ task: ChunkTask, _ offset: Int,
    _ worker: inout ChunkWorker
  ) {
    let rule = Int(claim.rule)
    let table = known.values[rule]
    let wantsSample = samples[rule].count < samplesMaximum
    // Values are counted as they were written. Where nothing changes them, equal keys stand for equal values.
    let values = UniqueValues(of: claim.rule, program, isCSV: worker.evaluator.isCSV)
    if values == .masked, !wantsSample { return }
    if values == .asWritten {
      if let position = table.index(of: claim.key.low) {
        table.add(1, at: position)
        if !wantsSample { return }
      } else if known.isFull(rule) {
        known.isOverfull[rule] = true
        if !wantsSample { return }
      }
    }
    worker.rescan(task.bytes, claim.position)
    let shown = worker.evaluator.duplicateSample(of: claim.rule)
    if values != .masked, let value = shown.value {
      let hash = values == .changed ? shown.hash : claim.key.low
      if let position = table.index(of: hash) {
        if values == .changed { table.add(1, at: position) }
      } else if known.isFull(rule) {
        known.isOverfull[rule] = true
      } else {
        table.append(FailureTable.Entry(hash: hash, count: 1, value: .text(value)))
      }
    }
    guard wantsSample else { return }
    let raw = ChunkStatistics.RawSample(
      position: claim.position, value: shown.value, valueIsTruncated: shown.isTruncated,
      messageParts: shown.message)
    var sample = sample(raw, offset)
    sample.first = lineNumbering.place(of: first)
    samples[rule].append(sample)
  }

  /// What becomes of the values of a `unique` rule on their way to its keys.
  private enum UniqueValues {
    case asWritten
    /// `normalize` changes them, or texts of CSV are read as numbers.
    case changed
    /// They are never shown.
    case masked

    init(of rule: Int32, _ program: Program, isCSV: Bool) {
      let start = program.rules[rule].partStart
      let parts = start..<start + program.rules[rule].partCount
      if parts.contains(where: { program.paths[program.partPaths[$0]].isMasked }) {
        self = .masked
      } else {
        let isChanged = parts.contains {
          let path = program.paths[program.partPaths[$0]]
          return path.changeCount > 0 || isCSV && path.typeCount > 0 && path.types != .string
        }
        self = isChanged ? .changed : .asWritten
      }
    }
  }

  // MARK: The result

  /// Everything counted so far; inputs and timing are the caller's.
  package func summary() -> RunSummary {
    var summary = RunSummary()
    summary.valid = valid
    summary.invalid = invalid
    summary.malformed = malformed
    let wellFormed = valid + invalid
    summary.rules = (0..<program.ruleCount).map { ruleStatistics($0, wellFormed) }
    // `duplicate-key` is blocked on every record that is no object, whether `not-an-object` is run or not.
    let notObjects = duplicateKeyBlocked
    for (position, listed) in program.listedPaths.enumerated() {
      let start = position * ChunkCounters.fieldStateCount
      var field = FieldStatistics(path: listed.field)
      field.absent = fieldCounts[start + Int(FieldState.absent.rawValue)]
      field.null = fieldCounts[start + Int(FieldState.null.rawValue)]
      field.empty = fieldCounts[start + Int(FieldState.empty.rawValue)]
      field.present = wellFormed - notObjects - field.absent - field.null - field.empty
      summary.fields.append(field)
    }
    addBuiltIns(to: &summary, wellFormed)
    return summary
  }

  private func ruleStatistics(_ rule: Int, _ wellFormed: Int) -> RuleStatistics {
    var statistics = RuleStatistics()
    guard program.rules[rule].isRun else { return statistics }
    let count = { (outcome: Outcome) in
      self.counts[rule * ChunkCounters.outcomeCount + Int(outcome.rawValue)]
    }
    statistics.counts.failed = count(.failed)
    statistics.counts.missing = count(.missing)
    statistics.counts.blocked = count(.blocked)
    statistics.counts.notApplicable = count(.notApplicable)
    statistics.counts.overridden = count(.overridden)
    statistics.counts.passed =
      wellFormed - count(.failed) - count(.missing) - count(.blocked) - count(.notApplicable)
      - count(.overridden)
    statistics.samples = samples[rule]
    let isExact = !known.isOverfull[rule]
    let entries = known.values[rule].entries.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    for (_, entry) in entries.prefix(RunAccumulator.topValuesMaximum) {
      guard case .text(let text) = entry.value else { continue }
      statistics.topValues.append(TopValue(value: text, count: entry.count, isExact: isExact))
    }
    return statistics
  }

  private static let topValuesMaximum = 5

  private func addBuiltIns(to summary: inout RunSummary, _ wellFormed: Int) {
    let settings = program.ruleSet
    if settings.settings(of: .malformed).isRun {
      var statistics = RuleStatistics()
      statistics.counts.failed = malformed
      statistics.counts.passed = wellFormed
      statistics.kinds = kinds
      statistics.samples = malformedSamples
      summary.builtIns[.malformed] = statistics
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] where settings.settings(of: rule).isRun {
      var statistics = RuleStatistics()
      let failed = builtInFailures[rule, default: 0]
      statistics.counts.failed = failed
      statistics.counts.blocked = rule == .duplicateKey ? duplicateKeyBlocked : 0
      statistics.counts.passed = wellFormed - failed - statistics.counts.blocked
      statistics.samples = builtInSamples[rule, default: []]
      summary.builtIns[rule] = statistics
    }
  }
}
