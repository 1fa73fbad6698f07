internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport
internal import Dispatch
internal import Synchronization

/// What validators do with a check.
extension Check {
  func validate(
    _ inputs: [ProfileValidator.Input], observer: (any RecordObserver)? = nil,
    shouldStop: @Sendable () -> Bool, progress: (ProfileValidator.Progress) -> Void
  ) -> Report {
    report(
      run(inputs.map(\.location), observer: observer, shouldStop: shouldStop) { state in
        progress(ProfileValidator.Progress(state))
      })
  }

  /// Not on the cooperative pool: a run blocks its thread until the end.
  func validate(
    _ inputs: [ProfileValidator.Input],
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void
  ) async -> Report {
    let flag = StopFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            returning: validate(inputs, shouldStop: { flag.isSet }, progress: progress))
        }
      }
    } onCancel: {
      flag.set()
    }
  }

  func validate<Records: Sequence & SendableMetatype>(
    records: Records, name: String
  ) -> Report
  where Records.Element: StringProtocol & SendableMetatype, Records.Iterator: SendableMetatype {
    // The run reads with one thread at a time, while the caller, who alone has the sequence
    // besides, waits.
    let lent = LentValue(records)
    let location = InputLocation.source(name: name) { RecordSource(lent.value.makeIterator()) }
    return report(with { $0.reading.format = .jsonl }.run([location]))
  }
}

/// Set once, read from other threads.
private final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
