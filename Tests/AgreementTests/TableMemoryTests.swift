import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Testing
import Twins

/// Rules about the table in less memory than they need: the same groups, and quantiles that are the
/// same estimates however the input is cut.
@Suite struct TableMemoryTests {
  /// The least share of a rule: a few dozen groups, or 170 different numbers.
  static let small = 4096

  // MARK: Groups

  static let groups = """
    { "bulkcheck": 1, "records": {"min": 0},
      "fields": { "at": {"format": "date-time"}, "secret": {"labels": ["pii"]},
        "n": {"type": "integer"} },
      "table": [
        {"id": "count", "measure": "count", "by": "k", "minimum": 2},
        {"id": "some", "measure": "count", "where": {"n": {"minimum": 2}}, "by": "k",
         "minimum": "60%"},
        {"id": "missing", "measure": "missing", "of": "n", "by": ["k", "at"], "maximum": 0},
        {"id": "distinct", "measure": "distinct", "of": "n", "by": "k", "maximum": 1},
        {"id": "duplicates", "measure": "duplicates", "of": "amount", "by": "k", "maximum": "1%"},
        {"id": "sum", "measure": "sum", "of": "amount", "by": "k", "range": [-10, 10]},
        {"id": "mean", "measure": "mean", "of": "amount", "by": "k", "range": [-10, 10]},
        {"id": "deviation", "measure": "stddev", "of": "amount", "by": "k", "maximum": 10},
        {"id": "latest", "measure": "max", "of": "at", "by": "k", "before": "2024-05-16"},
        {"id": "text", "measure": "min", "of": "t", "by": "k", "minimum": "b"},
        {"id": "longest", "measure": "maxLength", "of": "t", "by": "k", "maximum": 1},
        {"id": "shortest", "measure": "minLength", "of": "t", "by": "k", "minimum": 2},
        {"id": "median", "measure": "quantile", "at": 0.5, "of": "amount", "by": "k",
         "range": [0, 1]},
        {"id": "secrets", "measure": "sum", "of": "n", "by": "secret", "maximum": 3},
        {"id": "tolerated", "measure": "count", "by": "k", "minimum": 2, "tolerance": "90%"},
        {"id": "whole", "measure": "count", "maximum": 10}
      ] }
    """

  static func line(_ random: inout SeededGenerator) -> String {
    var members: [String] = []
    if !random.oneIn(30) {
      let key = random.below(120)
      members.append("\"k\": " + random.pick(["\(key)", "\"\(key)\"", "\(key).0"]))
    }
    if !random.oneIn(6) {
      let number = random.pick([
        "\(random.below(50)).\(random.below(10))", "-\(random.below(90))", "1e2", "\"x\"",
        "123456789012345678901234.5", "1e-20", "1e10001",
      ])
      members.append("\"amount\": \(number)")
    }
    members.append("\"n\": " + random.pick(["1", "1.0", "2", "3", "1.5", "null"]))
    members.append("\"t\": " + random.pick(["\"a\"", "\"bc\"", "\"\\u0062c\"", "\"d\"", "7"]))
    let hour = random.pick(["10:00:00Z", "12:00:00+02:00", "11:00:00.0Z"])
    members.append("\"at\": \"2024-05-1\(random.below(8))T\(hour)\"")
    members.append("\"secret\": \(random.below(90))")
    return "{" + members.joined(separator: ", ") + "}\n"
  }

