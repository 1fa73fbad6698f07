import Foundation
import Testing

/// Checks of dbt that stand elsewhere than in the lists of tests of a column.
@Suite("A check of dbt", .waitsForCommands)
struct ImportDbtTests {
  typealias Case = ImportMappingTests.Case

  @Test("of one version of a model is left over in its place")
  func versions() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      models:
      - name: o
        columns:
        - {name: id, tests: [not_null]}
        versions:
        - v: 2
          tests:
          - dbt_utils.expression_is_true: {expression: a > 0}
          columns:
          - {include: all}
          - {name: nw, tests: [not_null, unique: {enabled: false}]}

      """.utf8
    ).write(to: folder.appending(path: "s.yml"))
    let result = try Tool.run("bulkcheck import dbt s.yml --strict", in: folder)
    #expect(result.exitCode == 2)
    for place in ["s.yml:8:7", "s.yml:11:26"] {
      let note = place + ": note: not enforced: a check of one version of the model"
      #expect(result.diagnostics.contains(note), "\(result.diagnostics)")
    }
    #expect(result.diagnostics.contains("o: 4 checks: 2 enforced, 0 in part, 2 not"))
    #expect(!result.output.contains("\"nw\""))
  }

  @Test(
    "of the age of a source is a rule",
    arguments: [
      Case(
        """
        freshness: {error_after: {count: 12, period: hour}, warn_after: {count: 1, period: day}}
          loaded_at_field: at
          tables: [{name: t}]
        """,
        """
        "table": [ { "id": "at-fresh", "measure": "max", "of": "at", "after": "now-12h" }, \
        { "id": "at-fresh-2", "measure": "max", "of": "at", "after": "now-1d", \
        "severity": "warning" } ]
        """),
      Case(
        """
        config: {freshness: {error_after: {count: 12, period: hour}}}
          loaded_at_field: at
          tables: [{name: t, freshness: {filter: a > 0, error_after: {count: 2, period: day}}}]
        """,
        """
        "table": [ { "id": "at-fresh", "measure": "max", "of": "at", "where": "a > 0", \
        "after": "now-2d" } ]
        """),
      Case(
        """
        freshness: {error_after: {count: 12, period: hour}}
          loaded_at_field: at
          tables: [{name: t, freshness: null}]
        """, ""),
      Case(
        """
        freshness: {error_after: {count: 12, period: hour}}
          tables: [{name: t}]
        """, left: "an age without `loaded_at_field`"),
      Case(
        """
        freshness: {error_after: {count: 12, period: hour}}
          loaded_at_field: "cast(at as timestamp)"
          tables: [{name: t}]
        """, left: "an expression in place of a column"),
    ])
  func freshness(each: Case) throws {
    try ImportMappingTests.expect(
      each, "dbt", "s.yml", "sources:\n- name: s\n  \(each.check)\n")
  }

  @Test("with dates for bounds is left over, not others that take the column for a number")
  func dates() throws {
    try ImportMappingTests.expect(
      Case(
        "",
        profile: """
          "rules": [ { "id": "c-true", "sql": "c > 0" }, \
          { "id": "c-true-2", "sql": "c in (1, 2)" } ]
          """,
        left: ""), "dbt", "s.yml",
      """
      models:
      - name: t
        columns:
        - name: c
          data_tests:
          - dbt_utils.accepted_range: {min_value: "'2024-01-01'"}
          - dbt_utils.expression_is_true: {expression: "> 0"}
          - dbt_utils.expression_is_true: {expression: "in (1, 2)"}
      """)
  }
}
