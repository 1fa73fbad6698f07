import Foundation
import Testing

/// JSON Schemas on the command line, as a user has them.
@Suite(.waitsForCommands) struct SchemaTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A folder with the sample and a few small schemas.
  private func folder() throws -> URL {
    let folder = try Tool.folder()
    let sample = Self.package.appending(path: "samples/schema").path
    let files = [
      (
        "bad.json",
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n \"minimum\": \"5\"}"
      ),
      ("plain.json", #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#),
      ("refers.json", ##"{"properties": {"a": {"$ref": "common/n.json#/$defs/n"}}}"##),
      ("lost.json", ##"{"properties": {"a": {"$ref": "common/no.json#/$defs/n"}}}"##),
      ("refers-profile.json", #"{"bulkcheck": 1, "schema": "refers.json"}"#),
      (
        "identified.json",
        ##"{"$id": "urn:example:root", "properties": {"a": {"$ref": "common/n.json#/$defs/n"}}}"##
      ),
      (
        "near.json",
        #"{"properties": {"a": {"type": ["integer", "string"], "minimun": 0}, "b": {"patern": ""}}}"#
      ),
      ("near-profile.json", #"{"bulkcheck": 1, "schema": "near.json"}"#),
      ("fields.json", #"{"fields": {"a": {"type": "integer"}}}"#),
      ("urn.json", ##"{"properties": {"a": {"$ref": "urn:example:n"}}}"##),
      ("format.json", #"{"properties": {"a": {"format": "ipv4"}}}"#),
      (
        "note.json",
        #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "#
          + #""additionalProperites": false}"#
      ),
      ("typo.json", #"{"requred": ["a"]}"#), ("empty.json", "{}"),
      ("few.json", #"{"minProperties": 2}"#), ("tags.json", #"{"required": ["t"]}"#),
      (
        "a.json",
        #"{"bulkcheck": 1, "fields": {"t": {"normalize": [{"default": [1]}], "minItems": 1}}}"#
      ),
      ("values.jsonl", "{\"a\": 1}\n{\"a\": \"x\"}\n7\n"), ("cells.csv", "a,b\n1,x\ny,\n,z\n"),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let result = try Tool.run(
      """
      mkdir common; cp '\(sample)'/* .
      echo '{"$id": "urn:example:n", "type": "number", "$defs": {"n": {"minimum": 0}}}' \
        > common/n.json
      echo '{"$ref": "../plain.json"}' > common/up.json
      """, in: folder)
    #expect(result.exitCode == 0)
    return folder
  }

  private static let neither = """
    plain.json:1:1: error: neither a profile nor a schema with `$schema`: add it, or use --schema
      {"type": "object", "properties": {"a": {"type": "integer"}}}
      ^

    """

  @Test(
    "a command with a schema says and ends as it should",
    arguments: [
      (
        "bulkcheck lint order.schema.json", 0,
        "order.schema.json: 23 rules (JSON Schema 2020-12), 1 format not asserted, no mistakes"
      ),
      ("bulkcheck lint bad.json", 2, "bad.json:2:13: error: `minimum` is \"5\": expected a number"),
      (
        "bulkcheck lint note.json", 0,
        "note: unknown keyword \"additionalProperites\": did you mean \"additionalProperties\"?"
      ),
      ("bulkcheck lint --strict note.json", 2, "additionalProperites"),
      (
        "bulkcheck lint --strict note.json", 2,
        "note.json: 1 note, which --strict treats as an error\n"
      ),
      ("bulkcheck lint --schema plain.json", 0, "plain.json: 2 rules"),
      ("bulkcheck lint orders.json", 0, "orders.json: 24 rules"),
      (
        "bulkcheck expand order.schema.json", 0, "#/properties/items/items/properties/count/minimum"
      ),
      ("bulkcheck expand --schema plain.json", 0, "type integer"),
      (
        "bulkcheck --schema order.schema.json orders.jsonl", 1,
        "#/properties/items/items/properties/count/minimum"
      ),
      ("bulkcheck --schema order.schema.json orders.jsonl", 1, "1 format keyword is not asserted"),
      (
        "bulkcheck --schema order.schema.json --assert-format orders.jsonl", 1,
        "#/$defs/person/properties/email/format"
      ),
      ("bulkcheck -p orders.json orders.jsonl", 1, "#/required"),
      ("bulkcheck --schema plain.json values.jsonl", 1, "#/properties/a/type"),
      ("bulkcheck --schema plain.json --skip '#/*' values.jsonl", 0, "values.jsonl"),
      (
        "bulkcheck --schema plain.json --only '#/properties/*' values.jsonl", 1,
        "#/properties/a/type"
      ),
      (
        "bulkcheck --schema plain.json --only '#/properties/b/type' values.jsonl", 2,
        "did you mean \"#/properties/a/type\"?"
      ),
      ("bulkcheck --schema plain.json cells.csv", 1, "#/properties/a/type"),
      ("bulkcheck --schema lost.json values.jsonl", 2, "common/no.json"),
      ("bulkcheck --schema refers.json values.jsonl", 0, "values.jsonl"),
      ("bulkcheck lint --schema refers.json", 0, "no mistakes\n  also read: common/n.json\n"),
      ("cd common; bulkcheck lint --schema ../refers.json", 0, "also read: ../common/n.json\n"),
      (
        "bulkcheck lint refers-profile.json", 0,
        "also read: refers.json\n  also read: common/n.json\n"
      ),
      // Found by its `$id`, as --resolve finds it.
      ("bulkcheck expand --schema identified.json", 0, "urn:example:n#/$defs/n/minimum"),
      // Only regular files in the schema's own folder, or below.
      (
        "mkdir d; cp refers.json d; ln -s ../common d/common; bulkcheck lint --schema d/refers.json",
        2, "\"common/n.json#/$defs/n\" is not found"
      ),
      (
        "rm common/n.json; mkfifo common/n.json; bulkcheck lint --schema refers.json", 2,
        "not found"
      ),
      (
        "ln -s n.json common/l.json; sed -i s/n.json/l.json/ refers.json; "
          + "bulkcheck lint --schema refers.json", 0, "also read: common/l.json"
      ),
      // A link to a schema finds what is beside that.
      (
        "mkdir d; ln -s ../refers.json d/link.json; bulkcheck lint --schema d/link.json", 0,
        "common/n.json"
      ),
      // No name has a zero byte.
      (
        "sed -i s/n.json/n.json%00/ refers.json; bulkcheck lint --schema refers.json", 2,
        "is not found"
      ),
      // What has no end is not waited for.
      (
        "mkdir d; mkfifo d/x.json; ln -s /dev/zero d/y.json; "
          + "bulkcheck --schema urn.json --resolve d values.jsonl", 2, "is not found"
      ),
      ("cd common; bulkcheck lint --schema up.json", 2, "\"../plain.json\" is not found"),
      (
        "bulkcheck --schema refers.json --valid common/n.json values.jsonl", 2,
        "--valid would replace the schema file common/n.json"
      ),
      (
        "bulkcheck --schema refers.json values.jsonl --report json=a.json; "
          + "sed -i s/0/1/ common/n.json; bulkcheck --schema refers.json values.jsonl "
          + "--report json=b.json; cat a.json b.json | grep sha256 | sort -u | wc -l | sed s/^/digests:/",
        0, "digests:2\n"
      ),
      (
        "bulkcheck --schema refers.json values.jsonl --partial p > /dev/null; rm -r common; "
          + "bulkcheck merge p", 0, "values.jsonl"
      ),
      (
        "bulkcheck expand --schema refers.json --resolve common", 0,
        "urn:example:n#/$defs/n/minimum"
      ),
      (
        "bulkcheck --schema urn.json --resolve common/n.json values.jsonl", 1, "urn:example:n#/type"
      ),
      (
        "bulkcheck --schema refers.json --resolve file://$PWD/common/=common values.jsonl", 0,
        "values.jsonl"
      ),
      ("bulkcheck --schema plain.json --resolve no values.jsonl", 2, "--resolve no: no such file"),
      (
        "bulkcheck --schema plain.json --resolve urn:x/=no values.jsonl", 2,
        "--resolve no: no such file"
      ),
      // One mistake, not one for each keyword.
      ("bulkcheck -p plain.json values.jsonl", 2, neither + "plain.json: 1 error\n"),
      ("bulkcheck lint plain.json", 2, neither + "plain.json: 1 error\n"),
      ("bulkcheck expand plain.json", 2, neither + "plain.json: 1 error\n"),
      ("bulkcheck lint fields.json", 2, "expected \"bulkcheck\": 1"),
      (
        "bulkcheck --schema near.json values.jsonl > /dev/null; echo $?", 0,
        "0\nbulkcheck: near.json:1:54: unknown keyword \"minimun\": did you mean \"minimum\"? "
          + "(and 1 more; see bulkcheck lint)\n"
      ),
      (
        "bulkcheck -p near-profile.json values.jsonl 2>&1 > /dev/null | wc -l | sed s/^/lines:/",
        0, "lines:1\n"
      ),
      ("bulkcheck -p order.schema.json values.jsonl", 2, "use --schema order.schema.json"),
      (
        "bulkcheck values.jsonl", 2, "name a profile with --profile, a JSON Schema with --schema, "
      ),
      ("bulkcheck explain values.jsonl --line 2 --schema plain.json", 1, "#/properties/a/type"),
      ("bulkcheck test order.schema.json", 0, "no tests"),
      // A gate never passes by accident.
      (
        "bulkcheck --schema typo.json values.jsonl 2> /dev/null", 0,
        "note  the schema asserts nothing; unknown keyword \"requred\": did you mean \"required\"?"
          + " (typo.json:1:2)"
      ),
      (
        "bulkcheck --schema typo.json values.jsonl > /dev/null", 0,
        "bulkcheck: the schema asserts nothing"
      ),
      ("bulkcheck --schema typo.json values.jsonl --strict", 1, "FAIL  the schema asserts nothing"),
      (
        "bulkcheck --schema empty.json values.jsonl", 0,
        "note  the schema asserts nothing, so no record can fail it"
      ),
      (
        "bulkcheck --schema empty.json values.jsonl --strict --report junit", 1,
        "name=\"bulkcheck.schema\""
      ),
      (
        "bulkcheck --schema typo.json values.jsonl --report json", 0,
        "\"schemaCaveat\": \"the schema asserts nothing"
      ),
      (
        "bulkcheck --schema typo.json values.jsonl --report github", 0,
        "::warning title=bulkcheck%3A schema"
      ),
      ("bulkcheck --schema typo.json -p a.json values.jsonl --strict", 1, "asserts nothing"),
      (
        "bulkcheck --schema typo.json values.jsonl --partial p > /dev/null; bulkcheck merge p", 0,
        "the schema asserts nothing"
      ),
      ("bulkcheck --schema typo.json values.jsonl --strict --fail-on never", 0, "asserts nothing"),
      // A default of the profile is not part of the record for the schema.
      ("bulkcheck --schema tags.json -p a.json values.jsonl", 1, "\"t\" is missing (at /t)"),
      // CSV: how many cells there are.
      ("bulkcheck --schema few.json cells.csv", 1, "1 member, at least 2"),
      ("bulkcheck explain --schema few.json cells.csv --line 4", 1, "1 member, at least 2"),
    ])
  func commands(_ command: String, _ exitCode: Int32, _ part: String) throws {
    let folder = try folder()
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == exitCode, "\(result.output)\(result.diagnostics)")
    #expect(
      (result.output + result.diagnostics).contains(part), "\(result.output)\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }

  @Test("a profile gives rules of a schema severity, tolerance and labels by their locations")
  func settings() throws {
    let folder = try folder()
    let known = try Tool.run("bulkcheck expand orders.json", in: folder)
    #expect(known.output.contains("warning"))
    #expect(known.output.contains("labels lines"))
    let text = """
      {"bulkcheck": 1, "schema": {"file": "plain.json",
       "rules": {"#/properties/b/type": {"severity": "warning"}}}}
      """
    try Data(text.utf8).write(to: folder.appending(path: "q.json"))
    let unknown = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(unknown.exitCode == 2)
    #expect(
      unknown.output.contains("q.json:2:12: error: no keyword of the schema has the location"))
    #expect(unknown.output.contains("did you mean \"#/properties/a/type\"?"))
    try FileManager.default.removeItem(at: folder)
  }

  @Test(
    "partial results of a schema and of a profile with one are merged into the report of one run")
  func merging() throws {
    let folder = try folder()
    for rules in [
      "--schema order.schema.json", "-p orders.json", "-p orders.json --skip '#/required'",
    ] {
      let result = try Tool.run(
        """
        head -3 orders.jsonl > a.jsonl; tail -n +4 orders.jsonl > b.jsonl
        bulkcheck \(rules) --fail-on never --partial a.bcp a.jsonl > /dev/null
        bulkcheck \(rules) --fail-on never --partial b.bcp b.jsonl > /dev/null
        bulkcheck \(rules) --fail-on never --report json=one.json orders.jsonl
        bulkcheck merge --fail-on never --as orders.jsonl --report json=merged.json a.bcp b.bcp
        for f in one merged; do sed '/"timing"/d; /"seconds"/d; /"threads"/d; /bytesPerSecond/d' \
          $f.json > $f.txt; done
        diff one.txt merged.txt
        """, in: folder)
      #expect(result.exitCode == 0, "\(rules): \(result.output)\(result.diagnostics)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test("a schema alone asks for no objects, and its rule is off")
  func anyRecord() throws {
    let folder = try folder()
    let result = try Tool.run(
      """
      bulkcheck --schema plain.json --report json --report junit=r.xml values.jsonl > r.json
      python3 -c 'import json
      report = json.load(open("r.json"))
      rule = [r for r in report["rules"] if r["id"] == "bulkcheck.not-an-object"][0]
      print(rule["status"], rule["evaluated"], rule.get("mutedBy"), report.get("muted"))'
      grep -A1 not-an-object r.xml | grep -o 'for profiles only' | head -1
      """, in: folder)
    #expect(result.output == "off 0 None None\nfor profiles only\n", "\(result)")
    try FileManager.default.removeItem(at: folder)
  }

  @Test("what fails under propertyNames is the name")
  func names() throws {
    let folder = try Tool.folder()
    let schema = ##"""
      {"propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3, "$ref": "#/$defs/n"},
       "properties": {"no": {"propertyNames": false}, "pii": {"propertyNames": {"minLength": 9}}},
       "$defs": {"n": {"not": {"const": "no"}, "maxLength": 4}}}
      """##
    let profile = #"{"bulkcheck": 1, "schema": "s.json", "fields": {"pii": {"labels": ["pii"]}}}"#
    let records = """
      {"Abc1": {"count": 1}, "b": 2, "no": {"x": 7}}
      {"a": 1, "zq7Secret": {"pii": 1}, "pii": {"hidden": 1}}

      """
    for (name, text) in [("s.json", schema), ("p.json", profile), ("d.jsonl", records)] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let result = try Tool.run(
      """
      for threads in 1 7; do
        bulkcheck -p p.json --threads $threads --chunk-bytes 40 --failures f.jsonl d.jsonl \
          --report json > r.json
        python3 -c 'import json
      for line in open("f.jsonl"):
          f = json.loads(line)
          print(f["rule"], f["instanceLocation"], json.dumps(f["value"]), f["message"])
      for rule in json.load(open("r.json"))["rules"]:
          if rule["topValues"]: print(rule["id"], [v["value"] for v in rule["topValues"]])'
      done
      """, in: folder)
    let expected = ##"""
      #/propertyNames/pattern /Abc1 "Abc1" "Abc1" does not match the pattern ^[a-z]+$
      #/propertyNames/maxLength /Abc1 "Abc1" 4 characters, at most 3
      #/properties/no/propertyNames /no/x "x" the name "x" is not allowed
      #/$defs/n/not /no "no" the value matches the schema that it must not match
      #/propertyNames/pattern /zq7Secret "zq7Secret" "zq7Secret" does not match the pattern ^[a-z]+$
      #/propertyNames/maxLength /zq7Secret "zq7Secret" 9 characters, at most 3
      #/properties/pii/propertyNames/minLength /pii/*** "***" the length must be at least 9
      #/$defs/n/maxLength /zq7Secret "zq7Secret" 9 characters, at most 4
      #/propertyNames/pattern ['Abc1', 'zq7Secret']
      #/propertyNames/maxLength ['Abc1', 'zq7Secret']
      #/properties/no/propertyNames ['x']
      #/$defs/n/not ['no']
      #/$defs/n/maxLength ['zq7Secret']

      """##
    #expect(result.output == expected + expected, "\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }
}
