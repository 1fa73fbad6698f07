import Foundation
import Testing

/// Dates and times that are numbers (docs/reference/dates.md#numbers).
@Suite("Epochs", .waitsForCommands)
struct EpochTests {
  struct Case: CustomTestStringConvertible {
    var field: String
    /// JSON values or cells that pass, and those that fail.
    var passes: [String]
    var fails: [String]
    var testDescription: String { field }
  }

  static let json: [Case] = [
    Case(
      field: #""format":{"value":"date-time","as":"epoch"}"#,
      passes: [
        "0", "-0", "1704067200", "1704067200.25", "1704067200.123456789012345678901", "-1",
        "-1.5", "-62167219200", "253402300799.9",
      ],
      fails: [
        "253402300800", "-62167219201", "-62167219200.1", "1.7e9", #""1704067200""#, "true",
        "1704067200000", "-1.1234567890123456789", #""2024-01-01T00:00:00Z""#, "[1]",
      ]),
    Case(
      field: #""format":{"value":"date-time","as":"epoch-ms"}"#,
      passes: ["0", "5", "-5", "1704067200250", "1704067200250.0", "253402300799999"],
      fails: ["253402300800000", "1704067200250.5", #""5""#, "1e3"]),
    Case(
      field: #""type":"integer","format":{"value":"date-time","as":"epoch"}"#,
      passes: ["1704067200", "1704067200.0"], fails: ["1704067200.5"]),
    Case(
      field: #""format":{"value":"date-time","as":"epoch"},"range":["2024-01-01",1704067300]"#,
      passes: ["1704067200", "1704067200.001", "1704067300"],
      fails: ["1704067199.999", "1704067300.001", "0", "-1"]),
    Case(
      field: #""format":{"value":"date-time","as":"epoch-ms"},"exclusiveMinimum":"-5","maximum":0"#,
      passes: ["-4", "0"], fails: ["-5", "-6", "1"]),
    Case(
      field: #""format":{"value":"date-time","as":"epoch"},"range":["now-24h","now"]"#,
      passes: ["1714521600", "1714435200"], fails: ["1714521601", "1714435199"]),
  ]

  @Test("are JSON numbers", arguments: json)
  func numbers(item: Case) throws {
    let lines = (item.passes + item.fails).map { #"{"at":\#($0)}"# }
    try check(item, file: "d.jsonl", lines: lines, firstLine: 1)
  }

  @Test("are cells")
  func cells() throws {
    for type in ["", #""type":"number","#] {
      let item = Case(
        field: type + #""format":{"value":"date-time","as":"epoch"},"minimum":1704067200"#,
        passes: ["1704067200", "1704067200.5"], fails: ["1704067199", "abc", "+1704067200", "01"])
      try check(item, file: "d.csv", lines: ["at"] + item.passes + item.fails, firstLine: 2)
    }
  }

  private func check(_ item: Case, file: String, lines: [String], firstLine: Int) throws {
    try run(
      [file: lines.joined(separator: "\n") + "\n"], fields: #""at":{\#(item.field)}"#,
      "bulkcheck -p p.json \(file) --now 2024-05-01T00:00:00Z --failures - --report json=r.json"
    ) { result in
      let failed = Set(
        result.output.matches(of: /"line": ?([0-9]+)/).compactMap { Int($0.output.1) })
      let wanted = item.fails.indices.map { firstLine + item.passes.count + $0 }
      #expect(failed == Set(wanted), "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("compare with other notations, are sorted, and are measured")
  func comparisons() throws {
    let fields = #"""
      "at":{"format":{"value":"date-time","as":"epoch"}},
      "ms":{"format":{"value":"date-time","as":"epoch-ms"}},"text":{"format":"date-time"}
      """#
    let rest = #"""
      ,"rules":[{"id":"ms","compare":["at","<=","ms"]},{"id":"text","compare":["at","==","text"]}],
      "table":[{"id":"order","sorted":["at"]},
      {"id":"fresh","measure":"max","of":"at","after":"now-1d"},
      {"id":"last","measure":"max","of":"ms","maximum":1714435200500}]
      """#
    let lines = [
      #"{"at":1714435200,"ms":1714435200001,"text":"2024-04-30T02:00:00+02:00"}"#,
      #"{"at":1714435199.5,"ms":1714435199499,"text":"2024-04-29T23:59:59.5Z"}"#,
      #"{"at":1714435201,"ms":1714435202000,"text":"2024-04-30T00:00:02Z"}"#,
    ]
    try run(
      ["d.jsonl": lines.joined(separator: "\n") + "\n"], fields: fields, rest: rest,
      "bulkcheck -p p.json d.jsonl --now 2024-05-01T00:00:00Z --samples 3; "
        + "bulkcheck explain d.jsonl --line 2 -p p.json"
    ) { result in
      for part in [
        "FAIL  ms ", "FAIL  text ", "FAIL  order ", "FAIL  last ", "1714435199.5 is not at most",
      ] {
        #expect(result.output.contains(part), "\(part): \(result.output)\(result.diagnostics)")
      }
      #expect(!result.output.contains("FAIL  fresh"), "\(result.output)")
    }
  }

  @Test("say how far they are from a limit, and which one")
  func messages() throws {
    let fields = #"""
      "at":{"format":{"value":"date-time","as":"epoch"},"minimum":"2024-01-01T00:00:00Z"}
      """#
    try run(
      ["d.jsonl": "{\"at\":1703980800}\n{\"at\":1704067200000}\n{\"at\":\"1704067200\"}\n"],
      fields: fields, "bulkcheck -p p.json d.jsonl --samples 9"
    ) { result in
      for part in [
        "1 day before the minimum of 2024-01-01T00:00:00Z",
        #"1704067200000 is not in the format date-time as "epoch""#,
        #""1704067200" is not in the format"#,
      ] { #expect(result.output.contains(part), "\(part): \(result.output)") }
    }
  }

  @Test(
    "drafts find them by name and range, and hold next month", arguments: ["jsonl", "csv"])
  func drafts(format: String) throws {
    let program = #"""
      import sys, json
      def rows(start):
          for i in range(60):
              t = start + i * 3607
              yield {"created_at": t, "ts": t * 1000 + 7, "lastSeen": t + 0.25, "id": t,
                     "phone": 1555000000 + i * i, "elapsed_ms": 5 * i, "order": t, "time": i,
                     "at": 900000000 + i}
      def write(name, rows):
          rows = list(rows)
          with open(name, "w") as f:
              if name.endswith("csv"):
                  f.write(",".join(rows[0]) + "\n")
                  for row in rows: f.write(",".join(str(v) for v in row.values()) + "\n")
              else:
                  for row in rows: f.write(json.dumps(row) + "\n")
      write("a." + sys.argv[1], rows(1700000000))
      write("b." + sys.argv[1], rows(1702600000))
      """#
    try run(
      ["make.py": program], fields: "",
      """
      python3 make.py \(format)
      bulkcheck infer --now 2024-01-01T00:00:00Z a.\(format) > q.json && cat q.json
      bulkcheck -p q.json a.\(format) --now 2024-01-01T00:00:00Z > report || cat report
      bulkcheck -p q.json b.\(format) --now 2024-01-01T00:00:00Z --only 'created_at.*' \
        --only 'ts.*' --only 'lastSeen.*' > report || cat report
      """
    ) { result in
      let draft = result.output
      for (name, notation) in [("created_at", "epoch"), ("ts", "epoch-ms"), ("lastSeen", "epoch")] {
        let block = draft.components(separatedBy: "\"\(name)\": {").last ?? ""
        #expect(
          block.prefix { $0 != "}" }.contains("\"as\": \"\(notation)\""),
          "\(name): \(result.output)")
      }
      #expect(draft.components(separatedBy: "\"as\":").count == 4, "\(result.output)")
      #expect(draft.components(separatedBy: "\"now+1d\"").count == 4, "\(result.output)")
      #expect(!result.output.contains("FAIL"), "\(result.output)")
    }
  }

  static let mistakes: [(field: String, text: String)] = [
    (#""format":{"value":"date","as":"epoch"}"#, "is for the format date-time"),
    (
      #""format":{"value":"date-time","as":"epoch","timeZone":"+02:00"}"#,
      "`timeZone` has no effect"
    ),
    (#""type":"string","format":{"value":"date-time","as":"epoch"}"#, "numbers"),
    (
      #""format":{"value":"date-time","as":"epoch"},"minimum":"soon""#,
      "a number in the form epoch, a date-time such as \"2024-05-01T12:00:00Z\""
    ),
    (#""format":{"value":"date-time","as":"epoch"},"range":[2,1]"#, "range"),
    (#""format":"date-time","minimum":5"#, "a date-time such as"),
  ]

  @Test("mistakes name what is expected", arguments: mistakes)
  func wrong(field: String, text: String) throws {
    try run([:], fields: #""at":{\#(field)}"#, "bulkcheck lint p.json") { result in
      #expect(result.exitCode != 0)
      #expect((result.output + result.diagnostics).contains(text), "\(result.diagnostics)")
    }
  }

  private func run(
    _ files: [String: String], fields: String, rest: String = "", _ command: String,
    _ check: (Tool.Result) throws -> Void
  ) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"fields":{\#(fields)}\#(rest)}"#
    for (name, text) in files.merging(["p.json": profile], uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try check(try Tool.run(command, in: folder))
  }
}
