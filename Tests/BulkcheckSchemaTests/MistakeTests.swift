import BulkcheckDocument
import BulkcheckSchema
import Synchronization
import Testing

/// docs/json-schema.md#what-lint-finds.
struct MistakeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var schema: String
    var mistakes: [String]
    var testDescription: String { schema }
  }

  @Test("every mistake is told with its place", arguments: cases)
  func mistakesHavePlaces(_ one: Case) {
    #expect(mistakes(one.schema) == one.mistakes)
  }

  static let cases = [
    Case(schema: "{", mistakes: ["1:2: the schema ends here: expected a key in double quotes"]),
    Case(schema: "7", mistakes: ["1:1: a schema is 7: expected an object, true or false"]),
    Case(
      schema: #"{"minimum": "5", "type": "strin"}"#,
      mistakes: [
        "1:13: `minimum` is \"5\": expected a number",
        "1:26: `type` is \"strin\": expected null, boolean, object, array, number, string or "
          + "integer; did you mean \"string\"?",
      ]),
    Case(
      schema: #"{"required": true}"#,
      mistakes: ["1:14: `required` is true: expected a list of names"]),
    Case(
      schema: #"{"properties": {"a": 1}, "items": [], "maxLength": -1}"#,
      mistakes: [
        "1:22: a member of `properties` is 1: expected a schema: an object, true or false",
        "1:35: `items` is an empty list: expected a schema: an object, true or false",
        "1:52: `maxLength` is -1: expected a non-negative integer",
      ]),
    Case(
      schema: ##"{"$ref": "#/$defs/adress", "$defs": {"address": {}}}"##,
      mistakes: [
        "1:10: \"#/$defs/adress\" is not found: there is no \"adress\": "
          + "did you mean \"address\"?"
      ]),
    Case(
      schema: ##"{"$ref": "other.json"}"##,
      mistakes: [
        "1:10: \"other.json\" is not found: nothing has the URI \"other.json\": "
          + "expected a document given with --resolve, or an `$id`"
      ]),
    Case(
      schema: ##"{"$ref": "#"}"##,
      mistakes: ["1:10: `$ref` leads back to itself without descending into the value"]),
    Case(
      schema:
        ##"{"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}, "##
        + ##""not": {"$ref": "#/$defs/a"}}"##,
      mistakes: ["1:67: `$ref` leads back to itself without descending into the value"]),
    Case(
      schema: ##"{"$ref": "#x", "$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"##,
      mistakes: ["1:66: the anchor \"x\" is given twice (first on line 1)"]),
    Case(
      schema: ##"{"items": {"$dynamicRef": "#x"}, "$defs": {"a": {"$dynamicAnchor": "x"}, "##
        + ##""b": {"$dynamicAnchor": "x"}}}"##,
      mistakes: ["1:98: the anchor \"x\" is given twice (first on line 1)"]),
    Case(
      schema: #"{"$id": "http://e.com/a", "$defs": {"a": {"$id": "b"}, "b": {"$id": "b"}}, "#
        + #""items": {"$ref": "b"}}"#,
      mistakes: ["1:69: the `$id` \"http://e.com/b\" is given twice (first on line 1)"]),
    // Only references are excused where nothing reaches them.
    Case(
      schema: ##"{"$defs": {"a": {"$ref": "#/no", "pattern": "(", "minimum": "1"}}}"##,
      mistakes: [
        "1:45: `pattern` is not a valid pattern: the group has no closing ) at offset 0",
        "1:61: `minimum` is \"1\": expected a number",
      ]),
    Case(
      schema: #"{"$schema": "http://json-schema.org/draft-7/schema#"}"#,
      mistakes: [
        "1:13: `$schema` is \"http://json-schema.org/draft-7/schema#\", which is not supported: "
          + "expected the URI of draft 4, 6, 7, 2019-09 or 2020-12, or of a document given with "
          + "--resolve; did you mean \"http://json-schema.org/draft-07/schema\"?"
      ]),
    Case(
      schema: #"{"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": true}"#,
      mistakes: [
        "1:76: `exclusiveMinimum` is used without `minimum`: expected `minimum` next to it"
      ]),
  ]

  @Test("mistakes of a document that is referred to are those of that document")
  func mistakesElsewhere() {
    do {
      _ = try read(
        ##"{"$ref": "x.json", "minLength": -1}"##,
        documents: ["file:///a/x.json": #"{"minimum": false}"#])
      #expect(Bool(false))
    } catch {
      #expect(error.files.map(\.fileName) == ["s.json", "file:///a/x.json"])
    }
  }
}

/// Notes about what is probably not meant.
struct NoteTests {
  @Test(
    "what is probably not meant is noted",
    arguments: [
      (
        #"{"additionalProperites": false}"#,
        ["unknown keyword \"additionalProperites\": did you mean \"additionalProperties\"?"]
      ),
      (#"{"definitions": {"a": {}}, "x-note": 1, "dependencies": {}}"#, []),
      (
        ##"{"$recursiveRef": "#"}"##,
        [
          "`$recursiveRef` is not a keyword of 2020-12: it belongs to earlier drafts: "
            + "expected `$dynamicRef`"
        ]
      ),
      (
        #"{"$schema": "http://json-schema.org/draft-07/schema#", "dependentRequired": {}}"#,
        ["`dependentRequired` is not a keyword of draft 7: it was added in 2019-09"]
      ),
      (
        #"{"type": "string", "minimum": 1, "maxLength": 2}"#,
        ["no value reaches `minimum`: it applies to numbers, but `type` is string"]
      ),
      (
        ##"""
        {"$schema": "http://json-schema.org/draft-07/schema#",
         "properties": {"a": {"$ref": "#/definitions/b", "minimum": 1}}, "definitions": {"b": {}}}
        """##,
        ["`minimum` is ignored: in draft 7, `$ref` disables the keywords next to it"]
      ),
      (
        #"{"pattern": "^[\\w-.]+$"}"#,
        ["\"^[\\\\w-.]+$\" is valid only without the flag u of ECMA-262; it is read that way"]
      ),
      (
        #"{"contentSchema": {"type": "object"}}"#,
        ["`contentSchema` is an annotation: what a string contains is not checked against it"]
      ),
      (
        #"{"type": "object", "type": "string"}"#,
        ["the key \"type\" is given twice (first on line 1); this one counts"]
      ),
    ])
  func notes(_ schema: String, _ expected: [String]) throws {
    #expect(try read(schema).notes.flatMap(\.mistakes).map(\.sentence) == expected)
  }
}

/// A schema that nothing reaches from the root does no harm: docs/json-schema.md#what-lint-finds.
struct ReachTests {
  private static let unreached = "nothing reaches this reference: "
  private static let noSuchFile =
    unreached + "\"no.json\" is not found: nothing has the URI \"no.json\": "
    + "expected a document given with --resolve, or an `$id`"

  @Test(
    "a reference that nothing reaches, and what is given twice and not referred to, are notes",
    arguments: [
      (##"{"$defs": {"a": {"$ref": "no.json"}}}"##, [noSuchFile]),
      (##"{"definitions": {"a": {"$defs": {"b": {"$ref": "no.json"}}}}}"##, [noSuchFile]),
      // Not applied: without `if`, and where `items` is not a list.
      (
        ##"{"then": {"$ref": "no.json"}, "else": {"items": {"$ref": "#/else/items"}}}"##,
        [
          noSuchFile, unreached + "`$ref` leads back to itself without descending into the value",
        ]
      ),
      (
        ##"""
        {"$schema": "http://json-schema.org/draft-07/schema#",
         "additionalItems": {"$ref": "no.json"}}
        """##, [noSuchFile]
      ),
      (
        ##"""
        {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a",
         "definitions": {"a": {}, "b": {"$ref": "no.json"}}}
        """##, [noSuchFile]
      ),
      (
        ##"{"$defs": {"a": {"$ref": "#/$defs/b"}}}"##,
        [unreached + "\"#/$defs/b\" is not found: there is no \"b\""]
      ),
      (
        ##"{"$defs": {"a": {"$ref": "#b"}}}"##,
        [unreached + "\"#b\" is not found: no anchor is named \"b\""]
      ),
      (
        ##"{"$defs": {"a": {"$ref": "#/$defs/a"}}}"##,
        [unreached + "`$ref` leads back to itself without descending into the value"]
      ),
      (
        #"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"#,
        ["the anchor \"x\" is given twice (first on line 1)"]
      ),
      (
        ##"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}, "c": {"$ref": "#x"}}}"##,
        ["the anchor \"x\" is given twice (first on line 1)"]
      ),
      (
        #"{"$id": "http://e.com/a", "$defs": {"a": {"$id": "b"}, "b": {"$id": "b"}}}"#,
        ["the `$id` \"http://e.com/b\" is given twice (first on line 1)"]
      ),
      // Documents that only such references open.
      (
        ##"{"$defs": {"a": {"$ref": "broken.json"}}}"##,
        [
          unreached + "\"broken.json\" is not found: nothing has the URI \"broken.json\": "
            + "expected a document given with --resolve, or an `$id`; did you mean \"file:///a/broken.json\"?",
          "the schema ends here: expected a key in double quotes",
        ]
      ),
      (
        ##"{"$defs": {"a": {"$ref": "wrong.json"}}}"##,
        ["`minimum` is \"1\": expected a number", noSuchFile]
      ),
    ])
  func notes(_ schema: String, _ expected: [String]) throws {
    let documents = [
      "file:///a/broken.json": "{",
      "file:///a/wrong.json": ##"{"minimum": "1", "items": {"$ref": "no.json"}}"##,
    ]
    let read = try read(schema, documents: documents)
    #expect(read.notes.flatMap(\.mistakes).map(\.sentence) == expected)
  }

  @Test(
    "a reference that the root reaches is a mistake, however it is reached",
    arguments: [
      ##"{"properties": {"a": {"$ref": "no.json"}}}"##,
      ##"{"anyOf": [{"not": {"contains": {"$ref": "no.json"}}}]}"##,
      ##"{"if": true, "then": {"$ref": "no.json"}}"##,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "no.json"}}}}"##,
      // Below what holds no schemas.
      ##"{"$ref": "#/x/a", "x": {"a": {"items": {"$ref": "no.json"}}}}"##,
      // By a dynamic anchor of the resource on the way.
      ##"""
      {"$id": "http://e.com/a", "$ref": "b", "$defs": {
        "b": {"$id": "b", "items": {"$dynamicRef": "#n"}, "$defs": {"n": {"$dynamicAnchor": "n"}}},
        "n": {"$dynamicAnchor": "n", "$ref": "no.json"}}}
      """##,
    ])
  func reached(_ schema: String) {
    #expect(mistakes(schema).count == 1)
  }

  @Test(
    "a relative reference asks for files near the schema, at the place that its URI has there",
    arguments: [
      (##"{"$ref": "x.json"}"##, ["file:///a/x.json"]),
      (##"{"$ref": "b/../c/x.json#/y"}"##, ["file:///a/c/x.json"]),
      (##"{"$id": "http://e.com/v/s.json", "$ref": "c/x.json"}"##, ["file:///a/c/x.json"]),
      (##"{"$id": "http://e.com/v/s.json", "$ref": "/v/x.json"}"##, ["file:///a/x.json"]),
      (##"{"$id": "http://e.com", "$ref": "x.json"}"##, ["file:///a/x.json"]),
      (##"{"$id": "urn:a:b", "$ref": "x.json"}"##, ["file:///a/x.json"]),
      (
        ##"{"$id": "http://e.com/v/s.json", "items": {"$id": "c/", "$ref": "x.json"}}"##,
        ["file:///a/c/x.json"]
      ),
      (##"{"items": {"$id": "http://e.com/v/", "$ref": "x.json"}}"##, []),
      (##"{"$ref": "http://e.com/x.json"}"##, nil), (##"{"$ref": "file:///a/x.json"}"##, nil),
    ])
  func neighbours(_ schema: String, _ expected: [String]?) {
    let asked = Mutex<[[String]]>([])
    let resolver = SchemaResolver(
      file: { _ in nil },
      neighbour: { _, places, root in
        #expect(root.uri == "file:///a/s.json")
        asked.withLock { $0.append(places) }
        return nil
      })
    let file = SchemaFile(name: "s.json", uri: "file:///a/s.json", bytes: Array(schema.utf8))
    #expect(throws: SchemaMistakes.self) { try SchemaReader.read(file, resolver: resolver) }
    #expect(asked.withLock { $0 } == (expected.map { [$0] } ?? []))
  }
}
