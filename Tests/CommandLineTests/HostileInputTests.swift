import Foundation
import Testing

/// Inputs that somebody made to do harm, small ones of the kinds that `Tests/Endurance` runs in
/// full size.
@Suite("Hostile inputs", .waitsForCommands)
struct HostileInputTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    /// Makes `input` and the profile `q.json`, if not the empty one.
    var setUp: String
    var options = ""
    var exitCode: Int32
    var words: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "nested 100,000 deep",
      setUp: "{ head -c 100000 /dev/zero | tr '\\0' '['; echo; echo '{}'; } > input",
      exitCode: 1, words: "depth, column 513"),
    Case(
      name: "objects nested 100,000 deep, where a rule reads them",
      setUp: """
        awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\\"a\\":"; print "1" }' > input
        printf '{"bulkcheck":1,"fields":{"a.a.a":{"type":"object"},"a":{"uniqueItems":true}}}' > q.json
        """,
      exitCode: 1, words: "depth, column "),
    Case(
      name: "nested 100,000 deep in a cell",
      setUp: """
        { echo a; head -c 100000 /dev/zero | tr '\\0' '['; echo; } > input
        printf '{"bulkcheck":1,"fields":{"a":{"type":"integer"}}}' > q.json
        """,
      exitCode: 1, words: "a.type"),
    Case(
      name: "a header of 200,000 columns",
      setUp:
        "{ seq -s, 200000; seq -s, 200000; seq -s, 199999; } > input; mv input input.csv; ln -s input.csv input",
      exitCode: 1, words: "ragged"),
    Case(
      name: "200,000 members, one of them twice",
      setUp: """
        awk 'BEGIN { printf "{"; for (i = 0; i < 200000; i++) printf "\\"k%d\\":%d,", i, i; print "\\"k7\\":1}" }' > input
        printf '{"bulkcheck":1,"fields":{"k7":{"maximum":0}}}' > q.json
        """,
      exitCode: 1, words: "bulkcheck.duplicate-key"),
    Case(
      name: "100,000 different failing values",
      setUp: """
        seq 100000 | sed 's/.*/{"a":"&"}/' > input
        printf '{"bulkcheck":1,"fields":{"a":{"type":"integer"}}}' > q.json
        """,
      exitCode: 1, words: "100,000"),
    Case(
      name: "FHIR's pattern of base64 on 200 kB that are nearly base64",
      setUp: """
        { printf '{"a":"'; head -c 200000 /dev/zero | tr '\\0' 'A'; echo '!"}'; } > input
        printf '{"bulkcheck":1,"fields":{"a":{"pattern":"^(\\\\\\\\s*([0-9a-zA-Z+/=]){4}\\\\\\\\s*)+$"}}}' > q.json
        """,
      exitCode: 1, words: "a.pattern"),
    Case(
      name: "a pattern that takes time with the square of the text",
      setUp: """
        { printf '{"a":"'; head -c 300000 /dev/zero | tr '\\0' '0'; echo '"}'; } > input
        printf '{"bulkcheck":1,"fields":{"a":{"pattern":"(?:[0-9]|ab)+[a-z]"}}}' > q.json
        """,
      exitCode: 1, words: "a.pattern"),
    Case(
      name: "a gzip bomb of 100 MB in 100 kB",
      setUp:
        "head -c 100000000 /dev/zero | tr '\\0' ' ' | gzip -9c > input; echo '{}' | gzip -c >> input",
      options: "--input-format jsonl", exitCode: 1, words: "1 malformed"),
    Case(
      name: "a number of a million digits",
      setUp: """
        { printf '{"a":'; head -c 1000000 /dev/zero | tr '\\0' '9'; echo '}'; } > input
        printf '{"bulkcheck":1,"fields":{"a":{"maximum":1e100,"multipleOf":0.07}}}' > q.json
        """,
      exitCode: 1, words: "a.maximum"),
  ]

  @Test("end with an answer, in time and memory that have a bound", arguments: cases)
  func answers(test: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      "cp p.json q.json; \(test.setUp)\nbulkcheck -p q.json \(test.options) input", in: folder)
    #expect(result.exitCode == test.exitCode, "\(result.diagnostics)")
    #expect(result.output.contains(test.words), "\(result.output.prefix(2000))")
    // What was made to be long is shown cut.
    #expect(result.output.utf8.count < 20_000)
    #expect(!result.diagnostics.contains("Fatal error"))
  }

  @Test(
    "a file without records says so",
    arguments: [
      ("sub", 2, "is a folder without a file"), ("/dev/null", 1, ""), ("none", 2, "no such file"),
      ("loop", 2, "Too many levels of symbolic links"), ("p.json/x", 2, "Not a directory"),
      ("/dev/zero --max-record-bytes 1M", 2, "the header is longer than a record may be"),
      ("socket", 2, "No such device or address"),
    ])
  func otherFiles(input: String, exitCode: Int32, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let setUp = """
      ln -s loop loop; mkdir sub
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>/dev/null
      """
    let result = try Tool.run("\(setUp)\nbulkcheck -p p.json \(input)", in: folder)
    if input == "socket", result.diagnostics.contains("no such file") { return }
    #expect(result.exitCode == exitCode, "\(result.diagnostics)")
    #expect(result.diagnostics.contains(words) || words.isEmpty, "\(result.diagnostics)")
  }
}
