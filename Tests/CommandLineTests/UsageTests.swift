import Foundation
import Testing

@Suite("Usage", .waitsForCommands)
struct UsageTests {
  @Test(
    "a mistake on the command line exits with 2 and says what is wrong",
    arguments: [
      ("bulkcheck", "--profile"),
      ("bulkcheck a.jsonl", "--profile"),
      ("bulkcheck p.json a.jsonl", "try `bulkcheck --profile p.json a.jsonl`"),
      ("bulkcheck check a.jsonl p.json", "p.json is a profile, not data: try"),
      ("bulkcheck p.json", "try `bulkcheck --profile p.json data.jsonl`"),
      ("bulkcheck explain p.json a.jsonl --line 1", "try `bulkcheck explain --profile p.json"),
      ("bulkcheck --profil p.json a.jsonl", "unknown option --profil: did you mean --profile?"),
      ("bulkcheck -p p.json --limt=3 a.jsonl", "unknown option --limt: did you mean --limit?"),
      ("bulkcheck infer --max-path 3 a.jsonl", "did you mean --max-paths?"),
      ("bulkcheck -p p.json", "Missing input"),
      ("bulkcheck -p p.json --profile a.json a.jsonl", "as p.json and a.json: give it once"),
      ("bulkcheck check -p=p.json --limit 1 --limit=2 a.jsonl", "--limit is given twice, as 1"),
      ("bulkcheck -p p.json - -", "only once"),
      ("bulkcheck -p p.json --bogus a.jsonl", "--bogus"),
      (
        "bulkcheck -p p.json --report xml a.jsonl",
        "unknown report format \"xml\". Formats: text, json, junit, markdown, github, html, sarif, "
          + "openmetrics, or a path"
      ),
      ("bulkcheck -p p.json --report jsn a.jsonl", "did you mean \"json\"? Formats: text, json,"),
      ("bulkcheck -p p.json --report '' a.jsonl", "--report needs a format or a path"),
      ("bulkcheck -p p.json --report rr.pdf a.jsonl", "write another file name: json=rr.pdf."),
      ("bulkcheck -p p.json --report report.csv a.jsonl", "ends in .json, .xml"),
      ("bulkcheck -p p.json --report xml=r.xml a.jsonl", "unknown report format \"xml\""),
      ("bulkcheck -p p.json --report p.json a.jsonl", "would replace the profile"),
      ("bulkcheck -p p.json --report r.md --report markdown=r.md a.jsonl", "Two reports"),
      ("bulkcheck -p p.json --baseline none.json a.jsonl", "create one with --write-baseline"),
      ("bulkcheck -p p.json --baseline a.jsonl a.jsonl", "not a bulkcheck report"),
      ("bulkcheck -p p.json --baseline . a.jsonl", "cannot read the baseline .: Is a directory"),
      (
        "bulkcheck -p p.json --baseline none.json --report none.json a.jsonl",
        "would replace the baseline: use --write-baseline"
      ),
      ("bulkcheck -p p.json --write-baseline a.jsonl a.jsonl", "would replace the input"),
      ("bulkcheck -p p.json --write-baseline p.json a.jsonl", "would replace the profile"),
      ("bulkcheck -p p.json --write-baseline /dev/null a.jsonl", "needs the path of a file"),
      ("bulkcheck -p p.json --write-baseline b --limit 1 a.jsonl", "cannot be used with --limit"),
      ("bulkcheck -p p.json --write-baseline b --report json=b a.jsonl", "written to b"),
      ("bulkcheck -p p.json --write-baseline none/b a.jsonl", "No such file or directory"),
      ("bulkcheck chek -p p.json a.jsonl", "did you mean `bulkcheck check`?"),
      ("bulkcheck lnt p.json", "did you mean `bulkcheck lint`?"),
      ("bulkcheck validate a.jsonl", "validate is neither a command nor a file: did you mean"),
      ("bulkcheck validate a.jsonl", "did you mean `bulkcheck check`?"),
      ("bulkcheck version", "did you mean `bulkcheck --version`?"),
      ("bulkcheck -v", "unknown option -v: did you mean --version?"),
      ("bulkcheck check -V", "did you mean --version?"),
      ("bulkcheck help chek", "chek is not a command: did you mean `bulkcheck help check`?"),
      ("bulkcheck help p.json", "p.json is not a command. Commands: check, lint, test,"),
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
      (
        "bulkcheck -p p.json --max-record-bytes 3x a.jsonl",
        "must be a number of bytes, such as 65536, 64K or 2GiB, not \"3x\""
      ),
      ("bulkcheck merge --memory 4Q a.bcp", "--memory must be a number of bytes, such as"),
      ("bulkcheck -p p.json --samples many a.jsonl", "must be a whole number, not \"many\""),
      ("bulkcheck infer --limit 1e3 a.jsonl", "--limit must be a whole number, not \"1e3\""),
      ("bulkcheck -p p.json --limit 99999999999999999999 a.jsonl", "--limit is too large"),
      ("bulkcheck -p p.json --now yesterday a.jsonl", "--now must be a date-time"),
      (
        "bulkcheck -p p.json --input-format xml a.jsonl",
        "xml\". Values: auto, jsonl, json, csv, tsv"
      ),
      ("bulkcheck -p p.json --fail-on info a.jsonl", "Values: error, warning, never"),
      ("bulkcheck -p p.json --fail-on warn a.jsonl", "did you mean \"warning\"?"),
      ("bulkcheck explain a.jsonl -p p.json --line 1 --record 1", "--line or --record, not both"),
      ("bulkcheck explain a.jsonl -p p.json", "either --line N or --record N"),
      ("bulkcheck -p none.json a.jsonl", "profile none.json: no such file; check the path"),
      ("bulkcheck -p ./p.jsn a.jsonl", "no such file; did you mean ./p.json?"),
      ("bulkcheck --schema p.jsn a.jsonl", "the schema p.jsn: no such file; did you mean p.json?"),
      ("bulkcheck -p a.jsonl p.json", "a.jsonl looks like data (JSON lines), not a profile"),
      ("bulkcheck -p a.jsonl p.json", "Did you mean: bulkcheck -p p.json a.jsonl?"),
      ("bulkcheck --schema p.json --valid p.json a.jsonl", "--valid would replace the schema"),
      ("bulkcheck --schema p.json --report json=p.json a.jsonl", "would replace the schema"),
      ("bulkcheck lint", "profile"),
      ("bulkcheck lint none.json", "none.json: no such file; check the path"),
      ("bulkcheck lint a.jsonl", "a.jsonl looks like data (JSON lines), not a profile"),
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

  /// A command as the parser describes it.
  private struct Described: Decodable {
    struct Name: Decodable { var kind: String, name: String }
    struct Argument: Decodable { var kind: String, isRepeating: Bool, names: [Name]? }
    struct Command: Decodable {
      var commandName: String, arguments: [Argument]?, subcommands: [Command]?
    }
    var command: Command
  }

  @Test("an option that takes one value is refused when it is given twice, in every command")
  func twice() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let dump = try Tool.run("bulkcheck --experimental-dump-help", in: folder).output
    let root = try JSONDecoder().decode(Described.self, from: Data(dump.utf8)).command
    var repeatable: Set<String> = []
    var count = 0
    for command in root.subcommands ?? [] {
      for argument in command.arguments ?? [] where argument.kind == "option" {
        let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        let long = try #require(names.max { $0.count < $1.count })
        if argument.isRepeating { repeatable.insert(long) }
        for name in names where !argument.isRepeating {
          let result = try Tool.run(
            "bulkcheck \(command.commandName) \(name) 1 \(long)=2 a.jsonl", in: folder)
          #expect(result.exitCode == 2)
          #expect(result.diagnostics.contains("\(long) is given twice, as 1 and 2"), "\(name)")
          count += 1
        }
      }
    }
    #expect(
      repeatable == [
        "--report", "--only", "--skip", "--table", "--resolve", "--before", "--after", "--reader",
      ])
    #expect(count > 40)
  }

