import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// Figures that are found in a fast way, compared with a plain one: order, quantiles, groups,
/// columns.
@Suite struct TableFigureTests {
  private func tables(
    _ rules: [String], _ lines: String, besides: String = "", threads: Int = 2
  ) throws -> [TableStatistics] {
    let profile = "{\"bulkcheck\": 1, \(besides)\"table\": [\(rules.joined(separator: ",\n"))]}"
    let summary = try Judging.summary(
      Judging.profile(profile).ruleSet, [.bytes(Array(lines.utf8), name: "a")],
      Way(threads: threads, chunkBytes: 2000, format: .jsonl))
    return summary.tables.compactMap(\.table)
  }

  // MARK: Order

  /// A number as JSON, and as it is compared.
  private static func text(_ random: inout SeededGenerator) -> (json: String, value: String) {
    let value = String(
      (random.oneIn(2) ? "2024-01-" : "") + (random.oneIn(3) ? "" : "\(random.below(40))"))
    return (random.oneIn(4) ? "\"\\u0032\(value)\"" : "\"2\(value)\"", "2" + value)
  }

  @Test("texts are out of order where a plain loop says so", arguments: 0..<4)
  func texts(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var (lines, outOfOrder, ties, last) = ("", 0, 0, String?.none)
    for _ in 0..<300 {
      let (json, value) = Self.text(&random)
      lines += "{\"t\": \(json)}\n"
      if let last {
        let isLess = value.utf8.lexicographicallyPrecedes(last.utf8)
        outOfOrder += isLess ? 1 : 0
        ties += value == last ? 1 : 0
      }
      last = value
      // Passed over: the next one is compared with the one before.
      if random.oneIn(5) { lines += random.pick(["{}\n", "{\"t\": null}\n", "{\"t\": [1]}\n"]) }
    }
    let rules = [
      #"{"id": "a", "sorted": ["t"]}"#, #"{"id": "b", "sorted": ["t"], "strictly": true}"#,
    ]
    for threads in [1, 7] {
      let found = try tables(rules, lines, threads: threads)
      #expect(found.map(\.measured) == ["\(outOfOrder)", "\(outOfOrder + ties)"])
    }
  }

