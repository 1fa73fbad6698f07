import BulkcheckDocument
import BulkcheckSchema
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
        ##"{"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}}"##,
      mistakes: ["1:67: `$ref` leads back to itself without descending into the value"]),
    Case(
      schema: #"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"#,
      mistakes: ["1:52: the anchor \"x\" is given twice (first on line 1)"]),
    Case(
      schema: #"{"$id": "http://e.com/a", "$defs": {"a": {"$id": "b"}, "b": {"$id": "b"}}}"#,
      mistakes: ["1:69: the `$id` \"http://e.com/b\" is given twice (first on line 1)"]),
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
        #"{"type": "object", "type": "string"}"#,
        ["the key \"type\" is given twice (first on line 1); this one counts"]
      ),
    ])
  func notes(_ schema: String, _ expected: [String]) throws {
    #expect(try read(schema).notes.flatMap(\.mistakes).map(\.sentence) == expected)
  }
}
