internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport

/// Makes batches of the records that a run hands over, and sends them.
final class BatchObserver<Valid: Sendable>: RecordObserver {
  /// What becomes of a valid record; `attachment` is what a closure has made of it.
  typealias Make = (_ record: RawRecordPlace, _ attachment: (any Sendable)?) -> Valid?

  private let stream: BatchStream<Valid>
  private let ruleSet: RuleSet
  private let recordsMaximum: Int
  private let wantsWarnings: Bool
  private let make: Make
  private var inputName = ""

  init(
    _ stream: BatchStream<Valid>, ruleSet: RuleSet, options: BatchStreamOptions,
    make: @escaping Make
  ) {
    self.stream = stream
    self.ruleSet = ruleSet
    recordsMaximum = max(1, options.recordsMaximum)
    wantsWarnings = options.includesWarnings
    self.make = make
  }

  var notes: RecordNotes { [.verdicts, .faults] }

  func begin(_ input: InputStart) -> Bool {
    inputName = input.name
    return true
  }

  // If the consumer has stopped, the run learns it from the closure that it calls before each
  // chunk, and ends as interrupted.
  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
    var start = 0
    var attachment = 0
    while start < chunk.records.count {
      let end = min(chunk.records.count, start + recordsMaximum)
      guard stream.send(batch(chunk, start..<end, &attachment, &worker)) else { break }
      start = end
    }
    return true
  }

  private func batch(
    _ chunk: JudgedChunk, _ ordinals: Range<Int>, _ attachment: inout Int,
    _ worker: inout ChunkWorker
  ) -> RecordBatch<Valid> {
    var valid: [Valid] = []
    var lines: [Int] = []
    var invalid: [FailedRecord] = []
    var warned: [FailedRecord] = []
    valid.reserveCapacity(ordinals.count)
    lines.reserveCapacity(ordinals.count)
    for ordinal in ordinals {
      let place = RawRecordPlace(chunk: chunk, ordinal: ordinal)
      while attachment < chunk.attachments.count,
        chunk.attachments[attachment].ordinal < ordinal
      {
        attachment += 1
      }
      let made =
        attachment < chunk.attachments.count && chunk.attachments[attachment].ordinal == ordinal
        ? chunk.attachments[attachment].value : nil
      let verdict = chunk.records[ordinal]
      guard verdict.isValid, let value = make(place, made) else {
        invalid.append(failed(place, &worker))
        continue
      }
      valid.append(value)
      lines.append(chunk.line(of: verdict))
      if wantsWarnings, verdict.flags.contains(.failed) { warned.append(failed(place, &worker)) }
    }
    return RecordBatch(
      inputName: inputName, valid: valid, validLines: lines, invalid: invalid, warned: warned)
  }

  private func failed(_ place: RawRecordPlace, _ worker: inout ChunkWorker) -> FailedRecord {
    let failures = worker.failures(ofRecord: place.ordinal, in: place.chunk)
    return FailedRecord(
      record: place.record, failures: failures.map { RuleFailure($0, ruleSet) },
      isMalformed: place.chunk.records[place.ordinal].flags.contains(.malformed))
  }
}

/// A record of a chunk, while the chunk is at hand.
struct RawRecordPlace {
  let chunk: JudgedChunk
  let ordinal: Int

  var record: RawRecord {
    let verdict = chunk.records[ordinal]
    let start = max(verdict.start, 0)
    let end = min(max(verdict.end, start), chunk.bytes.count)
    return RawRecord(
      bytes: chunk.bytes[start..<end].array, line: chunk.line(of: verdict),
      number: chunk.place.records + ordinal + 1, byteOffset: chunk.place.offset + verdict.start)
  }
}

extension RuleFailure {
  init(_ failure: RecordFailure, _ ruleSet: RuleSet) {
    switch failure.source {
    case .builtIn(let rule):
      self.rule = rule.id
      field = nil
      severity = Report.Severity(ruleSet.settings(of: rule).severity)
      code = failure.kind?.rawValue
    case .rule(let number):
      let rule = ruleSet.rules[number]
      self.rule = rule.id
      field = rule.field
      severity = Report.Severity(rule.attributes.severity)
      code = rule.attributes.code ?? failure.reason
    }
    instanceLocation = failure.instanceLocation
    value = failure.value
    message = failure.message
    column = failure.column
  }
}
