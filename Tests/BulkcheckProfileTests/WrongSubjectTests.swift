import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import Testing

/// docs/reference/constraints.md#values-of-another-kind: what is about none of the types that its
/// path is declared to have could never pass.
@Suite("A constraint about none of the declared types")
struct WrongSubjectTests {
  /// Each keyword, an operand, and the types that it is about.
  static let keywords: [(keyword: String, operand: String, types: [String])] = [
    ("minLength", "1", ["string"]), ("maxLength", "1", ["string"]),
    ("length", "[1, 2]", ["string"]),
    ("pattern", "\"a\"", ["string"]), ("notPattern", "\"a\"", ["string"]),
    ("contains", "\"a\"", ["string"]), ("startsWith", "\"a\"", ["string"]),
    ("endsWith", "\"a\"", ["string"]), ("format", "\"date\"", ["string"]),
    ("minimum", "1", ["integer", "number"]), ("maximum", "1", ["integer", "number"]),
    ("exclusiveMinimum", "1", ["integer", "number"]),
    ("exclusiveMaximum", "1", ["integer", "number"]), ("range", "[1, 2]", ["integer", "number"]),
    ("multipleOf", "2", ["integer", "number"]), ("minItems", "1", ["array"]),
    ("maxItems", "1", ["array"]), ("uniqueItems", "true", ["array"]),
    ("additionalFields", "false", ["object"]), ("notEmpty", "true", ["string", "array", "object"]),
    ("references", #"{"file": "f", "column": "c"}"#, ["string", "integer", "number", "boolean"]),
    ("const", "1", ValueType.allCases.map(\.rawValue)),
    ("enum", "[1]", ValueType.allCases.map(\.rawValue)),
    ("notEnum", "[1]", ValueType.allCases.map(\.rawValue)),
    ("unique", "true", ValueType.allCases.map(\.rawValue)),
    ("required", "true", ValueType.allCases.map(\.rawValue)),
    ("present", "true", ValueType.allCases.map(\.rawValue)),
    ("nullable", "false", ValueType.allCases.map(\.rawValue)),
  ]

  /// References are read as if each file held one value.
  private func found(_ text: String) -> [Mistake] {
    do {
      _ = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
        (request) throws(ReferenceLoadingError) in
        LoadedReference(values: ValueSetBuilder().finish(), sha256: "")
      }
      return []
    } catch {
      return error.mistakes
    }
  }

  @Test("is a mistake, and one about any of them is none", arguments: keywords)
  func declared(keyword: String, operand: String, types: [String]) {
    let all = ValueType.allCases.map(\.rawValue)
    for one in all {
      for other in all where one <= other {
        let list = "[\"\(one)\", \"\(other)\"]"
        let mistakes = found(fields("{\"a\": {\"\(keyword)\": \(operand), \"type\": \(list)}}"))
        let isAbout = types.contains(one) || types.contains(other)
        #expect(mistakes.isEmpty == isAbout, "\(list): \(mistakes.map(\.sentence))")
        #expect(mistakes.count <= 1)
        #expect(mistakes.allSatisfy { $0.message.hasPrefix("`\(keyword)` applies to ") })
      }
    }
  }

