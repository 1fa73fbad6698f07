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
  /// What reports call it; the name of the type unless given.
  var name: String { get }

  /// What is wrong with the subject taken alone. Nothing unless given.
  func checkYourself() -> [Conflict]

  /// What this subject, as it is now, asks of others. Nothing unless given.
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
