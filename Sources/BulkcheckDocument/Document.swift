internal import BulkcheckCore

/// A JSON document: values with their places, `//` and `/* */` comments and a comma after the last
/// element or member allowed (docs/reference/profile.md#the-profile).
///
/// Any bytes give a document or one ``DocumentFault``. Time and memory grow with their number.
/// Reading does not recurse, and nesting has a limit. That limit also bounds the recursion of code
/// that walks the values.
package struct Document {
  /// What sentences call the document, and what is expected in it.
  package struct Kind: Sendable {
    /// As in "the profile ends here".
    var name: String
    /// What the whole of it is.
    var content: String
    var nestingMaximum: Int
    /// Of a name given twice the last value stays, not the first.
    var lastOfEqualNamesCounts: Bool

    package init(
      _ name: String, content: String, nestingMaximum: Int, lastOfEqualNamesCounts: Bool = false
    ) {
      self.name = name
      self.content = content
      self.nestingMaximum = nestingMaximum
      self.lastOfEqualNamesCounts = lastOfEqualNamesCounts
    }
  }

  /// A name that its object holds already.
  package struct Repetition {
    package var name: String
    package var offset: Int
    package var firstOffset: Int
  }

  package let source: SourceText
  package let root: DocumentNode
  /// Names given twice (docs/reference/profile.md#top-level).
  package let repetitions: [Repetition]

  package init(_ source: SourceText, kind: Kind) throws(DocumentFault) {
    if let offset = ByteView.with(source.bytes, UTF8Check.faultOffset) {
      throw DocumentFault(offset: offset, complaint: .notUTF8(kind.name))
    }
    var parser = DocumentParser(source.bytes, from: source.start, kind: kind)
    self.source = source
    self.root = try parser.document()
    self.repetitions = parser.repetitions
  }

  /// The text of a JSON string and nothing else; nil if the bytes are something else.
  package static func text(ofString bytes: [UInt8]) -> String? {
    var parser = DocumentParser(
      bytes, from: 0, kind: Kind("string", content: "a string", nestingMaximum: 0))
    return (try? parser.document())?.text
  }
}
