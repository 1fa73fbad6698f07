internal import BulkcheckCore

/// Finds the encoding of an input by its first bytes.
enum EncodingDetection {
  /// The bytes that are looked at.
  static let peekBytes = 256

  /// The encoding of an input that begins with these bytes: what a byte-order mark tells, or else
  /// what was named, or else UTF-8.
  static func encoding(of content: ByteView, named choice: EncodingChoice?) -> TextEncoding {
    if content.hasByteOrderMark { return .utf8 }
    // FF FE 00 00 is a mark of UTF-32, unless it is known to be UTF-16.
    if begins(content, [0xFF, 0xFE]), choice != nil || !begins(content, [0xFF, 0xFE, 0, 0]) {
      return .utf16LE
    }
    if begins(content, [0xFE, 0xFF]) { return .utf16BE }
    switch choice {
    case nil: return .utf8
    case .named(let encoding): return encoding
    case .utf16: return unmarkedUTF16(content) ?? .utf16LE
    }
  }

  /// UTF-16 without a byte-order mark, by its ASCII: half of these bytes are zero, and all of the
  /// zeros are on one side. Nil if the content is not like that.
  static func unmarkedUTF16(_ content: ByteView) -> TextEncoding? {
    let count = min(content.count, peekBytes) & ~1
    guard count >= 4 else { return nil }
    var zeros = (even: 0, odd: 0)
    for index in 0..<count where content[index] == 0 {
      if index & 1 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    // In UTF-16 of any script, line ends, digits, quotes and delimiters are ASCII. A short text
    // that is all ASCII has as many zeros as characters; two or three may be anything.
    let enough = max(min(4, count / 2), count / 16)
    if zeros.even == 0, zeros.odd >= enough { return .utf16LE }
    if zeros.odd == 0, zeros.even >= enough { return .utf16BE }
    return nil
  }

  /// Whether the content begins with a mark of UTF-32.
  static func isUTF32(_ content: ByteView) -> Bool {
    begins(content, [0xFF, 0xFE, 0, 0]) || begins(content, [0, 0, 0xFE, 0xFF])
  }

  private static func begins(_ content: ByteView, _ mark: [UInt8]) -> Bool {
    content.count >= mark.count && mark.indices.allSatisfy { content[$0] == mark[$0] }
  }
}