  @Test("groups in files give the report of groups in memory", arguments: 0..<1)
  func sameGroups(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<360).map { _ in Self.line(&random) }
    let input = InputLocation.bytes(Array(lines.joined().utf8), name: "whole")
    let expected = try Merging.whole(Self.groups, [input], Way(format: .jsonl))
    let partials = try Merging.cut(lines, 4, &random).enumerated().map { number, piece in
      try Merging.partial(
        Self.groups, [.bytes(Array(piece.joined().utf8), name: "piece")],
        Way(
          threads: 2, chunkBytes: 5000, format: .jsonl,
          memoryBytes: number % 2 == 0 ? Self.small : nil))
    }
    for threads in [1, 2, 7] {
      let way = Way(
        threads: threads, chunkBytes: threads * 4000, format: .jsonl, memoryBytes: Self.small)
      let found = try Merging.whole(Self.groups, [input], way)
      #expect(difference(expected, found).isEmpty, "\(way)")
    }
    for memory in [Self.small, nil] {
      let merged = try Merging.merged(partials, as: "whole", memoryBytes: memory)
      #expect(difference(expected, merged).isEmpty)
      let tree = try Merging.tree(partials, as: "whole", memoryBytes: memory, &random)
      #expect(difference(expected, tree).isEmpty)
    }
    let areThere = expected.contains("\"reason\": \"no values\"")
    #expect(areThere)
  }

  @Test("the columns of a table are grouped in files, too")
  func csv() throws {
    let profile = """
      {"bulkcheck": 1, "table": [
        {"id": "n", "measure": "sum", "of": "n", "by": ["a", "b"], "minimum": 3}]}
      """
    let rows = (0..<3000).map { "x\($0 % 701),\($0 % 3),\($0)\n" }.joined()
    let input = InputLocation.bytes(Array(("a,b,n\n" + rows).utf8), name: "a.csv")
    let reports = try [nil, Self.small].map {
      try Merging.whole(profile, [input], Way(threads: 2, chunkBytes: 4000, memoryBytes: $0))
    }
    #expect(difference(reports[0], reports[1]).isEmpty)
    #expect(reports[0].contains("\"count\": 2103"))
  }

  @Test("a folder that cannot be written to ends the run as incomplete, with the remedy")
  func noFolder() throws {
    let lines = (0..<900).map { "{\"k\": \($0)}\n" }.joined()
    let input = InputLocation.bytes(Array(lines.utf8), name: "a")
    let summary = try Judging.summary(
      Judging.profile(Self.groups).ruleSet, [input],
      Way(
        chunkBytes: 2000, format: .jsonl, memoryBytes: Self.small,
        temporaryFolder: "/nonexistent"))
    #expect(!summary.inputs[0].complete)
    let failure = try #require(summary.inputs[0].failure)
    #expect(failure.contains("create a temporary file in /nonexistent"))
    #expect(failure.contains("--memory") && failure.contains("--temp-dir"))
  }

  // MARK: Estimates

  static let quantiles = """
    { "bulkcheck": 1, "records": {"min": 0}, "table": [
        {"id": "least", "measure": "quantile", "at": 0, "of": "a", "maximum": -1e9},
        {"id": "low", "measure": "quantile", "at": 0.1, "of": "a", "maximum": -1e9},
        {"id": "median", "measure": "quantile", "at": 0.5, "of": "a", "maximum": -1e9},
        {"id": "high", "measure": "quantile", "at": 0.9, "of": "a", "maximum": -1e9},
        {"id": "greatest", "measure": "quantile", "at": 1, "of": "a", "maximum": -1e9},
        {"id": "by", "measure": "quantile", "at": 0.75, "of": "a", "by": "k", "maximum": -1e9},
        {"id": "few", "measure": "quantile", "at": 0.5, "of": "k", "maximum": -1}
      ] }
    """

  private static func estimated(_ random: inout SeededGenerator) -> [String] {
    (0..<1200).map { index in
      let number = random.pick([
        "\(random.below(100_000)).\(random.below(100))", "-\(random.below(5000))", "0",
        "0.000\(random.below(100_000))", "1e\(random.below(60))", "-12345678901234567890123",
      ])
      // Of the groups only 0 has too many different numbers.
      let key = index % 8 == 0 ? 1 + index / 8 % 3 : 0
      return "{\"a\": \(number), \"k\": \(key)}\n"
    }
  }

  @Test("estimates are the same at any number of threads, any cut, and merged", arguments: 0..<2)
  func sameEstimates(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lines = Self.estimated(&random)
    let input = InputLocation.bytes(Array(lines.joined().utf8), name: "whole")
    func way(_ threads: Int, _ chunk: Int, _ memory: Int?) -> Way {
      Way(threads: threads, chunkBytes: chunk, format: .jsonl, memoryBytes: memory)
    }
    let expected = try Merging.whole(Self.quantiles, [input], way(1, 1 << 20, Self.small))
    #expect(expected.contains("\"error\": \"0.0071%\""))
    for (threads, chunk) in [(2, 700), (7, 20_000)] {
      let found = try Merging.whole(Self.quantiles, [input], way(threads, chunk, Self.small))
      #expect(difference(expected, found).isEmpty)
    }
    let pieces = Merging.cut(lines, 3, &random)
    for memory in [Self.small, nil] {
      let partials = try pieces.map {
        try Merging.partial(
          Self.quantiles, [.bytes(Array($0.joined().utf8), name: "piece")],
          way(2, 3000, memory))
      }
      let merged = try Merging.merged(partials, as: "whole", memoryBytes: Self.small)
      #expect(difference(expected, merged).isEmpty)
      let tree = try Merging.tree(partials, as: "whole", memoryBytes: Self.small, &random)
      #expect(difference(expected, tree).isEmpty)
    }
    // Once numbers are in buckets, no memory brings them back.
    let whole = try Merging.partial(Self.quantiles, [input], way(2, 3000, Self.small))
    #expect(difference(expected, try Merging.merged([whole], as: "whole")).isEmpty)
  }

  @Test("an estimate is as near to the exact figure as it says", arguments: 0..<2)
  func error(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let input = InputLocation.bytes(Array(Self.estimated(&random).joined().utf8), name: "a")
    let ruleSet = try Judging.profile(Self.quantiles).ruleSet
    let tables = try [nil, Self.small].map {
      try Judging.summary(
        ruleSet, [input], Way(threads: 2, chunkBytes: 3000, format: .jsonl, memoryBytes: $0)
      ).tables.compactMap(\.table)
    }
    for (exact, estimate) in zip(tables[0], tables[1]) {
      let pairs =
        [(exact.measured, estimate.measured, estimate.error)]
        + zip(exact.groups?.worst ?? [], estimate.groups?.worst ?? []).map {
          ($0.measured, $1.measured, $1.error)
        }
      #expect(exact.error == nil)
      for (figure, near, error) in pairs {
        guard let error else {
          #expect(figure == near)
          continue
        }
        let value = try #require(figure.flatMap { Double($0) })
        let share = try #require(Double(error.dropLast())) / 100
        let found = try #require(near.flatMap { Double($0) })
        #expect(abs(found - value) <= abs(value) * share * 1.000_001, "\(value) \(found)")
      }
    }
    #expect(tables[1].map { $0.error != nil } == [true, true, true, true, true, false, false])
    let group = try #require(tables[1][5].groups)
    #expect(group.worst.filter { $0.error != nil }.map(\.value) == ["0"])
    #expect(group.worst.count > 1)
  }

  @Test("bounds are judged on the estimate, and texts mark it")
  func marked() throws {
    let profile = """
      { "bulkcheck": 1, "table": [
          {"id": "q", "measure": "quantile", "at": 0.5, "of": "a", "maximum": 1},
          {"id": "by", "measure": "quantile", "at": 0.5, "of": "a", "by": "k", "maximum": 1},
          {"id": "passes", "measure": "quantile", "at": 0.5, "of": "a", "range": [999.9, 1000.1]}]}
      """
    let ruleSet = try Judging.profile(profile).ruleSet
    let lines = (1...2000).map { "{\"a\": \($0), \"k\": 1}\n" }.joined()
    let check = try Check(
      ruleSet: ruleSet, options: Way(format: .jsonl, memoryBytes: Self.small).options)
    let report = check.report(check.run([.bytes(Array(lines.utf8), name: "a")]))
    let mark = "1000.07 (an estimate, off by at most 0.0071%)"
    let texts = [TextReport.text(report, style: TextStyle()), HTMLReport.text(report)]
    for text in texts { #expect(text.contains(mark)) }
    #expect(texts[0].contains("1 \(mark)"))
    #expect(MarkdownReport.text(report).contains("an estimate, off by at most"))
    #expect(report.rules.filter { $0.table != nil }.map(\.failed) == [1, 1, 0])
  }
}
