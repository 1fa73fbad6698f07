/// The former name of `RefereeSubject`; Combine has a protocol of this name.
public typealias Subject = RefereeSubject

/// The former name of `RefereeGroup`; SwiftUI has a view of this name.
public typealias Group = RefereeGroup

/// A rule with a priority and a tag that judges the other subject by a closure.
///
/// ```swift
/// DefaultRule(priority: .high, tag: "star.in.trip") { pupil in
///   guard let star = pupil as? Star else { return true }
///   return !star.isGoing
/// }
/// ```
public typealias DefaultRule = Rule

extension Rule {
  /// Makes a rule about every subject. The closure returns true if there is no conflict, as it
  /// should for subjects that the rule is not about.
  ///
  /// Since the rule is about every subject, it silences weaker rules with the same tag everywhere.
  /// A closure that states the type of its subject, `{ (star: Star) in … }`, makes a rule about
  /// subjects of that type only and needs no cast.
  public init(
    priority: Priority = .normal, tag: String? = nil,
    _ holds: @escaping @Sendable (_ other: any RefereeSubject) -> Bool
  ) {
    self.init(priority: priority, tag: tag, about: (any RefereeSubject).self, holds)
  }
}
