import Bulkcheck
import BulkcheckCore
import BulkcheckDocument
import BulkcheckInput
import BulkcheckProfile
import BulkcheckSchema
import Twins

/// Any bytes are a JSON Schema or have mistakes; what has none can be listed, compiled and run.
enum SchemaTarget {
  private static let lines = Array(
    """
    {"a":1,"b":"text","c":[1,"2",null,{"k":"v"}],"d.e":{"k":{"x":-0.5e3}},"id":"7","email":"a@b.co"}
    {"a":"é\\ud83d\\ude00","a":null,"c":[],"o":{},"age":17,"tags":["x","x"]}
    [1, [2, "x"], {}]
    "text"
    {"a"
    """.utf8)
  private static let rows = Array("a,b,c,id,email\n1,text,x;y,7,a@b.co\n,,,,\n\"é\",N/A,1\n".utf8)

  static func finding(in input: inout FuzzBytes) -> String? {
    let bytes = input.rest()
    let schema: ReadSchema
    do throws(SchemaMistakes) {
      schema = try SchemaReader.read(
        SchemaFile(name: "s.json", uri: "file:///s.json", bytes: bytes))
    } catch {
      if error.files.contains(where: \.mistakes.isEmpty) || error.files.isEmpty {
        return "refused without a mistake"
      }
      return error.description.isEmpty ? "mistakes without words" : nil
    }
    let ids = schema.ruleSet.rules.map { ExactText($0.id) }
    if Set(ids).count != ids.count { return "two rules have one location" }
    if RuleListing.text(schema.ruleSet).isEmpty { return "nothing is listed" }
    for (format, data) in [(InputFormat.jsonl, lines), (.csv, rows)] {
      guard let report = try? Judging.report(schema.ruleSet, data, Way(format: format)) else {
        return "a schema without mistakes cannot be compiled"
      }
      if report.isEmpty { return "no report" }
    }
    return nil
  }
}
