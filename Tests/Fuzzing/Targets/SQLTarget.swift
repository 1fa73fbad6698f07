import BulkcheckCore
import BulkcheckDocument
import BulkcheckInput
import BulkcheckProfile
import Twins

/// Any text is a statement of SQL or has one mistake; what has none can be listed, compiled and
/// run, and reports the same however the records are cut.
enum SQLTarget {
  private static let lines = Array(
    """
    {"a":1,"b":"text","d":"2024-02-29","f":true,"n":1.5,"s":"é%"}
    {"a":"x","b":null,"d":"2023-12-31","f":false,"n":-1e3,"s":""}
    {"a":[1],"d":"no date","f":"true","n":99999999999999999999999999999999999999999,"s":1}
    {}
    """.utf8)
  private static let rows = Array("a,b,d,f,n,s\n1,2,2024-02-29,true,1.5,é\n,x,y,z,u,v\n".utf8)
  private static let fields =
    #"{"d":{"format":"date"},"f":{"type":"boolean"},"n":{"type":"number"},"s":{"type":"string"}}"#

  static func finding(in input: inout FuzzBytes) -> String? {
    let text = String(decoding: input.rest(), as: UTF8.self)
    let sql = Literal.text(text).description
    let profile: ParsedProfile
    do throws(ProfileMistakes) {
      profile = try ParsedProfile.read(
        Array(#"{"bulkcheck":1,"fields":\#(fields),"rules":[{"id":"r","sql":\#(sql)}]}"#.utf8),
        fileName: "p.json")
    } catch {
      return error.mistakes.count == 1 && !error.description.isEmpty
        ? nil : "not one mistake in words"
    }
    if RuleListing.text(profile.ruleSet).isEmpty { return "nothing is listed" }
    for (format, data) in [(InputFormat.jsonl, lines), (.csv, rows)] {
      let ways = [Way(format: format), Way(threads: 3, chunkBytes: 16, format: format)]
      let reports = ways.map { try? Judging.report(profile.ruleSet, data, $0) }
      guard let first = reports[0] else { return "a statement cannot be compiled" }
      if reports[1] != first { return "the report depends on how records are cut" }
    }
    return nil
  }
}
