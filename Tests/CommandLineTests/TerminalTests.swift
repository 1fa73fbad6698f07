import Foundation
import Testing

/// The sight of somebody at a terminal, by a pseudo-terminal of `script`.
@Suite(
  "At a terminal", .waitsForCommands,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct TerminalTests {
  /// The text that the terminal gets when a command runs in 60 columns.
  private func screen(_ command: String) throws -> String {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile =
      #"{"bulkcheck":1,"fields":{"a":{"pattern":"^[a-z]+ and then nothing but letters$"}}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    try Data("{\"a\":\"a value of more than a few letters\"}\n".utf8)
      .write(to: folder.appending(path: "q.jsonl"))
    let inner = "stty cols 60; unset NO_COLOR; export TERM=xterm; \(command)"
      .replacing("bulkcheck", with: "'\(Tool.path)'")
    try Data(inner.utf8).write(to: folder.appending(path: "inner.sh"))
    let result = try Tool.run("/usr/bin/script -qec 'bash inner.sh' /dev/null", in: folder)
    return result.output.replacing("\r\n", with: "\n")
  }

  @Test("the report is coloured, fits, and no figure is lost")
  func report() throws {
    let text = try screen("bulkcheck -p q.json q.jsonl")
    #expect(text.contains("\u{1B}[31mFAILED\u{1B}[0m"))
    let plain = text.replacing(/\u{1B}\[\d*[mK]/, with: "")
    for line in plain.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    #expect(plain.contains("a value of mor… does not match"))
    #expect(plain.contains("letters$"))
    #expect(plain.contains("a.pattern"))
  }

  @Test("the report says what to do next, and that command works")
  func next() throws {
    let again = "bulkcheck $(sed -n 's/^next: [a-z]* //p' out)"
    let text = try screen("bulkcheck -p q.json q.jsonl > out; tail -1 out; \(again)")
    #expect(text.contains("next: bulkcheck explain q.jsonl --line 1 --profile q.json"))
    #expect(text.contains("INVALID"))
  }

  @Test("lint shows the line of a mistake, in colour")
  func lint() throws {
    let text = try screen("sed -i s/fields/feilds/ q.json; bulkcheck lint q.json")
    #expect(text.contains("\u{1B}[1mq.json:1:16:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m"))
    #expect(text.contains(",\"feilds\":{"))
    #expect(text.contains("\u{1B}[32m^\u{1B}[0m"))
    #expect(try !screen("bulkcheck lint --color never p.json").contains("\u{1B}"))
  }

  @Test("NO_COLOR is honoured")
  func noColor() throws {
    let text = try screen("NO_COLOR=1 bulkcheck -p q.json q.jsonl")
    #expect(text.contains("FAILED"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test("what is missing is said once, in lines that fit")
  func missing() throws {
    let text = try screen("bulkcheck -p q.json none.jsonl; echo code $?")
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.components(separatedBy: "no such file").count == 2)
    #expect(!text.contains("bulkcheck: none.jsonl"))
    #expect(text.contains("code 2"))
    for line in text.replacing(/\u{1B}\[\d*[mK]/, with: "").split(separator: "\n") {
      #expect(line.count <= 60, "\(line)")
    }
  }

  @Test(
    "progress is one line that is removed in the end, and fits",
    arguments: ["-p p.json -", "infer --chunk-bytes 8 -o drafted.json -"])
  func progress(arguments: String) throws {
    // Records come until there is something on the screen, of which this file is a copy, or for so
    // long that there is when they end.
    let feed = """
      for n in $(seq 25); do echo '{"a":1}'; sleep 0.1; grep -qa '/s   ' .out && break; done
      """
    let text = try screen("{ \(feed); } | bulkcheck \(arguments)")
    let updates = text.split(separator: "\r").filter {
      $0.contains("/s   ") && $0.contains("\u{1B}[K")
    }
    #expect(!updates.isEmpty)
    for update in updates { #expect(update.replacing(/\u{1B}\[K/, with: "").count < 60) }
    #expect(text.contains("\r\u{1B}[K"))
  }
}
