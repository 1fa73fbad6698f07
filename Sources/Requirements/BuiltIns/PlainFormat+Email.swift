extension PlainFormat {
  /// RFC 5321 section 4.1.2, `Mailbox`, in ASCII. The local part has at most 64 octets, the domain
  /// at most 255 (section 4.5.3.1).
  static func isMailbox(_ text: Span<UInt8>) -> Bool {
    guard let at = localPartEnd(text), at <= 64, at < text.count, text[at] == UInt8(ascii: "@")
    else { return false }
    let domain = text.extracting((at + 1)..<text.count)
    guard !domain.isEmpty, domain.count <= 255 else { return false }
    return domain[0] == UInt8(ascii: "[") ? isAddressLiteral(domain) : isDomainName(domain)
  }

  /// The end of the `Dot-string` or `Quoted-string` at the start.
  private static func localPartEnd(_ text: Span<UInt8>) -> Int? {
    if !text.isEmpty, text[0] == UInt8(ascii: "\"") { return quotedStringEnd(text) }
    var position = 0
    while true {
      let start = position
      while position < text.count, atomText.contains(text[position]) { position += 1 }
      guard position > start else { return nil }
      guard position < text.count, text[position] == UInt8(ascii: ".") else { return position }
      position += 1
    }
  }

  /// Printable characters between quotes. A backslash escapes a quote or a backslash.
  private static func quotedStringEnd(_ text: Span<UInt8>) -> Int? {
    var position = 1
    while position < text.count {
      if text[position] == UInt8(ascii: "\"") { return position + 1 }
      if text[position] == UInt8(ascii: "\\") {
        position += 1
        guard position < text.count else { return nil }
      }
      guard text[position] >= 0x20, text[position] <= 0x7E else { return nil }
      position += 1
    }
    return nil
  }

  /// Labels of 1 to 63 letters, digits and hyphens, no hyphen at their ends, joined by dots.
  private static func isDomainName(_ text: Span<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    var position = 0
    while true {
      let start = position
      while position < text.count, label.contains(text[position]) { position += 1 }
      guard position > start, position - start <= 63, text[start] != hyphen,
        text[position - 1] != hyphen
      else { return false }
      if position == text.count { return true }
      guard text[position] == UInt8(ascii: ".") else { return false }
      position += 1
    }
  }

  /// RFC 5321 section 4.1.3: an address in brackets.
  ///
  /// `Snum` is one to three digits, so 127.000.000.001 is an address here. `::` replaces at least
  /// two groups. `IPv6:` is the only registered tag, in any case, as a literal of ABNF.
  private static func isAddressLiteral(_ text: Span<UInt8>) -> Bool {
    guard text.count > 2, text[text.count - 1] == UInt8(ascii: "]") else { return false }
    let address = text.extracting(1..<(text.count - 1))
    if NetworkAddress.isIPv4(address, allowsLeadingZeros: true) { return true }
    guard address.count > 5, address[0] | 0x20 == UInt8(ascii: "i"),
      address[1] | 0x20 == UInt8(ascii: "p"), address[2] | 0x20 == UInt8(ascii: "v"),
      address[3] == UInt8(ascii: "6"), address[4] == UInt8(ascii: ":")
    else { return false }
    return NetworkAddress.isIPv6(
      address.extracting(5..<address.count), groupsBesideGap: 6, allowsLeadingZeros: true)
  }

  /// `atext` of RFC 5322.
  private static var atomText: ASCIICharacters {
    ASCIICharacters(low: 0xa3ff_acfa_0000_0000, high: 0x7fff_ffff_c7ff_fffe)
  }

  /// Letters, digits and the hyphen.
  private static var label: ASCIICharacters {
    ASCIICharacters(low: 0x03ff_2000_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  }
}
