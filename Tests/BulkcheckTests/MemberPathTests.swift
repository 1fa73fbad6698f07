import Bulkcheck
import Testing

@Suite("Paths with *, for every member")
struct MemberPathTests {
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

  @Test("under which a block is nested say at which column it fails where none seems to be meant")
  func nestedPlace() throws {
    let profile = try Profile(
      text:
        #"{"bulkcheck": 1, "fields": {"a.*": {"fields": {"y": {}}, "additionalFields": false}}}"#)
    let report = try ProfileValidator(profile).validate(bytes: "a.b.x\n1\n".utf8, name: "a.csv")
    let samples = report.rules.flatMap(\.samples)
    #expect(samples.map(\.instanceLocation) == ["/a.b.x"])
  }

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