  static let places: [(String, String)] = [
    (
      #"{"a": {"type": "string", §"minimum": 1}}"#,
      #"`minimum` applies to numbers, but "a" is declared as string: "#
        + #"expected a `type` with integer or number; did you mean "minLength"?"#
    ),
    (#"{"a": {"type": "array", §"maxLength": 1}}"#, #"did you mean "maxItems"?"#),
    (#"{"a": {"type": "array", §"pattern": "a"}}"#, "expected it inside `items` or a `type`"),
    (#"{"a": {"type": "object", §"pattern": "a"}}"#, "expected it in a block under `fields`"),
    (#"{"a": {"type": ["integer", "boolean"], §"length": [1, 2]}}"#, #"integer or boolean"#),
    (#"{"a": {"type": "number", §"length": [1, 2]}}"#, #"did you mean "range"?"#),
    (#"{"a": {§"format": "date", "type": "number"}}"#, "`format` applies to strings"),
    (
      #"{"a": {"type": {"value": "number", "id": "t"}, §"format": {"value": "date"}}}"#,
      "applies to strings"
    ),
    (#"{"a": {"type": "string", "any": [{"const": "x"}, {§"minimum": 1}]}}"#, "applies to numbers"),
    (#"{"a": {"type": "string", "all": [{"not": {§"minimum": 1}}]}}"#, "applies to numbers"),
    (#"{"a": {"type": "string", "none": [{§"multipleOf": 2}]}}"#, "applies to numbers"),
    (
      #"{"a": {"type": "string", "when": {§"minimum": 1}, "then": {"const": "a"}}}"#,
      "applies to numbers"
    ),
    (
      #"{"a": {"type": "string", "when": {"const": "a"}, "then": {§"minimum": 1}}}"#,
      "applies to numbers"
    ),
    (
      #"{"a": {"type": "string", "when": {"const": "a"}, "else": {§"minimum": 1}}}"#,
      "applies to numbers"
    ),
    (#"{"a": {"type": "integer", "chain": ["trim", {§"maxLength": 1}]}}"#, "applies to strings"),
    (#"{"a": {"items": {"type": "string", §"minimum": 1}}}"#, #""a[*]" is declared as string"#),
    (#"{"a": {"items": {"type": "string"}, "contains": {§"minimum": 1}}}"#, "applies to numbers"),
    (
      #"{"a": {"items": {"id": "i", "value": {"type": "string", §"minimum": 1}}}}"#,
      "applies to numbers"
    ),
    (#"{"a": {"items": {"type": "string"}}, "a[*]": {§"minimum": 1}}"#, "applies to numbers"),
    (#"{"a": {"fields": {"b": {"type": "boolean", §"minLength": 1}}}}"#, #""a.b" is declared"#),
    (
      #"{"a": {"fields": {"id": "f", "value": {"b": {"type": "boolean", §"minLength": 1}}}}}"#,
      #""a.b" is declared"#
    ),
    (#"{"/a/b": {"type": "boolean"}, "a": {"fields": {"b": {§"minLength": 1}}}}"#, "is declared"),
  ]

  @Test("is reported under fields, with its place", arguments: places)
  func place(text: String, sentence: String) throws {
    try expectOnly(WrongProfile(fields(text), sentence))
  }

  static let entries: [(String, String)] = [
    (#"{"id": "x", "any": [{"a": {§"minimum": 1}}]}"#, "applies to numbers"),
    (#"{"id": "x", "not": {"\"a\"": {§"minimum": 1}}}"#, "applies to numbers"),
    (#"{"id": "x", "not": {"/a": {"any": [{§"minimum": 1}]}}}"#, "applies to numbers"),
    (#"{"id": "x", "when": {"a": {§"minimum": 1}}, "then": {"a": {"const": "b"}}}"#, "numbers"),
    (#"{"id": "x", "when": {"a": {"const": "b"}}, "else": {"a": {§"minimum": 1}}}"#, "numbers"),
    (#"{"id": "x", "all": [{"o.b": {§"format": "date"}}]}"#, #""o.b" is declared as boolean"#),
    (#"{"id": "x", "all": [{"o": {"fields": {"b": {§"format": "date"}}}}]}"#, "as boolean"),
    (#"{"id": "x", "all": [{"t": {"items": {§"format": "date"}}}]}"#, #""t[*]" is declared as"#),
    (#"{"id": "x", "all": [{"/o/b": {"not": {§"format": "date"}}}]}"#, "as boolean"),
  ]

  @Test("is reported in an entry of rules on the same path", arguments: entries)
  func entry(text: String, sentence: String) throws {
    let declarations =
      #"{"a": {"type": "string"}, "o.b": {"type": "boolean"}, "t[*]": {"type": "integer"}}"#
    for parts in [
      ["\"rules\": [\(text)]", "\"fields\": \(declarations)"],
      ["\"fields\": \(declarations)", "\"rules\": [\(text)]"],
    ] {
      let profile = "{\"bulkcheck\": 1, " + parts.joined(separator: ", ") + "}"
      try expectOnly(WrongProfile(profile, sentence))
    }
  }

  @Test(
    "is none where the type is only a check, or belongs to another path",
    arguments: [
      #"{"t": {"items": {"type": "string"}}, "t[0]": {"minimum": 1}}"#,
      #"{"a.b": {"type": "string"}, "\"a.b\"": {"minimum": 1}}"#,
      #"{"a": {"any": [{"type": "string"}, {"minimum": 1}]}}"#,
      #"{"a": {"type": ["string", "array"], "minItems": 1, "minLength": 1, "notEmpty": true}}"#,
      #"{"a": {"type": "string", "uniqueItems": false, "notEmpty": true}}"#,
    ])
  func legal(text: String) {
    #expect(mistakes(fields(text)).map(\.sentence) == [])
  }

  private func expectOnly(_ wrong: WrongProfile) throws {
    let found = mistakes(wrong.text)
    let first = try #require(found.first, "no mistake was found")
    #expect(found.count == 1, "\(found.map(\.sentence))")
    #expect(first.position == wrong.position, "\(first.sentence)")
    #expect(first.sentence.contains(wrong.sentence), "\(first.sentence)")
  }
}
