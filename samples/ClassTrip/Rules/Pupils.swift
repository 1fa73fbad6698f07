public import Requirements
internal import RequirementsPatterns

public struct Mediator: Pupil {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
}

public struct Star: Pupil {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
  public static let nicknameWishes = Requirement<String>.unique(by: \.self)
    .because("A star's nickname has no character twice")
}

public struct Moon: Pupil {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
}

public struct HeliumBalloon: Round {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
  public var rules: [Rule] { fears }
}

public struct AirBalloon: Round {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}

  public var rules: [Rule] { fears + (isGoing ? [mediatorWithNeedle] : []) }

  private var mediatorWithNeedle: Rule {
    Rule("mediator", about: Mediator.self) { mediator, group in
      if mediator.isGoing || !group.contains(Needle.self, where: \.isGoing) { return .confirmed }
      return .failed(reason: Reason(message: "Needs the mediator if the needle goes"))
    }
  }
}

public struct Ball: Round {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
  public var rules: [Rule] { fears }
}

public struct Needle: Sharp {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}

  public var rules: [Rule] {
    if !isGoing { return [] }
    return [
      Knife.nicknameRule(length: 5, .normal),
      Rule(
        "air balloon", about: AirBalloon.self,
        .require(\.isGoing).because("The air balloon goes if the needle goes")),
      Rule("knife", about: Knife.self) { knife, group in
        if knife.isGoing || !group.contains(Trident.self, where: \.isGoing) { return .confirmed }
        return .failed(reason: Reason(message: "The knife goes if needle and trident go"))
      },
    ]
  }
}

public struct Trident: Sharp {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
  public var rules: [Rule] { isGoing ? [Knife.nicknameRule(length: 7, .high)] : [] }
}

public struct Knife: Sharp {
  public var isGoing = false, nickname = "", colour: Colour?
  public init() {}
  public static let nicknameWishes = Requirement<String>.not(.matches(pattern: "^[0-9]"))
    .because("A knife's nickname does not begin with a digit")

  /// The needle and the trident disagree here; the trident's wish is the stronger one.
  static func nicknameRule(length: Int, _ priority: Priority) -> Rule {
    Rule(
      "knife's nickname", about: Knife.self, priority: priority, tag: "knife.nickname",
      .when(.require(\.isGoing)) {
        Requirement.on(\Knife.nickname, .length(exactly: length))
          .because("The knife's nickname must have \(length) characters")
      })
  }
}

/// The teacher of the class: a referee who knows all pupils.
public typealias Teacher = Referee

extension Referee {
  /// The whole class, nobody chosen yet.
  public static func classTrip() -> Teacher {
    Teacher.make(with: [
      Mediator(), Star(), Moon(), HeliumBalloon(), AirBalloon(), Ball(), Needle(), Trident(),
      Knife(),
    ])
  }
}
