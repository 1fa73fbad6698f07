internal import BulkcheckCore

extension LoweredRules {
  /// The id of the rule that a record can be decoded.
  static let decodableRule = "record.decodable"

  /// The same rules and one more: a record that breaks none of severity error can be decoded.
  ///
  /// - Parameter handsOver: each is decoded, and handed to those who observe the run. Otherwise
  ///   only such are whose bytes leave it open, and there is no such rule if that is none.
  func decoding<Record: Decodable & Sendable>(
    _ type: Record.Type, handsOver: Bool
  ) throws(BatchError) -> LoweredRules {
    let ids = ruleSet.rules.map(\.id) + ruleSet.tableRules.map(\.id)
    if ids.contains(Self.decodableRule) {
      throw BatchError.badRule(
        Self.decodableRule, "this id is reserved: every batch has a rule with it")
    }
    if !handsOver, decodability?.isEmpty == true { return self }
    var rules = self
    let number = closures.count
    rules.closures.append(
      ClosureCheck(
        members: members,
        judge: { subject in
          if subject.recordIsInvalid { return .notJudged }
          do {
            let record = try RecordDecoding.value(type, subject, isReadAtOnce: false)
            return handsOver ? .holdsWith(record) : .holds
          } catch {
            return .fails(reason: RecordDecoding.sentence(error))
          }
        }))
    rules.ruleSet.rules.append(
      EngineRule(
        id: Self.decodableRule, field: nil, constraint: "decodable", scope: nil, stage: .value,
        expression: decodable(.constraint(.closure(number)), decodesAll: handsOver),
        attributes: RuleAttributes(message: MessageTemplate([.closure(number)])), paths: []))
    return rules
  }

  private func decodable(_ decoded: Expression, decodesAll: Bool) -> Expression {
    guard !decodesAll, let decodability else { return decoded }
    // The record is there, so that the condition is true where no value fails, be they missing.
    let isThere = Expression.constraint(.required)
    return .when(.all([isThere] + decodability), then: isThere, else: decoded)
  }
}
