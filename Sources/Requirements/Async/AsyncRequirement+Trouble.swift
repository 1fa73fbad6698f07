extension AsyncRequirement {
  /// A check did not answer within its time.
  public struct TimeLimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that there was.
    public let limit: Duration

    /// A sentence with the limit.
    public var description: String { "No answer within \(limit)" }
  }

  /// The same requirement with a limit for the time of its asynchronous parts together. Beyond it
  /// they are cancelled and ``TimeLimitExceeded`` is thrown.
  ///
  /// A check that does not heed cancellation is waited for all the same.
  public func timeLimit<C: Clock>(
    _ limit: Duration, clock: C = ContinuousClock()
  ) -> AsyncRequirement where C.Duration == Duration {
    let rest = AsyncRequirement(synchronous: .all([]), checks: checks)
    if checks.isEmpty { return self }
    return AsyncRequirement(
      synchronous: synchronous,
      checks: [
        { value, depth in
          try await withThrowingTaskGroup(of: [Reason].self) { group in
            group.addTask { try await rest.reasons(value, depth) }
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

  /// The same requirement, asked again if an asynchronous part throws: up to `attempts` times in
  /// all, with a pause between them. The last error is thrown.
  ///
  /// A failed value is an answer and not asked about again; nor is anything after a cancellation.
  public func retry<C: Clock>(
    _ attempts: Int, pause: Duration = .zero, clock: C = ContinuousClock(),
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> AsyncRequirement where C.Duration == Duration {
    let checks = checks.map { check -> Check in
      { value, depth in
        var attempt = 1
        while true {
          do {
            return try await check(value, depth)
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
