// fuzz TARGET [libFuzzer's options and folders]
// fuzz verdicts json|csv FILE...   what is made of each file, for another parser to compare

import CLibFuzzer
import FuzzTargets

private let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
private let word = CommandLine.arguments.dropFirst().first ?? ""
private let files = CommandLine.arguments.dropFirst(3)

if word == "verdicts" {
  guard let format = Verdict.Format(rawValue: CommandLine.arguments.dropFirst(2).first ?? "") else {
    fatalError("fuzz verdicts json|csv FILE...")
  }
  for file in files { print(Verdict.line(file, format)) }
} else {
  guard let target = FuzzTarget(rawValue: word) else {
    fatalError("no such target; there are: \(names)")
  }
  FuzzRun.start(target)
}
