internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport
internal import Dispatch
internal import Synchronization

/// Compiled rules with what their report says of them: what validators are made of.
struct RuleRun: Sendable {
  private(set) var run: BatchRun
  let ruleSet: RuleSet
  let profile: Report.Profile
  let verdict: VerdictOptions
  let samplesMaximum: Int

  init(
    ruleSet: RuleSet, closures: [ClosureCheck] = [], profile: Report.Profile,
    options: ProfileValidator.Options
  ) throws(RunSetupError) {
    run = try BatchRun(ruleSet: ruleSet, closures: closures, options: options.runOptions)
    self.ruleSet = ruleSet
    self.profile = profile
    verdict = options.verdict
    samplesMaximum = options.samplesMaximum
  }

  func validate(
    _ inputs: [ProfileValidator.Input], observer: (any RecordObserver)? = nil,
    shouldStop: @Sendable () -> Bool, progress: (ProfileValidator.Progress) -> Void
  ) -> Report {
    report(
      run.run(inputs.map(\.location), observer: observer, shouldStop: shouldStop) { state in
        progress(ProfileValidator.Progress(state))
      })
  }

  /// A run of which the partial result is written.
  func validate(
    _ inputs: [ProfileValidator.Input], partial: PartialWriter
  ) -> Report {
    report(run.run(inputs.map(\.location), partial: partial))
  }

  /// The same rules compiled for other options. Closures are left out: no profile has any.
  func with(_ options: RunOptions) -> RuleRun {
    var result = self
    do throws(RunSetupError) {
      result.run = try BatchRun(ruleSet: ruleSet, options: options)
    } catch {
      preconditionFailure("rules that were compiled before can be compiled again: \(error)")
    }
    return result
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
    return report(run.reading(.jsonl).run([location]))
  }

  private func report(_ summary: RunSummary) -> Report {
    Report(
      summary: summary, ruleSet: ruleSet, profile: profile, options: verdict,
      samplesMaximum: samplesMaximum)
  }
}

/// Set once, read from other threads.
private final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
