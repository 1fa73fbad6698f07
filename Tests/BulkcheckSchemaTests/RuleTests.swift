import BulkcheckCore
import BulkcheckSchema
import Testing

/// docs/json-schema.md#from-a-schema-to-a-report.
struct RuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var schema: String
    var rules: [String]
    var documents: [String: String] = [:]
    var testDescription: String { name }
  }

  @Test("each assertion that has to hold is a rule at its absolute location", arguments: cases)
  func rulesAreAssertions(_ one: Case) throws {
    #expect(try rules(one.schema, documents: one.documents) == one.rules)
  }

  static let cases = [
    Case(name: "no keyword", schema: "{}", rules: []),
    Case(name: "true", schema: "true", rules: []),
    Case(name: "false", schema: "false", rules: ["#"]),
    Case(
      name: "annotations and applicators are none",
      schema: #"{"title": "t", "properties": {"a": {"minimum": 1}}, "required": ["a"]}"#,
      rules: ["#/properties/a/minimum", "#/required"]),
    Case(
      name: "a false property, and names with / and ~ and spaces",
      schema: #"{"properties": {"a/b~c d": false}, "additionalProperties": false}"#,
      rules: ["#/properties/a~1b~0c d", "#/additionalProperties"]),
    Case(
      name: "choices are one rule each, and nothing below them",
      schema: """
        {"anyOf": [{"type": "string"}], "oneOf": [{"minimum": 1}], "not": {"const": 1},
         "contains": {"const": 2}, "minContains": 2, "if": {"type": "array"},
         "then": {"minItems": 3}, "else": {"maximum": 7}}
        """,
      rules: ["#/anyOf", "#/oneOf", "#/not", "#/contains", "#/then/minItems", "#/else/maximum"]),
    Case(
      name: "a place that is reached in both ways is a rule",
      schema: ##"""
        {"$defs": {"a": {"type": "string"}, "b": {"type": "number"}},
         "anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
         "properties": {"x": {"$ref": "#/$defs/a"}}}
        """##,
      rules: ["#/$defs/a/type", "#/anyOf"]),
    Case(
      name: "recursion has finitely many rules",
      schema: ##"{"properties": {"next": {"$ref": "#"}}, "required": ["id"]}"##,
      rules: ["#/required"]),
    Case(
      name: "an $id at the root changes nothing, one below does",
      schema: """
        {"$id": "https://e.com/root", "properties": {"a": {"$id": "address", "type": "object",
         "properties": {"zip": {"pattern": "^[0-9]+$"}}}}}
        """,
      rules: [
        "https://e.com/address#/type", "https://e.com/address#/properties/zip/pattern",
      ]),
    Case(
      name: "another document of the same folder is named by its path from here",
      schema: ##"{"$ref": "common/x.json#/$defs/n"}"##,
      rules: ["common/x.json#/$defs/n/type"],
      documents: ["file:///a/common/x.json": #"{"$defs": {"n": {"type": "number"}}}"#]),
    Case(
      name: "dependencies: lists are one rule, schemas have their own",
      schema: """
        {"$schema": "http://json-schema.org/draft-07/schema#",
         "dependencies": {"a": ["b"], "c": {"required": ["d"]}, "e": ["f"]}}
        """,
      rules: ["#/dependencies", "#/dependencies/c/required"]),
    Case(
      name: "draft 4: an exclusive minimum is one rule",
      schema: """
        {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1,
         "exclusiveMinimum": true}
        """,
      rules: ["#/minimum"]),
    Case(
      name: "before 2019-09, what stands beside a reference is ignored",
      schema: ##"""
        {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a",
         "type": "string", "definitions": {"a": {"maximum": 1}}}
        """##,
      rules: ["#/definitions/a/maximum"]),
    Case(
      name: "a reference into an unknown keyword",
      schema: ##"{"x": {"y": [{"type": "null"}]}, "$ref": "#/x/y/0"}"##,
      rules: ["#/x/y/0/type"]),
    Case(
      name: "a pointer is percent-decoded, then unescaped",
      schema: ##"{"$defs": {"a%/b": {"minLength": 1}}, "$ref": "#/$defs/a%25~1b"}"##,
      rules: ["#/$defs/a%~1b/minLength"]),
    Case(
      name: "an array form of items, and additionalItems",
      schema: """
        {"$schema": "https://json-schema.org/draft/2019-09/schema",
         "items": [{"type": "string"}, false], "additionalItems": {"type": "null"}}
        """,
      rules: ["#/items/0/type", "#/items/1", "#/additionalItems/type"]),
    Case(
      name: "uniqueItems: false asserts nothing", schema: #"{"uniqueItems": false}"#, rules: []),
    Case(
      name: "a keyword given twice counts as it is given last",
      schema: #"{"type": "object", "type": "object"}"#, rules: ["#/type"]),
  ]

  @Test(
    "a draft asserts its own formats, and later ones only where it is told to",
    arguments: [
      ("04", ["date-time", "email", "hostname", "ipv4", "ipv6", "uri", "date", "regex"]),
      ("06", ["uri-reference", "uri-template", "json-pointer"]),
      ("07", ["iri", "iri-reference", "idn-hostname", "relative-json-pointer"]),
      ("none", ["uuid", "duration"]),
    ])
  func formats(first: String, names: [String]) throws {
    for draft in ["04", "06", "07"] {
      for name in names {
        let schema = """
          {"$schema": "http://json-schema.org/draft-\(draft)/schema#", "format": "\(name)"}
          """
        var options = SchemaOptions()
        #expect(try rules(schema, options: options) == (draft >= first ? ["#/format"] : []))
        options.assertsFormat = true
        #expect(try rules(schema, options: options) == ["#/format"])
      }
    }
  }

  @Test("a dynamic reference has the rules of the outermost anchor") func dynamicReference() throws
  {
    let schema = ##"""
      {"$id": "https://e.com/strict", "$dynamicAnchor": "node", "$ref": "tree",
       "unevaluatedProperties": false,
       "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object",
         "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}}
      """##
    let graph = try #require(try read(schema).ruleSet.schema)
    #expect(
      try rules(schema) == [
        "#/unevaluatedProperties", "https://e.com/tree#/type",
        "https://e.com/tree#/properties/children/type",
      ])
    let items = graph.subschemas.flatMap(\.keywords).first { $0.name == "items" }
    let reference = try #require(items.map { graph[$0.statement.targets[0]].keywords[0] })
    #expect(reference.statement.applicator?.kind == .reference)
    #expect(reference.statement.targets == [graph.root])
  }
}
