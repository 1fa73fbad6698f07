public import BulkcheckReport
internal import Dispatch
internal import Synchronization

extension ProfileValidator {
  /// Judges inputs without blocking a thread of the caller's executor.
  ///
  /// ```swift
  /// let task = Task { await validator.validate([.file("big.jsonl")]) { print($0.records) } }
  /// task.cancel()  // the report is that of what was read, with `interrupted` set
  /// ```
  ///
  /// Cancelling the task ends the run at the next batch.
  ///
  /// - Parameter progress: told between batches, on a thread of the run.
  public func validate(
    _ inputs: [Input], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async -> Report {
    let flag = StopFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Not the cooperative pool: a run blocks its thread until the end.
        DispatchQueue.global().async {
          continuation.resume(
            returning: validate(inputs, shouldStop: { flag.isSet }, progress: progress))
        }
      }
    } onCancel: {
      flag.set()
    }
  }
}

/// Set once, read from other threads.
private final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
