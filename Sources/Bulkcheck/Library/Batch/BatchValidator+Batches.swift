internal import BulkcheckCore

extension BatchValidator {
  /// Checks inputs, and returns the valid records as Swift values, batch after batch, with the
  /// reasons why the others are invalid.
  ///
  /// ```swift
  /// let batches = try validator.batches(of: [.file("users.jsonl.gz")])
  /// for try await batch in batches {
  ///   try await store.insert(batch.valid)           // [User]
  ///   for record in batch.invalid { reject(record.record.bytes, record.failures) }
  /// }
  /// print(await batches.report.records.invalid)
  /// ```
  ///
  /// Records are decoded in parallel, and only those that pass every rule of severity error. A
  /// record that still cannot be decoded fails the rule ``decodableRule``, as in `validate`.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - options: how batches are made.
  ///   - progress: called between batches, on a thread of the run.
  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotCompile`` if there are too many rules.
  public func batches(
    of inputs: [ProfileValidator.Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void = { _ in }
  ) throws(BatchError) -> RecordBatches<Record> {
    let check = try lowered.decoding(Record.self, handsOver: true).check(self.options)
    return check.batches(of: inputs, options: options, progress: progress) { _, attachment in
      attachment as? Record
    }
  }
}
