import Foundation
import Testing

/// Inputs that a newcomer gives the tool by mistake, and what it says then.
@Suite("Hints", .waitsForCommands)
struct HintTests {
  @Test(
    "content that cannot be judged is recognised, with a remedy",
    arguments: [
      (#"printf '[{"a":1}]\n' > x.jsonl"#, "x.jsonl", "one JSON array, but is read as lines"),
      (#"printf '{\n "a": 1\n}\n' > x.jsonl"#, "x.jsonl", "use --input-format json"),
      (#"printf '{"a":1}\n' | iconv -t UTF-16BE > x.jsonl"#, "x.jsonl", "--encoding UTF-16BE"),
      (#"printf 'a,b\n1,2\n' | iconv -t UTF-16LE > x.csv"#, "x.csv", "--encoding UTF-16LE"),
      (
        #"printf 'a,b\n1,2\n' | iconv -t UTF-32 > x.csv"#, "x.csv",
        "iconv -f UTF-32 -t UTF-8 x.csv > x.utf8.csv"
      ),
      (#"printf 'PK\003\004rest' > x.xlsx"#, "x.xlsx", "zip archive"),
      (#"printf '<html>\n' > x.jsonl"#, "x.jsonl", "XML or HTML"),
      (#"printf '{"a":1}\n' > x.csv"#, "x.csv", "--input-format jsonl"),
      (#"printf '{"a":1}\n' | gzip | gzip > x.gz"#, "x.gz", "gzip inside gzip"),
      (#"printf 'a,b\ncaf\xe9,1\n' > x.csv"#, "x.csv", "use --encoding windows-1252"),
      (#"printf 'caf\xe9,b\n1,2\n' > x.csv"#, "x.csv", "use --encoding windows-1252"),
    ])
  func hints(setUp: String, file: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("\(setUp)\nbulkcheck -p p.json \(file)", in: folder)
    #expect(result.exitCode != 0)
    let name = file.replacing("'", with: "")
    #expect(result.diagnostics.contains("bulkcheck: \(name): this "), "\(result.diagnostics)")
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    let inferred = try Tool.run("bulkcheck infer \(file)", in: folder)
    #expect(inferred.exitCode == 2)
    #expect(inferred.diagnostics.contains(words), "\(inferred.diagnostics)")
  }

  @Test(
    "a profile given as data is recognised",
    arguments: [("", 2, "INCOMPLETE"), ("// users\n", 1, "HINT")] as [(String, Int32, String)])
  func profile(comment: String, exitCode: Int32, word: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = comment + "{\n  \"name\": \"q\",\n  \"bulkcheck\" : 1\n}\n"
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck -p q.json q.json", in: folder)
    #expect(result.exitCode == exitCode)
    let hint = "q.json: this is a profile, not data: name the file to check\n"
    #expect(result.diagnostics == "bulkcheck: \(hint)")
    #expect(result.output.hasPrefix("\(word)  \(hint)"))
  }

  @Test(
    "another file given as a profile or a schema is recognised",
    arguments: [
      ("x.csv", "a,b\n1,2\n", "data (CSV), not a profile", "data (CSV), not a JSON Schema"),
      ("x.tsv", "a\n1\n", "data (TSV), not a profile", "data (TSV), not a JSON Schema"),
      ("x.json", "{}\n{}\n", "data (JSON lines), not a profile", "(JSON lines), not a JSON Sch"),
    ])
  func otherFile(name: String, text: String, profile: String, schema: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: name))
    for (option, words) in [("-p", profile), ("--schema", schema)] {
      let result = try Tool.run("bulkcheck \(option) \(name) a.jsonl", in: folder)
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.hasPrefix("bulkcheck: \(name) looks like "))
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    }
  }

  @Test("a TSV file that is separated by commas is recognised", arguments: ["-p q.json", "infer"])
  func commas(command: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      printf '{"bulkcheck":1,"fields":{"id":{"type":"integer"}}}' > q.json
      printf 'id,age\n1,2\n' > x.tsv; bulkcheck \(command) x.tsv
      """, in: folder)
    let hint = #"the header is one column, "id,age": try --input-format csv"#
    #expect(result.diagnostics.contains(hint), "\(result.diagnostics)")
  }

  @Test(
    "no hint where nothing is wrong, or nothing is recognised",
    arguments: [
      #"printf '{"a":1}\n' > x.jsonl"#, #"printf '{"a":1}\n{"a":\n' > x.jsonl"#,
      #"{ printf '{"a":"\xe9"}\n'; yes '{}' | head -200; } > x.jsonl"#, #"printf '1\n' > x.jsonl"#,
      #"printf '[1]\n' > x.jsonl"#, "printf '' > x.jsonl",
    ])
  func none(setUp: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("\(setUp)\nbulkcheck -p p.json x.jsonl", in: folder)
    #expect(result.diagnostics.isEmpty)
  }

  @Test(
    "a CSV column that the header lacks is told what is near it",
    arguments: [
      ("ID,Name ", #"no column "id", but has "ID"; no "Name", but has "Name ""#),
      ("id,nmae", #"the header has no column "Name", but has "nmae""#), ("id,name,Name", ""),
      ("7,8", #""csv": {"header": false, "columns": […]}"#), ("id,8", ""),
      ("sep=;", "the first line (sep=) is meant for Excel"),
      ("id,xyz", ""), ("x,y", ""),
    ])
  func columns(header: String, hint: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      printf '{"bulkcheck":1,"fields":{"id":{"required":false},"Name":{"notEmpty":true}}}' > q.json
      printf '\(header)\n1,2,3\n1,2\n' > x.csv; bulkcheck -p q.json x.csv
      """, in: folder)
    #expect(
      hint.isEmpty
        ? result.diagnostics.isEmpty
        : result.diagnostics.contains("x.csv: ") && result.diagnostics.contains(hint),
      "\(result.diagnostics)")
  }

  @Test("a delimiter that the profile has wrong is noticed")
  func delimiter() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile =
      #"{"bulkcheck":1,"input":{"csv":{"delimiter":";"}},"fields":{"b":{"type":"integer"}}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run(
      #"printf 'a,b\n1,2\n' > x.csv; bulkcheck -p q.json x.csv"#, in: folder)
    #expect(
      result.diagnostics.contains(#"the header has only one column: if "," separates columns"#),
      "\(result.diagnostics)")
  }

  @Test(
    "what is wrong with an input is said once to whoever reads the report and standard error",
    arguments: [
      ("bulkcheck -p p.json none x.jsonl 2> err | cat > out", "out 0 0\nerr 1 1\n"),
      ("bulkcheck -p p.json none x.jsonl > out 2>&1; : > err", "out 1 1\nerr 0 0\n"),
      // Nobody looks at a file.
      ("bulkcheck -p p.json none x.jsonl > out 2> err", "out 1 1\nerr 1 1\n"),
      (
        "bulkcheck -p p.json none x.jsonl --report json=r.json 2> err | cat > out",
        "out 0 0\nerr 1 1\n"
      ),
      (
        "bulkcheck -p p.json none x.jsonl --report text=r.txt 2> err | cat > out",
        "out 0 0\nerr 1 1\n"
      ),
      (
        "bulkcheck -p p.json none x.jsonl --report github 2> err | cat > out",
        "out 1 0\nerr 1 1\n"
      ),
      (
        "bulkcheck -p p.json none x.jsonl --failures - 2> err | cat > out", "out 0 0\nerr 1 1\n"
      ),
    ])
  func once(_ command: String, _ expected: String) throws {
    try Tool.expect(
      """
      echo '{"bulkcheck": 1}' > p.json; printf '<html>\\n' > x.jsonl
      \(command)
      for f in out err; do
        echo $f $(grep -c 'no such file' $f) $(grep -c 'this looks like XML\\|this is XML' $f)
      done
      """, prints: expected)
  }

  @Test("a hint that is the same for many files is given once")
  func repeated() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      for n in $(seq 1100); do printf '<html>\\n' > $n.jsonl; done; printf 'Obj\\001' > z.jsonl
      bulkcheck -p p.json 1.jsonl z.jsonl $(seq -f %.0f.jsonl 2 1100)
      """, in: folder)
    let lines = result.diagnostics.split(separator: "\n")
    #expect(lines.count == 2, "\(lines.prefix(4))")
    #expect(lines.first?.hasPrefix("bulkcheck: 1.jsonl and 1,099 more files: this looks") == true)
    #expect(lines.last?.hasPrefix("bulkcheck: z.jsonl: this is an Avro file") == true)
  }

  @Test(
    "a rule without a message says what it asks for",
    arguments: [
      (
        #""fields": {"a": {"items": {"id": "i", "value": {"type": "string"}}}}"#,
        "1 is not a valid element of a: type string"
      ),
      (
        #""fields": {"a": {"contains": {"const": 2}}}"#,
        "no element of a satisfies: const 2"
      ),
      (
        #""rules": [{"id": "r", "any": [{"b": {"required": true}}, {"c": {"required": true}}]}]"#,
        "none of these holds: b: required; c: required"
      ),
      (
        #""rules": [{"id": "r", "not": {"a": {"minItems": 1}}}]"#,
        "this holds, but must not: a: items >= 1"
      ),
      (
        #""rules": [{"id": "r", "all": [{"a": {"maxItems": 0}}]}]"#,
        "not all of these hold: a: items <= 0"
      ),
    ])
  func messages(rules: String, message: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"bulkcheck\": 1, \(rules)}".utf8).write(to: folder.appending(path: "q.json"))
    let command = #"printf '{"a": [1]}\n' > x.jsonl; bulkcheck -p q.json --report json x.jsonl"#
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 1)
    #expect(result.output.contains("\"message\": \"\(message)\""), "\(result.output)")
  }

  @Test("the report obeys the schema that the tool prints")
  func schema() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      python3 -c 'import jsonschema' 2>/dev/null || exit 99
      printf '{"a": [1]}\\n{"a\\n7\\n' > x.jsonl
      printf '{"bulkcheck": 1, "fields": {"a": {"maxItems": 0}, "b": {"type": "string"}}}' > q.json
      bulkcheck schema report > schema.json
      bulkcheck -p q.json --report json x.jsonl none.jsonl > report.json
      python3 -c 'import json, jsonschema as j; j.validate(*map(json.load, map(open, \
      ["report.json", "schema.json"])))'
      """
    let result = try Tool.run(command, in: folder)
    // 99: the validator is not installed.
    #expect(result.exitCode == 0 || result.exitCode == 99, "\(result.diagnostics)")
  }
}
