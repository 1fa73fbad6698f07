import Foundation
import TestSupport
import Testing

/// Profiles from the checks of other tools.
@Suite("import", .waitsForCommands)
struct ImportTests {
  private static let schema = """
    version: 2
    models:
      - name: orders
        columns:
          - name: id
            data_tests: [not_null, unique]
          - name: shop
            data_tests:
              - relationships: {to: ref('shops'), field: code}
              - of_our_own
      - name: shops
        columns:
          - name: code
            tests: [not_null]
    sources:
      - name: raw
        tables:
          - name: orders
            data_tests:
              - dbt_utils.equality: {compare_model: ref('orders')}

    """

  private static func folder(_ files: [String: String]) throws -> URL {
    let folder = try Tool.folder()
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return folder
  }

  @Test("writes the line of each check beside its rule, and what is left over in its place")
  func comments() throws {
    let folder = try Self.folder(["s.yml": Self.schema])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("bulkcheck import dbt 's.yml#shops'", in: folder)
    #expect(
      result.output == """
        // From s.yml, by `bulkcheck import dbt`.
        {
          "bulkcheck": 1,
          "name": "shops",
          "fields": {
            "code": {
              "required": true  // line 14: tests: [not_null]
            }
          }
        }

        """)
    #expect(result.diagnostics == "bulkcheck: shops: 1 check: 1 enforced, 0 in part, 0 not\n")
    #expect(result.exitCode == 0)
    let other = try Tool.run("bulkcheck import dbt s.yml#raw.orders", in: folder)
    #expect(
      other.output == """
        // From s.yml, by `bulkcheck import dbt`.
        {
          "bulkcheck": 1,
          "name": "orders"
          // line 20: - dbt_utils.equality: {compare_model: ref('orders')}
          //   not enforced: a comparison of two tables
        }

        """)
    #expect(
      other.diagnostics == """
        s.yml:20:13: note: not enforced: a comparison of two tables
                    - dbt_utils.equality: {compare_model: ref('orders')}
                      ^
        bulkcheck: orders: 1 check: 0 enforced, 0 in part, 1 not

        """)
  }

  @Test("takes a table by its name, and all of them into a folder")
  func tables() throws {
    let folder = try Self.folder(["s.yml": Self.schema])
    defer { try? FileManager.default.removeItem(at: folder) }
    let none = try Tool.run("bulkcheck import dbt s.yml", in: folder)
    #expect(none.exitCode == 2)
    #expect(none.output.isEmpty)
    #expect(none.diagnostics.contains("s.yml has the checks of 3 tables: name one"))
    #expect(none.diagnostics.contains("Tables: orders, shops, raw.orders"))
    let near = try Tool.run("bulkcheck import dbt s.yml#shop", in: folder)
    #expect(near.exitCode == 2)
    #expect(near.diagnostics.contains("has no table shop: did you mean shops?"))
    let several = try Tool.run("bulkcheck import dbt s.yml#orders", in: folder)
    #expect(several.exitCode == 2)
    #expect(several.diagnostics.contains("has several tables orders"))
    let all = try Tool.run(
      "mkdir out; bulkcheck import dbt s.yml -o out --profile-format yaml; ls out; "
        + "bulkcheck lint out/*", in: folder)
    #expect(
      all.output == """
        orders.yaml
        raw.orders.yaml
        shops.yaml
        out/orders.yaml: 2 rules on 1 field, no mistakes
        out/raw.orders.yaml: 0 rules on 0 fields, no mistakes
        out/shops.yaml: 1 rule on 1 field, no mistakes

        """)
  }

  @Test("looks values up in the files of --table, from the folder of the profile")
  func references() throws {
    let folder = try Self.folder([
      "s.yml": Self.schema.replacing("  - name: shops", with: "  - name: other"),
      "shops.csv": "code\nA\nB\n",
      "a.jsonl": "{\"id\": 1, \"shop\": \"A\"}\n{\"id\": 2, \"shop\": \"C\"}\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    for output in ["p.json", "out/p.json", "out/p.yaml", "./out/p.json", "$PWD/out/p.json"] {
      let result = try Tool.run(
        "mkdir -p out; sed -i '/^sources/,$d' s.yml; "
          + "bulkcheck import dbt s.yml#orders --table shops=shops.csv -o \(output); "
          + "bulkcheck -p \(output) a.jsonl", in: folder)
      #expect(result.exitCode == 1, "\(result.diagnostics)")
      #expect(result.output.contains("FAIL  shop.references  1"), "\(result.output)")
    }
    let missing = try Tool.run(
      "bulkcheck import dbt s.yml#orders --table shops=shop.csv", in: folder)
    #expect(missing.exitCode == 2)
    #expect(missing.diagnostics.contains("--table shops=shop.csv: no such file"))
    let without = try Tool.run("bulkcheck import dbt s.yml#orders", in: folder)
    #expect(
      without.diagnostics.contains(
        "s.yml:9:33: note: not enforced: the file of the other table is not given: "
          + "--table shops=FILE"))
  }

  @Test("ends with 2 under --strict if something is left over, and writes the profile")
  func strict() throws {
    let folder = try Self.folder(["s.yml": Self.schema])
    defer { try? FileManager.default.removeItem(at: folder) }
    let left = try Tool.run(
      "bulkcheck import dbt s.yml#raw.orders --strict -o q.json; echo $?; bulkcheck lint q.json",
      in: folder)
    #expect(left.output == "2\nq.json: 0 rules on 0 fields, no mistakes\n")
    #expect(try Tool.run("bulkcheck import dbt s.yml#shops --strict", in: folder).exitCode == 0)
  }

  @Test("leaves a check over that a profile must not have, with the sentence of lint")
  func refused() throws {
    let folder = try Self.folder([
      "e.json": """
      {"expectations": [
        {"type": "expect_column_values_to_be_between",
         "kwargs": {"column": "a", "min_value": 9, "max_value": 1}},
        {"type": "expect_column_values_to_not_be_null", "kwargs": {"column": "a"}},
        {"type": "expect_column_values_to_match_regex", "kwargs": {"column": "a", "regex": "("}}
      ], "name": ""}
      """
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      "bulkcheck import gx e.json -o q.json; bulkcheck lint q.json", in: folder)
    #expect(result.output == "q.json: 1 rule on 1 field, no mistakes\n")
    #expect(result.diagnostics.contains("e.json:2:12: note: not enforced: "))
    #expect(result.diagnostics.contains("e.json:5:12: note: not enforced: "))
    #expect(result.diagnostics.contains("3 checks: 1 enforced, 0 in part, 2 not"))
  }

  @Test(
    "refuses a file of another kind by its place",
    arguments: [
      ("gx", "{\"bulkcheck\": 1}", "f.json:1:1: error: this is not a suite of Great Expectations"),
      ("dbt", "{\"expectations\": []}", "f.json:1:1: error: this is not a properties file of dbt"),
      ("soda", "[1]", "f.json:1:1: error: this is not a file of Soda checks"),
      ("gx", "{", "f.json:1:2: error: the file ends here"),
      (
        "gx", "{\"expectations\": [], \"expectations\": []}",
        "f.json:1:22: error: the key \"expectations\" is given twice (first on line 1)"
      ),
    ])
  func otherFiles(format: String, text: String, message: String) throws {
    let folder = try Self.folder(["f.json": text])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("bulkcheck import \(format) f.json", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
    #expect(result.diagnostics.hasPrefix(message), "\(result.diagnostics)")
  }

  @Test("does not write over the file that it reads")
  func sameFile() throws {
    let folder = try Self.folder(["s.yml": Self.schema])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("bulkcheck import dbt s.yml#shops -o ./s.yml", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains("would replace the file with the checks"))
    let nothing = try Tool.run("bulkcheck import dbt t.yml", in: folder)
    #expect(nothing.exitCode == 2)
    let sentence = "cannot read the file t.yml: no such file; did you mean s.yml?"
    #expect(nothing.diagnostics.contains(sentence))
  }

  @Test("gives the verdicts of docs/migrating for nulls, ends and duplicates")
  func verdicts() throws {
    let folder = try Self.folder([
      "s.yml": """
      models:
        - name: t
          data_tests:
            - dbt_utils.unique_combination_of_columns: {combination_of_columns: [a, b]}
          columns:
            - name: a
              data_tests: [not_null]
            - name: n
              data_tests:
                - dbt_utils.accepted_range: {min_value: 1, max_value: 3}
                - dbt_utils.not_accepted_values: {values: [2]}
            - name: s
              data_tests:
                - dbt_utils.not_empty_string
                - dbt_expectations.expect_column_value_lengths_to_be_between: {max_value: 2}
      """,
      "a.jsonl": """
      {"a": 1, "b": 1, "n": 1, "s": "x"}
      {"a": 1, "b": null, "n": 3, "s": null}
      {"a": 1, "b": null, "n": null, "s": "xy"}

      """,
      "b.jsonl": """
      {"a": 1, "b": 1, "n": 0, "s": " "}
      {"a": 1, "b": 1, "n": 2, "s": "xyz"}
      {"a": null, "b": 1, "n": 4, "s": ""}

      """,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = try Tool.run(
      "bulkcheck import dbt s.yml > q.json; bulkcheck -p q.json a.jsonl", in: folder)
    #expect(good.exitCode == 0, "\(good.output)")
    for options in ["--threads 1", "--threads 7", "--threads 2 --max-record-bytes 64"] {
      let bad = try Tool.run("bulkcheck -p q.json b.jsonl \(options)", in: folder)
      #expect(bad.exitCode == 1)
      let failed = bad.output.split(separator: "\n").filter { $0.contains("FAIL  ") }
        .map { $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ") }.sorted()
      #expect(
        failed == [
          "a-b-unique 1", "a.required 1", "n.notEnum 1", "n.range 2", "s.maxLength 1",
          "s.pattern 2",
        ])
    }
  }
}
