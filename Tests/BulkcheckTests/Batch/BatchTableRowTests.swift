import Bulkcheck
import Foundation
import Requirements
import Testing

/// Rows of Arrow tables as records of a type.
@Suite("Rows of a table in a batch")
struct BatchTableRowTests {
  struct Row: Decodable, Sendable {
    var second: String
    var zoned: String?
  }

  @Test("a requirement is about decoded values, which know nothing of their columns")
  func times() async throws {
    let table = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables/local.arrow").path
    // Without a zone, no value has an offset.
    for (requirement, invalid) in [
      (Requirement<Row>.on(\.second, .dateTime()), 40),
      (Requirement<Row>.on(\.zoned, .ifPresent(.dateTime())), 0),
    ] {
      let report = try await BatchValidator(requirement).validate([.file(table)])
      #expect(report.records.total == 40)
      #expect(report.records.invalid == invalid)
    }
  }
}
