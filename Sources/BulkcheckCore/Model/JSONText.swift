/// Writing JSON text (RFC 8259) for messages, samples and reports.
package enum JSONText {
  /// `text` as a JSON string with its quotes. Escapes only what the grammar asks for.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    append(quoted: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `text` as a JSON string with its quotes.
  package static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(Ascii.quote)
    var text = text
    // SAFETY: the buffer is read during the call only.
    text.withUTF8 { buffer in
      var copied = 0
      for index in buffer.indices {
        let byte = unsafe buffer[index]
        // Bytes of other characters are above ASCII.
        guard byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash else { continue }
        unsafe bytes.append(contentsOf: buffer[copied..<index])
        appendEscape(byte, to: &bytes)
        copied = index + 1
      }
      unsafe bytes.append(contentsOf: buffer[copied..<buffer.count])
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
