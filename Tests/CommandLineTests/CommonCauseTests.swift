import Foundation
import Testing

/// Rules below a value that is not there (docs/reference/reports.md#one-cause-one-entry).
@Suite("Common causes", .waitsForCommands)
struct CommonCauseTests {
  /// `address` is null, absent, without a country, and whole; `billing` is absent in one of two
  /// records without its name.
  private static let setUp = #"""
    cat > p.json <<'END'
    {"bulkcheck":1,"fields":{
    "address":{"required":true,"fields":{
    "zip":{"pattern":"^[0-9]+$"},"geo":{"required":true,"fields":{"lat":{"type":"number"}}}}},
    "address.city":{"required":true},"address.country.code":{"required":true},
    "billing":{"present":true},"billing.name":{"required":true},
    "billing.mail":{"required":{"value":true,"severity":"warning"}},
    "tags":{"required":{"value":true,"severity":"warning"}},"tags.first":{"required":true}},
    "rules":[{"id":"names","compare":["address.a","!=","address.b"]}]}
    END
    T='"tags":{"first":1}'
    printf '%s\n' "{\"address\":null,\"billing\":{\"name\":1,\"mail\":1},$T}" \
      "{\"billing\":{},$T}" '{"address":{"city":1,"country":{"code":1},"geo":{},"zip":"1"}}' \
      "{\"address\":{\"city\":1,\"geo\":{},\"zip\":\"1\"},\"billing\":{\"name\":1},$T}" > d.jsonl
    head -n 2 d.jsonl > two.jsonl
    printf 'address,address.city\n,\nx,y\n' > d.csv
    """#

  struct Case: CustomTestStringConvertible {
    var command: String
    /// Parts of the output, and what it does not have.
    var has: [String]
    var lacks: [String] = []
    var testDescription: String { command }
  }

  static let cases: [Case] = [
    Case(
      command: "d.jsonl --samples 0",
      has: [
        "below         1 rule below it fails with it, 3 could not be judged: address.city.required",
        // For other reasons, too.
        "FAIL  address.country.code.required  3", "above         2 of them where address.required",
        "FAIL  billing.name.required          2", "above         1 of them where billing.present",
        // An error is not folded into a warning.
        "FAIL  tags.first.required            1", "warn  tags.required",
        "FAILED  6 error rules, 2 warnings",
      ], lacks: ["FAIL  address.city.required"]),
    Case(
      command: "two.jsonl",
      has: ["2 rules below it fail with it, 3 could not be judged: address.city.required,"],
      lacks: ["FAIL  address.c"]),
    // No column is below another.
    Case(command: "d.csv", has: ["FAIL  address.city.required", "FAIL  address.required"]),
    Case(
      command: "d.jsonl --report markdown",
      has: ["below         1 rule below it fails with it", "<code>address.country.code.required<"],
      lacks: ["<code>address.city.required<"]),
    Case(
      command: "d.jsonl --report html",
      has: [
        "<p>below: 1 rule below it fails with it, 3 could not be judged: address.city.required</p>",
        "1 rule failing with a field above",
      ]),
    // Reports for machines have all rules.
    Case(
      command: "d.jsonl --report junit", has: [#"name="address.city.required""#],
      lacks: ["below it"]),
    Case(command: "d.jsonl --report json", has: [#""id": "address.city.required""#]),
    Case(
      command: "explain d.jsonl --line 1",
      has: [
        "address is missing; 2 rules below it fail with it, 4 could not be judged",
        "INVALID  3 rules failed",
      ], lacks: ["address.city", "address.zip", "names"]),
    Case(
      command: "explain d.jsonl --line 3",
      has: [
        "billing is absent; 2 rules below it fail with it", "warn        tags.required",
        "FAIL        tags.first.required", "ok          address.zip.pattern", "missing     names",
      ]),
    Case(
      command: "explain d.csv --line 2",
      has: ["FAIL        address.city.required", "FAIL        address.required"]),
  ]

  @Test("what one cause explains has one entry", arguments: cases)
  func folding(item: Case) throws {
    let result = try run(item.command)
    #expect(result.exitCode == 1)
    for part in item.has { #expect(result.output.contains(part), "\(part): \(result.output)") }
    for part in item.lacks { #expect(!result.output.contains(part), "\(part): \(result.output)") }
  }

  @Test("the report is the same at any number of threads")
  func threads() throws {
    let result = try run(
      """
      d.jsonl --threads 1 | tail -n +2 > one; for threads in 2 7; do
      bulkcheck -p p.json d.jsonl --threads $threads | tail -n +2 | cmp - one || exit 9
      done; exit 1
      """)
    #expect(result.exitCode == 1, "\(result.output)")
  }

  private func run(_ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let words =
      command.hasPrefix("explain")
      ? "bulkcheck \(command) --profile p.json" : "bulkcheck -p p.json \(command)"
    return try Tool.run("{ \(CommonCauseTests.setUp)\n}; \(words)", in: folder)
  }
}
