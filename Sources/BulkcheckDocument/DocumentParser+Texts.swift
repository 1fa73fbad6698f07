internal import BulkcheckCore

/// Strings and their escapes.
extension DocumentParser {
  mutating func text() throws(DocumentFault) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20:
        throw DocumentFault(
          offset: index,
          complaint: byte == 0x0A || byte == 0x0D ? .lineEndInText : .controlCharacter)
      default:
        content.append(byte)
        index += 1
      }
    }
    throw DocumentFault(offset: start, complaint: .unclosedText)
  }

  private mutating func escape() throws(DocumentFault) -> Unicode.Scalar {
    let start = index
    index += 1
    let letter = current
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexDigits(from: start)
      if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
      // A high surrogate needs its low one; anything else is half of a character.
      if unit < 0xDC00, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try hexDigits(from: start)
        if (0xDC00...0xDFFF).contains(low),
          let scalar = Unicode.Scalar(
            0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        {
          return scalar
        }
      }
      throw DocumentFault(offset: start, complaint: .loneSurrogate)
    default: throw DocumentFault(offset: start, complaint: .unknownEscape(letter))
    }
  }

  private mutating func hexDigits(from start: Int) throws(DocumentFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Ascii.hexValue(byte) else {
        throw DocumentFault(offset: start, complaint: .badHexEscape)
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}
