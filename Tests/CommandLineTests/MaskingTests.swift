import Foundation
import Testing

/// Values labelled `pii` in everything that the real binary writes about a run
/// (docs/reference/masking.md#what-is-masked).
@Suite("Masking", .waitsForCommands)
struct MaskingTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    /// The members of the profile beside `bulkcheck`.
    var profile: String
    var isCSV = false
    /// Lines of the input, in which `zq7Secret` and `739128465` are what must not be seen.
    var lines: [String]
    /// Values that are not masked, and have to be seen in the JSON report.
    var shown: [String] = []
    var testDescription: String { name }
  }

  static let secrets = ["zq7secret", "739128465"]

  static let json: [Case] = [
    Case(
      name: "a field",
      profile: #""fields":{"a":{"labels":["pii"],"type":"integer"}}"#,
      lines: [#"{"a":"zq7Secret"}"#, #"{"a":739128465.5}"#, #"{"a":true}"#]),
    Case(
      name: "figures of a table that are one value",
      profile: #"""
        "fields":{"a":{"labels":["pii"]}},"table":[
        {"id":"s","measure":"sum","of":"a","by":"g","maximum":1},
        {"id":"q","measure":"quantile","at":0.5,"of":"a","maximum":1}]
        """#,
      lines: [#"{"a":739128465,"g":1}"#, #"{"a":20,"g":2}"#, #"{"a":22,"g":2}"#],
      shown: [#""measured": "***""#, "42"]),
    Case(
      name: "one rule of a field",
      profile: #""fields":{"a":{"enum":[3],"type":{"value":"integer","labels":["pii"]}}}"#,
      lines: [#"{"a":"zq7Secret"}"#]),
    Case(
      name: "a rule that is off",
      profile: #"""
        "fields":{"a":{"enum":[3],
        "type":{"value":"integer","severity":"off","labels":["pii"]}}}
        """#,
      lines: [#"{"a":"zq7Secret"}"#]),
    Case(
      name: "an entry of rules, and another rule on one of its paths",
      profile: #"""
        "fields":{"a":{"maxLength":3}},
        "rules":[{"id":"r","labels":["pii"],"any":[{"a":{"const":1}},{"b":{"const":1}}]},
        {"id":"c","message":"{a} {b} {value}","compare":["b","<","a"]}]
        """#,
      lines: [#"{"a":"zq7Secret","b":"zq7SecretB"}"#]),
    Case(
      name: "the label on every element, the rule on one",
      profile: #"""
        "fields":{"items[*]":{"labels":["pii"]},
        "items[0]":{"type":{"value":"integer","message":"{value} {items[0]} {items}"}}}
        """#,
      lines: [#"{"items":["zq7Secret",1]}"#]),
    Case(
      name: "the label on one element, the rule on every",
      profile: #"""
        "fields":{"items[0]":{"labels":["pii"]},"items":{"items":{"type":"integer"},"maxItems":1}}
        """#,
      lines: [#"{"items":["zq7Secret","plain"]}"#, #"{"items":[1,"plain"]}"#],
      shown: [#"["***","plain"]"#, #""value": "plain""#]),
    Case(
      name: "the label on items, as one rule and as a block",
      profile: #"""
        "fields":{"t":{"items":{"labels":["pii"],"maxLength":3},"maxItems":1,"uniqueItems":true},
        "u":{"items":{"value":{"maxLength":3}},"labels":["pii"]}}
        """#,
      lines: [#"{"t":["zq7Secret","zq7Secret"],"u":["zq7Secret"]}"#]),
    Case(
      name: "a member of elements, the elements shown whole",
      profile: #"""
        "fields":{"items[*].sku":{"labels":["pii"]},"items":{"maxItems":1},
        "items[1]":{"minLength":1},"o":{"minLength":1},"o.items[*].sku":{"labels":["pii"]}}
        """#,
      lines: [
        #"{"items":[{"sku":"zq7Secret","n":"plain"},{"sku":739128465}],"o":{"items":[{"sku":{"x":["zq7Secret"]},"n":1}]}}"#
      ],
      shown: [
        #"[{"sku":"***","n":"plain"},{"sku":"***"}]"#, #"{"items":[{"sku":"***","n":1}]}"#,
      ]),
    Case(
      name: "a member, the object around it shown whole",
      profile: #"""
        "fields":{"o.p":{"labels":["pii"],"minLength":1},
        "o":{"minLength":{"value":1,"message":"{value} {o} {o.p}"}},
        "n":{"const":{"value":1,"message":"{o} {o.p}"}}},
        "rules":[{"id":"r","message":"{value}","compare":["o","==","n"]}]
        """#,
      lines: [#"{"o":{"p":"zq7Secret","q":"plain"},"n":2}"#],
      shown: [#"{"p":"***","q":"plain"}"#]),
    Case(
      name: "a nested block, and additionalFields around it",
      profile: #"""
        "fields":{"o":{"additionalFields":false,"fields":{"p":{"labels":["pii"],
        "fields":{"q":{"type":"integer"}}},"r":{"fields":{"s":{"labels":["pii"]}}}}}}
        """#,
      lines: [
        #"{"o":{"p":{"q":"zq7Secret"},"x":1,"r":{"s":"zq7Secret"}}}"#, #"{"o":{"p":"zq7Secret"}}"#,
        #"{"o":{"r":{"s":{"t":739128465}},"zz":0}}"#,
      ]),
    Case(
      name: "a block over another kind of value",
      profile: #"""
        "fields":{"o.p":{"labels":["pii"]},"/o/0":{"labels":["pii"]},
        "o":{"items":{"fields":{"x":{"const":1}}}},"o.q.r":{"minLength":1},"o.q":{"fields":{"r":{"const":1}}}}
        """#,
      lines: [#"{"o":{"p":"zq7Secret","0":"zq7Secret","q":["plain"]}}"#]),
    Case(
      name: "a number of a pointer, the key in dots",
      profile: #"""
        "fields":{"/m/0":{"labels":["pii"]},"m.0":{"type":"integer"},"m":{"minLength":1},
        "n.0":{"labels":["pii"]},"/n/0":{"type":"integer"}}
        """#,
      lines: [#"{"m":{"0":"zq7Secret"},"n":{"0":"zq7Secret"}}"#, #"{"m":["zq7Secret"]}"#]),
    Case(
      name: "a number of a pointer, elements",
      profile: #"""
        "fields":{"/m/0":{"labels":["pii"]},"m[*]":{"type":"integer"},"m[0]":{"maxLength":2}}
        """#,
      lines: [#"{"m":["zq7Secret","x"]}"#, #"{"m":{"0":"zq7Secret"}}"#]),
    Case(
      name: "a pointer and a quoted name",
      profile: #"""
        "fields":{"/a.b":{"labels":["pii"],"maxLength":2},"a.b":{"type":"integer"}}
        """#,
      lines: [#"{"a.b":"zq7Secret","a":{"b":"plain"}}"#], shown: [#""value": "plain""#]),
    Case(
      name: "keys that stand twice, and keys written with escapes",
      profile: #"""
        "fields":{"o.email":{"labels":["pii"],"type":"integer"},"o":{"minLength":1}},
        "input":{"duplicate-key":{"severity":"info"}}
        """#,
      lines: [
        #"{"o":{"email":"zq7Secret","email":"zq7SecretToo"}}"#,
        #"{"o":{"\u0065mail":"zq7Secret","e\u006Dail":{"a":739128465}},"o":{"em\u0061il":"zq7Secret"}}"#,
        #"{"o":1,"o":{"email":"zq7Secret"}}"#,
      ]),
    Case(
      name: "where built-in rules are off",
      profile: #"""
        "fields":{"o.email":{"labels":["pii"]},"o":{"minLength":1},"n":{"const":1}},
        "input":{"duplicate-key":{"severity":"off"},"not-an-object":{"severity":"off"},
        "malformed":{"severity":"off"}}
        """#,
      lines: [
        #"{"o":{"email":"zq7Secret","email":"zq7SecretToo"}}"#, #"["zq7Secret"]"#,
        #"[{"o":{"email":"zq7Secret"}}]"#, #""zq7Secret""#, #"739128465"#,
        #"{"o":{"email":"zq7Secret"}"#,
        #"{"o":{"email":"zq7Secret"#, #"{"n":zq7Secret}"#,
        #"{"n":2,"n":3,"o":{"email":"zq7Secret"}}"#,
      ]),
    Case(
      name: "what is shown of malformed records",
      profile: #""fields":{"email":{"labels":["pii"]}}"#,
      lines: [
        #"{"email":"zq7Secret"#, #"{"email":zq7Secret}"#, #"zq7Secret"#, #"{"email":"\zq7Secret"}"#,
        #"{"email":"zq7Secret\ud800"}"#, #"{"email":739128465x}"#, #"{"zq7Secret"}"#,
      ]),
    Case(
      name: "unique over one and over two fields",
      profile: #"""
        "fields":{"a":{"labels":["pii"],"unique":{"message":"{value} {a} {o}"}},"o":{"unique":true},
        "o.p":{"labels":["pii"]},"l":{"unique":true},"l[*].q":{"labels":["pii"]}},
        "rules":[{"id":"two","unique":["a","b"],"message":"{value} {a}"}]
        """#,
      lines: [
        #"{"a":"zq7Secret","b":"plain","o":{"p":"zq7Secret","q":1},"l":[{"q":"zq7Secret"}]}"#,
        #"{"a":"zq7Secret","b":"plain","o":{"p":"zq7Secret","q":1},"l":[{"q":"zq7Secret"}]}"#,
        #"{"a":"zq7Secret","b":"plain","o":{"p":"zq7Secret","q":1},"l":[{"q":"zq7Secret"}]}"#,
      ],
      shown: [#"{"p":"***","q":1}"#]),
    Case(
      name: "what normalize makes, what would pass, and the nearest choice",
      profile: #"""
        "fields":{"a":{"labels":["pii"],"normalize":["trim","lowercase"],
        "enum":["zq7secre"],"pattern":"^zq7","maxLength":3,"format":"email"},
        "o":{"minLength":1},"o.b":{"labels":["pii"],"normalize":["uppercase"],"const":"x"}},
        "rules":[{"id":"r","compare":["a","==","c"]}]
        """#,
      lines: [
        #"{"a":" Zq7Secret ","c":"plain","o":{"b":"zq7Secret"}}"#, #"{"a":"mailto:zq7Secret@x.y"}"#,
      ]),
    Case(
      name: "a comparison with a visible value that would be the same in another form",
      profile: #"""
        "fields":{"a":{"labels":["pii"]}},"rules":[{"id":"r","compare":["a","==","b"]}]
        """#,
      lines: [#"{"a":"zq7secret","b":"ZQ7-SECRET "}"#, #"{"a":"zq7secret","b":"zq7 secret"}"#]),
    Case(
      name: "a value above what reports show of one",
      profile: #""fields":{"o":{"minLength":1},"o.p":{"labels":["pii"]}}"#,
      lines: [
        #"{"o":{"p":"zq7Secret","q":"\#(String(repeating: "plain ", count: 500))"}}"#,
        #"{"o":{"p":["\#(String(repeating: "zq7Secret ", count: 500))"],"q":1}}"#,
        #"{"o":{"q":"\#(String(repeating: "\\u00e9", count: 500))","p":"zq7Secret"}}"#,
      ]),
    Case(
      name: "conditions, contains, and what they show",
      profile: #"""
        "fields":{"t":{"contains":{"const":"x"}},"t[0].k":{"labels":["pii"]},
        "s":{"contains":"x","labels":["pii"]}},
        "rules":[{"id":"w","when":{"s":{"minLength":1}},"then":{"t":{"maxItems":0}},"message":"{value} {t} {s}"},
        {"id":"e","all":[{"t[*]":{"minLength":1}}]}]
        """#,
      lines: [#"{"t":[{"k":"zq7Secret","l":"plain"},1],"s":"zq7Secret"}"#]),
  ]

  static let csv: [Case] = [
    Case(
      name: "one column by two names",
      profile:
        #""fields":{"a.b":{"labels":["pii"]},"\"a.b\"":{"type":{"value":"integer","message":"{value} {a.b} {\"a.b\"}"}}}"#,
      isCSV: true, lines: ["a.b,c", "zq7Secret,1"]),
    Case(
      name: "one column by two names, the other way round",
      profile:
        #""fields":{"\"a.b\"":{"labels":["pii"]},"a.b":{"type":"integer"}}"#,
      isCSV: true, lines: ["a.b,c", "zq7Secret,1"]),
    Case(
      name: "a number of a pointer",
      profile:
        #""fields":{"/m/0":{"labels":["pii"]},"m.0":{"type":"integer"},"\"m.0\"":{"maxLength":3},"c":{"maximum":0}}"#,
      isCSV: true, lines: ["m.0,c", "zq7Secret,1"], shown: [#""value": "1""#]),
    Case(
      name: "a cell with a separator, one element labelled",
      profile:
        #""fields":{"n":{"type":"array","separator":"|","maxItems":1,"unique":true},"n[0]":{"labels":["pii"]},"n[*]":{"maxLength":2},"n[1]":{"type":"integer"}}"#,
      isCSV: true, lines: ["n,c", "zq7Secret|x,1", "zq7Secret|x,1", "\"zq7Secret|\"\"x\",2"]),
    Case(
      name: "a cell with a separator, its elements labelled",
      profile:
        #""fields":{"n":{"type":"array","separator":"|","items":{"labels":["pii"],"maxLength":1},"maxItems":1},"n[1]":{"type":"integer"}}"#,
      isCSV: true, lines: ["n,c", "zq7Secret|zq7Secret,1", "\"zq7Secret|\"\"zq7Secret\",2"]),
    Case(
      name: "a column that is named twice",
      profile:
        #""fields":{"a":{"labels":["pii"],"type":"integer"}},"input":{"duplicate-column":{"severity":"off"}}"#,
      isCSV: true, lines: ["a,b,a", "zq7Secret,1,2", "1,1,zq7Secret"]),
    Case(
      name: "columns that nothing reads but the label",
      profile:
        #""fields":{"a":{"labels":["pii"]},"b":{"maximum":0}},"rules":[{"id":"u","unique":["a","b"]}]"#,
      isCSV: true, lines: ["a,b", "zq7Secret,1", "\"zq7Secret\",1", "\"x\"\"zq7Secret\n\",1"],
      shown: [#""value": "1""#]),
    Case(
      name: "one element of a cell among those of every column",
      profile:
        #""fields":{"*":{"separator":"|"},"t[1]":{"labels":["pii"]},"*[*]":{"maxLength":2}}"#,
      isCSV: true, lines: ["t,c", "plain|zq7Secret,1", "1|zq7Secret,2", "1|2,other|3"],
      shown: [#""value": "plain""#, #""value": "other""#]),
    Case(
      name: "rows that are malformed",
      profile:
        #""fields":{"a":{"labels":["pii"]}},"input":{"csv":{"delimiter":","},"malformed":{"severity":"off"}}"#,
      isCSV: true, lines: ["a,b", "zq7Secret", "zq7Secret,1,2", "zq\"7,zq7Secret", "\"zq7Secret"]),
    Case(
      name: "a part of a column's name",
      profile:
        #""fields":{"p":{"labels":["pii"]},"p.q":{"maximum":1},"\"p.q\"":{"maxLength":2},"p.q.r":{"maxLength":2}}"#,
      isCSV: true, lines: ["p,p.q,p.q.r", "1,zq7Secret,zq7Secret"]),
  ]

  /// Every report and every other output, each a file, and the explanation of every record.
  private static func outputs(of test: Case) -> String {
    let input = test.isCSV ? "d.csv" : "d.jsonl"
    let records = test.lines.count - (test.isCSV ? 1 : 0)
    return """
      export GITHUB_STEP_SUMMARY=summary.md
      bulkcheck -p q.json \(input) --failures failures --report text=r.text --report json=r.json \
        --report junit=r.xml --report markdown=r.md --report github=r.github \
        --report html=r.html > o0 2> e0
      bulkcheck -p q.json \(input) --write-baseline base --partial part --color always > o1 2> e1
      bulkcheck -p q.json \(input) --baseline base --samples 0 > o2 2> e2
      bulkcheck merge part part --report json=m.json --report text --partial part2 > o3 2> e3
      for n in $(seq 1 \(records)); do
        bulkcheck explain -p q.json \(input) --record $n >> explained 2>> e4
        echo "== $? ==" >> explained
      done
      """
  }

  @Test("is never seen, in no output", arguments: json + csv)
  func never(test: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"bulkcheck\":1,\(test.profile)}".utf8).write(to: folder.appending(path: "q.json"))
    let input = test.isCSV ? "d.csv" : "d.jsonl"
    try Data((test.lines.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: input))
    let result = try Tool.run(MaskingTests.outputs(of: test), in: folder)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0 != "q.json" && $0 != input }
    #expect(written.contains("part2") && written.contains("explained"))
    var report = ""
    for name in written {
      let text = String(
        decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
      if name == "r.json" { report = text }
      if name == "explained" || name.hasPrefix("e") {
        #expect(!text.contains("== 2 ==") && !text.contains("mistake"), "\(text)")
      }
      for secret in MaskingTests.secrets where text.lowercased().contains(secret) {
        let lines = text.split(separator: "\n").filter { $0.lowercased().contains(secret) }
        Issue.record("\(name) shows:\n\(lines.prefix(3).joined(separator: "\n"))")
      }
    }
    #expect(report.contains("\"outcome\""))
    for words in test.shown {
      // A value is JSON text there; a text with JSON in it is escaped.
      #expect(
        report.contains(words) || report.contains(words.replacing("\"", with: "\\\"")),
        "\(words)\n\(report)")
    }
  }
}
