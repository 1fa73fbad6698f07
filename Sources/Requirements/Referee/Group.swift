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
