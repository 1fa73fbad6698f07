/// A reusable buffer for one short text at a time, such as an object key written with escapes.
package struct ByteScratch: ~Copyable {
  private var storage = Storage<UInt8>(capacity: 256, repeating: 0)
  private var count = 0

  package init() {}

  deinit { storage.deallocate() }

  /// The text of a JSON string's content, escapes resolved. Valid until the next call.
  ///
  /// Precondition: `raw` is the content of a well-formed JSON string.
  package mutating func unescaped(_ raw: ByteView) -> ByteView {
    count = 0
    // Escapes only shrink; eight bytes of slack let hashes load whole words.
    if raw.count + 8 > storage.capacity {
      storage = storage.grown(to: raw.count + 8, padding: 0)
    }
    var position = 0
    while position < raw.count {
      let byte = raw[position]
      if byte != Ascii.backslash {
        append(byte)
        position += 1
        continue
      }
      position += 2
      switch raw[position - 1] {
      case UInt8(ascii: "b"): append(0x08)
      case UInt8(ascii: "f"): append(0x0C)
      case UInt8(ascii: "n"): append(0x0A)
      case UInt8(ascii: "r"): append(0x0D)
      case UInt8(ascii: "t"): append(0x09)
      case UInt8(ascii: "u"): position = appendScalar(raw, position)
      case let other: append(other)
      }
    }
    return storage.view(from: 0, count: count)
  }

  private mutating func append(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  private mutating func appendScalar(_ raw: ByteView, _ start: Int) -> Int {
    var value = unit(raw, start)
    var end = start + 4
    if value >= 0xD800, value <= 0xDBFF, end + 6 <= raw.count {
      value = 0x10000 + (value - 0xD800) << 10 + (unit(raw, end + 2) - 0xDC00)
      end += 6
    }
    if let scalar = Unicode.Scalar(value) {
      for byte in scalar.utf8 { append(byte) }
    }
    return end
  }

  private func unit(_ raw: ByteView, _ start: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in 0..<4 where start + offset < raw.count {
      value = value << 4 | UInt32(Ascii.hexValue(raw[start + offset]) ?? 0)
    }
    return value
  }
}
