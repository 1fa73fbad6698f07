import Foundation
import TestSupport
import Testing

/// Whole contracts of the Open Data Contract Standard: which are refused, how objects are chosen,
/// references to other files, and freshness.
@Suite("Files of open data contracts", .waitsForCommands)
struct OpenDataContractFileTests {
  private static let head = OpenDataContractTests.head

  // MARK: Mistakes

  /// A contract and a part of the mistake.
  static let mistakes: [(String, String)] = [
    ("kind: DataContract\napiVersion: v2.2.2\ndataset: []\n", "version \"v2.2.2\" of the Open"),
    ("kind: DataContract\napiVersion: v3.2.0\nschema: []\n", "version \"v3.2.0\" of the Open"),
    ("kind: DataContract\nschema: []\n", "has no `apiVersion`"),
    ("kind: DataProduct\napiVersion: v1.0.0\n", "the kind of the document is \"DataProduct\""),
    ("dataContractSpecification: 1.1.0\nid: x\n", "Data Contract Specification"),
    ("\(head)schema: {}", "`schema` is an object"),
    ("\(head)schema: [{properties: []}]", "c.yaml:6:10: error: an element of `schema` has no name"),
    ("\(head)schema: [{name: o}, {name: o}]", "have the name \"o\""),
    ("\(head)schema: [{name: o, logicalType: table}]", "`logicalType` of an element of `schema`"),
    ("\(head)schema: [{name: o, properties: [{}]}]", "a property has no name"),
    ("\(head)schema: [{name: o, properties: [{name: a}, {name: a}]}]", "two properties"),
    (
      "\(head)schema:\n- name: o\n  properties:\n  - name: a\n    logicalType: strng\n",
      "c.yaml:10:18: error: `logicalType` is \"strng\""
    ),
    (
      "\(head)schema: [{name: o, properties: [{name: a, required: 'yes'}]}]",
      "`required` is \"yes\""
    ),
    (
      "\(head)schema: [{name: o, properties: [{name: a, logicalType: integer, "
        + "logicalTypeOptions: {minimum: x}}]}]", "`minimum` is"
    ),
    (
      "\(head)schema: [{name: o, properties: [{name: a, logicalType: string, "
        + "logicalTypeOptions: {pattern: '('}}]}]", "is not a pattern of ECMA-262"
    ),
    (
      "\(head)schema: [{name: o, quality: [{metric: rowCount, mustBeBetween: [1]}]}]",
      "`mustBeBetween` is a list: expected a list of two numbers"
    ),
    (
      "\(head)schema: [{name: o, quality: [{metric: rowCount, mustBeBetween: [5, 1]}]}]",
      "no figure satisfies"
    ),
    (
      "\(head)schema: [{name: o, properties: [{name: a}], relationships: [{from: o.x, to: o.a}]}]",
      "has no property \"x\""
    ),
  ]

  @Test("mistakes name the place in the contract", arguments: mistakes)
  func wrong(contract: String, text: String) throws {
    for command in ["lint --contract c.yaml", "--contract c.yaml#o d.jsonl"] {
      let result = try run(["c.yaml": contract, "d.jsonl": "{}\n"], "bulkcheck \(command)")
      #expect(result.exitCode == 2)
      #expect((result.output + result.diagnostics).contains(text), "\(result)")
    }
  }

  // MARK: Objects

  @Test("an object is chosen by its name, or by that of the file")
  func choice() throws {
    let contract =
      Self.head + """
        schema:
        - {name: orders, physicalName: orders_v1, properties: [{name: a, required: true}]}
        - {name: customers, properties: [{name: b, required: true}]}
        """
    let files = [
      "c.yaml": contract, "orders.csv": "a,b\n,1\n", "orders_v1.csv": "a,b\n,1\n",
      "customers.csv": "a,b\n1,\n", "x.csv": "a,b\n,1\n",
    ]
    for (command, exitCode, text) in [
      ("--contract c.yaml orders.csv", 1, "a.required"),
      ("--contract c.yaml orders_v1.csv", 1, "a.required"),
      ("--contract c.yaml customers.csv", 1, "b.required"),
      ("--contract c.yaml#customers x.csv", 0, "PASSED"),
      ("--contract c.yaml#orders x.csv", 1, "a.required"),
      ("--contract c.yaml x.csv", 2, "customers"),
      ("--contract c.yaml#nobody x.csv", 2, "customers"),
      ("lint --contract c.yaml", 0, "c.yaml#customers: 1 rule on 1 field"),
      ("expand --contract c.yaml#customers", 0, "b.required"),
    ] {
      let result = try run(files, "bulkcheck \(command)")
      #expect(result.exitCode == exitCode, "\(command): \(result)")
      #expect((result.output + result.diagnostics).contains(text), "\(command): \(result)")
    }
  }

