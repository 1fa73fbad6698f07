/// A value with rules about other values. A ``Referee`` keeps them all.
///
/// A subject is plain data, best a struct. It has no references to the others. A rule receives the
/// subject that it is about, typed, and a ``Group`` with the rest.
///
/// An instance of a class can change without the referee noticing. So it is checked again at each
/// ``Referee/conflicts()``, which costs as much as a change. A struct that keeps its properties in
/// an object looks like plain data to the referee. Report its changes with
/// ``Referee/update(_:named:_:)``.
public protocol Subject: Sendable {
  /// The name in reports; the name of the type unless given.
  var name: String { get }

  /// The conflicts of the subject taken alone. None unless given.
  func checkYourself() -> [Conflict]

  /// The rules that this subject, as it is now, has for others. None unless given.
  var rules: [Rule] { get }
}

extension Subject {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// None.
  public func checkYourself() -> [Conflict] { [] }
  /// None.
  public var rules: [Rule] { [] }
}

/// Identifies a subject of a ``Referee``, by its position only. Names can be alike, and can change.
public struct SubjectID: Hashable, Sendable, CustomStringConvertible {
  /// The position among the subjects, from 0.
  public let position: Int
  /// The name in reports.
  public let name: String
  /// Which of the subjects with this name it is, from 1; nil if it is the only one.
  public let number: Int?

  /// The name, and the number where several subjects have the name: `Knife 2`.
  public var description: String { number.map { "\(name) \($0)" } ?? name }

  /// Whether both are at the same position of a referee.
  public static func == (left: SubjectID, right: SubjectID) -> Bool {
    left.position == right.position
  }

  /// Hashes the position.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }

  /// The ids of subjects with these names, by position.
  static func ids(of names: [String]) -> [SubjectID] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    var numbers: [String: Int] = [:]
    return names.enumerated().map { position, name in
      guard counts[name, default: 0] > 1 else {
        return SubjectID(position: position, name: name, number: nil)
      }
      numbers[name, default: 0] += 1
      return SubjectID(position: position, name: name, number: numbers[name])
    }
  }
}

/// Lets a rule look at all the subjects of a referee. The referee remembers what a rule looked at,
/// and checks the rule again only if that has changed.
///
/// ```swift
/// Rule("no knives", about: HeliumBalloon.self) { balloon, group in
///   group.contains(Knife.self, where: \.isGoing)
///     ? .failed(reason: Reason(message: "A knife comes along")) : .confirmed
/// }
/// ```
public struct Group {
  /// The positions that were looked at; for one evaluation, on one thread.
  final class Reads {
    var positions: Set<Int> = []
  }

  let subjects: [any Subject]
  let reads: Reads

  /// Every subject of the type, which may be a protocol.
  public func all<S>(_ type: S.Type) -> [S] {
    var found: [S] = []
    for (position, subject) in subjects.enumerated() {
      guard let subject = subject as? S else { continue }
      reads.positions.insert(position)
      found.append(subject)
    }
    return found
  }

  /// The first subject of the type, if there is one.
  public func first<S>(_ type: S.Type) -> S? { all(type).first }

  /// Whether the closure is true for a subject of the type.
  public func contains<S>(_ type: S.Type, where condition: (S) -> Bool) -> Bool {
    all(type).contains(where: condition)
  }
}

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
  /// Why the subject does not meet the rule; nil if the rule is not about subjects of its type.
  let reasons: @Sendable (_ subject: any Subject, _ group: Group) -> [Reason]?

  /// Makes a rule about every subject of a type, which can be a protocol: `(any Round).self`.
  public init<Other>(
    _ name: String, about type: Other.Type, priority: Priority = .normal, tag: String? = nil,
    _ requirement: Requirement<Other>
  ) {
    self.name = name
    self.priority = priority
    self.tag = tag
    reasons = { subject, _ in (subject as? Other).map { requirement.failures(in: $0) } }
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
