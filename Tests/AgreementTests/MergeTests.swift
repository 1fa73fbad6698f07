import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// Partial results of runs over parts merge to the report of one run over the whole.
@Suite struct MergeTests {
  @Test("random rules over JSON lines, cut into several inputs and into pieces of one")
  func jsonl() throws { try agree(isCSV: false) }

  @Test("random rules over CSV rows, cut into several inputs and into pieces of one")
  func csv() throws { try agree(isCSV: true) }

  private func agree(isCSV: Bool) throws {
    var turn = 0
    try RandomRun.cases(150, isCSV: isCSV) { drawn in
      drawn.draw(60)
      let way = drawn.way(chunkBytes: [64, 300, 1 << 16])
      let shards = Merging.cut(drawn.lines, 1 + drawn.random.below(5), &drawn.random)
        .map { Array((drawn.head + $0.joined()).utf8) }
      turn += 1
      // By turns: both for each profile would take as long again.
      let found =
        try turn % 2 == 0
        ? compare(drawn.profile, shards, way, &drawn.random)
        : comparePieces(drawn, shards, way, &drawn.random)
      #expect(found.isEmpty, "\(found)")
      return found.isEmpty
    }
  }

  /// Each shard an input.
  private func compare(
    _ profile: String, _ shards: [[UInt8]], _ way: Way, _ random: inout SeededGenerator
  ) throws -> String {
    let inputs = shards.enumerated().map {
      InputLocation.bytes($0.element, name: "input \($0.offset)")
    }
    let whole = try Merging.whole(profile, inputs, way)
    let partials = try inputs.map { try Merging.partial(profile, [$0], way) }
    return difference(whole, try Merging.merged(partials))
      + difference(whole, try Merging.tree(partials, &random))
  }

  /// The shards are pieces of one input.
  private func comparePieces(
    _ drawn: RandomCase, _ shards: [[UInt8]], _ way: Way, _ random: inout SeededGenerator
  ) throws -> String {
    let input = Array((drawn.head + drawn.lines.joined()).utf8)
    let whole = try Merging.whole(drawn.profile, [.bytes(input, name: "whole")], way)
    let partials = try shards.map {
      try Merging.partial(drawn.profile, [.bytes($0, name: "piece")], way)
    }
    return difference(whole, try Merging.merged(partials, as: "whole"))
      + difference(whole, try Merging.tree(partials, as: "whole", &random))
  }

  @Test("awkward inputs, cut between records", arguments: Corpus.all.filter(\.canBeCut))
  func corpora(corpus: Corpus) throws {
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    var way = Way(
      threads: 2, chunkBytes: 1000, recordBytesMaximum: corpus.recordBytesMaximum,
      format: corpus.format)
    let collector = RecordCollector()
    let input = InputLocation.bytes(corpus.bytes, name: "whole")
    _ = try Check(ruleSet: ruleSet, options: way.options).run([input], observer: collector)
    let header = Array(corpus.header.utf8)
    var random = SeededGenerator(seed: corpus.bytes.count)
    for count in 1...4 {
      let places = (1..<count).map { _ in random.pick(collector.entries).byteOffset }.sorted()
      let pieces = zip([0] + places, places + [corpus.bytes.count]).enumerated().map {
        ($0.offset == 0 ? [] : header) + Array(corpus.bytes[$0.element.0..<$0.element.1])
      }
      way.threads = 1 + random.below(3)
      let expected = try Merging.whole(corpus.profile, [input], way, samples: 12)
      let partials = try pieces.map {
        try Merging.partial(corpus.profile, [.bytes($0, name: "piece")], way, samples: 12)
      }
      let memoryBytes = count == 4 ? 4096 : nil
      let found =
        difference(expected, try Merging.merged(partials, as: "whole", memoryBytes: memoryBytes))
        + difference(
          expected,
          try Merging.tree(partials, as: "whole", memoryBytes: memoryBytes, &random))
      #expect(found.isEmpty, "cut at \(places)\n\(found)")
      #expect(try compare(corpus.profile, pieces, way, &random).isEmpty)
    }
  }

  private static let profile = """
    { "bulkcheck": 1, "name": "awkward", "fields": {
        "id": { "unique": { "message": "{value} at {line}: {name} has id {id} already {{x}}" } },
        "code": { "normalize": ["trim", "lowercase"], "unique": { "severity": "warning" } },
        "secret": { "labels": ["pii"], "unique": true, "minLength": 3 },
        "name": { "maxLength": { "value": 2, "message": "line {line}, rule {rule}, {code}" } },
        "n": { "type": "integer", "maximum": 10 } },
      "rules": [
        { "id": "pair", "unique": ["code", "n"], "tag": "t", "priority": 1 },
        { "id": "first", "tag": "t", "priority": 2, "when": { "n": { "maximum": 3 } },
          "then": { "name": { "notEmpty": true } } } ] }
    """

