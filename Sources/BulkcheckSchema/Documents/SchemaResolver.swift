internal import BulkcheckDocument

/// The bytes of a schema document, and where they come from.
package struct SchemaFile: Sendable {
  /// The name under which mistakes are reported.
  package var name: String
  /// Absolute, without fragment: what relative references start from, unless an `$id` says more.
  package var uri: String
  package var bytes: [UInt8]
  /// The subschema of it that is meant: a JSON Pointer, or the name of an anchor; nil: all of it.
  package var fragment: String?

  package init(name: String, uri: String, bytes: [UInt8], fragment: String? = nil) {
    self.name = name
    self.uri = uri
    self.bytes = bytes
    self.fragment = fragment
  }
}

extension SchemaFile {
  /// The language by the name of the file.
  var language: DocumentLanguage {
    DocumentLanguage(fileName: name) == .yaml ? .yaml : DocumentLanguage(fileName: uri)
  }
}

/// A file that was read, and the URI that it was asked for by.
package struct OpenedSchemaFile: Sendable {
  package var uri: String
  package var file: SchemaFile

  package init(uri: String, file: SchemaFile) {
    self.uri = uri
    self.file = file
  }
}

/// Finds the documents that references name. Nothing is fetched over a network.
package struct SchemaResolver: Sendable {
  /// The document of an absolute URI without fragment; nil if there is none.
  package var file: @Sendable (_ uri: String) -> SchemaFile?
  /// The URIs that could be named, for suggestions.
  package var uris: @Sendable () -> [String]
  /// The document that a relative reference means, if it is near the schema.
  package var neighbour: Neighbouring

  /// - Parameters:
  ///   - uri: what the reference resolves to, if the document may be looked for by its `$id`.
  ///   - places: URIs of files that it may mean.
  ///   - root: the schema itself.
  package typealias Neighbouring =
    @Sendable (_ uri: String?, _ places: [String], _ root: SchemaFile) -> SchemaFile?

  package init(
    file: @escaping @Sendable (_ uri: String) -> SchemaFile?,
    uris: @escaping @Sendable () -> [String] = { [] },
    neighbour: @escaping Neighbouring = { _, _, _ in nil }
  ) {
    self.file = file
    self.uris = uris
    self.neighbour = neighbour
  }

  /// Knows no document.
  package static let none = SchemaResolver { _ in nil }
}
