import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import TestSupport
import Testing

@Suite("Sections of a profile")
struct SectionTests {
  /// A profile with sections.
  private func profile(_ sections: String, _ others: String = "") -> String {
    "{\"bulkcheck\": 1, \(others)\"sections\": [\n\(sections)\n]}"
  }

  private static let when = #""when": {"kind": {"const": "a"}}"#

  @Test("ids begin with that of the section, whether they are derived or given")
  func ids() throws {
    let parsed = try read(
      profile(
        #"""
        {"id": "a.1", \#(Self.when), "count": {"min": 1}, "additionalFields": false,
         "fields": {"x": {"required": true, "type": {"value": "array", "id": "list"},
           "items": {"minimum": 1}}},
         "rules": [{"id": "r", "all": [{"x": {"notEmpty": true}}]}],
         "table": [{"id": "t", "measure": "count", "minimum": 1}]},
        {"id": "b", \#(Self.when), "fields": {"x": {"required": true}}}
        """#, #""fields": {"x": {"notEmpty": true}}, "#))
    #expect(
      parsed.ruleSet.rules.map(\.id) == [
        "x.notEmpty", "a.1.additionalFields", "a.1.x.required", "a.1.list", "a.1.x.items.minimum",
        "a.1.r", "b.x.required",
      ])
    #expect(parsed.ruleSet.tableRules.map(\.id) == ["a.1.count", "a.1.t"])
    #expect(
      parsed.ruleSet.fields.map { "\(parsed.ruleSet.id(of: $0.section) ?? "-") \($0.path)" } == [
        "- x", "- kind", "a.1 x", "a.1 x[*]", "b x",
      ])
    let count = parsed.ruleSet.tableRules[0]
    #expect(count.constraint == "count")
    #expect(count.words == "count of records: at least 1")
  }

  @Test("what a section declares holds in it only, and the rest as the profile declares it")
  func declarations() throws {
    let parsed = try read(
      profile(
        #"""
        {"id": "a", \#(Self.when), "fields": {"x": {"type": "integer"}, "y": {"minimum": 1}}},
        {"id": "b", \#(Self.when), "fields": {"x": {"minLength": 2}, "z": {"separator": ";"}}}
        """#, #""fields": {"x": {"type": "string", "normalize": ["trim"]}}, "#))
    let ruleSet = parsed.ruleSet
    func declared(_ name: String, _ section: Int?) -> Declaration? {
      ruleSet.declaration(of: FieldPath([.key(name)]), in: section.map { SectionIndex($0) })
    }
    #expect(declared("x", nil)?.types == [.string])
    #expect(declared("x", 0)?.types == [.integer])
    #expect(declared("x", 0)?.normalize == [.trim])
    #expect(declared("x", 1)?.types == [.string])
    #expect(declared("z", 1)?.separator == ";")
    #expect(declared("z", nil) == nil)
  }

  @Test("additionalFields knows the names of its section and those outside, the profile's all")
  func names() throws {
    let parsed = try read(
      profile(
        #"""
        {"id": "a", \#(Self.when), "fields": {"x": {}}, "additionalFields": false},
        {"id": "b", \#(Self.when), "fields": {"y": {}}}
        """#, #""additionalFields": false, "fields": {"z": {}}, "#))
    let known = parsed.ruleSet.rules.map { rule -> Set<String> in
      guard case .constraint(.onlyFields(let names, _)) = rule.expression else { return [] }
      return Set(names.map(\.text))
    }
    #expect(known == [["kind", "x", "y", "z"], ["kind", "x", "z"]])
  }

  @Test(
    "mistakes have a place and a remedy",
    arguments: [
      (#"§{"id": "a"}"#, "an entry of `sections` has no `when`"),
      (#"§{WHEN}"#, "an entry of `sections` has no `id`"),
      (#"§5"#, "an entry of `sections` is 5"),
      (#"{"id": "a", "when": §{}}"#, "no record belongs to it"),
      (#"{"id": §"-a", WHEN}"#, "\"-a\""),
      (#"{"id": §"bulkcheck", WHEN}"#, "is reserved"),
      (#"{"id": "a", WHEN, §"feilds": {}}"#, "did you mean \"fields\"?"),
      (#"{"id": "a", WHEN, "count": §{}}"#, "has no effect without a limit"),
      (#"{"id": "a", WHEN, "count": §{"min": 3, "max": 2}}"#, "3"),
      (#"{"id": "a", "when": {"rule": §"r"}}"#, "`rule` is not possible"),
      (
        #"{"id": "a", WHEN, "fields": {"x": {"type": "string", §"minimum": 1}}}"#, "`minimum`"
      ),
      (
        #"{"id": "a", WHEN, "fields": {"x": {"required": {"id": "r"}}}, "#
          + #""rules": [{"id": §"r", "compare": ["x", "<", "y"]}]}"#,
        "another rule has the id \"a.r\""
      ),
    ])
  func mistakes(section: String, sentence: String) throws {
    let section = section.replacing("WHEN", with: Self.when)
    let wrong = WrongProfile(profile(section), sentence)
    let found = BulkcheckProfileTests.mistakes(wrong.text)
    let first = try #require(found.first, "no mistake was found")
    #expect(found.count == 1, "\(found.map(\.sentence))")
    #expect(first.position == wrong.position, "\(first.sentence)")
    #expect(first.sentence.contains(sentence), "\(first.sentence)")
  }

  @Test("ids of sections are unique, and others refer to sections and rules that there are")
  func references() {
    let section =
      #"{"id": "a", \#(Self.when), "rules": [{"id": "r", "any": [{"x": {"minimum": 1}}]}]}"#
    let cases: [(String, String)] = [
      (profile(section + ",\n" + section), "another section has the id \"a\" (line 2)"),
      (
        profile(section, #""tests": [{"section": "b", "record": {}}], "#),
        "no section has the id \"b\""
      ),
      (
        profile(section, #""rules": [{"id": "q", "not": {"rule": "r"}}], "#),
        "no rule has the id \"r\""
      ),
      (
        #"{"bulkcheck": 1, "input": {"no-section": {"severity": "error"}}}"#,
        "has no `sections`"
      ),
    ]
    for (text, sentence) in cases {
      let found = BulkcheckProfileTests.mistakes(text)
      #expect(found.contains { $0.sentence.contains(sentence) }, "\(found)")
    }
    #expect(
      BulkcheckProfileTests.mistakes(
        #"{"bulkcheck": 1, "input": {"no-section": {"severity": "off"}}}"#
      ).isEmpty)
    // Within the section, the whole id is proposed.
    let inside = BulkcheckProfileTests.mistakes(
      profile(
        #"{"id": "a", \#(Self.when), "rules": [{"id": "r", "any": [{"x": {"minimum": 1}}]}, "#
          + #"{"id": "q", "not": {"rule": "r"}}]}"#))
    #expect(inside.contains { $0.sentence.contains("\"a.r\"") }, "\(inside)")
  }

  @Test("there are at most a thousand sections")
  func tooMany() throws {
    func sections(_ count: Int) -> String {
      (0..<count).map { "{\"id\": \"s\($0)\", \(Self.when)}" }.joined(separator: ",\n")
    }
    #expect(try read(profile(sections(1000))).ruleSet.sections.count == 1000)
    let found = BulkcheckProfileTests.mistakes(profile(sections(1001)))
    #expect(found.map(\.position.line) == [1002])
    #expect(found.first?.sentence.contains("more than 1000") == true)
  }

  @Test("a profile extends the sections of another, part by part")
  func extending() throws {
    let base = profile(
      #"""
      {"id": "a", \#(Self.when), "count": {"min": 1}, "fields": {"x": {"required": true}},
       "rules": [{"id": "r", "any": [{"x": {"minimum": 1}}]}]},
      {"id": "b", \#(Self.when), "fields": {"y": {"required": true}}}
      """#)
    let own = #"""
      {"bulkcheck": 1, "extends": "base.json", "sections": [
        {"id": "b", "when": null},
        {"id": "a", "count": {"max": 9}, "fields": {"x": {"maxLength": 3, "required": null}},
         "rules": [{"id": "r", "severity": "warning"}]},
        {"id": "c", \#(Self.when), "fields": {"z": {"required": true}}}]}
      """#
    let parsed = try ParsedProfile.read(
      Array(own.utf8), fileName: "own.json",
      loadProfile: { _ throws(ProfileLoadingError) in Array(base.utf8) })
    #expect(parsed.ruleSet.rules.map(\.id) == ["a.x.maxLength", "a.r", "c.z.required"])
    #expect(parsed.ruleSet.rules[1].attributes.severity == .warning)
    #expect(parsed.ruleSet.tableRules.map(\.words) == ["count of records: at least 1, at most 9"])
  }

  @Test("rules of a section are selected together")
  func selection() throws {
    let ruleSet = try read(
      profile(
        #"""
        {"id": "a", \#(Self.when), "count": {"min": 1}, "fields": {"x": {"required": true}}},
        {"id": "b", \#(Self.when), "fields": {"x": {"required": true}}}
        """#, #""fields": {"a": {"notEmpty": true}}, "#)
    ).ruleSet
    let only = try ruleSet.selecting(only: ["a.*"], skip: [])
    #expect(only.rules.filter(\.isRun).map(\.id) == ["a.x.required"])
    #expect(only.tableRules.filter(\.isRun).map(\.id) == ["a.count"])
    let others = try ruleSet.selecting(only: [], skip: ["a.*", "bulkcheck.no-section"])
    #expect(others.rules.filter(\.isRun).map(\.id) == ["a.notEmpty", "b.x.required"])
    #expect(throws: SelectionError.self) { try ruleSet.selecting(only: ["c.*"], skip: []) }
  }
}
