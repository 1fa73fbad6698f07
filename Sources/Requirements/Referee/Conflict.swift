/// A rule that does not hold: within one subject, or between two.
public struct Conflict: Hashable, Sendable, CustomStringConvertible {
  /// The name of the rule.
  public var rule: String
  /// The tag of the rule, if it has one.
  public var tag: String?
  /// The reason of the conflict.
  public var reason: Reason
  /// Whose rule it is. Filled in by the referee.
  public internal(set) var subject: SubjectID?
  /// Whom the rule is about, if not the subject itself. Filled in by the referee.
  public internal(set) var other: SubjectID?

  /// Makes a conflict of a subject with itself. Return it from `checkYourself()`.
  public init(rule: String, tag: String? = nil, reason: Reason) {
    self.rule = rule
    self.tag = tag
    self.reason = reason
  }

  /// Checks a value, and returns one conflict for each reason why it fails.
  public static func conflicts<Value>(
    rule: String, in value: Value, _ requirement: Requirement<Value>
  ) -> [Conflict] {
    requirement.failures(in: value).map { Conflict(rule: rule, reason: $0) }
  }

  /// The fault, as a sentence.
  public var message: String { reason.message }

  /// `Needle, about Knife: the nickname must have 5 characters`.
  public var description: String {
    let subjects = [subject?.description, other.map { "about \($0)" }].compactMap { $0 }
    return subjects.isEmpty ? message : subjects.joined(separator: ", ") + ": " + message
  }
}
