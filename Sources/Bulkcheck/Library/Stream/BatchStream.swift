internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport
internal import Dispatch
internal import Requirements

/// The way of batches from the threads of a run to those who take them, with room for a few.
///
/// `@unchecked Sendable`: all that changes is touched under the monitor's lock.
final class BatchStream<Valid: Sendable>: @unchecked Sendable {
  typealias Batch = RecordBatch<Valid>

  private let monitor = Monitor()
  private let capacity: Int
  /// Runs to the end, sending batches to the stream; on a thread that may be blocked.
  private let work: @Sendable (BatchStream<Valid>) -> Report

  private var waiting: [Batch] = []
  private var takers: [CheckedContinuation<Batch?, Never>] = []
  private var askers: [CheckedContinuation<Report, Never>] = []
  private var hasBegun = false
  private var isClosed = false
  private var report: Report?

  init(capacity: Int, work: @escaping @Sendable (BatchStream<Valid>) -> Report) {
    self.capacity = max(1, capacity)
    self.work = work
  }

  // MARK: The run

  /// Whether the consumer has stopped.
  var isStopped: Bool { locked { isClosed } }

  /// Hands over a batch; waits until there is room. False if the consumer has stopped.
  func send(_ batch: Batch) -> Bool {
    monitor.lock()
    while !isClosed, takers.isEmpty, waiting.count >= capacity { monitor.wait() }
    if isClosed {
      monitor.unlock()
      return false
    }
    guard takers.isEmpty else {
      let taker = takers.removeFirst()
      monitor.unlock()
      taker.resume(returning: batch)
      return true
    }
    waiting.append(batch)
    monitor.unlock()
    return true
  }

  private func begin() {
    DispatchQueue.global().async { [self] in
      let report = work(self)
      monitor.lock()
      self.report = report
      let (takers, askers) = (self.takers, self.askers)
      self.takers = []
      self.askers = []
      monitor.unlock()
      for taker in takers { taker.resume(returning: nil) }
      for asker in askers { asker.resume(returning: report) }
    }
  }

  // MARK: Those who take batches

  /// The next batch; nil when the run has ended, or was stopped.
  func next() async -> Batch? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { taker in
        monitor.lock()
        let begins = !hasBegun
        hasBegun = true
        if !waiting.isEmpty, !isClosed {
          let batch = waiting.removeFirst()
          monitor.wakeAll()
          monitor.unlock()
          taker.resume(returning: batch)
        } else if isClosed || report != nil {
          monitor.unlock()
          taker.resume(returning: nil)
        } else {
          takers.append(taker)
          monitor.unlock()
        }
        if begins { begin() }
      }
    } onCancel: {
      stop()
    }
  }

  /// Ends the run: what waits is dropped.
  func stop() {
    monitor.lock()
    let takers = report == nil ? self.takers : []
    if report == nil {
      isClosed = true
      waiting = []
      self.takers = []
    }
    monitor.wakeAll()
    monitor.unlock()
    for taker in takers { taker.resume(returning: nil) }
  }

  /// Ends the run, unless it has ended by itself, and waits for its report.
  func finish() async -> Report {
    stop()
    return await withCheckedContinuation { asker in
      monitor.lock()
      let begins = !hasBegun
      hasBegun = true
      if let report {
        monitor.unlock()
        asker.resume(returning: report)
      } else {
        askers.append(asker)
        monitor.unlock()
      }
      if begins { begin() }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return body()
  }
}

/// Makes batches of the records that a run hands over, and sends them.
final class BatchObserver<Valid: Sendable>: RecordObserver {
  /// Makes the value of a valid record; `attachment` is the one that a closure has made.
  typealias Make = (_ record: RecordAtHand, _ attachment: (any Sendable)?) -> Valid?

  private let stream: BatchStream<Valid>
  private let ruleSet: RuleSet
  private let explanations: RuleExplanations
  private let recordsMaximum: Int
  private let wantsWarnings: Bool
  private let make: Make
  private var inputName = ""
  private var isCSV = false

  init(
    _ stream: BatchStream<Valid>, ruleSet: RuleSet, explanations: RuleExplanations,
    options: BatchStreamOptions, make: @escaping Make
  ) {
    self.stream = stream
    self.ruleSet = ruleSet
    self.explanations = explanations
    recordsMaximum = max(1, options.recordsMaximum)
    wantsWarnings = options.includesWarnings
    self.make = make
  }

