import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import TestSupport
import Testing
import Twins

/// Rules about the table: the same figures however the input is cut, threaded and merged, and those
/// of a plain loop over the records.
@Suite struct TableRuleTests {
  static let profile = """
    { "bulkcheck": 1, "records": {"min": 0},
      "fields": { "at": {"format": "date-time"},
        "day": {"format": {"value": "date-time", "as": "%e.%m.%y %H", "timeZone": "+01:00"}},
        "secret": {"labels": ["pii"]},
        "kind": {"type": "string"}, "n": {"type": "integer"} },
      "table": [
        {"id": "rows", "measure": "count", "minimum": "101e0"},
        {"id": "share", "measure": "count", "where": {"kind": {"const": "a"}}, "minimum": "50%"},
        {"id": "missing", "measure": "missing", "of": "kind", "maximum": "0%"},
        {"id": "present", "measure": "present", "of": "n", "exclusiveMinimum": "90%"},
        {"id": "distinct", "measure": "distinct", "of": "amount", "maximum": 1},
        {"id": "duplicates", "measure": "duplicates", "of": "amount", "maximum": "1%"},
        {"id": "sum", "measure": "sum", "of": "amount", "const": 0},
        {"id": "mean", "measure": "mean", "of": "amount", "range": [0, 0.001]},
        {"id": "stddev", "measure": "stddev", "of": "amount", "maximum": 0},
        {"id": "min", "measure": "min", "of": "amount", "minimum": 0},
        {"id": "max", "measure": "max", "of": "amount", "maximum": 0},
        {"id": "first-text", "measure": "min", "of": "kind", "minimum": "zz"},
        {"id": "fresh", "measure": "max", "of": "at", "after": "2030-01-01"},
        {"id": "oldest", "measure": "min", "of": "at", "after": "2030-01-01"},
        {"id": "masked", "measure": "max", "of": "secret", "maximum": "a"},
        {"id": "longest", "measure": "maxLength", "of": "kind", "maximum": 0},
        {"id": "shortest", "measure": "minLength", "of": "kind", "minimum": 9},
        {"id": "elements", "measure": "sum", "of": "list[*]", "const": 0},
        {"id": "kinds", "measure": "count", "by": "kind", "minimum": 30},
        {"id": "pairs", "measure": "mean", "of": "amount", "by": ["kind", "n"], "maximum": 0},
        {"id": "values-by", "measure": "distinct", "of": "n", "by": "kind", "maximum": 2},
        {"id": "secrets", "measure": "count", "by": "secret", "minimum": 1000},
        {"id": "median", "measure": "quantile", "at": 0.5, "of": "amount", "maximum": -1e9},
        {"id": "p99", "measure": "quantile", "at": 0.99, "of": "amount", "maximum": -1e9},
        {"id": "median-by", "measure": "quantile", "at": 0.5, "of": "amount", "by": "kind",
         "maximum": -1e9},
        {"id": "recent", "measure": "max", "of": "at", "after": "now+100w"},
        {"id": "by-time", "sorted": ["at"]},
        {"id": "last-day", "measure": "max", "of": "day", "range": ["1.01.24 00", "9.01.24 23"]},
        {"id": "first-day", "measure": "min", "of": "day", "by": "kind", "after": "9.01.24 22"},
        {"id": "by-day", "sorted": [{"path": "day", "order": "descending"}], "strictly": true},
        {"id": "by-kind", "sorted": [{"path": "kind", "order": "descending"}, "amount"],
         "strictly": true},
        {"id": "subset", "columns": ["secret", "list", "kind"]},
        {"id": "superset", "columns": ["secret"], "match": "superset"},
        {"id": "equal", "columns": ["secret", "list"], "match": "equal"},
        {"id": "exact", "columns": ["list", "secret"], "match": "exact"},
        {"id": "partial", "columns": ["kind", "nothing"], "match": "partial"},
        {"id": "list-by", "measure": "max", "of": "list[*]", "by": "kind", "maximum": 1,
         "empty": "pass"}
      ] }
    """.replacing("\"101e0\"", with: "101")

