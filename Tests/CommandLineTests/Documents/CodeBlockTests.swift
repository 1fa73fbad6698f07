import Foundation
import Testing

/// The code blocks of README, the documents and the DocC articles work as written. Commands run,
/// profiles have no mistakes, programs compile and print what they say, and outputs are those of
/// the commands.
@Suite("Code blocks of the documents")
struct CodeBlockTests {
  /// The number of blocks that are not run, of documents that have some. Each of these says why in
  /// a comment in front of it.
  private static let notRun = [
    "CONTRIBUTING.md": 7, "README.md": 5, "docs/architecture.md": 3,
    "docs/contracts/import.md": 1, "docs/contracts/index.md": 2, "docs/contracts/odcs.md": 2,
    "docs/fuzzing.md": 3,
    "docs/gate.md": 6, "docs/in-an-app.md": 1, "docs/json-schema.md": 2, "docs/merge.md": 1,
    "docs/migrating/dbt.md": 3,
    "docs/migrating/great-expectations.md": 3, "docs/migrating/pandera.md": 2,
    "docs/migrating/soda.md": 2, "docs/migrating/sql.md": 3, "docs/python.md": 1,
    "docs/reference/command-line.md": 1, "docs/reference/extends.md": 2,
    "docs/reference/arrow.md": 1, "docs/reference/inputs.md": 3, "docs/reference/profile.md": 1,
    "docs/reference/references-and-tables.md": 2, "docs/reference/yaml.md": 2,
    "docs/robustness.md": 1, "docs/typed.md": 1,
  ]

  /// Every document, with the number of its blocks that are not run.
  static let documents: [String: Int] = {
    let found = ["docs", "Sources"].flatMap { folder in
      let root = DocumentFolder.package.appending(path: folder)
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path)
      return (paths ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return Dictionary(
      uniqueKeysWithValues: (found + ["README.md", "CONTRIBUTING.md"]).map { ($0, notRun[$0] ?? 0) }
    )
  }()

  private static func blocks(of document: String) throws -> [MarkdownBlock] {
    let url = DocumentFolder.package.appending(path: document)
    return MarkdownBlock.all(of: try String(contentsOf: url, encoding: .utf8), in: document)
  }

  @Test("the documents are found")
  func allDocuments() {
    #expect(Self.documents.keys.contains("docs/index.md"))
    #expect(Self.notRun.keys.allSatisfy { Self.documents.keys.contains($0) })
  }

  @Test("a block is run, or says why not", arguments: documents)
  func blocks(document: String, notRun: Int) throws {
    let blocks = try Self.blocks(of: document)
    let folder = try DocumentFolder()
    defer { folder.remove() }
    for block in blocks where block.reasonNotToRun == nil {
      if let trouble = try BlockRun(block: block, folder: folder).trouble() {
        Issue.record("\(block): \(trouble)")
      }
    }
    #expect(blocks.count { $0.reasonNotToRun != nil } == notRun)
  }
}
