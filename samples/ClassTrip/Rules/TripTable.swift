public import Requirements

/// The class as text: one row a pupil, and what is in the way of the trip.
public enum TripTable {
  private static let nameWidth = 14
  private static let nicknameWidth = 12

  public static func text(_ teacher: Teacher) -> String {
    var lines = [row("goes", "pupil", "nickname", "colour")]
    for pupil in teacher.all((any Pupil).self) {
      lines.append(
        row(
          pupil.isGoing ? "[x]" : "[ ]", pupil.name, pupil.nickname,
          pupil.colour?.rawValue ?? ""))
    }
    return (lines + [""] + verdict(teacher)).joined(separator: "\n")
  }

  private static func verdict(_ teacher: Teacher) -> [String] {
    let conflicts = teacher.conflicts()
    let going = teacher.all((any Pupil).self).count { $0.isGoing }
    if going == 0 { return ["Nobody is chosen yet."] }
    if conflicts.isEmpty { return ["No conflicts: all \(going) may go."] }
    return ["Conflicts:"] + conflicts.map { "  \($0)" }
  }

  private static func row(_ goes: String, _ name: String, _ nickname: String, _ colour: String)
    -> String
  {
    var text = "  " + padded(goes, 6) + padded(name, nameWidth)
    text += padded(nickname, nicknameWidth) + colour
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    // A long nickname keeps a blank behind it.
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
