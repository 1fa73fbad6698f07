/// Reads the digits of a long ``Decimal`` one by one, passing over the decimal point.
struct DigitCursor {
  private let bytes: ByteView
  private var position = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  mutating func next() -> UInt8? {
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      position += 1
      if digit < 10 { return digit }
    }
    return nil
  }
}
