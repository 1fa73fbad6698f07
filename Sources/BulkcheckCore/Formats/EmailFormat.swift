/// RFC 5321 section 4.1.2: a `Mailbox`, in ASCII. RFC 6531 section 3.3 adds all other characters.
enum EmailFormat {
  /// - Parameter isInternational: as RFC 6531 has it.
  static func matches(_ text: ByteView, isInternational: Bool = false) -> Bool {
    let localEnd =
      text.isEmpty || text[0] != UInt8(ascii: "\"")
      ? dotStringEnd(text, isInternational) : quotedEnd(text, isInternational)
    guard let localEnd, localEnd <= 64, localEnd < text.count,
      text[localEnd] == UInt8(ascii: "@")
    else { return false }
    let domain = text[(localEnd + 1)..<text.count]
    if isInternational, !domain.isASCII { return InternationalHostname.matches(domain) }
    return matchesDomain(domain)
  }

  /// The end of a `Dot-string` at the start.
  private static func dotStringEnd(_ text: ByteView, _ isInternational: Bool) -> Int? {
    var position = 0
    while true {
      let start = position
      while position < text.count,
        ASCIISet.atomText.contains(text[position]) || (isInternational && text[position] >= 0x80)
      {
        position += 1
      }
      guard position > start else { return nil }
      guard position < text.count, text[position] == UInt8(ascii: ".") else { return position }
      position += 1
    }
  }

  /// The end of a `Quoted-string` at the start: printable characters, quote and backslash after a
  /// backslash.
  private static func quotedEnd(_ text: ByteView, _ isInternational: Bool) -> Int? {
    var position = 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"):
        guard position + 1 < text.count, (32...126).contains(text[position + 1]) else {
          return nil
        }
        position += 2
      case 32...126: position += 1
      case 0x80... where isInternational: position += 1
      default: return nil
      }
    }
    return nil
  }

  /// A `Domain` of at most 255 octets, or an address literal.
  private static func matchesDomain(_ text: ByteView) -> Bool {
    guard !text.isEmpty, text.count <= 255 else { return false }
    guard text[0] == UInt8(ascii: "[") else {
      return HostnameFormat.labelsMatch(text, checksALabels: false)
    }
    guard text.count > 2, text[text.count - 1] == UInt8(ascii: "]") else { return false }
    let literal = text[1..<(text.count - 1)]
    // `Snum` is one to three digits: 127.000.000.001 is an address here.
    if AddressFormat.matchesQuad(literal, allowsLeadingZeros: true) { return true }
    // The tag is an ABNF literal, which has no case; no other tag is registered.
    guard literal.count > 5, literal[0].isLetter(UInt8(ascii: "i")),
      literal[1].isLetter(UInt8(ascii: "p")), literal[2].isLetter(UInt8(ascii: "v")),
      literal[3] == UInt8(ascii: "6"), literal[4] == UInt8(ascii: ":")
    else { return false }
    // `::` stands for two groups at least here.
    return AddressFormat.matchesIPv6(
      literal[5..<literal.count], groupsBesideGap: 6, allowsLeadingZeros: true)
  }
}
