import Foundation
import Testing

/// Contracts of the Open Data Contract Standard (docs/contracts/odcs.md), through `check`.
@Suite("Open data contracts", .waitsForCommands)
struct OpenDataContractTests {
  /// A property or an object, lines of data, and what is wrong with them.
  struct Case: CustomTestStringConvertible {
    var text: String
    var lines: [String]
    /// The ids of the rules that fail.
    var fails: [String] = []
    /// Parts of the notes of what is not enforced.
    var leftovers: [String] = []
    var testDescription: String { text }

    init(_ text: String, _ lines: [String], _ fails: [String] = [], leftovers: [String] = []) {
      self.text = text
      self.lines = lines
      self.fails = fails
      self.leftovers = leftovers
    }
  }

  // MARK: Properties

  /// Members of the property `a`, and values of it.
  static let properties: [Case] = [
    Case("logicalType: string", [#""x""#]), Case("logicalType: string", ["1"], ["a.type"]),
    Case("logicalType: integer", ["1", "2.0"]), Case("logicalType: integer", ["1.5"], ["a.type"]),
    Case("logicalType: number", ["1.5"]), Case("logicalType: number", [#""1""#], ["a.type"]),
    Case("logicalType: boolean", ["true"]), Case("logicalType: boolean", ["0"], ["a.type"]),
    Case("logicalType: array", ["[]", "[1]"]), Case("logicalType: array", ["{}"], ["a.type"]),
    Case("logicalType: object", ["{}"]), Case("logicalType: object", ["[]"], ["a.type"]),
    Case("logicalType: date", [#""2024-02-29""#]),
    Case("logicalType: date", [#""2023-02-29""#], ["a.format"]),
    Case(
      "logicalType: timestamp",
      [#""2024-05-01T12:00:00""#, #""2024-05-01 12:00:00.5""#, #""2024-05-01T12:00:00+02:00""#]),
    Case("logicalType: timestamp", [#""2024-05-01""#], ["a.format"]),
    Case("logicalType: time", [#""12:00:00""#, #""12:00:00Z""#]),
    Case("logicalType: time", [#""24:00:00""#], ["a.format"]),
    Case("required: true", ["1"]), Case("required: true", ["null"], ["a.required"]),
    Case("required: false", ["null"]), Case("unique: false", ["1", "1"]),
    Case("unique: true", ["1", "1"], ["a.unique"]),
    Case("primaryKey: true", ["1", "2"]),
    Case("primaryKey: true", ["1", "1", "null"], ["a.required", "a.unique"]),
    Case("primaryKey: false", ["1", "1"]),
    // Options.
    Case(
      "logicalType: string\nlogicalTypeOptions: {minLength: 2, maxLength: 3}",
      [#""ab""#, #""a""#, #""abcd""#], ["a.minLength", "a.maxLength"]),
    Case(
      #"{logicalType: string, logicalTypeOptions: {pattern: "^\\d+$"}}"#, [#""12""#, #""1x""#],
      ["a.pattern"]),
    // A pattern searches, and `$` of ECMA-262 is only the end.
    Case(
      #"{logicalType: string, logicalTypeOptions: {pattern: "b$"}}"#, [#""ab""#, #""ab\n""#],
      ["a.pattern"]),
    Case(
      "{logicalType: string, logicalTypeOptions: {format: uuid}}",
      [#""123e4567-e89b-12d3-a456-426614174000""#, #""x""#], ["a.format"]),
    Case(
      "{logicalType: string, logicalTypeOptions: {format: byte}}", [#""YQ==""#, #""a!""#],
      ["a.format"]),
    Case("{logicalType: string, logicalTypeOptions: {format: password}}", [#""x""#]),
    Case(
      "{logicalType: string, logicalTypeOptions: {format: date-time}}",
      [#""2024-05-01T12:00:00""#, #""x""#], ["a.format"]),
    Case(
      "{logicalType: string, logicalTypeOptions: {format: emial}}", [#""x""#],
      leftovers: [#"the format "emial" is not known; did you mean "email"?"#]),
    Case(
      "{logicalType: integer, logicalTypeOptions: {minimum: 1, exclusiveMaximum: 3}}",
      ["1", "2", "0", "3"], ["a.minimum", "a.exclusiveMaximum"]),
    Case(
      "{logicalType: number, logicalTypeOptions: {multipleOf: 0.25}}", ["0.5", "0.3"],
      ["a.multipleOf"]),
    Case(
      "{logicalType: integer, logicalTypeOptions: {format: u8}}", ["0", "255", "256"],
      ["a.range"]),
    Case(
      "{logicalType: integer, logicalTypeOptions: {format: i128}}",
      [
        "170141183460469231731687303715884105727", "-170141183460469231731687303715884105729",
      ], ["a.range"]),
    Case(
      "{logicalType: number, logicalTypeOptions: {format: f32}}", ["3.4e38", "3.5e38"],
      ["a.range"]),
    Case(
      "{logicalType: integer, logicalTypeOptions: {format: int}}", ["1"],
      leftovers: [#"the format "int" is not one of i128, i16,"#]),
    Case(
      "{logicalType: array, logicalTypeOptions: {minItems: 1, maxItems: 2, uniqueItems: true}}",
      ["[1]", "[]", "[1,2,3]", "[1,1]"], ["a.minItems", "a.maxItems", "a.uniqueItems"]),
    Case(
      "{logicalType: object, logicalTypeOptions: {maxProperties: 1, required: [x]}}",
      [#"{"x":null}"#, #"{"x":1,"y":2}"#, "{}"], ["a.maxProperties", "a.x.present"]),
    Case(
      "{logicalType: string, logicalTypeOptions: {minimum: 1}}", [#""x""#],
      leftovers: [#""minimum" is not an option of the type string"#]),
    Case(
      "{logicalTypeOptions: {minimum: 1}}", ["0"],
      leftovers: [#"the option "minimum", as the property has no `logicalType`"#]),
    // Words that the standard does not have.
    Case(
      "{isUnique: true, requierd: true, description: x, examples: [1]}", ["null", "null"],
      leftovers: [#""isUnique" is not a word"#, #"did you mean "required"?"#]),
    // Parts of objects and arrays.
    Case(
      "{logicalType: object, properties: [{name: b, logicalType: string, required: true}]}",
      [#"{"b":"x"}"#, "{}", "null", #"{"b":1}"#], ["a.b.required", "a.b.type"]),
    Case(
      "{logicalType: array, items: {logicalType: object, properties: "
        + "[{name: b, logicalType: integer, unique: true}]}}",
      [#"[{"b":1},{"b":1}]"#, #"[{"b":"x"}]"#], ["a.items.b.type"],
      leftovers: ["`unique` of \"a[*].b\", as it is inside of an array"]),
    Case(
      "{logicalType: array, items: {logicalType: array, items: {logicalType: integer}}}",
      ["[[1]]", #"[["x"]]"#], ["a.items.items.type"]),
  ]

  @Test("properties become rules about values", arguments: properties)
  func values(item: Case) throws {
    let lines = item.lines.map { #"{"a":\#($0)}"# }
    try check(item, property: item.text, lines)
  }

  // MARK: Dates and times

  /// The type and its options, values that pass and values that fail.
  static let times: [(String, passes: [String], fails: [String], leftover: String?)] = [
    ("date, {format: dd.MM.yyyy}", ["29.02.2024"], ["2024-02-29", "29.2.2024"], nil),
    ("date, {format: d/M/yy}", ["1/12/24", "01/12/24"], ["1/12/2024"], nil),
    ("date, {format: YYYY-MM-DD}", ["2024-02-29"], ["2024-02-30"], nil),
    ("date, {format: 'yyyyMMdd', minimum: 2024-01-01}", ["20240101"], ["20231231"], nil),
    ("date, {format: date}", ["2024-02-29"], ["x"], nil),
    (
      "date, {minimum: 2024-01-01, exclusiveMaximum: '2025-01-01'}", ["2024-12-31"],
      ["2023-12-31", "2025-01-01"], nil
    ),
    (
      "timestamp, {format: \"yyyy-MM-dd'T'HH:mm:ss\"}", ["2024-05-01T12:00:00"],
      ["2024-05-01 12:00:00", "2024-05-01T12:00:00Z"], nil
    ),
    (
      "timestamp, {format: 'yyyy-MM-ddTHH:mm:ssZ'}",
      ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00+10:00"], ["2024-05-01"],
      "that there is an offset"
    ),
    (
      "timestamp, {format: \"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"}",
      ["2024-05-01T12:00:00.123Z", "2024-05-01T12:00:00.1+02:00"], ["2024-05-01T12:00:00.123"],
      "that there are 3 decimals"
    ),
    (
      "timestamp, {format: 'yyyy-MM-dd HH:mm:ssZ', minimum: '2024-05-01 00:00:00+10:00'}",
      ["2024-05-01 12:00:00+0200", "2024-04-30 14:00:00Z"], ["2024-04-30 13:59:59Z"],
      "that there is an offset"
    ),
    (
      "timestamp, {format: 'MM/dd/yyyy hh:mm a'}", ["05/01/2024 01:30 PM"], ["05/01/2024 13:30"],
      nil
    ),
    ("timestamp, {timezone: true}", ["2024-05-01T12:00:00Z"], ["2024-05-01T12:00:00"], nil),
    ("timestamp, {timezone: false}", ["2024-05-01T12:00:00"], ["2024-05-01T12:00:00Z"], nil),
    (
      "timestamp, {minimum: '2024-05-01T00:00:00', defaultTimezone: '+02:00'}",
      ["2024-05-01T00:00:00", "2024-04-30T22:00:00Z"],
      ["2024-04-30T23:59:59", "2024-04-30T21:59:59Z"], nil
    ),
    (
      "timestamp, {exclusiveMaximum: '2024-05-01'}", ["2024-04-30T23:59:59"],
      ["2024-05-01T00:00:00Z"], nil
    ),
    ("timestamp, {defaultTimezone: Etc/UTC}", ["2024-05-01T12:00:00"], ["x"], nil),
    (
      "timestamp, {defaultTimezone: Europe/Berlin}", ["2024-05-01T12:00:00"], ["x"],
      "whose offset changes"
    ),
    (
      "time, {format: 'HH:mm:ss', minimum: '08:00:00'}", ["08:00:00"], ["07:59:59", "8:00:00"],
      nil
    ),
    (
      "date, {format: 'EEE, d MMM yyyy', minimum: '2024-01-01'}", ["whatever"], [],
      "the format \"EEE, d MMM yyyy\""
    ),
  ]

  @Test("dates and times are read in their notation", arguments: times.indices)
  func notations(index: Int) throws {
    let item = Self.times[index]
    let parts = item.0.split(separator: ", {", maxSplits: 1)
    let property = "{logicalType: \(parts[0]), logicalTypeOptions: {\(parts[1])}"
    for (values, fails) in [(item.passes, false), (item.fails, true)] {
      for value in values {
        let run = try Self.run(
          Self.contract(property: property), [#"{"a":"\#(value)"}"#], name: item.0)
        #expect(run.exitCode == (fails ? 1 : 0), "\(value): \(run.output)\(run.diagnostics)")
        if let leftover = item.leftover {
          #expect(run.diagnostics.contains(leftover), "\(run.diagnostics)")
        } else {
          #expect(!run.diagnostics.contains("not enforced"), "\(run.diagnostics)")
        }
      }
    }
  }

  // MARK: Quality

  /// Entries of `quality` of the property `a`, and values of it.
  static let metrics: [Case] = [
    Case("{metric: nullValues, mustBe: 0}", ["1", "null"], ["a.nullValues"]),
    Case("{rule: nullValues, mustBe: 0}", ["1", "null"], ["a.nullValues"]),
    Case("{type: library, metric: nullValues, mustBeLessThan: 1}", ["null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustBeLessThan: 2}", ["1", "null"]),
    Case("{metric: nullValues, mustBeLessThan: 2}", ["null", "null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustBe: 1}", ["1", "null"]),
    Case("{metric: nullValues, mustBe: 1}", ["1", "1"], ["a.nullValues"]),
    Case("{metric: nullValues, mustNotBe: 1}", ["1", "null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustNotBe: 1}", ["null", "null"]),
    Case("{metric: nullValues, mustBeLessThan: 50, unit: percent}", ["1", "1", "null"]),
    Case(
      "{metric: nullValues, mustBeLessThan: 50, unit: percent}", ["1", "null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustBeLessOrEqualTo: 0, unit: percent}", ["null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustBeBetween: [0, 2]}", ["null"]),
    Case("{metric: nullValues, mustBeBetween: [0, 2]}", ["1"], ["a.nullValues"]),
    Case("{metric: nullValues, mustNotBeBetween: [0, 2]}", ["null"], ["a.nullValues"]),
    Case("{metric: nullValues, mustNotBeBetween: [0, 2]}", ["null", "null"]),
    Case(
      "{metric: missingValues, arguments: {missingValues: [null, '', N/A]}, mustBe: 0}",
      [#""x""#, #""N/A""#], ["a.missingValues"]),
    Case(
      "{metric: missingValues, arguments: {missingValues: ['', N/A]}, mustBe: 3}",
      [#""""#, #""N/A""#, "null", #""x""#]),
    Case("{metric: missingValues, mustBeGreaterThan: 0}", ["1"], ["a.missingValues"]),
    Case(
      "{metric: invalidValues, arguments: {validValues: [x, 1, null]}, mustBe: 0}",
      [#""x""#, "1", "null", #""y""#], ["a.invalidValues"]),
    Case(
      "{metric: invalidValues, arguments: {validValues: [x]}, mustBeLessOrEqualTo: 1}",
      [#""x""#, #""y""#]),
    Case(
      "{metric: invalidValues, arguments: {pattern: '^[a-z]$'}, mustBeLessThan: 2}",
      [#""X""#, #""Y""#], ["a.invalidValues"]),
    // As on the standard's own page.
    Case("{metric: invalidValues, mustBe: 0, pattern: '^x$'}", [#""y""#], ["a.invalidValues"]),
    Case("{metric: duplicateValues, mustBe: 0}", ["1", "1"], ["a.duplicateValues"]),
    Case("{metric: duplicateCount, mustBeLessThan: 2}", ["1", "1", "null"]),
    Case("{metric: duplicateValues, mustBeLessThan: 2}", ["1", "1", "1"], ["a.duplicateValues"]),
    Case("{metric: duplicateValues, mustBeLessThan: 2}", ["null", "null"]),
    Case(
      "{metric: duplicateValues, mustBeGreaterThan: 0}", ["null", "null"], ["a.duplicateValues"]),
    Case("{metric: rowCount, mustBeGreaterOrEqualTo: 2}", ["1"], ["a.rowCount"]),
    // SQL, and the rules of other engines.
    Case(
      "{type: sql, query: 'select count(*) from {object} where {property} > 2', mustBe: 0}",
      ["1", "3"], ["a.sql"]),
    Case(
      "{type: sql, query: 'select avg(${property}) from ${object};', mustBeLessThan: 3}",
      ["1", "9"], ["a.sql"]),
    Case("{type: sql, query: select max(a) from o, mustBeLessThan: 3}", ["1", "2"]),
    Case(
      "{type: sql, query: 'select count(*) from o join x on o.a = x.a', mustBe: 0}", ["1"],
      leftovers: ["SQL: "]),
    Case("{type: sql, query: a > 1, mustBe: 0}", ["1"], leftovers: ["SQL: "]),
    Case(
      "{type: custom, engine: greatExpectations, implementation: "
        + "{type: expect_column_values_to_be_between, kwargs: {max_value: 2}}}",
      ["1", "3"], ["a.greatExpectations"]),
    Case(
      "{type: custom, engine: great-expectations, implementation: {type: expect_nothing}}", ["1"],
      leftovers: ["profiles have no rule like `expect_nothing`"]),
    Case(
      #"{type: custom, engine: soda, implementation: "type: missing_count\nmust_be: 0"}"#,
      ["1", "null"], ["a.soda"]),
    Case(
      "{type: custom, engine: soda, implementation: "
        + "{type: duplicate_percent, must_be_less_than: 1.0}}", ["1", "1"],
      leftovers: ["a number of values that occur twice"]),
    Case(
      "{type: custom, engine: soda, implementation: {type: max, must_be_less_than: 3}}",
      ["1", "4"],
      ["a.soda"]),
    Case(
      "{type: custom, engine: soda, implementation: [max(a) < 3, anomaly detection for a]}",
      ["1", "4"], ["a.soda"], leftovers: ["a comparison with earlier scans"]),
    // Names, severities and labels.
    Case("{id: q_1, metric: nullValues, mustBe: 0}", ["null"], ["q_1"]),
    Case("{name: no-nulls, metric: nullValues, mustBe: 0}", ["null"], ["no-nulls"]),
    Case("{name: No nulls!, metric: nullValues, mustBe: 0}", ["null"], ["a.nullValues"]),
    Case(
      "{metric: nullValues, mustBe: 0, severity: blocker}", ["null"], ["a.nullValues"],
      leftovers: [#"the severity "blocker" is not known"#]),
    // What is left over.
    Case(
      "{type: text, description: be good}", ["1"], leftovers: [#""be good" is text for people"#]),
    Case("{metric: not_null, mustBe: 0}", ["null"], leftovers: [#"the metric "not_null""#]),
    Case(
      "{type: sql, query: select 1, mustBe: true}", ["1"], leftovers: ["compares with a boolean"]),
    Case("{metric: nullValues}", ["null"], leftovers: ["no operator such as `mustBe`"]),
    Case("{mustBe: 0}", ["null"], leftovers: ["neither `type` nor `metric`"]),
    Case("{metric: invalidValues, mustBe: 0}", ["null"], leftovers: ["neither `validValues` nor"]),
    Case("{metric: nullValues, mustBe: 0, unit: cm}", ["null"], leftovers: [#"the unit "cm""#]),
    Case(
      "{metric: rowCount, mustBe: 5, unit: percent}", ["1"], leftovers: ["is no share of them"]),
    Case("{type: sqll, query: select 1}", ["1"], leftovers: [#"did you mean "sql"?"#]),
    Case(
      "{type: custom, engine: dqx, implementation: {check: x}}", ["1"],
      leftovers: [#"for the engine "dqx""#]),
    Case(
      "{metric: nullValues, mustBe: 0, mustbe: 1}", ["1"],
      leftovers: [#"did you mean "mustBe"?"#]),
  ]

  @Test("metrics become rules", arguments: metrics)
  func quality(item: Case) throws {
    let lines = item.lines.map { #"{"a":\#($0)}"# }
    try check(item, property: "{quality: [\(item.text)]}", lines)
  }

  // MARK: Objects

  /// Members of an object with the properties `a` and `b`, and records.
  static let objects: [Case] = [
    Case("quality: [{metric: rowCount, mustBe: 1}]", [#"{"a":1}"#]),
    Case("quality: [{metric: rowCount, mustBe: 1}]", [], ["rowCount"]),
    Case("tags: [x]", [#"{"a":1}"#]),
    Case("tags: [x]", [], ["bulkcheck.empty-input"]),
    Case("quality: [{metric: rowCount, mustBeLessThan: 9}]", []),
    Case(
      "quality: [{metric: duplicateValues, arguments: {properties: [a, b]}, mustBe: 0}]",
      [#"{"a":1,"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":1}"#], ["duplicateValues"]),
    Case(
      "quality: [{metric: duplicateValues, arguments: {properties: [a, b]}, "
        + "mustBeLessOrEqualTo: 1}]",
      [#"{"a":1,"b":1}"#, #"{"a":1,"b":1}"#]),
    Case(
      "quality: [{metric: duplicateValues, arguments: {properties: [a, c]}, mustBe: 0}]",
      [#"{"a":1}"#],
      leftovers: [#"the object has no property "c""#]),
    Case(
      "quality: [{metric: nullValues, mustBe: 0}]", [#"{"a":1}"#],
      leftovers: ["is about a property, and this one is about an object"]),
    Case(
      "relationships: [{from: o.b, to: o.a}]", [#"{"a":1,"b":2}"#, #"{"a":2,"b":3}"#],
      ["b.relationship"]),
    Case(
      "relationships: [{from: [o.a, o.b], to: [o.b, o.a]}]",
      [#"{"a":1,"b":1}"#, #"{"a":1,"b":2}"#],
      ["a.relationship"]),
    Case(
      "relationships: [{from: o.a, to: other.id}]", [#"{"a":9}"#],
      leftovers: ["--table other=FILE"]),
    Case(
      "relationships: [{from: o.a, to: 'other.yaml#/schema/x/properties/y'}]", [#"{"a":1}"#],
      leftovers: ["which is not in this file"]),
    Case("dimension: x", [#"{"a":1}"#], leftovers: [#""dimension" is not a word of the standard"#]),
  ]

  @Test("objects become rules about the table", arguments: objects)
  func tables(item: Case) throws {
    let contract =
      Self.head + """
        schema:
        - name: o
          properties: [{name: a}, {name: b}]
          \(item.text)
        """
    try check(item, contract, item.lines)
  }

  // MARK: Running

  static let head = """
    kind: DataContract
    apiVersion: v3.1.0
    id: c
    version: 1.0.0
    status: active

    """

  /// A contract with the object `o`, whose property `a` has these members.
  static func contract(property: String) -> String {
    let members =
      property.hasPrefix("{")
      ? "{name: a, \(property.dropFirst())"
      : "{name: a, \(property.split(separator: "\n").joined(separator: ", "))}"
    return head + "schema:\n- name: o\n  properties:\n  - \(members)\n"
  }

  private func check(_ item: Case, property: String, _ lines: [String]) throws {
    try check(item, Self.contract(property: property), lines)
  }

  private func check(_ item: Case, _ contract: String, _ lines: [String]) throws {
    let result = try Self.run(contract, lines, name: item.text)
    let failed = Set(result.output.matches(of: /FAIL  (\S+)/).map { String($0.output.1) })
    #expect(failed == Set(item.fails), "\(contract)\n\(result.output)\(result.diagnostics)")
    #expect(result.exitCode == (item.fails.isEmpty ? 0 : 1), "\(result.diagnostics)")
    let notes = result.diagnostics.matches(of: #/not enforced: /#).count
    #expect(notes == item.leftovers.count, "\(result.diagnostics)")
    for leftover in item.leftovers {
      #expect(result.diagnostics.contains(leftover), "\(leftover): \(result.diagnostics)")
    }
  }

  static func run(_ contract: String, _ lines: [String], name: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(contract.utf8).write(to: folder.appending(path: "c.yaml"))
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "o.jsonl"))
    return try Tool.run("bulkcheck --contract c.yaml o.jsonl", in: folder)
  }
}
