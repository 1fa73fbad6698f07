import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckSchema
import TestSupport
import Testing
import Twins

/// The engine and a slow validator, which is written from the specification and resolves its own
/// references, agree about every rule.
@Suite("JSON Schema, judged twice")
struct SchemaAgreementTests {
  static let numbers: [String: Int] = [
    "draft4": 4, "draft6": 6, "draft7": 7, "draft2019-09": 2019, "draft2020-12": 2020,
  ]

  private static func document(_ address: String) -> DOM? {
    SchemaSuite.resolver.file(address).map { SlowReading.wellFormed($0.bytes) }
  }

  private func slow(_ schema: String, _ draft: Int) -> SlowValidator {
    JudgedTwice.slow(schema, draft: draft, load: Self.document)
  }

  private func check(_ schema: ReadSchema) throws -> Check {
    var options = RunOptions()
    options.reading.format = .jsonl
    options.reading.threads = 1
    return try Check(ruleSet: schema.ruleSet, options: options)
  }

  /// Compares everything that is counted; returns whether it is the same.
  @discardableResult
  private func compare(
    _ text: String, _ schema: ReadSchema, _ draft: Int, _ records: [String], _ comment: String
  ) throws -> Bool {
    let judged = try JudgedTwice(text, schema, draft: draft, load: Self.document)
    guard let difference = judged.difference(records) else { return true }
    Issue.record("\(comment): \(difference)")
    return false
  }

  // MARK: The suite

