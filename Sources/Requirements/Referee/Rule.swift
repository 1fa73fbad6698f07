/// What one subject asks of another.
///
/// ```swift
/// Rule("seven characters", about: Knife.self, priority: .high, tag: "knife.nickname",
///   .on(\.nickname, .length(exactly: 7)))
/// ```
/// Rules with the same tag contradict each other by design: of those about the same subject only
/// the ones of the highest priority speak.
public struct Rule: Sendable {
  public let name: String
  public let priority: Priority
  public let tag: String?
  /// Why the subject does not meet the rule; nil if the rule is not about subjects of its type.
  let reasons: @Sendable (_ subject: any Subject, _ group: Group) -> [Reason]?

  /// A rule about every subject of a type, which may be a protocol: `(any Round).self`.
  public init<Other>(
    _ name: String, about type: Other.Type, priority: Priority = .normal, tag: String? = nil,
    _ requirement: Requirement<Other>
  ) {
    self.name = name
    self.priority = priority
    self.tag = tag
    reasons = { subject, _ in (subject as? Other).map { requirement.failures(in: $0) } }
  }

  /// A rule about every subject of a type that looks at the rest of the group too.
  public init<Other>(
    _ name: String, about type: Other.Type, priority: Priority = .normal, tag: String? = nil,
    _ evaluate: @escaping @Sendable (_ other: Other, _ group: Group) -> Evaluation
  ) {
    self.name = name
    self.priority = priority
    self.tag = tag
    reasons = { subject, group in
      guard let other = subject as? Other else { return nil }
      return evaluate(other, group).reason.map { [$0] } ?? []
    }
  }
}