  @Test("no example of a help is wrapped: a pasted second line would run as a command")
  func examples() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = ["", "check", "lint", "test", "expand", "schema", "infer", "explain", "merge"]
    for command in commands {
      let help = try Tool.run("bulkcheck \(command) --help", in: folder).output
      let examples = help.split(separator: "EXAMPLES:\n").dropFirst().first ?? ""
      let lines = examples.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { !$0.isEmpty }
      #expect(!lines.isEmpty, "\(command)")
      for line in lines {
        #expect(line.hasPrefix("  ") && line.count <= 80, "\(line)")
        #expect(line.contains("bulkcheck "), "\(line)")
      }
    }
  }

  @Test(
    "a file given twice is noted, and changes nothing else",
    arguments: [
      ("a.jsonl a.jsonl", "a.jsonl is given twice: what is in it counts twice"),
      (
        "a.jsonl ./a.jsonl", "a.jsonl is given twice, also as ./a.jsonl: what is in it counts twice"
      ),
      (
        "a.jsonl b.jsonl a.jsonl b.jsonl a.jsonl",
        "a.jsonl is given 3 times: what is in it counts 3 times; 1 more file is given repeatedly"
      ),
      ("a.jsonl b.jsonl", ""),
    ])
  func repeated(inputs: String, note: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let expected = note.isEmpty ? "" : "bulkcheck: \(note)\n"
    let checked = try Tool.run(
      "echo {} > b.jsonl; bulkcheck -p p.json \(inputs)", in: folder)
    #expect(checked.exitCode == 0)
    #expect(checked.diagnostics == expected)
    let partials = inputs.replacing("jsonl", with: "bcp")
    let merged = try Tool.run(
      """
      for n in a b; do bulkcheck -p p.json --partial $n.bcp $n.jsonl > /dev/null; done
      bulkcheck merge \(partials)
      """, in: folder)
    #expect(merged.exitCode == 0)
    #expect(merged.diagnostics == expected.replacing("jsonl", with: "bcp"))
  }

  @Test(
    "help, version, schemas and completions go to standard output",
    arguments: [
      ("bulkcheck --help", "USAGE: bulkcheck [check] [options] [input ...]\n"),
      ("bulkcheck help check", "and a schema that asserts nothing"),
      ("bulkcheck help infer", "KB, MB, GB decimal"), ("bulkcheck help merge", "the secret or"),
      ("bulkcheck --help", "EXAMPLES"), ("bulkcheck check --help", "--max-record-bytes"),
      ("bulkcheck lint --help", "EXAMPLES"), ("bulkcheck test --help", "EXAMPLES"),
      ("bulkcheck expand --help", "EXAMPLES"), ("bulkcheck schema --help", "EXAMPLES"),
      ("bulkcheck --version", "0.1.0\n"), ("bulkcheck schema report", "bulkcheck-report-1"),
      ("bulkcheck --generate-completion-script bash", "#!/bin/bash"),
      ("bulkcheck --generate-completion-script zsh", "#compdef bulkcheck"),
      ("bulkcheck --generate-completion-script fish", "bulkcheck"),
      (
        "bulkcheck --generate-completion-script bash",
        "'json'$'\\n''junit'$'\\n''markdown'"
      ),
      ("bulkcheck --generate-completion-script fish", "text json junit markdown github html"),
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
