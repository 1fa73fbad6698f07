/// The bytes that a fuzzer gives: a few settings from the front, then the text.
///
/// Settings are single bytes, so that a mutation of one changes one thing.
struct FuzzBytes {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// The next byte; 0 behind the end.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// One of the elements, of which there are at most 256.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(byte()) % elements.count]
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
