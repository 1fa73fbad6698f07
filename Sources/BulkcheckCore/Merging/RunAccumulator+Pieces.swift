/// Records that are too long to be held: the outcomes of their pieces, put together.
///
/// Chunks that list pieces come one after another (``DocumentRecords/Pieces``). A rule that fails
/// on some piece fails on the record, once. It is counted when the last of them has come, as if the
/// record had been judged whole.
extension RunAccumulator {
  /// Adds a chunk of pieces of one record.
  ///
  /// - Parameters:
  ///   - offset: where the chunk's first byte lies in the input.
  ///   - worker: judges what is around the pieces once more, if they fail together.
  package func add(
    piecesOf record: DocumentRecords.Pieces, _ statistics: ChunkStatistics, _ end: ChunkEnd,
    of task: ChunkTask, at offset: Int, worker: inout ChunkWorker
  ) {
    judgeTogether(statistics, task, &worker)
    here.offset = offset
    var open = openRecord ?? OpenRecord(program, at: here)
    // Held once, so that nothing is copied.
    openRecord = nil
    open.add(statistics, record, task.text, in: here)
    here.lines += end.lines
    guard record.isLast else {
      openRecord = open
      return
    }
    var place = open.place
    place.records = here.records
    var counts = SetCounts()
    if let fault = open.malformed {
      countMalformed(fault, place)
      counts.malformed = 1
      inputMalformed += 1
    } else {
      count(open, place)
      if open.isInvalid { counts.invalid = 1 } else { counts.valid = 1 }
    }
    addToSet(record.set, counts)
    inputRecords += 1
    here.records += 1
    if known.isWorthCopying(over: published) {
      published = KnownFailures(copying: known, after: published)
    }
  }

  private func countMalformed(_ sample: Sample, _ place: ChunkStart) {
    let rule = Int(program.number(of: .malformed))
    counts[ChunkCounters.place(rule, .failed)] += 1
    kinds[sample.kind ?? .syntax, default: 0] += 1
    spreads.add(record: place.records, of: place.input, rule: rule)
    add(sample, of: rule, place)
  }

  private func count(_ open: OpenRecord, _ place: ChunkStart) {
    if open.isInvalid {
      invalid += 1
      RunAccumulator.add(1, of: place.input, to: &invalidOfInputs)
    } else {
      valid += 1
    }
    for rule in 0..<program.countedCount where rule != Int(program.number(of: .malformed)) {
      if let outcome = open.outcome(of: rule) { counts[ChunkCounters.place(rule, outcome)] += 1 }
      guard let failure = open.failures[rule] else { continue }
      spreads.add(record: place.records, of: place.input, rule: rule)
      if let sample = failure.sample { add(sample, of: rule, place) }
      if var value = failure.value {
        (value.input, value.record, value.count) = (place.input, place.records, 1)
        addValue(value, rule)
      }
      let table = program.countedCount + rule
      for var entry in failure.locations.values.sorted(by: { $0.record < $1.record }) {
        (entry.input, entry.record, entry.count) = (place.input, place.records, 1)
        addValue(entry, table)
      }
      if failure.lacksValues { known.isOverfull[rule] = true }
      if failure.lacksLocations { known.isOverfull[table] = true }
    }
  }

  private func add(_ sample: Sample, of rule: Int, _ place: ChunkStart) {
    guard samples[rule].count < samplesMaximum else { return }
    var sample = sample
    sample.input = place.input
    sample.record = place.records + 1
    samples[rule].append(sample)
    known.samplesWanted[rule] = samplesMaximum - samples[rule].count
  }
}

/// A record whose pieces are still to come.
struct OpenRecord {
  struct Failure {
    /// The first one, with the places of others.
    var sample: Sample?
    /// The first value at fault.
    var value: FailureTable.Entry?
    /// By hash: the general locations at which the rule failed, numbered as they came.
    var locations: [UInt64: FailureTable.Entry] = [:]
    var lacksValues = false
    var lacksLocations = false
  }

  /// The record begins here.
  let place: ChunkStart
  private(set) var isInvalid = false
  /// The first fault of a piece, or of what is around them.
  private(set) var malformed: Sample?
  /// By rule.
  private(set) var failures: [Int: Failure] = [:]
  /// The outcomes that each rule had on some piece, a bit each.
  private var outcomes: [UInt8]
  private let program: Program

  init(_ program: Program, at place: ChunkStart) {
    self.program = program
    self.place = place
    outcomes = [UInt8](repeating: 0, count: program.countedCount)
  }

  /// The outcome of a rule, if it is counted; `passed` is not.
  func outcome(of rule: Int) -> Outcome? {
    let order: [Outcome] = [.failed, .passed, .blocked, .overridden, .notApplicable, .missing]
    let found = order.first { outcomes[rule] & 1 << $0.rawValue != 0 }
    return found == .passed ? nil : found
  }

