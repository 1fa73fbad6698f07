import BulkcheckSchema
import Twins

/// A schema and records that are made from the bytes, judged by the engine and by the slow
/// validator.
enum SchemaRuleTarget {
  private static let recordCount = 12
  private static let drafts: [(number: Int, dialect: SchemaDialect)] = [
    (2020, .draft2020), (4, .draft4), (6, .draft6), (7, .draft7), (2019, .draft2019),
  ]

  static func finding(in input: inout FuzzBytes) -> String? {
    let draft = input.pick(drafts)
    var draw = SchemaDraw(SeededGenerator(choices: input.rest()), draft: draft.number)
    let text = draw.schema()
    var options = SchemaOptions()
    options.dialect = draft.dialect
    let file = SchemaFile(name: "s.json", uri: JudgedTwice.uri, bytes: Array(text.utf8))
    guard let schema = try? SchemaReader.read(file, options: options) else {
      return "a schema without mistakes is refused\n\(text)"
    }
    guard let judged = try? JudgedTwice(text, schema, draft: draft.number) else {
      return "a schema without mistakes cannot be compiled\n\(text)"
    }
    return judged.difference((0..<recordCount).map { _ in draw.record() })
  }
}
