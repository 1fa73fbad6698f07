/// Lets one subject check another.
///
/// ```swift
/// Rule("seven characters", about: Knife.self, priority: .high, tag: "knife.nickname",
///   .on(\.nickname, .length(exactly: 7)))
/// ```
/// Rules with the same tag contradict each other by design. Among those about the same subject,
/// only the ones with the highest priority count.
public struct Rule: Sendable {
  /// The name in reports.
  public let name: String
  /// How strong it is among rules with the same tag.
  public let priority: Priority
  /// Rules with the same tag about the same subject exclude one another.
  public let tag: String?
  /// The type of the subjects that it is about.
  let about: ObjectIdentifier
  /// Whether the subject is of that type.
  let isAbout: @Sendable (_ subject: any RefereeSubject) -> Bool
  /// Why a subject of that type does not meet the rule.
  let reasons: @Sendable (_ subject: any RefereeSubject, _ group: RefereeGroup) -> [Reason]

  /// Makes a rule about every subject of a type, which can be a protocol: `(any Round).self`.
  public init<Other>(
    _ name: String, about type: Other.Type, priority: Priority = .normal, tag: String? = nil,
    _ requirement: Requirement<Other>
  ) {
    self.name = name
    self.priority = priority
    self.tag = tag
    about = ObjectIdentifier(type)
    isAbout = { $0 is Other }
    reasons = { subject, _ in (subject as? Other).map { requirement.failures(in: $0) } ?? [] }
  }

  /// Makes a rule about every subject of the closure's type. The closure returns true if there is
  /// no conflict.
  ///
  /// ```swift
  /// Rule(priority: .high, tag: "trip.star") { (star: Star) in !star.isGoing }
  /// ```
  /// It is named after its tag or, without one, after the type. `message` says what is wrong.
  public init<Other>(
    priority: Priority = .normal, tag: String? = nil, message: String? = nil,
    about type: Other.Type = Other.self, _ holds: @escaping @Sendable (_ other: Other) -> Bool
  ) {
    let name = tag ?? "about \(type)"
    let reason = Reason(message: message ?? "The rule \"\(name)\" does not hold")
    self.init(
      name, about: type, priority: priority, tag: tag,
      Requirement { holds($0) ? .confirmed : .failed(reason: reason) })
  }

  /// Makes a rule about every subject of a type that also looks at the rest of the group.
  public init<Other>(
    _ name: String, about type: Other.Type, priority: Priority = .normal, tag: String? = nil,
    _ evaluate: @escaping @Sendable (_ other: Other, _ group: RefereeGroup) -> Evaluation
  ) {
    self.name = name
    self.priority = priority
    self.tag = tag
    about = ObjectIdentifier(type)
    isAbout = { $0 is Other }
    reasons = { subject, group in
      guard let other = subject as? Other else { return [] }
      return evaluate(other, group).reason.map { [$0] } ?? []
    }
  }
}
