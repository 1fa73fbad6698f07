import Foundation
import Testing

@Suite("Usage")
struct UsageTests {
  @Test(
    "a mistake on the command line exits with 2 and says what is wrong",
    arguments: [
      ("bulkcheck", "--profile"),
      ("bulkcheck a.jsonl", "--profile"),
      ("bulkcheck -p p.json", "Missing input"),
      ("bulkcheck -p p.json - -", "only once"),
      ("bulkcheck -p p.json --bogus a.jsonl", "--bogus"),
      (
        "bulkcheck -p p.json --report xml a.jsonl",
        "not a report format: xml, expected text, json, junit, markdown, github, html, or a path"
      ),
      ("bulkcheck -p p.json --report jsn a.jsonl", "Did you mean json?"),
      ("bulkcheck -p p.json --report report.csv a.jsonl", "ends in .json, .xml"),
      ("bulkcheck -p p.json --report xml=r.xml a.jsonl", "not a report format: xml"),
      ("bulkcheck -p p.json --report p.json a.jsonl", "would replace the profile"),
      ("bulkcheck -p p.json --report r.md --report markdown=r.md a.jsonl", "Two reports"),
      ("bulkcheck -p p.json --baseline none.json a.jsonl", "--write-baseline makes one"),
      ("bulkcheck -p p.json --baseline a.jsonl a.jsonl", "no report of bulkcheck"),
      ("bulkcheck -p p.json --baseline . a.jsonl", "cannot read the baseline .: Is a directory"),
      (
        "bulkcheck -p p.json --baseline none.json --report none.json a.jsonl",
        "would replace the baseline: use --write-baseline"
      ),
      ("bulkcheck -p p.json --write-baseline a.jsonl a.jsonl", "would replace the input"),
      ("bulkcheck -p p.json --write-baseline p.json a.jsonl", "would replace the profile"),
      ("bulkcheck -p p.json --write-baseline /dev/null a.jsonl", "needs the path of a file"),
      ("bulkcheck -p p.json --write-baseline b --limit 1 a.jsonl", "cannot stand beside --limit"),
      ("bulkcheck -p p.json --write-baseline b --report json=b a.jsonl", "written to b"),
      ("bulkcheck -p p.json --write-baseline none/b a.jsonl", "No such file or directory"),
      ("bulkcheck chek -p p.json a.jsonl", "did you mean `bulkcheck check`?"),
      ("bulkcheck lnt p.json", "did you mean `bulkcheck lint`?"),
      ("GITHUB_STEP_SUMMARY=none/s bulkcheck -p p.json --report github a.jsonl", "job summary"),
      ("bulkcheck -p p.json --report json= a.jsonl", "path is missing"),
      ("bulkcheck -p p.json --report json --report text a.jsonl", "Only one report"),
      ("bulkcheck -p p.json --report json=a.jsonl a.jsonl", "would replace the input a.jsonl"),
      ("bulkcheck -p p.json --report json=./a.jsonl a.jsonl", "would replace the input a.jsonl"),
      ("bulkcheck -p p.json --report json=p.json a.jsonl", "would replace the profile"),
      ("bulkcheck -p p.json --report json=r --report text=r a.jsonl", "Two reports"),
      ("bulkcheck -p p.json --report json=none/r a.jsonl", "No such file or directory"),
      ("bulkcheck -p p.json --report json=. a.jsonl", "Is a directory"),
      ("bulkcheck -p p.json --limit 0 a.jsonl", "--limit must be at least 1, not 0"),
      ("bulkcheck -p p.json --threads 0 a.jsonl", "--threads must be at least 1"),
      ("bulkcheck -p p.json --samples=-1 a.jsonl", "--samples must be at least 0"),
      ("bulkcheck -p p.json --max-record-bytes 0 a.jsonl", "--max-record-bytes must be at least 1"),
      ("bulkcheck -p p.json --max-record-bytes 3x a.jsonl", "3x"),
      ("bulkcheck -p p.json --input-format xml a.jsonl", "xml"),
      ("bulkcheck -p p.json --fail-on info a.jsonl", "info"),
      ("bulkcheck -p none.json a.jsonl", "none.json: No such file or directory"),
      ("bulkcheck lint", "profile"),
      ("bulkcheck lint none.json", "none.json: No such file or directory"),
      ("bulkcheck test none.json", "none.json"),
      ("bulkcheck schema rules", "rules"),
    ])
  func mistakes(command: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test(
    "help, version, schemas and completions go to standard output",
    arguments: [
      ("bulkcheck --help", "EXAMPLES"), ("bulkcheck check --help", "--max-record-bytes"),
      ("bulkcheck lint --help", "EXAMPLES"), ("bulkcheck test --help", "EXAMPLES"),
      ("bulkcheck expand --help", "EXAMPLES"), ("bulkcheck schema --help", "EXAMPLES"),
      ("bulkcheck --version", "0.1.0\n"), ("bulkcheck schema report", "bulkcheck-report-1"),
      ("bulkcheck --generate-completion-script bash", "#!/bin/bash"),
      ("bulkcheck --generate-completion-script zsh", "#compdef bulkcheck"),
      ("bulkcheck --generate-completion-script fish", "bulkcheck"),
    ])
  func information(command: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 0)
    #expect(result.output.contains(words))
    #expect(result.diagnostics.isEmpty)
    #expect(!result.output.contains("chunk-bytes") || command.contains("completion"))
  }
}
