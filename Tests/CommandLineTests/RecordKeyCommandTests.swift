import Foundation
import Testing

/// Rules about the keys of records, `$key` and `$key[0]`, as a user meets them.
@Suite("Keys of records", .waitsForCommands)
struct RecordKeyCommandTests {
  private static let setUp = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1, "input": {"records": "/codes/*"},
     "fields": {"$key": {"type": "string", "pattern": "^[A-Z]{3}$", "unique": true}},
     "rules": [{"id": "low", "when": {"$key": {"const": "USD"}}, "then": {"rate": {"maximum": 1.5}}}],
     "tests": [{"document": {"codes": {"USD": {"rate": 2}}}, "fails": ["low"]},
               {"document": {"codes": {"usd": {"rate": 2}}}, "fails": ["$key.pattern"]},
               {"record": {"rate": 2}}]}
    END
    printf '{"codes": {"GBP": {"rate": 1},\n "usd": {"rate": 2}, "\\u0055SD": {"rate": 3}, "a\\"/b": {}}}' > d.json
    cat > runs.json <<'END'
    {"bulkcheck": 1, "input": {"records": "/runs/*/results/*"},
     "fields": {"$key": {"type": "integer"}, "$key[0]": {"const": "a"}, "\"$key\"": {"required": true}},
     "rules": [{"id": "own", "compare": ["n", "==", "$key"], "message": "{n} in {$key[0]}/{$key}"}],
     "table": [{"id": "sum", "measure": "sum", "of": "$key", "const": 2}]}
    END
    echo '{"runs": {"a": {"results": [{"n": 0, "$key": 1}, {"n": 1}]}, "b": {"results": [{"n": 5}]}}}' > r.json
    echo '{"bulkcheck": 1, "fields": {"$key": {"maximum": 0}}}' > none.json
    echo '[{"n": 1}, {"n": 2}]' > a.json
    echo '{"n": 1}' > l.jsonl
    cat > pii.json <<'END'
    {"bulkcheck": 1, "input": {"records": "/patients/*/visits/*"},
     "fields": {"$key[0]": {"labels": ["pii"], "maxLength": 3}, "$key": {"maximum": 0}}}
    END
    echo '{"patients": {"Jane": {"visits": [{}, {}]}}}' > v.json
    cat > sections.json <<'END'
    {"bulkcheck": 1, "sections": [
      {"id": "a", "records": "/a/*", "fields": {"$key": {"maxLength": 1}}},
      {"id": "b", "records": "/b/*", "when": {"$key": {"minimum": 1}},
       "fields": {"x": {"normalize": ["uppercase"]}}, "rules": [{"id": "u", "unique": ["$key"]}]}]}
    END
    echo '{"b": [{"x": "p"}, {"x": "q"}], "a": {"k": {"x": "r"}, "kk": {}}}' > s.json
    fields() { python3 -c "import json,sys; r=json.load(sys.stdin); print(json.dumps($1))"; }
    samples() { fields "[[x['id'], s['recordPointer'], s.get('instanceLocation'), s.get('value'), s['message']] for x in r['rules'] for s in x['samples']]"; }
    """#

  static let commands: [(name: String, command: String, exitCode: Int32, output: String)] = [
    (
      "the names of a map are checked, without their escapes",
      "bulkcheck -p p.json --report json d.json | samples", 0,
      #"[["$key.pattern", "/codes/usd", "$key", "usd", "\"usd\" does not match the pattern ^[A-Z]{3}$"], "#
        + #"["$key.pattern", "/codes/a\"~1b", "$key", "a\"/b", "\"a\\\"/b\" does not match the pattern ^[A-Z]{3}$"], "#
        + #"["low", "/codes/USD", "/rate", {"$key": "USD", "rate": 3}, "#
        + #""when $key: const \"USD\", this must hold: rate: <= 1.5"]]"# + "\n"
    ),
    (
      "indices are integers, and each star has a key",
      "bulkcheck -p runs.json --report json r.json | samples", 0,
      #"[["$key[0].const", "/runs/b/results/0", "$key[0]", "b", "\"b\" is not \"a\""], "#
        + #"["\"$key\".required", "/runs/a/results/1", "/$key", null, "\"$key\" is missing"], "#
        + #"["\"$key\".required", "/runs/b/results/0", "/$key", null, "\"$key\" is missing"], "#
        + #"["own", "/runs/b/results/0", "", {"n": 5, "$key": 0}, "5 in \"b\"/0"]]"# + "\n"
    ),
    (
      "a field of the report is named as the path is",
      "bulkcheck -p runs.json --report json r.json | fields \"[[f['path'], f['present']] for f in r['fields']]\"",
      0, #"[["$key", 3], ["$key[0]", 3], ["\"$key\"", 1], ["n", 3]]"# + "\n"
    ),
    (
      "a measure takes keys", "bulkcheck -p runs.json r.json | grep sum", 0,
      "  FAIL  sum   sum of $key is 1, must be exactly 2\n"
    ),
    (
      "explain shows the key that was compared",
      "bulkcheck explain -p runs.json r.json --record /runs/b/results/0 | grep -A10 own", 0,
      """
        FAIL        own   5 in "b"/0
                  {"n": 5}
                        ^
                  requires  n == $key
                  value     n: 5
                  value     $key: 0
                  compares  n = 5, $key = 0, difference 5

        ok          $key.type

      INVALID  3 rules failed   1 passed

      """
    ),
    (
      "so does it for a key of a map",
      "bulkcheck explain -p p.json d.json --record 2 | sed -n 5,9p", 0,
      """
        FAIL        $key.pattern   "usd" does not match the pattern ^[A-Z]{3}$
                  at        $key
                  requires  pattern "^[A-Z]{3}$"
                  value     $key: "usd"
                  breaks at character 1: "u"

      """
    ),
    (
      "fixtures that are documents have keys, and records have none", "bulkcheck test p.json", 0,
      "p.json: 3 tests passed\n"
    ),
    (
      "failures have them",
      "bulkcheck -p runs.json --failures f.jsonl r.json > /dev/null; head -1 f.jsonl | cut -d, -f 5-9",
      0,
      #""recordPointer":"/runs/a/results/1","rule":"\"$key\".required","field":"\"$key\"","#
        + #""instanceLocation":"/$key","message":"\"$key\" is missing""# + "\n"
    ),
    (
      "a pointer on the command line is as good as one of the profile",
      "bulkcheck -p none.json --records '/*' a.json | tail -3; "
        + "bulkcheck explain -p none.json --records '/*' a.json --record 2 | grep value",
      0,
      """
      FAILED  1 error rule   1 valid   1 invalid   0 malformed

      next: bulkcheck explain a.json --record /1 --profile none.json --records '/*'
                  value     $key: 1

      """
    ),
    (
      "what a pointer on the command line has given is merged without it",
      "bulkcheck -p none.json --records '/*' --partial a.part a.json > /dev/null; "
        + "bulkcheck merge a.part --report json | samples", 0,
      #"[["$key.maximum", "/1", "$key", 1, "1 above the maximum of 0"]]"# + "\n"
    ),
    (
      "keys of another file are reference data",
      #"echo '{"bulkcheck": 1, "fields": {"n": {"references": {"file": "d.json", "column": "$key", "#
        + #""input": {"records": "/codes/*"}}}}}' > ref.json; "#
        + #"printf '{"n": "USD"}\n{"n": "EUR"}\n' > n.jsonl; bulkcheck -p ref.json n.jsonl | grep EUR"#,
      0, "          line 2        \"EUR\" is not in column \"$key\" of d.json\n"
    ),
    (
      "lines and tables have no keys",
      "printf '$key\\n1\\n' > c.csv; "
        + "for i in l.jsonl c.csv; do bulkcheck -p none.json --records '/*' $i | grep 'note\\|PASSED'; done",
      0,
      String(
        repeating: """
            note  no record has: $key
          PASSED  1 idle   1 valid   0 invalid   0 malformed

          """, count: 2)
    ),
    (
      "a masked key is in no pointer",
      "bulkcheck -p pii.json --report json v.json | samples; "
        + "bulkcheck -p pii.json --failures - v.json 2> /dev/null | grep -c Jane; "
        + "bulkcheck -p pii.json v.json | tail -1; "
        + "bulkcheck explain -p pii.json v.json --record /patients/Jane/visits/1 | grep -v rule", 0,
      #"[["$key[0].maxLength", "/patients/***/visits/***", "$key[0]", "***", "the length must be at most 3"], "#
        + #"["$key[0].maxLength", "/patients/***/visits/***", "$key[0]", "***", "the length must be at most 3"], "#
        + #"["$key.maximum", "/patients/***/visits/***", "$key", "***", "the number must be at most 0"]]"#
          + """

          0
          next: bulkcheck explain v.json --record 1 --profile pii.json
          v.json   line 1   record 2 (/patients/***/visits/***)   byte 38

            {}

            FAIL        $key[0].maxLength   the length must be at most 3
                      at        $key[0]
                      requires  length <= 3
                      value     $key[0]: ***

            FAIL        $key.maximum   the number must be at most 0
                      at        $key
                      requires  <= 0
                      value     $key: ***


          """
    ),
    (
      "each section reads the keys of its own records",
      "bulkcheck -p sections.json --report json s.json | samples; "
        + "bulkcheck -p sections.json --report json s.json | fields \"[[x['id'], x['passed'], x['notApplicable']] for x in r['rules'] if '.' in x['id'] and not x['id'].startswith('bulk')]\"",
      0,
      #"[["a.$key.maxLength", "/a/kk", "$key", "kk", "2 characters, at most 1"]]"# + "\n"
        + #"[["a.$key.maxLength", 1, 2], ["b.u", 1, 3]]"# + "\n"
    ),
    (
      "and changes only these for the normalized output",
      "bulkcheck -p sections.json --emit normalized --valid n.jsonl s.json > /dev/null; cat n.jsonl",
      0,
      """
      {"x": "p"}
      {"x": "Q"}
      {"x": "r"}

      """
    ),
  ]

  @Test("a command prints and ends as it should", arguments: commands)
  func command(name: String, command: String, exitCode: Int32, output: String) throws {
    try Tool.expect("\(Self.setUp)\n\(command)", exitCode: exitCode, prints: output)
  }

  // MARK: Mistakes

  static let mistakes: [(profile: String, place: String, words: String)] = [
    (
      #"{"bulkcheck": 1, "fields": {"$key": {}}}"#, "1:29",
      #""$key" is the key of a record in its document, but nothing says where the records are: "#
        + #"expected "input": {"records": "/data/*"}, or --records; a member of that name is "\"$key\"""#
    ),
    (
      #"{"bulkcheck": 1, "input": {"records": "/data"}, "rules": [{"id": "x", "unique": ["$key"]}]}"#,
      "1:82",
      #""$key" is what takes the place of a `*`, but "/data" has no `*`: expected a `*` for the "#
        + #"records, or "\"$key\"" for a member of that name"#
    ),
    (
      #"{"bulkcheck": 1, "input": {"records": "/a/*"}, "rules": [{"id": "x", "compare": ["$key[1]", "<", "n"]}]}"#,
      "1:82",
      #""$key[1]" is what takes the place of a `*`, but "/a/*" has only 1 `*`: expected a `*` for "#
        + #"the records, or "\"$key\"" for a member of that name"#
    ),
    (
      #"{"bulkcheck": 1, "sections": [{"id": "s", "records": "/a/b", "fields": {"$key": {}}}, {"id": "t", "records": "/c/*"}]}"#,
      "1:73",
      #""$key" is what takes the place of a `*`, but "/a/b" has no `*`: expected a `*` for the "#
        + #"records, or "\"$key\"" for a member of that name"#
    ),
    (
      #"{"bulkcheck": 1, "input": {"records": "/a/*"}, "fields": {"$key.x": {}}}"#, "1:59",
      #""$key.x" is not a path: `$key` is the key of the record, which has no parts (a member of "#
        + #"that name is written "\"$key\"")"#
    ),
    (
      #"{"bulkcheck": 1, "input": {"records": "/a/*"}, "fields": {"a": {"fields": {"$key": {}}}}}"#,
      "1:76",
      #"the path "a.$key" cannot occur: `$key` is the key of the record itself: expected `$key` "#
        + #"alone, or "\"$key\"" for a member of that name"#
    ),
  ]

  @Test("a key that no record can have is a mistake of lint", arguments: mistakes)
  func mistake(profile: String, place: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(profile.utf8).write(to: folder.appending(path: "k.json"))
    let result = try Tool.run("bulkcheck lint k.json | head -1", in: folder)
    #expect(result.output == "k.json:\(place): error: \(words)\n")
    #expect(try Tool.run("bulkcheck -p k.json a.jsonl", in: folder).exitCode == 2)
    #expect(try Tool.run("bulkcheck test k.json", in: folder).exitCode == 2)
  }

  @Test(
    "names that only look like keys are fields",
    arguments: [#""\"$key\"""#, #""/$key""#, #""$keys""#, #""a.$key""#])
  func names(path: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck": 1, "fields": {\#(path): {"const": 1}}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "k.json"))
    let data = #"{"$key": 2, "$keys": 2, "a": {"$key": 2}}"#
    try Data(data.utf8).write(to: folder.appending(path: "k.jsonl"))
    #expect(try Tool.run("bulkcheck lint --strict k.json", in: folder).exitCode == 0)
    #expect(try Tool.run("bulkcheck -p k.json k.jsonl", in: folder).exitCode == 1)
  }

  @Test("the report does not depend on threads and chunks", arguments: ["p", "runs", "sections"])
  func ways(profile: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = ["p": "d.json", "runs": "r.json", "sections": "s.json"][profile] ?? ""
    let drop =
      "python3 -c 'import json,sys; r=json.load(sys.stdin); del r[\"run\"]; print(json.dumps(r))'"
    let result = try Tool.run(
      """
      \(Self.setUp)
      for t in 1 2 7; do for c in 1 7 64 65536; do
        bulkcheck -p \(profile).json --threads $t --chunk-bytes $c --report json \(data) | \(drop) | md5sum
      done; done | sort -u | wc -l
      """, in: folder)
    #expect(result.output == "1\n", "\(result.diagnostics)")
  }
}
