/// A partial result is impossible: this tool did not write it, even if its checksums are right.
package struct PartialDamage: Error, Hashable, Sendable {
  package init() {}
}

/// Reads what ``PartialEncoder`` wrote. The bytes may be anybody's: nothing is trusted, no number
/// leads to more memory than there are bytes, and no sum of ``total(_:_:)`` overflows.
package struct PartialDecoder {
  private let bytes: [UInt8]
  private var position = 0

  /// Larger numbers are not counts, lines or offsets: 64 PiB. Sums have the same limit, since a
  /// merge writes them as numbers. Far from overflow when six of them are added.
  private static let numberMaximum = 1 << 56

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func byte() throws(PartialDamage) -> UInt8 {
    guard position < bytes.count else { throw PartialDamage() }
    position += 1
    return bytes[position - 1]
  }

  package mutating func number() throws(PartialDamage) -> Int {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { break }
      shift += 7
      guard shift < 63 else { throw PartialDamage() }
    }
    guard result <= UInt64(PartialDecoder.numberMaximum) else { throw PartialDamage() }
    return Int(result)
  }

  /// A number below a limit.
  package mutating func number(below limit: Int) throws(PartialDamage) -> Int {
    let number = try number()
    guard number < limit else { throw PartialDamage() }
    return number
  }

  /// Numbers, fewer than a limit.
  mutating func numbers(below limit: Int) throws(PartialDamage) -> [Int] {
    var numbers: [Int] = []
    for _ in 0..<(try number(below: limit)) { numbers.append(try number()) }
    return numbers
  }

  /// A number of things that follow, each of at least one byte.
  package mutating func count() throws(PartialDamage) -> Int {
    let number = try number()
    guard number <= bytes.count - position else { throw PartialDamage() }
    return number
  }

  package mutating func word() throws(PartialDamage) -> UInt64 { try word(low: 8) }

  package mutating func word(low count: Int) throws(PartialDamage) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(try byte()) << UInt64(8 * index) }
    return word
  }

  package mutating func flag() throws(PartialDamage) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw PartialDamage() }
    return byte == 1
  }

  package mutating func text() throws(PartialDamage) -> String {
    let count = try count()
    let start = position
    let end = start + count
    position = end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// A value, which reports take as it is.
  package mutating func jsonText() throws(PartialDamage) -> String {
    let text = try text()
    guard JSONDiagnosis.isWellFormed(text) else { throw PartialDamage() }
    return text
  }

  package mutating func texts() throws(PartialDamage) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try count()) { texts.append(try text()) }
    return texts
  }

  package mutating func optionalText() throws(PartialDamage) -> String? {
    try flag() ? try text() : nil
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

extension Fingerprint {
  init(from decoder: inout PartialDecoder) throws(PartialDamage) {
    self.init(high: try decoder.word(), low: try decoder.word())
  }

  /// Reads what ``PartialEncoder/add(key:)`` wrote.
  init(fromKeyOf decoder: inout PartialDecoder) throws(PartialDamage) {
    let low = try decoder.word()
    let high = try decoder.word(low: PartialEncoder.keyHighBytes) << PartialEncoder.keyHighShift
    self.init(high: high, low: low)
  }
}
