/// Time limits and further attempts.
extension AsyncRequirement {
  /// Thrown by ``AsyncRequirement/timeLimit(_:clock:)`` when a check does not answer in time.
  public struct TimeLimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that the check had.
    public let limit: Duration

    /// A sentence with the limit.
    public var description: String { "No answer within \(limit)" }
  }

  /// Limits the time of the asynchronous parts together. After that they are cancelled, and
  /// ``TimeLimitExceeded`` is thrown.
  ///
  /// If a check ignores cancellation, the call waits until it ends.
  public func timeLimit<C: Clock>(
    _ limit: Duration, clock: C = ContinuousClock()
  ) -> AsyncRequirement where C.Duration == Duration {
    if checks.isEmpty { return self }
    let checks = checks
    return AsyncRequirement(
      synchronous: synchronous,
      checks: [
        { value, depth, faults in
          try await withThrowingTaskGroup(of: [Reason].self) { group in
            group.addTask { try await SideBySide.reasons(checks, value, depth, faults) }
            group.addTask {
              try await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)
              throw TimeLimitExceeded(limit: limit)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
          }
        }
      ])
  }

  /// Checks again if an asynchronous part throws: up to `attempts` times in all, with a pause
  /// between them. The last error is thrown.
  ///
  /// ```swift
  /// let available = isAvailable.timeLimit(.seconds(2)).retry(3, pause: .milliseconds(200))
  /// ```
  /// A value that fails is an answer and is not checked again. Nothing is repeated after a
  /// cancellation.
  public func retry<C: Clock>(
    _ attempts: Int, pause: Duration = .zero, clock: C = ContinuousClock(),
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> AsyncRequirement where C.Duration == Duration {
    let checks = checks.map { check -> AsyncCheck<Value> in
      { value, depth, faults in
        var attempt = 1
        while true {
          do {
            return try await check(value, depth, faults)
          } catch  where attempt < attempts && !(error is CancellationError) && isWorthwhile(error)
          {
            attempt += 1
            try Task.checkCancellation()
            if pause > .zero {
              try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            }
          }
        }
      }
    }
    return AsyncRequirement(synchronous: synchronous, checks: checks)
  }
}
