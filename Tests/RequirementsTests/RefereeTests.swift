import Requirements
import Synchronization
import Testing

@Suite("Referee")
struct RefereeTests {
  struct Room: RefereeSubject {
    var name: String
    var size = 0
    var rules: [Rule] = []
  }

  static func wish(_ size: Int, _ priority: Priority, tag: String? = "size") -> Rule {
    Rule(
      "size \(size)", about: Room.self, priority: priority, tag: tag, .on(\.size, .equalTo(size)))
  }

  @Test("equal priorities both speak, lower ones do not, other tags are not touched")
  func priorities() {
    let referee = Referee.make(with: [
      Room(name: "a", rules: [Self.wish(1, .low), Self.wish(2, 60)]),
      Room(name: "b", rules: [Self.wish(3, 60), Self.wish(4, .low, tag: "other")]),
      Room(name: "c"),
    ])
    let aboutC = referee.conflicts().filter { $0.other?.name == "c" }
    #expect(aboutC.map(\.rule) == ["size 2", "size 3", "size 4"])
    #expect(aboutC.map(\.reason.path.description) == ["size", "size", "size"])
  }

  @Test("after a change every conflict is as if judged from the start")
  func agreement() {
    let watching = Rule("watch", about: Room.self) { room, group in
      group.contains(Room.self) { $0.size > room.size + 3 }
        ? .failed(reason: Reason(message: "Too small")) : .confirmed
    }
    var rooms = (0..<5).map {
      Room(name: "\($0)", rules: $0 == 2 ? [watching] : [Self.wish($0, 50)])
    }
    var referee = Referee(rooms)
    for step in 0..<40 {
      let (position, size) = (step * 7 % 5, step * 5 % 9)
      rooms[position].size = size
      referee.update(Room.self, named: "\(position)") { $0.size = size }
      #expect(referee.conflicts() == Referee(rooms).conflicts())
    }
  }

  struct Lamp: RefereeSubject {
    var isOn = false
    var rules: [Rule] { [Rule("on", about: Door.self, .require(\.isOpen))] }
  }
  struct Door: RefereeSubject { var isOpen = false }
  struct Wall: RefereeSubject {
    var rules: [Rule] { [Rule("open", about: Door.self, .require(\.isOpen))] }
  }

  @Test("a change touches only what it can affect")
  func savings() {
    var referee = Referee.make(with: [Lamp(), Door(), Wall()])
    let before = referee.judgedPairCount
    referee.update(Lamp.self) { $0.isOn = true }
    // The lamp about the door; not the wall about the door, and no rule is about a wall or a lamp.
    #expect(referee.judgedPairCount - before == 1)
    #expect(referee.conflicts().count == 2)
    referee.update(Door.self) { $0.isOpen = true }
    #expect(referee.conflicts().isEmpty)
    #expect(referee[Door.self]?.isOpen == true)
  }

  /// Thread-safe by its lock, as a class must be to be a subject.
  final class Box: RefereeSubject {
    let size = Mutex(0)
    var name: String { "Box" }
    func checkYourself() -> [Conflict] {
      size.withLock { $0 } > 5 ? [Conflict(rule: "size", reason: Reason(message: "Too big"))] : []
    }
    var rules: [Rule] { [RefereeTests.wish(size.withLock { $0 }, 50)] }
  }

  struct Guest: RefereeSubject {
    var rules: [Rule] {
      [
        Rule("no walls", about: Door.self) { _, group in
          group.contains(Wall.self) { _ in true }
            ? .failed(reason: Reason(message: "There is a wall")) : .confirmed
        }
      ]
    }
  }

  @Test("a subject may become one of another type")
  func otherType() {
    var referee = Referee.make(with: [Guest(), Door(isOpen: true), Door()])
    let last = referee.subjectIDs[2]
    referee.update(last, as: (any RefereeSubject).self) { $0 = Wall() }
    #expect(referee.conflicts().map(\.message) == ["There is a wall"])
    let box = Box()
    referee.update((any RefereeSubject).self, named: "Wall") { $0 = box }
    #expect(referee.conflicts().isEmpty)
    box.size.withLock { $0 = 9 }
    #expect(referee.conflicts().map(\.message).contains("Too big"))
  }

  @Test("an instance of a class that changes behind the referee's back is judged as it is now")
  func objects() {
    let box = Box()
    let watching = Rule("watch", about: Room.self) { room, group in
      group.contains(Box.self) { $0.size.withLock { $0 } > room.size }
        ? .failed(reason: Reason(message: "Too small")) : .confirmed
    }
    let referee = Referee([Room(name: "a"), box, Room(name: "b", rules: [watching])])
    #expect(referee.conflicts().isEmpty)
    box.size.withLock { $0 = 7 }
    #expect(
      referee.conflicts().map(\.description) == [
        "Box: Too big", "Box, about a: Value must be equal to 7",
        "Box, about b: Value must be equal to 7", "b, about a: Too small",
      ])
    let anew = Referee(referee.subjectIDs.compactMap { referee[$0] })
    #expect(referee.conflicts() == anew.conflicts())
    box.size.withLock { $0 = 0 }
    #expect(referee.conflicts().isEmpty)
  }

  @Test("subjects of one type and name are told apart by their number")
  func sameNames() throws {
    var referee = Referee([
      Room(name: "hall", rules: [Self.wish(1, 50)]), Room(name: "hall"), Room(name: "attic"),
    ])
    #expect(referee.subjectIDs.map(\.description) == ["hall 1", "hall 2", "attic"])
    #expect(Set(referee.subjectIDs).count == 3)
    let second = referee.subjectIDs[1]
    #expect(
      referee.conflicts(of: second).map(\.description)
        == ["hall 1, about hall 2: Value must be equal to 1"])
    let isChanged = referee.update(second, as: Room.self) { $0.size = 1 }
    #expect(isChanged)
    #expect(referee.conflicts().map(\.other?.description) == ["attic"])
    let isOther = referee.update(second, as: Lamp.self) { $0.isOn = true }
    #expect(!isOther)
    // An id stays valid when the name changes.
    referee.update(second, as: Room.self) { room in
      room.name = "cellar"
      room.size = 0
    }
    #expect(referee.subjectIDs.map(\.description) == ["hall", "cellar", "attic"])
    #expect(referee.conflicts(of: second).count == 1)
    #expect(referee[second]?.name == "cellar")
  }
}
