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

  /// Keywords about all elements of an array, before its `items`.
  static func limits(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
    let counted = ["", "\"minContains\": 2, ", "\"minContains\": 0, \"maxContains\": 1, "]
    let limits = [
      "", "\"minItems\": 2, ", "\"maxItems\": 1, ", "\"type\": \"array\", ",
      "\"uniqueItems\": true, ", "\"contains\": \(draw.schema()), \(random.pick(counted))",
    ]
    return random.pick(limits) + (random.oneIn(6) ? "\"uniqueItems\": true, " : "")
  }

  static func make(_ schema: String) throws -> Check {
    let file = SchemaFile(name: "s.json", uri: "file:///s.json", bytes: Array(schema.utf8))
    return try Judging.check(SchemaReader.read(file).ruleSet)
  }
}
