/// Counting the cells of a table. A cell is a text, and may be a number or a boolean too.
extension FieldSummary {
  /// Counts a cell that is not empty. Behind the text eight bytes are readable.
  @inline(__always)
  mutating func addCell(_ text: ByteView, _ reader: inout ShapeReader) {
    if text.mayBeNumber {
      if !addNumber(text), formedForms != 0 { addFormed(text) }
    } else if text.count == 4, text.paddedHalfWord(at: 0) == FieldSummary.wordTrue {
      `true` &+= 1
    } else if text.count == 5, text[4] == UInt8(ascii: "e"),
      text.paddedHalfWord(at: 0) == FieldSummary.wordFals
    {
      `false` &+= 1
    } else if text.isLenientNumber, addLenientNumber(text) {
      if text.firstIndex(of: Ascii.point) != nil { noteDotted(text) }
    } else if formedForms != 0 {
      if text.mayBeDialled { formedForms = 0 } else { addFormed(text) }
    }
    texts.add(text, &reader)
  }

  /// The words `true` and `fals` as ``ByteView/paddedHalfWord(at:)`` reads them.
  private static var wordTrue: UInt32 { 0x6575_7274 }
  private static var wordFals: UInt32 { 0x736C_6166 }

  /// Plain numbers with a point may be others where it stands between groups.
  @inline(__always)
  private mutating func noteDotted(_ text: ByteView) {
    if dottedForms & FormedNumbers.withComma != 0 {
      dottedForms &= FormedNumbers.forms(FormedNumbers.all, reading: text)
    }
  }

  /// False if the text is not a number.
  private mutating func addNumber(_ text: ByteView) -> Bool {
    if let plain = text.smallDecimal {
      add(Decimal(plain))
      let isMinusZero = plain.digits == 0 && text[0] == Ascii.minus
      noteWriting(text, isOdd: plain.scale > 0 || isMinusZero)
      if plain.scale > 0 { noteDotted(text) }
      return true
    } else if let number = Decimal.parse(text) {
      add(number)
      noteWriting(text, isOdd: true)
      noteDotted(text)
      return true
    }
    return false
  }

  /// A plus sign and this many digits are rather a number to dial.
  private static let dialledDigits = 7

  /// Only plain digits, with or without a point; false for others.
  private mutating func addLenientNumber(_ text: ByteView) -> Bool {
    var significand: UInt64 = 0
    var (digits, decimals) = (0, 0)
    var hasPoint = false
    for index in (text[0] == Ascii.point ? 0 : 1)..<text.count {
      if text[index] == Ascii.point, !hasPoint {
        hasPoint = true
        continue
      }
      guard Ascii.isDigit(text[index]), digits < 18 else { return false }
      significand = significand &* 10 &+ UInt64(text[index] &- Ascii.zero)
      digits += 1
      if hasPoint { decimals += 1 }
    }
    let isSigned = text[0] == Ascii.plus
    if isSigned, digits >= FieldSummary.dialledDigits || hasPoint && decimals == 0 { return false }
    add(
      Decimal(
        significand: significand, exponent: Int64(0 &- decimals),
        isNegative: text[0] == Ascii.minus))
    if isSigned, text.count > 2, text[1] == Ascii.zero, Ascii.isDigit(text[2]) {
      leadingZeros &+= 1
    }
    oddNumbers &+= 1
    lenientNumbers &+= 1
    return true
  }

  /// - Parameter isOdd: other texts may be the same number.
  @inline(__always)
  private mutating func noteWriting(_ text: ByteView, isOdd: Bool) {
    let first = text[0] == Ascii.minus ? 1 : 0
    let isCode =
      text.count > first &+ 1 && text[first] == Ascii.zero && Ascii.isDigit(text[first &+ 1])
    if isCode { leadingZeros &+= 1 }
    if isCode || isOdd { oddNumbers &+= 1 }
  }
}

extension ByteView {
  /// A plus sign, and neither points nor commas: rather a number to dial.
  fileprivate var mayBeDialled: Bool {
    self[0] == Ascii.plus && firstIndex(of: Ascii.point) == nil
      && firstIndex(of: Ascii.comma) == nil
  }

  /// False if the text, behind which eight bytes are readable, is surely not a number: the
  /// character behind its first digits nearly always decides.
  @inline(__always)
  fileprivate var mayBeNumber: Bool {
    let start = self[0] == Ascii.minus ? 1 : 0
    let digits = paddedWord(at: start).leadingDigits
    let next = start &+ digits
    if next >= count || digits == 8 { return count > start }
    return digits > 0 && (self[next] == Ascii.point || self[next] | 0x20 == UInt8(ascii: "e"))
  }
}

extension SummaryTree {
  /// Columns with numbers like `.5` or `+5` are texts, as those with codes are.
  package mutating func takeLenientNumbersForTexts() {
    for node in 0..<count {
      fields[node].takeFormedNumbersForTexts()
      fields[node].leadingZeros &+= fields[node].lenientNumbers
      fields[node].lenientNumbers = 0
    }
  }
}
