internal import ArgumentParser
internal import BulkcheckReport

/// `bulkcheck schema`: the JSON Schemas that ship with the tool.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of profiles or of JSON reports.",
    discussion: """
      EXAMPLES:
        bulkcheck schema profile > bulkcheck-profile.schema.json
      """)

  @Argument(help: ArgumentHelp("profile or report", valueName: "name"))
  var name: EmbeddedSchema

  func run() throws { try StandardOutput.write(Diagnostics.withLineEnd(name.text)) }
}
