import Foundation
import Testing

/// Rules of a schema that fail at several places: how these are counted, shown and masked.
@Suite(.waitsForCommands) struct SchemaPlaceTests {
  /// Records in which rules fail at several places; `$ref` leads to a line from two, and a tree
  /// holds itself.
  private func folderWithPlaces() throws -> URL {
    let folder = try Tool.folder()
    let schema = ##"""
      {"properties": {"items": {"items": {"$ref": "#/$defs/line"}},
        "more": {"$ref": "#/$defs/line"},
        "tree": {"$ref": "#/$defs/tree"}, "prices": {"additionalProperties": {"minimum": 0}}},
       "$defs": {
        "line": {"required": ["sku"], "properties": {"sku": {"type": "string"}},
          "additionalProperties": false},
        "tree": {"properties": {"v/": {"type": "integer"},
          "kids": {"items": {"$ref": "#/$defs/tree"}}}}}}
      """##
    let records = """
      {"items": [{"sku": 1}, {"sku": 2}, {}], "more": {"sku": 5, "x": "one too many"}}
      {"items": [{"sku": "a"}, {"y": 2}], "prices": {"EUR": -1, "USD": -3}, \
      "tree": {"v/": "a", "kids": [{"v/": "b", "kids": [{"v/": "c"}, {"v/": "d"}]}]}}
      {"more": {}, "tree": {"v/": 1, "kids": [{"v/": "b"}]}}
      {"more": {"sku": "zq7Secret", "z": 1}, "items": [{"sku": 517283946}], \
      "prices": {"EUR": -739128465}}

      """
    for (name, text) in [("s.json", schema), ("d.jsonl", records)] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return folder
  }

  /// The places of all rules, as one line each.
  private static let listPlaces = """
    python3 -c 'import json, sys
    for rule in json.load(sys.stdin)["rules"]:
        for place in rule.get("places", []): print(rule["id"], place["place"], place["failed"])'
    """

  @Test(
    "failures are counted by place, however the run is cut",
    arguments: [
      "--threads 1", "--threads 7 --chunk-bytes 40", "--threads 2 --skip '#/$defs/tree/*'",
    ])
  func places(_ options: String) throws {
    let folder = try folderWithPlaces()
    let result = try Tool.run(
      """
      bulkcheck --schema s.json --report json \(options) d.jsonl | \(Self.listPlaces)
      """, in: folder)
    let tree = """
      #/$defs/tree/properties/v~1/type /tree/kids/*/v~1 2
      #/$defs/tree/properties/v~1/type /tree/kids/*/kids/*/v~1 1
      #/$defs/tree/properties/v~1/type /tree/v~1 1

      """
    let expected = """
      #/properties/prices/additionalProperties/minimum /prices/* 2
      #/$defs/line/required /items/*/sku 2
      #/$defs/line/required /more/sku 1
      #/$defs/line/properties/sku/type /items/*/sku 2
      #/$defs/line/properties/sku/type /more/sku 1
      #/$defs/line/additionalProperties /more/* 2
      #/$defs/line/additionalProperties /items/*/* 1

      """
    #expect(result.output == expected + (options.contains("--skip") ? "" : tree))
    try FileManager.default.removeItem(at: folder)
  }

  @Test("beyond twenty places the others are counted together")
  func manyPlaces() throws {
    let folder = try Tool.folder()
    let result = try Tool.run(
      """
      python3 -c 'import json
      names = ["f%02d" % number for number in range(30)]
      print(json.dumps({"$defs": {"n": {"minimum": 0}},
        "properties": {name: {"$ref": "#/$defs/n"} for name in names}}))' > s.json
      python3 -c 'import json
      for line in range(60):
          names = ["f%02d" % number for number in range(min(30, line + 1))]
          print(json.dumps({name: -1 for name in names}))' > d.jsonl
      bulkcheck --schema s.json d.jsonl --report json > r.json
      python3 -c 'import json
      rule = [r for r in json.load(open("r.json"))["rules"] if r["id"] == "#/$defs/n/minimum"][0]
      print(len(rule["places"]), rule["places"][0], rule["places"][-1], rule["otherPlaces"])'
      bulkcheck --schema s.json d.jsonl | grep -c 'others'
      """, in: folder)
    // The last ten names occur 40, 39, … 31 times.
    let expected = """
      20 {'place': '/f00', 'failed': 60} {'place': '/f19', 'failed': 41} 355
      1

      """
    #expect(result.output == expected, "\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }

  private static let id = "https://example.com/s#"
  private static let malformed = "expected null"

  @Test("failures are written in the output format Basic, one document for a failing record")
  func basicOutput() throws {
    let folder = try folderWithPlaces()
    let result = try Tool.run(
      """
      sed 's/^{/{"$id": "https:\\/\\/example.com\\/s",/' s.json > i.json
      for s in s i; do
        bulkcheck --schema $s.json --failures f.$s --failures-format basic d.jsonl > /dev/null
        python3 -c 'import json, sys
      for line in open("f.'$s'"):
          record = json.loads(line)
          print(record["valid"], record["line"])
          for e in record["errors"]:
              print(" ", e["keywordLocation"], e.get("absoluteKeywordLocation"),
                  e["instanceLocation"], e["error"])'
      done | sed -n '1,6p;16,17p;31,32p'
      bulkcheck --schema s.json --failures-format basic d.jsonl 2>&1 | grep -c 'name a file'
      printf '{"a":1}\\nno json\\n' | bulkcheck --schema s.json --failures - \
        --failures-format basic --input-format jsonl - 2> /dev/null
      """, in: folder)
    let expected = ##"""
      False 1
        /properties/items/items/$ref/required None /items/2/sku "sku" is missing
        /properties/items/items/$ref/properties/sku/type None /items/0/sku 1 is not of type string
        /properties/items/items/$ref/properties/sku/type None /items/1/sku 2 is not of type string
        /properties/more/$ref/properties/sku/type None /more/sku 5 is not of type string
        /properties/more/$ref/additionalProperties None /more/x "x" is not allowed
      False 3
        /properties/more/$ref/required None /more/sku "sku" is missing
        /properties/prices/additionalProperties/minimum \##(Self.id)/properties/prices/\##
      additionalProperties/minimum /prices/USD 3 below the minimum of 0
        /properties/items/items/$ref/required \##(Self.id)/$defs/line/required /items/1/sku \##
      "sku" is missing
      1
      {"valid":false,"input":"-","line":2,"record":2,"errors":[{"keywordLocation":"",\##
      "rule":"bulkcheck.malformed","instanceLocation":"","error":"\##(Self.malformed)"}]}

      """##
    #expect(result.output == expected, "\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }

  @Test("each unit of Basic speaks of its own member, however many there are")
  func basicMembers() throws {
    try Tool.expect(
      #"""
      ulimit -t 10
      echo '{"required": ["a", "b"], "additionalProperties": false}' > s.json
      python3 -c 'import json; print(json.dumps({"n%d" % i: i for i in range(60000)}))' > d.jsonl
      bulkcheck --schema s.json --failures - --failures-format basic d.jsonl 2> e.txt > f.jsonl
      python3 -c 'import json
      errors = json.loads(open("f.jsonl").read())["errors"]
      print(len(errors))
      for e in errors[:3] + errors[-1:]: print(e["instanceLocation"], e["error"])'
      grep -c '"a", "b" are missing' e.txt
      """#,
      prints: """
        1002
        /a "a" is missing
        /b "b" is missing
        /n0 "n0" is not allowed
        /n999 "n999" is not allowed
        1

        """)
  }

  @Test("a record in which places are too many to look for is judged in time")
  func manySearches() throws {
    try Tool.expect(
      #"""
      ulimit -t 60
      echo '{"properties": {"v": {"type": "integer"}, "c": {"items": {"$ref": "#"}}}}' > s.json
      python3 -c 'import json
      print(json.dumps({"c": [{"c": [{"v": "x"}] * 9000}]}))
      print(json.dumps({"c": [{"v": "y"}]}))' > d.jsonl
      for threads in 1 7; do
        bulkcheck --schema s.json --threads $threads d.jsonl --report json > r.json
        python3 -c 'import json
      for r in json.load(open("r.json"))["rules"]:
          if r["failed"]: print(r["failed"], r["places"], r["placesExact"])'
      done
      bulkcheck --schema s.json --failures - --failures-format basic d.jsonl 2> /dev/null | wc -l
      """#,
      prints: """
        2 [{'place': '/c/*/v', 'failed': 1}] False
        2 [{'place': '/c/*/v', 'failed': 1}] False
        2

        """)
  }

  @Test("fields labelled pii are masked where a schema speaks of them, also below arrays")
  func masking() throws {
    let folder = try folderWithPlaces()
    let profile = """
      {"bulkcheck": 1, "schema": "s.json", "fields": {
        "more.sku": {"labels": ["pii"], "maxLength": 2},
        "items[*].sku": {"labels": ["pii"], "minLength": 1},
        "prices": {"labels": ["pii"], "type": "object"},
        "tree.kids": {"labels": ["pii"], "type": "array"}}}
      """
    try Data(profile.utf8).write(to: folder.appending(path: "p.json"))
    let result = try Tool.run(
      "bulkcheck -p p.json d.jsonl --report json; bulkcheck -p p.json d.jsonl --samples 9",
      in: folder)
    for secret in ["zq7Secret", "739128465", "517283946", "\"b\"", "\"c\""] {
      #expect(!result.output.contains(secret), "\(secret)")
    }
    #expect(result.output.contains(#""instanceLocation": "/items/0/sku""#))
    #expect(result.output.contains(#""sku\" is missing"#))
    let wrong =
      #"{"bulkcheck": 1, "schema": {"file": "s.json", "rules": "#
      + ##"{"#/$defs/line/required": {"labels": ["pii"]}}}}"##
    try Data(wrong.utf8).write(to: folder.appending(path: "q.json"))
    let refused = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.output.contains("masks fields, not keywords"), "\(refused.output)")
    try FileManager.default.removeItem(at: folder)
  }
}