  static func line(_ random: inout SeededGenerator) -> String {
    if random.oneIn(25) { return random.pick(["", "[1]", "{\"kind\":", "7"]) + "\n" }
    var members: [String] = []
    if !random.oneIn(6) {
      members.append("\"kind\": " + random.pick(["\"a\"", "\"b\"", "\"\\u0061\"", "null", "3"]))
    }
    if !random.oneIn(6) {
      let number = random.pick([
        "\(random.below(500)).\(random.below(10))", "-\(random.below(90))", "1e2", "0.10",
        "\"x\"", "123456789012345678901234.5", "1e-20", "null",
      ])
      members.append("\"amount\": \(number)")
    }
    if !random.oneIn(5) {
      members.append("\"n\": " + random.pick(["1", "1.0", "2", "3", "1.5", "true"]))
    }
    if !random.oneIn(5) {
      let hour = 10 + random.below(14)
      let offset = random.pick(["Z", "+02:00", "-11:30"])
      members.append(
        "\"at\": \"2024-0\(1 + random.below(9))-1\(random.below(9))"
          + "T\(hour):00:00\(random.pick(["", ".5", ".1234567890123456789"]))\(offset)\"")
    }
    if !random.oneIn(5) {
      let day = random.pick(["\(1 + random.below(31))", "0\(1 + random.below(9))"])
      members.append("\"day\": \"\(day).0\(1 + random.below(3)).24 1\(random.below(9))\"")
    }
    members.append("\"secret\": \"s\(random.below(9))\"")
    members.append(
      "\"list\": ["
        + (0..<random.below(4)).map { _ in random.pick(["1", "2.5", "\"x\"", "null"]) }
        .joined(separator: ", ") + "]")
    return "{" + members.joined(separator: ", ") + "}\n"
  }

