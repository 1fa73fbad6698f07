/// A value with rules about other values. A ``Referee`` keeps them all.
///
/// A subject is plain data, best a struct. It has no references to the others. A rule receives the
/// subject that it is about, typed, and a ``RefereeGroup`` with the rest.
///
/// Nothing is evaluated after an update that leaves an `Equatable` subject equal to what it was. So
/// `==` has to compare everything that the subject's name, its own check and any rule look at.
///
/// An instance of a class can change without the referee noticing. So it is checked again at each
/// ``Referee/conflicts()``, which costs as much as a change. A struct that keeps its properties in
/// an object looks like plain data to the referee. Report its changes with
/// ``Referee/update(_:named:_:)``, and do not make it `Equatable`: before and after the change it
/// holds the same object, so it would count as unchanged.
public protocol RefereeSubject: Sendable {
  /// The name in reports; the name of the type unless given.
  var name: String { get }

  /// Returns the conflicts of the subject taken alone. None unless given.
  func checkYourself() -> [Conflict]

  /// The rules that this subject, as it is now, has for others. None unless given.
  var rules: [Rule] { get }
}

extension RefereeSubject {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// Returns none.
  public func checkYourself() -> [Conflict] { [] }
  /// None.
  public var rules: [Rule] { [] }
}
