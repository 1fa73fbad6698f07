internal import BulkcheckCore

extension BatchValidator {
  /// The id of the rule that ``batches(of:options:progress:)`` adds: a record that passes all others
  /// can be decoded.
  public static var decodableRule: String { "record.decodable" }

  /// Judges inputs and hands over the valid records as values, batch after batch, with the reasons of
  /// the invalid ones.
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
  /// Records are decoded by the threads that judge them, and only those that pass every rule of error
  /// level. One that still cannot be decoded (a number too large for its property, an initialiser
  /// that throws) is invalid by the rule ``decodableRule``, which stands last in the report.
  ///
  /// - Parameters:
  ///   - inputs: judged one after another.
  ///   - options: how batches are made.
  ///   - progress: told between batches, on a thread of the run.
  /// - Throws: ``BatchError`` with ``BatchError/Code/badRule`` if one of the rules has that id.
  public func batches(
    of inputs: [ProfileValidator.Input], options: BatchStreamOptions = BatchStreamOptions(),
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void = { _ in }
  ) throws(BatchError) -> RecordBatches<Record> {
    if rules.contains(where: { $0.id == Self.decodableRule }) {
      throw BatchError.badRule(Self.decodableRule, "the id is that of a rule which `batches` adds")
    }
    let check = try lowered.decoding(
      id: Self.decodableRule,
      decode: { subject throws in
        try RecordDecoding.value(Record.self, subject, isReadAtOnce: false)
      }
    ).check(self.options)
    return check.batches(of: inputs, options: options, progress: progress) { _, attachment in
      attachment as? Record
    }
  }
}

extension LoweredRules {
  /// The same rules and one more: a record that breaks none of error level can be decoded, and is.
  func decoding(
    id: String,
    decode: @escaping @Sendable (ClosureCheck.Subject) throws -> any Sendable
  ) -> LoweredRules {
    var rules = self
    let number = closures.count
    rules.closures.append(
      ClosureCheck(
        members: members,
        judge: { subject in
          if subject.recordIsInvalid { return .notJudged }
          do {
            return .holdsWith(try decode(subject))
          } catch {
            return .fails(reason: RecordDecoding.sentence(error))
          }
        }))
    rules.ruleSet.rules.append(
      Rule(
        id: id, field: nil, constraint: "decodable", scope: nil, stage: .value,
        expression: .constraint(.closure(number)),
        attributes: RuleAttributes(message: MessageTemplate([.closure(number)])), paths: []))
    return rules
  }
}
