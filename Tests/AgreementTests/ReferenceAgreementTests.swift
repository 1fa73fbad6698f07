import Bulkcheck
import BulkcheckCore
import BulkcheckProfile
import Foundation
import TestSupport
import Testing
import Twins

/// `references` says what an `enum` of the same values says, whose meaning the slow evaluator
/// knows; so does an `enum` that is long enough to be kept as a set.
@Suite struct ReferenceAgreementTests {
  /// Texts, numbers and booleans as JSON, many of them equal in other spellings.
  private static let pool = [
    #""a""#, #""A""#, #""""#, #"" ""#, #""1""#, #""1.0""#, #""true""#, #""\u0061""#, #""é""#,
    #""e\u0301""#,
    #""abcdefgh1""#, #""abcdefgh2""#, #""a\"b""#, "1", "1.0", "10e-1", "-0", "0", "7", "0.7e1",
    "2.50", "1e400",
    "123456789012345678901234567890", "true", "false",
  ]
  private static let cells = [
    "a", "A", "1", "1.0", "007", "7", "true", "e\u{301}", "\"a\"\"b\"", "", "x", "2.5", "abcdefgh2",
  ]
  private static let types = [
    "", #""type": "string","#, #""type": "number","#, #""type": ["integer", "string"],"#,
    #""type": "boolean","#,
  ]
  private static let others = ["null", "[]", #"["a"]"#, "{}", "[1]"]

  @Test(
    "equal values are found, of whatever type the field is", arguments: RandomRun.seeds(10))
  func values(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let listed = Self.pool.shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random))
    let type = Self.types[seed % Self.types.count]
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-references-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = listed.map { "{\"v\":\($0)}\n" }.joined()
    try Data(lines.utf8).write(to: folder.appending(path: "r.jsonl"))

    let list = listed.joined(separator: ",")
    // Beyond a thousand the list is kept as a set.
    let long = list + "," + (0..<1_100).map { "\"filler-\($0)\"" }.joined(separator: ",")
    let statements = [
      #""enum": [\#(list)]"#, #""references": {"file": "r.jsonl", "column": "v"}"#,
      #""enum": [\#(long)]"#, #""not": {"notEnum": [\#(long)]}"#,
    ]
    let data = (Self.pool + Self.others).shuffled(using: &random)
    let jsonl = data.map { "{\"a\":\($0),\"l\":[\($0)],\"z\":1}\n" }.joined() + "{}\n"
    let csv = "a,z\n" + Self.cells.map { "\($0),1\n" }.joined()
    let loader = ReferenceLoader(folder: folder.path)
    for input in [jsonl, csv] {
      let reports = try statements.map { statement in
        let ruleSet = try Self.ruleSet(type, statement, loader)
        return try Judging.report(ruleSet, Array(input.utf8), Way())
      }
      for report in reports.dropFirst() {
        #expect(report == reports[0], "seed \(seed): \(difference(reports[0], report))")
      }
    }
  }

  /// A profile with the statement in all places; its rules are named and worded alike, whatever the
  /// statement is.
  private static func ruleSet(
    _ type: String, _ statement: String, _ loader: ReferenceLoader
  ) throws -> RuleSet {
    let text = """
      {"bulkcheck":1, "fields":{"a":{\(type) \(statement)}, "l":{"items":{\(statement)}}},
       "rules":[{"id":"w","when":{"a":{\(statement)}},"then":{"z":{"const":2}}},
        {"id":"v","any":[{"z":{"const":2}},{"a":{\(statement)}}]}]}
      """
    var ruleSet = try ParsedProfile.read(
      Array(text.utf8), fileName: "p.json", loadReference: loader.load
    ).ruleSet
    ruleSet.referenceFiles = []
    for index in ruleSet.rules.indices {
      ruleSet.rules[index].id = "rule-\(index)"
      ruleSet.rules[index].constraint = "same"
      ruleSet.rules[index].attributes.message = MessageTemplate([.value])
    }
    return ruleSet
  }
}