  @Test("the slow validator answers every required test", .needsSuites, arguments: numbers.keys)
  func twin(_ draft: String) throws {
    var count = 0
    for file in Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)")
    where file.hasSuffix(".json") {
      for group in try SchemaSuite.groups("\(draft)/\(file)") {
        let validator = slow(group.schema, Self.numbers[draft] ?? 0)
        for test in group.tests {
          count += 1
          let isValid = validator.isValid(SlowReading.wellFormed(test.data.utf8))
          #expect(isValid == test.isValid, "\(file), \(group.description): \(test.description)")
        }
      }
    }
    #expect(count > 500)
  }

  @Test("all outcomes agree on the suite", .needsSuites, arguments: numbers.keys)
  func outcomes(_ draft: String) throws {
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    for file in Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)")
    where file.hasSuffix(".json") {
      for group in try SchemaSuite.groups("\(draft)/\(file)") {
        let schema = try SchemaSuite.read(group.schema, dialect)
        try compare(
          group.schema, schema, Self.numbers[draft] ?? 0, group.tests.map(\.data),
          "\(file), \(group.description)")
      }
    }
  }

  /// Optional tests that are not answered as their authors expect, each with the reason.
  static let exceptions: [String: String] = [:]

  @Test("the optional tests are answered too", .needsSuites, arguments: numbers.keys)
  func optional(_ draft: String) throws {
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    for folder in ["optional", "optional/format"] {
      var options = SchemaOptions()
      options.assertsFormat = folder == "optional/format"
      options.assertsContent = dialect == .draft7
      let names = Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)/\(folder)")
      for file in names where file.hasSuffix(".json") {
        for group in try SchemaSuite.groups("\(draft)/\(folder)/\(file)") {
          let check = try check(SchemaSuite.read(group.schema, dialect, options: options))
          for test in group.tests {
            let summary = check.run([.bytes(Array(test.data.utf8), name: "record")])
            let name = "\(draft)/\(file): \(group.description): \(test.description)"
            let isAsExpected = (summary.valid == 1) == test.isValid
            #expect(isAsExpected == (Self.exceptions[name] == nil), "\(name)")
          }
        }
      }
    }
  }

  @Test("threads make no difference", .needsSuites, arguments: numbers.keys)
  func threads(_ draft: String) throws {
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    let names = Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)")
    for file in names where file.hasSuffix(".json") {
      for group in try SchemaSuite.groups("\(draft)/\(file)") {
        let schema = try SchemaSuite.read(group.schema, dialect)
        let records = Array(repeating: group.tests.map(\.data), count: 20).joined()
        let bytes = Array(records.joined(separator: "\n").utf8)
        let expected = group.tests.count { $0.isValid } * 20
        let check = try check(schema)
        for threads in [1, 7] {
          let summary = check.with { $0.reading.threads = threads }
            .run([.bytes(bytes, name: "records")])
          #expect(summary.valid == expected, "\(file), \(group.description)")
        }
      }
    }
  }

  // MARK: At random

  @Test(
    "all outcomes agree where random drawing found mistakes",
    arguments: [
      (
        "draft7", #"{"required": ["b"], "patternProperties": {"b": {"items": {"minimum": 2}}}}"#,
        #"{"b": "ab", "a": 0, "b": [1]}"#
      ),
      (
        "draft2019-09", #"{"contains": {"minimum": 2}, "unevaluatedItems": false}"#, "[1, 2]"
      ),
    ])
  func found(_ draft: String, _ text: String, _ record: String) throws {
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    try compare(
      text, SchemaSuite.read(text, dialect), Self.numbers[draft] ?? 0, [record], draft)
  }

  @Test(
    "long lists of choices mean what short ones do",
    arguments: [
      (0..<1_500).map { #""choice number \#($0)""# }, (0..<30).map { #""0123456789 \#($0 + 10)""# },
      (0..<1_500).map { "\($0)" }, (0..<1_500).map { #""\#($0)""# } + ["null", "true"],
      (0..<1_500).map { #"{"a": \#($0)}"# } + ["[1]"],
    ])
  func longChoices(_ choices: [String]) throws {
    let list = choices.joined(separator: ", ")
    let text = #"{"enum": [\#(list)], "properties": {"a": {"enum": [\#(list)]}}}"#
    let records =
      ["{}", "[]", "null", "true", "7", "7.0", "1e1", "-1", #""0123456789 12""#, "[1]"]
      + [#""choice number 7""#, #""choice\u0020number 8""#, #"{"a": 7}"#, #"{"a": 7.0}"#]
      + choices.prefix(3) + choices.suffix(3).map { #"{"a": \#($0)}"# }
    try compare(text, SchemaSuite.read(text, .draft2020), 2020, records, choices[0])
  }

  @Test(
    "schemas that ask one value on many ways are answered in time", .usesLess(than: .seconds(60)),
    arguments: [2, 9, 24])
  func manyWays(_ count: Int) throws {
    let definitions = (0..<count).map { number in
      let ways = [number + 1, number * 2, number * 3 + 1].map { way in
        ##"{"$ref": "#/$defs/s\##(way % count)"}"##
      }
      return ##""s\##(number)": {"properties": {"a": \##(ways[0]), "##
        + #""b": {"anyOf": [\#(ways[1]), \#(ways[2]), {"type": "null"}]}}}"#
    }
    let text =
      ##"{"$ref": "#/$defs/s0", "$defs": {"## + definitions.joined(separator: ", ") + "}}"
    let records = [
      #"{"b": 1}"#, #"{"b": {"b": 1, "a": {}}}"#, #"{"a": {"b": {"b": {"b": {"a": null}}}}}"#,
      String(repeating: #"{"a": "#, count: 60) + "1" + String(repeating: "}", count: 60),
    ]
    try compare(text, SchemaSuite.read(text, .draft2020), 2020, records, "\(count)")
  }

  /// Apart from the attribute: the compiler takes seconds to type-check these as its argument.
  private static let selfReferring: [String] = [
    ##"{"items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}"##,
    ##"{"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}, "type": "array"}]}"##,
    ##"""
    {"unevaluatedItems": false,
     "anyOf": [{"prefixItems": [{"$ref": "#"}]}, {"prefixItems": [{"$ref": "#"}], "minItems": 0}]}
    """##,
    ##"{"properties": {"a": {"$ref": "#"}}, "patternProperties": {"a": {"$ref": "#"}}}"##,
    ##"{"$ref": "#/$defs/A0", "$defs": {"A7": {"type": "null"}, \##(twoWays)}}"##,
    ##"""
    {"unevaluatedProperties": {"unevaluatedItems": {"$ref": "#"}},
     "anyOf": [{"properties": {"a": {"$ref": "#"}}}, {"patternProperties": {"^b": {"$ref": "#"}}}]}
    """##,
  ]

  /// Definitions each of which leads to itself and to the next one.
  private static let twoWays = (0..<7).map { number in
    ##"""
    "A\##(number)": {"properties": {"a":
      {"allOf": [{"$ref": "#/$defs/A\##(number)"}, {"$ref": "#/$defs/A\##(number + 1)"}]}}}
    """##
  }.joined(separator: ", ")

  @Test(
    "schemas that lead back to themselves on two ways are answered in time",
    .usesLess(than: .seconds(60)), arguments: selfReferring)
  func twoWaysBack(_ text: String) throws {
    let schema = try SchemaSuite.read(text, .draft2020)
    for depth in [3, 300] {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let objects =
        String(repeating: #"{"a": "#, count: depth) + "1" + String(repeating: "}", count: depth)
      if depth < 10 {
        try compare(text, schema, 2020, [arrays, objects], "depth \(depth)")
      } else {
        let bytes = Array((arrays + "\n" + objects).utf8)
        #expect(try check(schema).run([.bytes(bytes, name: "records")]).total == 2)
      }
    }
  }

  @Test("all outcomes agree on random schemas and records", arguments: numbers.keys)
  func random(_ draft: String) throws {
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    let number = Self.numbers[draft] ?? 0
    var failures = 0
    for seed in RandomRun.seeds(25) where failures < 5 {
      var draw = SchemaDraw(SeededGenerator(seed: seed), draft: number)
      let text = draw.schema()
      guard let schema = try? SchemaSuite.read(text, dialect) else {
        Issue.record("seed \(seed): \(text) is refused")
        continue
      }
      let records = (0..<100).map { _ in draw.record() }
      if try !compare(text, schema, number, records, "seed \(seed)") { failures += 1 }
    }
  }
}
