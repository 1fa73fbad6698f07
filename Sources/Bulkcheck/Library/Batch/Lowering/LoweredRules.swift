internal import BulkcheckCore
internal import Requirements

/// A requirement as rules over bytes: the rules that profiles have too, and the closures, which
/// profiles do not have.
struct LoweredRules: Sendable {
  /// The requirement, with the names that places have in the data.
  let outline: Outline
  /// The places of a record and the parts of the requirement, to list all that is wrong.
  let listing: RecordListing
  /// How records are decoded.
  let plan: DecodingPlan
  var ruleSet: RuleSet
  var closures: [ClosureCheck]
  /// The reason of each rule's failures; nil if the value decides, or no requirement is behind it.
  var reasons: [LocatedReason?]
  /// The columns that make up a record in CSV.
  var members: [ClosureCheck.Member]
  /// The conditions, besides the rules, under which a record can surely be decoded; nil if only
  /// decoding can show it.
  var decodability: [Expression]?
}

extension LoweredRules {
  /// The id of the rule that a record can be decoded.
  static let decodableRule = "record.decodable"

  /// Returns the rules and a last one: a record that breaks none of severity error can be decoded.
  ///
  /// - Parameter handsOver: whether every record is decoded and handed to those who observe the
  ///   run, even if it breaks rules. Otherwise a record is decoded only if its bytes leave the
  ///   answer open, and there is no last rule if the bytes of no record can.
  func decoding<Record: Decodable & Sendable>(
    _ type: Record.Type, handsOver: Bool
  ) throws(BatchError) -> LoweredRules {
    let ids = ruleSet.rules.map(\.id) + ruleSet.tableRules.map(\.id)
    if ids.contains(Self.decodableRule) {
      throw BatchError.badRule(
        Self.decodableRule, "this id is reserved for the rule that a record can be decoded")
    }
    if !handsOver, decodability?.isEmpty == true { return self }
    var rules = self
    let number = closures.count
    rules.closures.append(
      ClosureCheck(
        members: members,
        judge: { [plan] subject in
          if subject.recordIsInvalid, !handsOver { return .notJudged }
          do {
            let record = try RecordDecoding.value(type, subject, plan, isReadAtOnce: false)
            if subject.recordIsInvalid { return .notJudgedWith(record) }
            return handsOver ? .holdsWith(record) : .holds
          } catch {
            if subject.recordIsInvalid { return .notJudged }
            return .fails(reason: RecordDecoding.sentence(error))
          }
        }))
    rules.ruleSet.rules.append(
      EngineRule(
        id: Self.decodableRule, field: nil, constraint: "decodable", scope: nil, stage: .value,
        expression: decodable(.constraint(.closure(number)), decodesAll: handsOver),
        attributes: RuleAttributes(message: MessageTemplate([.closure(number)])), paths: []))
    rules.reasons.append(nil)
    return rules
  }

  /// The statement that a record can be decoded.
  private func decodable(_ decoded: Expression, decodesAll: Bool) -> Expression {
    guard !decodesAll, let decodability else { return decoded }
    // Missing values leave a condition undecided. The record is always there, so with `isThere` the
    // condition is true unless a value fails.
    let isThere = Expression.constraint(.required)
    return .when(.all([isThere] + decodability), then: isThere, else: decoded)
  }
}
