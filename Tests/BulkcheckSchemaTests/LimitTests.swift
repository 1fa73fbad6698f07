import BulkcheckCore
import BulkcheckSchema
import Testing

/// Schemas that are made to be hard.
struct LimitTests {
  @Test("a chain of 50,000 references is read") func longChain() throws {
    let links = (0..<50_000).map { "\"d\($0)\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}" }
    let schema =
      "{\"$ref\": \"#/$defs/d0\", \"$defs\": {" + links.joined(separator: ",")
      + ",\"d50000\": {\"type\": \"string\"}}}"
    #expect(try rules(schema) == ["#/$defs/d50000/type"])
  }

  @Test("a chain of 50,000 schemas for one value is a mistake") func deepChain() {
    let links = (0..<50_000).map { "\"d\($0)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\($0 + 1)\"}]}" }
    let schema =
      "{\"$ref\": \"#/$defs/d0\", \"$defs\": {" + links.joined(separator: ",")
      + ",\"d50000\": {\"type\": \"string\"}}}"
    #expect(mistakes(schema).count == 1)
  }

  @Test("50,000 nested levels are a mistake") func deepNesting() {
    let depth = 50_000
    let schema =
      String(repeating: "{\"items\":", count: depth) + "{}" + String(repeating: "}", count: depth)
    #expect(mistakes(schema) == ["1:9001: brackets are nested deeper than 1000"])
  }

  @Test("100,000 keywords are read") func manyKeywords() throws {
    let members = (0..<50_000).map {
      "\"p\($0)\": {\"type\": \"string\", \"maxLength\": \($0)}"
    }
    #expect(
      try rules("{\"properties\": {" + members.joined(separator: ",") + "}}").count == 100_000)
  }

  @Test("many anchors of many resources have a limit") func manyScopes() {
    let number = 24
    let names = (0..<number).map { "\"a\($0)\": {\"$dynamicAnchor\": \"n\($0)\"}" }
    let resources = (0..<number).map { one in
      let others = (0..<number).map { "\"p\($0)\": {\"$ref\": \"r\($0)\"}" }
      return "\"r\(one)\": {\"$id\": \"r\(one)\", \"properties\": {"
        + others.joined(separator: ",")
        + "}, \"$defs\": {\"a\": {\"$dynamicAnchor\": \"n\(one)\"}}}"
    }
    let schema =
      "{\"$ref\": \"r0\", \"$defs\": {\"all\": {\"$id\": \"all\", \"$defs\": {"
      + names.joined(separator: ",") + "}}," + resources.joined(separator: ",") + "}}"
    #expect(mistakes(schema).count == 1)
  }
}
