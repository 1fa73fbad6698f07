/// One of several values that have rules about one another: a ``Referee`` knows them all.
///
/// A subject is plain data, best a struct. It never holds the others: a rule is given the subject
/// that it is about, typed, and a ``Group`` to look at the rest.
///
/// An instance of a class may change without the referee hearing of it. So it is judged again at
/// each ``Referee/conflicts()``, which costs what a change of it would. A struct that keeps its
/// properties in an object looks like plain data to the referee: tell of its changes with
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
