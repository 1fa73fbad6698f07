import Foundation
import Testing

/// docs/architecture.md says which files to touch for a constraint, a format, an input, a report.
/// It is true as long as the files that know an example of each are just those.
@Suite("Where to add something")
struct HouseTests {
  @Test(
    "the architecture page lists every file that knows an example, and no other",
    arguments: ["multipleOf", "phone", "tsv", "zstd", "markdown", "skipInitialSpace"])
  func files(example: String) throws {
    let page = try String(
      contentsOf: DocumentFolder.package.appending(path: "docs/architecture.md"), encoding: .utf8)
    let heading = try #require(page.firstRange(of: "(example: `\(example)`)"))
    let list = page[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("- `") }.prefix { $0.hasPrefix("- `") }
    let listed = list.compactMap { $0.firstMatch(of: /- `([^`]+)`/).map { String($0.output.1) } }
    #expect(!listed.isEmpty)
    // A folder stands for the files in it.
    let known = try Self.sources(naming: example).map { file in
      listed.first { file == $0 || file.hasPrefix($0 + "/") } ?? file
    }
    #expect(Set(listed) == Set(known))
  }

  /// The files whose code, without comments, has a word or a name with the word in it.
  private static func sources(naming word: String) throws -> [String] {
    let sources = DocumentFolder.package.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".json") }.filter { path in
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      return code.contains { $0.lowercased().contains(word.lowercased()) }
    }.map { "Sources/\($0)" }
  }

  @Test("the table of floors has every folder of BulkcheckCore, in the order that is checked")
  func floors() throws {
    let page = try String(
      contentsOf: DocumentFolder.package.appending(path: "docs/architecture.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: "### The floors of BulkcheckCore"))
    let rows = page[start.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| `") }
      .prefix { $0.hasPrefix("| `") }
    let listed = rows.flatMap { row -> [String] in
      let name = row.dropFirst().prefix { $0 != "|" }
      return name.matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    let script = try String(
      contentsOf: DocumentFolder.package.appending(path: ".ci/floors"), encoding: .utf8)
    let floors = try #require(script.firstMatch(of: /FLOORS = \[([^\]]*)\]/)?.output.1)
    let checked = floors.matches(of: /"(\w+)"/).map { String($0.output.1) }
    #expect(listed == checked.reversed())
  }
}
