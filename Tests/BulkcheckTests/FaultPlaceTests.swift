import Bulkcheck
import TestSupport
import Testing

/// The sample of a rule shows the values at fault of a record, and says where they are.
@Suite("Places of failures")
struct FaultPlaceTests {
  struct Case: CustomTestStringConvertible {
    var fields: String
    var records: [String]
    var rule: String
    /// The first sample: the place and the value, and all places if there are several.
    var location: String
    var value: String?
    var places: [String] = []
    var message: String?
    var topValues: [String] = []

    var testDescription: String { "\(rule) of \(records)" }
  }

  static let cases = [
    // The first in the record, whichever kind of failure is judged first.
    Case(
      fields: #"{"d": {"items": {"fields": {"s": {"pattern": "^a"}}}}}"#,
      records: [#"{"d": [{"s": "b"}, 3]}"#], rule: "d.items.s.pattern", location: "/d/0/s",
      value: #""b""#, places: ["/d/0/s", "/d/1"], topValues: [#""b""#]),
    Case(
      fields: #"{"d": {"items": {"fields": {"s": {"required": true}}}}}"#,
      records: [#"{"d": [{"s": 1}, {}, 3]}"#], rule: "d.items.s.required", location: "/d/1/s",
      places: ["/d/1/s", "/d/2"]),
    // Records of one batch are told apart: the same top values, however they are batched.
    Case(
      fields: #"{"d": {"items": {"fields": {"s": {"maxLength": 0}}}}}"#,
      records: [#"{"d": [{"s": "x"}]}"#, #"{"d": [{"s": "x"}, -6]}"#, #"{"d": [-6, {"s": "x"}]}"#],
      rule: "d.items.s.maxLength", location: "/d/0/s", value: #""x""#,
      message: "1 character, at most 0", topValues: [#""x""#, "-6"]),
    // A kind that is declared is not at fault.
    Case(
      fields: #"""
        {"d": {"items": {"type": ["object", "number"], "fields": {"n": {"type": "string"}}}}}
        """#,
      records: [#"{"d": [5, {"n": 3}, 6]}"#], rule: "d.items.n.type", location: "/d/1/n",
      value: "3"),
    // Once, however many parts of the rule fail there.
    Case(
      fields: #"{"b.*": {"all": [{"minLength": 3}, {"pattern": "^b"}]}}"#,
      records: [#"{"b": {"p": "x", "q": "x", "r": "x"}}"#], rule: "b.*.all", location: "/b/p",
      value: #""x""#, places: ["/b/p", "/b/q", "/b/r"]),
    Case(
      fields: #"{"o": {"propertyNames": {"minLength": 2}}}"#,
      records: [#"{"o": {"x": 1, "yy": 2, "x": 3}}"#], rule: "o.propertyNames", location: "/o/x"),
    // The names that are too many, in all objects.
    Case(
      fields: #"{"h": {"items": {"additionalFields": false, "fields": {"a": {"minimum": 0}}}}}"#,
      records: [#"{"h": [{"a": 1}, {"x": 1}, {"y": 2, "z": 3}]}"#],
      rule: "h.items.additionalFields", location: "/h/1/x", value: "1",
      places: ["/h/1/x", "/h/2/y", "/h/2/z"], message: #"unknown field "x""#,
      topValues: [#""x""#]),
    Case(
      fields: #"{"h": {"items": {"additionalFields": false, "fields": {"a": {"minimum": 0}}}}}"#,
      records: [#"{"h": [5, {"y": 2}]}"#], rule: "h.items.additionalFields", location: "/h/0",
      value: "5", places: ["/h/0", "/h/1/y"], message: "not an object", topValues: ["5"]),
    // A value around the one that the rule is about.
    Case(
      fields: #"{"h": {"items": {"fields": {"a": {"minimum": 0}}}}}"#,
      records: [#"{"h": [5]}"#], rule: "h.items.a.minimum", location: "/h/0", value: "5",
      message: "not an object", topValues: ["5"]),
    Case(
      fields: #"{"h": {"items": {"minimum": 0}}}"#, records: [#"{"h": {"a": 5}}"#],
      rule: "h.items.minimum", location: "/h", message: "not an array"),
    // A key that occurs twice, once for each object, wherever it is.
    Case(
      fields: #"{"o": {"fields": {"x": {}}}, "l": {"items": {"fields": {"y": {}}}}}"#,
      records: [
        #"{"o": {"x": {"z": 1, "z": 1}, "\u0078": "a", "x": 3}, "#
          + #""l": [{"q": 1, "q": 2}, {"y": [1], "y": 2}]}"#
      ], rule: "bulkcheck.duplicate-key", location: "/o/x", places: ["/o/x", "/l/1/y"],
      message: #"the key "x" occurs twice in its object"#),
    Case(
      fields: #"{"m": {"labels": ["pii"]}, "m.*": {"maxLength": 9}}"#,
      records: [#"{"m": {"secret": "a", "secret": "b"}}"#], rule: "bulkcheck.duplicate-key",
      location: "/m/***", message: "a key that is read occurs twice"),
    // Keys inside a masked value are data, but those that the profile names.
    Case(
      fields:
        #"{"o": {"labels": ["pii"]}, "o.*": {"minLength": 40}, "o.known": {}, "o.*.x": {}}"#,
      records: [#"{"o": {"secret": "x", "known": "y"}}"#], rule: "o.*.minLength",
      location: "/o/***", value: #""***""#, places: ["/o/***", "/o/known"]),
    Case(
      fields: #"{"o": {"labels": ["pii"]}, "o.*.x": {"required": true}}"#,
      records: [#"{"o": {"secret": {}, "other": {}}}"#], rule: "o.*.x.required",
      location: "/o/***/x"),
    Case(
      fields: #"{"o.*": {"labels": ["pii"], "minLength": 40}}"#,
      records: [#"{"o": {"shown": "x"}}"#], rule: "o.*.minLength", location: "/o/shown",
      value: #""***""#),
    // Names of a field that is masked are data.
    Case(
      fields: #"{"o": {"labels": ["pii"], "propertyNames": {"minLength": 40}}}"#,
      records: [#"{"o": {"secret": 1}}"#], rule: "o.propertyNames", location: "/o",
      value: #""***""#),
  ]

  @Test("a sample shows the first failure, and lists each place once", arguments: cases)
  func sample(_ one: Case) throws {
    let profile = try Profile(text: "{\"bulkcheck\": 1, \"fields\": \(one.fields)}")
    let input = one.records.joined(separator: "\n").utf8
    for count in [1, 3] {
      var options = ProfileValidator.Options()
      options.threads = count
      let report = try ProfileValidator(profile, options: options)
        .validate([.bytes(input, name: "a.jsonl")])
      let rule = try #require(report.rules.first { $0.id == one.rule })
      let sample = try #require(rule.samples.first)
      #expect(sample.instanceLocation == one.location)
      if let value = one.value { #expect(sample.value == value) }
      #expect(sample.places.map(\.instanceLocation) == one.places)
      #expect(sample.morePlaces == 0)
      if let message = one.message { #expect(sample.message == message) }
      if !one.topValues.isEmpty { #expect(rule.topValues.map(\.value) == one.topValues) }
    }
  }

  @Test("of a key that occurs twice the value has its first place, however records are batched")
  func repeatedKeys() throws {
    let profile = try Profile(text: #"{"bulkcheck": 1, "fields": {"*": {"maxLength": 1}}}"#)
    let plain = #"{"a":"x","b":"y","c":"z"}"#
    let repeated = #"{"a":1,"b":"bb","c":"cc","a":"aa"}"#
    // Frames of 64 members end at each place of the record in turn.
    for before in 0..<64 {
      let lines = [String](repeating: plain, count: before) + [#"{"p":"q"}"#, repeated]
      let report = try ProfileValidator(profile)
        .validate([.bytes(lines.joined(separator: "\n").utf8, name: "a.jsonl")])
      let rule = try #require(report.rules.first { $0.id == "*.maxLength" })
      #expect(rule.topValues.map(\.value) == [#""aa""#], "\(before) records before it")
    }
  }

  @Test("many elements with extra fields take time in proportion", .usesLess(than: .seconds(60)))
  func manyElements() throws {
    let profile = try Profile(
      text: #"""
        {"bulkcheck": 1,
         "fields": {"h": {"items": {"additionalFields": false, "fields": {"a": {}}}}}}
        """#)
    let record =
      "{\"h\": [" + (0..<40_000).map { #"{"a":1,"x\#($0)":1}"# }.joined(separator: ",") + "]}"
    var options = ProfileValidator.Options()
    options.threads = 1
    let report = try ProfileValidator(profile, options: options)
      .validate([.bytes(record.utf8, name: "a.jsonl")])
    let rule = try #require(report.rules.first { $0.id == "h.items.additionalFields" })
    #expect(rule.samples.first?.places.last?.instanceLocation == "/h/4/x4")
    #expect(rule.samples.first?.morePlaces == 39_995)
  }
}
