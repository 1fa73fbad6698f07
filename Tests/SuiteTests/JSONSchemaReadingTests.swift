import BulkcheckCore
import BulkcheckSchema
import TestSupport
import Testing

/// Real schemas, and those of the official suite, have no mistakes.
struct JSONSchemaReadingTests {
  @Test("every schema of the required tests is read", .needsSuites)
  func suiteSchemas() throws {
    var count = 0
    for (draft, dialect) in SchemaSuite.drafts {
      for file in Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)")
      where file.hasSuffix(".json") {
        for group in try SchemaSuite.groups("\(draft)/\(file)") {
          count += 1
          do {
            _ = try SchemaSuite.read(group.schema, dialect)
          } catch {
            Issue.record("\(draft)/\(file): \(group.description): \(error)")
          }
        }
      }
    }
    #expect(count > 1000)
  }

  @Test("real schemas are read", .needsSuites) func realSchemas() throws {
    for name in Suites.names(in: "schema-benchmark") {
      let bytes = try Suites.file("schema-benchmark/\(name)/schema.json")
      do {
        let schema = try SchemaReader.read(
          SchemaFile(name: name, uri: "file:///schema.json", bytes: bytes))
        #expect(!schema.ruleSet.rules.isEmpty)
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
  }
}
