internal import BulkcheckCore

/// The URIs of schema documents.
package enum SchemaURI {
  /// The URI of a file by its absolute path.
  package static func file(_ path: String) -> String {
    URIText.resolve("file://" + DigitText.percentEncoded(path.utf8), from: "file:///")
  }

  /// The path of a file on this machine; nil for any other URI.
  package static func path(_ uri: String) -> String? {
    let parts = URIText.parts(uri)
    guard parts.scheme == "file", (parts.authority ?? "").isEmpty, parts.query == nil else {
      return nil
    }
    // No name has a zero byte: what is before it would be another file.
    return URIText.percentDecoded(String(parts.path)).flatMap { $0.contains("\0") ? nil : $0 }
  }
}
