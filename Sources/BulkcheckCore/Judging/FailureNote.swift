/// A rule that failed on a record of the batch, before it is put into words.
package struct FailureNote: BitwiseCopyable, Sendable {
  /// The rule's number, or of a built-in one -1 and down.
  package var rule: RuleNumber
  /// The lane of the record.
  var lane: Lane
  /// The element at which a rule over several elements failed, or -1.
  var culprit: NodeNumber = -1
  /// A pattern reached its match limit.
  var reachedLimit = false

  init(rule: RuleNumber, lane: Lane, culprit: NodeNumber, reachedLimit: Bool) {
    self.rule = rule
    self.lane = lane
    self.culprit = culprit
    self.reachedLimit = reachedLimit
  }

  init(_ rule: BuiltInRule, lane: Lane) {
    self.lane = lane
    self.rule = RuleNumber(-1 - (BuiltInRule.allCases.firstIndex(of: rule) ?? 0))
  }

  package var builtIn: BuiltInRule? { rule < 0 ? BuiltInRule.allCases[-1 - Int(rule)] : nil }

  /// The place of the rule in reports: the built-in ones come first.
  var order: Int { rule < 0 ? -1 - Int(rule) - BuiltInRule.allCases.count : Int(rule) }
}