  var notes: RecordNotes { [.verdicts, .faults] }

  func begin(_ input: InputStart) -> Bool {
    inputName = input.name
    isCSV = !input.format.isJSON
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
      let place = RecordAtHand(chunk: chunk, ordinal: ordinal)
      while attachment < chunk.attachments.count,
        chunk.attachments[attachment].ordinal < ordinal
      {
        attachment += 1
      }
      let made =
        attachment < chunk.attachments.count && chunk.attachments[attachment].ordinal == ordinal
        ? chunk.attachments[attachment].value : nil
      let verdict = chunk.records[ordinal]
      // No value of the document is its outline.
      if verdict.isValid, chunk.isOutline(ordinal) { continue }
      guard verdict.isValid, let value = make(place, made) else {
        invalid.append(failed(place, made, &worker))
        continue
      }
      valid.append(value)
      lines.append(chunk.line(of: verdict))
      if wantsWarnings, verdict.flags.contains(.failed) {
        warned.append(failed(place, made, &worker))
      }
    }
    return RecordBatch(
      inputName: inputName, valid: valid, validLines: lines, invalid: invalid, warned: warned)
  }

  private func failed(
    _ place: RecordAtHand, _ attachment: (any Sendable)?, _ worker: inout ChunkWorker
  ) -> FailedRecord {
    let failures = worker.failures(ofRecord: place.ordinal, in: place.chunk)
    return FailedRecord(
      record: place.record,
      failures: failures.map {
        RuleFailure($0, ruleSet, explanations.reasons, isCSV: isCSV)
      },
      reasons: attachment.map(explanations.reasonsOfRecord) ?? [],
      isMalformed: place.chunk.records[place.ordinal].flags.contains(.malformed))
  }
}

/// The reasons for which a requirement fails, by rule and by record; none for a profile.
struct RuleExplanations: Sendable {
  /// The reason of each rule's failures, by its number; nil if the value decides.
  var reasons: [LocatedReason?] = []
  /// Every reason why a decoded record fails.
  var reasonsOfRecord: @Sendable (_ record: any Sendable) -> [Reason] = { _ in [] }
}

/// A record of a chunk, while the chunk is at hand.
struct RecordAtHand {
  let chunk: JudgedChunk
  let ordinal: Int

  var record: RawRecord {
    let verdict = chunk.records[ordinal]
    let start = max(verdict.start, 0)
    let end = min(max(verdict.end, start), chunk.bytes.count)
    var offsets = StoredOffsets(chunk.text)
    return RawRecord(
      bytes: chunk.bytes[start..<end].array, line: chunk.line(of: verdict),
      number: chunk.place.records + ordinal + 1,
      byteOffset: offsets.offset(of: ordinal, at: verdict.start, in: chunk.place))
  }
}

extension RuleFailure {
  /// - Parameter reasons: those of the rules that were made from requirements, by their number.
  init(
    _ failure: RecordFailure, _ ruleSet: RuleSet, _ reasons: [LocatedReason?], isCSV: Bool
  ) {
    var found = failure.detail as? LocatedReason
    switch failure.source {
    case .builtIn(let rule):
      self.rule = rule.id
      field = nil
      severity = Report.Severity(ruleSet.settings(of: rule).severity)
      code = failure.sample.kind?.rawValue
    case .rule(let number):
      let rule = ruleSet.rules[number]
      self.rule = rule.id
      field = rule.field
      severity = Report.Severity(rule.attributes.severity)
      if found == nil, reasons.indices.contains(number) { found = reasons[number] }
      code = rule.attributes.code ?? failure.sample.reason ?? found?.reason.code
    }
    parameters = found?.reason.parameters ?? [:]
    alternatives =
      found.map { found in
        found.reason.alternatives.map { $0.relative(to: found.reason.path) }
      } ?? []
    let location = failure.sample.instanceLocation
    instanceLocation = found?.location(near: location, isCSV: isCSV) ?? location
    value = failure.sample.value
    message = failure.sample.message
    column = failure.sample.column
  }
}
