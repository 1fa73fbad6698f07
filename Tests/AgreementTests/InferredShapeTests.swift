import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import Foundation
import FuzzTargets
import Testing
import Twins

/// Shapes that occur at several places become definitions, and the rules stay the same.
@Suite struct InferredShapeTests {
  private func draft(_ rows: [String]) throws -> String {
    let bytes = Array(rows.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20))
    #expect(
      InferredData.profile(of: bytes, .jsonl, threads: 2, chunkBytes: 300) == text, "\(text)")
    #expect(InferredData.holds(text, bytes, .jsonl, ""))
    return text
  }

  private static func address(_ number: Int, _ more: String = "") -> String {
    #"{"zip":"\#(10_000 + number * 7)","city":"\#(["Rome", "Oslo"][number % 2])"\#(more)}"#
  }

  /// The statements of the rules at a path and below, without the path.
  private func statements(_ text: String, at path: String) throws -> [String] {
    let ruleSet = try Judging.profile(text).ruleSet
    let ids = ruleSet.rules.map(\.id)
    return ruleSet.rules.filter { $0.id.hasPrefix(path + ".") }
      .map { "\($0.id.dropFirst(path.count)) \($0.expression.text(ids: ids))" }.sorted()
  }

  @Test("an address at two places is a definition")
  func addresses() throws {
    let rows = (0..<100).map {
      let optional = $0 % 2 == 0 ? #","old_address":\#(Self.address($0 / 2 + 3))"# : ""
      return #"{"home_address":\#(Self.address($0))\#(optional)}"#
    }
    let text = try draft(rows)
    for part in [
      "  \"definitions\": {\n    // members of home_address, old_address\n    \"address\": {\n",
      "\"home_address\": {\n      \"type\": \"object\",\n      \"required\": true,\n"
        + "      \"use\": \"address\",\n",
      "\"nullable\": false,\n      \"use\": \"address\",\n",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    #expect(text.components(separatedBy: "\"zip\"").count == 2, "\(text)")
    let home = try statements(text, at: "home_address").filter { $0.contains("zip") }
    let old = try statements(text, at: "old_address").filter { $0.contains("zip") }
    #expect(home == old && home.count == 3, "\(home)\n\(old)")
    #expect(try Judging.profile(text).ruleSet.rules.contains { $0.id == "home_address.city.enum" })
  }

  /// Members of records, and how many definitions they make.
  static let cases: [(name: String, uses: Int, row: @Sendable (Int) -> String)] = [
    ("in lists", 2, { #""a":[\#(address($0)),\#(address($0 + 1))],"b":\#(address($0))"# }),
    ("in maps", 2, { #""m":{"k\#($0)":\#(address($0))},"b":\#(address($0))"# }),
    ("other members", 0, { #""a":\#(address($0)),"b":\#(address($0, #","x":1"#))"# }),
    ("other rules", 0, { #""a":\#(address($0)),"b":{"zip":"x","city":"Rome"}"# }),
    ("one member", 0, { _ in #""a":{"city":"Rome"},"b":{"city":"Rome"}"# }),
    (
      "in one another", 2,
      { #""a":{"n":{"to":\#(address($0))},"s":"x"},"b":{"n":{"to":\#(address($0))},"s":"x"}"# }
    ),
    (
      "in one another and alone", 3,
      { #""a":{"to":\#(address($0))},"b":{"to":\#(address($0))},"c":\#(address($0))"# }
    ),
    ("names that need quotes", 2, { #""a.b":\#(address($0)),"":\#(address($0))"# }),
  ]

  @Test("the outermost shapes that are the same", arguments: cases.indices)
  func shapes(_ index: Int) throws {
    let (name, uses, row) = Self.cases[index]
    let text = try draft((0..<100).map { "{\(row($0))}" })
    #expect(text.components(separatedBy: "\"use\": ").count - 1 == uses, "\(name)\n\(text)")
  }
}
