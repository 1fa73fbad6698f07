// bowtie-harness     answers Bowtie's commands, a line each, on standard input

import BowtieHarness
import Foundation

var session = BowtieSession()
do {
  while !session.hasStopped, let line = readLine() {
    guard let answer = try session.answer(line) else { continue }
    // Bowtie waits for each answer.
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }
} catch {
  FileHandle.standardError.write(Data("bowtie-harness: \(error)\n".utf8))
  exit(1)
}
