/// A rule that failed on a record, as a sample of the report would say it.
package struct RecordFailure: Sendable {
  package enum Source: Hashable, Sendable {
    case builtIn(BuiltInRule)
    /// The rule's number in the rule set.
    case rule(Int)
  }

  package var source: Source
  /// The JSON Pointer of the value at fault, or of the place where it should be; nil where the
  /// record could not be parsed.
  package var instanceLocation: String?
  /// The way to the keyword through references, for a rule of a schema.
  package var keywordLocation: String?
  /// The first places at fault, if there are several, and how many more there are.
  package var places: [FaultPlace] = []
  package var morePlaces = 0
  /// JSON text of the raw value; nil when it is absent.
  package var value: String?
  package var valueIsTruncated = false
  package var message: String
  /// A machine word for why, where the rule alone does not tell: `pattern-limit`.
  package var reason: String?
  /// Only of malformed records.
  package var kind: MalformedKind?
  package var column: Int?
  /// Only of duplicates: the record whose key this one has.
  package var first: FirstPlace?
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
    if tellsEveryPlace { explainer.placesShownMaximum = FaultTrace.allPlacesMaximum }
    defer { explainer.placesShownMaximum = FaultTrace.placesMaximum }
    let verdict = chunk.records[ordinal]
    let line = "\(chunk.line(of: verdict))"
    if verdict.flags.contains(.malformed) { return malformed(ordinal, chunk) }
    guard verdict.flags.contains(.failed) else { return [] }
    var notes = judgeAgain(verdict, ordinal, chunk.bytes)
    let duplicates = chunk.duplicates(ofRecord: ordinal)
    for duplicate in duplicates {
      notes.append(
        FailureNote(rule: duplicate.rule, lane: 0, culprit: -1, reachedLimit: false))
    }
    notes.sort { $0.order < $1.order }
    explainer.begin(notes)
    return notes.map { note in
      let sample = explainer.described(note)
      var failure = RecordFailure(
        source: note.builtIn.map { .builtIn($0) } ?? .rule(Int(note.rule)), value: sample.value,
        valueIsTruncated: sample.valueIsTruncated,
        message: sample.messageParts.count == 1
          ? sample.messageParts[0] : sample.messageParts.joined(separator: line),
        reason: sample.reason)
      failure.instanceLocation = sample.instanceLocation
      failure.keywordLocation = sample.keywordLocation
      failure.places = sample.places
      failure.morePlaces = sample.morePlaces
      failure.first = duplicates.first { $0.rule == note.rule }?.first
      return failure
    }
  }

  private mutating func malformed(_ ordinal: Int, _ chunk: JudgedChunk) -> [RecordFailure] {
    guard program.ruleSet.settings(of: .malformed).isRun else { return [] }
    let line = chunk.records[ordinal]
    let fault =
      chunk.fault(ofRecord: ordinal) ?? reader.lineFault(line.start, line.end, in: chunk.bytes)
      ?? RecordFault(.syntax, at: 0, "the record is malformed")
    return [
      RecordFailure(
        source: .builtIn(.malformed), message: fault.detail, kind: fault.kind, column: fault.column)
    ]
  }

  /// Leaves the record in the evaluator, for the words.
  private mutating func judgeAgain(
    _ verdict: RecordVerdict, _ ordinal: Int, _ chunk: ByteView
  ) -> [FailureNote] {
    var position = RecordPosition()
    position.start = verdict.start
    position.end = verdict.end
    position.line = verdict.line
    position.ordinal = ordinal
    rescan(chunk, position)
    scratchStatistics.clear()
    explainer.engine.core.statistics = scratchStatistics
    explainer.engine.core.collectsFailures = true
    defer { explainer.engine.core.collectsFailures = false }
    explainer.engine.judge()
    return explainer.engine.core.takeNotes()
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
