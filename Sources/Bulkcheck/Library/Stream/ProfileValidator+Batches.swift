extension ProfileValidator {
  /// Checks inputs and returns their records, batch after batch, for you to keep, repair or route.
  ///
  /// ```swift
  /// let batches = validator.batches(of: [.file("orders.csv.gz")])
  /// for try await batch in batches {
  ///   for record in batch.valid { output.write(record.bytes) }
  ///   for record in batch.invalid { rejects.write(record.record.text, record.failures) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - options: how batches are made.
  ///   - progress: called between batches, on a thread of the run.
  public func batches(
    of inputs: [Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> RecordBatches<RawRecord> {
    check.batches(of: inputs, options: options, progress: progress) { place, _ in place.record }
  }
}

extension Check {
  func batches<Valid: Sendable>(
    of inputs: [ProfileValidator.Input], options: BatchStreamOptions,
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void,
    make: @escaping @Sendable (RawRecordPlace, (any Sendable)?) -> Valid?
  ) -> RecordBatches<Valid> {
    RecordBatches(
      stream: BatchStream(capacity: options.waitingMaximum) { stream in
        let observer = BatchObserver(stream, ruleSet: ruleSet, options: options, make: make)
        return validate(
          inputs, observer: observer, shouldStop: { stream.isStopped }, progress: progress)
      })
  }
}
