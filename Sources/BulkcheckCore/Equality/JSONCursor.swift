/// A position in well-formed JSON text. Ill-formed text is not noticed, but never read beyond its
/// end.
package struct JSONCursor {
  package let bytes: ByteView
  package private(set) var position = 0

  /// At the first byte that is not white space.
  package init(_ bytes: ByteView) {
    self.bytes = bytes
    skipWhitespace()
  }

  /// - Parameter position: where another cursor over the same bytes was.
  package init(_ bytes: ByteView, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The byte here; 0 at the end.
  @inline(__always)
  package var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @inline(__always)
  package mutating func skipWhitespace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  /// Passes over the byte here and white space after it.
  @inline(__always)
  package mutating func advance() {
    if position < bytes.count { position += 1 }
    skipWhitespace()
  }

  /// Passes over `byte`, if it is here.
  @inline(__always)
  package mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    advance()
    return true
  }

  /// The content of the string that begins here, between its quotes.
  package mutating func takeString() -> ByteView {
    position = min(position + 1, bytes.count)
    let start = position
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: position) {
      position = quote + 1
      if !isEscaped(quote, from: start) {
        skipWhitespace()
        return bytes[start..<quote]
      }
    }
    position = bytes.count
    return bytes[start..<bytes.count]
  }

  /// The next key of an object whose bracket or last value has been passed, as ``takeString()``
  /// gives it; the cursor is then at the value. Nil at the object's end.
  package mutating func nextKey() -> ByteView? {
    _ = take(Ascii.comma)
    guard byte == Ascii.quote else { return nil }
    let key = takeString()
    _ = take(Ascii.colon)
    return key
  }

  /// Whether an element follows in an array whose bracket or last element has been passed; the
  /// cursor is then at it.
  package mutating func nextElement() -> Bool {
    _ = take(Ascii.comma)
    return byte != Ascii.closeBracket && byte != 0
  }

  /// Whether the number of backslashes just before a quote is odd.
  private func isEscaped(_ quote: Int, from start: Int) -> Bool {
    var first = quote
    while first > start, bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (quote - first) & 1 == 1
  }

  /// The bytes of the number or the word (`true`, `false`, `null`) that begins here.
  package mutating func takeScalar() -> ByteView {
    let start = position
    scan: while position < bytes.count {
      switch bytes[position] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        break scan
      default: position += 1
      }
    }
    let scalar = bytes[start..<position]
    // Progress in any case: a separator where a value should be is passed over.
    if scalar.isEmpty, position < bytes.count { position += 1 }
    skipWhitespace()
    return scalar
  }

  /// The bytes of the value that begins here, whatever it is. One pass, no recursion.
  package mutating func takeValue() -> ByteView {
    let start = position
    var end = start
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\""):
        _ = takeString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x09, 0x0A, 0x0D, 0x20:
        position += 1
      default:
        _ = takeScalar()
      }
      end = position
    } while depth > 0 && position < bytes.count
    skipWhitespace()
    // `takeString` and `takeScalar` pass over white space, which is not part of the value.
    while end > start + 1, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes[start..<end]
  }
}

extension JSONCursor {
  /// The number of elements or members of a JSON array or object. Cold.
  static func elementCount(_ json: ByteView) -> Int {
    var cursor = JSONCursor(json)
    cursor.advance()
    var count = 0
    while cursor.byte != Ascii.closeBracket, cursor.byte != Ascii.closeBrace, cursor.byte != 0 {
      _ = cursor.takeValue()
      if cursor.take(Ascii.colon) { continue }
      _ = cursor.take(Ascii.comma)
      count += 1
    }
    return count
  }
}
