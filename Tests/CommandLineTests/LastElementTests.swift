import Foundation
import Testing

/// Paths that count from the end of an array, in what the real binary says of records.
@Suite("Elements counted from the end", .waitsForCommands)
struct LastElementTests {
  private static let profile = #"""
    {"bulkcheck": 1,
     "fields": {
       "items[-1].sku": {"required": true, "enum": ["a", "b"]}, "items[-2].n": {"minimum": 1},
       "o.l[-1]": {"type": "integer"}, "m[*][-1]": {"maximum": 5},
       "rows[-1].t[*]": {"maxLength": 2},
       "w": {"items": {"fields": {"h[-1].z": {"required": true}}}}},
     "rules": [
       {"id": "last", "compare": ["upd", "==", "items[-1].at"], "message": "{items[-1].at}"},
       {"id": "when", "when": {"items[-1].sku": {"const": "a"}}, "then": {"n": {"const": 1}}},
       {"id": "u", "unique": ["items[-1].sku"]}],
     "table": [{"id": "max", "measure": "max", "of": "items[-1].at", "maximum": 6}]}
    """#

  private static let records = #"""
    {"upd":1,"items":[{"sku":"x","at":7,"n":0},{"sku":"a","at":1}],"n":2,"o":{"l":[1,2,"x"]}}
    {"upd":1,"items":[],"m":[[1,2],[9,7],[]],"rows":[{"t":["abc"]},{"t":["ab","abcd"]}]}
    {"upd":2,"items":[{"sku":"c","at":1}],"n":2,"w":[{"h":[{},{"z":1}]},{"h":[{"z":1},{}]}]}
    {"items":{"sku":1}}
    {"upd":1,"items":[{"sku":"q","at":7,"n":9},{"sku":"z","n":0},{"sku":"a","at":8}],"n":1}
    """#

  /// For each rule the lines and places at which it fails.
  private static let expected = """
    items[-1].sku.required 2:/items 4:/items
    items[-1].sku.enum 3:/items/0/sku
    items[-2].n.minimum 1:/items/0/n 5:/items/1/n
    o.l[-1].type 1:/o/l/2
    m[*][-1].maximum 2:/m/1/1
    rows[-1].t[*].maxLength 2:/rows/1/t/1
    w.items.h[-1].z.required 3:/w/1/h/1/z
    last 3: 5:
    when 1:/n
    u 5:/items/2/sku

    """

  @Test("judge the real element and show its index", arguments: [1, 2, 7])
  func judged(threads: Int) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.profile.utf8).write(to: folder.appending(path: "p.json"))
    try Data((Self.records + "\n").utf8).write(to: folder.appending(path: "d.jsonl"))
    let script = #"""
      bulkcheck -p p.json d.jsonl --threads THREADS --report json > r.json
      python3 -c '
      import json
      for rule in json.load(open("r.json"))["rules"]:
        if rule.get("failed") and rule.get("kind") != "table" and "." != rule["id"][0]:
          print(rule["id"], *("%d:%s" % (s["line"], s.get("instanceLocation", ""))
              for s in rule["samples"]))'
      """#
    let result = try Tool.run(
      script.replacing("THREADS", with: "\(threads)"), in: folder)
    #expect(result.diagnostics == "")
    #expect(result.output == Self.expected)
  }

  @Test("cannot be changed by normalize, and infer quotes names with brackets")
  func wrong() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = #"""
      echo '{"bulkcheck": 1, "fields": {"a[-1].b": {"normalize": ["trim"]}}}' > q.json
      bulkcheck lint q.json | head -1
      printf 'Weight [kg],Note\n1,a\n2,b\n' > d.csv
      bulkcheck infer d.csv > draft.json && grep -c '"\\"Weight \[kg\]\\""' draft.json
      bulkcheck -p draft.json d.csv | grep -o PASSED
      """#
    let result = try Tool.run(script, in: folder)
    #expect(
      (result.output + result.diagnostics).contains(
        "`normalize` under \"a[-1].b\", which counts from the end: expected `normalize` under "
          + "\"a[*].b\", for every element"))
    #expect(result.output.hasSuffix("1\nPASSED\n"), "\(result.output)")
  }
}
