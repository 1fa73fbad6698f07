import Foundation
import Testing

/// A gate cannot pass by accident, and says what stopped it: each cause has a text of its own.
@Suite("The gate", .waitsForCommands)
struct GateTests {
  private func run(_ command: String, _ check: (Tool.Result, URL) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run("\(Self.setUp)\n\(command)", in: folder), folder)
  }

  static let setUp = """
    printf '' > empty.jsonl; printf 'a,b\\n' > header.csv; printf '\\n \\n' > blank.jsonl
    gzip -nc empty.jsonl > empty.gz; printf '{"a":1}\\n' > one.jsonl; printf '{"a"' > cut.jsonl
    printf '{"bulkcheck":1,"fields":{"b":{"minLength":1}}}' > idle.json
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":{"id":"m","value":1}}}}' > max.json
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":{"id":"m","value":1,"severity":"off"}}}}' > off.json
    for n in 1 2 3 4 5 6 7 8 9 10; do echo '{"a":1}'; done > ten.jsonl
    { cat ten.jsonl; echo '{"a":2}'; } > worse.jsonl
    """

  @Test(
    "does not open for nothing",
    arguments: [
      ("p.json empty.jsonl", 1, "no well-formed record: empty.jsonl is empty"),
      ("p.json - < empty.jsonl", 1, "no well-formed record: standard input is empty"),
      ("p.json header.csv", 1, "no well-formed record: header.csv has only a header"),
      ("p.json blank.jsonl", 1, "no well-formed record: blank.jsonl has only blank lines"),
      ("p.json empty.gz", 1, "no well-formed record: empty.gz has no records"),
      ("p.json empty.jsonl header.csv", 1, "no well-formed record in 2 inputs"),
      ("p.json cut.jsonl", 1, "bulkcheck.malformed"),
      ("p.json one.jsonl empty.jsonl", 0, "note  empty.jsonl is empty"),
      ("p.json none.jsonl", 2, "nothing was checked"),
      ("p.json 'part-*.jsonl'", 2, "the shell expands patterns"),
      ("idle.json one.jsonl", 0, "idle  b.minLength"),
      ("idle.json one.jsonl", 0, "no record has: b"),
      ("idle.json one.jsonl --strict", 1, "FAILED"),
      ("off.json ten.jsonl", 0, "muted 1 rule off in the profile: m"),
      ("max.json worse.jsonl --skip m", 0, "muted 1 rule by --only or --skip: m"),
      ("max.json worse.jsonl --fail-on never", 0, "the exit code is 0 because of --fail-on never"),
      ("max.json ten.jsonl --fail-on never", 0, "no rule could have failed the run"),
    ])
  func texts(arguments: String, exitCode: Int32, words: String) throws {
    try run("bulkcheck -p \(arguments)") { result, _ in
      #expect(result.exitCode == exitCode)
      #expect(result.output.contains(words), "\(result.output)")
    }
  }

  @Test(
    "sees paths with [*] that no record has, however the run is cut",
    arguments: [
      // The first and the last record have an element each; in the middle there is none.
      ("l[*].k", 0), ("l[*]", 0), ("l[*].n", 1), ("l[*].k[*]", 1), ("k[*]", 1), ("l[*][*]", 1),
    ])
  func unreadElements(path: String, exitCode: Int32) throws {
    try run(
      """
      echo '{"bulkcheck":1,"fields":{"\(path)":{"labels":["x"]}}}' > l.json
      { echo '{"l":[{}]}'; for n in $(seq 40); do echo '{"l":[],"m":1}'; done; echo '{"l":[{"k":null}]}'; } > l.jsonl
      bulkcheck -p l.json --strict l.jsonl > a; echo $?
      bulkcheck -p l.json --strict --threads 7 --chunk-bytes 20 l.jsonl > b; echo $?
      bulkcheck -p l.json --partial x.bcp l.jsonl > /dev/null
      bulkcheck merge --strict x.bcp > c; echo $?
      grep -c 'no record has: \(path.replacing("[", with: "\\[").replacing("*", with: "\\*"))$' a b c
      """
    ) { result, _ in
      let counts = ["a", "b", "c"].map { "\($0):\(exitCode)\n" }
      #expect(result.output == String(repeating: "\(exitCode)\n", count: 3) + counts.joined())
    }
  }

  @Test(
    "says of a missing input only that it is missing",
    arguments: ["text", "junit", "markdown", "github"])
  func quiet(format: String) throws {
    try run("bulkcheck -p idle.json --report \(format) none.jsonl") { result, _ in
      #expect(result.exitCode == 2)
      #expect(result.output.contains("no such file"))
      for noise in [
        "well-formed", "FAIL", "idle", "no record has", "::error title=bulkcheck.empty",
      ] {
        #expect(!result.output.contains(noise) || format == "junit", "\(noise) in \(result.output)")
      }
    }
  }

  @Test(
    "folds idle rules into one line, and says once what no record has",
    arguments: [
      (
        "",
        [
          "  idle  2 rules checked no record (--strict lists them): w, w2",
          "  note  no record has: a, b, u.v (3 rules idle)",
        ]
      ),
      (
        "--report markdown",
        [
          "- **idle**: 2 rules checked no record (--strict lists them): <code>w</code>, "
            + "<code>w2</code>",
          "- **no record has**: <code>a</code>, <code>b</code>, <code>u.v</code> (3 rules idle)",
        ]
      ),
      (
        "--only w",
        [
          "  idle  w  –   never applied: its condition was never true",
          "  note  no record has: a, b, u.v",
        ]
      ),
      (
        "--strict",
        [
          "  idle  a.type         –   never checked: no value in 1 record",
          "  idle  b.type         –   never checked: no value in 1 record",
          "  idle  u.v.maxLength  –   never checked: no value in 1 record",
          "  idle  w              –   never applied: its condition was never true",
          "  idle  w2             –   never applied: its condition was never true",
          "  FAIL  no record has: a, b, u.v",
        ]
      ),
    ])
  func foldedIdleRules(_ options: String, _ lines: [String]) throws {
    try run(
      """
      cat > i.json << 'END'
      {"bulkcheck": 1,
       "fields": {"a": {"type": "string"}, "b": {"type": "string"}, "u.v": {"maxLength": 3}},
       "rules": [{"id": "w", "when": {"id": {"const": 5}}, "then": {"id": {"minimum": 1}}},
                 {"id": "w2", "when": {"id": {"const": 5}}, "then": {"id": {"minimum": 1}}}]}
      END
      echo '{"id": 1}' > i.jsonl; bulkcheck -p i.json i.jsonl \(options) | grep -v '^\\*\\*\\|ED  '
      """
    ) { result, _ in
      let found = result.output.split(separator: "\n").map(String.init)
      #expect(found.filter { $0.contains("idle") || $0.contains("no record has") } == lines)
    }
  }

  @Test("holds tolerances to the record", arguments: [(10, 0), (11, 1)])
  func tolerance(failures: Int, exitCode: Int32) throws {
    let profile = #"{"bulkcheck":1,"fields":{"a":{"maximum":{"value":1,"tolerance":"1%"}}}}"#
    try run(
      """
      echo '\(profile)' > t.json
      { for n in $(seq \(failures)); do echo '{"a":2}'; done
        for n in $(seq \(1000 - failures)); do echo '{"a":1}'; done; } > t.jsonl
      bulkcheck -p t.json t.jsonl
      """
    ) { result, _ in #expect(result.exitCode == exitCode, "\(result.output)") }
  }

  // MARK: Baseline

  @Test("with a baseline only fails on what got worse")
  func baseline() throws {
    try run(
      """
      bulkcheck -p max.json worse.jsonl --write-baseline base.json > /dev/null; echo $?
      bulkcheck -p max.json worse.jsonl; echo $?
      bulkcheck -p max.json worse.jsonl --baseline base.json; echo $?
      cat worse.jsonl worse.jsonl worse.jsonl > more.jsonl
      bulkcheck -p max.json more.jsonl --baseline base.json > /dev/null; echo $?
      echo '{"a":2}' >> more.jsonl
      bulkcheck -p max.json more.jsonl --baseline base.json; echo $?
      """
    ) { result, folder in
      let codes = result.output.split(separator: "\n").filter { $0.count == 1 }.map(String.init)
      #expect(codes == ["1", "1", "0", "0", "1"])
      #expect(result.output.contains("known m"))
      #expect(result.output.contains("was 9.1 %   1 of 11"))
      let base = try String(contentsOf: folder.appending(path: "base.json"), encoding: .utf8)
      #expect(base.contains("\"schema\": \"bulkcheck-report-1\""))
      #expect(!base.contains("\"value\""))
    }
  }

  @Test("a renamed rule is compared with its former self")
  func renamed() throws {
    let profile = #"{"bulkcheck":1,"fields":{"a":{"maximum":{"id":"new","was":"m","value":1}}}}"#
    try run(
      """
      bulkcheck -p max.json worse.jsonl --write-baseline base.json > /dev/null
      echo '\(profile)' > renamed.json
      bulkcheck -p renamed.json worse.jsonl --baseline base.json --report json
      """
    ) { result, _ in
      #expect(result.exitCode == 0)
      #expect(result.output.contains(#""baseline": {"id": "m", "evaluated": 11, "failed": 1,"#))
      #expect(result.output.contains(#""removed": []"#))
    }
  }

  @Test(
    "a baseline is replaced only by a whole run that does not fail against it",
    arguments: [
      ("worse.jsonl none.jsonl", 2, "not everything was read"),
      ("empty.jsonl", 1, "there were too few records"),
      ("--baseline base.json worse.jsonl", 1, "the run failed against the earlier one"),
      ("--baseline base.json ten.jsonl", 0, ""), ("worse.jsonl", 1, ""),
    ])
  func ratchet(arguments: String, exitCode: Int32, words: String) throws {
    try run(
      """
      bulkcheck -p max.json ten.jsonl --write-baseline base.json > /dev/null
      sed -i 's/"seconds": [0-9.]*/"seconds": 99/' base.json; cp base.json copy.json
      bulkcheck -p max.json --write-baseline base.json \(arguments) > /dev/null; code=$?
      cmp -s base.json copy.json && echo kept; ls -A | grep -c tmp; exit $code
      """
    ) { result, _ in
      #expect(result.exitCode == exitCode)
      #expect(words.isEmpty ? result.diagnostics.isEmpty : result.diagnostics.contains(words))
      #expect(result.output == (words.isEmpty ? "0\n" : "kept\n0\n"))
    }
  }

  // MARK: Reports

  @Test("writes every format in one run, told by suffix")
  func formats() throws {
    try run(
      """
      bulkcheck -p max.json worse.jsonl --report r.json --report r.xml --report r.md --report r.html \
        --report r.txt --report github; code=$?; head -qc 9 r.json r.xml r.md r.html r.txt; exit $code
      """
    ) { result, folder in
      #expect(result.exitCode == 1)
      #expect(
        result.output == """
          ::error file=worse.jsonl,line=11,title=m::1 of 11 records failed (9.1 %25)%0A\
          line 11       2    1 above the maximum of 1
          {
            "sche<?xml ver## ❌ FA<!doctypeworse.jso
          """)
    }
  }

  @Test("the job summary of GitHub is added to, not replaced, and kept within its size")
  func jobSummary() throws {
    try run(
      """
      export GITHUB_STEP_SUMMARY=s.md; echo '# Before' > s.md
      bulkcheck -p max.json worse.jsonl --report github > /dev/null
      bulkcheck -p max.json worse.jsonl --report text > /dev/null
      head -c 1048000 /dev/zero > full.md
      GITHUB_STEP_SUMMARY=full.md bulkcheck -p max.json worse.jsonl --report github > /dev/null
      wc -c < full.md; cat s.md
      """
    ) { result, _ in
      #expect(result.output.hasPrefix("1048000\n# Before\n## ❌ FAILED"))
      #expect(result.output.components(separatedBy: "## ❌").count == 2)
      #expect(result.diagnostics.contains("the job summary full.md is full"))
    }
  }

  @Test("shows no value of a field labelled pii, in no format")
  func masked() throws {
    let profile = """
      {"bulkcheck":1,"fields":{"ssn":{"labels":["pii"],"pattern":{"value":"^X$","message":"{value} {ssn}"}},
      "b":{"const":{"value":1,"message":"{ssn}"}}},
      "rules":[{"id":"r","message":"{ssn} {value}","all":[{"ssn":{"const":"X"},"b":{"const":1}}]}]}
      """
    let formats = ["text", "json", "junit", "markdown", "github", "html"]
    try run(
      """
      cat > pii.json <<'END'
      \(profile)
      END
      for n in 1 2 3; do echo '{"ssn":"SECRET'$n'","b":2}'; done > pii.jsonl
      export GITHUB_STEP_SUMMARY=s.md
      for f in \(formats.joined(separator: " ")); do bulkcheck -p pii.json pii.jsonl --report $f=$f; done
      bulkcheck -p pii.json pii.jsonl --write-baseline base > /dev/null
      cat \(formats.joined(separator: " ")) base s.md
      """
    ) { result, _ in
      #expect(result.output.contains("ssn.pattern"))
      #expect(!result.output.contains("SECRET"))
    }
  }

  @Test("a report that cannot be written leaves the old one, and ends with 2")
  func unwritable() throws {
    try run(
      """
      mkdir d; echo old > d/r.xml; chmod 500 d; [ -w d ] && exit 99
      bulkcheck -p p.json a.jsonl --report d/r.xml; code=$?; cat d/r.xml; exit $code
      """
    ) { result, _ in
      // Root may write everywhere.
      guard result.exitCode != 99 else { return }
      #expect(result.exitCode == 2)
      #expect(result.output == "old\n")
      #expect(result.diagnostics.contains("cannot write the report d/r.xml"))
    }
  }

  @Test("JUnit is read by a parser that is not ours")
  func junitParser() throws {
    try run(
      """
      python3 -c 'import junitparser' 2>/dev/null || exit 99
      bulkcheck -p max.json worse.jsonl --report r.xml
      python3 -c 'import junitparser as j; r = j.JUnitXml.fromfile("r.xml"); \
      print(r.tests, r.failures, r.errors, [c.name for s in r for c in s if c.result])'
      """
    ) { result, _ in
      // 99: the parser is not installed.
      guard result.exitCode != 99 else { return }
      #expect(result.output == "5 1 0 ['m']\n")
    }
  }
}
