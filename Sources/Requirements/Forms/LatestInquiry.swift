/// Asks about the latest value only, with a pause before and a time limit.
///
/// An inquiry ends with exactly one answer, unless another one begins before. So nobody waits for
/// ever: a check that ignores cancellation is left to itself when its time is over.
@MainActor
final class LatestInquiry<Value: Sendable> {
  typealias Answer = Result<[Reason], any Error>

  private let ask: @Sendable (Value) async throws -> [Reason]
  private let timing: FieldTiming
  /// The number of the latest inquiry. Answers to others are dropped.
  private var number = 0
  private var work: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  /// Whether the latest inquiry has not asked yet.
  private(set) var isPausing = false

  init(
    _ timing: FieldTiming, ask: @escaping @Sendable (_ value: Value) async throws -> [Reason]
  ) {
    self.timing = timing
    self.ask = ask
  }

  deinit {
    work?.cancel()
    timer?.cancel()
  }

  /// Cancels the inquiry that is under way, if there is one. It will have no answer.
  func cancel() {
    number += 1
    isPausing = false
    work?.cancel()
    timer?.cancel()
    work = nil
    timer = nil
  }

  /// Begins an inquiry, in place of the one that is under way.
  func begin(
    _ value: Value, afterPause: Bool, _ answer: @escaping @MainActor (Answer) -> Void
  ) {
    cancel()
    let own = number
    isPausing = afterPause
    let (ask, timing) = (ask, timing)
    let pause = afterPause ? timing.pause : .zero
    work = Task { [weak self] in
      do {
        if pause > .zero { try await timing.clock.sleep(for: pause) }
        self?.endPause(own)
        let reasons = try await ask(value)
        self?.end(own, .success(reasons), answer)
      } catch {
        self?.end(own, .failure(error), answer)
      }
    }
    let limit = timing.limit
    timer = Task { [weak self] in
      do {
        try await timing.clock.sleep(for: pause + limit)
        let error = AsyncRequirement<Value>.TimeLimitExceeded(limit: limit)
        self?.end(own, .failure(error), answer)
      } catch {
        // Cancelled, because there is an answer or a later inquiry.
      }
    }
  }

  private func endPause(_ own: Int) {
    if own == number { isPausing = false }
  }

  private func end(_ own: Int, _ result: Answer, _ answer: @MainActor (Answer) -> Void) {
    guard own == number else { return }
    cancel()
    answer(result)
  }
}

/// How long a field waits before and for an asynchronous check.
struct FieldTiming: Sendable {
  let pause: Duration
  let limit: Duration
  let clock: any Clock<Duration>
}