  @Test(
    "numbers, dates and values of different types",
    arguments: [
      (["1", "1.0", "1.00", "2", "1.9", "10", "9e0", "123456789012345678901", "0.5"], 3),
      (["-1", "-1.5", "-0.5"], 1),
      (["\"a\"", "1", "\"b\""], 2),
    ])
  func numbers(values: [String], outOfOrder: Int) throws {
    let lines = values.map { "{\"n\": \($0)}\n" }.joined()
    let found = try tables([#"{"id": "a", "sorted": ["n"]}"#], lines)
    #expect(found[0].measured == "\(outOfOrder)")
  }

  @Test("points of time are in order whatever their offsets")
  func instants() throws {
    let values = [
      "2024-05-01T01:00:00+02:00", "2024-04-30T23:00:00Z",
      "2024-04-30T23:00:00.00000000000000000001Z", "2024-04-30T23:00:00.0000000000000000000Z", "x",
      "2024-05-01T00:00:00Z",
    ]
    let lines = values.map { "{\"at\": \"\($0)\"}\n" }.joined()
    let found = try tables(
      [#"{"id": "a", "sorted": ["at"]}"#], lines,
      besides: #""fields": {"at": {"format": "date-time"}}, "#)
    #expect(found[0].measured == "1")
    #expect(found[0].mistyped == 1)
  }

  // MARK: Quantiles

  @Test("quantiles are those of the sorted numbers", arguments: 0..<6)
  func quantiles(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var lines = ""
    // Millionths, by group.
    var values: [String: [Int]] = [:]
    for _ in 0..<(seed == 0 ? 40 : 700) {
      let decimals = random.below(7)
      let unit = (0..<(6 - decimals)).reduce(1) { factor, _ in factor * 10 }
      let digits = random.oneIn(3) ? random.below(50) : random.below(1_000_000_000)
      let millionths = (random.oneIn(3) ? -digits : digits) * unit
      let group = random.pick(["a", "b", "a rather long name of a group", "c"])
      values[group, default: []].append(millionths)
      let whole = abs(millionths) / 1_000_000
      let rest = String(String(1_000_000 + abs(millionths) % 1_000_000).dropFirst())
      let text = "\(millionths < 0 ? "-" : "")\(whole)"
      let fraction = decimals == 0 ? "" : ".\(rest.prefix(decimals))"
      // With an exponent it is kept in another way.
      let isOther = group == "c" && random.oneIn(8)
      let number = isOther ? "\(millionths)e-6" : text + fraction
      lines += "{\"g\": \"\(group)\", \"n\": \(number)}\n"
    }
    let positions = ["0", "0.001", "0.25", "0.5", "0.99", "1"]
    let rest = #""of": "n", "const": 1e30"#
    let all = values.values.flatMap { $0 }.sorted()
    for position in positions {
      let found = try tables(
        [
          #"{"id": "a", "measure": "quantile", "at": \#(position), \#(rest)}"#,
          #"{"id": "b", "measure": "quantile", "at": \#(position), \#(rest), "by": "g"}"#,
        ], lines)
      #expect(Self.millionths(found[0].measured) == Self.ranked(all, position))
      let groups = found[1].groups?.worst ?? []
      #expect(groups.count == values.count)
      for group in groups {
        let own = (values[String(group.value.dropFirst().dropLast())] ?? []).sorted()
        #expect(Self.millionths(group.measured) == Self.ranked(own, position))
      }
    }
  }

  private static func ranked(_ sorted: [Int], _ position: String) -> Int? {
    let rank = ((Double(position) ?? 0) * Double(sorted.count)).rounded(.up)
    return sorted.isEmpty ? nil : sorted[max(1, Int(rank)) - 1]
  }

  private static func millionths(_ text: String?) -> Int? {
    text.flatMap { Double($0) }.map { Int(($0 * 1_000_000).rounded()) }
  }

  @Test("numbers of the same value are one, however they are written")
  func trailingZeros() throws {
    let lines = ["1.50", "1.5", "15e-1", "2", "0.000000000000000001", "999999999999999999"]
      .map { "{\"n\": \($0)}\n" }.joined()
    let found = try tables(
      [#"{"id": "a", "measure": "quantile", "at": 0.5, "of": "n", "maximum": 9}"#], lines)
    #expect(found[0].measured == "1.5")
  }

  // MARK: Groups

  @Test("groups and different values are told apart by value")
  func groups() throws {
    let values = [
      #""a""#, #""\u0061""#, #""aaaaaaaa""#, #""aaaaaaaaa""#, #""aaaaaaaaaaaaaaaa""#,
      #""aaaaaaaaaaaaaaaaa""#, "1", "1.0", "10e-1", #""1""#, "true", #""true""#, "null", "[1]",
      "[1.0]", #""""#,
    ]
    let lines = values.flatMap { ["{\"g\": \($0)}\n", "{\"g\": \($0)}\n"] }.joined() + "{}\n"
    let found = try tables(
      [
        #"{"id": "a", "measure": "count", "by": "g", "minimum": 100}"#,
        #"{"id": "b", "measure": "distinct", "of": "g", "maximum": 0}"#,
        #"{"id": "c", "measure": "distinct", "of": "g", "by": "g", "maximum": 0}"#,
      ], lines, threads: 1)
    // 11 values, and the missing one.
    #expect(found[0].groups?.count == 12)
    #expect(found[1].measured == "11")
    #expect(found[2].groups?.count == 12)
  }

  // MARK: Columns

  struct ColumnCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: String
    var lines: [String]
    var missing: [String] = []
    var further: [String] = []
    var isOutOfOrder = false
  }

  static let columnCases = [
    ColumnCase(
      testDescription: "null is a key, and so is an escaped one",
      rule: #""columns": ["a", "b"]"#, lines: [#"{"a": null, "\u0062": []}"#]),
    ColumnCase(
      testDescription: "one record lacks a name", rule: #""columns": ["a", "b", "c"]"#,
      lines: [#"{"a": 1, "b": 1, "x": 1}"#, #"{"b": {"c": 1}}"#], missing: ["a", "c"]),
    ColumnCase(
      testDescription: "a value that is not an object has no keys", rule: #""columns": ["a"]"#,
      lines: [#"{"a": 1}"#, "[1]"]),
    ColumnCase(
      testDescription: "at least one", rule: #""columns": ["a", "b"], "match": "partial""#,
      lines: [#"{"a": 1}"#, #"{"b": 1}"#]),
    ColumnCase(
      testDescription: "not one", rule: #""columns": ["a", "b"], "match": "partial""#,
      lines: [#"{"a": 1}"#, #"{"c": 1}"#], missing: ["a", "b"]),
    ColumnCase(
      testDescription: "others", rule: #""columns": ["a"], "match": "superset""#,
      lines: [#"{"x": 1, "y": 2}"#, #"{"y": 2, "\u0078": 1}"#, #"{"a": 1}"#],
      further: ["x", "y"]),
    ColumnCase(
      testDescription: "the same names in another order",
      rule: #""columns": ["a", "b"], "match": "exact""#,
      lines: [#"{"a": 1, "b": 2}"#, #"{"b": 1, "a": 2}"#], isOutOfOrder: true),
    ColumnCase(
      testDescription: "a name twice is one", rule: #""columns": ["a", "b"], "match": "exact""#,
      lines: [#"{"a": 1, "b": 2, "a": 3}"#]),
    ColumnCase(
      testDescription: "many names",
      rule: #""columns": ["#
        + (0..<40).map { "\"k\($0)\"" }.joined(separator: ", ") + #"], "match": "equal""#,
      lines: [
        "{" + (0..<40).map { "\"k\(39 - $0)\": 1" }.joined(separator: ", ") + "}",
        #"{"k7": 1, "z": 1}"#,
      ], missing: (0..<40).filter { $0 != 7 }.map { "k\($0)" }, further: ["z"]),
  ]

  @Test("columns", arguments: columnCases)
  func columns(each: ColumnCase) throws {
    let found = try tables(
      ["{\"id\": \"layout\", \(each.rule)}"], each.lines.joined(separator: "\n") + "\n",
      besides: #""fields": {"a": {"minimum": 0}}, "#)
    #expect(found[0].columns?.missing == each.missing)
    #expect(found[0].columns?.further == each.further)
    #expect(found[0].columns?.isOutOfOrder == each.isOutOfOrder)
  }

  @Test("a listed column is not known to additionalFields")
  func additionalFields() throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"a": {}}, "additionalFields": false,
       "table": [{"id": "layout", "columns": ["a", "b"]}]}
      """
    let summary = try Judging.summary(
      Judging.profile(profile).ruleSet, [.bytes(Array("{\"a\": 1, \"b\": 2}\n".utf8), name: "a")],
      Way(threads: 1, chunkBytes: 2000, format: .jsonl))
    #expect(summary.invalid == 1)
    #expect(summary.tables[0].table?.columns?.missing == [])
  }
}
