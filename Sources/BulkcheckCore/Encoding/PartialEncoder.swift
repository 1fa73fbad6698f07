/// Writes the numbers and texts of a partial result. Whole numbers are in groups of seven bits from
/// the low end on (LEB128), words of 64 bits have the low byte first, and texts are their length
/// and their UTF-8.
package struct PartialEncoder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { bytes.isEmpty }

  /// Enough for one block of a file: what follows goes into the next one.
  package var isFull: Bool { bytes.count >= PartialEncoder.blockBytes }

  private static let blockBytes = 1 << 20

  package mutating func add(byte: UInt8) { bytes.append(byte) }

  /// - Parameter number: not negative.
  package mutating func add(_ number: Int) {
    var rest = UInt64(max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func add(word: UInt64) { add(low: 8, of: word) }

  mutating func add(_ fingerprint: Fingerprint) {
    add(word: fingerprint.high)
    add(word: fingerprint.low)
  }

  /// Writes as much of a fingerprint as claimed keys keep: the low word, the top of the high one.
  mutating func add(key: Fingerprint) {
    add(word: key.low)
    add(low: PartialEncoder.keyHighBytes, of: key.high >> PartialEncoder.keyHighShift)
  }

  static let keyHighBytes = 3
  static let keyHighShift: UInt64 = 40

  /// The low bytes of a word.
  package mutating func add(low count: Int, of word: UInt64) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
  }

  package mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func add(_ texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  package mutating func add(_ numbers: [Int]) {
    add(numbers.count)
    for number in numbers { add(number) }
  }

  package mutating func add(_ text: String?) {
    add(byte: text == nil ? 0 : 1)
    if let text { add(text) }
  }

  package mutating func add(_ flag: Bool) { add(byte: flag ? 1 : 0) }

  package mutating func add(raw bytes: some Sequence<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Takes the bytes that were written; the next block begins.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
