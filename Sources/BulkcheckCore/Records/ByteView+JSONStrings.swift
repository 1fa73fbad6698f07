/// Strings of JSON: where they end, and whether their escapes and their UTF-8 are right.
///
/// Precondition of all functions: the view is a chunk that a ``JSONScanner`` may read. A line feed
/// ends its last line, and 64 bytes are readable behind its end.
extension ByteView {
  /// A string that has been read, as far as it is known.
  struct ReadString {
    /// The closing quote, or ``JSONScanner/malformed``.
    var close: Int
    var flags: Node.Flags = []
  }

  /// Reads a string whose first byte, behind the quote, is at `start`.
  @inline(__always)
  func jsonString(from start: Int, kernel: ScanKernel) -> ReadString {
    let end = plainEnd(from: start)
    if self[end] == Ascii.quote { return ReadString(close: end) }
    return otherString(from: end, kernel: kernel)
  }

  /// Goes on where a string has an escape or a byte that is not ASCII, or is broken.
  @inline(never)
  func otherString(from start: Int, kernel: ScanKernel) -> ReadString {
    var string = ReadString(close: JSONScanner.malformed)
    var position = start
    while self[position] != Ascii.quote {
      if self[position] == Ascii.backslash {
        string.flags = .isEscaped
        position = escapeEnd(position)
        guard position != JSONScanner.malformed else { return string }
        // Escapes often follow one another.
        if self[position] != Ascii.backslash { position = plainEnd(from: position) }
      } else {
        guard self[position] >= 0x80, let end = stringEnd(from: position, kernel: kernel) else {
          return string
        }
        position = end
      }
    }
    string.close = position
    return string
  }

  /// Behind the escape at a backslash, or ``malformed``: known letters, four hexadecimal digits,
  /// surrogates in pairs.
  private func escapeEnd(_ backslash: Int) -> Int {
    let letter = self[backslash &+ 1]
    guard letter == UInt8(ascii: "u") else {
      return Ascii.isSimpleEscape(letter) ? backslash &+ 2 : JSONScanner.malformed
    }
    guard let unit = hexUnit(at: backslash &+ 2) else { return JSONScanner.malformed }
    if unit < 0xD800 || unit > 0xDFFF { return backslash &+ 6 }
    // A high surrogate: `\u` and a low one follow at once.
    guard unit < 0xDC00, self[backslash &+ 6] == Ascii.backslash,
      self[backslash &+ 7] == UInt8(ascii: "u"),
      let low = hexUnit(at: backslash &+ 8), low >= 0xDC00, low <= 0xDFFF
    else { return JSONScanner.malformed }
    return backslash &+ 12
  }

  /// Four hexadecimal digits as a code unit.
  @inline(__always)
  private func hexUnit(at position: Int) -> UInt32? {
    let digits = paddedHalfWord(at: position)
    return digits.isFourHexDigits ? digits.fourHexDigits : nil
  }
}
