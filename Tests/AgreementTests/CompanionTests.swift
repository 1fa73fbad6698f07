import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import TestSupport
import Testing
import Twins

/// Companions of failures are counted the same way however the input is cut, and as a plain count
/// over the records does.
@Suite struct CompanionTests {
  private static let ways = [
    Way(chunkBytes: 1 << 20), Way(chunkBytes: 7), Way(threads: 2, chunkBytes: 300),
    Way(threads: 7, chunkBytes: 64),
  ]

  private func counts(
    _ ruleSet: RuleSet, _ text: String, _ way: Way, _ format: InputFormat = .jsonl
  ) throws -> [[CompanionCount]] {
    var options = way.options
    options.reading.format = format
    options.countsCompanions = true
    let check = try Check(ruleSet: ruleSet, options: options)
    return check.run([.bytes(Array(text.utf8), name: "input")]).rules.map(\.companions)
  }

  private func found(
    _ profile: String, _ text: String, _ format: InputFormat = .jsonl
  ) throws -> [String: [CompanionCount]] {
    let ruleSet = try Judging.profile(profile).ruleSet
    let all = try Self.ways.map { try counts(ruleSet, text, $0, format) }
    for other in all { #expect(other == all[0]) }
    return Dictionary(uniqueKeysWithValues: zip(ruleSet.rules.map(\.id), all[0]))
  }

  @Test("random rules: the same at any number of threads and chunk size", arguments: [false, true])
  func random(isCSV: Bool) throws {
    var told = 0
    try RandomRun.cases(60, isCSV: isCSV) { drawn in
      drawn.draw(60)
      let text = drawn.head + drawn.lines.joined()
      let all = try Self.ways.map { try counts(drawn.ruleSet, text, $0, drawn.format) }
      told += all[0].reduce(0) { $0 + $1.count }
      return all.allSatisfy { $0 == all[0] }
    }
    #expect(told > 0 || RandomRun.hasOneSeed)
  }

  private static let profile = """
    {"bulkcheck": 1, "fields": {
      "country": {"type": "string"}, "plan": {}, "note": {"labels": ["pii"]},
      "address": {"type": "object"}, "address.city": {}, "list": {}, "n": {"maximum": 9},
      "id": {"unique": true}, "ref": {"references": {"file": ".", "column": "id"}}},
     "rules": [
      {"id": "german", "when": {"country": {"const": "DE"}}, "then": {"n": {"maximum": 5}}},
      {"id": "order", "compare": ["n", "<", "id"]}]}
    """

  /// Some records are not JSON or not objects; one value is written in two ways.
  private static let lines: [String] = (0..<600).map { number in
    if number % 97 == 5 { return "{" }
    if number % 101 == 7 { return "[]" }
    let country = ["\"DE\"", "\"FR\"", "null", "\"\\u0044E\""][number % 4]
    let plan = number % 5 == 0 ? "" : "\"plan\": \(number % 3), "
    return "{\"country\": \(country), \(plan)\"note\": \"x\", "
      + "\"address\": {\"city\": \"\(number % 2)\"}, \"list\": [1], "
      + "\"n\": \(number % 13), \"id\": \(number % 590), \"ref\": 1}"
  }

  @Test("says of each value what a plain count says")
  func plainCount() throws {
    let found = try found(Self.profile, Self.lines.joined(separator: "\n"))
    let records = (0..<600).filter { $0 % 97 != 5 && $0 % 101 != 7 }
    func countries(_ fails: (Int) -> Bool) -> Set<CompanionCount> {
      let values: [(String?, (Int) -> Bool)] = [
        ("\"DE\"", { $0 % 4 == 0 || $0 % 4 == 3 }), ("\"FR\"", { $0 % 4 == 1 }),
        (nil, { $0 % 4 == 2 }),
      ]
      return Set(
        values.map { value, has in
          CompanionCount(
            field: FieldPath([.key("country")]), value: value,
            failures: records.count { has($0) && fails($0) }, records: records.count(where: has),
            recordsTotal: records.count)
        }.filter { $0.failures > 0 })
    }
    let ofCountry = found.mapValues { counts in
      Set(counts.filter { $0.field.description == "country" })
    }
    #expect(ofCountry["n.maximum"] == countries { $0 % 13 > 9 })
    #expect(ofCountry["german"] == countries { ($0 % 4 == 0 || $0 % 4 == 3) && $0 % 13 > 5 })
    #expect(ofCountry["id.unique"] == countries { $0 >= 590 && records.contains($0 - 590) })
    #expect(ofCountry["order"]?.isEmpty == false)
  }

  @Test("leaves out masked fields, those with many values, parts, and what the rule judges")
  func leftOut() throws {
    let found = try found(Self.profile, Self.lines.joined(separator: "\n"))
    func fields(_ rule: String) -> [String] {
      Set(found[rule, default: []].map(\.field.description)).sorted()
    }
    // `id` has 590 values, `list` and `address` are not simple values.
    #expect(fields("n.maximum") == ["address.city", "country", "plan", "ref"])
    #expect(fields("order") == ["address.city", "country", "plan", "ref"])
    #expect(fields("german") == ["address.city", "country", "plan", "ref"])
    #expect(fields("id.unique") == ["address.city", "country", "n", "plan", "ref"])
    // Known when the input has ended, and its records are gone.
    #expect(fields("ref.references").isEmpty)
  }

  @Test("a field with 33 values is given up, and one with a value of 65 bytes", arguments: 32...33)
  func manyValues(count: Int) throws {
    let profile = "{\"bulkcheck\": 1, \"fields\": {\"a\": {}, \"b\": {\"maximum\": 5}, \"c\": {}}}"
    let long = String(repeating: "x", count: 32 + count)
    let rows = (0..<200).map { "\($0 % count),\($0),\($0 == 150 ? long : "x")\n" }
    let counts = try found(profile, "a,b,c\n" + rows.joined(), .csv)["b.maximum", default: []]
    #expect(counts.contains { $0.field.description == "a" } == (count == 32))
    #expect(counts.contains { $0.field.description == "c" } == (count == 32))
  }

  @Test("is not counted unless it is asked for, and changes nothing else")
  func off() throws {
    let bytes = Array(Self.lines.joined(separator: "\n").utf8)
    let ruleSet = try Judging.profile(Self.profile).ruleSet
    var options = Way().options
    let plain = try Check(ruleSet: ruleSet, options: options).run([.bytes(bytes, name: "a.jsonl")])
    #expect(plain.rules.allSatisfy { $0.companions.isEmpty })
    options.countsCompanions = true
    let check = try Check(ruleSet: ruleSet, options: options)
    var counted = check.run([.bytes(bytes, name: "a.jsonl")])
    (counted.seconds, counted.ended) = (plain.seconds, plain.ended)
    #expect(JSONReport.text(check.report(counted)) == JSONReport.text(check.report(plain)))
  }
}