  @Test("a composite key is unique in the order of its positions")
  func compositeKey() throws {
    let contract =
      Self.head + """
        schema:
        - name: o
          properties:
          - {name: line, primaryKey: true, primaryKeyPosition: 2}
          - {name: order no, physicalName: order, primaryKey: true, primaryKeyPosition: 1}
        """
    let files = ["c.yaml": contract, "o.csv": "order,line\n1,1\n1,2\n1,1\n,3\n"]
    let result = try run(files, "bulkcheck --contract c.yaml o.csv")
    let failed = result.output.matches(of: /FAIL  (\S+)/).map { String($0.output.1) }
    #expect(Set(failed) == ["primary-key", "order.required"], "\(result)")
    let expanded = try run(files, "bulkcheck expand --contract c.yaml#o --profile-format json")
    #expect(
      expanded.output.filter { !$0.isWhitespace }.contains(#""unique":["order","line"]"#),
      "\(expanded)")
  }

  @Test("ids that several properties share get the property in front")
  func sharedIDs() throws {
    let contract =
      Self.head + """
        schema:
        - name: o
          properties:
          - {name: a, quality: [{id: nulls, metric: nullValues, mustBe: 0}]}
          - {name: b, quality: [{id: nulls, metric: nullValues, mustBe: 0, severity: medium}]}
        """
    let result = try run(
      ["c.yaml": contract, "o.csv": "a,b\n,\n"], "bulkcheck --contract c.yaml o.csv")
    #expect(result.output.contains("FAIL  a.nulls"), "\(result)")
    #expect(result.output.contains("warn  b.nulls"), "\(result)")
  }

  @Test("labels choose rules by tag and dimension")
  func labels() throws {
    let contract =
      Self.head + """
        schema:
        - name: o
          properties:
          - {name: a, tags: [core], required: true}
          - {name: b, quality: [{metric: nullValues, mustBe: 0, dimension: cp, tags: [cheap]}]}
        """
    let files = ["c.yaml": contract, "o.csv": "a,b\n,\n"]
    for (label, failed) in [
      ("core", "a.required"), ("completeness", "b.nullValues"), ("cheap", "b.nullValues"),
    ] {
      let result = try run(files, "bulkcheck --contract c.yaml o.csv --only label:\(label)")
      let found = result.output.matches(of: /FAIL  (\S+)/).map { String($0.output.1) }
      #expect(found == [failed], "\(result)")
    }
  }

  // MARK: Other files, and now

