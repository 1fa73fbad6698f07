import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckSchema
import TestSupport
import Testing
import Twins

/// A document that its schema splits into records has the verdict that it has as a whole.
@Suite("Sets of records that a schema has") struct RecordSetTests {
  private static let ways = SchemaCheck.ways

  private func check(_ schema: String) throws -> Check { try SchemaCheck.make(schema) }

  private func summary(_ check: Check, _ document: String, _ way: Way) -> RunSummary {
    Judging.summary(check, [.bytes(Array(document.utf8), name: "input")], way)
  }

  /// The rules that fail, by their numbers.
  private func failing(_ summary: RunSummary) -> [Int] {
    summary.rules.indices.filter { summary.rules[$0].counts.failed > 0 }
  }

  // MARK: Random documents

  @Test("fail by the same rules as whole documents", arguments: 0..<8)
  func agreement(seed: Int) throws {
    var split = 0
    for round in 0..<40 * RandomRun.scale {
      var random = SeededGenerator(seed: seed * 10_000 + round)
      var draw = SchemaDraw(SeededGenerator(seed: seed * 10_000 + round), draft: 2020)
      let schema = schema(&random, &draw)
      let check = try check(schema)
      let sets = check.options.reading.places.ofSchema.count
      for _ in 0..<3 {
        let document = document(&random, &draw)
        let whole = summary(check, document + "\n", Way(format: .jsonl))
        for way in Self.ways {
          let found = summary(check, document, way)
          let context = "\(schema)\n\(document)\n\(way)"
          #expect(found.inputs[0].failure == nil, "\(context)")
          #expect(failing(found) == failing(whole), "\(context)")
          // Which names are looked at depends on what is read.
          if found.duplicateKeys + whole.duplicateKeys == 0 {
            #expect((found.invalid == 0) == (whole.invalid == 0), "\(context)")
          }
          #expect(found.inputs[0].sets.count == (sets == 0 ? 1 : sets + 1), "\(context)")
          let counts = found.inputs[0].sets.compactMap(\.counts)
          #expect(
            counts.isEmpty || counts.reduce(0) { $0 + $1.total } == found.total, "\(context)")
          if failing(found) != failing(whole) { return }
        }
        if sets > 0 { split += 1 }
      }
    }
    #expect(split > 50)
  }

  private func schema(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
    let limits = SchemaCheck.limits(&random, &draw)
    let names = ["", "\"propertyNames\": {\"maxLength\": 1}, ", "\"minProperties\": 2, "]
    let others = ["false", draw.schema(), draw.schema()]
    return """
      {"type": "object", "required": ["list"], "properties": {
        "list": {\(limits)"items": \(draw.schema())},
        "map": {\(random.pick(names))"additionalProperties": \(draw.schema())},
        "by": {"patternProperties": {"^a": \(draw.schema())},
          "additionalProperties": \(random.pick(others))},
        "deep": {"properties": {"list": {"allOf": [{"items": \(draw.schema())}]}}}},
      \(random.oneIn(4) ? "\"anyOf\": [\(draw.schema()), true]," : "")
      "allOf": [\(random.oneIn(3) ? draw.schema() : "true")],
      "$defs": {"x": \(draw.schema()), "y": \(draw.schema())}}
      """
  }

  private func document(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
    func list(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
      let count = random.below(4)
      return "[" + (0..<count).map { _ in draw.record() }.joined(separator: ", ") + "]"
    }
    func map(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
      let names = ["a", "ab", "b", "\\u0061c"].filter { _ in random.oneIn(2) }
      return "{" + names.map { "\"\($0)\": \(draw.record())" }.joined(separator: ", ") + "}"
    }
    var members: [String] = []
    for name in ["list", "map", "by", "deep", "list"] where !random.oneIn(5) {
      // A member that is there twice has the last value: compared elsewhere.
      if members.contains(where: { $0.hasPrefix("\"\(name)\"") }) { continue }
      let value =
        random.oneIn(8)
        ? random.pick(["1", "null", "[]", "{}", "[2]", "{\"a\": 1}"])
        : name == "list"
          ? list(&random, &draw)
          : name == "deep" ? "{\"list\": \(list(&random, &draw))}" : map(&random, &draw)
      members.append("\"\(name)\": \(value)")
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  // MARK: Which sets there are

  @Test(
    "are the arrays and maps of objects or arrays that are nearest the root",
    arguments: [
      (##"{"properties": {"a": {"items": {"type": "object"}}}}"##, ["/a/*"]),
      (##"{"properties": {"a": {"items": {"type": "string"}}}}"##, []),
      (##"{"properties": {"a": {"items": {"type": ["array", "null"]}}}}"##, ["/a/*"]),
      (##"{"properties": {"a": {"items": {"required": ["b"]}}}}"##, ["/a/*"]),
      (##"{"properties": {"a": {"items": {}}}}"##, []),
      (
        ##"{"properties": {"a": {"items": {"properties": {"b": {"items": {"items": {}}}}}}}}"##,
        ["/a/*"]
      ),
      (
        ##"{"properties": {"a": {"$ref": "#/$defs/l"}}, "$defs": {"l": {"items": {"$ref": "#/$defs/o"}}, "o": {"type": "object"}}}"##,
        ["/a/*"]
      ),
      (
        ##"{"properties": {"a": {"properties": {"b/c": {"additionalProperties": {"type": "object"}}}}}}"##,
        ["/a/b~1c/*"]
      ),
      (
        ##"{"properties": {"a": {"properties": {"x": {}}, "additionalProperties": {"type": "object"}}}}"##,
        []
      ),
      (##"{"patternProperties": {"^x": {"type": "object"}}}"##, ["/*"]),
      (##"{"items": {"type": "object"}}"##, ["/*"]),
      (##"{"properties": {"a": {"prefixItems": [true], "items": {"type": "object"}}}}"##, []),
      (
        ##"{"properties": {"a": {"items": {"type": "object"}}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"##,
        ["/a/*"]
      ),
      (
        ##"{"properties": {"a": {"items": {"type": "object"}}}, "anyOf": [{"properties": {"a": {"minItems": 1}}}]}"##,
        ["/a/*"]
      ),
      (
        ##"{"properties": {"a": {"items": {"type": "object"}}}, "not": {"properties": {"a": {"items": {"required": ["x"]}}}}}"##,
        []
      ),
      (
        ##"{"properties": {"a": {"items": {"type": "object"}}}, "if": {"properties": {"a": {"contains": {"const": 1}}}}}"##,
        []
      ),
      (##"{"properties": {"a": {"items": {"type": "object"}, "unevaluatedItems": false}}}"##, []),
      (
        ##"{"properties": {"a": {"items": {"type": "object"}}}, "unevaluatedProperties": false}"##,
        ["/a/*"]
      ),
      (##"{"properties": {"a": {"items": {"type": "object"}}}, "enum": [{"a": []}]}"##, []),
      (
        ##"{"properties": {"a": {"$ref": "#"}, "b": {"items": {"type": "object"}}}}"##,
        ["/b/*", "/a/b/*"]
      ),
      (##"{"oneOf": [{"properties": {"a": {"items": {"type": "object"}}}}]}"##, []),
    ])
  func pointers(schema: String, expected: [String]) throws {
    #expect(
      try check(schema).options.reading.places.ofSchema.map(\.pointer.description) == expected)
  }

  // MARK: Counts

  @Test("are counted, and what is missing or of another kind")
  func counts() throws {
    let check = try check(
      """
      {"properties": {"a": {"items": {"type": "object"}}, "b": {"items": {"type": "object"}},
        "c": {"items": {"type": "object"}}, "d": {"additionalProperties": {"type": "object"}}}}
      """)
    let document = #"{"a": [{}, 1, {"x": tru}, {}], "b": null, "d": {"k": {}, "l": []}}"#
    for way in Self.ways {
      let sets = summary(check, document, way).inputs[0].sets
      #expect(sets.map(\.pointer) == ["/a/*", "/b/*", "/c/*", "/d/*", ""], "\(way)")
      #expect(sets.map(\.without) == [0, 1, 1, 0, 0], "\(way)")
      #expect(sets.map { $0.counts?.valid ?? 0 } == [2, 0, 0, 1, 1], "\(way)")
      #expect(sets.map { $0.counts?.invalid ?? 0 } == [1, 0, 0, 1, 0], "\(way)")
      #expect(sets.map { $0.counts?.malformed ?? 0 } == [1, 0, 0, 0, 0], "\(way)")
    }
  }

  @Test(
    "rules about all elements belong to what is around them",
    arguments: [
      ("\"uniqueItems\": true", #"[{"b": 1}, {}, {"b": 1.0}]"#, false),
      ("\"uniqueItems\": true", #"[{"b": 1}, {}, {"b": 2}, 2, "2"]"#, true),
      ("\"uniqueItems\": true", "[3, {}, 3]", false),
      ("\"uniqueItems\": true", #"{"a": {}, "b": {}}"#, true),
      ("\"contains\": {\"required\": [\"b\"]}", #"[{}, {"b": 1}, {"b": 2}]"#, true),
      ("\"contains\": {\"required\": [\"b\"]}", "[{}, {}]", false),
      ("\"contains\": {\"required\": [\"b\"]}", "[]", false),
      ("\"contains\": {\"required\": [\"b\"]}", #"{"a": {}}"#, true),
      (
        "\"contains\": {\"required\": [\"b\"]}, \"maxContains\": 1", #"[{"b": 1}, {"b": 2}]"#,
        false
      ),
      (
        "\"contains\": {\"required\": [\"b\"]}, \"minContains\": 2", #"[{"b": 1}, {}]"#, false
      ),
      ("\"contains\": {\"required\": [\"b\"]}, \"minContains\": 0", "[{}, {}]", true),
    ])
  func rulesAboutAll(keyword: String, value: String, isValid: Bool) throws {
    let check = try check(
      """
      {"properties": {"a": {\(keyword), "items": {"type": ["object", "string", "number"]},
        "additionalProperties": {"type": "object"}}}}
      """)
    for way in Self.ways {
      let found = summary(check, "{\"n\": 1, \"a\": \(value)}", way)
      #expect(found.inputs[0].sets.count == 2, "\(way)")
      #expect(found.invalid == (isValid ? 0 : 1), "\(way)")
      let failed = found.rules.filter { $0.counts.failed > 0 }
      #expect(failed.map(\.counts.failed) == (isValid ? [] : [1]), "\(way)")
      #expect(failed.flatMap(\.samples).map(\.recordPointer) == (isValid ? [] : [""]), "\(way)")
      #expect(
        failed.flatMap(\.samples).map(\.instanceLocation) == (isValid ? [] : ["/a"]), "\(way)")
      #expect(
        failed.flatMap(\.places.first).map(\.location) == (isValid ? [] : ["/a"]), "\(way)")
      #expect(found.inputs[0].sets[1].counts?.invalid == (isValid ? 0 : 1), "\(way)")
    }
  }

  @Test("of an array whose name is there twice, the last one counts for rules about all elements")
  func repeatedArray() throws {
    let check = try check(
      """
      {"properties": {"a": {"uniqueItems": true, "contains": {"required": ["b"]}, "maxContains": 1,
        "items": {"type": "object"}}}}
      """)
    for (last, failed) in [(#"[{"b": 1}]"#, 0), ("[{}, {}]", 2), (#"[{}, {"b": 1}, {}]"#, 1)] {
      for way in Self.ways {
        let found = summary(check, "{\"a\": [{\"b\": 1}, {\"b\": 1}], \"a\": \(last)}", way)
        #expect(failing(found).count == failed, "\(last) \(way)")
        #expect(found.invalid == 1, "the key is there twice")
      }
    }
  }

  @Test(
    "limits of arrays and maps count what was read",
    arguments: [
      ("\"minItems\": 2", "[{}, {}]", true), ("\"minItems\": 3", "[{}, {}]", false),
      ("\"maxItems\": 1", "[{}, {}]", false), ("\"maxItems\": 0", "[]", true),
      ("\"minProperties\": 2", #"{"a": {}, "b": {}}"#, true),
      ("\"maxProperties\": 1", #"{"a": {}, "b": {}}"#, false),
      ("\"required\": [\"b\"]", #"{"a": {}, "b": {}}"#, true),
      ("\"required\": [\"c\"]", #"{"a": {}, "b": {}}"#, false),
      ("\"propertyNames\": {\"maxLength\": 1}", #"{"a": {}, "bc": {}}"#, false),
    ])
  func limits(keyword: String, value: String, isValid: Bool) throws {
    let check = try check(
      """
      {"properties": {"a": {\(keyword), "items": {"type": "object"},
        "additionalProperties": {"type": "object"}}}}
      """)
    for way in Self.ways {
      let found = summary(check, "{\"n\": 1, \"a\": \(value)}", way)
      #expect((found.invalid == 0) == isValid, "\(way)")
      #expect(found.total > 1 || value == "[]", "\(way)")
    }
  }

  @Test("what is around the records must not be longer than a record")
  func longOutline() throws {
    let check = try check(#"{"properties": {"a": {"items": {"type": "object"}}}}"#)
    let text = String(repeating: "x", count: 200)
    for var way in Self.ways {
      way.recordBytesMaximum = 100
      let found = summary(check, "{\"t\": \"\(text)\", \"a\": [{}, {}]}", way)
      #expect(found.kinds == [.length: 1] && found.valid == 2, "\(way)")
      #expect(found.inputs[0].failure == nil, "\(way)")
    }
  }

  @Test(
    "a malformed value around the records makes them a malformed record",
    arguments: [
      ("tru", MalformedKind.syntax), ("1.", .syntax), ("x{", nil), ("-", .syntax), ("nul]", nil),
      (#""\q""#, .syntax), (#""\u12""#, .syntax), (#""\ud800x""#, .encoding),
      (#""\ud800\"""#, .encoding), ("\"a\nb\"", .syntax), ("\"\u{1}\"", .syntax),
      ("[1 2]", .syntax),
      ("2026-01-01", .syntax), ("{\"b\": 20x}", .syntax), ("[1 \"a\"]", nil), ("[1 [2]]", nil),
    ])
  func faultyValues(value: String, kind: MalformedKind?) throws {
    let check = try check(#"{"properties": {"a": {"items": {"type": "object"}}}}"#)
    for way in Self.ways {
      for text in ["{\"t\": \(value), \"a\": [{}, {}]}", "{\"a\": [{}, {}], \"t\": [\(value)]}"] {
        let found = summary(check, text, way)
        #expect((found.inputs[0].failure == nil) == (kind != nil), "\(text) \(way)")
        guard let kind else { continue }
        #expect(found.kinds == [kind: 1] && found.valid == 2, "\(text) \(way)")
      }
    }
  }

  // MARK: Damage

  private static let schema = """
    {"type": "object", "properties": {"data": {"minItems": 1, "items": {"type": "object",
      "properties": {"id": {"type": "integer"}}}}, "by": {"propertyNames": {"maxLength": 3},
      "additionalProperties": {"required": ["x"]}}}}
    """
  private static let document =
    "{\"n\": [1, \"\\ud83d\\ude00é\", {}],\n \"data\": [{\"id\": 1}, {\"id\": \"a]\\\"\"},\n  {\"x\": [[], 2e1]}], "
    + "\"t\": true, \"by\": {\"a\": {\"x\": 1},\"é\":[]}}\n"

  @Test("each cut but those behind the last bracket gives exit code 2")
  func cuts() throws { try damage().expectCutsToBeNoVerdict() }

  @Test("each flipped bit is noticed where the document is not JSON any more")
  func flips() throws { try damage().expectFlipsToBeNoticed() }

  private func damage() throws -> DocumentDamage {
    DocumentDamage(check: try check(Self.schema), document: Self.document, ways: Self.ways)
  }

  @Test("the report does not depend on threads, chunks and compression")
  func report() throws {
    let check = try check(Self.schema)
    var random = SeededGenerator(seed: 5)
    let records = (0..<300).map { index in
      [
        "{\"id\": \(random.below(200)),\n \"t\": \"x\"}", "{\"id\": tru}", "[\(index)]",
        "{\"id\": \"a\"}",
      ][
        random.below(20) < 17 ? 0 : 1 + random.below(3)]
    }
    let members = (0..<50).map { "\"k\($0 * 100)\": {\"\($0 % 7 == 0 ? "y" : "x")\": 1}" }
    let bytes = Array(
      "{\"data\": [\n\(records.joined(separator: ",\n "))\n], \"by\": {\(members.joined(separator: ",\n"))}}\n{}"
        .utf8)
    let expected = Judging.report(check, bytes, Way(format: .json))
    for way in Self.ways { #expect(Judging.report(check, bytes, way) == expected, "\(way)") }
    for members in [
      [gzip(bytes)], gzipMembers(bytes, sizes: [500]), bgzipMembers(bytes, sizes: [90]),
    ] {
      for way in Self.ways {
        #expect(Judging.report(check, members.flatMap { $0 }, way) == expected, "\(way)")
      }
    }
    #expect(expected.contains("\"recordPointer\": \"/by/k"))
    #expect(expected.contains("\"recordPointer\": \"\""))
  }
}

extension RunSummary {
  fileprivate var duplicateKeys: Int { builtIns[.duplicateKey]?.counts.failed ?? 0 }
}
