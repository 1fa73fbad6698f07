import Bulkcheck
import Testing

/// Places of failures, through the library's door: at any number of threads, and merged.
@Suite struct FailureSpreadRunTests {
  private static let plain = """
    {"bulkcheck": 1, "fields": {"n": {"type": "integer", "maximum": 9}, "id": {"unique": true},
    "ref": {"required": true}}}
    """

  /// 30,000 records: some are not JSON, not objects, or repeat a key; the last fifth is too large.
  private static let lines: [String] = (0..<30_000).map { number in
    if number % 1_000 == 7 { return "{" }
    if number % 5_000 == 11 { return "[]" }
    if number % 700 == 5 { return "{\"id\": 1, \"id\": \(number), \"n\": 1, \"ref\": 1}" }
    return "{\"id\": \(number % 29_900), \"n\": \(number < 24_000 ? 1 : 10)"
      + (number % 3 == 0 ? "" : ", \"ref\": 1") + "}"
  }

  private func spreads(_ report: Report) -> [String: Report.Spread?] {
    Dictionary(uniqueKeysWithValues: report.rules.map { ($0.id, $0.spread) })
  }

  @Test("the same at any number of threads, merged, and merged of pieces as a tree")
  func agreement() throws {
    let text = Self.lines.joined(separator: "\n") + "\n"
    var options = ProfileValidator.Options()
    options.threads = 1
    let validator = try ProfileValidator(Profile(text: Self.plain), options: options)
    let whole = validator.validate(bytes: text.utf8, name: "all.jsonl")
    options.threads = 3
    let parallel = try ProfileValidator(Profile(text: Self.plain), options: options)
    #expect(spreads(parallel.validate(bytes: text.utf8, name: "all.jsonl")) == spreads(whole))

    let cuts = [0, 1, 8_001, 8_002, 20_011, 30_000]
    let pieces = zip(cuts, cuts.dropFirst()).map { start, end in
      validator.partialResult(
        of: [
          .bytes(
            (Self.lines[start..<end].joined(separator: "\n") + "\n").utf8, name: "p\(start).jsonl")
        ]
      ).result
    }
    var mergeOptions = PartialResult.MergeOptions()
    mergeOptions.inputName = "all.jsonl"
    let merged = try PartialResult.merge(pieces, options: mergeOptions)
    #expect(spreads(merged) == spreads(whole))
    #expect(merged.rules == whole.rules)
    let low = try PartialResult.merged(Array(pieces[..<3]), options: mergeOptions)
    let tree = try PartialResult.merge([low.result] + pieces[3...], options: mergeOptions)
    #expect(spreads(tree) == spreads(whole))
  }

  @Test("several inputs are one after another, merged as in one run")
  func severalInputs() throws {
    let validator = try ProfileValidator(Profile(text: Self.plain))
    let inputs: [ProfileValidator.Input] = [0..<100, 100..<100, 100..<9_000, 23_900..<30_000].map {
      .bytes(
        Self.lines[$0].map { $0 + "\n" }.joined().utf8, name: "\($0.lowerBound)-\($0.count).jsonl")
    }
    let whole = validator.validate(inputs)
    let results = inputs.map { validator.partialResult(of: [$0]).result }
    let low = try PartialResult.merged(Array(results[1...]))
    for report in [
      try PartialResult.merge(results), try PartialResult.merge([results[0], low.result]),
    ] {
      #expect(spreads(report) == spreads(whole))
    }
    let spread = try #require(whole.rules.first { $0.id == "n.maximum" }?.spread)
    #expect(spread.onlyInput == 3 && spread.records == 15_100)
    #expect(spread.bounds.upperBound == 15_100)
    // The first failing record has the number 9,100, to within a range of records.
    #expect(spread.parts[..<60].allSatisfy { $0 == 0 } && spread.parts[61] > 100)
  }

  @Test("each input has its invalid records, duplicates too, merged as in one run")
  func invalidOfInputs() throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"id": {"unique": true}, "n": {"maximum": 1}, "w": {"maximum":
      {"value": 0, "severity": "warning"}}}}
      """
    let texts = [
      "{\"id\": 1, \"n\": 2}\n{\"id\": 2, \"w\": 1}\n", "",
      "{\"id\": 1}\n{\"id\": 2, \"n\": 9}\n{\n",
      "{\"id\": 2}\n{\"id\": 3}\n{\"id\": 3}\n",
    ]
    let inputs: [ProfileValidator.Input] = texts.enumerated().map {
      .bytes($0.element.utf8, name: "\($0.offset).jsonl")
    }
    let validator = try ProfileValidator(Profile(text: profile))
    let whole = validator.validate(inputs)
    #expect(whole.inputs.map(\.invalid) == [1, 0, 2, 2])
    #expect(whole.inputs.reduce(0) { $0 + $1.invalid } == whole.records.invalid)
    let results = inputs.map { validator.partialResult(of: [$0]).result }
    let low = try PartialResult.merged(Array(results[1...]))
    #expect(try PartialResult.merge(results).inputs == whole.inputs)
    #expect(try PartialResult.merge([results[0], low.result]).inputs == whole.inputs)
    var options = PartialResult.MergeOptions()
    options.inputName = "all.jsonl"
    let piece = try PartialResult.merge(results, options: options)
    #expect(piece.inputs.map(\.invalid) == [5])
  }

  @Test("says for each rule what a plain count says")
  func counts() throws {
    let validator = try ProfileValidator(Profile(text: Self.plain))
    let report = validator.validate(bytes: Self.lines.joined(separator: "\n").utf8, name: "a.jsonl")
    for rule in report.rules {
      #expect(rule.spread?.failures ?? 0 == (rule.id.hasSuffix("empty-input") ? 0 : rule.failed))
    }
    func parts(_ id: String, _ fails: (Int) -> Bool) throws {
      let spread = try #require(report.rules.first { $0.id == id }?.spread)
      #expect(spread.parts == (0..<100).map { ($0 * 300..<$0 * 300 + 300).count(where: fails) })
    }
    // Few enough to be told apart.
    try parts("bulkcheck.malformed") { $0 % 1_000 == 7 }
    try parts("bulkcheck.not-an-object") { $0 % 5_000 == 11 }
    try parts("bulkcheck.duplicate-key") { $0 % 700 == 5 && $0 % 1_000 != 7 && $0 % 5_000 != 11 }
    let unique = try #require(report.rules.first { $0.id == "id.unique" }?.spread)
    #expect(unique.bounds.lowerBound >= 29_899 && unique.bounds.upperBound <= 30_000)
    let late = try #require(report.rules.first { $0.id == "n.maximum" }?.spread)
    #expect(late.parts[..<80].allSatisfy { $0 == 0 } && !late.parts[80...].contains(0))
  }

  @Test("a reference that no record answers is found late, and has its place")
  func references() throws {
    let validator = try ProfileValidator(Profile(text: Self.references))
    let text = (0..<1_000).map { "{\"key\": \($0), \"ref\": \($0 % 10 == 0 ? -$0 - 1 : 1)}\n" }
    let report = validator.validate(bytes: text.joined().utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "ref.references" })
    #expect(rule.failed == 100)
    #expect(rule.spread?.parts == [Int](repeating: 1, count: 100))
  }

  private static let references = """
    {"bulkcheck": 1, "fields": {"ref": {"references": {"file": ".", "column": "key"}}}}
    """
}
