package import BulkcheckCore

/// Text on its way to a stream, in the encoding of the inputs that it comes from.
///
/// What is written is UTF-8, with stand-ins for bytes without meaning, which become these bytes
/// again (`bulkcheck_encodings.h`). UTF-16 begins with its byte-order mark.
package final class TextOutput {
  package let stream: OutputStream
  private var encoding = TextEncoding.utf8
  /// nil: the text is written as it is.
  private var codec: TextCodec?
  private var hasBegun = false
  private var block = ByteBlock(capacity: 0)
  /// The first bytes of a character that a piece ended in.
  private var cut: [UInt8] = []

  private static let blockBytes = 64 << 10

  package init(_ stream: OutputStream) { self.stream = stream }

  /// Sets the encoding, before anything is written.
  package func begin(_ encoding: TextEncoding) {
    self.encoding = encoding
    codec = TextCodec(encoding)
    if codec != nil { block = ByteBlock(capacity: TextOutput.blockBytes) }
  }

  /// Writes UTF-8. A piece may end within a character.
  package func write(_ bytes: ByteView) throws(OutputError) {
    guard let codec else { return try stream.write(bytes) }
    if bytes.isEmpty { return }
    if !hasBegun {
      hasBegun = true
      if encoding.isUTF16 { try stream.write(codec.bytes(of: "\u{FEFF}") ?? []) }
    }
    var rest = bytes
    if !cut.isEmpty {
      // Of a character that goes on, continuation bytes come first.
      var count = 0
      while count < rest.count, rest[count] & 0xC0 == 0x80 { count += 1 }
      cut.append(rest[0..<count])
      rest = rest[count..<rest.count]
      if rest.isEmpty, !isWhole(cut) { return }
      let whole = cut
      cut = []
      try ByteView.with(whole) { view throws(OutputError) in try encode(view, codec) }
    }
    try encode(rest, codec)
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try ByteView.with(bytes) { view throws(OutputError) in try write(view) }
  }

  private func encode(_ bytes: ByteView, _ codec: TextCodec) throws(OutputError) {
    var rest = bytes
    while !rest.isEmpty {
      let (read, written) = codec.encode(rest, into: block.room)
      try stream.write(block.view(from: 0, to: written))
      rest = rest[read..<rest.count]
      if read > 0 { continue }
      let first = rest[0..<min(4, rest.count)]
      guard isWhole(first.array), let character = first.text.unicodeScalars.first else {
        cut = rest.array
        return
      }
      guard let code = codec.bytes(of: character) else {
        throw OutputError(
          purpose: stream.purpose, path: stream.path, cause: .noCharacter(character, encoding))
      }
      try stream.write(code)
      rest = rest[character.utf8.count..<rest.count]
    }
  }

  /// Whether bytes begin with a whole character.
  private func isWhole(_ bytes: [UInt8]) -> Bool {
    switch bytes.first ?? 0 {
    case 0xC0..<0xE0, 0xF8...: bytes.count >= 2
    case 0xE0..<0xF0: bytes.count >= 3
    case 0xF0..<0xF8: bytes.count >= 4
    default: true
    }
  }
}
