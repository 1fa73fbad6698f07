import Bulkcheck
import Testing

/// Empty cells of fields with a `separator` (docs/reference/values.md#arrays-in-cells).
@Suite("Empty cells that can be split")
struct EmptyCellTests {
  @Test("have one element for a measure, without a declared type")
  func measures() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "input": {"missingValues": []}, "fields": {"*": {"separator": "|"}},
         "table": [{"id": "d", "measure": "duplicates", "of": "*[*]", "maximum": 9}]}
        """)
    let report = try ProfileValidator(profile)
      .validate(bytes: "a,t\nx|y,\n,\n".utf8, name: "a.csv")
    let table = try #require(report.rules.last?.table)
    #expect(table.judged == 5)
    #expect(table.measured == "2")
  }
}
