import Bulkcheck
import Testing

/// A profile, an input, and the counts of rules: passed, failed, missing, blocked, not applicable.
struct MemberCase: CustomTestStringConvertible {
  var profile: String
  var input: String
  var name = "a.jsonl"
  var counts: [String: [Int]]
  /// By rule: the places of its first sample; and how many more there are.
  var places: [String: [String]] = [:]
  var more = 0

  var testDescription: String { "\(profile) on \(input)" }
}

@Suite("Paths with *, for every member")
struct MemberPathTests {
  static let cases: [MemberCase] = [
    MemberCase(
      profile: #""fields": {"prices.*": {"minimum": 0}}"#,
      input: """
        {"prices":{"eur":1,"usd":2}}
        {"prices":{"eur":-1,"usd":2,"gbp":-3}}
        {"prices":{}}
        {"prices":[-1]}
        {"prices":{"eur":null}}
        {"prices":{"eur":"x","usd":1}}
        {}
        """,
      counts: ["prices.*.minimum": [1, 2, 4, 0, 0]],
      places: ["prices.*.minimum": ["/prices/eur", "/prices/gbp"]]),
    MemberCase(
      profile:
        #""fields": {"prices.*": {"type": "object"}, "prices.*.amount": {"required": true}}"#,
      input: #"{"prices":{"a/b":{"amount":1},"c~d":{},"e":5,"f":{"amount":null}}}"#,
      counts: [
        "prices.*.type": [0, 1, 0, 0, 0], "prices.*.amount.required": [0, 1, 0, 0, 0],
      ],
      places: [
        "prices.*.amount.required": ["/prices/c~0d/amount", "/prices/e/amount", "/prices/f/amount"]
      ]),
    MemberCase(
      profile: #""fields": {"*": {"maxLength": 2}, "a": {"maxLength": 1}}"#,
      input: #"{"a":"aa","b":"bbb","c":3,"d":null}"#,
      counts: ["*.maxLength": [0, 1, 0, 0, 0], "a.maxLength": [0, 1, 0, 0, 0]],
      places: ["*.maxLength": ["/b", "/c"], "a.maxLength": ["/a"]]),
    MemberCase(
      profile: #""fields": {"*": {"minimum": 1}}"#,
      input: #"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0}"#,
      counts: ["*.minimum": [0, 1, 0, 0, 0]],
      places: ["*.minimum": ["/a", "/b", "/c", "/d", "/e"]], more: 2),
    MemberCase(
      profile: #""fields": {"lines[*].tags.*": {"minLength": 2}, "*[*].n": {"maximum": 1}}"#,
      input: """
        {"lines":[{"tags":{"a":"x"},"n":2},{"tags":{"b":"yy","c":""}}],"o":[{"n":3}],"p":{"n":9}}
        """,
      counts: ["lines[*].tags.*.minLength": [0, 1, 0, 0, 0], "*[*].n.maximum": [0, 1, 0, 0, 0]],
      places: [
        "lines[*].tags.*.minLength": ["/lines/0/tags/a", "/lines/1/tags/c"],
        "*[*].n.maximum": ["/lines/0/n", "/o/0/n"],
      ]),
    // A nested block, an `items` block, and the members of elements.
    MemberCase(
      profile: """
        "fields": {"m": {"type": "object", "fields": {"*": {"type": "integer", "minimum": 1}}},
          "l": {"items": {"fields": {"*": {"notEmpty": true}}}}}
        """,
      input: """
        {"m":{"a":1,"b":0,"c":"x"},"l":[{"a":""},{"b":"x"}]}
        {"m":5,"l":[1]}
        {"m":{}}
        """,
      counts: [
        "m.type": [2, 1, 0, 0, 0], "m.*.type": [0, 1, 1, 1, 0], "m.*.minimum": [0, 1, 1, 1, 0],
        "l.items.*.notEmpty": [0, 2, 1, 0, 0],
      ]),
    // Quoted, and in a JSON Pointer, it is a name.
    MemberCase(
      profile: #""fields": {"\"*\"": {"const": 1}, "/o/*": {"const": 2}, "a*": {"const": 3}}"#,
      input: #"{"*":1,"o":{"*":2,"x":5},"a*":3,"ab":9}"#,
      counts: [
        "\"*\".const": [1, 0, 0, 0, 0], "o.\"*\".const": [1, 0, 0, 0, 0],
        "a*.const": [1, 0, 0, 0, 0],
      ]),
    // A number in a pointer is covered, elements are not.
    MemberCase(
      profile:
        #""fields": {"a.*": {"minimum": 5}, "/a/0": {"minimum": 3}, "a[*]": {"minimum": 4}}"#,
      input: """
        {"a":{"0":4,"b":6}}
        {"a":[4]}
        """,
      counts: [
        "a.*.minimum": [0, 1, 1, 0, 0], "a.0.minimum": [2, 0, 0, 0, 0],
        "a[*].minimum": [1, 0, 1, 0, 0],
      ]),
    // Of a key that comes again the last value counts.
    MemberCase(
      profile: #""fields": {"m.*": {"maximum": 1}}"#,
      input: """
        {"m":{"a":9,"a":1}}
        {"m":{"a":1,"b":1,"\\u0061":9}}
        {"n":{"a":1,"a":1},"m":{}}
        """,
      counts: ["m.*.maximum": [1, 1, 1, 0, 0], "bulkcheck.duplicate-key": [1, 2, 0, 0, 0]],
      places: ["m.*.maximum": ["/m/a"]]),
    MemberCase(
      profile: """
        "additionalFields": false,
        "fields": {"m": {"additionalFields": false}, "m.*.k": {}, "n": {"additionalFields": false},
          "n.a": {}, "o.*": {"additionalFields": false}, "o.*.x": {}, "o.p.y": {}}
        """,
      input: """
        {"m":{"z":1},"n":{"a":1},"o":{"q":{"x":1},"p":{"x":1}}}
        {"m":{},"n":{"b":1},"o":{"q":{"y":1}}}
        {"m":1,"o":{"p":{"x":1,"y":2}}}
        {"extra":1}
        """,
      counts: [
        "additionalFields": [3, 1, 0, 0, 0], "m.additionalFields": [2, 1, 1, 0, 0],
        "n.additionalFields": [1, 1, 2, 0, 0], "o.*.additionalFields": [1, 2, 1, 0, 0],
      ]),
    MemberCase(
      profile: #""additionalFields": false, "fields": {"*.k": {"minimum": 0}}"#,
      input: #"{"a":1,"b":{"k":1}}"#,
      counts: ["additionalFields": [1, 0, 0, 0, 0], "*.k.minimum": [1, 0, 0, 0, 0]]),
    MemberCase(
      profile: """
        "rules": [{"id": "sum", "compare": ["total", "==", "sum(prices.*)"]},
          {"id": "max", "compare": ["max(prices.*)", "<=", "10"]},
          {"id": "whole", "compare": ["sum(*)", ">", "0"]},
          {"id": "any", "any": [{"prices.*": {"minimum": 2}}, {"total": {"const": 0}}]},
          {"id": "when", "when": {"prices.*": {"type": "number"}},
           "then": {"total": {"required": true}}}]
        """,
      input: """
        {"total":3,"prices":{"a":1,"b":2,"c":null}}
        {"total":0,"prices":{}}
        {"total":0}
        {"total":1,"prices":{"a":"x"}}
        """,
      counts: [
        "sum": [2, 1, 1, 0, 0], "max": [1, 1, 2, 0, 0], "whole": [0, 4, 0, 0, 0],
        "any": [2, 2, 0, 0, 0], "when": [1, 0, 0, 0, 3],
      ]),
    MemberCase(
      profile: """
        "fields": {"m.*": {"normalize": ["trim"], "enum": ["a", "b"]}},
        "input": {"missingValues": ["-"]}
        """,
      input: """
        {"m":{"x":" a ","y":"-","z":"b\\n"}}
        {"m":{"x":"c"}}
        """,
      counts: ["m.*.enum": [1, 1, 0, 0, 0]]),
    // CSV: every column, or those whose names begin so; cells are read as the path declares.
    MemberCase(
      profile: """
        "fields": {"*": {"maxLength": 4}, "a.*": {"type": "integer", "minimum": 0},
        "b": {"enum": ["é,\\"q"]},
          "*.z": {"required": true}},
        "rules": [{"id": "sum", "compare": ["total", "==", "sum(a.*)"]}]
        """,
      input: "a.x,b,a.y.z,total\n1,\"é,\"\"q\",2,3\n-1,,,7\nlonger,x,\"1\",1\n", name: "a.csv",
      counts: [
        "*.maxLength": [2, 1, 0, 0, 0], "a.*.type": [2, 1, 0, 0, 0],
        "a.*.minimum": [1, 1, 0, 1, 0], "*.z.required": [2, 1, 0, 0, 0],
        "sum": [1, 2, 0, 0, 0],
      ],
      places: ["*.maxLength": ["/a.x"], "a.*.minimum": ["/a.x"], "*.z.required": ["/a.y.z"]]),
    MemberCase(
      profile: """
        "fields": {"l.*": {"separator": ";"}, "l.*[*]": {"maxLength": 1}, "l.*[1]": {"const": "b"}},
        "additionalFields": false
        """,
      input: "l.a,l.b\na;b,\"c\"\naa;x,d;b\n", name: "a.csv",
      counts: [
        "l.*[*].maxLength": [1, 1, 0, 0, 0], "l.*[1].const": [1, 1, 0, 0, 0],
        "additionalFields": [2, 0, 0, 0, 0],
      ],
      places: ["l.*[*].maxLength": ["/l.a/0"], "l.*[1].const": ["/l.a/1"]]),
    MemberCase(
      profile: """
        "fields": {"*": {"type": "array", "separator": "|",
        "items": {"type": "integer", "maximum": 5}}}
        """,
      input: "a,b\n1|2,3\n9,1|8|x\n,\n", name: "a.csv",
      counts: [
        "*.type": [2, 0, 1, 0, 0], "*.items.type": [1, 1, 1, 0, 0],
        "*.items.maximum": [1, 1, 1, 0, 0],
      ],
      places: ["*.items.maximum": ["/a/0", "/b/1"], "*.items.type": ["/b/2"]]),
    // Where no column seems to be meant, a nested block fails on values that are not objects.
    MemberCase(
      profile: """
        "fields": {"a.*": {"fields": {"y": {"required": true}}, "additionalFields": false}}
        """,
      input: "a.b.x,z\n1,2\n,\n", name: "a.csv",
      counts: [
        "a.*.y.required": [0, 1, 1, 0, 0], "a.*.additionalFields": [0, 1, 1, 0, 0],
      ],
      places: ["a.*.additionalFields": ["/a.b.x"]]),
    // A column that is meant and named twice fails once; the last one counts.
    MemberCase(
      profile: #""fields": {"a.*": {"maximum": 1}}, "additionalFields": false"#,
      input: "a.x,c,a.x\n9,1,1\n", name: "a.csv",
      counts: [
        "a.*.maximum": [1, 0, 0, 0, 0], "additionalFields": [0, 1, 0, 0, 0],
        "bulkcheck.duplicate-key": [1, 0, 0, 0, 0],
        "bulkcheck.duplicate-column": [0, 1, 0, 0, 0],
      ]),
  ]