  @Test(
    "the report is the same at any number of threads, any cut, and merged",
    arguments: [0] + RandomRun.seeds(3))
  func sameReport(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<(seed == 0 ? 0 : 120)).map { _ in Self.line(&random) }
    let input = InputLocation.bytes(Array(lines.joined().utf8), name: "whole")
    let expected = try Merging.whole(
      Self.profile, [input], Way(chunkBytes: 1 << 20, format: .jsonl))
    for (threads, chunk) in [(1, 16), (2, 64), (3, 300), (7, 5000)] {
      let way = Way(threads: threads, chunkBytes: chunk, format: .jsonl)
      #expect(difference(expected, try Merging.whole(Self.profile, [input], way)).isEmpty)
      let pieces = Merging.cut(lines, 1 + random.below(5), &random)
      let partials = try pieces.map {
        try Merging.partial(
          Self.profile, [.bytes(Array($0.joined().utf8), name: "piece")], way)
      }
      let merged = try Merging.merged(partials, as: "whole")
      #expect(difference(expected, merged).isEmpty)
      let tree = try Merging.tree(partials, as: "whole", &random)
      #expect(difference(expected, tree).isEmpty)
    }
    // The figures are there.
    #expect(expected.contains("\"kind\": \"table\""))
    #expect(!expected.contains("\"s1\""))
  }

  @Test("figures are those of a plain loop", arguments: 0..<5)
  func plainLoop(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var cents: [Int] = []
    var lines = ""
    for _ in 0..<(50 + seed * 200) {
      let value = random.below(100_000) - 30_000
      cents.append(value)
      let text =
        "\(value < 0 ? "-" : "")\(abs(value) / 100).\(abs(value) % 100 / 10)\(abs(value) % 10)"
      lines += "{\"v\": \(text)}\n"
    }
    let profile = """
      {"bulkcheck": 1, "table": [
        {"id": "sum", "measure": "sum", "of": "v", "const": 0},
        {"id": "min", "measure": "min", "of": "v", "const": 0},
        {"id": "max", "measure": "max", "of": "v", "const": 0},
        {"id": "distinct", "measure": "distinct", "of": "v", "const": 0},
        {"id": "duplicates", "measure": "duplicates", "of": "v", "minimum": 100000},
        {"id": "mean", "measure": "mean", "of": "v", "const": 0},
        {"id": "stddev", "measure": "stddev", "of": "v", "const": 0}]}
      """
    let ruleSet = try Judging.profile(profile).ruleSet
    let summary = try Judging.summary(
      ruleSet, [.bytes(Array(lines.utf8), name: "a")], Way(threads: 2, chunkBytes: 500))
    let figures = summary.tables.map { Double($0.table?.measured ?? "") ?? .nan }
    let sum = Double(cents.reduce(0, +)) / 100
    let mean = sum / Double(cents.count)
    let squares = cents.map { (Double($0) / 100 - mean) * (Double($0) / 100 - mean) }
    let deviation = (squares.reduce(0, +) / Double(cents.count - 1)).squareRoot()
    #expect(figures[0] == sum)
    #expect(figures[1] == Double(cents.min() ?? 0) / 100)
    #expect(figures[2] == Double(cents.max() ?? 0) / 100)
    #expect(figures[3] == Double(Set(cents).count))
    #expect(figures[4] == Double(cents.count - Set(cents).count))
    #expect(abs(figures[5] - mean) <= abs(mean) * 1e-11)
    #expect(abs(figures[6] - deviation) <= deviation * 1e-10)
  }

  static let layouts: [(String, String, Bool)] = [
    (#""columns": ["b", "a"]"#, "", true), (#""columns": ["a"]"#, "", true),
    (#""columns": ["a", "z"]"#, "z", false),
    (#""columns": ["b", "a", "c"], "match": "equal""#, "", true),
    (#""columns": ["a", "b"], "match": "equal""#, "c", false),
    (#""columns": ["a", "b", "c"], "match": "exact""#, "", true),
    (#""columns": ["b", "a", "c"], "match": "exact""#, "order", false),
    (#""columns": ["a", "b", "c", "d"], "match": "superset""#, "", true),
    (#""columns": ["a", "b"], "match": "superset""#, "c", false),
    (#""columns": ["x", "c"], "match": "partial""#, "", true),
    (#""columns": ["x", "y"], "match": "partial""#, "x", false),
  ]

  @Test("columns are those of the header, or the keys of each record", arguments: layouts)
  func columns(rule: String, wrong: String, passes: Bool) throws {
    let ruleSet = try Judging.profile("{\"bulkcheck\": 1, \"table\": [{\"id\": \"x\", \(rule)}]}")
      .ruleSet
    let inputs: [(InputFormat, String)] = [
      (.csv, "a,b,c\n1,2,3\n"), (.csv, "a,b,c\n"),
      (.jsonl, #"{"a": 1, "\u0062": {"z": 2}, "c": [{}]}"# + "\n"),
    ]
    for (format, text) in inputs {
      let summary = try Judging.summary(
        ruleSet, [.bytes(Array(text.utf8), name: "a")], Way(format: format))
      let table = try #require(summary.tables.first)
      #expect((table.counts.failed == 0) == passes, "\(text) \(table)")
      let found = try #require(table.table?.columns)
      let words = found.missing + found.further + (found.isOutOfOrder ? ["order"] : [])
      #expect(words.contains(wrong) || wrong.isEmpty && words.isEmpty, "\(words)")
    }
  }

  @Test("a key that comes again in a record is in order, and a column that does is not")
  func repeatedNames() throws {
    let ruleSet = try Judging.profile(
      #"{"bulkcheck": 1, "table": [{"id": "x", "columns": ["a", "b"], "match": "exact"}]}"#
    ).ruleSet
    let inputs: [(InputFormat, String, Int)] = [
      (.jsonl, #"{"a": 1, "a": 2, "b": 3, "\u0061": 4}"# + "\n", 0), (.csv, "a,a,b\n1,2,3\n", 1),
    ]
    for (format, text, failed) in inputs {
      let summary = try Judging.summary(
        ruleSet, [.bytes(Array(text.utf8), name: "a")], Way(format: format))
      #expect(summary.tables.first?.counts.failed == failed)
    }
  }

  @Test("a quantile is that of a sorted list, however many numbers there are", arguments: 0..<4)
  func manyNumbers(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    // In one of the runs a number has more digits than fit when all are written alike.
    let long = seed == 3 ? ["0.00000000000000001", "999999999999999999"] : ["0", "1e3"]
    let numbers = long + (0..<3000).map { _ in "\(random.below(300)).\(random.below(3))" }
    let sorted = numbers.compactMap(Double.init).sorted()
    let text = numbers.map { "{\"a\": \($0)}\n" }.joined()
    let positions = [0, 1, 500, 999, 1000]
    let rules = positions.map { thousandths in
      let position = thousandths == 1000 ? "1" : "0." + "00\(thousandths)".suffix(3)
      return """
        {"id": "x\(thousandths)", "measure": "quantile", "at": \(position), "of": "a", "maximum": 0}
        """
    }
    let profile = #"{"bulkcheck": 1, "table": [\#(rules.joined(separator: ", "))]}"#
    // In the smaller memory numbers are told apart again and again.
    for memory in [nil, 2_000_000] {
      let summary = try Judging.summary(
        Judging.profile(profile).ruleSet, [.bytes(Array(text.utf8), name: "a")],
        Way(chunkBytes: 5000, memoryBytes: memory))
      for (thousandths, rule) in zip(positions, summary.tables) {
        let rank = max(1, (thousandths * sorted.count + 999) / 1000)
        #expect(rule.table?.measured.flatMap { Double($0) } == sorted[rank - 1])
      }
    }
  }

  static let orders: [(String, [String], Int, Int)] = [
    (#"["a"]"#, ["1", "2.0", "2", "10"], 0, 0), (#"["a"]"#, ["1", "10", "2"], 3, 1),
    (#"[{"path": "a", "order": "descending"}]"#, ["10", "2", "2"], 0, 0),
    (#"["a"], "strictly": true"#, ["1", "1.0"], 2, 1),
    (#"["a"]"#, ["1", "null", "[2]", "0"], 4, 1), (#"["a"]"#, ["1", "\"x\"", "2"], 2, 2),
    (#"["d"]"#, ["\"2024-05-01T01:00:00+02:00\"", "\"2024-05-01T00:00:00Z\""], 0, 0),
    (#"["d"]"#, ["\"2024-05-01T00:00:00Z\"", "\"2024-05-01T01:00:00+02:00\""], 2, 1),
  ]

  @Test("records out of order are counted, the first is shown", arguments: orders)
  func order(rule: String, values: [String], line: Int, count: Int) throws {
    let ruleSet = try Judging.profile(
      "{\"bulkcheck\": 1, \"fields\": {\"d\": {\"format\": \"date-time\"}}, "
        + "\"table\": [{\"id\": \"x\", \"sorted\": \(rule)}]}"
    ).ruleSet
    let lines = values.map { "{\"a\": \($0), \"d\": \($0)}\n" }.joined()
    for chunk in [16, 1 << 16] {
      let summary = try Judging.summary(
        ruleSet, [.bytes(Array(lines.utf8), name: "a")], Way(chunkBytes: chunk))
      let found = try #require(summary.tables.first)
      #expect(found.table?.measured == "\(count)")
      #expect(found.samples.first?.line ?? 0 == line)
      #expect(found.counts.failed == (count > 0 ? 1 : 0))
    }
  }

  @Test("a quantile is the value of the nearest rank")
  func quantiles() throws {
    let cases = [
      ("0", "1"), ("0.5", "2"), ("0.51", "10"), ("1", "1e30"), ("1e-5", "1"), ("0.00001", "1"),
      ("5.0E-1", "2"), ("1E0", "1e30"), ("-0.0", "1"), ("0.5000000000000000000000000001", "10"),
      ("0.4999999999999999999999999999", "2"), ("0.7500", "10"), ("75e-2", "10"),
    ]
    for (position, expected) in cases {
      let profile = """
        {"bulkcheck": 1, "table": [
          {"id": "x", "measure": "quantile", "at": \(position), "of": "a", "maximum": 0}]}
        """
      let lines = ["2.0", "1", "1e30", "10"].map { "{\"a\": \($0)}\n" }.joined()
      let summary = try Judging.summary(
        Judging.profile(profile).ruleSet, [.bytes(Array(lines.utf8), name: "a")], Way())
      let measured = summary.tables.first?.table?.measured
      #expect(measured.flatMap(Double.init) == Double(expected))
    }
  }

  @Test("an extreme of any size is exact, whatever its bound")
  func farExtremes() throws {
    let far = "1e99999999999999999999"
    let cases = [
      ("min", far, "maximum", far, true), ("min", far, "minimum", far, false),
      ("max", "-\(far)", "minimum", "-\(far)", true), ("max", "1e10001", "const", "1e10001", true),
      ("min", "1e-10001", "exclusiveMinimum", "1e-10001", false),
      ("max", "-1e-10001", "minimum", "-1e-10001", true),
    ]
    for (measure, value, word, expected, fails) in cases {
      let profile = """
        {"bulkcheck": 1, "table": [
          {"id": "x", "measure": "\(measure)", "of": "a", "\(word)": 0}]}
        """
      for name in ["a.jsonl", "a.csv"] {
        let lines = name == "a.csv" ? "a\n\(value)\n" : "{\"a\": \(value)}\n"
        let summary = try Judging.summary(
          Judging.profile(profile).ruleSet, [.bytes(Array(lines.utf8), name: name)], Way())
        let found = try #require(summary.tables.first)
        #expect(found.table?.measured == expected)
        #expect(found.counts.failed == (fails ? 1 : 0), "\(measure) \(value) \(word)")
      }
    }
  }

  static let verdicts: [(String, String, Bool)] = [
    (#""measure": "count", "const": 3"#, "", true),
    (#""measure": "count", "const": 4"#, "", false),
    (#""measure": "count", "maximum": "100%""#, "", true),
    (#""measure": "count", "exclusiveMaximum": "100%""#, "", false),
    (
      #""measure": "count", "where": {"a": {"const": 1}}, "range": ["33.333333%", "33.34%"]"#, "",
      true
    ),
    (#""measure": "count", "where": {"a": {"const": 1}}, "minimum": "33.4%""#, "", false),
    (#""measure": "missing", "of": "b", "const": 1"#, "", true),
    (#""measure": "present", "of": "b", "const": 2"#, "", true),
    (#""measure": "missing", "of": "none", "const": "100%""#, "", true),
    (#""measure": "distinct", "of": "none", "maximum": 3"#, "no values", false),
    (#""measure": "min", "of": "none", "minimum": 3"#, "no values", false),
    (#""measure": "mean", "of": "none", "minimum": 3, "empty": "pass""#, "no values", true),
    (#""measure": "sum", "of": "a", "const": 6"#, "", true),
    (#""measure": "sum", "of": "a", "exclusiveMinimum": 6"#, "", false),
    (#""measure": "mean", "of": "third", "minimum": 0.3333333333333333333333"#, "", true),
    (#""measure": "mean", "of": "third", "maximum": 0.3333333333333333333333"#, "", false),
    (#""measure": "stddev", "of": "a", "const": 1"#, "", true),
    (#""measure": "stddev", "of": "once", "maximum": 1"#, "no values", false),
    (
      #""measure": "stddev", "of": "third", "range": [0.57735026918962, 0.57735026918963]"#, "",
      true
    ),
    (#""measure": "sum", "of": "huge", "minimum": 0"#, "out of range", false),
    (#""measure": "max", "of": "d", "before": "2024-05-01T01:00:00Z""#, "", false),
    (
      #""measure": "max", "of": "d", "before": "2024-05-01T01:00:00.0000000000000000001Z""#, "",
      true
    ),
    (#""measure": "max", "of": "d", "after": "now-31d""#, "", true),
    (#""measure": "max", "of": "d", "before": "now-743h""#, "", true),
    (#""measure": "max", "of": "d", "after": "now-743h""#, "", false),
    (#""measure": "max", "of": "b", "maximum": "é""#, "", true),
    (#""measure": "max", "of": "b", "maximum": "x""#, "", false),
    (#""measure": "count", "by": "b", "minimum": 1"#, "", true),
    (#""measure": "count", "by": "b", "minimum": 2"#, "", false),
    (#""measure": "count", "by": "b", "minimum": 2, "tolerance": 3"#, "", true),
    (
      #""measure": "sum", "of": "a", "by": "none", "where": {"a": {"const": 9}}, "minimum": 1"#,
      "no values", false
    ),
  ]

  @Test("bounds hold exactly", arguments: verdicts)
  func verdict(rule: String, reason: String, passes: Bool) throws {
    let ruleSet = try Judging.profile("{\"bulkcheck\": 1, \"table\": [{\"id\": \"x\", \(rule)}]}")
      .ruleSet
    let lines = """
      {"a": 1, "b": "é", "third": 1, "once": 1, "huge": 1e20000, "d": "2024-05-01T03:00:00+02:00"}
      {"a": 2.0, "b": "x", "third": 0, "d": "2024-04-01"}
      {"a": 3, "b": null, "third": 0.0}
      """
    let summary = try Judging.summary(
      ruleSet, [.bytes(Array(lines.utf8), name: "a")], Way())
    let table = try #require(summary.tables.first?.table)
    let report = Report(
      summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
      options: VerdictOptions(), samplesMaximum: 5)
    #expect((report.rules.last?.status == .pass) == passes, "\(table)")
    #expect(table.reason ?? "" == reason)
  }
}
