import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import TestSupport
import Testing

@Suite("Definitions")
struct DefinitionTests {
  private func profile(_ definitions: String, _ fields: String) -> String {
    #"{"bulkcheck": 1, "fields": \#(fields), "definitions": \#(definitions)}"#
  }

  @Test("a block that is used is one that is written in its place")
  func inPlace() throws {
    let used = try read(
      profile(
        #"""
        {"text": {"type": "string", "maxLength": 5}, "mail": {"use": "text", "format": "email"}}
        """#,
        #"{"a": {"use": "mail", "required": true}, "b": {"items": {"use": ["text"]}}}"#))
    let written = try read(
      fields(
        """
        {"a": {"type": "string", "maxLength": 5, "format": "email", "required": true},
         "b": {"items": {"type": "string", "maxLength": 5}}}
        """))
    #expect(used.ruleSet.rules == written.ruleSet.rules)
    #expect(used.ruleSet.declarations == written.ruleSet.declarations)
  }

  @Test("paths are in the order of the text, those of a definition where it is used")
  func order() throws {
    let definitions = #"""
      "definitions": {"one": {"fields": {"k": {"notEmpty": true}, "l": {"use": "two"}}},
        "two": {"fields": {"m": {}}}}
      """#
    let fields = #"""
      "fields": {"a": {}, "obj": {"use": "one", "propertyNames": {"pattern": "x"}}, "b": {},
        "c": {"any": [{"use": "two"}]}}
      """#
    let expected = ["a", "obj", "obj.k", "obj.l", "obj.l.m", "b", "c", "c.m"]
    for text in ["\(definitions), \(fields)", "\(fields), \(definitions)"] {
      let alone = try read(#"{"bulkcheck": 1, \#(text)}"#)
      #expect(alone.ruleSet.paths.map(\.description) == expected)
      let base = Array(#"{"bulkcheck": 1, \#(text)}"#.utf8)
      let extending = try ParsedProfile.read(
        Array(#"{"bulkcheck": 1, "extends": "base.json"}"#.utf8), fileName: "own.json",
        loadProfile: { _ throws(ProfileLoadingError) in base })
      #expect(extending.ruleSet.paths.map(\.description) == expected)
    }
  }

  @Test("attributes stand in a definition, and conditions use it too")
  func elsewhere() throws {
    let used = try read(
      """
      {"bulkcheck": 1, "definitions": {"word": {"pattern": {"value": "x", "options": []}}},
       "rules": [{"id": "r", "any": [{"a": {"use": "word"}}]}]}
      """)
    let written = try read(rules(#"[{"id": "r", "any": [{"a": {"pattern": "x"}}]}]"#))
    #expect(used.ruleSet.rules == written.ruleSet.rules)
  }

  @Test(
    "a mistake in them is told once, with its place",
    arguments: [
      (#"{"a": {"maxLength": 1}}"#, #"{"x": {"use": "a", "maxLength": 2}}"#, "conflicts with"),
      (#"{"a": {"maxLength": 1}}"#, #"{"x": {"use": "b"}}"#, "there is no definition"),
      (#"{"mail": {"maxLength": 1}}"#, #"{"x": {"use": "mial"}}"#, #"did you mean "mail"?"#),
      (#"{"a": {"use": "b"}, "b": {"use": "a"}}"#, #"{"x": {"use": "a"}}"#, "in a cycle"),
      (#"{"a": 5}"#, #"{}"#, "an object of constraints"),
      (#"{"a": {"maxLen": 1}}"#, #"{"x": {"use": "a"}, "y": {"use": "a"}}"#, "unknown key"),
      (#"{"a": {}}"#, #"{"x": {"use": 5}}"#, "the name of a definition"),
      // Nothing uses it.
      (#"{"a": {"maxLen": 1}}"#, "{}", "unknown key"),
      (#"{"a": {"pattern": "("}}"#, "{}", "not a valid pattern"),
      (#"{"a": {"use": "b"}, "b": {"use": "a"}}"#, "{}", "in a cycle"),
      (#"{"b": {"maxLen": 1}, "a": {"use": "b"}, "c": {"items": {"use": "b"}}}"#, "{}", "unknown"),
      (#"{"a": {"type": "string", "minimum": 1}}"#, "{}", "applies to numbers"),
      (#"{"a": {"use": "b", "minimum": 1}, "b": {"type": "string"}}"#, "{}", "applies to numbers"),
      (#"{"a": {"use": "b", "minimum": 1}, "b": {"minimum": 2}}"#, "{}", "conflicts with"),
      (#"{"a": {"fields": {"b": {"use": "c"}}}}"#, "{}", "there is no definition"),
      (#"{"a": {"format": "date", "minimum": "1.2.2020"}}"#, "{}", "expected a date"),
    ])
  func wrong(_ definitions: String, _ fields: String, _ sentence: String) {
    let found = mistakes(profile(definitions, fields))
    #expect(found.count == 1)
    #expect(found.first?.sentence.contains(sentence) == true, "\(found)")
  }
}

@Suite("Definitions that nothing uses")
struct UnusedDefinitionTests {
  @Test(
    "are about no field of the profile, and may be meant for use beside others",
    arguments: [
      (#"{"x": {"type": "integer", "minLength": {"id": "y", "value": 1}}}"#, "minLength"),
      (#"{"x": {"type": "integer", "minimum": 1}}"#, ""),
      (#"{"x": {"minimum": {"id": "taken", "value": 1}}}"#, ""),
      (#"{"a": {"minimum": "now-7d"}}"#, ""), (#"{"a": {"then": {"minimum": 1}}}"#, ""),
      (#"{"a": {"format": "date", "minimum": "2020-02-01"}}"#, ""),
      (#"{"a": {"additionalFields": false, "fields": {"b": {"format": "date"}}}}"#, ""),
      (#"{"a": {"normalize": ["trim"], "labels": ["pii"], "use": []}}"#, "`use`"),
    ])
  func alone(_ definitions: String, _ sentence: String) {
    let profile = #"""
      {"bulkcheck": 1, "definitions": \#(definitions),
       "fields": {"x": {"type": "string", "minLength": {"id": "taken", "value": 1}}}}
      """#
    let found = mistakes(profile)
    #expect(found.count == (sentence.isEmpty ? 0 : 1), "\(found)")
    #expect(found.first?.sentence.contains(sentence) != false, "\(found)")
  }

  @Test("change nothing, and take time in proportion", .usesLess(than: .seconds(60)))
  func many() throws {
    let links = (0..<8000).map { #""d\#($0)": {"use": ["e", "f"], "maxLength": 1}"# }
    let definitions = "{\(links.joined(separator: ", ")), \"e\": {\"pattern\": \"x\"}, \"f\": {}}"
    let with = try read(#"{"bulkcheck": 1, "fields": {"x": {}}, "definitions": \#(definitions)}"#)
    let without = try read(#"{"bulkcheck": 1, "fields": {"x": {}}}"#)
    #expect(with.ruleSet.paths == without.ruleSet.paths)
    #expect(with.ruleSet.rules == without.ruleSet.rules)
    #expect(with.ruleSet.maskedPaths == without.ruleSet.maskedPaths)
  }
}

@Suite("Notes about conditions")
struct ConditionNoteTests {
  private func notes(_ condition: String, _ fields: String = "{}") throws -> [String] {
    let profile = """
      {"bulkcheck": 1, "fields": \(fields),
       "rules": [{"id": "r", "when": \(condition), "then": {"x": {"required": true}}}]}
      """
    return try read(profile).notes?.mistakes.map(\.message) ?? []
  }

  @Test("a part that can be missing is named, beside others")
  func named() throws {
    let found = try notes(#"{"active": {"const": true}, "stock": {"const": 0, "required": true}}"#)
    #expect(found.count == 1)
    #expect(found.first?.contains(#"if "active" is missing"#) == true)
    #expect(found.first?.contains(#""active": { "required": true, … }"#) == true)
  }

  @Test("alone, or where it is required, it is not")
  func quiet() throws {
    #expect(try notes(#"{"active": {"const": true}}"#).isEmpty)
    let fields = #"{"active": {"required": true}, "stock": {"required": true}}"#
    let condition = #"{"active": {"const": true}, "stock": {"const": 0}}"#
    #expect(try notes(condition, fields).isEmpty)
    #expect(try notes(condition).count == 2)
    #expect(try notes(#"{"any": [{"not": {"active": {"const": true}}}]}"#).isEmpty)
  }

  @Test("on every level, and among several values the advice is another")
  func nested() throws {
    let found = try notes(
      #"{"any": [{"a": {"const": 1}}, {"not": {"b": {"const": 1}}}], "l[*].x": {"required": true}}"#
    )
    #expect(found.count == 3)
    #expect(found.first?.contains(#""a": { "required": true, … }"#) == true)
    #expect(found.dropFirst().first?.hasSuffix("condition decide") == true, "\(found)")
    #expect(found.last?.contains(#"add "l": { "required": true, "notEmpty": true }"#) == true)
    let absent = try notes(#"{"a": {"nullable": false, "const": 1}, "b": {"present": true}}"#)
    #expect(absent.count == 1)
  }
}
