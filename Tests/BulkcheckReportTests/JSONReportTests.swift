import BulkcheckCore
import BulkcheckReport
import Foundation
import TestSupport
import Testing

@Suite("The JSON report")
struct JSONReportTests {
  @Test("looks as recorded", arguments: SampleRun.allCases)
  func goldens(run: SampleRun) throws {
    try Golden.expect(JSONReport.text(run.report), in: "\(run).json")
  }

  @Test("is JSON with a line end after it", arguments: SampleRun.allCases)
  func isJSON(run: SampleRun) throws {
    let text = JSONReport.text(run.report)
    #expect(text.hasSuffix("}\n"))
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["schema"] as? String == JSONReport.schemaName)
  }

  @Test(
    "keeps to its schema", .enabled(if: SchemaCheck.isAvailable, "needs python3 with jsonschema"))
  func schema() throws {
    let runs = SampleRun.allCases
    let faults = try SchemaCheck.faults(in: runs.map { JSONReport.text($0.report) })
    #expect(faults.count == runs.count)
    for (run, fault) in zip(runs, faults) { #expect(fault.isEmpty, "\(run): \(fault)") }
  }

  @Test(
    "with a mistake breaks its schema",
    .enabled(if: SchemaCheck.isAvailable, "needs python3 with jsonschema"),
    arguments: [
      ("\"exitCode\": 1", "\"exitCode\": 3"), ("\"status\": \"fail\"", "\"status\": \"failed\""),
      ("\"complete\": true", "\"complete\": 1"), ("\"count\": 0}", "\"count\": -1}"),
      ("\"line\": 77", "\"line\": 0"), ("\"samples\"", "\"sample\""),
    ])
  func strictSchema(change: (String, String)) throws {
    let text = JSONReport.text(SampleRun.users.report)
    let broken = text.replacingOccurrences(of: change.0, with: change.1)
    #expect(broken != text)
    #expect(try !SchemaCheck.fault(in: broken).isEmpty)
  }

  @Test("writes a percentage as a number, its digits as in the profile")
  func percent() {
    for (percent, expected) in [("0.1", "0.1"), ("00.50", "0.50"), ("007", "7"), ("000", "0")] {
      var run = SummaryBuilder(valid: 1)
      run.rule("a", tolerance: .init(percent: percent), run.statistics(passed: 1))
      #expect(JSONReport.text(run.report).contains("{\"count\": 0, \"percent\": \(expected)}"))
    }
  }
}

/// Python's jsonschema as an independent judge.
enum SchemaCheck {
  static let isAvailable = (try? run(["-c", "import jsonschema"], input: "").isEmpty) ?? false

  /// The first fault that the schema finds in a report; empty if there is none.
  static func fault(in report: String) throws -> String {
    try faults(in: [report]).joined()
  }

  /// That of each report, in one run: starting Python takes longer than checking.
  static func faults(in reports: [String]) throws -> [String] {
    let program = """
      import json, sys, jsonschema
      schema, *reports = json.load(sys.stdin)
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      first = [next(validator.iter_errors(report), None) for report in reports]
      words = [f"{fault.json_path} {fault.message}" if fault else "" for fault in first]
      json.dump(words, sys.stdout)
      """
    let input = ([EmbeddedSchema.report.text] + reports).joined(separator: ", ")
    let output = try run(["-c", program], input: "[\(input)]")
    return (try? JSONDecoder().decode([String].self, from: Data(output.utf8))) ?? [output]
  }

  /// The output of python3; its words on standard error if it fails.
  private static func run(_ arguments: [String], input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore"] + arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    return process.terminationStatus == 0 ? text : "exit \(process.terminationStatus): \(text)"
  }
}
