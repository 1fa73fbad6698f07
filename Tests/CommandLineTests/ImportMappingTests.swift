import Foundation
import Testing

/// The tables of docs/contracts/import.md, line by line: a check, and what it is in the profile.
@Suite("A check of another tool", .waitsForCommands)
struct ImportMappingTests {
  /// A check, and the profile without its first members; or why it is left over.
  struct Case: Sendable, CustomTestStringConvertible {
    var check: String
    var profile: String?
    var reason: String?

    init(_ check: String, _ profile: String) {
      self.check = check
      self.profile = profile
    }

    init(_ check: String, profile: String? = nil, left reason: String) {
      self.check = check
      self.profile = profile
      self.reason = reason
    }

    var testDescription: String { check }
  }

  /// Imports a text, lints the profile, and compares it without comments.
  static func expect(_ each: Case, _ format: String, _ file: String, _ text: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: file))
    try Data("code,part\nA,1\n".utf8).write(to: folder.appending(path: "other.csv"))
    let result = try Tool.run(
      "bulkcheck import \(format) \(file) --table other=other.csv -o q.json && cat q.json; "
        + "bulkcheck lint q.json >&2", in: folder)
    #expect(result.diagnostics.contains("no mistakes"), "\(result.diagnostics)")
    var found = result.output.split(separator: "\n").compactMap { line in
      let part = line.drop { $0 == " " }
      return part.hasPrefix("//") ? nil : part.split(separator: "  // line").first.map(String.init)
    }.joined(separator: " ")
    found = found.replacing(#"{ "bulkcheck": 1"#, with: "").replacing(#", "name": "t""#, with: "")
    if found.hasPrefix(", ") { found.removeFirst(2) }
    #expect(found.hasSuffix(" }"))
    found.removeLast(2)
    #expect(found == each.profile ?? "", "\(result.diagnostics)")
    if let reason = each.reason {
      #expect(result.diagnostics.contains("not enforced: " + reason), "\(result.diagnostics)")
    } else {
      #expect(!result.diagnostics.contains("not enforced"), "\(result.diagnostics)")
    }
  }

  // MARK: Great Expectations

  @Test(
    "of Great Expectations is a rule",
    arguments: [
      Case(
        #"column_values_to_not_be_null {"column": "c", "mostly": 0.95}"#,
        #""fields": { "c": { "required": { "value": true, "tolerance": "5%" } } }"#),
      Case(
        #"column_values_to_be_unique {"column": "c"}, "severity": "warning""#,
        #""fields": { "c": { "unique": { "value": true, "severity": "warning" } } }"#),
      Case(
        #"column_values_to_be_null {"column": "c.d"}"#,
        #""table": [ { "id": "c.d-null", "measure": "present", "of": "c.d", "maximum": 0 } ]"#),
      Case(
        #"column_values_to_be_in_set {"column": "c", "value_set": [1, null]}"#,
        #""fields": { "c": { "enum": [1] } }"#),
      Case(
        #"column_values_to_be_in_set {"column": "c", "value_set": null}"#,
        ""),
      Case(
        """
        column_values_to_be_between
        {"column": "c", "min_value": 0, "strict_min": true, "max_value": 1.50}
        """,
        #""fields": { "c": { "exclusiveMinimum": 0, "maximum": 1.50 } }"#),
      Case(
        """
        column_values_to_be_between {"column": "c", "min_value": "2024-05-01"}
        """,
        #""fields": { "c": { "format": "date", "minimum": "2024-05-01" } }"#),
      Case(
        #"column_values_to_be_of_type {"column": "c", "type_": "int64"}"#,
        #""fields": { "c": { "type": "integer" } }"#),
      Case(
        """
        column_values_to_be_in_type_list
        {"column": "c", "type_list": ["INTEGER", "NUMERIC(1,2)", "VARCHAR"]}
        """,
        #""fields": { "c": { "type": ["number", "string"] } }"#),
      Case(
        #"column_values_to_be_of_type {"column": "c", "type_": "object"}"#,
        left: #"the type "object" has no counterpart"#),
      Case(
        #"column_value_lengths_to_equal {"column": "c", "value": 3}"#,
        #""fields": { "c": { "length": [3, 3] } }"#),
      Case(
        """
        column_values_to_match_regex_list {"column": "c", "regex_list": ["a", "b"]}
        """,
        #""fields": { "c": { "any": [{ "pattern": "a" }, { "pattern": "b" }] } }"#),
      Case(
        #"column_values_to_match_like_pattern {"column": "c", "like_pattern": "a.%"}"#,
        #""fields": { "c": { "pattern": "(?s)^a\\..*$" } }"#),
      Case(
        """
        column_values_to_match_strftime_format {"column": "c", "strftime_format": "%d.%m.%Y"}
        """,
        #""fields": { "c": { "format": { "value": "date", "as": "%d.%m.%Y" } } }"#),
      Case(
        """
        column_values_to_be_increasing {"column": "c", "strictly": true}
        """,
        #""table": [ { "id": "c-order", "sorted": [{ "path": "c" }], "strictly": true } ]"#),
      Case(
        """
        column_pair_values_a_to_be_greater_than_b
        {"column_A": "x y", "column_B": "b", "or_equal": true}
        """,
        #""rules": [ { "id": "x-y-above-b", "compare": ["\"x y\"", ">=", "b"] } ]"#),
      Case(
        """
        multicolumn_sum_to_equal {"column_list": ["a", "b"], "sum_total": 100}
        """,
        #""rules": [ { "id": "sum-of-a-b", "compare": ["a + b", "==", "100"] } ]"#),
      Case(
        """
        select_column_values_to_be_unique_within_record {"column_list": ["a", "b"]}
        """,
        #""rules": [ { "id": "different-a-b", "all": [{ "compare": ["a", "!=", "b"] }] } ]"#),
      Case(
        #"column_median_to_be_between {"column": "c", "max_value": 9}"#,
        """
        "table": [ { "id": "c-median", "measure": "quantile", "of": "c", "at": 0.5, "maximum": 9 } ]
        """),
      Case(
        """
        column_proportion_of_unique_values_to_be_between {"column": "c", "min_value": 0.125}
        """,
        """
        "table": [ { "id": "c-distinct", "measure": "distinct", "of": "c", \
        "where": { "c": { "required": true } }, "minimum": "12.5%" } ]
        """),
      Case(
        """
        column_distinct_values_to_contain_set {"column": "c", "value_set": ["x"]}
        """,
        """
        "table": [ { "id": "c-has-x", "measure": "count", "where": { "c": { "const": "x" } }, \
        "minimum": 1 } ]
        """),
      Case(
        #"table_columns_to_match_set {"column_set": ["a"], "exact_match": false}"#,
        #""table": [ { "id": "a-exists", "columns": ["a"] } ]"#),
      Case(
        #"table_columns_to_match_ordered_list {"column_list": ["a", "b"]}"#,
        #""table": [ { "id": "columns", "columns": ["a", "b"], "match": "exact" } ]"#),
      Case(
        #"table_column_count_to_equal {"value": 3}"#,
        left: "profiles have no rule like `expect_table_column_count_to_equal`"),
      Case(
        #"column_max_to_be_between {"column": "c", "max_value": {"$PARAMETER": "x"}}"#,
        left: #"the value of "max_value" is filled in by the tool"#),
      Case(
        #"column_values_to_not_be_null {"column": "c", "mostyl": 1}"#,
        left: #"the argument "mostyl" is not known"#),
      Case(
        #"""
        column_values_to_not_be_null
        {"column": "c", "row_condition": "s == \"x\" and n > 0", "condition_parser": "pandas"}
        """#,
        """
        "rules": [ { "id": "c-required", "when": "s = 'x' and n > 0", \
        "then": { "c": { "required": true } } } ]
        """),
      Case(
        #"""
        column_values_to_not_be_null
        {"column": "c", "row_condition": "col(\"s\").notNull()", \#
        "condition_parser": "great_expectations"}
        """#,
        """
        "rules": [ { "id": "c-required", "when": "s is not null", \
        "then": { "c": { "required": true } } } ]
        """),
    ])
  func expectations(each: Case) throws {
    let parts = each.check.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let camel = parts[0].split(separator: "_").map(\.capitalized).joined()
    for type in [
      "\"expectation_type\": \"expect_\(parts[0])\"", "\"type\": \"expect_\(parts[0])\"",
      "\"type\": \"Expect\(camel)\"",
    ] {
      let expectation = "{\(type), \"kwargs\": \(parts[1])}"
      try Self.expect(
        each, "gx", "s.json", "{\"name\": \"t\", \"expectations\": [\(expectation)]}")
    }
  }

  // MARK: dbt

  @Test(
    "of dbt is a rule",
    arguments: [
      Case("not_null", #""fields": { "c": { "required": true } }"#),
      Case(
        "unique: {config: {severity: warn, warn_if: '>10', tags: [key]}}",
        """
        "fields": { "c": { "unique": { "value": true, "severity": "warning", "tolerance": 10, \
        "labels": ["key"] } } }
        """),
      Case("not_null: {enabled: false}", ""),
      Case("not_null: {enabled: \"{{ var('x') }}\"}", #""fields": { "c": { "required": true } }"#),
      Case(
        "unique: {error_if: '> 10', warn_if: '> 0'}",
        """
        "fields": { "c": { "unique": { "value": true, "tolerance": 10 } } }, \
        "rules": [ { "id": "c-unique", "unique": ["c"], "severity": "warning" } ]
        """),
      Case(
        "unique: {error_if: '> 10', warn_if: '> 20'}",
        #""fields": { "c": { "unique": { "value": true, "tolerance": 10 } } }"#),
      Case(
        "unique: {error_if: '> 10'}",
        """
        "fields": { "c": { "unique": { "value": true, "tolerance": 10 } } }, \
        "rules": [ { "id": "c-unique", "unique": ["c"], "severity": "warning" } ]
        """),
      Case("unique: {error_if: '!= 0'}", #""fields": { "c": { "unique": true } }"#),
      Case("not_null: {error_if: '<1'}", left: "a number of failures that is not an upper limit"),
      Case("not_null: {fail_calc: sum(x)}", left: "a number of failures that is computed"),
      Case("not_null: {where: \"{{ x }}\"}", left: "SQL that the tool fills in"),
      Case(
        "accepted_values: {arguments: {values: ['1', '2'], quote: false}}",
        #""fields": { "c": { "enum": [1, 2] } }"#),
      Case(
        "relationships: {to: ref('other'), field: code}",
        #""fields": { "c": { "references": { "file": "other.csv", "column": "code" } } }"#),
      Case("relationships: {to: ref('x'), field: code}", left: "the file of the other table"),
      Case(
        "dbt_utils.accepted_range: {min_value: 0, inclusive: false}",
        #""fields": { "c": { "exclusiveMinimum": 0 } }"#),
      Case("dbt_utils.not_empty_string", #""fields": { "c": { "pattern": "[^ ]" } }"#),
      Case(
        "dbt_utils.not_empty_string: {trim_whitespace: false}",
        #""fields": { "c": { "notEmpty": true } }"#),
      Case(
        "dbt_utils.not_null_proportion: {at_least: 0.5, group_by_columns: [g]}",
        """
        "table": [ { "id": "c-present", "measure": "present", "of": "c", "by": ["g"], \
        "minimum": "50%" } ]
        """),
      Case(
        "dbt_utils.not_constant",
        """
        "table": [ { "id": "c-not-constant", "measure": "distinct", "of": "c", "minimum": 2 } ]
        """),
      Case(
        "dbt_utils.recency: {field: at, datepart: hour, interval: 6}",
        #""table": [ { "id": "at-fresh", "measure": "max", "of": "at", "after": "now-6h" } ]"#),
      Case(
        "dbt_utils.recency: {field: at, datepart: month, interval: 6}",
        left: #"an age in units of "month""#),
      Case(
        "dbt_utils.unique_combination_of_columns: {combination_of_columns: [a, b], name: my key}",
        #""rules": [ { "id": "my-key", "unique": ["a", "b"] } ]"#),
      Case(
        "dbt_expectations.expect_column_values_to_be_between: "
          + "{min_value: 1, max_value: 2, strictly: true}",
        #""fields": { "c": { "exclusiveMinimum": 1, "exclusiveMaximum": 2 } }"#),
      Case(
        "our_package.expect_column_values_to_be_in_type_list: {column_type_list: [date]}",
        #""fields": { "c": { "format": "date" } }"#),
      Case(
        "dbt_expectations.expect_column_values_to_be_of_type: {column_type: timestamp_ntz}",
        """
        "fields": { "c": { "any": [{ "format": "date-time" }, \
        { "format": { "value": "date-time", "as": "local" } }] } }
        """),
      Case(
        "dbt_expectations.expect_row_values_to_have_recent_data: {datepart: day, interval: 1}",
        #""table": [ { "id": "c-fresh", "measure": "max", "of": "c", "after": "now-1d" } ]"#),
      Case(
        "dbt_expectations.expect_table_columns_to_not_contain_set: {column_list: [x]}",
        #""fields": { "x": { "present": false } }"#),
      Case("ours", left: "a test of your own"),
      Case("dbt_utils.sequential_values: {interval: 1}", left: "the order of records"),
      Case("{test_name: not_null, name: x}", #""fields": { "c": { "required": true } }"#),
      Case(
        "not_null: {where: \"x > 1\"}",
        """
        "rules": [ { "id": "c-required", "when": "x > 1", \
        "then": { "c": { "required": true } } } ]
        """
      ),
      Case(
        "unique: {config: {where: x = 1}}",
        #""rules": [ { "id": "c-unique", "unique": ["c"], "where": "x = 1" } ]"#),
      Case(
        "dbt_utils.expression_is_true: {expression: '>= 0'}",
        #""rules": [ { "id": "c-true", "sql": "c >= 0" } ]"#),
      Case(
        "dbt_utils.expression_is_true: {expression: '>= 0', config: {where: x = 1}}",
        #""rules": [ { "id": "c-true", "when": "x = 1", "then": "c >= 0" } ]"#),
      Case(
        "dbt_utils.accepted_range: {min_value: other_column}",
        #""rules": [ { "id": "c-range", "sql": "c >= other_column" } ]"#),
      Case(
        "dbt_utils.not_constant: {config: {where: x = 1}}",
        """
        "table": [ { "id": "c-not-constant", "measure": "distinct", "of": "c", "where": "x = 1", \
        "minimum": 2 } ]
        """),
      Case("not_null: {where: \"x in (select 1)\"}", left: ""),
    ])
  func tests(each: Case) throws {
    try Self.expect(
      each, "dbt", "s.yml",
      "models:\n- name: t\n  columns:\n  - name: c\n    data_tests:\n    - \(each.check)\n")
  }

  @Test("of dbt whose keyword the field has is a rule of its own; the same again is one rule")
  func twice() throws {
    let each = Case(
      "not_null\n    - not_null\n    - not_null: {config: {severity: warn}}\n    - unique\n"
        + "    - unique: {config: {severity: warn}}",
      """
      "fields": { "c": { "required": true, "unique": true } }, \
      "rules": [ { "id": "c-required", "all": [{ "c": { "required": true } }], \
      "severity": "warning" }, { "id": "c-unique", "unique": ["c"], "severity": "warning" } ]
      """)
    try tests(each: each)
  }

  @Test("of a contract that dbt enforces is a rule")
  func constraints() throws {
    try Self.expect(
      Case(
        "",
        """
        "fields": { "c": { "type": "integer", "required": true, "unique": true } }, \
        "rules": [ { "id": "c-d-unique", "unique": ["c", "d"] } ]
        """), "dbt", "s.yml",
      """
      models:
      - name: t
        config: {contract: {enforced: true}}
        constraints: [{type: unique, columns: [c, d]}]
        columns:
        - name: c
          data_type: bigint
          constraints: [{type: primary_key}]
      """)
  }

  @Test("of a contract that dbt enforces has the length of its type")
  func lengths() throws {
    try Self.expect(
      Case("", #""fields": { "c": { "type": "string", "maxLength": 3 } }"#), "dbt", "s.yml",
      """
      models:
      - name: t
        config: {contract: {enforced: true}}
        columns: [{name: c, data_type: varchar(3)}]
      """)
  }
}
