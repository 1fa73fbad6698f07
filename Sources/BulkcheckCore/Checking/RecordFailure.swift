/// A rule that failed on a record, as a sample of the report would say it.
package struct RecordFailure: Sendable {
  package enum Source: Hashable, Sendable {
    case builtIn(BuiltInRule)
    /// The rule's number in the rule set.
    case rule(Int)
  }

  package var source: Source
  package var sample: Sample
  /// A value that the closure which found the failure gives besides its reason.
  package var detail: (any Sendable)?
}

extension ChunkWorker {
  /// The rules that fail on a record of a judged chunk, of any severity: built-ins first, then in
  /// the profile's order.
  ///
  /// Judges the record once more, in a batch of its own. That costs more than a share of a full
  /// batch, and the words cost more still. So it is for records that are known to fail
  /// (``RecordVerdict/Flags/failed``, ``RecordVerdict/Flags/malformed``).
  ///
  /// - Parameters:
  ///   - ordinal: the record's number in the chunk, from 0.
  ///   - tellsEveryPlace: of a rule of a schema the first thousand places at fault, and not five.
  package mutating func failures(
    ofRecord ordinal: Int, in chunk: JudgedChunk, tellsEveryPlace: Bool = false
  ) -> [RecordFailure] {
    if tellsEveryPlace { explainer.placesShownMaximum = FailureTrace.allPlacesMaximum }
    defer { explainer.placesShownMaximum = FailureTrace.placesMaximum }
    let verdict = chunk.records[ordinal]
    if verdict.flags.contains(.malformed) { return malformed(ordinal, chunk) }
    guard verdict.flags.contains(.failed) else { return [] }
    var notes = judgeAgain(verdict, ordinal, chunk)
    let duplicates = chunk.duplicates(ofRecord: ordinal)
    for duplicate in duplicates {
      notes.append(
        FailureNote(rule: duplicate.rule, lane: 0, culprit: -1, reachedLimit: false))
    }
    notes.sort { $0.order < $1.order }
    explainer.begin(notes)
    return notes.map { note in
      let duplicate =
        note.builtIn == nil ? duplicates.first { $0.rule == note.rule } : nil
      var sample = described(note, duplicate).placed(in: chunk.place, chunk.text)
      sample.first = duplicate?.first
      if let rule = note.builtIn { return RecordFailure(source: .builtIn(rule), sample: sample) }
      return RecordFailure(
        source: .rule(Int(note.rule)), sample: sample,
        detail: explainer.engine.core.closureReason(of: note.rule)?.detail)
    }
  }

  /// - Parameter duplicate: the failure, if keys have told it.
  private mutating func described(_ note: FailureNote, _ duplicate: NotedDuplicate?) -> Sample {
    if let sample = duplicate?.sample { return sample }
    guard let duplicate, !duplicate.parts.isEmpty else { return explainer.described(note) }
    let asked = explainer.askedParts(of: note.rule).filter { $0.key != nil }
    let places = duplicate.parts.filter { $0 < asked.count }.map { asked[$0].place }
    return explainer.described(note.rule, at: places, of: duplicate.partCount)
  }

  private mutating func malformed(_ ordinal: Int, _ chunk: JudgedChunk) -> [RecordFailure] {
    guard program.ruleSet.settings(of: .malformed).isRun else { return [] }
    let record = chunk.records[ordinal]
    let fault =
      chunk.fault(ofRecord: ordinal) ?? reader.lineFault(record.start, record.end, in: chunk.bytes)
      ?? RecordFault(.syntax, at: 0, "the record is malformed")
    let sample = Sample(RecordPosition(record, ordinal), fault).placed(in: chunk.place, chunk.text)
    return [RecordFailure(source: .builtIn(.malformed), sample: sample)]
  }

  /// Leaves the record in the evaluator, for the words.
  private mutating func judgeAgain(
    _ verdict: RecordVerdict, _ ordinal: Int, _ chunk: JudgedChunk
  ) -> [FailureNote] {
    rescan(chunk.text, RecordPosition(verdict, ordinal))
    scratchStatistics.clear()
    explainer.engine.core.statistics = scratchStatistics
    explainer.engine.core.collectsFailures = true
    defer { explainer.engine.core.collectsFailures = false }
    explainer.engine.judge()
    return explainer.engine.core.takeNotes()
  }
}

extension RecordPosition {
  /// The position of a record of a chunk, by its verdict and its number in the chunk.
  init(_ verdict: RecordVerdict, _ ordinal: Int) {
    self.init()
    start = verdict.start
    end = verdict.end
    line = verdict.line
    self.ordinal = ordinal
  }
}

extension JudgedChunk {
  func fault(ofRecord ordinal: Int) -> RecordFault? {
    let index = faults.indices.partitioningIndex { faults[$0].ordinal >= ordinal }
    guard index < faults.count, faults[index].ordinal == ordinal else { return nil }
    return faults[index].fault
  }

  func duplicates(ofRecord ordinal: Int) -> ArraySlice<NotedDuplicate> {
    let index = duplicates.indices.partitioningIndex { duplicates[$0].ordinal >= ordinal }
    return duplicates[index...].prefix { $0.ordinal == ordinal }
  }
}
