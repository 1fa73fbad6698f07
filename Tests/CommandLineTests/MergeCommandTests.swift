import Foundation
import Testing

/// `--partial` and `merge`, as a user runs them.
@Suite("Merging partial results", .waitsForCommands)
struct MergeCommandTests {
  private static let setUp = """
    seq 900 | awk '{ print "{\\"id\\":" ($1 % 7 ? $1 : 7) ",\\"age\\":" ($1 % 130) \
      ",\\"old\\":" ($1 % 130 > 120 ? "true" : "false") "}" }' > all.jsonl
    split -l 301 all.jsonl s- --additional-suffix=.jsonl
    cat > u.json <<'END'
    {"bulkcheck":1,"name":"u","fields":{
      "id":{"unique":true}, "age":{"maximum":{"value":120,"message":"{value} on line {line}"}},
      "old":{}}}
    END
    timeless() { sed -E 's/"timing".*//; s/ ?time="[^"]*"//g; s/[0-9.]+ s( |   )[0-9.]+ [kMG]?B\\/s//
      s/ · [0-9.]+ s$//; s/[0-9-]{10} [0-9:]{5} UTC//
      s/ in [0-9.]+ s · [0-9.]+ [kMG]?B\\/s//' "$1"; }
    """

  private func run(_ command: String, _ check: (Tool.Result) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run(Self.setUp + "\n" + command, in: folder))
  }

  @Test("results of one instant merge, however it is written")
  func clocks() throws {
    try run(
      """
      echo '{"bulkcheck":1,"fields":{"t":{"format":"date-time","minimum":"now"}}}' > n.json
      echo '{"t":"2024-01-01T00:00:00Z"}' > n.jsonl
      for now in 2024-01-01T00:00:00Z 2024-01-01T01:00:00.0+01:00 2024-01-01T00:00:00.1Z; do
        bulkcheck -p n.json --now $now --partial $now.bcp n.jsonl > /dev/null
      done
      bulkcheck merge 2024-01-01T00:00:00Z.bcp 2024-01-01T01* > /dev/null; echo $?
      bulkcheck merge 2024-01-01T00:00:00Z.bcp *.1Z.bcp > /dev/null; echo $?
      """
    ) { result in
      #expect(result.output == "0\n2\n", "\(result.diagnostics)")
      #expect(result.diagnostics.contains("used different times as now"))
    }
  }

  /// Takes the records of samples out of a page: partial results have none.
  private static let withoutRecords = #"""
    python3 -c 'import re
    page = open("whole.html").read()
    shown = re.sub("(?s)<details class=.record.>.*?</details>", "", page)
    open("whole.html", "w").write(shown)'
    """#

  @Test(
    "the reports of a merge are those of one run, to the byte, except for time and records",
    arguments: [("s-*.jsonl", ""), ("all.jsonl", "--as all.jsonl")])
  func reports(inputs: String, options: String) throws {
    let formats = ["text", "json", "junit", "html", "markdown", "github"]
    let whole = formats.map { "--report \($0)=whole.\($0)" }.joined(separator: " ")
    let merged = formats.map { "--report \($0)=merged.\($0)" }.joined(separator: " ")
    let command = """
      for f in s-*.jsonl; do
        bulkcheck -p u.json --partial $f.bcp --fail-on never $f > /dev/null; echo $?
      done
      bulkcheck -p u.json \(whole) \(inputs); echo $?
      bulkcheck merge \(options) \(merged) s-*.bcp; echo $?
      \(Self.withoutRecords)
      for f in \(formats.joined(separator: " ")); do
        timeless whole.$f > whole; timeless merged.$f > merged
        cmp whole merged || diff whole merged; cmp -s whole.$f merged.json && echo not timeless
      done; grep -c 'What they have in common' merged.html; ls -A | grep -c tmp
      """
    try run(command) { result in
      #expect(result.output == "0\n0\n0\n1\n1\n1\n0\n", "\(result.output)\(result.diagnostics)")
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test("values of which each looks like the other are counted apart, as in one run")
  func alikeValues() throws {
    try run(
      #"""
      cat > n.json <<'END'
      {"bulkcheck": 1, "rules": [
       {"id": "new", "previous": {"by": "k"}, "compare": ["k", "!=", "previous.k"]}]}
      END
      printf '{"k": "\u00e9"}\n{"k": "\u00e9"}\n{"k": "e\u0301"}\n' > a.jsonl
      printf '{"k": "e\u0301"}\n' > b.jsonl
      for part in a b; do bulkcheck -p n.json $part.jsonl --partial $part.bcp > /dev/null; done
      bulkcheck -p n.json a.jsonl b.jsonl --report json=whole.json
      bulkcheck merge a.bcp b.bcp --report json=merged.json
      timeless whole.json > whole; timeless merged.json > merged; cmp whole merged
      grep -o '"count": [0-9]*, "exact"' merged.json
      """#
    ) { result in
      #expect(result.output == "\"count\": 1, \"exact\"\n\"count\": 1, \"exact\"\n")
    }
  }

  @Test("a partial result may be compressed, stand beside other outputs, and go through a pipe")
  func places() throws {
    let command = """
      bulkcheck -p u.json --partial a.bcp.gz --valid good.jsonl --report json=a.json s-aa.jsonl
      bulkcheck -p u.json --partial - s-aa.jsonl 2> text > a.bcp
      bulkcheck merge --report json=b.json a.bcp.gz; cat a.bcp | bulkcheck merge --report json=c.json -
      timeless a.json > a; timeless b.json > b; timeless c.json > c
      cmp a b && cmp a c && grep -c FAILED text && wc -l < good.jsonl
      gzip -t a.bcp.gz && gzip -dc a.bcp.gz | cmp - a.bcp | wc -c
      """
    try run(command) { result in
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.first == "1" && lines.count == 3, "\(result.output)\(result.diagnostics)")
    }
  }

  @Test(
    "a tree of merges ends in the reports of one run, to the byte, except for the time",
    arguments: [("s-*.jsonl", ""), ("all.jsonl", "--as all.jsonl")])
  func tree(inputs: String, options: String) throws {
    let command = """
      check() { bulkcheck -p u.json --fail-on never --report json=/dev/null "$@"; }
      merge() { bulkcheck merge \(options) --fail-on never --report json=/dev/null "$@"; }
      for f in s-*.jsonl; do check --partial $f.bcp $f || echo $?; done
      merge --partial low.bcp s-aa.jsonl.bcp s-ab.jsonl.bcp || echo $?
      merge --partial high.bcp.gz low.bcp || echo $?
      bulkcheck merge \(options) --fail-on never --partial - s-ac.jsonl.bcp 2> text \\
        | merge --partial rest.bcp - || echo $?
      bulkcheck -p u.json --write-baseline base.json all.jsonl > /dev/null; echo $?
      for baseline in '' '--baseline base.json'; do
        bulkcheck -p u.json $baseline --report json=whole.json --report text=whole.text \(inputs); echo $?
        bulkcheck merge \(options) $baseline --report json=merged.json --report text=merged.text \\
          high.bcp.gz rest.bcp; echo $?
        for f in json text; do
          timeless whole.$f > whole; timeless merged.$f > merged; cmp whole merged || diff whole merged
        done
      done; grep -c FAILED text; ls -A | grep -c tmp
      """
    try run(command) { result in
      #expect(
        result.output == "1\n1\n1\n0\n0\n1\n0\n", "\(result.output)\(result.diagnostics)")
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test("a merge that is not whole is marked, and so is every merge of it")
  func incompleteTree() throws {
    let command = """
      bulkcheck -p u.json --partial few.bcp --fail-on never --limit 10 s-ab.jsonl > /dev/null; echo $?
      bulkcheck merge --partial low.bcp --fail-on never few.bcp > /dev/null 2>&1; echo $?
      bulkcheck merge --report json --fail-on never low.bcp 2> errors; echo $?; cat errors
      """
    try run(command) { result in
      #expect(result.output.hasPrefix("0\n2\n"))
      #expect(result.output.contains("\"complete\": false,"))
      #expect(
        result.output.hasSuffix(
          "\n2\nbulkcheck: s-ab.jsonl: its run stopped at --limit (few.bcp)\n"))
    }
  }

  @Test("the verdict is that of the merge: its options, its baseline")
  func verdict() throws {
    let command = """
      for f in s-*.jsonl; do bulkcheck -p u.json --partial $f.bcp $f > /dev/null; echo $?; done
      bulkcheck merge --fail-on never s-*.bcp > /dev/null; echo $?
      bulkcheck merge --write-baseline base.json s-*.bcp > /dev/null; echo $?
      bulkcheck merge --baseline base.json s-*.bcp > text; echo $?
      bulkcheck -p u.json --baseline base.json all.jsonl > /dev/null; echo $?
      grep -c known text
      """
    try run(command) { result in
      #expect(result.output == "1\n1\n1\n0\n1\n0\n0\n3\n", "\(result.output)")
    }
  }

  @Test(
    "what cannot be merged ends with 2, names the file, and leaves no report",
    arguments: [
      ("a.jsonl", "a.jsonl is not a partial result of bulkcheck; create one with"),
      ("none.bcp", "cannot read the partial result none.bcp: "),
      (".", "cannot read the partial result .: "),
      ("cut.bcp", "cut.bcp is a damaged partial result: it ends too early"),
      ("hit.bcp", "hit.bcp is a damaged partial result: the checksum of the block at byte "),
      ("a.bcp other.bcp", "a.bcp and other.bcp are results of different profiles: SHA-256 "),
      ("a.bcp skip.bcp", "only skip.bcp leaves out age.maximum"),
      ("a.bcp few.bcp", "few.bcp keeps 2 failing examples of each rule, but 5 are wanted"),
      ("a.bcp secret.bcp", "written with different secrets"),
      ("--as x a.bcp open.bcp a.bcp", "the one before it, in open.bcp, ends within a line"),
      ("--samples 9 a.bcp", "a.bcp keeps 5 failing examples of each rule, but 9 are wanted"),
    ])
  func refusals(arguments: String, words: String) throws {
    let command = """
      check() { bulkcheck -p u.json --report json=/dev/null --fail-on never "$@"; }
      check --partial a.bcp s-aa.jsonl; check --partial skip.bcp --skip age.maximum s-ab.jsonl
      check --partial few.bcp --samples 2 s-ab.jsonl; printf '{}' | check --partial open.bcp --input-format jsonl -
      BULKCHECK_PARTIAL_SECRET=x check --partial secret.bcp s-ab.jsonl
      bulkcheck -p p.json --partial other.bcp a.jsonl > /dev/null
      head -c 300 a.bcp > cut.bcp; { head -c 300 a.bcp; printf 'x'; tail -c +302 a.bcp; } > hit.bcp
      bulkcheck merge --partial new.report --report json=report.json \(arguments); code=$?; ls -A | grep -c 'report\\|tmp'; exit $code
      """
    try run(command) { result in
      #expect(result.exitCode == 2)
      #expect(result.output == "0\n")
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    }
  }

  @Test("an input that could not be read to its end marks the partial result and the merged report")
  func incomplete() throws {
    let command = """
      gzip -c s-aa.jsonl | head -c 1000 > cut.jsonl.gz
      bulkcheck -p u.json --partial cut.bcp --fail-on never cut.jsonl.gz none.jsonl > /dev/null 2>&1; echo $?
      bulkcheck -p u.json --partial few.bcp --fail-on never --limit 10 s-ab.jsonl > /dev/null; echo $?
      bulkcheck merge --report json --fail-on never cut.bcp few.bcp 2> errors; echo $?; cat errors
      """
    try run(command) { result in
      #expect(result.output.hasPrefix("2\n0\n"))
      #expect(result.output.contains("\"complete\": false,"))
      #expect(result.output.contains("\n2\nbulkcheck: cut.jsonl.gz: "))
      #expect(result.output.contains("none.jsonl: cannot be opened"))
      #expect(result.output.contains("s-ab.jsonl: its run stopped at --limit (few.bcp)"))
    }
  }

  @Test(
    "usage mistakes exit with 2",
    arguments: [
      ("merge", "Missing partial result"), ("merge - -", "can be read only once"),
      ("merge --as '' a.bcp", "--as needs a name"),
      ("merge --report json=a.bcp a.bcp", "would replace the input a.bcp"),
      ("merge --partial a.bcp a.bcp", "--partial would replace the input a.bcp"),
      ("merge --partial '' a.bcp", "--partial needs a path"),
      ("merge --partial x --report json=x a.bcp", "--partial and a report would both be written"),
      ("merge --partial no/x a.bcp", "cannot write the partial result to no/x: "),
      ("merge --memory 1K a.bcp", "--memory must be at least 65536"),
      ("-p u.json --partial all.jsonl all.jsonl", "--partial would replace the input all.jsonl"),
      ("-p u.json --partial u.json all.jsonl", "--partial would replace the profile"),
      ("-p u.json --partial x --valid x all.jsonl", "--valid and --partial would both be written"),
      ("-p u.json --partial - --valid - all.jsonl", "Only one of --valid, --invalid, --failures"),
      ("-p u.json --partial no/x all.jsonl", "cannot write the partial result to no/x: "),
    ])
  func usage(arguments: String, words: String) throws {
    try run("touch a.bcp; bulkcheck \(arguments)") { result in
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    }
  }

  @Test("a full disk ends the run with 2, and no partial result appears", .limitsFileSize)
  func full() throws {
    try run(
      """
      bulkcheck -p u.json --partial /dev/full all.jsonl > report; echo $?
      (ulimit -f 8; trap '' XFSZ; bulkcheck -p u.json --partial a.bcp all.jsonl > /dev/null); echo $?
      ls -A | grep -c 'bcp\\|tmp'; test -s report; echo $?
      bulkcheck -p u.json --partial a.bcp all.jsonl > /dev/null
      bulkcheck merge --partial /dev/full --report json=merged.json a.bcp; echo $?
      (ulimit -f 8; trap '' XFSZ; bulkcheck merge --partial b.bcp --report json=merged.json a.bcp); echo $?
      ls -A | grep -c 'b.bcp\\|tmp\\|merged'
      """
    ) { result in
      #expect(result.output == "2\n2\n0\n0\n2\n2\n0\n", "\(result.output)")
      #expect(result.diagnostics.contains("cannot write the partial result to b.bcp: "))
      #expect(result.diagnostics.contains("cannot write the partial result to /dev/full: "))
      #expect(result.diagnostics.contains("cannot write the partial result to a.bcp: "))
    }
  }
}
