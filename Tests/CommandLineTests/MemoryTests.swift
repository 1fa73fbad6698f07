import Foundation
import Testing

/// `--memory` and `--temp-dir`, as a user gives them.
@Suite("Memory of unique rules", .waitsForCommands)
struct MemoryTests {
  /// 6000 keys, which 64 KiB do not hold; every 1000th line repeats the first one but 99.
  private static let setUp = """
    seq 6000 | awk '{ print "{\\"a\\":" ($1 % 1000 ? $1 : 100) "}" }' > many.jsonl; mkdir t
    printf '{"bulkcheck":1,"fields":{"a":{"unique":true}}}' > u.json
    """

  private func run(_ command: String, _ check: (Tool.Result) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run(Self.setUp + "\n" + command, in: folder))
  }

  @Test(
    "a run with little memory says the same as one with much, and leaves no file",
    arguments: [1, 2, 7])
  func sameReport(threads: Int) throws {
    let command = """
      bulkcheck -p u.json --threads \(threads) --memory 64KiB --temp-dir t --chunk-bytes 4K \
        --report text --report json=few.json many.jsonl
      bulkcheck -p u.json --threads \(threads) --report json=much.json many.jsonl
      grep -v '"timing"' few.json > few; grep -v '"timing"' much.json > much
      cmp few much && ls -A t | wc -l
      """
    try run(command) { result in
      #expect(result.output.contains("FAIL  a.unique  6 "))
      #expect(result.output.contains("100 occurs more than once (first on line 100)"))
      #expect(result.output.contains("5,994 valid   6 invalid"))
      #expect(result.output.hasSuffix("\n0\n"))
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test("of several inputs, an example names the one in which the value occurred first")
  func severalInputs() throws {
    try run("bulkcheck -p u.json a.jsonl many.jsonl many.jsonl --memory 64K") { result in
      #expect(result.exitCode == 1)
      #expect(result.output.contains("(first in many.jsonl:100)"))
      #expect(result.output.contains("FAIL  a.unique  6,006 "))
    }
  }

  @Test(
    "values that cannot be meant exit with 2 and say why",
    arguments: [
      ("--memory 1K", "--memory must be at least 65536, not 1024"),
      ("--memory 64Q", "64Q"),
      ("--temp-dir none", "--temp-dir none is not a writable folder"),
      ("--temp-dir u.json", "--temp-dir u.json is not a writable folder"),
    ])
  func wrongValues(options: String, words: String) throws {
    try run("bulkcheck -p u.json \(options) many.jsonl") { result in
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    }
  }

  @Test("a folder that is gone when it is needed exits with 2, a report and the remedy")
  func goneFolder() throws {
    let command = """
      # The writer goes on once the tool has opened the pipe, when the folder has been looked at.
      mkfifo pipe; { rmdir t; cat many.jsonl; } > pipe &
      bulkcheck -p u.json --memory 64K --temp-dir t pipe
      """
    try run(command) { result in
      #expect(result.exitCode == 2)
      #expect(result.output.contains("INCOMPLETE"))
      #expect(
        result.diagnostics.contains(
          "pipe: cannot create a temporary file in t: No such file or directory"))
      #expect(result.diagnostics.contains("raise --memory"))
    }
  }
}
