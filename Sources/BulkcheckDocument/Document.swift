/// A JSON document: values with their places, `//` and `/* */` comments and a comma after the last
/// element or member allowed (SEMANTICS 50).
///
/// Any bytes give a document or one ``DocumentFault``, in time and memory that grow with their
/// number: nothing recurses while reading, and nesting has a limit, which also bounds the recursion
/// of whatever walks the values.
package struct Document {
  /// What sentences call the document, and what is expected in it.
  package struct Kind: Sendable {
    /// As in "the profile ends here".
    var name: String
    /// What the whole of it is.
    var content: String
    var nestingMaximum: Int

    package init(_ name: String, content: String, nestingMaximum: Int) {
      self.name = name
      self.content = content
      self.nestingMaximum = nestingMaximum
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
  /// Names given twice (SEMANTICS 43).
  package let repetitions: [Repetition]

  package init(_ source: SourceText, kind: Kind) throws(DocumentFault) {
    if let offset = Self.firstIllFormedByte(source.bytes) {
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
      bytes, from: 0, kind: Kind("text", content: "a text", nestingMaximum: 0))
    return (try? parser.document())?.text
  }

  /// The first byte at which the bytes are no longer UTF-8.
  private static func firstIllFormedByte(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      let (length, second): (Int, ClosedRange<UInt8>)
      switch lead {
      case 0x00...0x7F: (length, second) = (1, 0x80...0xBF)
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      for step in 1..<Swift.max(length, 1) {
        guard index + step < bytes.count else { return bytes.count }
        let allowed = step == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[index + step]) else { return index + step }
      }
      index += length
    }
    return nil
  }
}
