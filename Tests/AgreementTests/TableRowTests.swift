import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import BulkcheckSchema
import Foundation
import Testing
import Twins

/// Rows of tables are judged as cells, without a text; as lines where somebody takes whole records.
/// Both ways give one report.
@Suite("Rows of tables") struct TableRowTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables")

  /// A profile whose rules fail often, on every column and every part of one.
  private static func profile(of table: String, nan: String = "text") throws -> String {
    let name = table.split(separator: ".")[0].split(separator: "-")[0]
    let text = try String(
      contentsOf: folder.appending(path: "\(name).jsonl"), encoding: .utf8)
    var paths: Set<String> = []
    for line in text.split(separator: "\n") {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8))
      collect(record, "", &paths)
    }
    let kinds = [
      #"{"maximum": 3, "notEmpty": true}"#, #"{"maxLength": 3, "minimum": 2}"#,
      #"{"required": true, "enum": [0, "ä0", [1], {"x": 0}]}"#,
      #"{"minimum": {"value": 5, "message": "{value} of {field} in {line}"}}"#,
      #"{"length": [1, 2], "format": "date-time"}"#, #"{"pattern": "^[a-z]*$", "unique": true}"#,
    ]
    let fields = paths.sorted().enumerated().map { number, path in
      let isPart = path.contains("[*]")
      return "\(JSONText.quoted(path)): \(kinds[number % (kinds.count - (isPart ? 1 : 0))])"
    }
    let input = nan == "null" ? #""input": {"nan": "null"}, "# : ""
    return #"{"bulkcheck": 1, \#(input)"fields": {\#(fields.joined(separator: ",\n"))}}"#
  }

  private static func collect(_ value: Any, _ path: String, _ paths: inout Set<String>) {
    if let members = value as? [String: Any] {
      for (name, member) in members {
        let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "_" }
        let step = isPlain ? name : JSONText.quoted(name)
        collect(member, path.isEmpty ? step : "\(path).\(step)", &paths)
      }
    } else if let elements = value as? [Any] {
      for element in elements { collect(element, path + "[*]", &paths) }
    }
    if !path.isEmpty { paths.insert(path) }
  }

  private func report(
    _ check: Check, _ table: String, observer: (any RecordObserver)? = nil
  ) throws -> String {
    let path = Self.folder.appending(path: table).path
    var summary = check.run([.file(path)], observer: observer)
    #expect(summary.inputs[0].failure == nil)
    summary.bytesJudged = 0
    return Judging.report(of: summary, check.ruleSet)
  }

  @Test(
    "give one report as cells and as lines, at any number of threads",
    arguments: [
      "orders.arrow", "orders.arrows", "layouts.arrow", "layouts-lz4.arrow", "layouts-zstd.arrows",
      "layouts-v4.arrows", "delta.arrows", "local.arrow", "nan.arrow", "apart.arrow",
      "nested.arrow",
    ])
  func agreement(table: String) throws {
    let hasNaN = ["nan.arrow", "apart.arrow"].contains(table)
    for nan in hasNaN ? ["text", "null"] : ["text"] {
      try agreement(table, Self.profile(of: table, nan: nan))
    }
  }

  /// Objects and arrays whose parts are cells of their own, unless something reads them whole.
  private static let apart = [
    // Kinds, presence and members; what fails is shown whole.
    #"""
    "address": {"type": "string"}, "tags": {"type": "number"}, "pair": {"present": false},
    "numbers": {"type": "object", "nullable": false}, "far": {"type": "array"}
    """#,
    #"""
    "address": {"present": false}, "address.place": {"present": false},
    "address.city": {"required": true, "notEmpty": true}, "address.tags": {"present": false}
    """#,
    #"""
    "address": {"required": true, "type": "object", "notEmpty": true},
    "address.place": {"nullable": false}, "address.place.lat": {"present": true, "maximum": 2},
    "address.place.on": {"format": "date", "minLength": 11}, "address.place.x": {"present": false},
    "address.place.\"n\\\"ä\"": {"maxLength": 3}, "far.note": {"length": [1, 2]},
    "address.none": {"required": true}, "address.kind": {"enum": ["home"]}
    """#,
    // Elements, and how many there are.
    #"""
    "tags": {"minItems": 2, "maxItems": 2, "items": {"notEmpty": true, "maxLength": 3}},
    "address.tags": {"minItems": 1, "items": {"enum": ["a", "ä", "quo\"te\\"]}},
    "numbers": {"items": {"type": "number", "maximum": 12}}, "pair": {"items": {"minimum": 3}},
    "flags": {"items": {"const": true}}, "times": {"items": {"format": "time", "minLength": 9}},
    "days": {"maxItems": 1}, "matrix": {"items": {"minItems": 1, "items": {"maximum": 2}}},
    "hidden": {"notEmpty": true, "items": {"required": true}}
    """#,
    #"""
    "tags": {"notEmpty": true, "contains": {"const": "a"}}, "tags[*]": {"nullable": false},
    "address.more[*].x": {"maximum": 1}, "address.more[*].city": {"notEmpty": true},
    "address.tags[*]": {"maxLength": 2}, "numbers[*]": {"range": [0, 10]},
    "flags[*]": {"const": 1}
    """#,
    // Rules that read a value as a whole.
    #"""
    "tags": {"unique": true, "uniqueItems": true}, "address.tags": {"uniqueItems": true},
    "pair": {"enum": [[1, 2], [3, 4]]}, "address.place": {"unique": true},
    "days": {"const": {"value": []}},
    "address.more": {"uniqueItems": true}, "hidden": {"notEnum": [["a"]]}
    """#,
    #"""
    "address": {"const": {"value": {}}, "fields": {"city": {"notEmpty": true}}},
    "far": {"unique": true}
    """#,
    #"""
    "address": {
      "additionalFields": false, "fields": {"city": {"maxLength": 1}, "zip": {"maximum": 2}}},
    "address.place": {"minProperties": 4}, "far": {"propertyNames": {"maxLength": 2}}
    """#,
    #"""
    "address.place": {"dependentRequired": {"lat": ["on"]}}, "address.place.lat": {"maximum": 1},
    "address": {"not": {"type": "object"}}, "tags": {"not": {"minItems": 1}}
    """#,
    // Single elements and every member.
    #"""
    "tags[0]": {"notEmpty": true}, "tags[1]": {"maxLength": 1}, "address.tags[2]": {"const": "a"},
    "numbers[0]": {"maximum": 1}, "far.*": {"type": "string"},
    "address.place.*": {"nullable": false}
    """#,
    #"""
    "tags": {"normalize": ["trim", "lowercase"], "minItems": 2, "items": {"maxLength": 3}},
    "address.city": {"normalize": ["trim", {"default": "Rome"}], "maxLength": 4},
    "address.tags": {"items": {"normalize": ["uppercase"], "notEmpty": true}}
    """#,
    #"""
    "address": {"labels": ["pii"], "present": false}, "address.city": {"notEmpty": true},
    "tags": {"minItems": 2, "items": {"labels": ["pii"], "maxLength": 1}}
    """#,
    #"""
    "address.city": {"labels": ["pii"], "maxLength": 1}, "address": {"present": false},
    "tags[1]": {"labels": ["pii"]}, "tags": {"maxItems": 1}
    """#,
  ]

  @Test("give one report however deep their values are nested", arguments: apart.indices)
  func parts(index: Int) throws {
    try agreement("apart.arrow", #"{"bulkcheck": 1, "fields": {\#(Self.apart[index])}}"#)
  }

  @Test(
    "give one report under rules about several values",
    arguments: [
      #""rules": [{"id": "r", "compare": ["address.zip", "<", "id"]}]"#,
      #""rules": [{"id": "r", "compare": ["sum(numbers[*])", "<", "address.zip"]}]"#,
      #""rules": [{"id": "r", "compare": ["address.tags", "==", "tags"]}]"#,
      #""rules": [{"id": "r", "unique": ["address.city", "tags"]}]"#,
      #"""
      "rules": [{"id": "r", "when": {"tags": {"minItems": 2}},
        "then": {"address": {"present": false}},
        "message": "{address} of {tags}, {address.place}, {pair}"}]
      """#,
      #"""
      "rules": [
        {"id": "r", "any": [{"address.place.lat": {"minimum": 0}}, {"pair": {"maxItems": 1}}]},
        {"id": "s", "none": [{"address": {"present": true}}, {"flags[*]": {"const": true}}]}]
      """#,
      #"""
      "table": [{"id": "t", "measure": "distinct", "of": "tags", "maximum": 3},
        {"id": "u", "measure": "present", "of": "address.place", "maximum": 3},
        {"id": "v", "measure": "count", "by": "address.kind", "minimum": 90},
        {"id": "w", "measure": "count", "where": {"tags": {"minItems": 1}}, "maximum": 3}],
        "fields": {"tags": {"minItems": 3}, "address": {"present": false}}
      """#,
    ])
  func rules(text: String) throws {
    try agreement("apart.arrow", #"{"bulkcheck": 1, \#(text)}"#)
  }

  /// Lists of objects, maps, and what is in them.
  private static let nested = [
    #"""
    "lines": {"minItems": 2, "maxItems": 3}, "lines[*].sku": {"maxLength": 1},
    "lines[*].qty": {"minimum": 2, "nullable": false}, "lines[*].parts[*].no": {"maximum": 2},
    "lines[*].box.in[*]": {"const": 1}, "lines[*].kind": {"enum": ["x"]},
    "lines[*].on": {"format": "date", "minLength": 11},
    "lines[*].at": {"format": "date-time", "maximum": "1990-01-01T00:00:00Z"}
    """#,
    #"""
    "lines": {"uniqueItems": true}, "lines[*]": {"nullable": false, "enum": [{"a": 1}]},
    "lines[*].parts": {"uniqueItems": true},
    "lines[*].parts[*].tags": {"uniqueItems": true, "items": {"maxLength": 1}}
    """#,
    #"""
    "lines[0].sku": {"maxLength": 1}, "lines[1].qty": {"minimum": 2},
    "lines[-1].sku": {"required": true}, "lines[0].parts[0].no": {"maximum": 1},
    "long[*].qty": {"maximum": 2}, "long[0]": {"type": "string"}, "days[1]": {"minLength": 11}
    """#,
    #"""
    "map.*": {"maximum": 2}, "map": {"minProperties": 2, "propertyNames": {"maxLength": 1}},
    "lists.*[*].no": {"maximum": 1}, "numbered.*": {"maxLength": 1},
    "maps[*].*.*": {"maximum": 1}, "dated[*].key": {"minLength": 11},
    "dated[*].value": {"nullable": false}
    """#,
    #"""
    "map.a": {"maximum": 1}, "map.b": {"required": true}, "numbered.\"1\"": {"maxLength": 1},
    "lists.a[*].no": {"maximum": 1}, "lists.a": {"minItems": 1}, "map": {"present": false}
    """#,
    #"""
    "days": {"items": {"format": "date", "minLength": 11}}, "moments": {"uniqueItems": true},
    "views[*].a": {"maximum": 1}, "union": {"notEmpty": true}, "union[*].qty": {"maximum": 1},
    "behind": {"items": {"minLength": 11}}
    """#,
    #"""
    "lines": {"type": "string"}, "map": {"type": "string"}, "maps": {"type": "number"},
    "dated": {"type": "object"}, "views": {"present": false}, "long": {"maxItems": 1}
    """#,
    #"""
    "lines": {"items": {"fields": {"sku": {"maxLength": 1},
      "box": {"additionalFields": false, "fields": {"w": {"maximum": 2}}}}}},
    "map": {"additionalFields": false, "fields": {"a": {"maximum": 1}}}
    """#,
    #"""
    "lines": {"items": {"labels": ["pii"], "type": "string"}}, "lists.*": {"minItems": 2},
    "map": {"labels": ["pii"], "propertyNames": {"maxLength": 1}}
    """#,
    #""*": {"type": "string"}"#,
    #"""
    "lines[*].qty": {"normalize": [{"default": 1}], "maximum": 2},
    "map.a": {"normalize": [{"default": {"b": [1]}}], "type": "number"}
    """#,
  ]

  @Test("give one report of lists of objects and of maps", arguments: nested.indices)
  func nesting(index: Int) throws {
    try agreement("nested.arrow", #"{"bulkcheck": 1, "fields": {\#(Self.nested[index])}}"#)
  }

  private static let schemas = [
    #"""
    {"type": "object", "required": ["id", "zz"], "properties": {"id": {"maximum": 9},
      "lines": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/line"}},
      "long": {"items": {"properties": {"qty": {"maximum": 3}, "parts": {"uniqueItems": true}}}},
      "days": {"items": {"format": "date", "minLength": 11}},
      "moments": {"type": "array", "items": {"format": "date-time"}, "uniqueItems": true},
      "address": {"properties": {"place": {"required": ["lat"], "maxProperties": 2},
        "tags": {"uniqueItems": true, "items": {"maxLength": 2}}, "more": {"uniqueItems": true}}}},
      "$defs": {"line": {"type": "object", "required": ["sku", "foo"], "properties": {
        "sku": {"type": "string", "maxLength": 1}, "qty": {"minimum": 2},
        "at": {"format": "date-time"}, "box": {"properties": {"in": {"const": [0, 0]}}},
        "parts": {"minItems": 1, "items": {"type": "object", "additionalProperties": false,
          "properties": {"no": {"type": "integer"},
            "tags": {"uniqueItems": true, "items": {"enum": ["a", "ä"]}}}}}},
        "additionalProperties": false}}}
    """#,
    #"""
    {"patternProperties": {"^(id|m)": {"type": "string"},
      "^l": {"maxItems": 1, "items": {"required": ["zip"]}}, "^a": {"required": ["x"]}},
      "additionalProperties": false, "propertyNames": {"maxLength": 4}}
    """#,
    #"""
    {"properties": {"id": {"type": "integer"}, "lines": {"unevaluatedItems": false, "contains": {
        "properties": {"qty": {"const": 3}}, "required": ["qty"]}},
      "map": {"properties": {"a": true}, "unevaluatedProperties": false},
      "address": {"properties": {"city": true}, "unevaluatedProperties": {"type": "null"}},
      "lists": {"patternProperties": {"^a": {"items": false}}}},
      "unevaluatedProperties": {"type": ["array", "null"]}}
    """#,
    #"""
    {"enum": [{"id": 1}], "properties": {"lines": {"uniqueItems": true,
        "items": {"enum": [{"sku": "a"}, null]}}, "map": {"enum": [{"a": 1, "b": 2}, {}]},
      "maps": {"items": {"const": {}}, "uniqueItems": true}, "numbered": {"const": {"1": "ä"}},
      "dated": {"contains": {"const": {"key": "1970-01-02", "value": null}}},
      "address": {"not": {"const": {"city": "b"}}}, "pair": {"enum": [[1, 2], [2, 0]]}}}
    """#,
    #"""
    {"properties": {"map": {"propertyNames": {"enum": ["a", "b"]},
        "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"Oslo": {"maxProperties": 1}},
        "additionalProperties": {"maximum": 2}},
      "numbered": {"patternProperties": {"^[01]$": {"const": "y"}}, "minProperties": 1},
      "dated": {"items": {"additionalProperties": false, "properties": {
        "key": {"format": "date", "maxLength": 9}, "value": {"type": "string"}}}},
      "maps": {"items": {"additionalProperties": {"additionalProperties": {"maximum": 1},
        "propertyNames": {"maxLength": 1}}}},
      "lines": {"prefixItems": [{"required": ["x"]}], "minContains": 2,
        "contains": {"type": "null"}, "items": {
          "not": {"required": ["sku"], "properties": {"qty": {"type": "null"}}}}},
      "union": {"items": {"properties": {"qty": {"maximum": 1}}}, "maximum": 2},
      "views": {"items": {"properties": {"a": {"maximum": 1}}}},
      "behind": {"items": {"maxLength": 9}}, "tags": {"contains": {"const": "a"}, "maxItems": 1},
      "lists": {"additionalProperties": {"items": {"properties": {"no": {"maximum": 1}}}}}}}
    """#,
    #"""
    {"properties": {"lines": {"items": {"$ref": "#/$defs/n"}}, "far": {"$ref": "#/$defs/n"}},
      "$defs": {"n": {"properties": {"sku": {"maxLength": 2}, "note": {"maxLength": 2},
        "parts": {"items": {"$ref": "#/$defs/n"}}, "no": {"maximum": 1},
        "box": {"$ref": "#/$defs/n"}, "w": {"maximum": 2}}}}}
    """#,
    #"""
    {"oneOf": [{"properties": {"lines": {"minItems": 1, "type": "array"}}},
        {"properties": {"map": {"type": "object"}}}],
      "anyOf": [{"properties": {"maps": {"type": "array"}}}, {"type": "string"}]}
    """#,
    #"{"not": {"type": "object"}}"#,
    #"{"maxProperties": 3, "dependentRequired": {"id": ["q"]}}"#,
  ]

  @Test(
    "give one report under a schema", arguments: ["nested.arrow", "apart.arrow"], schemas.indices)
  func schema(table: String, index: Int) throws {
    let bytes = Array(Self.schemas[index].utf8)
    let file = SchemaFile(name: "s.json", uri: "file:///s.json", bytes: bytes)
    try agreement(table, try SchemaReader.read(file).ruleSet)
  }

  private func agreement(_ table: String, _ profile: String) throws {
    try agreement(table, Judging.profile(profile).ruleSet)
  }

  private func agreement(_ table: String, _ ruleSet: RuleSet) throws {
    for (threads, chunk) in [(1, 1 << 16), (1, 300), (2, 1), (7, 4000)] {
      var options = Way(threads: threads, chunkBytes: chunk).options
      options.reading.format = nil
      let check = try Check(ruleSet: ruleSet, options: options)
      let lines = RecordCollector()
      let expected = try report(check, table, observer: lines)
      let found = try report(check, table)
      #expect(lines.entries.contains { !$0.failures.isEmpty })
      #expect(found == expected, "\(threads) threads, \(chunk) bytes")
      if found != expected { return }
    }
  }

  @Test("that may be malformed are lines", arguments: [40, 200, 1000])
  func longRecords(maximum: Int) throws {
    let ruleSet = try Judging.profile(Self.profile(of: "layouts.arrow")).ruleSet
    let way = Way(threads: 2, chunkBytes: 5000, recordBytesMaximum: maximum)
    let check = try Check(ruleSet: ruleSet, options: way.options)
    let lines = RecordCollector()
    #expect(
      try report(check, "layouts.arrow") == report(check, "layouts.arrow", observer: lines))
  }
}
