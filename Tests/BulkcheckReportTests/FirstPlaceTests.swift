import BulkcheckCore
import BulkcheckReport
import Testing

/// The place at which the value of a duplicate occurred first.
@Suite("The first place of a duplicate")
struct FirstPlaceTests {
  private static func report(inputs: [String]) -> Report {
    var run = SummaryBuilder(valid: 8, invalid: 1)
    for input in inputs { run.input(input, records: 9) }
    var duplicate = sample("7", line: 4_321, input: inputs.count - 1, "7 occurs more than once")
    duplicate.first = FirstOccurrence(input: 0, number: 1_234, isRecord: false)
    run.rule(
      "id.unique", field: "id", constraint: "unique", samples: [duplicate],
      run.statistics(passed: 8, failed: 1))
    return run.report
  }

  @Test("is in the JSON report")
  func json() {
    let text = JSONReport.text(Self.report(inputs: ["a.jsonl"]))
    #expect(text.contains("\"first\": {\"input\": 0, \"line\": 1234}}"))
  }

  @Test("keeps to the schema", .enabled(if: SchemaCheck.isAvailable, "needs jsonschema"))
  func schema() throws {
    let text = JSONReport.text(Self.report(inputs: ["a.jsonl"]))
    #expect(try SchemaCheck.fault(in: text) == "")
    let broken = text.replacing("\"line\": 1234", with: "\"line\": 0")
    #expect(try SchemaCheck.fault(in: broken) != "")
  }

  @Test("is behind the message, with the input's name if there are several")
  func text() {
    let one = TextReport.text(Self.report(inputs: ["a.jsonl"]), style: TextStyle())
    #expect(one.contains("7 occurs more than once (first on line 1,234)"))
    let two = TextReport.text(Self.report(inputs: ["a.jsonl", "b.jsonl"]), style: TextStyle())
    #expect(two.contains("7 occurs more than once (first in a.jsonl:1234)"))
  }
}
