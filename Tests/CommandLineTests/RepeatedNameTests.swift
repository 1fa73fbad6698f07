import Foundation
import Testing

/// Members of a JSON document that are records, and stand under the same name of one object.
@Suite("Names of records that occur twice", .waitsForCommands)
struct RepeatedNameTests {
  private static let setUp = #"""
    echo '{"bulkcheck":1,"fields":{"x":{"type":"integer","required":true}}}' > p.json
    printf '{"n":1,"n":2,"m":{"a":{"x":1},\n"b":{"x":2},"\\u0061":{"x":"s"},\n"c":5,"c":6,"a":{"x":3},"b":{"x":tru}}}' > d.json
    echo '{"g":{"q":{"m":{"a":{"x":1},"b":{"x":2}}},"r":{"m":{"b":{"x":1}}},"s":{"m":{"b":{"x":1},"b":{}}}}}' > g.json
    echo '{"e":{"a":{"r":{"x":1}},"b":{},"b":{"r":{"x":2}},"a":{"r":{"x":3},"t":0}}}' > e.json
    echo '{"a":{"k":{"x":1},"k":{"x":2}},"b":{"k":{"y":1},"l":{"y":1},"l":{"y":1}}}' > two.json
    echo '{"bulkcheck":1,"sections":[{"id":"a","records":"/a/*","fields":{"x":{"required":true}}},
      {"id":"b","records":"/b/*","fields":{"y":{"references":{"section":"a","field":"x"}}}}]}' > sections.json
    echo '{"bulkcheck":1,"input":{"records":"/m/*"},"fields":{"$key":{"labels":["pii"],"maxLength":3}}}' > pii.json
    # Records whose members are records, of more and of less than 100 bytes.
    inner() { seq -f '"k%.0f":{"v":1}' $1 | paste -sd,; }
    echo '{"m":{"a":{"n":1,"k":{'$(inner 12)'}},"b":{"n":1,"k":{}},"a":{"n":1,"k":{'$(inner 12)',"k3":{"v":2}}},
      "b":{},"c":{"n":2,"k":{'$(inner 12)'}},"c":{"n":"2","k":{'$(inner 12)'}}}}' > s.json
    echo '{"properties":{"m":{"additionalProperties":{"properties":{"n":{"type":"integer"},"k":{
      "additionalProperties":{"properties":{"v":{"type":"integer"}}}}}}}}}' > schema.json
    echo '{"m":{"a":[1],"b":{},"a":[2],"c":[{"v":1,"v":2}]}}' > l.json
    echo '{"properties":{"m":{"additionalProperties":{"type":["array","object"],"items":{
      "properties":{"v":{"type":"integer"}}}}}}}' > lists.json
    fields() { python3 -c "import json,sys; r=json.load(sys.stdin); print(json.dumps($1))"; }
    found() { fields "[[(x['evaluated'], x['failed'], x['blocked']),
      [[s['record'], s['line'], s['byteOffset'], s['recordPointer'], s['message']] for s in x['samples']]]
      for x in r['rules'] if x['id'] == 'bulkcheck.duplicate-key'][0]"; }
    """#

  static let commands: [(name: String, command: String, exitCode: Int32, output: String)] = [
    (
      "each record is checked, and those after the first of a name fail",
      "bulkcheck -p p.json --records '/m/*' --report json d.json | tee r | found; fields \"r['records']\" < r",
      0,
      #"[[4, 2, 2], [[3, 2, 52, "/m/a", "the key \"a\" occurs twice in its object"], "#
        + #"[6, 3, 79, "/m/a", "the key \"a\" occurs twice in its object"]]]"# + "\n"
        + #"{"total": 7, "valid": 2, "invalid": 4, "malformed": 1}"# + "\n"
    ),
    (
      "objects have names of their own",
      "bulkcheck -p p.json --records '/g/*/m/*' --report json g.json | found", 0,
      #"[[5, 1, 0], [[5, 1, 92, "/g/s/m/b", "the key \"b\" occurs twice in its object"]]]"# + "\n"
    ),
    (
      "the name is that in the place of the last star, whether there was a record or not",
      "bulkcheck -p p.json --records '/e/*/r' --report json e.json | found", 0,
      #"[[3, 2, 0], [[2, 1, 40, "/e/b/r", "the key \"b\" occurs twice in its object"], "#
        + #"[3, 1, 58, "/e/a/r", "the key \"a\" occurs twice in its object"]]]"# + "\n"
    ),
    (
      "each section has its own",
      "bulkcheck -p sections.json --report json two.json | tee r | found; "
        + "fields \"[(s['records'], s['invalid']) for s in r['inputs'][0]['sets']]\" < r",
      0,
      #"[[5, 2, 0], [[2, 1, 22, "/a/k", "the key \"k\" occurs twice in its object"], "#
        + #"[5, 1, 64, "/b/l", "the key \"l\" occurs twice in its object"]]]"# + "\n"
        + #"[["/a/*", 1], ["/b/*", 1]]"# + "\n"
    ),
    (
      "failures are listed, and records written, by that",
      "bulkcheck -p p.json --records '/m/*' --failures f --valid v --invalid i d.json > /dev/null; "
        + "grep -c duplicate-key f; cat v; echo; cat i",
      0,
      """
      2
      {"x":1}
      {"x":2}

      {"x":"s"}
      5
      6
      {"x":3}
      {"x":tru}

      """
    ),
    (
      "so they are where records wait for the end",
      "bulkcheck -p sections.json --failures - --report json=r two.json | grep -o '/[ab]/[kl]\",\"rule\":\"[a-z.-]*'",
      0,
      """
      /a/k","rule":"bulkcheck.duplicate-key
      /b/l","rule":"bulkcheck.duplicate-key

      """
    ),
    (
      "explain says it of the record, and the report names that by its number",
      "bulkcheck -p p.json --records '/m/*' d.json | tail -1; "
        + "bulkcheck explain -p p.json --records '/m/*' d.json --record 6 | grep FAIL; "
        + "bulkcheck explain -p p.json --records '/m/*' d.json --record /m/a | tail -1",
      0,
      """
      next: bulkcheck explain d.json --record 4 --profile p.json --records '/m/*'
        FAIL        bulkcheck.duplicate-key   the key "a" occurs twice in its object
      VALID  2 rules passed

      """
    ),
    (
      "masked names are not shown",
      "bulkcheck -p pii.json d.json | grep -A1 duplicate-key; "
        + "bulkcheck explain -p pii.json d.json --record 6 | grep FAIL",
      0,
      """
        FAIL  bulkcheck.duplicate-key  2   50 %  of 4
                /m/***        a key that is read occurs twice
        FAIL        bulkcheck.duplicate-key   a key that is read occurs twice

      """
    ),
    (
      "a record in pieces fails as one that is held, at each such key",
      "for n in 100 10000; do bulkcheck --schema schema.json --max-record-bytes $n --report json s.json "
        + "| tee $n | found; done | uniq; cmp <(fields \"[r['rules'],r['records']]\" < 100) "
        + "<(fields \"[r['rules'],r['records']]\" < 10000)",
      0,
      #"[[7, 3, 0], [[3, 1, 206, "/m/a", "the key \"k3\" occurs twice in its object"], "#
        + #"[4, 2, 399, "/m/b", "the key \"b\" occurs twice in its object"], "#
        + #"[6, 2, 583, "/m/c", "the key \"c\" occurs twice in its object"]]]"# + "\n"
    ),
    (
      "a record that is an array fails, too",
      "bulkcheck --schema lists.json --report json l.json | found", 0,
      #"[[5, 2, 0], [[3, 1, 25, "/m/a", "the key \"a\" occurs twice in its object"], "#
        + #"[4, 1, 33, "/m/c", "the key \"v\" occurs twice in its object"]]]"# + "\n"
    ),
    (
      "drafts hold for their own data",
      "echo '{\"m\":{\"a\":{\"x\":1},\"b\":{\"x\":2},\"a\":{\"x\":3}}}' > h.json; "
        + "bulkcheck infer --records '/m/*' h.json > draft.json; grep -o '.duplicate-key.*' draft.json; "
        + "bulkcheck -p draft.json h.json | grep PASSED",
      0,
      """
      "duplicate-key": { "severity": "warning", "tolerance": 1 },
      PASSED  2 rules   3 valid   0 invalid   0 malformed

      """
    ),
  ]

  @Test("of one object", arguments: commands)
  func command(name: String, command: String, exitCode: Int32, output: String) throws {
    try Tool.expect("\(Self.setUp)\n\(command)", exitCode: exitCode, prints: output)
  }

  @Test(
    "the report does not depend on threads, chunks and partial results",
    arguments: [
      ("-p p.json --records '/m/*'", "d.json"), ("-p p.json --records '/e/*/r'", "e.json"),
      ("-p sections.json", "two.json"), ("--schema schema.json --max-record-bytes 100", "s.json"),
    ])
  func ways(rules: String, data: String) throws {
    let merging =
      data == "s.json"
      ? ""
      : "bulkcheck \(rules) --partial p1 \(data) > /dev/null; bulkcheck merge --report json p1 | stable"
    try Tool.expect(
      """
      \(Self.setUp)
      stable() { fields "(r['rules'], r['records'])" | md5sum; }
      { \(merging)
        for t in 1 2 7; do for c in 1 7 64 65536; do
          bulkcheck \(rules) --threads $t --chunk-bytes $c --report json \(data) | stable
        done; done
        gzip -k \(data); bulkcheck \(rules) --report json \(data).gz | stable
      } | sort -u | wc -l
      """, prints: "1\n")
  }

  /// 6000 names of one object, of which 16 KiB do not hold more than a few hundred. Every 1000th
  /// repeats one that has long been in a file.
  private static let many =
    "seq 6000 | awk 'BEGIN { printf \"{\\\"m\\\":{\" } { printf \"%s\\\"%d\\\":{\\\"x\\\":1}\", "
    + "(NR > 1 ? \",\" : \"\"), ($1 % 1000 ? $1 : 100) } END { print \"}}\" }' > many.json; mkdir t"

  @Test("names are found in files as in memory, which are gone at the end", arguments: [1, 7])
  func files(threads: Int) throws {
    try Tool.expect(
      """
      \(Self.setUp)
      \(Self.many)
      bulkcheck -p p.json --records '/m/*' --report json many.json | tee much | found
      bulkcheck -p p.json --records '/m/*' --report json --memory 64KiB --temp-dir t \\
        --threads \(threads) --chunk-bytes 4K many.json > few
      cmp <(fields "r['rules']" < much) <(fields "r['rules']" < few); ls -A t | wc -l
      """,
      prints: "[[6000, 6, 0], ["
        + [(1000, 13890), (2000, 28889), (3000, 43888), (4000, 58887), (5000, 73886)]
        .map { record, offset in
          #"[\#(record), 1, \#(offset), "/m/100", "the key \"100\" occurs twice in its object"]"#
        }.joined(separator: ", ") + "]]\n0\n")
  }

  @Test(
    "files that cannot be written or read end the run with 2 and say why",
    arguments: [("write", "ENOSPC"), ("read", "EIO"), ("write", "short")])
  func faults(call: String, kind: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      \(Self.setUp)
      \(Self.many)
      FAULT_PATH=/t/ FAULT_CALL=\(call) FAULT_KIND=\(kind) LD_PRELOAD='\(try #require(FaultInjection.library))' \
        '\(Tool.path)' -p p.json --records '/m/*' --memory 64K --temp-dir t --report json many.json
      """, in: folder)
    if kind == "short" {
      #expect(result.exitCode == 1)
      #expect(result.output.contains("\"failed\": 6"))
    } else {
      #expect(result.exitCode == 2)
      #expect(result.output.contains("\"complete\": false"))
      #expect(result.diagnostics.contains("a temporary file in t"), "\(result.diagnostics)")
      #expect(result.diagnostics.contains("--temp-dir"), "\(result.diagnostics)")
    }
  }
}
