import Foundation
import Testing

/// What README, the documents and the DocC articles show works as it is written there: commands
/// run, profiles have no mistakes, programs compile and print what they say, outputs are those of
/// the commands.
@Suite("Code blocks of the documents")
struct CodeBlockTests {
  /// Every document, with the number of its blocks that are not run. Each of these says why in a
  /// comment in front of it.
  static let documents = [
    "README.md": 4, "CONTRIBUTING.md": 7, "docs/architecture.md": 3, "docs/conformance.md": 0,
    "docs/explain.md": 0, "docs/fuzzing.md": 3, "docs/gate.md": 6, "docs/infer.md": 0,
    "docs/json-schema.md": 1, "docs/merge.md": 1, "docs/outputs.md": 0, "docs/profile-format.md": 1,
    "docs/python.md": 1, "docs/reference/references-and-tables.md": 2,
    "docs/report-format.md": 0, "docs/robustness.md": 1,
    "Sources/Bulkcheck/Bulkcheck.docc/Bulkcheck.md": 0,
    "Sources/Bulkcheck/Bulkcheck.docc/LoadingRecords.md": 0,
    "Sources/Bulkcheck/Bulkcheck.docc/RequirementsInBatches.md": 0,
    "Sources/Requirements/Requirements.docc/ChainsPartialsAndReferees.md": 0,
    "Sources/Requirements/Requirements.docc/Macros.md": 0,
    "Sources/Requirements/Requirements.docc/Requirements.md": 0,
    "Sources/Requirements/Requirements.docc/ValidatingForms.md": 0,
  ]

  private static func blocks(of document: String) throws -> [MarkdownBlock] {
    let url = DocumentFolder.package.appending(path: document)
    return MarkdownBlock.all(of: try String(contentsOf: url, encoding: .utf8), in: document)
  }

  @Test("no document is left out")
  func allDocuments() throws {
    let found = try ["docs", "Sources"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: DocumentFolder.package.appending(path: folder).path
      ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    #expect(Set(found + ["README.md", "CONTRIBUTING.md"]) == Set(Self.documents.keys))
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