  mutating func add(
    _ statistics: ChunkStatistics, _ record: DocumentRecords.Pieces, _ text: ChunkText,
    in chunk: ChunkStart
  ) {
    if malformed == nil { malformed = fault(statistics, record, text, chunk) }
    guard malformed == nil else {
      failures = [:]
      return
    }
    isInvalid = isInvalid || statistics.invalid > 0
    let judged = statistics.valid + statistics.invalid
    for rule in outcomes.indices {
      var others = 0
      for outcome in RunAccumulator.outcomes {
        let count = statistics.counters.counts[ChunkCounters.place(rule, outcome)]
        if count > 0 { outcomes[rule] |= 1 << outcome.rawValue }
        others += count
      }
      if others < judged { outcomes[rule] |= 1 << Outcome.passed.rawValue }
    }
    for touched in statistics.touched {
      let table = Int(touched)
      if table < program.countedCount {
        addFailure(of: table, statistics, record, text, chunk)
      } else {
        addLocations(of: table - program.countedCount, statistics, table)
      }
    }
  }

  /// The sample of a malformed record.
  private func fault(
    _ statistics: ChunkStatistics, _ record: DocumentRecords.Pieces, _ text: ChunkText,
    _ chunk: ChunkStart
  ) -> Sample? {
    let rule = Int(program.number(of: .malformed))
    if let sample = statistics.samples[rule].first {
      return ofRecord(sample, record, text, chunk)
    }
    let position = RecordPosition()
    if statistics.malformed > 0 {
      return ofRecord(
        Sample(position, RecordFault(.syntax, at: 0, "the record is malformed")), record, nil, chunk
      )
    }
    return record.fault.map { ofRecord(Sample(position, $0), record, nil, chunk) }
  }

  private mutating func addFailure(
    of rule: Int, _ statistics: ChunkStatistics, _ record: DocumentRecords.Pieces,
    _ text: ChunkText, _ chunk: ChunkStart
  ) {
    var failure = failures[rule] ?? Failure()
    for sample in statistics.samples[rule] {
      let own = ofRecord(sample, record, text, chunk)
      guard var first = failure.sample else {
        failure.sample = own
        continue
      }
      first.add(placesOf: own)
      failure.sample = first
    }
    if failure.value == nil,
      var value = statistics.newValues[rule].entries.min(by: { $0.record < $1.record })
    {
      // Its bytes go with the chunk.
      if case .node(let node) = value.value { value.value = .text(ShownText.of(node).text) }
      failure.value = value
    }
    if failure.value == nil, statistics.counters.failures[Int32(rule)].sawUnknown {
      failure.lacksValues = true
    }
    failures[rule] = failure
  }

  private mutating func addLocations(of rule: Int, _ statistics: ChunkStatistics, _ table: Int) {
    var failure = failures[rule] ?? Failure()
    if statistics.counters.failures[Int32(table)].sawUnknown { failure.lacksLocations = true }
    for entry in statistics.newValues[table].entries where failure.locations[entry.hash] == nil {
      guard failure.locations.count < KnownFailures.valuesMaximum else {
        failure.lacksLocations = true
        break
      }
      var numbered = entry
      numbered.record = failure.locations.count
      failure.locations[entry.hash] = numbered
    }
    failures[rule] = failure
  }

  /// A sample of a piece, as one of the record.
  private func ofRecord(
    _ sample: Sample, _ record: DocumentRecords.Pieces, _ text: ChunkText?, _ chunk: ChunkStart
  ) -> Sample {
    var sample = text.map { sample.placed(in: chunk, $0) } ?? sample
    let location = text == nil ? "" : sample.recordPointer ?? ""
    sample.recordPointer = record.pointer
    sample.instanceLocation = sample.instanceLocation.map { location + $0 }
    for index in sample.places.indices {
      sample.places[index].instanceLocation = location + sample.places[index].instanceLocation
    }
    sample.line = place.hasLines ? place.lines + 1 : 0
    sample.byteOffset = place.hasLines ? place.offset : 0
    sample.column = nil
    return sample
  }
}

extension Sample {
  /// Adds the places of another failure of the same rule on the same record.
  fileprivate mutating func add(placesOf other: Sample) {
    if places.isEmpty { places = [onlyPlace] }
    for place in other.places.isEmpty ? [other.onlyPlace] : other.places {
      if places.count < FailureTrace.placesMaximum {
        places.append(place)
      } else {
        morePlaces += 1
      }
    }
    morePlaces += other.morePlaces
  }

  private var onlyPlace: FailureLocation {
    FailureLocation(
      instanceLocation: instanceLocation ?? "", value: value, keywordLocation: keywordLocation)
  }
}
