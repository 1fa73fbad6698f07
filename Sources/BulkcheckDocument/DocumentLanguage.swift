/// The language that a document is written in.
package enum DocumentLanguage: String, CaseIterable, Sendable {
  /// JSON with comments and trailing commas.
  case json
  /// YAML 1.2 with the values of its core schema.
  case yaml

  /// The ends of the names of files with documents.
  package static let fileExtensions = ["json", "yaml", "yml"]

  /// The language of a file by its name: YAML for `.yaml` and `.yml`, JSON for all others.
  package init(fileName: String) {
    let name = fileName.lowercased()
    self = name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? .yaml : .json
  }
}
