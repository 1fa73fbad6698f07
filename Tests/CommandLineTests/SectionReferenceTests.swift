import Foundation
import Testing

/// References between the records of one input, as a user runs them.
@Suite("References between sections", .waitsForCommands)
struct SectionReferenceTests {
  private static let path = "negotiated_rates[*].provider_references[*]"

  /// Rates that refer to providers, which refer to each other.
  private static let document = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1, "sections": [
     {"id": "rates", "records": "/in_network/*", "fields": {
       "negotiated_rates[*].provider_references[*]": {"type": "integer",
         "references": {"section": "providers", "field": "provider_group_id"}}}},
     {"id": "providers", "records": "/provider_references/*", "fields": {
       "provider_group_id": {"required": true, "type": "integer", "unique": true},
       "parent": {"references": {"file": ".", "column": "provider_group_id"}}}}]}
    END
    rates='"in_network": [
      {"negotiated_rates": [{"provider_references": [1, 2]}, {"provider_references": [3.0]}]},
      {"negotiated_rates": [{"provider_references": [4, 1, 5]}, {},
        {"provider_references": [5, 2, "x", 7, 8, 9]}]},
      {"negotiated_rates": [{"provider_references": [6]}]},
      {"negotiated_rates": [{"provider_references": [[1]]}]},
      {"negotiated_rates": []}]'
    providers='"provider_references": [{"provider_group_id": 1, "parent": 3},
      {"provider_group_id": 2, "parent": 4}, {"provider_group_id": 3},
      {"provider_group_id": 3, "parent": "1"}]'
    echo "{$rates, $providers}" > rates-first.json
    echo "{$providers, $rates}" > providers-first.json
    """#

  /// Orders among customers and products, by `when`, in JSONL and CSV.
  private static let kinds = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1,
     "input": {"missingValues": [""]},
     "sections": [
     {"id": "order", "when": {"kind": {"const": "order"}}, "fields": {
       "items": {"type": "array", "separator": ";",
         "items": {"references": {"section": "product", "field": "sku"}}},
       "customer": {"normalize": ["trim"], "references": {"value":
         {"section": "customer", "field": "id"}, "severity": "warning", "message": "{value}: {kind}"}}}},
     {"id": "customer", "when": {"kind": {"const": "customer"}},
       "fields": {"id": {"required": true, "maxLength": 3}}},
     {"id": "product", "when": {"kind": {"const": "product"}},
       "fields": {"sku": {"required": true, "normalize": ["lowercase"]}}}],
     "rules": [{"id": "known",
       "references": {"section": "customer", "fields": ["customer", "shop"], "columns": ["id", "shop"]}}],
     "tests": [{"table": [
       {"records": [{"kind": "order", "items": ["a"]}, {"kind": "product", "sku": "A"}], "fails": []},
       {"records": [{"kind": "order", "items": ["a"]}, {"kind": "order", "sku": "a"}],
        "fails": ["order.items.items.references"]}]},
       {"record": {"kind": "order", "items": []}, "fails": []},
       {"section": "order", "record": {"kind": "order", "items": ["a"]},
        "fails": ["order.items.items.references"]}]}
    END
    cat > a.jsonl <<'END'
    {"kind": "order", "items": ["a", "b", "zz", "zz"], "customer": " c1 ", "shop": 1}
    {"kind": "order", "items": ["a", {"x": 1}, "zz"], "customer": " c2 ", "shop": 2}
    {"kind": "product", "sku": "A"}
    {"kind": "order", "items": "a", "customer": "long4"}
    {"kind": "order", "items": ["b", null], "customer": "a"}
    {"kind": "product", "sku": "b"}
    {"kind": "customer", "id": "c1", "shop": "1"}
    {"kind": "customer", "id": "c1", "shop": 1.0}
    {"kind": "customer", "id": "long4", "shop": 1}
    {"kind": "product", "sku": "zz", }
    END
    printf 'kind,items,customer,sku,id,shop\norder,a;b;zz,c1 ,,,1\nproduct,,,A,,\n' > a.csv
    printf 'order,B;a,c2,,,\norder,,,,,\ncustomer,,,,c1,1\nproduct,,,b,,\n' >> a.csv
    """#

  private func run(_ setUp: String, _ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Tool.run(setUp + "\n" + command, in: folder)
  }

  /// The findings of a report under the rules `references` and `known`: passed, failed, missing,
  /// blocked and not applicable records, and the samples.
  private func findings(_ text: String) throws -> [String] {
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var found: [String] = []
    for rule in report["rules"] as? [[String: Any]] ?? [] {
      let id = rule["id"] as? String ?? ""
      guard id.hasSuffix("references") || id == "known" else { continue }
      let counts = ["passed", "failed", "missing", "blocked", "notApplicable"]
        .map { rule[$0] as? Int ?? -1 }
      found.append("\(id) \(counts)")
      for sample in rule["samples"] as? [[String: Any]] ?? [] {
        let place = sample["recordPointer"] as? String ?? "\(sample["line"] ?? "")"
        let others = (sample["places"] as? [[String: Any]] ?? []).dropFirst()
          .map { " \($0["instanceLocation"] ?? "")" }.joined()
        let more = sample["morePlaces"].map { " +\($0)" } ?? ""
        found.append(
          "  \(place)\(sample["instanceLocation"] ?? "") \(sample["message"] ?? "")\(others)\(more)"
        )
      }
    }
    for input in report["inputs"] as? [[String: Any]] ?? [] {
      for set in input["sets"] as? [[String: Any]] ?? [] {
        found.append("\(set["records"] ?? "") \(set["valid"] ?? "") \(set["invalid"] ?? "")")
      }
    }
    return found
  }

  private func expect(
    _ report: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try findings(report)
    #expect(
      found == expected, "\(found.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  @Test(
    "a document's sets refer to each other, whichever comes first",
    arguments: ["rates-first.json", "providers-first.json"])
  func documents(input: String) throws {
    let result = try run(Self.document, "bulkcheck -p p.json --report json \(input)")
    #expect(result.exitCode == 1)
    let place = "/in_network/1/negotiated_rates"
    let elsewhere = #"is not in field "provider_group_id" of section "providers""#
    let sets = ["/in_network/* 2 3", "/provider_references/* 2 2"]
    try expect(
      result.output,
      [
        "rates.\(Self.path).references [1, 2, 1, 1, 4]",
        "  \(place)/0/provider_references/0 4 \(elsewhere) "
          + [
            "/0/provider_references/2", "/2/provider_references/0", "/2/provider_references/3",
            "/2/provider_references/4",
          ].map { "/negotiated_rates\($0)" }.joined(separator: " ") + " +1",
        "  /in_network/2/negotiated_rates/0/provider_references/0 6 \(elsewhere)",
        "providers.parent.references [1, 2, 1, 0, 5]",
        #"  /provider_references/1/parent 4 is not in column "provider_group_id" of the input"#,
        #"  /provider_references/3/parent "1" is not in column "provider_group_id" of the input"#,
      ] + sets)
  }

  @Test("sections of lines refer to each other")
  func lines() throws {
    let result = try run(Self.kinds, "bulkcheck -p p.json --report json a.jsonl")
    #expect(result.exitCode == 1)
    try expect(
      result.output,
      [
        "order.items.items.references [1, 2, 0, 1, 5]",
        #"  1/items/2 "zz" is not in field "sku" of section "product" /items/3"#,
        #"  2/items/1 {"x": 1} is not in field "sku" of section "product" /items/2"#,
        "order.customer.references [2, 2, 0, 0, 5]", #"  2/customer " c2 ": "order""#,
        #"  5/customer "a": "order""#, "known [0, 2, 7, 0, 0]",
        #"  1 {"customer": " c1 ", "shop": 1} is not in fields "id", "shop" of section "customer""#,
        #"  2 {"customer": " c2 ", "shop": 2} is not in fields "id", "shop" of section "customer""#,
      ])
  }

  @Test("elements of cells are looked up, as the section referred to reads the column")
  func cells() throws {
    let result = try run(Self.kinds, "bulkcheck -p p.json --report json a.csv")
    try expect(
      result.output,
      [
        "order.items.items.references [0, 2, 1, 0, 3]",
        #"  2/items/2 "zz" is not in field "sku" of section "product""#,
        #"  4/items/0 "B" is not in field "sku" of section "product""#,
        "order.customer.references [1, 1, 1, 0, 3]", #"  4/customer "c2": "order""#,
        "known [0, 1, 5, 0, 0]",
        #"  2 {"customer": "c1 ", "shop": "1"} is not in fields "id", "shop" of "#
          + #"section "customer""#,
      ])
  }

  @Test(
    "the same report at any number of threads, cuts, little memory, and from parts",
    arguments: [(document, "rates-first.json"), (kinds, "a.jsonl"), (kinds, "a.csv")])
  func agreement(setUp: String, input: String) throws {
    let result = try run(
      setUp,
      """
      timeless() { sed -E 's/"timing".*//' "$1"; }
      bulkcheck -p p.json --report json=whole \(input) > /dev/null
      for n in 1 2 7; do for bytes in 4 30 1000; do
        bulkcheck -p p.json --threads $n --chunk-bytes $bytes --report json=r \(input) > /dev/null
        diff <(timeless whole) <(timeless r) || echo differs $n $bytes
      done; done
      bulkcheck -p p.json --report json=two \(input) \(input) > /dev/null
      bulkcheck -p p.json --partial 1.bcp \(input) > /dev/null
      bulkcheck merge --report json=m 1.bcp 1.bcp > /dev/null
      diff <(timeless two) <(timeless m) && echo same
      """)
    #expect(result.output == "same\n", "\(result.output)\(result.diagnostics)")
  }

  @Test("references that wait go to files, and leave none behind")
  func waiting() throws {
    let result = try run(
      Self.kinds,
      #"""
      mkdir temp
      seq 30000 | sed 's/.*/{"kind": "order", "items": ["s&", "s&1"]}/' > big.jsonl
      seq 30000 | sed 's/.*/{"kind": "product", "sku": "s&"}/' >> big.jsonl
      for options in '' '--memory 1MiB --temp-dir temp'; do
        bulkcheck -p p.json $options --report json=r big.jsonl
        sed -E 's/"timing".*//' r | md5sum
      done | uniq -c | sed 's/ *\([0-9]*\) .*/\1/'
      grep -o '"s30001"[^}]*' r | head -1
      ls -A temp
      bulkcheck -p p.json --memory 1MiB --temp-dir nowhere big.jsonl > /dev/null; echo $?
      """#)
    #expect(
      result.output == #"""
        2
        "s30001", "message": "\"s30001\" is not in field \"sku\" of section \"product\""
        2

        """#, "\(result.output)\(result.diagnostics)")
    #expect(result.diagnostics.contains("--temp-dir"), "\(result.diagnostics)")
  }

  @Test(
    "outputs are written when the inputs have ended",
    arguments: [
      (
        document, "rates-first.json",
        #"""
        {"negotiated_rates": [{"provider_references": [1, 2]}, {"provider_references": [3.0]}]}
        {"negotiated_rates": []}
        {"provider_group_id": 1, "parent": 3}
        {"provider_group_id": 3}
        5 invalid
        2 rates.\#(path).type
        2 rates.\#(path).references /negotiated_rates/2/provider_references/4
        3 rates.\#(path).references
        4 rates.\#(path).type
        7 providers.parent.references
        9 providers.provider_group_id.unique
        9 providers.parent.references

        """#
      ),
      (
        kinds, "a.jsonl",
        #"""
        {"kind": "product", "sku": "A"}
        {"kind": "order", "items": ["b", null], "customer": "a"}
        {"kind": "product", "sku": "b"}
        {"kind": "customer", "id": "c1", "shop": "1"}
        {"kind": "customer", "id": "c1", "shop": 1.0}
        5 invalid
        1 order.items.items.references /items/3
        1 known
        2 order.items.items.references /items/2
        2 order.customer.references
        2 known
        4 order.items.type
        5 order.customer.references
        9 customer.id.maxLength
        10 bulkcheck.malformed

        """#
      ),
      (
        kinds, "a.csv",
        """
        kind,items,customer,sku,id,shop
        product,,,A,,
        order,,,,,
        customer,,,,c1,1
        product,,,b,,
        3 invalid
        1 order.items.items.references
        1 known
        3 order.items.items.references
        3 order.customer.references

        """
      ),
    ])
  func outputs(setUp: String, input: String, expected: String) throws {
    let result = try run(
      setUp,
      #"""
      for n in 1 2 7; do for bytes in 4 30 1000; do
        bulkcheck -p p.json --threads $n --chunk-bytes $bytes --valid v --invalid i --failures f \#(input) \
          > /dev/null
        cat v i f | md5sum
      done; done | sort -u | wc -l
      cat v; echo $(grep -c . i) invalid
      sed -E -e 's/.*"record":([0-9]*),.*"rule":"([^"]*)".*/\1 \2 &/' -e 's/^([^ ]* [^ ]*) .*"places":/\1 /' \
        -e 's/^([^ ]* [^ ]*) \{.*"input".*/\1/' -e 's/ \[.*"(\/[^"]*)".*/ \1/' f
      """#)
    #expect(result.output == "1\n" + expected, "\(result.output)\(result.diagnostics)")
  }

  @Test("outputs of several inputs, encodings and compressions wait as they are")
  func severalOutputs() throws {
    let result = try run(
      Self.kinds,
      """
      iconv -t UTF-16LE a.jsonl | { printf '\\377\\376'; cat; } > 16.jsonl; gzip -k a.jsonl
      for options in "a.jsonl a.jsonl.gz" "16.jsonl" "--emit normalized a.jsonl"; do
        bulkcheck -p p.json $options --valid v.jsonl.gz --invalid i.jsonl --failures f > /dev/null
        gzip -dc v.jsonl.gz | iconv -f $([ "$options" = 16.jsonl ] && echo UTF-16 || echo UTF-8) > v
        echo $(grep -c . v) $(grep -c '"sku": "a"' v) $(grep -c '"input"' f)
      done
      mkdir temp
      bulkcheck -p p.json --temp-dir temp --valid v --failures f a.jsonl > /dev/null; ls -A temp
      rm -f v; bulkcheck -p p.json --temp-dir nowhere --valid v a.jsonl > /dev/null; echo $?; ls v
      """)
    #expect(
      result.output == "10 0 18\n5 0 9\n5 1 9\n2\n", "\(result.output)\(result.diagnostics)")
    #expect(result.diagnostics.contains("nowhere"), "\(result.diagnostics)")
  }

  @Test("the next step explains the elements that refer to nothing")
  func explained() throws {
    let result = try run(
      Self.document,
      """
      bulkcheck -p p.json rates-first.json > out
      eval "$(sed -n 's/^next: //p' out)"
      """)
    #expect(result.exitCode == 1)
    for part in [
      "FAIL        rates.\(Self.path).references   4 is not in field",
      "at        /negotiated_rates/0",
      "also at   /negotiated_rates/2/provider_references/0", "and 1 more place", "INVALID",
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  @Test("fixtures of one record and of several are judged at their end")
  func fixtures() throws {
    let result = try run(Self.kinds, "bulkcheck test p.json")
    #expect(result.output == "p.json: 4 tests passed\n", "\(result.diagnostics)")
  }

  @Test(
    "what refers to nothing in the profile is a mistake",
    arguments: [
      (#"{"section": "B", "field": "x"}"#, #"the profile has no section "B": did you mean "b"?"#),
      (#"{"section": "zzz", "field": "x"}"#, #"has no section "zzz": expected one of "a" or "b""#),
      (
        #"{"section": "b", "field": "nmae"}"#,
        #"records of the section "b" have no field "nmae": `additionalFields` is false, and the "#
          + #"profile does not name it there: did you mean "name"?"#
      ),
      (#"{"section": "b", "field": "name[*]"}"#, "a field of a section can lead to several values"),
      (#"{"section": "b"}"#, "`references` has no `field`: expected"),
      (#"{"section": "b", "column": "name"}"#, #""column" in `references`"#),
      (#"{"section": "b", "field": "name", "file": "x.csv"}"#, #""file" in `references`"#),
      (#"{"section": 7, "field": "name"}"#, "`section` of `references`"),
    ])
  func mistakes(operand: String, message: String) throws {
    let result = try run(
      """
      cat > p.json <<'END'
      {"bulkcheck": 1, "sections": [
       {"id": "a", "when": {"t": {"const": 1}}, "fields": {"x": {"references":
         \(operand)}}},
       {"id": "b", "when": {"t": {"const": 2}}, "fields": {"name": {}}, "additionalFields": false}]}
      END
      """, "bulkcheck lint p.json")
    #expect(result.exitCode == 2)
    #expect(result.output.contains("p.json:3:"), "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
  }
}
