public import Requirements

/// Someone who may go on the trip: one row of the table. Equatable, so that a change to what is
/// there already costs nothing.
public protocol Pupil: RefereeSubject, Equatable {
  var isGoing: Bool { get set }
  var nickname: String { get set }
  var colour: Colour? { get set }
  /// Each pupil's own wishes for the nickname, besides that there is one.
  static var nicknameWishes: Requirement<String> { get }
}

public enum Colour: String, Sendable { case red, green, blue }

/// Pricks: needle, trident, knife.
public protocol Sharp: Pupil {}

/// Is afraid of being pricked, and needs a colour: helium balloon, air balloon, ball.
public protocol Round: Pupil {}

extension Pupil {
  public static var nicknameWishes: Requirement<String> { .all([]) }

  /// Only those who go need a nickname (and the round ones a colour).
  public func checkYourself() -> [Conflict] {
    if !isGoing { return [] }
    let nicknames = Requirement<String>.all {
      Requirement.notEmpty().because("Needs a nickname")
      Self.nicknameWishes
    }
    return Conflict.conflicts(rule: "nickname", in: nickname, nicknames) + checkColour()
  }

  private func checkColour() -> [Conflict] {
    guard self is any Round else { return [] }
    let coloured = Requirement<Colour?>.required().because("Needs a colour")
    return Conflict.conflicts(rule: "colour", in: colour, coloured)
  }
}
