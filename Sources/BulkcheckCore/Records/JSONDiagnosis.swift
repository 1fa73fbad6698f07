/// A plain parser of one JSON record, byte by byte: finds the first byte at which the record can no
/// longer become well-formed (docs/reference/inputs.md#malformed-records, RFC 8259, Unicode table
/// 3-7).
///
/// It is slow and obviously right: the twin of ``JSONScanner`` in tests, and asked only about
/// records that the scanner refuses or that share a 64-byte step with an encoding fault. Recursion
/// is bounded by the depth limit.
package struct JSONDiagnosis {
  private let record: ByteView
  private var position = 0

  /// The record's fault, or nil if it is well-formed.
  ///
  /// - Parameter record: the record's bytes without the line end.
  package static func fault(in record: ByteView) -> RecordFault? {
    var diagnosis = JSONDiagnosis(record: record)
    do throws(Found) {
      diagnosis.skipBlanks()
      try diagnosis.value(depth: 0)
      diagnosis.skipBlanks()
      if diagnosis.position < record.count {
        throw diagnosis.unexpected("the record should end here: one value per line")
      }
      return nil
    } catch {
      return error.fault
    }
  }

  /// Whether a text is a JSON value.
  package static func isWellFormed(_ text: String) -> Bool {
    let owner = OwnedBytes(text)
    return withExtendedLifetime(owner) { fault(in: owner.view) == nil }
  }

  private struct Found: Error {
    var fault: RecordFault
  }

  private init(record: ByteView) { self.record = record }

  private var current: UInt8? { position < record.count ? record[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, Ascii.isBlank(byte) { position += 1 }
  }

  /// A fault of grammar at the current byte; of encoding if no well-formed character begins there.
  private func unexpected(_ expectation: String) -> Found {
    if position >= record.count {
      return Found(
        fault: RecordFault(.syntax, at: position, "the record ends too early: \(expectation)"))
    }
    if record[position] >= 0x80 {
      var copy = self
      do throws(Found) { try copy.character() } catch {
        return Found(fault: RecordFault(.encoding, at: position, RecordFault.invalidText))
      }
    }
    if record[position..<min(position + 3, record.count)].text == "\u{FEFF}" {
      let mark = "a byte-order mark inside the data: were files put together?"
      return Found(fault: RecordFault(.syntax, at: position, mark))
    }
    return Found(fault: RecordFault(.syntax, at: position, expectation))
  }

  // MARK: Grammar

  private mutating func value(depth: Int) throws(Found) {
    switch current {
    case Ascii.openBrace: try container(isObject: true, depth: depth + 1)
    case Ascii.openBracket: try container(isObject: false, depth: depth + 1)
    case Ascii.quote: try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case Ascii.minus: try number()
    case .some(let byte) where Ascii.isDigit(byte): try number()
    default: throw unexpected("expected a value")
    }
  }

  private func checkDepth(_ depth: Int) throws(Found) {
    if depth > JSONScanner.depthMaximum {
      throw Found(fault: .tooDeep(at: position))
    }
  }

  private mutating func container(isObject: Bool, depth: Int) throws(Found) {
    try checkDepth(depth)
    let closing = isObject ? Ascii.closeBrace : Ascii.closeBracket
    position += 1
    skipBlanks()
    if current != closing {
      try entry(isObject: isObject, depth: depth)
      while current == Ascii.comma {
        position += 1
        skipBlanks()
        try entry(isObject: isObject, depth: depth)
      }
      guard current == closing else {
        throw unexpected("expected a comma or \(isObject ? "}" : "]")")
      }
    }
    position += 1
  }

  /// An element, or a member with its key, and the blanks behind it.
  private mutating func entry(isObject: Bool, depth: Int) throws(Found) {
    if isObject {
      guard current == Ascii.quote else { throw unexpected("expected a key in quotes") }
      try string()
      skipBlanks()
      guard current == Ascii.colon else { throw unexpected("expected a colon") }
      position += 1
      skipBlanks()
    }
    try value(depth: depth)
    skipBlanks()
  }

  private mutating func word(_ word: StaticString) throws(Found) {
    let expected = ByteView(word)
    for offset in 0..<expected.count {
      guard current == expected[offset] else { throw unexpected("expected \(word)") }
      position += 1
    }
  }

  private mutating func number() throws(Found) {
    if current == Ascii.minus { position += 1 }
    guard let first = current, Ascii.isDigit(first) else { throw unexpected("expected a digit") }
    position += 1
    if first != Ascii.zero { skipDigits() }
    if current == Ascii.point {
      position += 1
      try digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == Ascii.minus || current == Ascii.plus { position += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(Found) {
    guard let byte = current, Ascii.isDigit(byte) else { throw unexpected("expected a digit") }
    skipDigits()
  }

  private mutating func skipDigits() {
    while let byte = current, Ascii.isDigit(byte) { position += 1 }
  }

  // MARK: Strings

  private mutating func string() throws(Found) {
    position += 1
    while true {
      guard let byte = current else { throw unexpected("the string is not closed") }
      switch byte {
      case Ascii.quote:
        position += 1
        return
      case Ascii.backslash:
        position += 1
        try escape()
      case 0..<0x20: throw unexpected("a control character must be escaped")
      case 0..<0x80: position += 1
      default: try character()
      }
    }
  }

  private mutating func escape() throws(Found) {
    guard let letter = current else { throw unexpected("the string is not closed") }
    guard letter == UInt8(ascii: "u") else {
      guard Ascii.isSimpleEscape(letter) else { throw unexpected("unknown escape") }
      position += 1
      return
    }
    position += 1
    let first = try hexDigit()
    guard first == 0xD else {
      for _ in 0..<3 { _ = try hexDigit() }
      return
    }
    let start = position
    let second = try hexDigit()
    if second >= 0xC {
      throw Found(fault: RecordFault(.encoding, at: start, "a low surrogate without a high one"))
    }
    _ = try hexDigit()
    _ = try hexDigit()
    if second >= 0x8 { try lowSurrogate() }
  }

  /// Behind a high surrogate: `\u` and `DC00`…`DFFF`, nothing else.
  private mutating func lowSurrogate() throws(Found) {
    func lone(_ position: Int) -> Found {
      // A record that just ends leaves open what would have followed.
      if position >= record.count { return unexpected("the string is not closed") }
      return Found(
        fault: RecordFault(.encoding, at: position, "a high surrogate without a low one"))
    }
    guard current == Ascii.backslash else { throw lone(position) }
    position += 1
    guard current == UInt8(ascii: "u") else { throw lone(position) }
    position += 1
    guard let d = current, Ascii.hexValue(d) == 0xD else { throw lone(position) }
    position += 1
    guard let next = current, let digit = Ascii.hexValue(next), digit >= 0xC else {
      throw lone(position)
    }
    position += 1
    _ = try hexDigit()
    _ = try hexDigit()
  }

  private mutating func hexDigit() throws(Found) -> UInt8 {
    guard let byte = current, let digit = Ascii.hexValue(byte) else {
      throw unexpected("expected a hexadecimal digit")
    }
    position += 1
    return digit
  }

  /// One character beyond ASCII. The fault is the first byte that cannot continue it.
  private mutating func character() throws(Found) {
    guard UTF8Check.passCharacter(of: record, at: &position) else {
      throw Found(fault: RecordFault(.encoding, at: position, RecordFault.invalidText))
    }
  }
}
