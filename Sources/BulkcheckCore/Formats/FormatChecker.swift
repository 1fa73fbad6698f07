/// The textual formats, each by a hand-written parser over bytes, in linear time. Only what is rare
/// allocates: A-labels, hostnames beyond ASCII, and regular expressions.
package enum FormatChecker {
  /// Whether the whole text has the format.
  package static func matches(_ format: Format, _ text: ByteView) -> Bool {
    switch format {
    case .email: EmailFormat.matches(text)
    case .uuid: ShapedFormat.uuid?.matches(text) ?? matchesUUID(text)
    case .date: DateTimeFormat.matchesDate(text)
    case .time: DateTimeFormat.matchesTime(text)
    case .dateTime: DateTimeFormat.matchesDateTime(text)
    case .duration: DurationFormat.matches(text)
    case .uri: URIFormat.matches(text)
    case .ipv4: AddressFormat.matchesIPv4(text)
    case .ipv6: AddressFormat.matchesIPv6(text)
    case .hostname: HostnameFormat.matches(text)
    case .phone: ShapedFormat.phone?.matches(text) ?? matchesPhone(text)
    case .base64: matchesBase64(text)
    case .jsonPointer: JSONPointerFormat.matches(text)
    case .iban: CheckDigitFormat.matchesIBAN(text)
    case .isbn: CheckDigitFormat.matchesISBN(text)
    case .ean: CheckDigitFormat.matchesEAN(text)
    case .luhn: CheckDigitFormat.matchesLuhn(text)
    case .lei: CheckDigitFormat.matchesLEI(text)
    case .mod97: CheckDigitFormat.matchesMod97(text)
    case .idnEmail: EmailFormat.matches(text, isInternational: true)
    case .idnHostname: InternationalHostname.matches(text)
    case .uriReference: URIFormat.matches(text, isReference: true)
    case .iri: URIFormat.matches(text, isInternational: true)
    case .iriReference: URIFormat.matches(text, isReference: true, isInternational: true)
    case .uriTemplate: URITemplateFormat.matches(text)
    case .relativeJSONPointer: JSONPointerFormat.matchesRelative(text)
    case .regex: ECMAPattern.isPattern(text)
    }
  }

  /// Whether the text has the format if a date-time or a time may lack its offset.
  static func matchesLocally(_ format: Format, _ text: ByteView) -> Bool {
    switch format {
    case .time: DateTimeFormat.matchesTime(text, isLocal: true)
    case .dateTime: DateTimeFormat.matchesDateTime(text, isLocal: true)
    default: matches(format, text)
    }
  }

  /// Hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12.
  static func matchesUUID(_ text: ByteView) -> Bool {
    guard text.count == 36 else { return false }
    let hyphen = UInt8(ascii: "-")
    guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else {
      return false
    }
    return ASCIISet.hexDigits.containsAll(text[0..<8])
      && ASCIISet.hexDigits.containsAll(text[9..<13])
      && ASCIISet.hexDigits.containsAll(text[14..<18])
      && ASCIISet.hexDigits.containsAll(text[19..<23])
      && ASCIISet.hexDigits.containsAll(text[24..<36])
  }

  /// E.164: `+` and 2 to 15 digits, the first not 0.
  static func matchesPhone(_ text: ByteView) -> Bool {
    guard text.count >= 3, text.count <= 16, text[0] == UInt8(ascii: "+"),
      text[1] != UInt8(ascii: "0")
    else { return false }
    for index in 1..<text.count where !text[index].isDigit { return false }
    return true
  }

  /// RFC 4648 section 4, padded; unused bits of the last character may be set.
  static func matchesBase64(_ text: ByteView) -> Bool {
    guard text.count & 3 == 0 else { return false }
    var end = text.count
    if end > 0, text[end - 1] == UInt8(ascii: "=") {
      end -= text[end - 2] == UInt8(ascii: "=") ? 2 : 1
    }
    return ASCIISet.base64.containsAll(text[0..<end])
  }
}
