/// The UTF-8 bytes of texts, read in place. The built-ins use unsafe memory only here; spans check
/// every index.
extension String {
  /// Calls the body with the bytes. Copies them only if the string is not stored as UTF-8 (bridged
  /// strings on Apple platforms).
  @inline(__always)
  func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
    // SAFETY: the span cannot escape from the body, which runs while the string lends its storage.
    let answer = unsafe utf8.withContiguousStorageIfAvailable { unsafe body($0.span) }
    return answer ?? body(ContiguousArray(utf8).span)
  }
}

extension Span<UInt8> {
  /// Eight bytes from a position on, the first one lowest; traps if there are fewer.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    // SAFETY: the load checks its bounds; any eight bytes are a number.
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// The last eight bytes, or all of a shorter text; the first one lowest.
  @inline(__always)
  var lastWord: UInt64 {
    if count >= 8 { return word(at: count - 8) }
    var word: UInt64 = 0
    for index in indices { word |= UInt64(self[index]) << UInt64(8 * index) }
    return word
  }

  /// Whether both have the same bytes.
  @inline(__always)
  func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position + 8 < count {
      guard word(at: position) == other.word(at: position) else { return false }
      position += 8
    }
    return lastWord == other.lastWord
  }

  /// The position of the first such byte at or after a position.
  func position(of byte: UInt8, from start: Int) -> Int? {
    for index in start..<count where self[index] == byte { return index }
    return nil
  }
}

/// A set of ASCII characters, one bit for each.
struct ASCIICharacters {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) &>> UInt64(byte & 63)) & 1 == 1
  }
}

extension UInt8 {
  @inline(__always)
  var isDecimalDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isHexadecimalDigit: Bool { isDecimalDigit || (self | 0x20) &- 0x61 < 6 }

  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
