import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// Keys that do not fit into memory go to files; nothing else changes.
@Suite struct UniqueMemoryTests {
  private static let profile = """
    { "bulkcheck": 1, "fields": {
        "id": { "unique": true },
        "code": { "type": "integer", "minimum": 0, "unique": { "severity": "warning" } },
        "name": { "unique": { "id": "name-once", "tolerance": 3 } } },
      "rules": [ { "id": "pair", "unique": ["code", "name"] } ] }
    """

  /// Lines of which about one in six repeats a key, near or far back; some are blank, malformed or
  /// incomplete.
  private static func lines(_ count: Int, seed: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for number in 0..<count {
      func key(_ rarely: Int) -> Int {
        random.below(rarely) == 0 ? random.below(number + 1) : number
      }
      switch random.below(40) {
      case 0: text += "\n"
      case 1: text += "{\"id\": \n"
      case 2: text += "{\"id\": null, \"code\": \(key(6)), \"name\": \"n\(key(2))\"}\n"
      default:
        // 1, 1.0 and "1" are two keys, not three.
        let id = random.below(3) == 0 ? "\(key(6)).0" : "\(key(6))"
        text += "{\"id\": \(id), \"code\": \(key(6) - 5), \"name\": \"\(key(4))\"}\n"
      }
    }
    return Array(text.utf8)
  }

  /// Small enough for dozens of files and several merges.
  private static let memory = 4096

  /// The last line of an input has no end.
  private static let inputs: [InputLocation] = [
    .bytes(lines(4000, seed: 1), name: "a"), .bytes(Array("{\"id\": 0}".utf8), name: "b"),
    .bytes([], name: "empty"), .bytes(lines(3000, seed: 2), name: "c"),
  ]
  private static let inMemory = Result {
    try Judging.report(Judging.profile(profile).ruleSet, inputs, Way(format: .jsonl))
  }

  @Test(
    "a report with keys in files is that of a run in memory", arguments: [1, 2, 7],
    [1000, 1 << 16])
  func sameReport(threads: Int, chunkBytes: Int) throws {
    let ruleSet = try Judging.profile(Self.profile).ruleSet
    let expected = try Self.inMemory.get()
    var way = Way(threads: threads, chunkBytes: chunkBytes, format: .jsonl)
    way.memoryBytes = Self.memory
    let actual = try Judging.report(ruleSet, Self.inputs, way)
    #expect(expected.contains("\"first\": {\"input\": 0, "))
    let isEqual = actual == expected
    #expect(isEqual, "\(difference(expected, actual))")
  }

  @Test("the counts are those of a plain set", arguments: [nil, 4096])
  func plainSet(memory: Int?) throws {
    var random = SeededGenerator(seed: 3)
    let ids = (0..<6000).map { _ in random.below(5000) }
    var seen: [Int: Int] = [:]
    var repeated: [(line: Int, first: Int)] = []
    for (index, id) in ids.enumerated() {
      if let first = seen[id] {
        repeated.append((index + 1, first))
      } else {
        seen[id] = index + 1
      }
    }
    let ruleSet = try Judging.profile(
      "{\"bulkcheck\": 1, \"fields\": {\"id\": {\"unique\": true}}}"
    ).ruleSet
    var way = Way(threads: 2, chunkBytes: 3000)
    way.memoryBytes = memory
    let text = ids.map { "{\"id\": \($0)}\n" }.joined()
    let summary = try Judging.summary(
      ruleSet, [.bytes(Array(text.utf8), name: "a.jsonl")], way)
    #expect(summary.rules[0].counts.failed == repeated.count)
    #expect(summary.invalid == repeated.count)
    #expect(summary.rules[0].samples.map(\.line) == repeated.prefix(5).map(\.line))
    #expect(
      summary.rules[0].samples.map(\.first?.number) == repeated.prefix(5).map(\.first))
  }

  @Test("records, verdicts and failures are in order, with keys in files", arguments: [1, 2, 7])
  func observed(threads: Int) throws {
    let ruleSet = try Judging.profile(Self.profile).ruleSet
    let input = InputLocation.bytes(Self.lines(3000, seed: 5), name: "a.jsonl")
    func entries(_ memory: Int?) throws -> [RecordCollector.Entry] {
      var way = Way(threads: threads, chunkBytes: 5000)
      way.memoryBytes = memory
      let collector = RecordCollector()
      _ = try Check(ruleSet: ruleSet, options: way.options).run([input], observer: collector)
      return collector.entries
    }
    let areEqual = try entries(Self.memory) == entries(nil)
    #expect(areEqual)
  }

  @Test("a folder that cannot be written to ends the run as incomplete, with the remedy")
  func noFolder() throws {
    let ruleSet = try Judging.profile(Self.profile).ruleSet
    var way = Way(threads: 2, chunkBytes: 5000)
    way.memoryBytes = Self.memory
    way.temporaryFolder = "/nonexistent"
    let inputs = ["a.jsonl", "b.jsonl"].map {
      InputLocation.bytes(Self.lines(3000, seed: 7), name: $0)
    }
    let summary = try Judging.summary(ruleSet, inputs, way)
    #expect(summary.inputs.map(\.complete) == [false, false])
    let failure = try #require(summary.inputs[0].failure)
    #expect(failure.contains("create a temporary file in /nonexistent"))
    #expect(failure.contains("--memory") && failure.contains("--temp-dir"))
    #expect(summary.total < 3000)
  }
}
