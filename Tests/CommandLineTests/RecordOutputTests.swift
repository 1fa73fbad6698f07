import Foundation
import Testing

/// `--valid`, `--invalid`, `--failures` and `--verdicts` as a user meets them.
@Suite("Records as outputs", .waitsForCommands)
struct RecordOutputTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var command: String
    var exitCode: Int32 = 1
    /// The text that the command prints.
    var output: String
    var testDescription: String { name }
  }

  /// Inputs with good, bad and malformed records; `q` judges without a report.
  static let setUp = """
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":{"value":1,"code":"E1"},"unique":true},\
    "b":{"maxLength":{"value":2,"severity":"warning","message":"line {line}: {value}"},"labels":["pii"]}}}' > q.json
    printf '{"a":1}\\n\\n{"a":2}\\r\\n{"a":\\n \\n{"a":0,"b":"xyz"}\\n{"a":1}' > m.jsonl
    printf 'a,b\\r\\n1,x\\r\\n2,"y\\nz"\\r\\n\\r\\n0,xyz\\r\\n1\\r\\n' > m.csv
    printf '\\xef\\xbb\\xbf"a",b\\n0,\\n' > bom.csv; printf 'b,a\\n1,0\\n' > other.csv
    gzip -nc m.jsonl > m.gz; printf 'a,b' > lone.csv; printf '{"a":-1}' > open.jsonl
    q() { bulkcheck -p q.json --report text=/dev/null "$@"; }
    """

  static let cases: [Case] = [
    Case(
      name: "valid records, unchanged",
      command: "q --valid - m.jsonl", output: "{\"a\":1}\n{\"a\":0,\"b\":\"xyz\"}\n"),
    Case(
      name: "invalid and malformed records, duplicates too", command: "q --invalid - m.jsonl",
      output: "{\"a\":2}\r\n{\"a\":\n{\"a\":1}"),
    Case(
      name: "the outputs may be concatenated",
      command:
        "q --valid v --invalid i m.jsonl; cat i v; cat v i | bulkcheck -p q.json - | tail -1",
      exitCode: 0,
      output: "{\"a\":2}\r\n{\"a\":\n{\"a\":1}\n{\"a\":1}\n{\"a\":0,\"b\":\"xyz\"}\n"
        + "FAILED  3 error rules, 1 warning   2 valid   2 invalid   1 malformed\n"),
    Case(
      name: "a whole input that is valid is copied to the byte",
      command: "q --valid v --invalid i open.jsonl && cmp v open.jsonl && wc -c < i",
      exitCode: 0, output: "0\n"),
    Case(
      name: "records of two inputs do not run together",
      command: "q --valid - open.jsonl a.jsonl", exitCode: 0, output: "{\"a\":-1}\n{}\n"),
    Case(
      name: "gzip in, plain out", command: "q --valid - m.gz",
      output: "{\"a\":1}\n{\"a\":0,\"b\":\"xyz\"}\n"),
    Case(
      name: "plain in, gzip out; an empty output is an empty member",
      command: "q --valid v.gz --invalid i.gz a.jsonl && gzip -dc v.gz i.gz && gzip -t i.gz",
      exitCode: 0, output: "{}\n"),
    Case(
      name: "CSV keeps its header in both",
      command: "q --valid v --invalid i m.csv; cat v; echo --; cat i", exitCode: 0,
      output: "a,b\r\n1,x\r\n0,xyz\r\n--\na,b\r\n2,\"y\nz\"\r\n1\r\n"),
    Case(
      name: "a byte-order mark stays before a header", command: "q --valid - bom.csv | od -An -c",
      exitCode: 0, output: " 357 273 277   \"   a   \"   ,   b  \\n   0   ,  \\n\n"),
    Case(
      name: "headers that differ only in quoting or mark are one; a lone header ends its line",
      command: "q --valid - lone.csv bom.csv", exitCode: 0, output: "a,b\n0,\n"),
    Case(
      name: "the report goes to standard error", command: "bulkcheck -p q.json --valid - a.jsonl",
      exitCode: 0, output: "{}\n"),
    Case(
      name: "/dev/stdout is standard output, /dev/null twice is none",
      command: "q --valid /dev/stdout --invalid /dev/null --failures /dev/null open.jsonl",
      exitCode: 0, output: "{\"a\":-1}"),
    Case(
      name: "a named pipe is written directly",
      command: "mkfifo f; cat f & q --valid f open.jsonl; wait; test -p f", exitCode: 0,
      output: "{\"a\":-1}"),
    Case(
      name: "a limit splits what was read", command: "q --limit 2 --invalid - m.jsonl",
      output: "{\"a\":2}\r\n"),
    Case(
      name: "a failing run replaces older outputs, keeping their permissions",
      command: "touch v && chmod 600 v && q --valid v m.jsonl; wc -l < v; stat -c %a v",
      exitCode: 0, output: "2\n600\n"),
    // It waits until there is something to read and the tool, with the pipe full, writes no more.
    Case(
      name: "a reader that is late gets everything",
      command: """
        full() {
          for look in $(seq 300); do
            before=$now; sleep 0.1; now=$(grep wchar /proc/$tool/io 2>/dev/null)
            if read -t 0 && [ "$now" = "$before" ]; then break; fi
          done
        }
        seq -f '{"a":-%.0f}' 20000 > big.jsonl; mkfifo f
        '\(Tool.path)' -p q.json --report text=/dev/null --valid - big.jsonl > f & tool=$!
        { full; cmp - big.jsonl; } < f; wait
        '\(Tool.path)' -p q.json --report text=/dev/null --valid f big.jsonl & tool=$!
        { full; cmp - big.jsonl; } < f; wait
        """,
      exitCode: 0, output: ""),
    Case(
      name: "reports are compressed too",
      command:
        "bulkcheck -p p.json --report json=r.json.gz a.jsonl && gzip -dc r.json.gz | head -1",
      exitCode: 0, output: "{\n"),
    Case(
      name: "a report without a reader does not cost the records",
      command: "exec 3> >(true); wait $!; bulkcheck -p q.json --valid v m.jsonl >&3; cat v",
      exitCode: 0, output: "{\"a\":1}\n{\"a\":0,\"b\":\"xyz\"}\n"),
    Case(
      name: "failures are lines of JSON", command: "q --failures - m.jsonl",
      output: """
        {"input":"m.jsonl","line":3,"record":2,"byteOffset":9,"rule":"a.maximum","field":"a",\
        "instanceLocation":"/a","value":2,"message":"1 above the maximum of 1","code":"E1",\
        "severity":"error"}
        {"input":"m.jsonl","line":4,"record":3,"byteOffset":18,"rule":"bulkcheck.malformed",\
        "field":null,"message":"the record ends too early: expected a value",\
        "severity":"error","kind":"syntax","column":6}
        {"input":"m.jsonl","line":6,"record":4,"byteOffset":26,"rule":"b.maxLength","field":"b",\
        "instanceLocation":"/b","value":"***","message":"line 6: \\"***\\"","severity":"warning"}
        {"input":"m.jsonl","line":7,"record":5,"byteOffset":44,"rule":"a.unique","field":"a",\
        "instanceLocation":"/a","value":1,"message":"1 occurs more than once","severity":"error",\
        "first":{"input":"m.jsonl","line":1}}

        """),
    Case(
      name: "failures are rows of CSV if the name says so",
      command: "q --failures f.csv.gz m.jsonl; code=$?; gzip -dc f.csv.gz; exit $code",
      output: #"""
        input,line,record,byteOffset,rule,field,severity,code,instanceLocation,value,message,\#
        kind,column,reason,firstInput,firstLine
        m.jsonl,3,2,9,a.maximum,a,error,E1,/a,2,1 above the maximum of 1,,,,,
        m.jsonl,4,3,18,bulkcheck.malformed,,error,,,,\#
        the record ends too early: expected a value,syntax,6,,,
        m.jsonl,6,4,26,b.maxLength,b,warning,,/b,"""***""","line 6: ""***""",,,,,
        m.jsonl,7,5,44,a.unique,a,error,,/a,1,1 occurs more than once,,,,m.jsonl,1

        """#),
    Case(
      name: "verdicts are one byte for each record, in input order; duplicates are invalid",
      command: "q --verdicts - m.jsonl | od -An -tx1", exitCode: 0, output: " 00 01 02 00 01\n"),
    Case(
      name: "verdicts of several inputs follow one another, whatever their format",
      command: "q --verdicts v m.csv m.jsonl - < open.jsonl; od -An -tx1 v", exitCode: 0,
      output: " 00 01 00 02 00 01 02 00 01 00\n"),
    Case(
      name: "verdicts come beside the records, and are compressed by suffix",
      command: "q --verdicts v.gz --valid - m.jsonl; gzip -dc v.gz | od -An -tx1", exitCode: 0,
      output: "{\"a\":1}\n{\"a\":0,\"b\":\"xyz\"}\n 00 01 02 00 01\n"),
    Case(
      name: "verdicts end at the limit", command: "q --limit 2 --verdicts - m.jsonl | od -An -tx1",
      exitCode: 0, output: " 00 01\n"),
    Case(
      name: "verdicts of the records of a document",
      command: """
        printf '{"d":[{"a":1},\\n{"a":2},5,{"a":0}]}' > d.json
        q --records '/d/*' --verdicts - d.json | od -An -tx1
        """,
      exitCode: 0, output: " 00 01 01 00\n"),
    Case(
      name: "verdicts of references that only the end decides",
      command: """
        printf '{"bulkcheck":1,"fields":{"to":{"references":{"file":".","column":"id"}}}}' > r.json
        printf '{"to":2}\\n{"to":9,"id":1}\\n{"id":2}\\n' > r.jsonl
        bulkcheck -p r.json --report text=/dev/null --verdicts - r.jsonl | od -An -tx1
        """,
      exitCode: 0, output: " 00 01 00\n"),
    Case(
      name: "rules that are not run fail nothing",
      command: "q --skip a.maximum --skip a.unique --skip bulkcheck.malformed --failures - m.jsonl",
      exitCode: 0,
      output: """
        {"input":"m.jsonl","line":6,"record":4,"byteOffset":26,"rule":"b.maxLength","field":"b",\
        "instanceLocation":"/b","value":"***","message":"line 6: \\"***\\"","severity":"warning"}

        """),
  ]

  @Test("outputs", arguments: cases)
  func outputs(test: Case) throws {
    try run(test.command) { result, folder in
      #expect(result.output == test.output, "\(result.diagnostics)")
      #expect(result.exitCode == test.exitCode)
      #expect(leftovers(in: folder).isEmpty)
    }
  }

  @Test(
    "a mistake is told before anything is judged, and nothing is written",
    arguments: [
      ("--valid a.jsonl a.jsonl", "--valid would replace the input a.jsonl"),
      ("--valid link a.jsonl", "--valid would replace the input a.jsonl"),
      ("--valid hard a.jsonl", "--valid would replace the input a.jsonl"),
      ("--invalid a.jsonl - < a.jsonl", "--invalid would replace the input a.jsonl"),
      ("--failures p.json a.jsonl", "--failures would replace the profile"),
      ("--valid x --invalid x a.jsonl", "--valid and --invalid would both be written to x"),
      ("--valid x --failures ./x a.jsonl", "--valid and --failures would both be written to ./x"),
      ("--valid - --failures /dev/stdout a.jsonl", "Only one of"),
      ("--verdicts a.jsonl a.jsonl", "--verdicts would replace the input a.jsonl"),
      ("--failures x --verdicts x a.jsonl", "--failures and --verdicts would both be written to x"),
      ("--verdicts '' a.jsonl", "--verdicts needs a path"),
      ("--valid - --verdicts - a.jsonl", "Only one of"),
      ("--valid x --report json=x a.jsonl", "--valid and a report would both be written to x"),
      (
        "--valid none/x a.jsonl",
        "No such file or directory; create the folder first: mkdir -p none"
      ),
      ("--valid x --invalid p.json/x a.jsonl", "Not a directory; p.json is not a folder"),
      ("--valid . a.jsonl", "Is a directory"),
      ("--valid '' a.jsonl", "--valid needs a path"),
      ("--emit normalized --invalid x a.jsonl", "name a file for them with --valid"),
      ("--valid /dev/full a.jsonl", "No space left on device; free some space"),
      ("--failures /dev/full m.jsonl", "No space left on device; free some space"),
    ])
  func mistakes(arguments: String, words: String) throws {
    let command = "ln -s a.jsonl link; ln a.jsonl hard; bulkcheck -p p.json \(arguments)"
    try run(command) { result, folder in
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
      #expect(leftovers(in: folder).isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains("x"))
    }
  }

  @Test(
    "inputs that cannot stand in one file end the run",
    arguments: [
      ("m.csv other.csv", "the records of other.csv to v: its columns differ from those of m.csv"),
      ("m.jsonl m.csv", "m.jsonl is JSONL and m.csv is CSV"),
      ("--input-format csv m.csv semicolon.csv", "its delimiter differs from that of m.csv"),
    ])
  func incompatible(inputs: String, words: String) throws {
    let command =
      "printf 'a;b\\n1;2\\n' > semicolon.csv; echo old > v; "
      + "bulkcheck -p q.json --valid v \(inputs) | tail -5; echo ${PIPESTATUS[0]}; cat v"
    try run(command) { result, folder in
      #expect(result.output.hasSuffix("\n2\nold\n"), "\(result.output)")
      #expect(result.output.contains("INCOMPLETE") || result.output.contains("FAILED"))
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
      #expect(leftovers(in: folder).isEmpty)
    }
  }

  @Test(
    "what goes wrong on the way leaves the older output as it was",
    arguments: [
      // An input that breaks off.
      ("head -c 40 m.gz > cut.gz; q --valid v m.jsonl cut.gz", 2, "ends in the middle"),
      ("head -c 40 m.gz > cut.gz; q --verdicts v m.jsonl cut.gz", 2, "ends in the middle"),
      // A report that cannot be written.
      ("bulkcheck -p q.json --report json=/dev/full --valid v m.jsonl", 2, "No space left"),
      ("big; q --valid /dev/full --invalid v big.jsonl", 2, "No space left"),
      // Interruptions, while a pipe is waited for: that it is opened, takes more, brings more.
      ("mkfifo f; hang --valid v --failures f m.jsonl", 130, ""),
      ("mkfifo f; hang --valid v --report json=r --report json=f m.jsonl", 130, ""),
      ("mkfifo f; hang --valid v f", 130, ""),
      ("big; mkfifo f; sleep 60 < f & hang --invalid v --failures f big.jsonl", 130, ""),
      ("mkfifo f; { cat m.jsonl; exec sleep 60; } > f & hang --valid v f", 130, ""),
      // As `timeout` does: the process is signalled, and then its group.
      ("mkfifo f; { cat m.jsonl; exec sleep 60; } > f & again=1 hang --valid v f", 130, ""),
    ])
  func failing(command: String, exitCode: Int32, words: String) throws {
    let helpers = """
      big() {
        for i in $(seq 8000); do echo "{\\"a\\":-$i,\\"b\\":\\"$i$i$i\\"}"; done > big.jsonl
      }
      hang() {
        '\(Tool.path)' -p q.json --report text=/dev/null "$@" & tool=$!
        until ls -A | grep -q 'tmp$' || ! kill -0 $tool; do sleep 0.02; done
        kill -TERM $tool; [ -z "$again" ] || kill -TERM $tool
        wait $tool
      }
      echo old > v
      """
    // KILL: threads of Dispatch block other signals, and what they start inherits that.
    let ending = "code=$?; kill -KILL $(jobs -p) 2>/dev/null; echo $code $(cat v)"
    try run("\(helpers)\n\(command); \(ending)") { result, folder in
      #expect(result.output.hasSuffix("\(exitCode) old\n"), "\(result.output)")
      #expect(words.isEmpty || result.diagnostics.contains(words), "\(result.diagnostics)")
      #expect(leftovers(in: folder).isEmpty)
    }
  }

  @Test(
    "a file that grows too large leaves the older output as it was", .limitsFileSize,
    arguments: ["--valid v", "--failures v --fail-on never"])
  func tooLarge(outputs: String) throws {
    try failing(
      command: "big; (ulimit -f 1; q \(outputs) big.jsonl)", exitCode: 2, words: "see ulimit -f")
  }

  @Test("a reader of the records that has had enough ends the run quietly with 141")
  func closedPipe() throws {
    let command = """
      for i in $(seq 20000); do echo "{\\"a\\":-$i}"; done > big.jsonl
      { q --valid - --invalid i big.jsonl; echo $? >&2; } | head -1; test ! -e i
      """
    try run(command) { result, folder in
      #expect(result.output == "{\"a\":-1}\n")
      #expect(result.diagnostics == "141\n")
      #expect(result.exitCode == 0)
      #expect(leftovers(in: folder).isEmpty)
    }
  }

  private func run(_ command: String, _ check: (Tool.Result, URL) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run("\(Self.setUp)\n\(command)", in: folder), folder)
  }

  /// Temporary files.
  private func leftovers(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names?.filter { $0.hasSuffix(".tmp") } ?? ["?"]
  }
}
