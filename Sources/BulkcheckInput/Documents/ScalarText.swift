internal import BulkcheckCore

/// Reads a string, a number or a word of JSON (RFC 8259) that may go on in other bytes: of the text
/// around records, which is checked byte by byte.
struct ScalarText {
  private enum State {
    case string, escape
    /// Digits that are due, the code unit so far, and whether it must be a low surrogate.
    case hexadecimal(left: Int, unit: UInt16, isLow: Bool)
    /// Behind a high surrogate: a backslash is due, or the letter behind it.
    case lowSurrogate(hasBackslash: Bool)
    /// Continuation bytes that are due, and the range of the next one.
    case character(due: Int, low: UInt8, high: UInt8)
    case minus, zero, integer, point, fraction, exponent, sign, power
    case word(StaticString, read: Int)
  }

  enum Step {
    case goesOn
    /// The value ended before this position.
    case ended(at: Int)
    case fault(JSONDocumentFault, at: Int)
  }

  private var state = State.string

  /// Begins a string, of which the quote has been read.
  static let string = ScalarText()

  private init() {}

  /// Begins with the first byte of a value, which has been read; nil if none begins with it.
  init?(first byte: UInt8) {
    switch byte {
    case Ascii.quote: state = .string
    case Ascii.minus: state = .minus
    case Ascii.zero: state = .zero
    case Ascii.zero...(Ascii.zero + 9): state = .integer
    case UInt8(ascii: "t"): state = .word("true", read: 1)
    case UInt8(ascii: "f"): state = .word("false", read: 1)
    case UInt8(ascii: "n"): state = .word("null", read: 1)
    default: return nil
    }
  }

  /// The way to the end of a value that has turned out not to be well-formed at the next byte.
  var passing: ScalarRecord {
    switch state {
    case .escape, .lowSurrogate(hasBackslash: true): ScalarRecord(inStringBehindBackslash: true)
    case .string, .hexadecimal, .lowSurrogate, .character:
      ScalarRecord(inStringBehindBackslash: false)
    default: ScalarRecord(isString: false, isStrict: true)
    }
  }

  /// The document may end here.
  var mayEnd: Bool {
    switch state {
    case .zero, .integer, .fraction, .power: true
    default: false
    }
  }

  /// Reads on.
  ///
  /// Precondition: a line feed stands behind the bytes, and 64 bytes are readable there.
  mutating func read(_ bytes: ByteView, from start: Int) -> Step {
    var position = start
    while position < bytes.count {
      if case .string = state {
        position = bytes.extended(by: 1).plainEnd(from: position)
        if position == bytes.count { return .goesOn }
      }
      let byte = bytes[position]
      switch step(byte) {
      case .next: position += 1
      case .endedWith: return .ended(at: position + 1)
      case .endedBefore: return .ended(at: position)
      case .fault(let fault): return .fault(fault, at: position)
      }
    }
    return .goesOn
  }

  private enum ByteStep {
    case next, endedWith, endedBefore
    case fault(JSONDocumentFault)
  }

  private mutating func step(_ byte: UInt8) -> ByteStep {
    switch state {
    case .string: return stringStep(byte)
    case .escape:
      if byte == UInt8(ascii: "u") {
        state = .hexadecimal(left: 4, unit: 0, isLow: false)
        return .next
      }
      guard Ascii.isSimpleEscape(byte) else { return .fault(.syntax("unknown escape")) }
      state = .string
      return .next
    case .hexadecimal(let left, let before, let isLow):
      guard let digit = Ascii.hexValue(byte) else {
        return .fault(.syntax("expected a hexadecimal digit"))
      }
      let unit = before << 4 | UInt16(digit)
      if left > 1 {
        state = .hexadecimal(left: left - 1, unit: unit, isLow: isLow)
        return .next
      }
      guard (unit & 0xFC00 == 0xDC00) == isLow else { return .fault(.encoding) }
      state = unit & 0xFC00 == 0xD800 ? .lowSurrogate(hasBackslash: false) : .string
      return .next
    case .lowSurrogate(let hasBackslash):
      guard byte == (hasBackslash ? UInt8(ascii: "u") : Ascii.backslash) else {
        return .fault(.encoding)
      }
      state =
        hasBackslash
        ? .hexadecimal(left: 4, unit: 0, isLow: true) : .lowSurrogate(hasBackslash: true)
      return .next
    case .character(let due, let low, let high):
      guard byte >= low, byte <= high else { return .fault(.encoding) }
      state = due == 1 ? .string : .character(due: due - 1, low: 0x80, high: 0xBF)
      return .next
    case .word(let word, let read):
      let letters = ByteView(word)
      guard byte == letters[read] else { return .fault(.syntax("expected \(word)")) }
      if read + 1 == letters.count { return .endedWith }
      state = .word(word, read: read + 1)
      return .next
    default: return numberStep(byte)
    }
  }

  private mutating func stringStep(_ byte: UInt8) -> ByteStep {
    switch byte {
    case Ascii.quote: return .endedWith
    case Ascii.backslash: state = .escape
    case 0..<0x20: return .fault(.syntax("a control character must be escaped"))
    case 0..<0x80: break
    case 0xC2...0xDF: state = .character(due: 1, low: 0x80, high: 0xBF)
    case 0xE0: state = .character(due: 2, low: 0xA0, high: 0xBF)
    case 0xED: state = .character(due: 2, low: 0x80, high: 0x9F)
    case 0xE1...0xEF: state = .character(due: 2, low: 0x80, high: 0xBF)
    case 0xF0: state = .character(due: 3, low: 0x90, high: 0xBF)
    case 0xF1...0xF3: state = .character(due: 3, low: 0x80, high: 0xBF)
    case 0xF4: state = .character(due: 3, low: 0x80, high: 0x8F)
    default: return .fault(.encoding)
    }
    return .next
  }

  private mutating func numberStep(_ byte: UInt8) -> ByteStep {
    let isDigit = Ascii.isDigit(byte)
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch state {
    case .minus where isDigit: state = byte == Ascii.zero ? .zero : .integer
    case .zero where byte == Ascii.point, .integer where byte == Ascii.point: state = .point
    case .zero where isExponent, .integer where isExponent, .fraction where isExponent:
      state = .exponent
    case .integer where isDigit, .fraction where isDigit, .power where isDigit: break
    case .point where isDigit: state = .fraction
    case .exponent where byte == Ascii.minus || byte == Ascii.plus: state = .sign
    case .exponent where isDigit, .sign where isDigit: state = .power
    default: return mayEnd ? .endedBefore : .fault(.syntax("expected a digit"))
    }
    return .next
  }
}
