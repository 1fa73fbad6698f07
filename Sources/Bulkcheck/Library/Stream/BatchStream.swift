internal import BulkcheckInput
internal import BulkcheckReport
internal import Dispatch

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