  @Test("judge a rule once a record, and say where it failed", arguments: cases)
  func counts(_ test: MemberCase) throws {
    let profile = try Profile(text: "{\"bulkcheck\": 1, \(test.profile)}")
    for threads in [1, 3] {
      var options = ProfileValidator.Options()
      options.threads = threads
      let report = try ProfileValidator(profile, options: options)
        .validate(bytes: test.input.utf8, name: test.name)
      for (id, counts) in test.counts {
        let rule = try #require(report.rules.first { $0.id == id }, "\(id)")
        #expect(
          [rule.passed, rule.failed, rule.missing, rule.blocked, rule.notApplicable] == counts,
          "\(id)")
        guard let places = test.places[id] else { continue }
        let sample = try #require(rule.samples.first, "\(id)")
        #expect(sample.instanceLocation == places.first, "\(id)")
        #expect(
          sample.places.map(\.instanceLocation) == (places.count > 1 ? places : []), "\(id)")
        #expect(sample.morePlaces == (places.count > 1 ? test.more : 0), "\(id)")
      }
    }
  }

  /// A profile, a header, and the column that a nested block seems to mean.
  static let nested: [(String, String, String?)] = [
    (#""fields": {"a.*": {"fields": {"x": {"required": true}}}}"#, "z,a.b.x", "a.b.x"),
    (#""fields": {"a.*": {"fields": {"x": {"required": true}}}}"#, "a.b,a.b.y,x", nil),
    (#""fields": {"*": {"fields": {"x.y": {}}}}"#, "x.y,b.x.y", "b.x.y"),
    (#""fields": {"*": {"fields": {"*": {}}}}"#, "a,b.c", "b.c"),
    (#""fields": {"*": {"fields": {"x": {"fields": {"y": {}}}}}}"#, "b.x.y", "b.x.y"),
    (#""fields": {"a": {"fields": {"x": {"required": true}}}}"#, "a.x", nil),
    (#""fields": {"a.*": {"separator": "|", "items": {"fields": {"x": {}}}}}"#, "a.b.x", nil),
    (#""fields": {"a.*": {"any": [{"fields": {"x": {"required": true}}}]}}"#, "a.b.x", "a.b.x"),
    (
      #""rules": [{"id": "r", "not": {"*": {"fields": {"x": {"const": 1}}}}}]"#, "b.x", "b.x"
    ),
  ]

  @Test("under which a block is nested are refused where a column seems to be meant")
  func nestedBlocks() throws {
    for (part, header, column) in Self.nested {
      let profile = try Profile(text: "{\"bulkcheck\": 1, \(part)}")
      let cells = header.split(separator: ",").map { _ in "1" }.joined(separator: ",")
      for name in ["a.csv", "a.jsonl"] {
        let input = name == "a.csv" ? "\(header)\n\(cells)\n" : "{}\n"
        let report = try ProfileValidator(profile).validate(bytes: input.utf8, name: name)
        let isRefused = column != nil && name == "a.csv"
        #expect((report.exitCode == 2) == isRefused, "\(part) on \(header)")
        guard isRefused, let column else { continue }
        let sentence = "\"\(column)\" is a column here, but nested `fields` under "
        #expect(report.records.total == 0)
        #expect(report.inputs[0].failure?.contains(sentence) == true, "\(report.inputs[0])")
      }
    }
  }

  @Test("the members of many names are judged, the last one too, in lanes of many records")
  func manyMembers() throws {
    let profile = try Profile(text: #"{"bulkcheck": 1, "fields": {"o.*": {"maximum": 1}}}"#)
    var lines: [String] = []
    for count in [0, 1, 63, 64, 65, 200] {
      for last in [1, 2] {
        let members = (0..<count).map { "\"n\($0)\":1" } + ["\"last\":\(last)"]
        lines.append("{\"o\":{\(members.joined(separator: ","))}}")
      }
    }
    let report = try ProfileValidator(profile)
      .validate(bytes: lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.field == "o.*" })
    #expect([rule.passed, rule.failed] == [6, 6])
  }

  @Test(
    "what is masked is masked by its place",
    arguments: [
      (
        #"{"m":{"a":"secret","b":"open","c":{"d":"secret"}}}"#, "a.jsonl",
        #""fields": {"m.a": {"labels": ["pii"]}, "m.c.*": {"labels": ["pii"]}, "#
          + #""m.*": {"maxLength": 1}}"#
      ),
      (
        "a.b,c,d.e\nsecret,open,secret\n", "a.csv",
        #""fields": {"a.b": {"labels": ["pii"]}, "d.*": {"labels": ["pii"]}, "#
          + #""*": {"maxLength": 1}}"#
      ),
      (
        "a.b.c,c\nsecret,open\n", "a.csv",
        #""fields": {"a.*": {"labels": ["pii"], "minLength": 9}, "*": {"maxLength": 1}}"#
      ),
    ])
  func masking(_ input: String, _ name: String, _ fields: String) throws {
    let profile = try Profile(text: "{\"bulkcheck\": 1, \(fields)}")
    let report = try ProfileValidator(profile).validate(bytes: input.utf8, name: name)
    let text = "\(report.rules.map(\.samples))\(report.rules.map(\.topValues))"
    #expect(text.contains("open"))
    #expect(!text.contains("secret"), "\(text)")
  }

  @Test("measures take every member")
  func measures() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "table": [
          {"id": "max", "measure": "max", "of": "m.*", "maximum": 2},
          {"id": "missing", "measure": "missing", "of": "m.*", "maximum": "25%"}]}
        """)
    let report = try ProfileValidator(profile)
      .validate(
        bytes: "{\"m\":{\"a\":1,\"b\":3}}\n{\"m\":{\"a\":null,\"c\":2}}".utf8, name: "a.jsonl")
    #expect(report.rules.filter { $0.table != nil }.map(\.failed) == [1, 0])
  }

  @Test(
    "a path to one value may not have a *",
    arguments: [
      (#""rules": [{"id": "r", "unique": ["a.*"]}]"#, "several values ([*] or *)"),
      (#""rules": [{"id": "r", "compare": ["a.*", "<", "b"]}]"#, "several values ([*] or *)"),
      (#""rules": [{"id": "r", "compare": ["count(a.*)", "<", "b"]}]"#, "without [*] or *"),
      (#""fields": {"*": {"unique": true}}"#, "`unique` on a path with [*] or *"),
      (#""fields": {"a": {"type": "string"}, "a.*": {}}"#, "cannot occur"),
    ])
  func mistakes(_ part: String, _ message: String) throws {
    let error = #expect(throws: ProfileError.self) {
      try Profile(text: "{\"bulkcheck\": 1, \(part)}")
    }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
