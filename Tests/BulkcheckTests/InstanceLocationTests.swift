import Bulkcheck
import Testing

/// A profile, one record, and what a sample of each failing rule says.
struct LocationCase: CustomTestStringConvertible {
  var profile: String
  var record: String
  var name = "a.jsonl"
  /// By rule: the places, and the message where it matters.
  var expected: [String: (places: [String], message: String?)]

  var testDescription: String { record }
}

@Suite("A sample says where the rule failed")
struct InstanceLocationTests {
  private static let items = """
    {"bulkcheck": 1, "fields": {"items": {"maxItems": 2, "items": {"type": "object", "fields":
      {"sku": {"required": true, "maxLength": 2}}}}}}
    """

  static let cases: [LocationCase] = [
    LocationCase(
      profile: items,
      record: #"{"items":[{"sku":"abc"},{},{"sku":"a"},5,{"sku":"abcd"}]}"#,
      expected: [
        "items.maxItems": (["/items"], "5 items, at most 2"),
        "items.items.type": (["/items/3"], nil),
        "items.items.sku.required": (["/items/1/sku"], nil),
        "items.items.sku.maxLength": (
          ["/items/0/sku", "/items/4/sku"], "3 characters, at most 2"
        ),
      ]),
    LocationCase(
      profile: #"{"bulkcheck": 1, "fields": {"items[*].sku": {"required": true}}}"#,
      record: #"{"items":[{},{},{},{},{},{},{"sku":1}]}"#,
      expected: [
        "items[*].sku.required": ((0..<5).map { "/items/\($0)/sku" }, nil)
      ]),
    LocationCase(
      profile:
        #"{"bulkcheck": 1, "fields": {"a/b.c~d": {"minimum": 0}, "n": {"exclusiveMaximum": 2}}}"#,
      record: #"{"a/b":{"c~d":-0.01},"n":2.0}"#,
      expected: [
        "a/b.c~d.minimum": (["/a~1b/c~0d"], "0.01 below the minimum of 0"),
        "n.exclusiveMaximum": (["/n"], "equal to the exclusive maximum of 2"),
      ]),
    LocationCase(
      profile: #"{"bulkcheck": 1, "additionalFields": false, "fields": {"a": {}}}"#,
      record: #"{"x":1,"a":2,"y/z":"q"}"#,
      expected: [
        "additionalFields": (
          ["/x", "/y~1z"], #"unknown fields "x", "y/z""#
        )
      ]),
    LocationCase(
      profile: """
        {"bulkcheck": 1, "rules": [{"id": "w", "when": {"c": {"const": "US"}},
          "then": {"a.zip": {"required": true}, "t[*].n": {"minimum": 3}}},
          {"id": "s", "compare": ["c", "==", "d"]}]}
        """,
      record: #"{"c":"US","d":"","t":[{"n":4},{"n":1},{"n":2}]}"#,
      expected: ["w": (["/a/zip", "/t/1/n", "/t/2/n"], nil), "s": ([""], nil)]),
    LocationCase(
      profile: """
        {"bulkcheck": 1, "additionalFields": false, "fields": {"a.b": {"maxLength": 1},
          "t": {"separator": "|", "type": "array", "items": {"minLength": 2}}}}
        """,
      record: "a.b,t,\"x \"\"y\"\"\"\nabc,ab|c|d,\"1,2\"\n", name: "a.csv",
      expected: [
        "a.b.maxLength": (["/a.b"], "3 characters, at most 1"),
        "t.items.minLength": (["/t/1", "/t/2"], "1 character, at least 2"),
        "additionalFields": (["/x \"y\""], nil),
      ]),
    // Of a column that is named twice the last cell counts, at the place of the first: as in JSON.
    LocationCase(
      profile: #"{"bulkcheck": 1, "additionalFields": false, "fields": {"a": {}}}"#,
      record: "x,y,a,x\n1,2,3,4\n", name: "a.csv",
      expected: [
        "additionalFields": (["/x", "/y"], #"unknown fields "x", "y""#),
        "bulkcheck.duplicate-column": (["/x"], #"the column "x" is named twice"#),
      ]),
    LocationCase(
      profile: #"{"bulkcheck": 1, "additionalFields": false, "fields": {"a": {}}}"#,
      record: #"{"x":1,"y":2,"a":3,"x":4}"#,
      expected: ["additionalFields": (["/x", "/y"], #"unknown fields "x", "y""#)]),
    // In CSV a pointer's number is part of a column's name.
    LocationCase(
      profile: """
        {"bulkcheck": 1, "fields": {
          "t": {"separator": "|"}, "t[*]": {"maximum": 5}, "/t/1": {"required": true}}}
        """,
      record: "t,t.1\n1|7,\n", name: "a.csv",
      expected: [
        "t[*].maximum": (["/t/1"], "2 above the maximum of 5"),
        "t.1.required": (["/t.1"], "t.1 is missing"),
      ]),
    // What `default` inserts into a cell has the place of the cell.
    LocationCase(
      profile: """
        {"bulkcheck": 1, "fields": {"secret": {"labels": ["pii"]},
          "*": {"separator": "|", "normalize": [{"default": "ok|bad"}]},
          "*[*]": {"maxLength": {"value": 2, "message": "got {value}"}}}}
        """,
      record: "a,b,secret\nx,,y\n", name: "a.csv",
      expected: ["*[*].maxLength": (["/b/1"], #"got "bad""#)]),
    LocationCase(
      profile: """
        {"bulkcheck": 1, "fields": {"m": {
          "minProperties": 3, "propertyNames": {"pattern": "^[a-z]$"},
          "dependentRequired": {"a": ["b", "c"]}}}}
        """,
      record: #"{"m":{"a":1,"B":2}}"#,
      expected: [
        "m.minProperties": (["/m"], "2 members, at least 3"),
        "m.propertyNames": (["/m/B"], nil),
        "m.dependentRequired": (
          ["/m/b", "/m/c"], #""b", "c" are missing, though "a" is present"#
        ),
      ]),
  ]

  @Test("by a JSON Pointer, several at most five", arguments: cases)
  func locations(_ test: LocationCase) throws {
    let validator = try ProfileValidator(Profile(text: test.profile))
    let report = validator.validate(bytes: test.record.utf8, name: test.name)
    let failing = report.rules.filter { $0.failed > 0 }
    #expect(Set(failing.map(\.id)) == Set(test.expected.keys))
    for rule in failing {
      let sample = try #require(rule.samples.first)
      let expected = try #require(test.expected[rule.id])
      #expect(sample.instanceLocation == expected.places.first, "\(rule.id)")
      let places = expected.places.count == 1 ? [] : expected.places
      #expect(sample.places.map(\.instanceLocation) == places, "\(rule.id)")
      if let message = expected.message { #expect(sample.message == message, "\(rule.id)") }
    }
  }

  @Test("names of extra fields are the most frequent values, and a masked value tells nothing")
  func namesAndMasking() throws {
    let profile = """
      {"bulkcheck": 1, "additionalFields": false,
       "fields": {"n": {"labels": ["pii"], "minimum": 10}}}
      """
    let validator = try ProfileValidator(Profile(text: profile))
    let lines = "{\"n\":1,\"x\":1,\"y\":2}\n{\"x\":3}\n"
    let report = validator.validate(bytes: lines.utf8, name: "a.jsonl")
    let extra = try #require(report.rules.first { $0.id == "additionalFields" })
    #expect(extra.topValues.map(\.value) == [#""x""#, #""y""#])
    #expect(extra.topValues.map(\.count) == [2, 1])
    let bound = try #require(report.rules.first { $0.id == "n.minimum" })
    #expect(bound.samples.map(\.message) == ["the number must be at least 10"])
  }
}
