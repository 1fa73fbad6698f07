import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import TestSupport
import Testing
import Twins

/// The key of a record is judged as a member of the record with the same value would be.
@Suite("The keys of records") struct RecordKeyTests {
  private static let ways = [
    Way(format: .json), Way(threads: 1, chunkBytes: 4, format: .json),
    Way(threads: 2, chunkBytes: 7, format: .json), Way(threads: 7, chunkBytes: 50, format: .json),
  ]

  /// The keys, and the members that stand for them in the records of the twin.
  private static let members = [
    ("$key[0]", "k_first"), ("$key[1]", "k_second"), ("$key", "k_last"),
  ]

  private static let rules = #"""
    "fields": {
      "$key": {"required": true, "type": ["string", "integer"], "minLength": 2, "maximum": 3,
        "pattern": "^[A-Z]{3}$|^[0-9]+$", "unique": true},
      "$key[0]": {"type": "string", "enum": ["USD", "ab", "a\"b", "é\\"], "minLength": 1},
      "$key[1]": {"exclusiveMinimum": 1},
      "n": {"type": "integer", "references": {"file": ".", "column": "$key"}}},
    "rules": [
      {"id": "same", "compare": ["n", "==", "$key"]},
      {"id": "sum", "compare": ["$key + 1", "<=", "n + 3"]},
      {"id": "length", "compare": ["length($key[0])", "<=", "n"], "message": "{$key}/{$key[0]}"},
      {"id": "both", "unique": ["$key[0]", "n"]},
      {"id": "when", "when": {"$key": {"enum": ["USD", "ab", 2]}}, "then": {"n": {"maximum": 1}}}],
    "table": [
      {"id": "distinct", "measure": "distinct", "of": "$key", "by": ["$key[0]"], "maximum": 2},
      {"id": "total", "measure": "sum", "of": "$key", "where": {"$key": {"type": "integer"}},
        "maximum": 5},
      {"id": "order", "sorted": [{"path": "$key[0]"}, {"path": "$key"}]}]
    """#

  @Test("are judged as members are", arguments: ["/*/*", "/*", "/x/*/y", "/*/y/*", "/*/*/*"])
  func agreement(pointer: String) throws {
    let stars = pointer.filter { $0 == "*" }.count
    let needed = Self.members.count - 1
    // What no record can have is a mistake of the profile.
    let rules = stars >= needed ? Self.rules : Self.withoutSecond(Self.rules)
    let profile = try Judging.profile(
      #"{"bulkcheck": 1, "input": {"records": "\#(pointer)"}, \#(rules)}"#)
    let twin = try Judging.profile("{\"bulkcheck\": 1, \(Self.renamed(rules))}")
    let (check, slow) = (try Judging.check(profile.ruleSet), try Judging.check(twin.ruleSet))
    var failed = 0
    for seed in RandomRun.seeds(40) {
      var draw = DocumentDraw(pointer, SeededGenerator(seed: seed))
      let document = draw.document()
      let lines = draw.lines.joined(separator: "\n")
      let expected = outcomes(slow, lines, Way(format: .jsonl))
      for way in Self.ways {
        let found = outcomes(check, document, way)
        let renamed = Self.renamed(found).replacing("at:k_", with: "at:/k_")
        #expect(
          renamed == expected, "seed \(seed)\n\(document)\n\(difference(renamed, expected))")
        if renamed != expected { return }
      }
      failed += expected.split(separator: "\n").count { $0.contains("failed") }
    }
    #expect(failed > 0 || RandomRun.hasOneSeed)
  }

  private static func withoutSecond(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.contains("$key[1]") }.joined(separator: "\n")
  }

  private static func renamed(_ text: String) -> String {
    members.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The parts of a report that do not tell where in the input records are.
  private func outcomes(_ check: Check, _ text: String, _ way: Way) -> String {
    let summary = Judging.summary(check, [.bytes(Array(text.utf8), name: "input")], way)
    let report = check.report(summary)
    var lines = ["\(summary.inputs[0].failure ?? "") \(report.records)"]
    for rule in report.rules {
      lines.append(
        "\(rule.id) \(rule.passed) failed \(rule.failed) \(rule.missing) \(rule.blocked) "
          + "\(rule.notApplicable)")
      lines += rule.samples.map { sample in
        // The place and the name of a key, which is a member in the twin.
        if rule.id == "bulkcheck.duplicate-key" { return "  \(sample.record)" }
        return "  \(sample.record) at:\(sample.instanceLocation ?? "") \(sample.value ?? "") "
          + "\(sample.message)"
      }
      lines += rule.topValues.map { "  \($0.value) \($0.count)" }
    }
    lines += report.fields.map { "\($0.path) \($0.present) \($0.absent) \($0.null)" }
    return lines.joined(separator: "\n")
  }

  @Test("partial results of documents are merged to the report of one run")
  func merging() throws {
    let profile = """
      {"bulkcheck": 1, "input": {"records": "/*/*"}, \(Self.withoutSecond(Self.rules))}
      """
    for seed in RandomRun.seeds(10) {
      var inputs: [InputLocation] = []
      for part in 0..<3 {
        var draw = DocumentDraw("/*/*", SeededGenerator(seed: seed * 10 + part))
        inputs.append(.bytes(Array(draw.document().utf8), name: "\(part).json"))
      }
      let expected = try Merging.whole(profile, inputs, Way(threads: 2, format: .json))
      let partials = try inputs.enumerated().map { index, input in
        try Merging.partial(profile, [input], Self.ways[index], secret: "s")
      }
      let merged = try Merging.merged(partials)
      #expect(merged == expected, "seed \(seed)\n\(difference(merged, expected))")
    }
  }
}

/// A random document with records at the places of a pointer, and the same records as lines with
/// their keys as members.
private struct DocumentDraw {
  private static let names = ["USD", "ab", "a\\\"b", "é\\\\", "A B", "", "x~/y", "12"]

  private let segments: [Substring]
  private var random: SeededGenerator
  private(set) var lines: [String] = []
  /// An earlier member of the same object has the name of the one at hand.
  private var isRepeated = false

  init(_ pointer: String, _ random: SeededGenerator) {
    segments = pointer.split(separator: "/")
    self.random = random
  }

  mutating func document() -> String { value(segments[...], keys: []) }

  /// - Parameter keys: those on the way, as JSON.
  private mutating func value(_ rest: ArraySlice<Substring>, keys: [String]) -> String {
    guard let segment = rest.first else { return record(keys) }
    let inner = rest.dropFirst()
    guard segment == "*" else {
      return "{\"o\": [1], \"\(segment)\": \(value(inner, keys: keys)), \"p\": {}}"
    }
    let count = 1 + random.below(keys.isEmpty ? 5 : 4)
    if random.oneIn(2) {
      let elements = (0..<count).map { value(inner, keys: keys + ["\($0)"]) }
      return "[\(elements.joined(separator: ",\n "))]"
    }
    var names = Array(Self.names.shuffled(using: &random).prefix(count))
    let isLastStar = !inner.contains("*")
    if isLastStar, random.oneIn(3) { names += names.prefix(1 + random.below(2)) }
    var seen: Set<String> = []
    let members = names.map { name in
      isRepeated = isLastStar && !seen.insert(name).inserted
      defer { isRepeated = false }
      return "\"\(name)\": \(value(inner, keys: keys + ["\"\(name)\""]))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func record(_ keys: [String]) -> String {
    if random.oneIn(12) {
      lines.append("{\"n\": tru}")
      return "{\"n\": tru}"
    }
    let own = random.oneIn(6) ? [] : ["\"n\": \(random.below(5))"]
    var all = own + ["\"k_first\": \(keys[0])", "\"k_last\": \(keys[keys.count - 1])"]
    if keys.count > 1 { all.append("\"k_second\": \(keys[1])") }
    if isRepeated { all.append(all[own.count + 1]) }
    lines.append("{\(all.joined(separator: ", "))}")
    return "{\(own.joined(separator: ", "))}"
  }
}
