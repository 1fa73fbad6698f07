/// The URIs of schema documents.
package enum SchemaURI {
  /// The URI of a file by its absolute path.
  package static func file(_ path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return URIText.resolve(text, from: "file:///")
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

  /// A file's path, or any other part of a URI, without percent-encoding.
  package static func decoded(_ text: String) -> String? { URIText.percentDecoded(text) }

  package static func resolve(_ reference: String, from base: String) -> String {
    URIText.resolve(reference, from: base)
  }

  /// A URI without fragment.
  package static func address(_ text: String) -> String { URIText.split(text).address }

  /// A file as it looks from another one; any other URI as it is.
  package static func shown(_ target: String, from base: String) -> String {
    URIText.shown(target, from: base)
  }
}