  private static func lines(_ count: Int, seed: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      if random.oneIn(30) {
        return random.pick(["\n", "{\"id\": \n", "[1]\n", "{\"id\":1,\"id\":2}\n"])
      }
      let code = random.pick(["a", " A", "b", "B ", "\\u0061", "c\(random.below(900))"])
      return "{\"id\": \(random.below(count)), \"code\": \"\(code)\", "
        + "\"secret\": \"s\(random.below(200))\", \"name\": \"\(random.below(3000))\", "
        + "\"n\": \(random.pick(["1", "1.0", "2e0", "\(random.below(40))", "\"x\""]))}\n"
    }
  }

  @Test(
    "duplicates across parts, with normalized, masked and combined keys", arguments: [1, 2, 5],
    [nil, 4096])
  func duplicates(count: Int, memoryBytes: Int?) throws {
    let lines = Self.lines(2000, seed: count)
    var random = SeededGenerator(seed: count)
    let way = Way(threads: 2, chunkBytes: 5000, format: .jsonl)
    let whole = try Merging.whole(
      Self.profile, [.bytes(Array(lines.joined().utf8), name: "whole")], way)
    let partials = try Merging.cut(lines, count, &random).map {
      try Merging.partial(
        Self.profile, [.bytes(Array($0.joined().utf8), name: "piece")], way)
    }
    let found =
      difference(whole, try Merging.merged(partials, as: "whole", memoryBytes: memoryBytes))
      + difference(
        whole, try Merging.tree(partials, as: "whole", memoryBytes: memoryBytes, &random))
    #expect(found.isEmpty, "\(found)")
    // What the test is about does occur.
    for words in ["\"first\": {\"input\": 0,", "***", "already {x}", "\"exact\": false"] {
      #expect(whole.contains(words), "\(words)")
    }
  }

  @Test("a value that is frequent only behind a thousand others counts in every part")
  func manyValues() throws {
    let profile = "{\"bulkcheck\": 1, \"fields\": {\"v\": {\"maximum\": 0}}}"
    func line(_ value: Int) -> String { "{\"v\": \(value)}\n" }
    // 7 comes early in the first part; in the others only behind thousands of different values.
    var random = SeededGenerator(seed: 7)
    let first = (1...20).map(line)
    let other = (1000..<4500).map(line) + [String](repeating: line(7), count: 30)
    let parts = [first, other, other.reversed(), other].map { Array($0.joined().utf8) }
    for threads in [1, 3, 2, 1] {
      let way = Way(threads: threads, chunkBytes: 700, format: .jsonl)
      let found = try compare(profile, parts, way, &random)
      #expect(found.isEmpty, "\(found)")
      let whole = try Merging.whole(profile, parts.map { .bytes($0, name: "x") }, way)
      #expect(whole.contains("{\"value\": 7, \"count\": 91, \"exact\": false}"))
    }
  }

  @Test("a merged run may have inputs that cannot be opened, are empty, or end without a line end")
  func oddInputs() throws {
    let way = Way(threads: 2, chunkBytes: 64)
    let inputs: [InputLocation] = [
      .file("/nonexistent/a.jsonl"), .bytes([], name: "b.jsonl"), .bytes([], name: "c.csv"),
      .bytes(Array("{\"id\":1}\n{\"id\":1}".utf8), name: "d.jsonl"),
      .bytes(Array("id,n\n1,2\n3,4\n".utf8), name: "e.csv"),
      .bytes(Array("id".utf8), name: "f.csv"),
      .bytes(gzip(Array("{\"id\":3}\n{\"id\":1}\n".utf8)), name: "g.jsonl"),
      .bytes(Array("a,\"b".utf8), name: "h.csv"),
      .bytes(Array(gzip(Array("{\"id\":3}\n".utf8)).dropLast(4)), name: "i.jsonl"),
    ]
    let whole = try Merging.whole(Self.profile, inputs, way)
    let each = try inputs.map { try Merging.partial(Self.profile, [$0], way) }
    #expect(difference(whole, try Merging.merged(each)).isEmpty)
    let pairs = try [0..<4, 4..<6, 6..<9].map {
      try Merging.partial(Self.profile, Array(inputs[$0]), way)
    }
    #expect(difference(whole, try Merging.merged(pairs)).isEmpty)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      #expect(difference(whole, try Merging.tree(each, &random)).isEmpty)
      #expect(difference(whole, try Merging.tree(pairs, &random)).isEmpty)
    }
  }
}
