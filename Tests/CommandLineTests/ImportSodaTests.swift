import Testing

/// The tables about Soda in docs/contracts/import.md, line by line.
@Suite("A check of Soda", .waitsForCommands)
struct ImportSodaTests {
  typealias Case = ImportMappingTests.Case

  @Test(
    "of Soda is a rule",
    arguments: [
      Case(
        "row_count > 0",
        #""table": [ { "id": "rows", "measure": "count", "exclusiveMinimum": 0 } ]"#),
      Case(
        "row_count between 1 and 5",
        #""table": [ { "id": "rows", "measure": "count", "range": [1, 5] } ]"#),
      Case("missing_count(c) = 0", #""fields": { "c": { "required": true } }"#),
      Case(
        "missing_count(c) = 0: {missing values: [n/a], name: 'all {c}'}",
        """
        "fields": { "c": { "required": { "value": true, "message": "all {{c}}" }, \
        "notEnum": { "value": ["n/a"], "message": "all {{c}}" } } }
        """),
      Case(
        "missing_percent(c) < 5",
        """
        "table": [ { "id": "c-missing", "measure": "missing", "of": "c", \
        "exclusiveMaximum": "5%" } ]
        """
      ),
      Case("missing_count(c) < 5%", left: "a number compared with a percentage"),
      Case("duplicate_count(c) = 0", #""fields": { "c": { "unique": true } }"#),
      Case(
        "duplicate_count(a, b) = 0", #""rules": [ { "id": "a-b-unique", "unique": ["a", "b"] } ]"#),
      Case("duplicate_count(c) < 5", left: "a number of values that occur twice"),
      Case(
        "invalid_count(c) = 0: {valid values: [a, b], missing values: [n/a]}",
        #""fields": { "c": { "enum": ["a", "b", "n/a"] } }"#),
      Case(
        "invalid_count(c) = 0: {valid min: 1, valid max: 9, valid max length: 3}",
        #""fields": { "c": { "range": [1, 9], "maxLength": 3 } }"#),
      Case(
        "invalid_count(c) = 0: {valid min: 2024-05-01}",
        #""fields": { "c": { "format": "date", "minimum": "2024-05-01" } }"#),
      Case(
        "invalid_percent(c) < 30%: {valid regex: '^x'}",
        """
        "table": [ { "id": "c-invalid", "measure": "count", \
        "where": { "c": { "not": { "pattern": "^x" } } }, "exclusiveMaximum": "30%" } ]
        """),
      Case(
        "invalid_count(c) = 0: {valid format: email}",
        #""fields": { "c": { "format": "email" } }"#),
      Case(
        "invalid_count(c) = 0: {valid format: money}",
        left: #"the format "money" has no counterpart"#),
      Case("invalid_count(c) = 0", left: "what is valid is not said"),
      Case(
        "invalid_count(c) = 0: {valid vlaues: [a]}",
        left: #"the setting "valid vlaues" is not known"#),
      Case(
        "percentile(c, 0.95) <= 350",
        """
        "table": [ { "id": "c-percentile", "measure": "quantile", "of": "c", "at": 0.95, \
        "maximum": 350 } ]
        """),
      Case(
        "max(c): {warn: when > 5, fail: when > 10}",
        """
        "table": [ { "id": "c-max", "measure": "max", "of": "c", "maximum": 10 }, \
        { "id": "c-max-2", "measure": "max", "of": "c", "maximum": 5, "severity": "warning" } ]
        """),
      Case(
        "freshness(c) < 1d6h",
        #""table": [ { "id": "c-fresh", "measure": "max", "of": "c", "after": "now-1800m" } ]"#),
      Case(
        "schema: {fail: {when required column missing: [a, b], "
          + "when forbidden column present: [x]}}",
        """
        "fields": { "x": { "present": false } }, \
        "table": [ { "id": "columns", "columns": ["a", "b"] } ]
        """),
      Case(
        "schema: {warn: {when wrong column type: {a: varchar}}}",
        #""fields": { "a": { "type": { "value": "string", "severity": "warning" } } }"#),
      Case(
        "values in (c) must exist in other (code)",
        #""fields": { "c": { "references": { "file": "other.csv", "column": "code" } } }"#),
      Case(
        "values in (a, b) must exist in other (code, part)",
        """
        "rules": [ { "id": "a-b-references", "references": { "fields": ["a", "b"], \
        "file": "other.csv", "columns": ["code", "part"] } } ]
        """),
      Case("anomaly score for row_count < 3", left: "a comparison with earlier scans"),
      Case("a = b + c", left: "a line that is not a check of SodaCL"),
      Case("row_count > ${n}", left: "variables that Soda fills in"),
      Case(
        "failed rows: {fail condition: net + tax <> gross}",
        #""rules": [ { "id": "failed-rows", "sql": "not (net + tax <> gross)" } ]"#),
      Case(
        "failed rows: {fail condition: a < 0, fail: when > 1}",
        #""rules": [ { "id": "failed-rows", "sql": "not (a < 0)", "tolerance": 1 } ]"#),
      Case(
        "failed rows: {fail query: select * from t where a < 0, warn: when >= 3, fail: when > 9}",
        """
        "rules": [ { "id": "failed-rows", "sql": "select * from t where a < 0", "tolerance": 9 }, \
        { "id": "failed-rows-2", "sql": "select * from t where a < 0", "severity": "warning", \
        "tolerance": 2 } ]
        """),
      Case(
        "failed rows: {fail condition: a < 0, fail: when < 3}",
        left: "a number of failed rows that is not an upper limit"),
      Case(
        "max(c) != 5",
        #""table": [ { "id": "c-max", "measure": "max", "of": "c", "notConst": 5 } ]"#),
      Case(
        "max(c): {fail: when = 5}",
        #""table": [ { "id": "c-max", "measure": "max", "of": "c", "notConst": 5 } ]"#),
      Case(
        "max(c) not between -1 and 5",
        """
        "table": [ { "id": "c-max", "measure": "max", "of": "c", "outside": [-1, 5], \
        "notConst": -1 }, { "id": "c-max-2", "measure": "max", "of": "c", "notConst": 5 } ]
        """),
      Case(
        "max(c): {warn: when not between 1 and 5}",
        """
        "table": [ { "id": "c-max", "measure": "max", "of": "c", "range": [1, 5], \
        "severity": "warning" } ]
        """),
      Case(
        "failed rows: {fail query: 'select * from t where a > b'}",
        #""rules": [ { "id": "failed-rows", "sql": "select * from t where a > b" } ]"#),
      Case(
        "missing_count(c) = 0: {filter: s = 'x'}",
        """
        "rules": [ { "id": "c-required", "when": "s = 'x'", \
        "then": { "c": { "required": true } } } ]
        """
      ),
      Case(
        "span between 1 and 9: {span expression: max(a)}",
        #""table": [ { "id": "span", "sql": "select max(a) from t", "range": [1, 9] } ]"#),
      Case(
        "invalid_count(c) = 0: {valid min: 2016-01}",
        #""rules": [ { "id": "c-range", "sql": "c >= '2016-01'" } ]"#),
    ])
  func sodaChecks(each: Case) throws {
    try ImportMappingTests.expect(each, "soda", "c.yml", "checks for t:\n  - \(each.check)\n")
  }

  @Test(
    "of a contract of Soda is a rule",
    arguments: [
      Case("missing:", #""fields": { "c": { "required": true } }"#),
      Case(
        "missing: {threshold: {metric: percent, must_be_less_than: 5, level: warn}}",
        """
        "table": [ { "id": "c-missing", "measure": "missing", "of": "c", \
        "exclusiveMaximum": "5%", "severity": "warning" } ]
        """),
      Case("duplicate:", #""fields": { "c": { "unique": true } }"#),
      Case(
        "invalid: {valid_values: [a], attributes: {dimension: validity}}",
        #""fields": { "c": { "enum": { "value": ["a"], "labels": ["validity"] } } }"#),
      Case(
        "invalid: {valid_format: {name: x, regex: '^x$'}}",
        #""fields": { "c": { "pattern": "^x$" } }"#),
      Case(
        "invalid: {valid_reference_data: {dataset: a/b/other, column: code}}",
        #""fields": { "c": { "references": { "file": "other.csv", "column": "code" } } }"#),
      Case(
        "aggregate: {function: avg, threshold: "
          + "{must_be_between: {greater_than: 1, less_than_or_equal: 2}}}",
        """
        "table": [ { "id": "c-avg", "measure": "mean", "of": "c", "exclusiveMinimum": 1, \
        "maximum": 2 } ]
        """),
      Case("metric_of_ours:", left: #"the check "metric_of_ours" is not known"#),
    ])
  func contractChecks(each: Case) throws {
    try ImportMappingTests.expect(
      each, "soda", "c.yml",
      "dataset: d/s/t\ncolumns:\n  - name: c\n    checks:\n      - \(each.check)\n")
  }

  @Test(
    "of the table in a contract of Soda is a rule",
    arguments: [
      Case(
        "row_count:", #""table": [ { "id": "rows", "measure": "count", "exclusiveMinimum": 0 } ]"#),
      Case(
        "schema: {allow_extra_columns: true, allow_other_column_order: true}",
        """
        "fields": { "c": { "type": "integer" } }, \
        "table": [ { "id": "columns", "columns": ["c", "d"] } ]
        """),
      Case(
        "duplicate: {columns: [c, d]}",
        #""rules": [ { "id": "c-d-unique", "unique": ["c", "d"] } ]"#),
      Case(
        "failed_rows: {expression: a < 0, threshold: {must_be_less_than: 5, level: warn}}",
        """
        "rules": [ { "id": "failed-rows", "sql": "not (a < 0)", "severity": "warning", \
        "tolerance": 4 } ]
        """),
      Case(
        "freshness: {column: c, threshold: {unit: hour, must_be_less_than: 24}}",
        #""table": [ { "id": "c-fresh", "measure": "max", "of": "c", "after": "now-24h" } ]"#),
    ])
  func contractTables(each: Case) throws {
    try ImportMappingTests.expect(
      each, "soda", "c.yml",
      """
      dataset: d/s/t
      columns: [{name: c, data_type: int}, {name: d}]
      checks:
        - \(each.check)

      """)
  }
}
