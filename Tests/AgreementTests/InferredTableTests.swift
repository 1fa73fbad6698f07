import BulkcheckCore
import Foundation
import FuzzTargets
import Testing

/// Rules about the table that a draft proposes: they hold for the data that they were made from.
@Suite struct InferredTableTests {
  /// The draft with its proposals as rules.
  static func withTable(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "  // \"table\": ["),
      let end = lines[start...].firstIndex(of: "  // ],")
    else { return text }
    let table = lines[start...end].map { "  " + $0.dropFirst(5) }
    return (lines[..<start].map(String.init) + table + lines[(end + 1)...].map(String.init))
      .joined(separator: "\n")
  }

  private static func jsonl(_ count: Int) -> String {
    (0..<count).map { number in
      let phone = number % 4 == 0 ? "" : number % 4 == 1 ? #", "phone": null"# : #", "phone": "1""#
      return #"{"id": \#(number), "kind": "\#(["a", "b", ""][number % 3])", "#
        + #""amount": \#(Double(number * number % 977) / 8 - 3), "#
        + #""home": {"city": \#(number % 5 == 0 ? "null" : "\"Oslo \(number % 2)\"")}\#(phone)}"#
    }.joined(separator: "\n") + "\n"
  }

  private static func csv(_ count: Int) -> String {
    "id,kind,\"a \"\"b\",amount,gap\n"
      + (0..<count).map { number in
        "\(number),\(["x", "y"][number % 2]),t\(number % 3),\(number % 90).\(number % 10),"
          + (number % 3 == 0 ? "n/a" : "\(number)")
      }.joined(separator: "\n") + "\n"
  }

  private static let cases: [(text: String, format: InputFormat, ids: [String])] = [
    (
      jsonl(400), .jsonl,
      [
        "columns", "records", "phone.missing", "home.city.missing", "amount.mean",
      ]
    ),
    (
      csv(400), .csv,
      [
        "columns", "records", "amount.mean", "gap.missing",
      ]
    ),
    (
      (0..<20).map { "{\"a\": \($0)e15, \"b\": -0.\($0 + 1)}\n" }.joined(), .jsonl,
      ["a.mean", "b.mean"]
    ),
  ]

  @Test("proposals hold for the data", arguments: 0..<3)
  func hold(number: Int) throws {
    let (text, format, ids) = Self.cases[number]
    let bytes = Array(text.utf8)
    let draft = try #require(
      InferredData.profile(of: bytes, format, threads: 1, chunkBytes: 1 << 20))
    for way in [(1, 500), (2, 3000), (7, 90)] {
      #expect(
        InferredData.profile(of: bytes, format, threads: way.0, chunkBytes: way.1) == draft)
    }
    let whole = Self.withTable(draft)
    for id in ids {
      #expect(whole.contains("\n    { \"id\": \"table.\(id)\", "), "\(id)\n\(draft)")
    }
    // A choice says which values there are, and an identifier has no mean.
    #expect(!draft.contains(".distinct\"") && !draft.contains("\"table.id."), "\(draft)")
    #expect(InferredData.holds(draft, bytes, format, "as drafted"))
    #expect(InferredData.holds(whole, bytes, format, "with the table"))
  }

  @Test("identifiers, years, and what a choice or a range says are not measured")
  func idle() throws {
    let lines =
      ["customer_id,year,kind,stars,height,free"]
      + (0..<400).map { number in
        "\(number % 3 == 0 ? "" : "\(number % 40)"),\(1990 + number % 30),\(["a", "b"][number % 2]),"
          + "\(1 + number % 5),\(1800 + number % 7).5,w\(number < 3 ? "x" : "\(number % 9)")"
      }
    let draft = try #require(
      InferredData.profile(
        of: Array(lines.joined(separator: "\n").utf8), .csv, threads: 1, chunkBytes: 1 << 20))
    let measured = draft.components(separatedBy: #"{ "id": "table."#).dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
    #expect(measured == ["columns", "records", "stars.mean", "free.distinct"], "\(draft)")
  }

  @Test("few records say nothing about a table")
  func few() throws {
    let draft = try #require(
      InferredData.profile(
        of: Array(Self.jsonl(9).utf8), .jsonl, threads: 1, chunkBytes: 1 << 20))
    #expect(!draft.contains("\"table\""))
  }

  @Test("part of the data says nothing about how many records there are")
  func limited() throws {
    let draft = try #require(
      InferredData.profile(
        of: Array(Self.jsonl(90).utf8), .jsonl, threads: 1, chunkBytes: 1 << 20, limit: 50))
    #expect(draft.contains("table.columns"))
    #expect(!draft.contains("table.records"))
  }
}
