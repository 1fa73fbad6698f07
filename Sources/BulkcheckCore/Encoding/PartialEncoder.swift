/// Writes a partial result.
package struct PartialEncoder: PartialCoder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { bytes.isEmpty }

  /// Enough for one block of a file: what follows goes into the next one.
  package var isFull: Bool { bytes.count >= PartialEncoder.blockBytes }

  private static let blockBytes = 1 << 20

  package mutating func add(_ part: some PartialCodable) {
    var part = part
    code(&part)
  }

  package mutating func add(raw bytes: some Sequence<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  package mutating func code(_ byte: inout UInt8) { bytes.append(byte) }

  package mutating func code(_ text: inout String) {
    add(text.utf8.count)
    add(raw: text.utf8)
  }

  package mutating func code(count: inout Int) { add(count) }

  package mutating func code(sum: inout Int) { add(sum) }

  package func check(_ isPossible: @autoclosure () -> Bool) {}

  /// Takes the bytes that were written; the next block begins.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
