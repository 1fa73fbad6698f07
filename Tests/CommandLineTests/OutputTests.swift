import BulkcheckReport
import Foundation
import Testing

@Suite("Outputs", .waitsForCommands)
struct OutputTests {
  private func run(_ command: String, _ check: (Tool.Result, URL) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run(command, in: folder), folder)
  }

  @Test("the default is a text report on standard output")
  func text() throws {
    try run("bulkcheck -p p.json a.jsonl") { result, _ in
      #expect(result.exitCode == 0)
      #expect(result.output.contains("PASSED"))
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test("reports go to files and to standard output in the same run")
  func files() throws {
    let command =
      "bulkcheck -p p.json --report json=r.json --report text=r.txt --report json a.jsonl"
    try run(command) { result, folder in
      #expect(result.exitCode == 0)
      let json = try String(contentsOf: folder.appending(path: "r.json"), encoding: .utf8)
      let text = try String(contentsOf: folder.appending(path: "r.txt"), encoding: .utf8)
      #expect(json == result.output)
      #expect(text.contains("PASSED"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.filter { $0.hasSuffix(".tmp") }.isEmpty)
    }
  }

  @Test("a report file that is replaced keeps its permissions, a link keeps being one")
  func replacing() throws {
    let command = """
      touch old && chmod 600 old && ln -s old link
      bulkcheck -p p.json --report json=link a.jsonl
      stat -c %a old && readlink link && head -c1 old
      """
    try run(command) { result, _ in #expect(result.output == "600\nold\n{") }
  }

  @Test(
    "an output that cannot be written exits with 2 and a message",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "bulkcheck -p p.json a.jsonl > /dev/full",
      "bulkcheck -p p.json --report json=/dev/full a.jsonl",
      "bulkcheck schema report > /dev/full", "bulkcheck --help > /dev/full",
      "bulkcheck lint p.json > /dev/full",
    ])
  func full(command: String) throws {
    try run(command) { result, _ in
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains("No space left on device"))
    }
  }

  @Test(
    "a closed standard output ends quietly with 141",
    arguments: ["-p p.json a.jsonl", "schema report", "--help", "lint p.json"])
  func closedPipe(arguments: String) throws {
    // The reader ends first: the writer waits for it.
    let command = """
      { until [ -e gone ]; do sleep 0.02; done; bulkcheck \(arguments); echo $? >&2; } | { exec <&-; touch gone; }
      """
    try run(command) { result, _ in #expect(result.diagnostics == "141\n") }
  }

  @Test("colours only when asked, or on a terminal")
  func color() throws {
    try run("bulkcheck -p p.json a.jsonl") { result, _ in #expect(!result.output.contains("\u{1B}"))
    }
    try run("NO_COLOR=1 bulkcheck -p p.json --color always a.jsonl") { result, _ in
      #expect(result.output.contains("\u{1B}[32mPASSED"))
    }
  }
}
