import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import Foundation
import Testing

@testable import BulkcheckSchema

/// The engine and a slow validator, which is written from the specification and resolves its own
/// references, agree about every rule.
@Suite("JSON Schema, judged twice")
struct SchemaAgreementTests {
  static let numbers: [String: Int] = [
    "draft4": 4, "draft6": 6, "draft7": 7, "draft2019-09": 2019, "draft2020-12": 2020,
  ]
  private static let uri = "file:///schema"
  /// How many times as many random schemas are tried.
  private static let scale =
    Int(ProcessInfo.processInfo.environment["BULKCHECK_TEST_SCALE"] ?? "") ?? 1

  private static func document(_ address: String) -> DOM? {
    (SchemaSuite.resolver.file(address)?.bytes ?? Metaschema.bytes(address)).map(SlowJSON.read)
  }

  private func slow(_ schema: String, _ draft: Int, assertsFormat: Bool = false) -> SlowValidator {
    let schema = SlowSchema(
      SlowJSON.read(schema.utf8), uri: Self.uri, draft: draft, load: Self.document)
    return SlowValidator(schema, assertsFormat: assertsFormat) {
      URIText.shown($0, from: Self.uri)
    }
  }

  private func check(_ schema: ReadSchema, threads: Int = 1) throws -> Check {
    var options = RunOptions()
    options.reading.format = .jsonl
    options.reading.threads = threads
    return try Check(ruleSet: schema.ruleSet, options: options)
  }

  /// The outcomes of all rules of some records, added up.
  private func slowCounts(
    _ validator: SlowValidator, _ records: [String], _ ids: [String]
  ) -> (valid: Int, counts: [String: RuleCounts]) {
    var counts = Dictionary(uniqueKeysWithValues: ids.map { ($0, RuleCounts()) })
    var valid = 0
    for record in records {
      let value = SlowJSON.read(record.utf8)
      if validator.isValid(value) { valid += 1 }
      for id in ids where validator.verdicts[id] == nil { counts[id]?.missing += 1 }
      for (id, verdict) in validator.verdicts {
        switch verdict {
        case .failed: counts[id, default: RuleCounts()].failed += 1
        case .passed: counts[id, default: RuleCounts()].passed += 1
        case .notApplicable: counts[id, default: RuleCounts()].notApplicable += 1
        }
      }
    }
    return (valid, counts)
  }

  /// Compares everything that is counted; returns whether it is the same.
  @discardableResult
  private func compare(
    _ text: String, _ schema: ReadSchema, _ validator: SlowValidator, _ records: [String],
    _ comment: String
  ) throws -> Bool {
    let ids = schema.ruleSet.rules.map(\.id)
    let summary = try check(schema).run([
      .bytes(Array(records.joined(separator: "\n").utf8), name: "records")
    ])
    let slow = slowCounts(validator, records, ids)
    let fast = Dictionary(uniqueKeysWithValues: zip(ids, summary.rules.map(\.counts)))
    var differences = Set(fast.keys).union(slow.counts.keys)
      .filter { fast[$0] != slow.counts[$0] }.sorted()
    // A name that is there twice makes a record invalid if the schema reads it.
    let repeating = summary.builtIns[.duplicateKey]?.counts.failed ?? 0
    if !(summary.valid...(summary.valid + repeating)).contains(slow.valid) {
      differences.append("valid")
    }
    guard let first = differences.first else { return true }
    // One record says more.
    if records.count > 1 {
      for record in records {
        if try !compare(text, schema, validator, [record], comment) { return false }
      }
    }
    let (one, other) = (fast[first], slow.counts[first])
    Issue.record(
      """
      \(comment): \(differences) for \(text), \(records.prefix(2)): \
      \(one.map { "\($0)" } ?? "no rule") by the engine, \
      \(other.map { "\($0)" } ?? "no rule") by the twin; valid \(summary.valid), \
      \(slow.valid)
      """)
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
          let isValid = validator.isValid(SlowJSON.read(test.data.utf8))
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
        let validator = slow(group.schema, Self.numbers[draft] ?? 0)
        try compare(
          group.schema, schema, validator, group.tests.map(\.data),
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
        for threads in [1, 7] {
          let summary = try check(schema, threads: threads)
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
    let validator = slow(text, Self.numbers[draft] ?? 0)
    try compare(text, SchemaSuite.read(text, dialect), validator, [record], draft)
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
    try compare(text, SchemaSuite.read(text, .draft2020), slow(text, 2020), records, choices[0])
  }

  @Test(
    "schemas that ask one value on many ways are answered in time", .timeLimit(.minutes(1)),
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
    try compare(text, SchemaSuite.read(text, .draft2020), slow(text, 2020), records, "\(count)")
  }

  @Test(
    "schemas that lead back to themselves on two ways are answered in time",
    .timeLimit(.minutes(1)),
    arguments: [
      ##"{"items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}"##,
      ##"{"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}, "type": "array"}]}"##,
      ##"{"unevaluatedItems": false, "anyOf": [{"prefixItems": [{"$ref": "#"}]}, "##
        + ##"{"prefixItems": [{"$ref": "#"}], "minItems": 0}]}"##,
      ##"{"properties": {"a": {"$ref": "#"}}, "patternProperties": {"a": {"$ref": "#"}}}"##,
      ##"{"$ref": "#/$defs/A0", "$defs": {"A7": {"type": "null"}, "##
        + (0..<7).map { number in
          ##""A\##(number)": {"properties": {"a": {"allOf": [{"$ref": "#/$defs/A\##(number)"}, "##
            + ##"{"$ref": "#/$defs/A\##(number + 1)"}]}}}"##
        }.joined(separator: ", ") + "}}",
      ##"{"unevaluatedProperties": {"unevaluatedItems": {"$ref": "#"}}, "anyOf": [{"properties": "##
        + ##"{"a": {"$ref": "#"}}}, {"patternProperties": {"^b": {"$ref": "#"}}}]}"##,
    ])
  func twoWaysBack(_ text: String) throws {
    let schema = try SchemaSuite.read(text, .draft2020)
    for depth in [3, 300] {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let objects =
        String(repeating: #"{"a": "#, count: depth) + "1" + String(repeating: "}", count: depth)
      if depth < 10 {
        try compare(text, schema, slow(text, 2020), [arrays, objects], "depth \(depth)")
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
    for seed in 0..<UInt64(25 * Self.scale) where failures < 5 {
      var draw = SchemaDraw(seed: seed, draft: number)
      let text = draw.schema()
      guard let schema = try? SchemaSuite.read(text, dialect) else {
        Issue.record("seed \(seed): \(text) is refused")
        continue
      }
      let records = (0..<100).map { _ in draw.record() }
      if try !compare(text, schema, slow(text, number), records, "seed \(seed)") { failures += 1 }
    }
  }
}
