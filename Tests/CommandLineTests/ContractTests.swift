import Foundation
import TestSupport
import Testing

/// Contracts: which rules they become, and what is left over.
@Suite("Contracts", .waitsForCommands)
struct ContractTests {
  /// The rules that fail in rows of one column, as `line: id`, and the exit code.
  ///
  /// - Parameters:
  ///   - field: the field's members, without its name.
  ///   - schema: further members of the schema.
  private func failures(_ field: String, _ cells: [String], schema: String = "") throws -> String {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      {"fields": [{"name": "k", "type": "string"}, {"name": "v", \(field)}]\(schema)}
      """
    try Data(text.utf8).write(to: folder.appending(path: "s.json"))
    let rows = cells.enumerated().map { "\($0.offset + 1),\"\($0.element)\"\n" }
    try Data(("k,v\n" + rows.joined()).utf8).write(to: folder.appending(path: "d.csv"))
    let result = try Tool.run(
      "bulkcheck --contract s.json --failures f.jsonl d.csv > r.txt; echo $?", in: folder)
    let lines = try String(contentsOf: folder.appending(path: "f.jsonl"), encoding: .utf8)
    let failed = try lines.split(separator: "\n").map { line in
      let failure = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let number = (failure?["line"] as? Int ?? 0) - 1
      return "\(number) \(failure?["rule"] as? String ?? "?")"
    }
    let code = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(code == (failed.isEmpty ? "0" : "1"), "\(result.diagnostics)")
    return failed.joined(separator: ", ")
  }

  @Test(
    "values of each type of Table Schema",
    arguments: [
      (#""type": "string", "format": "email""#, ["a@b.example", "a"], "2 v.format"),
      (#""type": "string", "format": "binary""#, ["QUI=", "?"], "2 v.format"),
      (#""type": "integer""#, ["7", "+7", "-7", "007", "1.0", "1e2", "x", ""], "5-7"),
      (#""type": "integer", "groupChar": ".""#, ["1.234", "12.34", "1234"], "2"),
      (#""type": "number""#, ["1.5", "-.5", "+5", "5.", "1e2", "NaN", "-INF", "x", "1,5"], "8-9"),
      (#""type": "number", "decimalChar": ",", "groupChar": ".""#, ["1.234,5", "1,5", "1.5"], "3"),
      (#""type": "number", "bareNumber": false"#, ["€ 95", "95%", "-3 kg", "none"], "4"),
      (#""type": "boolean""#, ["true", "True", "0", "FALSE", "yes"], "5"),
      (#""type": "boolean", "trueValues": ["y"], "falseValues": ["n"]"#, ["y", "n", "true"], "3"),
      (#""type": "date""#, ["2024-02-29", "2023-02-29", "29.02.2024"], "2-3"),
      (#""type": "date", "format": "%d/%m/%y""#, ["29/02/24", "1/2/24", "30/02/24"], "3"),
      (#""type": "time""#, ["23:59:59", "23:59:59.5Z", "24:00:00", "9:00:00"], "3-4"),
      (
        #""type": "datetime""#,
        ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00", "2024-01-01T25:00:00", "2024-01-01"], "3-4"
      ),
      (#""type": "year""#, ["2024", "24", "x"], "2-3"),
      (#""type": "yearmonth""#, ["2024-12", "2024-13"], "2"),
      (#""type": "duration""#, ["P1Y2M3DT10H30M", "P", "1Y"], "2-3"),
      (#""type": "geopoint""#, ["90.50, 45.50", "181,0", "0,91"], "2-3"),
      (#""type": "any""#, ["1", "x"], ""),
      (#""type": "list", "itemType": "integer""#, ["1,2", "1,x"], "2 v.items.type"),
    ])
  func types(field: String, cells: [String], expected: String) throws {
    // `2` or `2-3`: these rows fail the rule `type`.
    var wanted = expected
    if !expected.contains(" "),
      let first = expected.split(separator: "-").first.flatMap({ Int($0) })
    {
      let last = expected.split(separator: "-").last.flatMap { Int($0) } ?? first
      wanted = (first...last).map { "\($0) v.type" }.joined(separator: ", ")
    }
    #expect(try failures(field, cells) == wanted)
  }

  @Test(
    "constraints, keys and missing values",
    arguments: [
      (#""type": "string", "constraints": {"required": true}"#, "", ["a", ""], "2 v.required"),
      (
        #""type": "string", "constraints": {"unique": true}"#, "", ["a", "", "", "a"], "4 v.unique"
      ),
      (#""type": "string", "constraints": {"pattern": "a+"}"#, "", ["aa", "ab"], "2 v.pattern"),
      (#""type": "string", "constraints": {"minLength": 2}"#, "", ["é", "éé"], "1 v.minLength"),
      (
        #""type": "number", "constraints": {"minimum": "1.50"}"#, "", ["1.5", "1.4"], "2 v.minimum"
      ),
      (
        #""type": "integer", "constraints": {"exclusiveMaximum": 9}"#, "", ["8", "9"],
        "2 v.exclusiveMaximum"
      ),
      (
        #""type": "date", "format": "%d.%m.%Y", "constraints": {"maximum": "31.12.2024"}"#, "",
        ["1.1.2024", "1.1.2025"], "2 v.maximum"
      ),
      (
        #""type": "datetime", "constraints": {"minimum": "2024-01-01T00:00:00"}"#, "",
        ["2024-01-01T00:00:00", "2023-12-31T23:59:59Z"], "2 v.minimum"
      ),
      (#""type": "integer", "constraints": {"enum": ["1", 2]}"#, "", ["01", "2", "3"], "3 v.enum"),
      (#""type": "string", "categories": [{"value": "a"}]"#, "", ["a", "b"], "2 v.enum"),
      (#""type": "integer""#, #", "primaryKey": "v""#, ["1", "1", ""], "2 v.unique, 3 v.required"),
      (#""type": "integer""#, #", "uniqueKeys": [["k", "v"]]"#, ["1", "1"], ""),
      (#""type": "integer""#, #", "missingValues": ["-"]"#, ["-", ""], "2 v.type"),
      (#""type": "integer", "missingValues": ["NA"]"#, "", ["NA", "", "NB"], "2 v.type, 3 v.type"),
      (
        #""type": "integer", "missingValues": [{"value": "", "label": "x"}, "-9"]"#, "",
        ["-9", "", "x"], "3 v.type"
      ),
      (
        #""type": "string""#,
        #", "foreignKeys": [{"fields": "v", "reference": {"resource": "", "fields": "k"}}]"#,
        ["2", "3"], "2 v.references"
      ),
    ])
  func constraints(field: String, schema: String, cells: [String], expected: String) throws {
    #expect(try failures(field, cells, schema: schema) == expected)
  }

  /// A package with two resources, one of which refers to the other.
  private static let package = #"""
    cat > datapackage.json <<'END'
    {"name": "shop", "resources": [
      {"name": "customers", "path": "data/c.csv", "hash": "sha1:1",
       "dialect": {"delimiter": ";"}, "encoding": "iso-8859-1",
       "schema": {"fields": [{"name": "id", "type": "integer"}, {"name": "name"}],
                  "primaryKey": "id"}},
      {"name": "orders", "path": "data/orders.csv",
       "schema": {"fields": [{"name": "no"}, {"name": "customer", "type": "integer"}],
                  "foreignKeys": [{"fields": ["customer"],
                    "reference": {"resource": "customers", "fields": ["id"]}}]}}
    ]}
    END
    mkdir data
    printf 'id;name\n1;Ren\351\n1;Bo\n' > data/c.csv
    printf 'no,customer\n7,1\n8,3\n' > data/orders.csv

    """#

  @Test("a package names its files, and its resources make one report")
  func packages() throws {
    try Tool.expect(
      Self.package + """
        bulkcheck --contract datapackage.json --report json=r.json > /dev/null; echo $?
        python3 -c "
        import json
        r = json.load(open('r.json'))
        print([i['path'] for i in r['inputs']], r['records'])
        print([(x['id'], x['samples'][0]['input']) for x in r['rules'] if x['failed']])
        print(r['contract'], [s['id'] for s in r['sections']])
        "
        """,
      prints: """
        1
        ['data/c.csv', 'data/orders.csv'] {'total': 4, 'valid': 2, 'invalid': 2, 'malformed': 0}
        [('customers.id.unique', 0), ('orders.customer.references', 1)]
        {'standard': 'Data Package', 'notEnforced': [{'line': 2, 'column': 55, 'object': \
        'customers', 'message': '`hash` of customers'}]} ['customers', 'orders']

        """)
  }

  @Test(
    "an object is chosen by its name, or by the name of the input",
    arguments: [
      ("--contract datapackage.json#orders", 1, "1 valid   1 invalid"),
      ("--contract datapackage.json#orders other.csv", 0, "1 valid   0 invalid"),
      // The other resource keeps its own file.
      ("--contract datapackage.json new/orders.csv", 1, "2 valid   1 invalid"),
      ("--contract datapackage.json#customers --strict", 1, "1 part of the contract not enforced"),
      ("--contract datapackage.json#orders --table customers=more.csv", 0, "2 valid   0 invalid"),
      ("--contract datapackage.json#order", 2, ""),
      ("--contract datapackage.json other.csv", 2, ""),
      ("--contract datapackage.json --failures f.jsonl", 2, ""),
      ("--contract datapackage.json --table nobody=a.csv", 2, ""),
      ("--contract datapackage.json --profile p.json", 2, ""),
      ("--profile datapackage.json other.csv", 2, ""),
    ])
  func objects(arguments: String, code: Int, text: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      Self.package + """
        mkdir new; printf 'no,customer\\n7,1\\n' > other.csv; cp other.csv new/orders.csv
        printf 'id;name\\n1;a\\n3;b\\n' > more.csv
        bulkcheck \(arguments)
        """, in: folder)
    #expect(Int(result.exitCode) == code, "\(result.output)\(result.diagnostics)")
    #expect(text.isEmpty || result.output.contains(text), "\(result.output)")
    #expect(code != 2 || !result.diagnostics.isEmpty)
  }

  @Test(
    "the files of a package are checked before anything is read",
    arguments: ["missing.csv", "../a.csv", "/etc/hostname", "https://example.org/a.csv"])
  func files(path: String) throws {
    let package = #"{"resources": [{"name": "a", "path": "\#(path)", "schema": {"fields": []}}]}"#
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(package.utf8).write(to: folder.appending(path: "d.json"))
    let checked = try Tool.run("bulkcheck --contract d.json", in: folder)
    #expect(checked.exitCode == 2)
    #expect(checked.diagnostics.contains("d.json:1"))
    let linted = try Tool.run("bulkcheck lint d.json", in: folder)
    #expect(linted.exitCode == 0)
    #expect(linted.output.contains("not enforced: ") == (path != "missing.csv"))
    let given = try Tool.run("bulkcheck --contract d.json --strict a.jsonl", in: folder)
    #expect(given.exitCode == 0, "\(given.output)\(given.diagnostics)")
  }

  @Test("a schema and a dialect may be in files of their own")
  func filesBeside() throws {
    try Tool.expect(
      #"""
      mkdir p; echo '{"delimiter": "|"}' > p/d.json
      echo 'fields: [{name: a, type: integer, nullable: true}, {name: b}]' > p/s.yaml
      echo '{"resources": [{"name": "t", "path": "t.csv", "dialect": "d.json",
        "schema": "s.yaml"}, {"name": "u", "path": "u.csv", "schema": "none.json"}]}' > p/p.json
      printf 'a|b\n1|x\nx|y\n' > p/t.csv
      bulkcheck --contract 'p/p.json#t' --partial t.bcp > one.txt; echo $?; rm p/s.yaml p/d.json
      bulkcheck merge t.bcp > two.txt; echo $?
      grep FAIL one.txt; grep FAIL two.txt; bulkcheck lint p/p.json | grep -c 'cannot be read'
      """#,
      prints: """
        1
        1
          FAIL  a.type  1   50 %  of 2
        FAILED  1 error rule   1 valid   1 invalid   0 malformed
          FAIL  a.type  1   50 %  of 2
        FAILED  1 error rule   1 valid   1 invalid   0 malformed
        3

        """)
  }

  @Test(
    "a resource that is not read is not enforced",
    arguments: [
      (#""path": "z.zip", "compression": "zip""#, "not a table"),
      (#""path": "z.csv", "format": "xlsx""#, "format xlsx"),
      (#""data": []"#, "only files are read"), (#""path": []"#, "names no file"),
    ])
  func unreadResources(resource: String, reason: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = """
      {"resources": [{"name": "z", \(resource)},
        {"name": "q", "path": "q.csv", "schema": {"fields": [{"name": "a"}]}}]}
      """
    try Data(package.utf8).write(to: folder.appending(path: "p.json"))
    try Data("a\n1\n".utf8).write(to: folder.appending(path: "q.csv"))
    let all = try Tool.run("bulkcheck --contract p.json --strict", in: folder)
    #expect(all.exitCode == 1, "\(all.output)\(all.diagnostics)")
    #expect(all.output.contains("1 part of the contract not enforced"), "\(all.output)")
    #expect(all.diagnostics.contains("p.json:1:"), "\(all.diagnostics)")
    #expect(all.diagnostics.contains(reason), "\(all.diagnostics)")
    let one = try Tool.run("bulkcheck --contract p.json#q --strict", in: folder)
    #expect(one.exitCode == 0, "\(one.output)\(one.diagnostics)")
    let none = try Tool.run("bulkcheck --contract p.json#z", in: folder)
    #expect(none.exitCode == 2)
    #expect(none.diagnostics.contains(reason), "\(none.diagnostics)")
  }

  @Test(
    "a check needs the schema that a package names",
    arguments: ["none.json", "../s.json", "https://example.org/s.json"])
  func schemaPaths(path: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = #"{"resources": [{"name": "a", "path": "a.csv", "schema": "\#(path)"}]}"#
    try Data(package.utf8).write(to: folder.appending(path: "d.json"))
    try Data("a\n1\n".utf8).write(to: folder.appending(path: "a.csv"))
    for arguments in ["", "a.csv", "--table a=a.csv"] {
      let checked = try Tool.run("bulkcheck --contract d.json \(arguments)", in: folder)
      #expect(checked.exitCode == 2, "\(checked.output)")
      #expect(checked.diagnostics.contains("d.json:1: `schema` of a"), "\(checked.diagnostics)")
    }
    let linted = try Tool.run("bulkcheck lint d.json", in: folder)
    #expect(linted.exitCode == 0)
    #expect(linted.output.contains("not enforced: `schema` of a"), "\(linted.output)")
  }

  @Test("every number is a value that the type of a number is checked on")
  func numbers() throws {
    try Tool.expect(
      #"""
      echo '{"fields": [{"name": "a", "type": "number"}]}' > s.json
      printf 'a\n1.5\n' > d.csv; printf 'a\n1\n2\nx\n' > e.csv
      bulkcheck --contract s.json --strict d.csv > r.txt; echo $?
      bulkcheck --contract s.json e.csv > r.txt; echo $?; grep -c 'a.type  1   33 %  of 3' r.txt
      """#, prints: "0\n1\n1\n")
  }

  @Test(
    "a foreign key knows the notation of the column that it refers to",
    arguments: [
      (
        #""type": "number", "decimalChar": ",""#, "1,5 +7 -,5 8,",
        #""type": "number", "decimalChar": ",""#, "1,5 7 -0,5 8 15", 1
      ),
      (
        #""type": "number", "decimalChar": ",", "groupChar": ".""#, "1.234,5 2.000",
        #""type": "number""#, "1234.5 2000 1.2345", 1
      ),
      (#""type": "integer", "bareNumber": false"#, "€7 8%", #""type": "integer""#, "7 8 9", 1),
      (
        #""type": "boolean", "trueValues": ["y"], "falseValues": ["n"]"#, "y",
        #""type": "boolean""#, "true false", 1
      ),
      (#""type": "string""#, "1,5", #""type": "string""#, "1,5 1.5", 1),
      // Left over: nothing fails.
      (#""type": "date", "format": "%d.%m.%Y""#, "01.02.2024", #""type": "date""#, "2024-02-02", 0),
    ])
  func notations(
    column: String, columnCells: String, field: String, cells: String, failures: Int
  ) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = """
      {"resources": [
        {"name": "c", "path": "c.csv", "dialect": {"delimiter": ";"},
         "schema": {"fields": [{"name": "id", \(column)}, {"name": "z"}]}},
        {"name": "q", "path": "q.csv", "dialect": {"delimiter": ";"},
         "schema": {"fields": [{"name": "a", \(field)}, {"name": "z"}], "foreignKeys": [
           {"fields": "a", "reference": {"resource": "c", "fields": "id"}}]}}]}
      """
    try Data(package.utf8).write(to: folder.appending(path: "p.json"))
    for (file, head, cells) in [("c.csv", "id;z", columnCells), ("q.csv", "a;z", cells)] {
      let rows = cells.split(separator: " ").map { "\($0);k\n" }
      try Data("\(head)\n\(rows.joined())".utf8).write(to: folder.appending(path: file))
    }
    let one = try Tool.run("bulkcheck --contract p.json#q --failures f.jsonl", in: folder)
    #expect(Int(one.exitCode) == failures, "\(one.output)\(one.diagnostics)")
    let lines = try String(contentsOf: folder.appending(path: "f.jsonl"), encoding: .utf8)
    #expect(lines.split(separator: "\n").count == failures, "\(lines)")
    #expect(lines.split(separator: "\n").allSatisfy { $0.contains("a.references") }, "\(lines)")
    let all = try Tool.run("bulkcheck --contract p.json", in: folder)
    #expect(all.diagnostics.contains("another notation") == (failures == 0))
  }

  @Test("a dialect has a text that is null, and its line ends are those that are read")
  func dialects() throws {
    try Tool.expect(
      #"""
      echo '{"resources": [{"name": "n", "path": "n.csv",
        "dialect": {"nullSequence": "N", "lineTerminator": "|"},
        "schema": {"fields": [{"name": "k"}, {"name": "a", "type": "integer"},
          {"name": "b", "type": "number", "bareNumber": false}]}}]}' > p.json
      printf 'k,a,b\n1,N,N\n2,1,2\n' > n.csv
      bulkcheck --contract p.json > r.txt 2> e.txt; echo $?
      grep -c 'p.json:2:.*note: not enforced: `lineTerminator`' e.txt
      """#, prints: "0\n1\n")
  }

  @Test(
    "every report says that a part is not enforced",
    arguments: [
      ("json", "\"notEnforced\""), ("junit", "name=\"contract.notEnforced\" value=\"1\""),
      ("sarif", "line 2 of the contract is not enforced: `hash` of customers"),
      ("openmetrics", "bulkcheck_contract_parts_not_enforced{profile=\"customers\"} 1"),
      ("html", "1 part of the contract not enforced"),
      ("markdown", "1 part of the contract not enforced"),
      ("github", "1 part of the contract not enforced"),
    ])
  func reports(format: String, part: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      Self.package + """
        bulkcheck --contract datapackage.json#customers --report \(format)=r.txt > /dev/null
        cat r.txt
        """, in: folder)
    #expect(result.output.contains(part), "\(result.output)\(result.diagnostics)")
  }

  @Test("lint, expand, explain, test and merge take a contract")
  func commands() throws {
    try Tool.expect(
      Self.package + """
        bulkcheck lint datapackage.json | grep -v '^ '
        bulkcheck lint --strict datapackage.json > /dev/null; echo $?
        bulkcheck test datapackage.json#orders
        bulkcheck expand datapackage.json#orders --profile-format yaml > p.yaml
        bulkcheck lint p.yaml; bulkcheck -p p.yaml data/orders.csv > /dev/null; echo $?
        bulkcheck explain data/orders.csv --line 3 --contract datapackage.json > /dev/null; echo $?
        c=datapackage.json#customers
        bulkcheck --contract $c --partial a.bcp --report json=1.json > /dev/null
        bulkcheck merge a.bcp --report json=2.json
        grep -c '`hash`' 1.json 2.json
        """,
      prints: """
        datapackage.json:2:55: note: not enforced: `hash` of customers
        datapackage.json#customers: 4 rules on 2 fields, no mistakes, 1 not enforced
        datapackage.json#orders: 3 rules on 2 fields, no mistakes
        2
        datapackage.json#orders: no tests
        p.yaml: 3 rules on 2 fields, no mistakes
        1
        1
        1.json:1
        2.json:1

        """)
  }

  @Test(
    "what a Table Schema has that no profile says is listed with its place",
    arguments: [
      (#"{"fields": [{"name": "a", "type": "double"}]}"#, "1:35", "`type` \"double\" of a"),
      (
        #"{"fields": [{"name": "a", "constraints": {"jsonSchema": {}}}]}"#, "1:43", "`jsonSchema`"
      ),
      (#"{"fields": [{"name": "a", "required": true}]}"#, "1:27", "`required` of a"),
      (
        #"{"fields": [{"name": "a", "type": "string", "constraints": {"pattern": "\\i+"}}]}"#,
        "1:61", "\\i is an escape"
      ),
      (#"{"fields": [{"name": "a", "type": "date", "format": "%j"}]}"#, "1:53", "directive"),
      (#"{"fields": [{"name": "a"}], "primaryKey": ["b"]}"#, "1:43", "b is not among"),
      (
        #"{"fields": [{"name": "a"}], "foreignKeys": [{"fields": "a", "reference": "#
          + #"{"resource": "x", "fields": "y"}}]}"#, "1:87", "--table x=FILE"
      ),
    ])
  func leftovers(schema: String, place: String, text: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(schema.utf8).write(to: folder.appending(path: "s.json"))
    let result = try Tool.run("bulkcheck lint s.json", in: folder)
    #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("s.json:\(place): note: not enforced: "), "\(result.output)")
    #expect(result.output.contains(text), "\(result.output)")
  }

  @Test("public packages and schemas are read, and what is left over is listed", .needsSuites)
  func suite() throws {
    let suites = try Suites.path("contracts")
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      for f in \(suites)/datapackage/* \(suites)/tableschema/*; do
        bulkcheck lint $f > one.txt 2>&1 || echo "$f: $?"; cat one.txt >> all.txt
      done
      grep -c 'note: not enforced: ' all.txt
      """, in: folder)
    #expect(result.output == "161\n", "\(result.diagnostics)")
  }
}
