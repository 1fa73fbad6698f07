import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("A mistake in rules, settings or tests")
struct WrongRulesTests {
  static let entries: [(String, String)] = [
    (#"§{}"#, "`rules` is an object: expected a list"),
    (#"[§5]"#, "an entry of `rules` is 5"),
    (#"[§{"any": [{"a": {"required": true}}]}]"#, "has no `id`"),
    (#"[§{"id": "x"}]"#, "checks nothing"),
    (#"[{"id": "x", "any": [{}], §"all": [{}]}]"#, "exactly one"),
    (#"[{"id": "x", "compare": ["a", "<", "b"], §"then": {}}]"#, "without `when`"),
    (#"[{"id": "x", "compare": ["a", "<", "b"], "within": §1e20000}]"#, "is out of range"),
    (#"[{"id": "x", "compare": ["a", "<", "b"], "within": §-1}]"#, "a non-negative number"),
    (#"[{"id": "x", "any": [{}], §"msg": ""}]"#, "unknown key"),
    (#"[{"id": "x", §"if": {}, "any": [{}]}]"#, #"did you mean "when"?"#),
    (#"[{"id": "x", "any": [{}], §"severty": "info"}]"#, #"did you mean "severity"?"#),
    (#"[{"id": "x", "any": §{}}]"#, "a list"),
    (#"[{"id": "x", "any": §[]}]"#, "at least one"),
    (#"[{"id": "x", "any": [§5]}]"#, "maps paths to constraint blocks"),
    (#"[{"id": "x", "not": {"a": §5}}]"#, #"the block of "a" is 5"#),
    (#"[{"id": "x", "not": {"const": §5}}]"#, "{ path: { const: … } }"),
    (#"[{"id": "x", "not": {"nto": §[]}}]"#, #"did you mean "not"?"#),
    (#"[{"id": "x", "not": {§"a..b": {}}}]"#, "is not a path"),
    (#"[{"id": "x", "not": {§"a[-0]": {}}}]"#, #""[-0]" is not an index"#),
    (#"[{"id": "x", "not": {§"a[1:2].b": {}}}]"#, #""[1:2]" is not an index"#),
    (
      #"[{"id": "x", "not": {§"a.Weight [kg].b": {}}}]"#,
      #"expected "\"Weight [kg]\"" if the bracket is part of a name"#
    ),
    (#"[{"id": "x", "compare": [§"a[-x]", "<", "b"]}]"#, #""[-x]" is not an index"#),
    (#"[{"id": "x", "message": §"{b[]}", "not": {"b": {}}}]"#, #""[]" is not an index"#),
    (#"[{"id": "x", "not": {"a": {§"separator": "|"}}}]"#, "only in a block under `fields`"),
    (#"[{"id": "x", "not": {"a": {§"normalize": []}}}]"#, "only in a block under `fields`"),
    (#"[{"id": "x", "not": {"a": {"items": {§"normalize": []}}}}]"#, "only in a block"),
    (#"[{"id": "x", "not": {"a": {"type": §"strin"}}}]"#, #"did you mean "string"?"#),
    (
      #"[{"id": "x", "not": {"a": {"type": §"date"}}}]"#,
      #""date" is a format, not a type: expected `"format": "date"`"#
    ),
    (#"[{"id": "x", "not": {"a": {"format": §"telephone"}}}]"#, #"did you mean "phone"?"#),
    (#"[{"id": "x", "not": {"a": {"format": §"ip"}}}]"#, #"did you mean "ipv4"?"#),
    (#"[{"id": "x", "severity": §"none", "not": {"a": {}}}]"#, #"did you mean "off"?"#),
    (#"[{"id": "x", "not": {"a": {"required": §false}}}]"#, "has no effect"),
    (#"[{"id": "x", "not": {"a": {"nullable": §true}}}]"#, "has no effect"),
    (#"[{"id": "x", "not": {"a": {"additionalFields": §true}}}]"#, "has no effect"),
    (#"[{"id": "x", "not": {"a": {§"unique": true}}}]"#, "allowed only on a field"),
    (#"[{"id": "x", "not": {"a": {"required": {§"id": "y"}}}}]"#, "a part of a rule"),
    (#"[{"id": "x", "not": {§"then": {}}}]"#, "without `when`"),
    (#"[{"id": "x", §"when": {"a": {"const": 1}}}]"#, "has no effect"),
    (#"[{"id": "x", "compare": §["a", "<"]}]"#, "a path, an operator and a path"),
    (#"[{"id": "x", "compare": ["a", §"=", "b"]}]"#, #"did you mean "=="?"#),
    (#"[{"id": "x", "compare": ["a", §"=<", "b"]}]"#, "the operator of `compare`"),
    (#"[{"id": "x", "compare": [§5, "<", "b"]}]"#, "expected a path"),
    (#"[{"id": "x", "compare": ["a", "<", §"b[*]"]}]"#, "several values"),
    (#"[{"id": "x", "unique": §"a"}]"#, "a list"),
    (#"[{"id": "x", "unique": ["a", §"b[*].c"]}]"#, "several values"),
    (#"[{"id": "a1", "not": {"rule": §"a2"}}]"#, #"no rule has the id "a2""#),
    (#"[{"id": "a1", "not": {"rule": §"a1"}}]"#, "a1 → a1"),
    (#"[{"id": "x", "not": {"rule": §"bulkcheck.malformed"}}]"#, "cannot be referred to"),
    (
      #"[{"id": "u", "unique": ["a"]}, {"id": "x", "not": {"rule": §"u"}}]"#,
      "\"u\" needs the whole input"
    ),
    (#"[{"id": "x", "not": {"rule": "y"}}, {"id": "y", "not": {"rule": §"x"}}]"#, "x → y → x"),
    (
      #"[{"id": "x", "not": {"a": {}}}, {"id": §"x", "not": {"b": {}}}]"#, "another rule has the id"
    ),
    (
      #"[{"id": "x", "tag": "t", "not": {"a": {}}}, {"id": "y", "tag": §"t", "not": {"b": {}}}]"#,
      "share the tag"
    ),
    (
      #"[{"id":"x","tag":"t","priority":"high","when":{"a":{"const":1}},"then":{"b":{}}},"#
        + #"{"id":"y","tag":§"t","priority":100,"when":{"a":{"enum":[1.0]}},"then":{"b":{}}}]"#,
      "do not exclude each other"
    ),
    (
      #"[{"id":"x","tag":"t","when":{"all":[{"a":{"const":1}}]},"then":{"b":{}}},"#
        + #"{"id":"y","tag":§"t","when":{"a":{"const":2}},"then":{"b":{}}}]"#,
      "do not exclude each other"
    ),
    (#"[{"id": "x", "was": §"", "not": {"a": {}}}]"#, "`was` is"),
    (#"[{"id": "x", "was": §5, "not": {"a": {}}}]"#, "`was` is 5"),
    (#"[{"id": "x", "was": §"bulkcheck.malformed", "not": {"a": {}}}]"#, "reserved"),
    (#"[{"id": "x", "was": §"x", "not": {"a": {}}}]"#, "a rule in this profile has that id"),
    (
      #"[{"id": "x", "was": §"y", "not": {"a": {}}}, {"id": "y", "not": {"b": {}}}]"#,
      "a rule in this profile has that id"
    ),
    (
      #"[{"id": "x", "was": "w", "not": {"a": {}}}, {"id": "y", "was": §"w", "not": {"b": {}}}]"#,
      "another rule also has `was` \"w\""
    ),
    (#"[{"id": "x", "message": §"{b.}", "not": {"b": {}}}]"#, "is not a path"),
  ]

  @Test("under rules is reported with its place", arguments: entries)
  func entry(text: String, sentence: String) throws {
    let wrong = WrongProfile(rules(text), sentence)
    try expectOnly(wrong)
  }

  static let profiles: [(String, String)] = [
    (#"§{"name": "x"}"#, #"expected "bulkcheck": 1"#),
    (#"{"bulkcheck": §2}"#, "expected 1"),
    (#"{"bulkcheck": §"1"}"#, "expected 1"),
    (#"{"bulkcheck": 1, §"rule": []}"#, #"did you mean "rules"?"#),
    (#"{"bulkcheck": 1, "name": §5}"#, "`name` is 5"),
    (#"{"bulkcheck": 1, "defaults": §[]}"#, "an object"),
    (#"{"bulkcheck": 1, "defaults": {§"labels": []}}"#, "severity or tolerance"),
    (#"{"bulkcheck": 1, "defaults": {"severity": §"warn"}}"#, "expected error, warning"),
    (#"{"bulkcheck": 1, "records": {"min": §-1}}"#, "non-negative"),
    (#"{"bulkcheck": 1, "records": {"min": 3, "max": §2}}"#, "`max` 2 is below `min` 3"),
    (#"{"bulkcheck": 1, "records": {"max": §0}}"#, "(the default)"),
    (#"{"bulkcheck": 1, "records": {§"maximum": 3}}"#, "unknown key"),
    (#"{"bulkcheck": 1, "input": {§"missingValue": []}}"#, #"did you mean "missingValues"?"#),
    (#"{"bulkcheck": 1, "input": {"missingValues": §"NULL"}}"#, "a list of strings"),
    (#"{"bulkcheck": 1, "input": {"missingValues": [§null]}}"#, "expected a string"),
    (#"{"bulkcheck": 1, "input": {"lengthUnit": §"chars"}}"#, "codepoints, bytes or graphemes"),
    (#"{"bulkcheck": 1, "input": {"nan": §"missing"}}"#, "null"),
    (#"{"bulkcheck": 1, "input": {"malformed": {§"id": "x"}}}"#, "a built-in rule"),
    (#"{"bulkcheck": 1, "input": {"malformed": {"tolerance": §0.5}}}"#, "bare fraction"),
    (#"{"bulkcheck": 1, "input": {§"bulkcheck.malformed": {}}}"#, "unknown key"),
    (#"{"bulkcheck": 1, "input": {"csv": {"delimiter": §";;"}}}"#, "one ASCII character"),
    (#"{"bulkcheck": 1, "input": {"csv": {"delimiter": §"\""}}}"#, "one ASCII character"),
    (#"{"bulkcheck": 1, "input": {"csv": {"delimiter": §"é"}}}"#, "one ASCII character"),
    (#"{"bulkcheck": 1, "input": {"csv": {§"columns": ["a"]}}}"#, "although there is a header"),
    (#"{"bulkcheck": 1, "input": {"csv": {§"header": false}}}"#, "expected `columns`"),
    (#"{"bulkcheck": 1, "input": {"csv": {"header": §"no"}}}"#, "true or false"),
    (#"{"bulkcheck": 1, "input": {"csv": {"header": false, "columns": §[]}}}"#, "at least one"),
    (#"{"bulkcheck": 1, "input": {"csv": {"strayQuotes": §"txt"}}}"#, #"did you mean "text"?"#),
    (#"{"bulkcheck": 1, "input": {"csv": {§"delimeter": ","}}}"#, #"did you mean "delimiter"?"#),
    (#"{"bulkcheck": 1, "additionalFields": §"no"}"#, "true or false"),
    (#"{"bulkcheck": 1, "additionalFields": {"value": false, §"vlaue": 1}}"#, #""value"?"#),
    (#"{"bulkcheck": 1, "tests": §{}}"#, "a list"),
    (#"{"bulkcheck": 1, "tests": [§{"fails": []}]}"#, "has no `record`"),
    (#"{"bulkcheck": 1, "tests": [{"record": {}, §"fail": []}]}"#, #"did you mean "fails"?"#),
    (#"{"bulkcheck": 1, "tests": [{"record": {}, "fails": [§"a"]}]}"#, #"no rule has the id "a""#),
    (
      #"{"bulkcheck": 1, "tests": [{"record": {}, "fails": [§"bulkcheck.not-a-object"]}]}"#,
      #"did you mean "bulkcheck.not-an-object"?"#
    ),
    (
      #"{"bulkcheck": 1, "fields": {"a": {"required": false}}, "#
        + #""tests": [{"record": {}, "fails": [§"a.required"]}]}"#, "no rule has the id"
    ),
    (#"{"bulkcheck": 1, "tests": [{"record": {"a": 1, §"a": 2}}]}"#, "given twice"),
  ]

  @Test("in a profile's other parts is reported with its place", arguments: profiles)
  func profile(text: String, sentence: String) throws {
    try expectOnly(WrongProfile(text, sentence))
  }

  func expectOnly(_ wrong: WrongProfile) throws {
    let found = mistakes(wrong.text)
    let first = try #require(found.first, "no mistake was found")
    #expect(found.count == 1, "\(found.map(\.sentence))")
    #expect(first.position == wrong.position, "\(first.sentence)")
    #expect(first.sentence.contains(wrong.sentence), "\(first.sentence)")
  }
}

@Suite("An expression that is also a field's name")
struct OperandAdviceTests {
  @Test(
    "the advice names that field",
    arguments: [
      ("a + b", #""a + b""#), ("/c - d", #""c - d""#), ("/a.b/c * d", #""a.b"."c * d""#),
      ("a.b.c * d", #"a.b."c * d""#), ("(a)", #""(a)""#),
    ])
  func advice(_ name: String, _ operand: String) throws {
    func profile(_ left: String) -> String {
      #"""
      {"bulkcheck": 1, "fields": {\#(JSONText.quoted(name)): {"minimum": 1}},
       "rules": [{"id": "r", "compare": [\#(JSONText.quoted(left)), "<", "z"]}]}
      """#
    }
    let found = mistakes(profile(name))
    let advice = "expected \(JSONText.quoted(operand)) for the field"
    #expect(found.first?.sentence.contains(advice) == true, "\(found)")
    let rules = try read(profile(operand)).ruleSet.rules
    #expect(rules.last?.paths.first == rules.first?.paths.first)
  }
}