  @Test("relationships lead to the file that is given")
  func relationships() throws {
    let contract =
      Self.head + """
        schema:
        - name: orders
          properties:
          - name: customer
            logicalType: integer
            relationships: [{to: customers.id}]
          - name: lines
            logicalType: array
            items:
              logicalType: object
              properties: [{name: sku, relationships: [{to: /schema/skus_obj/properties/sku_id}]}]
        - {name: customers, properties: [{name: id, physicalName: cust_id}]}
        - {name: skus, id: skus_obj, properties: [{name: sku, id: sku_id}]}
        """
    let files = [
      "c.yaml": contract, "customers.csv": "cust_id\n1\n2\n", "skus.csv": "sku\nx\n",
      "orders.jsonl": """
      {"customer": 1, "lines": [{"sku": "x"}]}
      {"customer": 3, "lines": [{"sku": "x"}, {"sku": "y"}]}

      """,
    ]
    let command = "bulkcheck --contract c.yaml#orders orders.jsonl"
    let both = try run(files, command + " --table customers=customers.csv --table skus=skus.csv")
    let failed = both.output.matches(of: /FAIL  (\S+)/).map { String($0.output.1) }
    #expect(Set(failed) == ["customer.relationship", "lines.sku.relationship"], "\(both)")
    #expect(!both.diagnostics.contains("not enforced"), "\(both)")
    let one = try run(files, command + " --table skus=skus.csv")
    #expect(one.diagnostics.contains("--table customers=FILE"), "\(one)")
    #expect(try run(files, command + " --strict").exitCode == 1)
    // What is checked besides is the file of its object.
    let all = try run(
      files, "bulkcheck --contract c.yaml orders.jsonl customers.csv skus.csv --strict")
    let rules = all.output.matches(of: /FAIL  (\S+)/).map { String($0.output.1) }
    #expect(
      Set(rules) == ["orders.customer.relationship", "orders.lines.sku.relationship"], "\(all)")
  }

  /// An entry of `slaProperties`, whether the data is new enough, and a leftover.
  static let serviceLevels: [(String, exitCode: Int32, leftover: String?)] = [
    ("{property: latency, value: 4, unit: d, element: o.at}", 0, nil),
    ("{property: frequency, value: 2, unit: days, element: o.at}", 1, nil),
    ("{property: ly, value: 60, unit: h, element: at}", 1, nil),
    ("{property: freshness, value: P4D, element: o.at}", 0, nil),
    ("{property: freshness, value: PT60H, element: o.at}", 1, nil),
    ("{property: latency, value: 500, unit: ms, element: o.at}", 0, "500 \"ms\" is not a number"),
    ("{property: latency, value: 4, unit: d}", 0, "as it names no `element`"),
    ("{property: latency, value: 4, unit: d, element: o.x}", 0, "has no element \"o.x\""),
    ("{property: availability, value: 99.9%}", 0, "which data cannot show"),
  ]

  @Test("service levels ask how old the newest value is", arguments: serviceLevels.indices)
  func freshness(index: Int) throws {
    let (text, exitCode, leftover) = Self.serviceLevels[index]
    let contract =
      Self.head + """
        schema: [{name: o, properties: [{name: at, logicalType: timestamp}]}]
        slaProperties: [\(text)]
        """
    let lines = #"{"at":"2024-01-01T00:00:00"}"# + "\n" + #"{"at":"2024-05-01T00:00:00Z"}"# + "\n"
    let result = try run(
      ["c.yaml": contract, "o.jsonl": lines],
      "bulkcheck --contract c.yaml o.jsonl --now 2024-05-04T00:00:00Z")
    #expect(result.exitCode == exitCode, "\(result)")
    #expect(result.diagnostics.contains("not enforced") == (leftover != nil), "\(result)")
    if let leftover { #expect(result.diagnostics.contains(leftover), "\(result)") }
  }

  @Test("what is said of the contract is told once, however many objects there are")
  func contractWords() throws {
    let words = """
      slaProperties: [{property: availability, value: 99.9%}]
      slaa: 1

      """
    let contract =
      Self.head + """
        schema:
        - {name: o, properties: [{name: a, nul: 1}]}
        - {name: u, properties: [{name: a, nul: 1}]}

        """ + words
    let files = ["c.yaml": contract, "none.yaml": Self.head + words, "o.csv": "a\n1\n"]
    let both = try run(
      files,
      "cp o.csv u.csv; bulkcheck --contract c.yaml o.csv u.csv; bulkcheck --contract c.yaml u.csv")
    #expect(both.output.contains("4 parts of the contract not enforced"), "\(both)")
    #expect(both.output.contains("3 parts of the contract not enforced"), "\(both)")
    #expect(both.diagnostics.matches(of: /not enforced: the service level/).count == 2, "\(both)")
    // Without an object there is nothing to check, and what is left over is told.
    let none = try run(files, "bulkcheck --contract none.yaml o.csv")
    #expect(none.exitCode == 2)
    #expect(none.diagnostics.contains("none.yaml has no objects"), "\(none)")
    #expect(none.diagnostics.matches(of: /note: not enforced/).count == 2, "\(none)")
    let linted = try run(files, "bulkcheck lint none.yaml")
    #expect(linted.output.contains("no objects, no mistakes, 2 not enforced"), "\(linted)")
    #expect(linted.output.contains("which data cannot show"), "\(linted)")
    #expect(try run(files, "bulkcheck lint --strict none.yaml").exitCode == 2)
  }

  @Test("the report is the same at any number of threads")
  func threads() throws {
    let contract =
      Self.head + """
        schema:
        - name: o
          properties:
          - {name: id, logicalType: integer, primaryKey: true}
          - name: s
            logicalType: string
            quality:
            - {metric: nullValues, mustBeLessThan: 10, unit: percent}
            - {metric: duplicateValues, mustBeBetween: [0, 30]}
            - {metric: invalidValues, arguments: {validValues: [a, b]}, mustBe: 0}
        """
    let rows = (0..<300).map { "\($0 % 290),\(["a", "b", "c", "", "d"][$0 % 5])\n" }.joined()
    let files = ["c.yaml": contract, "o.csv": "id,s\n" + rows]
    let texts = try ["1", "2", "7"].map { threads in
      try run(
        files,
        "bulkcheck --contract c.yaml o.csv --threads \(threads) --chunk-bytes 64 --report json "
          + "| grep -v Second"
      ).output
    }
    #expect(Set(texts).count == 1 && texts[0].contains("s.invalidValues"), "\(texts[0])")
  }

  // MARK: Real contracts

  @Test(
    "real contracts are read whole, their leftovers are named, or they are refused by name",
    .needsSuites)
  func realContracts() throws {
    let folder = try Suites.path("contracts/odcs")
    let names = Suites.names(in: "contracts/odcs")
    #expect(names.count > 100)
    var refused = 0
    for name in names {
      let result = try run([:], "bulkcheck lint --contract \(folder)/\(name)")
      let text = result.output + result.diagnostics
      switch result.exitCode {
      case 0: #expect(text.contains("no mistakes"), "\(name): \(text)")
      case 2:
        refused += 1
        #expect(text.contains(#/:[0-9]+:[0-9]+: error: /#), "\(name): \(text)")
      default: Issue.record("\(name): \(result)")
      }
      for note in text.matches(of: #/note: not enforced: (.*)/#) {
        #expect(!note.output.1.isEmpty, "\(name)")
      }
    }
    #expect(refused < 15)
  }

  private func run(_ files: [String: String], _ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return try Tool.run(command, in: folder)
  }
}
