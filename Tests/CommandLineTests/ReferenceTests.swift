import Foundation
import Testing

/// `references` with real files, as a user has them.
@Suite(.waitsForCommands) struct ReferenceTests {
  /// A folder with a profile `profiles/p.json` of these fields, and reference files beside it.
  private func folder(_ fields: String) throws -> URL {
    let folder = try Tool.folder()
    let profiles = folder.appending(path: "profiles")
    try FileManager.default.createDirectory(at: profiles, withIntermediateDirectories: true)
    let files = [
      ("p.json", "{\"bulkcheck\": 1, \"fields\": {\n\(fields)\n}}"),
      (
        "codes.csv",
        "code,name\nNO,Norway\n\"D\"\"E\",x\n007,Bond\n2.50,two\n,none\ntrue,yes\nNO,again\n"
      ),
      (
        "ids.jsonl",
        #"{"a":{"id":1}}"# + "\n" + #"{"a":{"id":"x"}}"# + "\n" + #"{"a":null}"# + "\n{}\n"
      ),
      (
        "lists.jsonl",
        #"{"l":["a",2,null]}"# + "\n" + #"{"l":[]}"# + "\n" + #"{"l":["b",true]}"# + "\n"
      ),
      ("ragged.csv", "code,name\nNO,Norway\nSE\n"), ("header.csv", "code\n"), ("none", ""),
      ("empty.csv", "code,x\n,1\n\"\",2\n"), ("twice.csv", "code,code\na,b\n"),
      ("cut.json", "[\n{\"code\": 1}\n"), ("value.jsonl", "{\"code\":1}\n7\n"),
      ("repeated.jsonl", "{\"code\":1}\n{\"code\":1,\"code\":2}\n"),
      ("nested.jsonl", "{\"code\":1}\n\n{\"code\":[1]}\n"), ("lacks.jsonl", "{\"x\":1}\n"),
      ("quote.csv", "code\n\"a\nb\n"), ("encoding.csv", "code\na\n\u{FF}\n"),
    ]
    for (name, text) in files {
      var bytes = Data(text.utf8)
      if name == "encoding.csv" { bytes[7] = 0xFF }
      try bytes.write(to: profiles.appending(path: name))
    }
    return folder
  }

