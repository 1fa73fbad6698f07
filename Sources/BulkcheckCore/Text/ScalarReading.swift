/// Code points of known valid UTF-8.
extension ByteView {
  /// The length of the code point that begins with this byte.
  @inline(__always)
  package static func scalarLength(_ lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// The code point that begins at `position`, and its length. Never reads behind the end.
  func scalar(at position: Int) -> (value: UInt32, length: Int) {
    let lead = self[position]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = Swift.min(ByteView.scalarLength(lead), count - position)
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    var offset = 1
    while offset < length {
      value = value << 6 | UInt32(self[position + offset] & 0x3F)
      offset += 1
    }
    return (value, length)
  }

  /// The start of the code point that ends just before `end`, which is above 0.
  func scalarStart(before end: Int) -> Int {
    var start = end - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Whether all bytes are below 0x80.
  package var isASCII: Bool {
    var position = 0
    var union: UInt64 = 0
    while position + 8 <= count {
      union |= word(at: position)
      position += 8
    }
    union |= lastWord(from: position)
    return union & 0x8080_8080_8080_8080 == 0
  }
}

/// The Unicode property White_Space.
enum WhiteSpace {
  static func contains(_ codepoint: UInt32) -> Bool {
    switch codepoint {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}
