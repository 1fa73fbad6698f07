/// The JSON of a profile: values with their places, `//` and `/* */` comments and a comma after the
/// last element or member allowed (SEMANTICS 50).
struct ProfileDocument {
  /// A name that its object holds already.
  struct Repetition {
    var name: String
    var offset: Int
    var firstOffset: Int
  }

  /// Deeper nesting is a mistake: it bounds the recursion of everything that walks a profile.
  static let nestingMaximum = 128

  let source: SourceText
  let root: DocumentNode
  /// Names given twice (SEMANTICS 43).
  let repetitions: [Repetition]

  init(_ source: SourceText) throws(DocumentFault) {
    if let offset = Self.firstIllFormedByte(source.bytes) {
      throw DocumentFault(offset: offset, complaint: .notUTF8)
    }
    var parser = DocumentParser(source.bytes, from: source.start)
    self.source = source
    self.root = try parser.document()
    self.repetitions = parser.repetitions
  }

  /// The first byte at which the bytes are no longer UTF-8.
  static func firstIllFormedByte(_ bytes: [UInt8]) -> Int? {
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
