import Bulkcheck
import BulkcheckCore
import BulkcheckSchema
import Twins

/// Checks of JSON documents by a schema that splits them.
enum SchemaCheck {
  /// The ways in which a document is read: the report must be the same.
  static let ways = [
    Way(format: .json), Way(threads: 1, chunkBytes: 4, format: .json),
    Way(threads: 2, chunkBytes: 7, format: .json), Way(threads: 7, chunkBytes: 50, format: .json),
  ]

  static func make(_ schema: String) throws -> Check {
    let file = SchemaFile(name: "s.json", uri: "file:///s.json", bytes: Array(schema.utf8))
    return try Judging.check(SchemaReader.read(file).ruleSet)
  }
}
