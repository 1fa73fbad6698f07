import Bulkcheck
import Testing

/// Names and values that rules about the table show cannot steer a terminal or forge a line.
@Suite("Rules about the table on hostile data")
struct HostileTableTests {
  static let cases = [
    (#"{"id": "r", "columns": ["k"], "match": "superset"}"#, #"{"k": 1, "\u001b[31mX\n  ok": 1}"#),
    (#"{"id": "r", "measure": "max", "of": "k", "maximum": "a"}"#, #"{"k": "b\u009b31m\u202e"}"#),
    (
      #"{"id": "r", "measure": "max", "of": "k", "by": "g", "maximum": "a"}"#,
      #"{"k": "b\u009b31m\u202e", "g": "\u001b[2J"}"#
    ),
  ]

  @Test("what is shown of data is escaped", arguments: cases)
  func text(rule: String, record: String) throws {
    let profile = try Profile(text: "{\"bulkcheck\": 1, \"table\": [\(rule)]}")
    let report = try ProfileValidator(profile).validate([.bytes(record.utf8, name: "a.jsonl")])
    #expect(report.rules.first { $0.id == "r" }?.status == .fail)
    for format in [ReportFormat.text, .markdown, .html, .junit, .github, .sarif] {
      let text = format.render(report)
      #expect(!text.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) })
      #expect(!text.contains("\n  ok\n"))
    }
  }
}
