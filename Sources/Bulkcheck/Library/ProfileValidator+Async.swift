public import BulkcheckReport

extension ProfileValidator {
  /// Checks inputs without blocking a thread of the caller's executor.
  ///
  /// ```swift
  /// let task = Task { await validator.validate([.file("big.jsonl")]) { print($0.records) } }
  /// task.cancel()  // the report is that of what was read, with `interrupted` set
  /// ```
  ///
  /// Cancelling the task ends the run at the next batch.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - progress: called between batches, on a thread of the run.
  public func validate(
    _ inputs: [Input], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async -> Report {
    await check.validate(inputs, progress: progress)
  }
}
