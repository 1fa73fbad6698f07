extension Format: BitwiseCopyable {
  /// A bit of its own; none for those that are not inferred.
  @inline(__always)
  var bit: UInt32 {
    switch self {
    case .email: 1
    case .uuid: 1 << 1
    case .date: 1 << 2
    case .time: 1 << 3
    case .dateTime: 1 << 4
    case .duration: 1 << 5
    case .uri: 1 << 6
    case .ipv4: 1 << 7
    case .ipv6: 1 << 8
    case .hostname: 1 << 9
    case .phone: 1 << 10
    case .base64: 1 << 11
    case .jsonPointer: 1 << 12
    // The next two are those of ``FormatExceptions``.
    case .iban: 1 << 15
    case .isbn: 1 << 16
    case .ean: 1 << 17
    case .luhn: 1 << 18
    case .lei: 1 << 19
    case .mod97, .idnEmail, .idnHostname, .uriReference, .iri, .iriReference, .uriTemplate,
      .relativeJSONPointer, .regex:
      0
    }
  }

  /// The formats that a text that is not empty could be meant as one of. Some formats are so wide
  /// that nearly any word has them: `free` is a hostname, and base64 as well.
  ///
  /// - Parameters:
  ///   - wanted: the formats of interest; of others nothing is said.
  ///   - isWord: the text is made of letters, digits, `_`, `-` and `.` alone.
  @inline(__always)
  static func plausible(_ wanted: UInt32, for text: ByteView, isWord: Bool) -> UInt32 {
    let first = text[0]
    var found: UInt32 = 0
    if text.count == 36 { found |= Format.uuid.bit }
    if text.count == 10 { found |= Format.date.bit }
    if text.count >= 16 { found |= Format.base64.bit }
    if text.count <= 15, Ascii.isDigit(first) { found |= Format.ipv4.bit }
    if text.count >= 8, wanted & Format.checkDigitBits != 0 { found |= checkDigits(text) }
    if first == UInt8(ascii: "P") { found |= Format.duration.bit }
    if wanted & Format.hostname.bit != 0, hasTopLevelName(text) { found |= Format.hostname.bit }
    return isWord ? found : found | plausibleWithPunctuation(wanted, for: text)
  }

  /// The formats that need a character other than letters, digits, `_`, `-` and `.`.
  @inline(__always)
  private static func plausibleWithPunctuation(_ wanted: UInt32, for text: ByteView) -> UInt32 {
    let first = text[0]
    var found: UInt32 = 0
    if text.count >= 8, text[2] == Ascii.colon {
      found |= Format.time.bit | FormatExceptions.localTimeBit
    }
    if text.count >= 19, text[4] == Ascii.minus {
      found |= Format.dateTime.bit | FormatExceptions.localBit
    }
    if first == Ascii.plus { found |= Format.phone.bit }
    if first == UInt8(ascii: "/") { found |= Format.jsonPointer.bit }
    if wanted & Format.email.bit != 0, text.firstIndex(of: UInt8(ascii: "@")) != nil {
      found |= Format.email.bit
    }
    if wanted & (Format.uri.bit | Format.ipv6.bit) != 0,
      let colon = text.firstIndex(of: Ascii.colon)
    {
      if text.count <= 45 { found |= Format.ipv6.bit }
      if hasScheme(text, before: colon) { found |= Format.uri.bit }
    }
    return found
  }

  private static let checkDigitBits =
    Format.iban.bit | Format.isbn.bit | Format.ean.bit | Format.luhn.bit | Format.lei.bit

  /// The formats with check digits, for texts of at least eight characters.
  private static func checkDigits(_ text: ByteView) -> UInt32 {
    // A number of fewer digits is hardly meant as a card or an account.
    let luhn = text.count >= 10 ? Format.luhn.bit : 0
    var found: UInt32 = text.count == 20 ? Format.lei.bit : 0
    if Ascii.isDigit(text[0]) { found |= Format.isbn.bit | Format.ean.bit | luhn }
    if text[0].isLetter, text[1].isLetter, Ascii.isDigit(text[2]) { found |= Format.iban.bit }
    return found
  }

  /// Ends with a point and two letters or more: `1.2.0-beta` is a hostname too, but hardly meant as
  /// one.
  private static func hasTopLevelName(_ text: ByteView) -> Bool {
    var start = text.count
    while start > 0, text[start - 1].isLetter { start -= 1 }
    return start > 0 && text.count - start >= 2 && text[start - 1] == Ascii.point
  }

  /// `://`, or one of the schemes without an authority.
  private static func hasScheme(_ text: ByteView, before colon: Int) -> Bool {
    guard colon + 1 < text.count else { return false }
    if text[colon + 1] == UInt8(ascii: "/") { return true }
    return text[0..<colon].isWord("mailto") || text[0..<colon].isWord("urn")
  }
}
