import Foundation
import Testing

/// Figures in documents whose constants other modules cannot see. Each row has the words of a
/// document and the declaration in the code: if you change one, the test leads you to the other.
@Suite("Figures of the documents")
struct StatedFigureTests {
  struct Figure: CustomTestStringConvertible {
    let words: String
    let document: String
    let code: String
    let file: String

    var testDescription: String { "\(document): \(words)" }
  }

  private static let figures = [
    Figure(
      words: "512 open brackets are accepted, 513 are not", document: "docs/reference/limits.md",
      code: "depthMaximum = 512", file: "BulkcheckCore/Records/JSONScanner.swift"),
    Figure(
      words: "inside one another | 3,000", document: "docs/reference/limits.md",
      code: "schemaDepthMaximum: Int { 3_000 }",
      file: "BulkcheckCore/Judging/Schema/SchemaEvaluator+Keywords.swift"),
    Figure(
      words: "256 code points; longer ones are cut", document: "docs/reference/limits.md",
      code: "codepointsMaximum = 256", file: "BulkcheckCore/Masking/ShownText.swift"),
    Figure(
      words: "a number in a report | 2,048 bytes", document: "docs/reference/limits.md",
      code: "containerBytesMaximum = 2048", file: "BulkcheckCore/Masking/ShownText.swift"),
    Figure(
      words: "counted at each `use` | 1,000,000", document: "docs/reference/limits.md",
      code: "expandedMaximum = 1_000_000",
      file: "BulkcheckProfile/Reading/ProfileReader+Definitions.swift"),
    Figure(
      words: "an operand of `compare` | 1,000 terms", document: "docs/reference/limits.md",
      code: "termsMaximum = 1000", file: "BulkcheckProfile/Paths/OperandParser.swift"),
    Figure(
      words: "trials on 16 MiB of records", document: "docs/reference/limits.md",
      code: "workLeft = 1 << 24", file: "BulkcheckExplain/RecordJudge.swift"),
    Figure(
      words: "including their parents | 32,767", document: "docs/reference/limits.md",
      code: "statesMaximum = Int(Int16.max)", file: "BulkcheckCore/Records/FieldTree.swift"),
    Figure(
      words: "at most 32,767 places of a record", document: "docs/json-schema.md",
      code: "statesMaximum = Int(Int16.max)", file: "BulkcheckCore/Records/FieldTree.swift"),
    Figure(
      words: "counted for top values | 1000", document: "docs/reference/limits.md",
      code: "valuesMaximum = 1000", file: "BulkcheckCore/Counting/KnownFailures.swift"),
    Figure(
      words: "places listed for one failure | 5", document: "docs/reference/limits.md",
      code: "placesMaximum = 5", file: "BulkcheckCore/Explaining/FailureTrace.swift"),
    Figure(
      words: "digits at most 10,000 places", document: "docs/reference/limits.md",
      code: "exponentMaximum = 10_000", file: "BulkcheckCore/Numbers/ExactDecimal.swift"),
    Figure(
      words: "the Markdown report | 1,000,000 bytes", document: "docs/reference/limits.md",
      code: "bytesMaximum = 1_000_000", file: "BulkcheckReport/CI/MarkdownReport.swift"),
    Figure(
      words: "at most five failing values", document: "docs/reference/reports.md",
      code: "topValuesMaximum = 5", file: "BulkcheckCore/Merging/RunAccumulator+Summary.swift"),
    Figure(
      words: "There are at most ten annotations", document: "docs/reference/reports.md",
      code: "annotationsMaximum = 10", file: "BulkcheckReport/CI/GitHubReport.swift"),
    Figure(
      words: "frames (`.zst`) of 1 MiB", document: "docs/outputs.md",
      code: "blockBytes = 1 << 20", file: "BulkcheckOutput/Compression/BlockCompressor.swift"),
    Figure(
      words: "(at most 64 MiB)", document: "docs/merge.md",
      code: "blockBytesMaximum = 64 << 20", file: "Bulkcheck/Partials/PartialHeader.swift"),
    Figure(
      words: "more than 10,000 exceptions", document: "docs/reference/infer.md",
      code: "maximum: Int32 = 10_000", file: "BulkcheckCore/Inferring/FormatExceptions.swift"),
    Figure(
      words: "four million in all", document: "docs/reference/infer.md",
      code: "hashesMaximum = 4 << 20", file: "BulkcheckCore/Inferring/NotedValues.swift"),
    Figure(
      words: "a chunk of more than 3 MiB", document: "docs/architecture.md",
      code: "largeBytes = 3 << 20", file: "BulkcheckInput/Chunks/ChunkBuffer.swift"),
    Figure(
      words: "There are four kernels", document: "docs/architecture.md",
      code: "case scalar, avx2, avx512, neon", file: "BulkcheckCore/Bytes/ScanKernel.swift"),
    Figure(
      words: "fingerprints of 88 bits", document: "docs/reference/constraints.md",
      code: "88 bits of a fingerprint", file: "BulkcheckCore/Uniqueness/SeenKey.swift"),
  ]

  @Test("a figure is that of the code", arguments: figures)
  func figure(_ figure: Figure) throws {
    let page = try Self.text(figure.document).lowercased()
    let source = try Self.text("Sources/" + figure.file)
    #expect(page.contains(figure.words.lowercased()), "\(figure.document) does not say so any more")
    #expect(source.contains(figure.code), "\(figure.file) says something else now")
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: DocumentFolder.package.appending(path: path), encoding: .utf8)
  }
}