  @Test(
    "a value must occur in the column",
    arguments: [
      // Declared text: the cell as it is.
      (
        #""a": {"type": "string", "references": {"file": "codes.csv", "column": "code"}}"#,
        [#""NO""#, #""N\u004f""#, #""D\"E""#, #""007""#, "null"], [#""no""#, #""""#, #""7""#]
      ),
      // Declared number: the cell's value. Anything else stays a text, and `type` blocks such
      // records.
      (
        #""a": {"references": {"file": "codes.csv", "column": "code"}, "type": "number"}"#,
        ["7", "7.0", "2.5", "0.7e1"], ["8", "70"]
      ),
      (
        #""a": {"references": {"file": "codes.csv", "column": "code"}, "type": "integer"}"#,
        ["7"], ["2"]
      ),
      // Nothing declared: the text, or what a number or a boolean finds.
      (
        #""a": {"references": {"file": "codes.csv", "column": "code"}}"#,
        [#""007""#, "7", "2.500", "true", #""true""#], [#""7""#, "false", "[]", "{}", #""2.5""#]
      ),
      (
        #""a": {"references": {"file": "ids.jsonl", "column": "a.id"}}"#,
        ["1", "1.0", #""x""#], [#""1""#, "true", "2"]
      ),
      (
        #""a": {"references": {"file": "ids.jsonl", "column": "/a/id", "format": "jsonl"}}"#,
        ["1"], ["2"]
      ),
      (
        #""a": {"references": {"file": "lists.jsonl", "column": "l[*]"}}"#,
        [#""a""#, #""b""#, "2", "true"], [#""c""#, #""""#, "false"]
      ),
      (
        #""a": {"items": {"references": {"file": "codes.csv", "column": "code"}}}"#,
        [#"["NO","007"]"#, "[]"], [#"["NO","SE"]"#]
      ),
      (
        #""a": {"normalize": ["trim", "uppercase"], "references": {"file": "codes.csv", "column": "code"}}"#,
        [#"" no ""#], [#""nor""#]
      ),
      (
        #""a": {"chain": ["digits", {"references": {"file": "codes.csv", "column": "code"}}]}"#,
        [#""0-0-7""#], [#""7""#]
      ),
      (
        #""a": {"not": {"references": {"file": "codes.csv", "column": "code"}}}"#,
        [#""SE""#, "null"], [#""NO""#]
      ),
    ])
  func values(fields: String, good: [String], bad: [String]) throws {
    let folder = try folder(fields)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, values) in [("good", good), ("bad", bad)] {
      let lines = values.map { "{\"a\": \($0)}\n" }.joined()
      try Data(lines.utf8).write(to: folder.appending(path: name + ".jsonl"))
    }
    let command = "bulkcheck -p profiles/p.json --report json"
    let passed = try Tool.run(command + " good.jsonl", in: folder)
    #expect(passed.exitCode == 0, "\(passed.output)\(passed.diagnostics)")
    let failed = try Tool.run(command + " bad.jsonl", in: folder)
    #expect(failed.exitCode == 1, "\(failed.diagnostics)")
    #expect(
      failed.output.contains(#""records": {"total": \#(bad.count), "valid": 0"#), "\(failed.output)"
    )
  }

  @Test("CSV against CSV: texts unless a number is declared")
  func cells() throws {
    let folder = try folder(
      #"""
      "a": {"references": {"file": "codes.csv.gz", "column": "code"}},
      "n": {"type": "number", "references": {"file": "codes.csv.gz", "column": "code"}},
      "i": {"references": {"file": "ids.jsonl", "column": "a.id"}}
      """#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = "a,n,i\nNO,7,1\n\"D\"\"E\",2.5,1.0\n7,007,x\n2.5,8,2\n,,\n"
    try Data(rows.utf8).write(to: folder.appending(path: "x.csv"))
    let result = try Tool.run(
      "gzip profiles/codes.csv; bulkcheck -p profiles/p.json --failures f x.csv > /dev/null; "
        + #"sed 's/.*"line":\([0-9]*\).*"rule":"\([^"]*\)".*/\1 \2/' f"#,
      in: folder)
    #expect(
      result.output == "4 a.references\n5 a.references\n5 n.references\n5 i.references\n",
      "\(result.output)\(result.diagnostics)")
  }

  @Test("a column may be named twice, for fields that are read in different ways")
  func columnNamedTwice() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      #"""
      printf 'k,x\ntrue,1\n1.0,2\n' > r.csv
      printf 'flag,n,c\nTrue,1,true\ntrue,1.00,1.0\nno,1,1\n,7,true\ntrue,,1\n' > d.csv
      echo '{"bulkcheck": 1, "fields": {"flag": {"type": {"value": "boolean", "severity": "info"},
        "normalize": ["lowercase"]}, "n": {"type": "number"}}, "rules": [
        {"id": "a", "references": {"file": "r.csv", "fields": ["flag", "c"], "columns": ["k", "k"]}},
        {"id": "b", "references": {"file": "r.csv", "fields": ["c", "n"], "columns": ["k", "k"]}}]}'         > p.json
      printf '{"flag": true, "c": "true"}\n{"flag": "true", "c": "true", "n": "1.0"}\n' > d.jsonl
      for input in d.csv d.jsonl; do
        bulkcheck -p p.json --failures f $input > /dev/null
        sed 's/.*"line":\([0-9]*\).*"rule":"\([^"]*\)".*/\1 \2/' f
      done
      """#, in: folder)
    // A row of r.csv has one value, so only pairs of one value are combinations. For `flag` it is a
    // boolean, which a string is not.
    let rows = "2 b\n3 a\n4 flag.type\n4 a\n4 b\n5 b\n6 a\n"
    let lines = "2 flag.type\n2 n.type\n2 a\n2 b\n"
    #expect(result.output == rows + lines, "\(result.output)\(result.diagnostics)")
  }

  @Test(
    "a file that is not reference data is reported with place and remedy, and exit code 2",
    arguments: [
      (
        #"{"file": "missing.csv", "column": "code"}"#,
        "the reference file profiles/missing.csv: cannot be opened: no such file"
      ),
      (#"{"file": "missing.csv", "column": "code"}"#, "starts at the profile's folder"),
      (#"{"file": "fifo", "column": "code"}"#, "profiles/fifo: is a pipe or a device"),
      (#"{"file": "/dev/zero", "column": "code"}"#, "/dev/zero: is a pipe or a device"),
      (#"{"file": "folder", "column": "code"}"#, "profiles/folder: is a folder"),
      (#"{"file": "ragged.csv", "column": "code"}"#, "line 3: 1 cell, but the header has 2"),
      (#"{"file": "encoding.csv", "column": "code"}"#, "line 3: invalid UTF-8"),
      (#"{"file": "quote.csv", "column": "code"}"#, "a malformed record on line 2"),
      (#"{"file": "header.csv", "column": "code"}"#, "has no record"),
      (#"{"file": "none", "column": "code"}"#, "has no record"),
      (#"{"file": "empty.csv", "column": "code"}"#, #""code" in the reference file"#),
      (#"{"file": "cut.csv.gz", "column": "code"}"#, "ends in the middle of a member"),
      (
        #"{"file": "twice.csv", "column": "code"}"#,
        #"the header of the reference file profiles/twice.csv has "code" twice"#
      ),
      (#"{"file": "cut.json", "column": "code"}"#, "the JSON document breaks off"),
      (#"{"file": "value.jsonl", "column": "code"}"#, "the record on line 2 of"),
      (
        #"{"file": "repeated.jsonl", "column": "code"}"#,
        #"line 2 of the reference file profiles/repeated.jsonl has "code" twice"#
      ),
      (#"{"file": "nested.jsonl", "column": "code"}"#, #""code" on line 3 of"#),
      (
        #"{"file": "lacks.jsonl", "column": "code"}"#,
        #"no record of the reference file profiles/lacks.jsonl has "code""#
      ),
      (#"{"file": "lacks.jsonl", "column": "a..b"}"#, "is not a path"),
      (#"{"file": "codes.csv", "column": "cod"}"#, #"has no column "cod": did you mean "code"?"#),
      (#"{"file": "codes.csv", "column": "zzzzz"}"#, #"expected one of "code" or "name""#),
    ])
  func wrongFiles(operand: String, sentence: String) throws {
    let folder = try folder(#""a": {"references":\#n \#(operand)}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let prepare =
      "cd profiles; mkfifo fifo; mkdir folder; gzip -c codes.csv | head -c 40 > cut.csv.gz; cd ..; "
    for command in ["check -p profiles/p.json a.jsonl", "test profiles/p.json"] {
      let result = try Tool.run(prepare + "bulkcheck " + command, in: folder)
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains("profiles/p.json:3:"), "\(result.diagnostics)")
      #expect(result.diagnostics.contains(sentence), "\(result.diagnostics)")
      #expect(result.diagnostics.contains("1 error"), "\(result.diagnostics)")
      #expect(result.output.isEmpty)
    }
    let lint = try Tool.run("bulkcheck lint profiles/p.json", in: folder)
    #expect(lint.exitCode == 2)
    #expect(lint.output.contains(sentence), "\(lint.output)")
  }

  @Test("a path begins at the profile's folder, and for a piped profile at the working directory")
  func places() throws {
    let folder = try folder(#""a": {"references": {"file": "codes.csv", "column": "code"}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (command, code) in [
      ("bulkcheck lint profiles/p.json", 0), ("cd profiles; bulkcheck lint p.json", 0),
      ("cd profiles; cat p.json | bulkcheck lint /dev/stdin", 0),
      ("cat profiles/p.json | bulkcheck lint /dev/stdin", 2),
      ("cd /; bulkcheck lint \"$OLDPWD/profiles/p.json\"", 0),
      ("sed \"s,codes,$PWD/profiles/codes,\" profiles/p.json > q.json; bulkcheck lint q.json", 0),
    ] {
      let result = try Tool.run(command, in: folder)
      #expect(result.exitCode == Int32(code), "\(command): \(result.output)")
    }
  }

  @Test("reports name the column, not its values; the JSON report has the file's digest")
  func reports() throws {
    let folder = try folder(
      #""a": {"references": {"value": {"file": "codes.csv", "column": "code"}, "code": "FK", "severity": "warning", "tolerance": 1}}"#
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = #"printf '{"a":"SE"}\n{"a":"NO"}\n{"a":"DK"}\n' > x.jsonl; "#
    let text = try Tool.run(data + "bulkcheck -p profiles/p.json x.jsonl", in: folder)
    #expect(text.exitCode == 0)
    #expect(text.output.contains(#""SE" is not in column "code" of codes.csv"#), "\(text.output)")
    let json = try Tool.run(
      "bulkcheck -p profiles/p.json --report json x.jsonl; sha256sum profiles/codes.csv", in: folder
    )
    let digest = String(json.output.split(separator: "\n").last?.prefix(64) ?? "")
    #expect(
      json.output.contains(
        #""references": [{"file": "codes.csv", "column": "code", "sha256": "\#(digest)", "values": 5}]"#
      ),
      "\(json.output)")
    #expect(json.output.contains(#""code": "FK""#))
    let expand = try Tool.run("bulkcheck expand profiles/p.json", in: folder)
    #expect(expand.output.contains(#"references column "code" of codes.csv"#))
    let explain = try Tool.run(
      "bulkcheck explain x.jsonl --line 1 -p profiles/p.json", in: folder)
    #expect(explain.output.contains(#"requires  references column "code" of codes.csv"#))
    for result in [text, json, expand, explain] { #expect(!result.output.contains("Norway")) }
  }

  @Test("a comparison says that the reference data is not that of the earlier run")
  func baseline() throws {
    let folder = try folder(#""a": {"references": {"file": "codes.csv", "column": "code"}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try Tool.run(
      #"printf '{"a":"SE"}\n' > x.jsonl; bulkcheck -p profiles/p.json x.jsonl --write-baseline b.json > /dev/null; "#
        + "bulkcheck -p profiles/p.json x.jsonl --baseline b.json", in: folder)
    #expect(first.output.contains("compared with b.json, 1 record\n"), "\(first.output)")
    let second = try Tool.run(
      "printf 'DK,Denmark\\n' >> profiles/codes.csv; bulkcheck -p profiles/p.json x.jsonl --baseline b.json",
      in: folder)
    #expect(
      second.output.contains("compared with b.json, 1 record, different reference data\n"),
      "\(second.output)")
  }

  @Test("fixtures look into the files too")
  func fixtures() throws {
    let folder = try folder(#""a": {"references": {"file": "codes.csv", "column": "code"}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tests =
      #"{"record": {"a": "NO"}, "fails": []}, {"record": {"a": "SE"}, "fails": ["a.references"]}"#
    let result = try Tool.run(
      #"sed 's/"bulkcheck": 1,/"bulkcheck": 1, "tests": [\#(tests)],/' profiles/p.json > profiles/q.json; "#
        + "bulkcheck test profiles/q.json", in: folder)
    #expect(result.output == "profiles/q.json: 2 tests passed\n", "\(result.diagnostics)")
    #expect(result.exitCode == 0)
  }

  @Test("a merge needs no reference file, and refuses results that looked up other values")
  func merge() throws {
    let folder = try folder(#""a": {"references": {"file": "codes.csv", "column": "code"}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      run() { bulkcheck -p profiles/p.json --fail-on never --report json=$1.json "${@:2}" > /dev/null; }
      timeless() { grep -v 'seconds' $1; }
      echo '{"a":"NO"}' > 1.jsonl; echo '{"a":"SE"}' > 2.jsonl
      run all 1.jsonl 2.jsonl; run x --partial 1.bcp 1.jsonl; run x --partial 2.bcp 2.jsonl
      mv profiles/codes.csv hidden
      bulkcheck merge --fail-on never --report json=merged.json 1.bcp 2.bcp; echo $?
      cmp <(timeless all.json) <(timeless merged.json); echo $?
      { cat hidden; echo SE,Sweden; } > profiles/codes.csv; run x --partial 2.bcp 2.jsonl
      bulkcheck merge 1.bcp 2.bcp; echo $?
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.output == "0\n0\n2\n", "\(result.diagnostics)")
    #expect(
      result.diagnostics.contains(
        "1.bcp and 2.bcp looked values up in different versions of codes.csv: SHA-256 "))
  }

  @Test(
    "no output replaces a reference file",
    arguments: ["--valid", "--failures", "--partial", "--report json=", "--write-baseline"])
  func outputs(option: String) throws {
    let folder = try folder(#""a": {"references": {"file": "codes.csv", "column": "code"}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    let space = option.hasSuffix("=") ? "" : " "
    let result = try Tool.run(
      "bulkcheck -p profiles/p.json \(option)\(space)profiles/../profiles/codes.csv a.jsonl",
      in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains("would replace the reference file profiles/codes.csv"))
    let codes = try Data(contentsOf: folder.appending(path: "profiles/codes.csv"))
    #expect(codes.starts(with: Data("code,name".utf8)))
  }
}
