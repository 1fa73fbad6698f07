package import BulkcheckCore
package import BulkcheckInput

/// Why a run cannot start.
package struct RunSetupError: Error, Sendable, CustomStringConvertible {
  package var description: String
}

/// Judges inputs by a rule set: reads ahead, judges in parallel, adds up in order.
///
/// A value that may be used any number of times and from any thread; each ``run(_:observer:shouldStop:progress:)`` is
/// independent.
package struct BatchRun: Sendable {
  private let program: Program
  private var options: RunOptions

  /// Compiles the rules.
  ///
  /// - Parameter closures: those that rules ask by number; profiles have none.
  /// - Throws: ``RunSetupError`` if a rule cannot be compiled, which the linter would have found.
  package init(
    ruleSet: RuleSet, closures: [ClosureCheck] = [], options: RunOptions = RunOptions()
  ) throws(RunSetupError) {
    do throws(ProgramError) {
      program = try Program(ruleSet, closures: closures, hashKeys: options.hashKeys)
    } catch {
      throw RunSetupError(description: error.description)
    }
    self.options = options
  }

  /// Judges the inputs one after another. An input that cannot be read to its end has a `failure` in the summary; the
  /// others are judged all the same.
  ///
  /// - Parameters:
  ///   - observer: receives the records with their verdicts, in input order.
  ///   - partial: takes what is needed to merge the run with others; the options are ``RunOptions/mergeable(profileSHA256:secret:)``.
  ///   - shouldStop: asked before each batch; true ends the run, marked as interrupted.
  ///   - progress: told after each batch, on the calling thread.
  package func run(
    _ inputs: [InputLocation], observer: (any RecordObserver)? = nil,
    partial: PartialWriter? = nil,
    shouldStop: @Sendable () -> Bool = { false }, progress: (RunProgress) -> Void = { _ in }
  ) -> RunSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let engine = RunEngine(
      program: program, options: options, observer: observer, partial: partial)
    var summaries: [InputSummary] = []
    var bytesBefore = 0
    for (number, location) in inputs.enumerated() {
      let result = engine.run(location, number: number, shouldStop: shouldStop) {
        storedBytesRead, storedBytes, records in
        progress(
          RunProgress(
            inputPath: location.name, bytesRead: bytesBefore + storedBytesRead,
            bytesTotal: inputs.count == 1 ? storedBytes : nil, records: records))
      }
      bytesBefore += result.bytesRead
      summaries.append(result)
      partial?.end(PartialInput(summary: result, extent: engine.extent))
      if engine.isStopped { break }
    }
    // Inputs that the run did not come to are listed all the same.
    for location in inputs.dropFirst(summaries.count) {
      var unread = InputSummary(
        path: location.name, format: options.format ?? location.likelyFormat, compression: .none)
      unread.complete = false
      summaries.append(unread)
      partial?.end(PartialInput(summary: unread, extent: PartialExtent()))
    }
    var summary = engine.summary()
    summary.inputs = summaries
    summary.seconds = seconds(clock.now - start)
    partial?.finish(engine.partialBlocks(), summary)
    return summary
  }

  /// The same run with inputs of a known format.
  func reading(_ format: InputFormat) -> BatchRun {
    var run = self
    run.options.format = format
    return run
  }

  /// The ids of the rules, built-in ones included, that fail on one record judged alone as a JSONL line.
  package func failures(ofRecord text: [UInt8]) -> [String] {
    var worker = ChunkWorker(
      program: program, recordBytesMaximum: options.recordBytesMaximum)
    worker.evaluator.collectsFailures = true
    let buffer = ChunkBuffer(capacity: text.count)
    ByteView.with(text) { buffer.append($0) }
    let accumulator = RunAccumulator(
      program: program, samplesMaximum: 0, keys: options.keyPlan)
    _ = worker.judge(
      ChunkTask(bytes: buffer.bytes, isFinal: true), into: accumulator.makeStatistics())
    return worker.evaluator.failureNotes.map { note in
      note.builtIn?.id ?? program.ruleSet.rules[Int(note.rule)].id
    }
  }

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
