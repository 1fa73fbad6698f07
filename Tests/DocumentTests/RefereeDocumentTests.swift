import ClassTripRules
import RequirementsCompatibility
import Testing

/// The class trip itself is tested with the sample; here are the calls of the document.
@Suite("Document 003: rules between subjects")
struct RefereeDocumentTests {
  /// A screen that owns a teacher, as the document's presenter does.
  final class Presenter {
    private(set) lazy var teacher: Teacher = {
      Teacher.make(with: [
        Mediator(),
        Star(),
        Moon(),
        HeliumBalloon(),
        AirBalloon(),
        Ball(),
        Needle(),
        Trident(),
        Knife(),
      ])
    }()

    func choose<P: Pupil>(_ pupil: P.Type) {
      teacher.update(pupil) {
        $0.isGoing = true
        $0.nickname = "Nick"
      }
    }
  }

  @Test("subjects are introduced by making the referee, and a change reaches the model at once")
  func make() {
    let presenter = Presenter()
    #expect(presenter.teacher.subjectIDs.map(\.name).count == 9)
    #expect(presenter.teacher.conflicts().isEmpty)
    presenter.choose(HeliumBalloon.self)
    #expect(presenter.teacher[HeliumBalloon.self]?.nickname == "Nick")
    #expect(presenter.teacher.conflicts().map(\.message) == ["Needs a colour"])
  }

  struct Planet: Subject {
    var isGoing = true
    var nickname = "Io"

    func checkYourself() -> [Conflict] {
      nickname.isEmpty ? [Conflict(rule: "nickname", reason: Reason(message: "Who is it?"))] : []
    }

    /// The document's rule, without casts and without a weak self: the type is the closure's.
    var rules: [Rule] {
      [
        Rule(priority: .high, tag: "comet.in.trip") { [isGoing] (comet: Comet) in
          !comet.isGoing && isGoing
        }
      ]
    }
  }

  struct Comet: Subject {
    var isGoing = false
    var length = 6
    var rules: [Rule] {
      [
        Rule(tag: "comet.in.trip", message: "Dull without planets") { (planet: Planet) in
          planet.isGoing
        }
      ]
    }
  }

  @Test("a rule with tag, priority and a Boolean closure; each subject asks every other")
  func rule() {
    var referee = Referee.make(with: [Planet(), Comet()])
    #expect(referee.conflicts().isEmpty)
    referee.update(Comet.self) { $0.isGoing = true }
    let conflict = referee.conflicts().first
    #expect(conflict?.tag == "comet.in.trip")
    #expect(conflict?.subject?.name == "Planet" && conflict?.other?.name == "Comet")
    #expect(
      conflict?.description
        == "Planet, about Comet: The rule \"comet.in.trip\" does not hold")
    referee.update(Planet.self) { $0.isGoing = false }
    #expect(
      referee.conflicts().map(\.message)
        == ["The rule \"comet.in.trip\" does not hold", "Dull without planets"])
  }

  @Test("a DefaultRule judges whatever subject it is given, and a Group is the rest")
  func defaultRule() {
    struct Moon: Subject {
      var rules: [Rule] {
        [
          DefaultRule(priority: .high, tag: "comet") { other in
            guard let comet = other as? Comet else { return true }
            return !comet.isGoing
          },
          Rule("alone", about: Comet.self) { (_: Comet, group: Group) in
            group.contains(Planet.self, where: \.isGoing)
              ? .confirmed : .failed(reason: Reason(message: "No planet"))
          },
        ]
      }
    }
    var referee = Referee.make(with: [Moon(), Comet(), Planet()])
    #expect(referee.conflicts().isEmpty)
    referee.update(Comet.self) { $0.isGoing = true }
    let conflicts = referee.conflicts(of: referee.subjectIDs[0])
    #expect(conflicts.map(\.tag) == ["comet"] && conflicts[0].other?.name == "Comet")
    referee.update(Planet.self) { $0.isGoing = false }
    #expect(referee.conflicts(of: referee.subjectIDs[0]).map(\.rule) == ["comet", "alone"])
  }

  @Test("a subject's own rules, by checkYourself")
  func ownRules() {
    var referee = Referee.make(with: [Planet()])
    referee.update(Planet.self) { $0.nickname = "" }
    #expect(referee.conflicts().map(\.description) == ["Planet: Who is it?"])
  }

  struct Wisher: Subject {
    var name: String
    var length: Int
    var priority: Priority
    var rules: [Rule] {
      [
        Rule(
          "length", about: Comet.self, priority: priority, tag: "comet.length",
          .on(\.length, .equalTo(length)))
      ]
    }
  }

  @Test("two wishes that cannot both come true: the tag is the same, the priority decides")
  func priorities() {
    func messages(_ second: Priority) -> [String] {
      let referee = Referee.make(with: [
        Wisher(name: "six", length: 6, priority: .normal),
        Wisher(name: "eight", length: 8, priority: second), Comet(length: 6),
      ])
      return referee.conflicts().compactMap { $0.tag == "comet.length" ? $0.subject?.name : nil }
    }
    #expect(messages(.high) == ["eight"])
    #expect(messages(.low) == [])
    #expect(messages(.normal) == ["eight"])
  }

  /// The document's pupils hold a delegate that somebody has to set; ours hold nothing, so that no
  /// cycle can keep them.
  @Test("nothing is kept alive by the referee but what it owns")
  func noCycles() {
    final class Token: Sendable {}
    struct Holder: Subject {
      let token: Token
      var rules: [Rule] {
        [
          Rule { [token] (_: Comet) in
            _ = token
            return true
          }
        ]
      }
    }
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      let referee = Referee.make(with: [Holder(token: strong), Comet()])
      #expect(referee.conflicts().isEmpty)
    }
    #expect(token == nil)
  }
}
