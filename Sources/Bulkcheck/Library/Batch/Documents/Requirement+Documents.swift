internal import BulkcheckCore
public import Requirements

extension Requirement where Value: Decodable & Sendable {
  /// Writes the requirement, and what the type of the record asks, as a profile for the command.
  ///
  /// ```swift
  /// let document = try requirement.profile()
  /// print(document.text())       // JSON; document.text(as: .yaml)
  /// print(document.leftovers)    // what only Swift can check
  /// ```
  /// The profile finds the same records invalid as ``BatchValidator``, apart from what is listed as
  /// left over. Numbers are checked by their digits: 0.30000000000000001 is above 0.3, which a
  /// `Double` would round.
  ///
  /// - Parameters:
  ///   - table: for all records together.
  ///   - options: how records are read. `run` is not a part of a profile.
  ///   - strategies: how values are decoded. With `convertFromSnakeCase`, the document has the
  ///     names in snake case.
  /// - Throws: ``BatchError``, as the validator does.
  public func profile(
    table: [TableRequirement<Value>] = [], options: BatchOptions = BatchOptions(),
    decoding strategies: DecodingStrategies = DecodingStrategies()
  ) throws(BatchError) -> RequirementDocument {
    ProfileDraft.document(try rulesForDocument(table: table, options, strategies))
  }

  /// Writes the requirement, and what the type of the record asks, as a JSON Schema (2020-12).
  ///
  /// A record that the schema refuses is invalid in a batch, and the other way round, apart from
  /// what is listed as left over: closures, comparisons of two parts, and rules that do not make a
  /// record invalid. A validator that takes `format` for a comment must be told to check it.
  ///
  /// - Throws: ``BatchError``, as the validator does.
  public func jsonSchema(
    options: BatchOptions = BatchOptions(),
    decoding strategies: DecodingStrategies = DecodingStrategies()
  ) throws(BatchError) -> RequirementDocument {
    SchemaDraft.document(try rulesForDocument(table: [], options, strategies))
  }

  private func rulesForDocument(
    table: [TableRequirement<Value>], _ options: BatchOptions, _ strategies: DecodingStrategies
  ) throws(BatchError) -> LoweredRules {
    var options = options
    options.name = options.name ?? "\(Value.self)"
    return try RuleLowering.rules(
      outline, table: table.map(\.form), record: Value.self, mistakes: mistakes, options: options,
      plan: DecodingPlan(strategies), isForDocument: true)
  }
}
