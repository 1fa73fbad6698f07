/// A thing in a partial result, with one list of its parts by which it is both written and read.
///
///     mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
///       try coder.code(&name)
///       try coder.code(&count)
///       try coder.check(count < limit)
///     }
///
/// To be read, it begins empty.
package protocol PartialCodable {
  init()
  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure)
}

/// Writes what it is given, or sets it to what it reads.
///
/// Whole numbers are in groups of seven bits from the low end on (LEB128), words of 64 bits have
/// the low byte first, and texts and lists begin with their length.
package protocol PartialCoder {
  associatedtype Failure: Error
  mutating func code(_ byte: inout UInt8) throws(Failure)
  mutating func code(_ text: inout String) throws(Failure)
  /// - Parameter count: of things that follow, each of at least one byte.
  mutating func code(count: inout Int) throws(Failure)
  /// - Parameter sum: what is read is added to it.
  mutating func code(sum: inout Int) throws(Failure)
  /// Refuses what has been read if it is impossible. When something is written, the condition is
  /// not evaluated.
  func check(_ isPossible: @autoclosure () -> Bool) throws(Failure)
}

extension PartialCoder {
  package mutating func code<Part: PartialCodable>(_ part: inout Part) throws(Failure) {
    try part.code(with: &self)
  }

  package mutating func code<Part: PartialCodable>(_ part: inout Part?) throws(Failure) {
    var isThere = part != nil
    try code(&isThere)
    guard isThere else { return }
    var found = part ?? Part()
    try code(&found)
    part = found
  }

  package mutating func code<Part: PartialCodable>(
    _ parts: inout [Part], atMost maximum: Int
  ) throws(Failure) {
    var count = parts.count
    try code(count: &count)
    try check(count <= maximum)
    for index in 0..<count {
      var part = index < parts.count ? parts[index] : Part()
      try code(&part)
      if index == parts.count { parts.append(part) }
    }
  }

  package mutating func code<Case: RawRepresentable>(
    _ choice: inout Case
  ) throws(Failure) where Case.RawValue: PartialCodable {
    var raw = choice.rawValue
    try code(&raw)
    try check(Case(rawValue: raw) != nil)
    choice = Case(rawValue: raw) ?? choice
  }

  /// Writes or reads a number that may be negative: its sign, then its magnitude.
  mutating func code(signed number: inout Int) throws(Failure) {
    var isNegative = number < 0
    var magnitude = abs(number)
    try code(&isNegative)
    try code(&magnitude)
    number = isNegative ? -magnitude : magnitude
  }

  /// Writes a number that the reader knows, or checks it.
  mutating func code(known number: Int) throws(Failure) {
    var found = number
    try code(&found)
    try check(found == number)
  }

  /// Writes or reads as much of a fingerprint as claimed keys keep: the low word, and the top of
  /// the high one.
  mutating func code(key: inout Fingerprint) throws(Failure) {
    var (low, high) = (key.low, key.high >> 40)
    try code(&low)
    try high.code(low: 3, with: &self)
    key = Fingerprint(high: high << 40, low: low)
  }

  /// Refuses what is not a value, which reports would take as it is.
  func check(json text: String?) throws(Failure) {
    try check(text.map { JSONDiagnosis.isWellFormed($0) } ?? true)
  }
}

extension UInt8: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&self)
  }
}

extension String: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&self)
  }
}

extension Array: PartialCodable where Element: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&self, atMost: .max)
  }
}

extension Bool: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var byte: UInt8 = self ? 1 : 0
    try coder.code(&byte)
    try coder.check(byte <= 1)
    self = byte == 1
  }
}

/// A count, line or offset: not negative.
extension Int: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var rest = UInt64(Swift.max(0, self))
    var result: UInt64 = 0
    var shift: UInt64 = 0
    var byte: UInt8
    repeat {
      try coder.check(shift < 63)
      byte = UInt8(truncatingIfNeeded: rest) & 0x7F | (rest < 0x80 ? 0 : 0x80)
      try coder.code(&byte)
      result |= UInt64(byte & 0x7F) << shift
      rest >>= 7
      shift += 7
    } while byte >= 0x80
    try coder.check(result <= PartialDecoder.numberMaximum)
    self = Int(result)
  }
}

extension UInt64: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try code(low: 8, with: &coder)
  }

  /// Writes or reads the low bytes of a word.
  mutating func code<Coder: PartialCoder>(
    low count: Int, with coder: inout Coder
  ) throws(Coder.Failure) {
    var word: UInt64 = 0
    for shift in stride(from: 0, to: UInt64(8 * count), by: 8) {
      var byte = UInt8(truncatingIfNeeded: self >> shift)
      try coder.code(&byte)
      word |= UInt64(byte) << shift
    }
    self = word
  }
}

extension Fingerprint: PartialCodable {
  package init() { self.init(high: 0, low: 0) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&high)
    try coder.code(&low)
  }
}
