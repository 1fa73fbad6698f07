/// A partial result is impossible: this tool did not write it, even if its checksums are right.
package struct PartialDamage: Error, Hashable, Sendable {
  package init() {}
}

/// Reads what ``PartialEncoder`` wrote. The bytes may be anybody's: nothing is trusted, no number
/// leads to more memory than there are bytes, and no sum of ``total(_:_:)`` overflows.
package struct PartialDecoder: PartialCoder {
  private let bytes: [UInt8]
  private var position = 0

  /// Larger numbers are not counts, lines or offsets: 64 PiB. Sums have the same limit, since a
  /// merge writes them as numbers. Far from overflow when six of them are added.
  static let numberMaximum = 1 << 56

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func read<Part: PartialCodable>() throws(PartialDamage) -> Part {
    var part = Part()
    try code(&part)
    return part
  }

  /// A number below a limit.
  package mutating func number(below limit: Int) throws(PartialDamage) -> Int {
    let number: Int = try read()
    try check(number < limit)
    return number
  }

  /// A number of things that follow, each of at least one byte.
  mutating func count() throws(PartialDamage) -> Int {
    var count = 0
    try code(count: &count)
    return count
  }

  /// A value, which reports take as it is.
  mutating func jsonText() throws(PartialDamage) -> String {
    let text: String = try read()
    try check(json: text)
    return text
  }

  package mutating func code(_ byte: inout UInt8) throws(PartialDamage) {
    try check(position < bytes.count)
    byte = bytes[position]
    position += 1
  }

  package mutating func code(_ text: inout String) throws(PartialDamage) {
    let count = try count()
    text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    position += count
  }

  package mutating func code(count: inout Int) throws(PartialDamage) {
    count = try read()
    try check(count <= bytes.count - position)
  }

  package mutating func code(sum: inout Int) throws(PartialDamage) {
    sum = try PartialDecoder.total(sum, read())
  }

  package func check(_ isPossible: @autoclosure () -> Bool) throws(PartialDamage) {
    guard isPossible() else { throw PartialDamage() }
  }

  /// All that is left.
  package mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.count }
    return bytes[position...]
  }

  /// The sum of two numbers that this could read: itself one of them, at most.
  package static func sum(_ one: Int, _ other: Int) -> Int { min(one &+ other, numberMaximum) }

  /// The sum of two numbers, of which the first may be a sum already, or the place of a piece: less
  /// than nothing, if its header is longer than the whole so far. What is counted from there is
  /// behind the header.
  package static func total(_ sum: Int, _ number: Int) throws(PartialDamage) -> Int {
    let (total, overflow) = sum.addingReportingOverflow(number)
    guard !overflow, total >= 0, total <= numberMaximum else { throw PartialDamage() }
    return total
  }
}
