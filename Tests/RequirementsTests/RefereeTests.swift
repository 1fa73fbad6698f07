import Requirements
import Testing

@Suite("Referee")
struct RefereeTests {
  struct Room: Subject {
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

  struct Lamp: Subject {
    var isOn = false
    var rules: [Rule] { [Rule("on", about: Door.self, .require(\.isOpen))] }
  }
  struct Door: Subject { var isOpen = false }
  struct Wall: Subject {
    var rules: [Rule] { [Rule("open", about: Door.self, .require(\.isOpen))] }
  }

  @Test("a change touches only what it can affect")
  func savings() {
    var referee = Referee.make(with: [Lamp(), Door(), Wall()])
    let before = referee.judgedPairCount
    referee.update(Lamp.self) { $0.isOn = true }
    // The lamp about two others, and the wall about the lamp; not the wall about the door.
    #expect(referee.judgedPairCount - before == 3)
    #expect(referee.conflicts().count == 2)
    referee.update(Door.self) { $0.isOpen = true }
    #expect(referee.conflicts().isEmpty)
    #expect(referee[Door.self]?.isOpen == true)
  }
}
