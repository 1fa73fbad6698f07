import ClassTripRules
import Requirements
import Testing

@Suite("The class trip")
struct ClassTripTests {
  /// A teacher with these pupils chosen; all have a nickname, the round ones and the knife a
  /// colour.
  func teacher(_ going: any Pupil.Type...) -> Teacher {
    func ready<P: Pupil>(_ pupil: P) -> P {
      var pupil = pupil
      pupil.isGoing = going.contains { $0 == P.self }
      pupil.nickname = pupil is Knife ? "Slicers" : "Nick"
      pupil.colour = .green
      return pupil
    }
    return Teacher.make(with: [
      ready(Mediator()), ready(Star()), ready(Moon()), ready(HeliumBalloon()),
      ready(AirBalloon()), ready(Ball()), ready(Needle()), ready(Trident()), ready(Knife()),
    ])
  }

  func texts(_ teacher: Teacher) -> [String] { teacher.conflicts().map(\.description) }

  @Test("nobody chosen, no conflict; round ones alone and sharp ones alone may go")
  func peace() {
    #expect(Teacher.classTrip().conflicts().isEmpty)
    #expect(texts(teacher(HeliumBalloon.self, Ball.self, Star.self)) == [])
    #expect(texts(teacher(Trident.self, Knife.self, Moon.self)) == [])
  }

  @Test("round and sharp ones go together only with the mediator")
  func mediator() {
    var teacher = teacher(Ball.self, Trident.self)
    teacher.update(Knife.self) { $0.colour = .green }
    #expect(
      texts(teacher) == [
        "Ball, about Trident: Is afraid to go together without the mediator"
      ])
    teacher.update(Mediator.self) { $0.isGoing = true }
    #expect(texts(teacher) == [])
  }

  @Test("those chosen need a nickname, round ones a colour; the others do not")
  func ownRules() {
    var teacher = teacher(Ball.self, Star.self)
    teacher.update(Ball.self) {
      $0.nickname = ""
      $0.colour = nil
    }
    teacher.update(Moon.self) { $0.nickname = "" }
    #expect(texts(teacher) == ["Ball: Needs a nickname", "Ball: Needs a colour"])
    teacher.update(Ball.self) { $0.isGoing = false }
    #expect(texts(teacher) == [])
  }

  @Test("wishes of their own: no character twice for the star, no leading digit for the knife")
  func nicknameWishes() {
    var teacher = teacher(Star.self, Knife.self)
    teacher.update(Star.self) { $0.nickname = "Anna" }
    teacher.update(Knife.self) { $0.nickname = "7Blades" }
    #expect(
      texts(teacher) == [
        "Star: A star's nickname has no character twice",
        "Knife: A knife's nickname does not begin with a digit",
      ])
  }

  @Test("needle wants five characters, trident seven, and the trident is stronger")
  func priorities() {
    var teacher = teacher(Needle.self, Trident.self, Knife.self, AirBalloon.self, Mediator.self)
    #expect(texts(teacher) == [])
    teacher.update(Knife.self) { $0.nickname = "Blade" }
    #expect(
      texts(teacher) == ["Trident, about Knife: The knife's nickname must have 7 characters"])
    #expect(teacher.conflicts().first?.tag == "knife.nickname")
    teacher.update(Trident.self) { $0.isGoing = false }
    #expect(texts(teacher) == [])
    teacher.update(Knife.self) { $0.nickname = "Slicers" }
    #expect(texts(teacher) == ["Needle, about Knife: The knife's nickname must have 5 characters"])
  }

  @Test("the knife is green if round and sharp ones go together")
  func greenKnife() {
    var teacher = teacher(Ball.self, Trident.self, Mediator.self)
    teacher.update(Knife.self) { $0.colour = .red }
    #expect(
      texts(teacher) == [
        "Ball, about Knife: The knife must be green if round and sharp ones go together"
      ])
    teacher.update(Trident.self) { $0.isGoing = false }
    #expect(texts(teacher) == [])
  }

  @Test("the air balloon goes if the needle goes, and needs the mediator then")
  func airBalloon() {
    var teacher = teacher(Needle.self)
    #expect(texts(teacher) == ["Needle, about AirBalloon: The air balloon goes if the needle goes"])
    teacher.update(AirBalloon.self) { $0.isGoing = true }
    #expect(
      texts(teacher) == [
        "AirBalloon, about Mediator: Needs the mediator if the needle goes",
        "AirBalloon, about Needle: Is afraid to go together without the mediator",
      ])
    teacher.update(Mediator.self) { $0.isGoing = true }
    #expect(texts(teacher) == [])
  }

  @Test("the knife goes if needle and trident go")
  func knife() {
    var teacher = teacher(Needle.self, Trident.self, AirBalloon.self, Mediator.self)
    #expect(texts(teacher) == ["Needle, about Knife: The knife goes if needle and trident go"])
    teacher.update(Knife.self) { $0.isGoing = true }
    #expect(texts(teacher) == [])
  }

  @Test(
    "a typed line is a change of the class, or says what to type instead",
    arguments: [
      ("needle goes", .success(.goes("Needle", true))),
      ("  KNIFE   stays ", .success(.goes("Knife", false))),
      ("air nickname Big Cloud", .success(.nickname("AirBalloon", "Big Cloud"))),
      ("knife nickname", .success(.nickname("Knife", ""))),
      ("ball colour Red", .success(.colour("Ball", .red))),
      ("ball color", .success(.colour("Ball", nil))), ("", .success(.nothing)),
      ("quit", .success(.quit)), ("?", .success(.help)),
      ("ball colour pink", .failure("\"pink\" is not one of red, green, blue.")),
      ("moon sings", .failure("What about Moon? goes, stays, nickname …, colour …")),
      (
        "m goes",
        .failure(
          "Several names begin with \"m\": Mediator, Moon. \"help\" lists what can be typed.")
      ),
      (
        "sun goes",
        .failure(
          "No pupil's name begins with \"sun\": Mediator, Star, Moon, HeliumBalloon, AirBalloon, "
            + "Ball, Needle, Trident, Knife. \"help\" lists what can be typed.")
      ),
    ] as [(String, Typed)])
  func commands(_ line: String, _ expected: Typed) {
    do throws(TripCommand.Mistake) {
      #expect(expected == .success(try TripCommand(line, .classTrip())))
    } catch {
      #expect(expected == .failure(error.text))
    }
  }

  enum Typed: Equatable, Sendable {
    case success(TripCommand)
    case failure(String)
  }

  @Test("the table shows the class as it is, and what is in the way")
  func table() throws {
    var teacher = Teacher.classTrip()
    #expect(TripTable.text(teacher).hasSuffix("\nNobody is chosen yet."))
    for line in ["ball goes", "ball nickname Bo", "ball colour blue", "star goes"] {
      try TripCommand(line, teacher).apply(to: &teacher)
    }
    #expect(
      TripTable.text(teacher) == """
          goes  pupil         nickname    colour
          [ ]   Mediator
          [x]   Star
          [ ]   Moon
          [ ]   HeliumBalloon
          [ ]   AirBalloon
          [x]   Ball          Bo          blue
          [ ]   Needle
          [ ]   Trident
          [ ]   Knife

        Conflicts:
          Star: Needs a nickname
        """)
    try TripCommand("star nickname Sol", teacher).apply(to: &teacher)
    #expect(TripTable.text(teacher).hasSuffix("\nNo conflicts: all 2 may go."))
  }
}
