// Prints the table of the class, one row a pupil, and what is in the way of the trip:
// `swift run ClassTrip`.
internal import ClassTripRules
internal import Requirements

func show(_ title: String, _ teacher: Teacher) {
  print(title)
  for id in teacher.subjectIDs {
    guard let pupil = teacher[id] as? any Pupil else { continue }
    let cells = [
      pupil.isGoing ? "[x]" : "[ ]", padded(id.name, 14), padded(pupil.nickname, 10),
      padded(pupil.colour?.rawValue ?? "", 6),
    ]
    print("  " + cells.joined(separator: "  "))
  }
  let conflicts = teacher.conflicts()
  print(conflicts.isEmpty ? "  everybody may go" : "  conflicts:")
  for conflict in conflicts { print("    \(conflict)") }
  print("")
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

var teacher = Teacher.classTrip()
teacher.update(Needle.self) {
  $0.isGoing = true
  $0.nickname = "Pin"
}
teacher.update(AirBalloon.self) {
  $0.isGoing = true
  $0.nickname = "Cloud"
}
show("Needle and air balloon are chosen", teacher)

teacher.update(AirBalloon.self) { $0.colour = .red }
teacher.update(Mediator.self) {
  $0.isGoing = true
  $0.nickname = "Peace"
}
teacher.update(Trident.self) {
  $0.isGoing = true
  $0.nickname = "Fork"
}
teacher.update(Knife.self) {
  $0.isGoing = true
  $0.nickname = "Blade"
  $0.colour = .green
}
show("The mediator, trident and knife come along", teacher)

teacher.update(Knife.self) { $0.nickname = "Slicers" }
show("The trident's wish is stronger than the needle's", teacher)
