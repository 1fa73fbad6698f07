/// Lets a rule look at all the subjects of a referee. The referee remembers which types a rule
/// looked for, and checks the rule again only if a subject of one of them has changed.
///
/// ```swift
/// Rule("no knives", about: HeliumBalloon.self) { balloon, group in
///   group.contains(Knife.self, where: \.isGoing)
///     ? .failed(reason: Reason(message: "A knife comes along")) : .confirmed
/// }
/// ```
public struct RefereeGroup {
  let lookup: SubjectLookup

  /// Returns every subject of the type, which may be a protocol.
  public func all<S>(_ type: S.Type) -> [S] { lookup.all(type) }

  /// Returns the first subject of the type, if there is one.
  public func first<S>(_ type: S.Type) -> S? { all(type).first }

  /// Returns whether the closure is true for a subject of the type.
  public func contains<S>(_ type: S.Type, where condition: (S) -> Bool) -> Bool {
    all(type).contains(where: condition)
  }
}

/// Finds the subjects of a type, for one evaluation on one thread.
///
/// A cast for each rule and subject would cost more than the rules. So each type is looked for
/// once, and its subjects are kept while the referee evaluates.
final class SubjectLookup {
  /// For each type, by position: whether the subject is of the type.
  typealias Kinds = [ObjectIdentifier: [Bool]]

  let subjects: [any RefereeSubject]
  /// The types looked for so far. Valid for as long as no subject becomes one of another type.
  private(set) var kinds: Kinds
  /// The types that rules have looked for since this was emptied.
  var reads: [ObjectIdentifier] = []
  /// The subjects of each type that was looked for.
  private var lists: [ObjectIdentifier: Any] = [:]

  init(_ subjects: [any RefereeSubject], _ kinds: Kinds) {
    self.subjects = subjects
    self.kinds = kinds
  }

  /// Returns by position whether the rule is about the subject.
  func kind(of rule: Rule) -> [Bool] { kind(rule.about, rule.isAbout) }

  /// Returns the subjects of the type, and notes that it was looked for.
  func all<S>(_ type: S.Type) -> [S] {
    let id = ObjectIdentifier(type)
    if !reads.contains(id) { reads.append(id) }
    if let list = lists[id] as? [S] { return list }
    let kind = kind(id) { $0 is S }
    let list = zip(subjects, kind).compactMap { subject, isOfType in
      isOfType ? subject as? S : nil
    }
    lists[id] = list
    return list
  }

  private func kind(
    _ type: ObjectIdentifier, _ isOfType: (any RefereeSubject) -> Bool
  ) -> [Bool] {
    if let kind = kinds[type] { return kind }
    let kind = subjects.map(isOfType)
    kinds[type] = kind
    return kind
  }
}
