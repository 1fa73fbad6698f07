/// Offsets of bytes for the places that libyaml tells, which count code points.
struct MarkOffsets {
  private let bytes: [UInt8]
  /// The offset of the first code point.
  private let start: Int
  private let isASCII: Bool
  private var index = 0
  private var offset: Int

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.start = start
    offset = start
    isASCII = !bytes[start...].contains { $0 >= 0x80 }
  }

  /// The offset of a code point by its number. It walks there from the one asked for last.
  mutating func offset(of target: Int) -> Int {
    if isASCII { return Swift.min(start + target, bytes.count) }
    while index < target, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      index += 1
    }
    while index > target, offset > start {
      offset -= 1
      while offset > start, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      index -= 1
    }
    return offset
  }

  /// The offset of a byte by its number from the first code point.
  func offset(atByte number: Int) -> Int { Swift.min(start + number, bytes.count) }
}
