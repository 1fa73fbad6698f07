// The class trip in a terminal: prints the table and the conflicts, and takes changes, one a line.
//
//   swift run ClassTrip                                     type "help" for what it understands
//   printf 'needle goes\n' | swift run ClassTrip            the same from a script
internal import ClassTripRules
internal import Requirements

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

let isTerminal = isatty(STDIN_FILENO) == 1

func show(_ teacher: Teacher) { print("\n\(TripTable.text(teacher))\n") }

/// Three scenes, each a few lines as someone might type them.
func tellStory() {
  let scenes = [
    (
      "Needle and air balloon are chosen.",
      ["needle goes", "needle nickname Pin", "air goes", "air nickname Cloud"]
    ),
    (
      "The mediator, trident and knife come along; the needle wants five characters for the knife.",
      [
        "air colour red", "mediator goes", "mediator nickname Peace", "trident goes",
        "trident nickname Fork", "knife goes", "knife nickname Blade", "knife colour green",
      ]
    ),
    ("The trident wants seven, and its wish is stronger.", ["knife nickname Slicers"]),
  ]
  var teacher = Teacher.classTrip()
  print("")
  for (title, lines) in scenes {
    print(title)
    for line in lines { try? TripCommand(line, teacher).apply(to: &teacher) }
    show(teacher)
  }
}

var teacher = Teacher.classTrip()
print("Who goes on the trip? For instance: needle goes. \"help\" lists what can be typed.")
show(teacher)

input: while true {
  if isTerminal { print("> ", terminator: "") }
  // A prompt has no line feed that would send it.
  fflush(nil)
  guard let line = readLine() else { break }
  if !isTerminal { print("> \(line)") }
  do throws(TripCommand.Mistake) {
    let command = try TripCommand(line, teacher)
    switch command {
    case .quit: break input
    case .help: print(TripCommand.usage)
    case .story: tellStory()
    case .nothing: break
    case .goes, .nickname, .colour:
      command.apply(to: &teacher)
      show(teacher)
    }
  } catch {
    print(error.text)
  }
}
