public import Requirements

/// A line that someone types to change the class: `needle goes`, `knife colour green`.
public enum TripCommand: Equatable, Sendable {
  case goes(String, Bool)
  case nickname(String, String)
  case colour(String, Colour?)
  case story, help, quit, nothing

  /// A mistake in a line, and what to write instead.
  public struct Mistake: Error, Equatable, Sendable {
    public let text: String
  }

  public static let usage = """
    needle goes               choose a pupil; a few letters of the name will do
    needle stays              and send it back
    knife nickname Slicers    without a nickname: takes it away
    knife colour green        red, green or blue; without one: takes it away
    story                     three changes, one after another
    help, quit
    """

  /// Reads a line; pupils are those of the teacher.
  public init(_ line: String, _ teacher: Teacher) throws(Mistake) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let first = words.first else {
      self = .nothing
      return
    }
    switch first.lowercased() {
    case "story": self = .story
    case "help", "?": self = .help
    case "quit", "exit", "q": self = .quit
    default:
      let name = try TripCommand.pupil(first, teacher)
      let rest = words.dropFirst(2).joined(separator: " ")
      self = try TripCommand.change(name, words.count > 1 ? words[1].lowercased() : "", rest)
    }
  }

  private static func change(
    _ name: String, _ verb: String, _ rest: String
  ) throws(Mistake) -> TripCommand {
    switch verb {
    case "goes", "go": return .goes(name, true)
    case "stays", "stay": return .goes(name, false)
    case "nickname": return .nickname(name, rest)
    case "colour", "color":
      if rest.isEmpty { return .colour(name, nil) }
      guard let colour = Colour(rawValue: rest.lowercased()) else {
        throw Mistake(text: "\"\(rest)\" is not one of red, green, blue.")
      }
      return .colour(name, colour)
    default:
      throw Mistake(text: "What about \(name)? goes, stays, nickname …, colour …")
    }
  }

  /// The one pupil whose name begins like this.
  private static func pupil(_ start: String, _ teacher: Teacher) throws(Mistake) -> String {
    let names = teacher.subjectIDs.map(\.name)
    let found = names.filter { $0.lowercased().hasPrefix(start.lowercased()) }
    if found.count == 1 { return found[0] }
    let problem = found.isEmpty ? "No pupil's name begins with" : "Several names begin with"
    let choice = (found.isEmpty ? names : found).joined(separator: ", ")
    throw Mistake(text: "\(problem) \"\(start)\": \(choice). \"help\" lists what can be typed.")
  }

  /// Makes the change; commands that change nothing do nothing.
  public func apply(to teacher: inout Teacher) {
    switch self {
    case .goes(let name, let isGoing):
      teacher.update((any Pupil).self, named: name) { $0.isGoing = isGoing }
    case .nickname(let name, let nickname):
      teacher.update((any Pupil).self, named: name) { $0.nickname = nickname }
    case .colour(let name, let colour):
      teacher.update((any Pupil).self, named: name) { $0.colour = colour }
    case .story, .help, .quit, .nothing: break
    }
  }
}
