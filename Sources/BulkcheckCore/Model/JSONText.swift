/// Writing JSON text (RFC 8259) for messages, samples and reports.
package enum JSONText {
  /// `text` as a JSON string with its quotes. Escapes only what the grammar requires.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    append(quoted: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a JSON string with its quotes.
  package static func unquoted(_ json: String) -> String {
    let owned = OwnedBytes(json)
    var arena = ByteArena()
    return withExtendedLifetime(owned) {
      JSONString.unescape(owned.view[1..<max(1, owned.view.count - 1)], into: &arena).text
    }
  }

  /// Appends `text` as a JSON string with its quotes.
  package static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(Ascii.quote)
    ByteView.withUTF8(of: text) { text in
      var copied = 0
      for index in 0..<text.count {
        let byte = text[index]
        // Bytes of other characters are above ASCII.
        guard byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash else { continue }
        bytes.append(text[copied..<index])
        appendEscape(byte, to: &bytes)
        copied = index + 1
      }
      bytes.append(text[copied..<text.count])
    }
    bytes.append(Ascii.quote)
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(Ascii.backslash)
    switch byte {
    case Ascii.quote, Ascii.backslash: bytes.append(byte)
    case Ascii.lineFeed: bytes.append(UInt8(ascii: "n"))
    case Ascii.carriageReturn: bytes.append(UInt8(ascii: "r"))
    case Ascii.tab: bytes.append(UInt8(ascii: "t"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    default:
      let digit = byte & 15
      bytes += [UInt8(ascii: "u"), Ascii.zero, Ascii.zero, Ascii.zero + byte >> 4]
      bytes.append(digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
