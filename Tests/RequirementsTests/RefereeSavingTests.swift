import Requirements
import Synchronization
import Testing

/// The number of evaluations of a referee with 400 subjects: counted, not timed.
@Suite("Referee: evaluations")
struct RefereeSavingTests {
  static let count = 400

  final class Counter: Sendable {
    private let state = Mutex(0)
    func add() { state.withLock { $0 += 1 } }
    /// The evaluations since this was last asked.
    func take() -> Int {
      state.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  /// Each has a rule about all rooms, and counts whatever is asked of it.
  struct Room: RefereeSubject, Equatable {
    var name: String
    var size = 1
    /// Every so often a room looks at the whole group.
    var isWatching = false
    let evaluations: Counter

    static func == (left: Room, right: Room) -> Bool {
      left.name == right.name && left.size == right.size && left.isWatching == right.isWatching
    }

    func checkYourself() -> [Conflict] {
      evaluations.add()
      return []
    }

    var rules: [Rule] {
      let evaluations = evaluations
      if isWatching {
        return [
          Rule("watch", about: Hall.self) { _, group in
            evaluations.add()
            return group.contains(Room.self) { $0.size > 9 }
              ? .failed(reason: Reason(message: "A room is too big")) : .confirmed
          }
        ]
      }
      return [
        Rule(
          "size", about: Room.self, tag: "size",
          Requirement { room in
            evaluations.add()
            return room.size > 0 ? .confirmed : .failed(reason: Reason(message: "Too small"))
          })
      ]
    }
  }

  struct Hall: RefereeSubject {}

  /// An object that can change unseen.
  final class Box: RefereeSubject {
    let size = Mutex(0)
    func checkYourself() -> [Conflict] {
      size.withLock { $0 } > 5 ? [Conflict(rule: "size", reason: Reason(message: "Too big"))] : []
    }
  }

  static func rooms(_ evaluations: Counter) -> [any RefereeSubject] {
    (0..<count).map { Room(name: "\($0)", evaluations: evaluations) }
  }

  @Test("each rule is evaluated once about each other subject, and not again without a change")
  func initially() {
    let evaluations = Counter()
    let referee = Referee(Self.rooms(evaluations))
    #expect(evaluations.take() == Self.count * (Self.count - 1) + Self.count)
    for _ in 0..<3 { #expect(referee.conflicts().isEmpty) }
    #expect(referee.conflicts(of: referee.subjectIDs[3]).isEmpty)
    #expect(evaluations.take() == 0)
  }

  @Test("an update that changes nothing evaluates nothing")
  func unchanged() {
    let evaluations = Counter()
    var referee = Referee(Self.rooms(evaluations))
    _ = evaluations.take()
    referee.update(Room.self) { $0.size = 1 }
    let isFound = referee.update(referee.subjectIDs[7], as: Room.self) { _ in }
    #expect(isFound)
    #expect(evaluations.take() == 0 && referee.conflicts().isEmpty)
  }

  @Test("what == leaves out is stored all the same")
  func leftOut() {
    struct Note: RefereeSubject, Equatable {
      var text = ""
      static func == (left: Note, right: Note) -> Bool { true }
    }
    var referee = Referee([Note()])
    referee.update(Note.self) { $0.text = "new" }
    #expect(referee[Note.self]?.text == "new")
  }

  @Test("a change of one subject evaluates its pairs only")
  func change() {
    let evaluations = Counter()
    var referee = Referee(Self.rooms(evaluations))
    _ = evaluations.take()
    let id = referee.subjectIDs[7]
    referee.update(id, as: Room.self) { $0.size = 0 }
    // Itself, its rule about all others, and theirs about it.
    #expect(evaluations.take() == 1 + 2 * (Self.count - 1))
    #expect(referee.conflicts().count == Self.count - 1)
    #expect(referee.conflicts().allSatisfy { $0.other == id && $0.message == "Too small" })
    #expect(evaluations.take() == 0)
  }

  @Test("who looked at the group is asked again only if what it looked for has changed")
  func group() {
    let evaluations = Counter()
    var subjects: [any RefereeSubject] = [Hall(), Hall()]
    subjects.append(Room(name: "watch", isWatching: true, evaluations: evaluations))
    subjects.append(Room(name: "other", evaluations: evaluations))
    var referee = Referee(subjects)
    _ = evaluations.take()
    referee.update(Room.self, named: "other") { $0.size = 10 }
    // Itself, its rule about the other room, and the two of the watching room about halls.
    #expect(evaluations.take() == 4)
    #expect(
      referee.conflicts().map(\.description) == [
        "watch, about Hall 1: A room is too big", "watch, about Hall 2: A room is too big",
      ])
    referee.update(referee.subjectIDs[0], as: Hall.self) { _ in }
    // A hall is not Equatable: the rule about it is asked again, the one about the other is not.
    #expect(evaluations.take() == 1)
    referee.update(Room.self, named: "other") { $0.size = 1 }
    #expect(referee.conflicts().isEmpty)
  }

  @Test("a copy keeps its conflicts when the other one changes")
  func copies() {
    let evaluations = Counter()
    var first = Referee([Room(name: "a", evaluations: evaluations), Hall(), Hall()])
    first.update(Room.self) { $0.isWatching = true }
    #expect(first.conflicts().isEmpty)
    var second = first
    second.update(Room.self) { $0.size = 10 }
    #expect(second.conflicts().count == 2 && first.conflicts().isEmpty)
    first.update(Room.self) { $0.isWatching = false }
    #expect(second.conflicts().count == 2 && first.conflicts().isEmpty)
  }

  @Test("an object counts as changed, whatever it is equal to")
  func objects() {
    let box = Box()
    let evaluations = Counter()
    let referee = Referee([Room(name: "a", evaluations: evaluations), box])
    #expect(referee.conflicts().isEmpty)
    box.size.withLock { $0 = 9 }
    #expect(referee.conflicts().map(\.message) == ["Too big"])
    box.size.withLock { $0 = 0 }
    #expect(referee.conflicts().isEmpty)
  }

  @Test("after random changes everything is as if judged from the start", arguments: 0..<8)
  func agreement(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let evaluations = Counter()
    func subject(_ position: Int) -> any RefereeSubject {
      switch draw(4) {
      case 0: Hall()
      case 1: Room(name: "\(position)", size: draw(12), isWatching: true, evaluations: evaluations)
      default: Room(name: "\(position)", size: draw(12), evaluations: evaluations)
      }
    }
    var subjects = (0..<7).map(subject)
    var referee = Referee(subjects)
    for step in 0..<60 {
      let position = draw(subjects.count)
      subjects[position] = subject(position)
      referee.update(referee.subjectIDs[position], as: (any RefereeSubject).self) {
        $0 = subjects[position]
      }
      #expect(referee.conflicts() == Referee(subjects).conflicts(), "seed \(seed), step \(step)")
    }
  }
}
