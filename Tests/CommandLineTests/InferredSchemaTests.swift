import Foundation
import Testing

/// `infer --schema`.
@Suite(.waitsForCommands) struct InferredSchemaTests {
  @Test(
    "an inferred schema has no mistakes, and its data is valid by it",
    arguments: ["users.csv", "users-good.jsonl", "events.jsonl", "orders.jsonl", "products.csv"])
  func samples(_ name: String) throws {
    let folder = try Tool.folder()
    let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "samples/\(name)").path
    let result = try Tool.run(
      """
      bulkcheck infer --schema '\(sample)' > s.json 2> /dev/null &&
      bulkcheck lint --strict s.json &&
      bulkcheck --schema s.json --assert-format --skip bulkcheck.malformed \
        --skip bulkcheck.duplicate-key '\(sample)'
      """, in: folder)
    #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }
}
