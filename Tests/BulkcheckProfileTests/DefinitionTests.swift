import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
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
        loadProfile: { _ throws(ProfileFault) in base })
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
      (#"{"a": {"maxLength": 1}}"#, #"{"x": {"use": "a", "maxLength": 2}}"#, "comes together"),
      (#"{"a": {"maxLength": 1}}"#, #"{"x": {"use": "b"}}"#, "there is no definition"),
      (#"{"mail": {"maxLength": 1}}"#, #"{"x": {"use": "mial"}}"#, #"did you mean "mail"?"#),
      (#"{"a": {"use": "b"}, "b": {"use": "a"}}"#, #"{"x": {"use": "a"}}"#, "in a cycle"),
      (#"{"a": 5}"#, #"{}"#, "an object of constraints"),
      (#"{"a": {"maxLen": 1}}"#, #"{"x": {"use": "a"}, "y": {"use": "a"}}"#, "unknown key"),
      (#"{"a": {}}"#, #"{"x": {"use": 5}}"#, "the name of a definition"),
    ])
  func wrong(_ definitions: String, _ fields: String, _ sentence: String) {
    let found = mistakes(profile(definitions, fields))
    #expect(found.count == 1)
    #expect(found.first?.sentence.contains(sentence) == true, "\(found)")
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
    #expect(found.first?.contains(#"where "active" is missing"#) == true)
    #expect(found.first?.contains(#""active": { "required": true, … }"#) == true)
  }

  @Test("alone, or where it is required, it is not")
  func quiet() throws {
    #expect(try notes(#"{"active": {"const": true}}"#).isEmpty)
    let fields = #"{"active": {"required": true}, "stock": {"required": true}}"#
    let condition = #"{"active": {"const": true}, "stock": {"const": 0}}"#
    #expect(try notes(condition, fields).isEmpty)
    #expect(try notes(condition).count == 2)
  }
}
