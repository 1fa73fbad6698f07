import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import Testing

/// Two profiles, and the rules of the second one, which extends the first.
struct ExtendingCase: CustomTestStringConvertible {
  var base: String
  var own: String
  /// Id, severity, allowed failures, statement and file of each.
  var rules: [String]

  init(_ base: String, _ own: String, _ rules: [String]) {
    self.base = base
    self.own = own
    self.rules = rules
  }

  var testDescription: String { own }
}

@Suite("A profile that extends another one")
struct ExtendingTests {
  private func read(
    _ files: [String: String], _ name: String = "own.json"
  ) throws(ProfileMistakes) -> ParsedProfile {
    try ParsedProfile.read(
      Array((files[name] ?? "").utf8), fileName: name,
      loadProfile: { path throws(ProfileLoadingError) in
        guard let text = files[path] else { throw ProfileLoadingError(reason: "no such file") }
        return Array(text.utf8)
      })
  }

  private func rules(_ profile: ParsedProfile) -> [String] {
    let lines = RuleListing.text(profile.ruleSet, origins: profile.origins).split(separator: "\n")
    return lines.dropFirst().filter { !$0.hasPrefix("bulkcheck.") }.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  static let cases: [ExtendingCase] = [
    ExtendingCase(
      #""fields": {"a": {"minimum": 1}, "b": {"required": true}}"#,
      #""fields": {"c": {"required": true}, "a": {"maximum": 9}}"#,
      [
        "a.minimum a error 0 >= 1 base.json", "a.maximum a error 0 <= 9 own.json",
        "b.required b error 0 required base.json", "c.required c error 0 required own.json",
      ]),
    ExtendingCase(
      #""fields": {"a": {"minimum": {"value": 1, "id": "low", "severity": "warning"}}}"#,
      #""fields": {"/a": {"minimum": 2}}"#, ["low a warning 0 >= 2 own.json"]),
    ExtendingCase(
      #""fields": {"a": {"minimum": {"value": 1, "severity": "warning", "tolerance": 2}}}"#,
      #""fields": {"a": {"minimum": {"severity": "info", "tolerance": null}}}"#,
      ["a.minimum a info 0 >= 1 base.json"]),
    ExtendingCase(
      #""fields": {"a": {"minimum": 1}}"#,
      #""fields": {"a": {"minimum": {"severity": "info"}}}"#,
      ["a.minimum a info 0 >= 1 base.json"]),
    ExtendingCase(
      #""fields": {"a": {"required": {"severity": "info", "id": "x"}}}"#,
      #""fields": {"a": {"required": {"id": null}}}"#, ["a.required a info 0 required base.json"]),
    ExtendingCase(
      #""fields": {"a": {"required": true, "minimum": 1}, "b": {"minimum": 1}}"#,
      #""fields": {"a": {"minimum": null, "maximum": null}, "b": null, "c": null}"#,
      ["a.required a error 0 required base.json"]),
    ExtendingCase(
      #""fields": {"a": {"pattern": {"value": "x", "options": ["caseInsensitive"]}}}"#,
      #""fields": {"a": {"pattern": "y"}}"#,
      [#"a.pattern a error 0 pattern "y" (caseInsensitive) own.json"#]),
    ExtendingCase(
      #""fields": {"a": {"format": {"value": "date", "as": "%Y%m%d", "severity": "info"}}}"#,
      #""fields": {"a": {"format": "date-time"}}"#,
      ["a.format a info 0 format date-time own.json"]),
    ExtendingCase(
      #""fields": {"o": {"fields": {"k": {"minimum": 1}}, "items": {"minimum": 1}}}"#,
      #""fields": {"o": {"fields": {"k": {"minimum": 2}}, "items": {"maximum": 3}}}"#,
      [
        "o.k.minimum o.k error 0 >= 2 own.json", "o.items.minimum o[*] error 0 >= 1 base.json",
        "o.items.maximum o[*] error 0 <= 3 own.json",
      ]),
    ExtendingCase(
      #""fields": {"a": {"not": {"minimum": 1}, "any": [{"const": 1}]}}"#,
      #""fields": {"a": {"not": {"maximum": 1}, "any": {"severity": "info"}}}"#,
      ["a.not a error 0 not <= 1 own.json", "a.any a info 0 any [const 1] base.json"]),
    ExtendingCase(
      #""defaults": {"severity": "warning", "tolerance": 3}, "fields": {"a": {"minimum": 1}}"#,
      #""defaults": {"tolerance": 1}, "fields": {"b": {"minimum": 1}}"#,
      ["a.minimum a warning 1 >= 1 base.json", "b.minimum b warning 1 >= 1 own.json"]),
    ExtendingCase(
      #""rules": [{"id": "x", "compare": ["a", "<", "b"], "severity": "info"},"#
        + #" {"id": "y", "compare": ["c", "<", "d"]}, {"id": "z", "unique": ["a"]}]"#,
      #""rules": [{"id": "new", "unique": ["c"]}, {"id": "y", "severity": "info"},"#
        + #" {"id": "x", "compare": ["a", "<=", "b"]}, {"id": "z", "unique": null}]"#,
      [
        "x - error 0 a <= b own.json", "y - info 0 c < d base.json",
        "new c error 0 unique [c] own.json",
      ]),
    ExtendingCase(
      #""rules": [{"id": "x", "references": {"fields": ["a"], "file": ".", "columns": ["b"]}}]"#,
      #""rules": [{"id": "x", "compare": ["a", "<", "b"]}]"#, ["x - error 0 a < b own.json"]),
    ExtendingCase(
      #""rules": [{"id": "x", "references": {"fields": ["a"], "file": ".", "columns": ["b"]}}]"#,
      #""rules": [{"id": "x", "references": null}]"#, []),
    ExtendingCase(
      #""table": [{"id": "rows", "measure": "count", "minimum": 1}]"#,
      #""table": [{"id": "rows", "maximum": 9}, {"id": "two", "measure": "count", "minimum": 2}]"#,
      [
        "rows - error 0 count of records: at least 1, at most 9 base.json",
        "two - error 0 count of records: at least 2 own.json",
      ]),
    ExtendingCase(
      #""definitions": {"d": {"minimum": 1}}, "fields": {"a": {"use": "d"}}"#,
      #""definitions": {"d": {"maximum": 5}}"#,
      ["a.minimum a error 0 >= 1 base.json", "a.maximum a error 0 <= 5 own.json"]),
  ]

  @Test("has the rules of both, and the later one wins", arguments: cases)
  func merged(_ one: ExtendingCase) throws {
    let profile = try read([
      "base.json": "{\"bulkcheck\": 1, \(one.base)}",
      "own.json": "{\"bulkcheck\": 1, \"extends\": \"base.json\", \(one.own)}",
    ])
    #expect(rules(profile) == one.rules)
  }

  @Test("takes several one after the other, and what they extend, from the folder of each")
  func order() throws {
    let files = [
      "own.json": #"{"extends": ["a/one.json", "two.json"], "bulkcheck": 1}"#,
      "a/one.json": #"{"extends": "../b/zero.json", "fields": {"x": {"minimum": 1}}}"#,
      "b/zero.json": #"{"name": "zero", "fields": {"x": {"minimum": 0}, "y": {"minimum": 0}}}"#,
      "two.json": #"{"extends": "b/zero.json", "fields": {"y": {"minimum": 2}}}"#,
    ]
    let profile = try read(files)
    #expect(profile.ruleSet.name == "zero")
    // The second one brings the rules of `zero` again.
    #expect(
      rules(profile) == [
        "x.minimum x error 0 >= 0 b/zero.json", "y.minimum y error 0 >= 2 two.json",
      ])
    #expect(profile.extended.map(\.path) == ["a/one.json", "b/zero.json", "two.json"])
  }

  @Test("the paths of reports stand where the first file names them")
  func paths() throws {
    let profile = try read([
      "base.json":
        #"{"fields": {"a": {"minimum": 1}, "b": {}}, "rules": [{"id": "r", "unique": ["c"]}]}"#,
      "own.json": """
      {"bulkcheck": 1, "extends": "base.json", "fields": {"d": {}, "a": {"maximum": 2}},
       "rules": [{"id": "r", "unique": ["e"]}]}
      """,
    ])
    #expect(profile.ruleSet.paths.map(\.description) == ["a", "b", "d", "e"])
  }

  static let mistakes: [(own: String, base: String, place: String, sentence: String)] = [
    (#""extends": §"none.json""#, "{}", "own.json:1:29", "(own.json → none.json)"),
    (#""extends": §7"#, "{}", "own.json:1:29", "expected the path of a profile"),
    (#""extends": ["base.json", §""]"#, "{}", "own.json:1:43", "expected the path of a profile"),
    (
      #""extends": "base.json""#, #"{"extends": "own.json"}"#, "base.json:1:13",
      "in a cycle: own.json → base.json → own.json"
    ),
    (
      #""extends": "base.json""#, #"{"extends": "x/y.json"}"#, "base.json:1:13",
      "(own.json → base.json → x/y.json)"
    ),
    (#""extends": "base.json""#, "{", "base.json:1:2", "the profile ends here"),
    (#""extends": "base.json""#, "[]", "base.json:1:1", "expected an object"),
    (
      #""extends": "base.json", "rules": [{"id": "x", "unique": ["a"]}, "#
        + #"{"id": "x", "unique": ["b"]}]"#,
      #"{"rules": [{"id": "x", "unique": ["c"]}]}"#, "own.json:1:89", #"the id "x""#
    ),
    (
      #""extends": "base.json", "fields": {"a": {"minimum": 1}}"#,
      "{\n \"definitions\": {\"d\": {\n \"minimum\": 2}}, \"fields\": {\"a\": {\"use\": \"d\"}}}",
      "", "line 3 of base.json"
    ),
    (#""extends": "base.json""#, #""no profile""#, "base.json:1:1", "expected an object"),
    (
      #""extends": "base.json""#, #"{"fields": {"a": {"requird": true}}}"#, "base.json:1:19",
      #"did you mean "required"?"#
    ),
  ]

  @Test("is mistaken where the file says so", arguments: mistakes)
  func mistake(own: String, base: String, place: String, sentence: String) throws {
    let files = [
      "own.json": #"{"bulkcheck": 1, \#(own.replacing("§", with: ""))}"#, "base.json": base,
    ]
    let error = try #require(throws: ProfileMistakes.self) { try read(files) }
    #expect(error.description.hasPrefix(place), "\(error)")
    #expect(error.description.contains(sentence), "\(error)")
  }

  @Test("needs files")
  func alone() {
    #expect(throws: ProfileMistakes.self) {
      try ParsedProfile.read(
        Array(#"{"bulkcheck": 1, "extends": "a.json"}"#.utf8), fileName: "p.json")
    }
  }

  @Test(
    "a label pii that is lost is noted, unless something else masks the field",
    arguments: [
      (
        #""fields": {"e": {"labels": ["pii"], "minLength": 1}}"#,
        #""fields": {"e": {"labels": ["contact"]}}"#,
        #"own.json:2:18: the field "e" loses the label "pii" of line 2 of base.json"#
      ),
      (
        #""fields": {"e": {"labels": ["pii"]}}"#, #""fields": {"e": {"labels": null}}"#,
        #"own.json:2:12: the field "e" loses the label "pii" of line 2 of base.json"#
      ),
      (
        #""fields": {"e": {"required": {"labels": ["pii", "a"]}}}"#,
        #""fields": {"/e": {"required": {"labels": ["a"]}}}"#,
        #"own.json:2:12: the field "e" loses the label "pii" of line 2 of base.json"#
      ),
      (
        #""fields": {"a": {"fields": {"b": {"labels": ["pii"]}}}}"#,
        #""fields": {"a": {"fields": {"b": {"labels": []}}}}"#,
        #"own.json:2:35: the field "b" loses the label "pii" of line 2 of base.json"#
      ),
      (
        #""fields": {"a": {"items": {"labels": ["pii"]}}}"#,
        #""fields": {"a": {"items": {"labels": []}}}"#,
        #"own.json:2:28: the field "a[*]" loses the label "pii" of line 2 of base.json"#
      ),
      (
        #""rules": [{"id": "r", "compare": ["a", "<", "b"], "labels": ["pii"]}]"#,
        #""rules": [{"id": "r", "labels": ["x"]}]"#,
        #"own.json:2:23: the rule "r" loses the label "pii" of line 2 of base.json"#
      ),
      // Masked all the same.
      (
        #""fields": {"e": {"labels": ["pii"]}}"#, #""fields": {"e": {"labels": ["a", "pii"]}}"#, ""
      ),
      (
        #""fields": {"e": {"labels": ["pii"]}}"#,
        #""fields": {"e": {"labels": [], "required": {"labels": ["pii"]}}}"#, ""
      ),
      (
        #""fields": {"a": {"labels": ["pii"], "fields": {"b": {"labels": ["pii"]}}}}"#,
        #""fields": {"a": {"fields": {"b": {"labels": []}}}}"#, ""
      ),
      // Other labels, and what is not there any more.
      (#""fields": {"e": {"labels": ["a"]}}"#, #""fields": {"e": {"labels": ["b"]}}"#, ""),
      (#""fields": {"e": {"labels": ["pii"]}, "f": {}}"#, #""fields": {"e": null}"#, ""),
    ])
  func lostLabels(_ base: String, _ own: String, _ note: String) throws {
    let profile = try read([
      "base.json": "{\"bulkcheck\": 1,\n\(base)}",
      "own.json": "{\"bulkcheck\": 1, \"extends\": \"base.json\",\n\(own)}",
    ])
    let notes = (profile.notes?.mistakes ?? []).map {
      "\($0.fileName ?? "own.json"):\($0.line):\($0.column): \($0.sentence)"
    }
    #expect(notes == (note.isEmpty ? [] : [note + ": its values are shown"]))
  }
}
