/// Addresses of the Internet Protocol, as written in mailboxes and URLs.
enum NetworkAddress {
  /// Four decimal numbers up to 255, of one to three digits.
  static func isIPv4(_ text: Span<UInt8>, allowsLeadingZeros: Bool) -> Bool {
    var position = 0
    for part in 0..<4 {
      if part > 0 {
        guard position < text.count, text[position] == UInt8(ascii: ".") else { return false }
        position += 1
      }
      let start = position
      var number = 0
      while position < text.count, position - start < 3, text[position].isDecimalDigit {
        number = number * 10 + Int(text[position] & 0x0F)
        position += 1
      }
      guard position > start, number <= 255 else { return false }
      if !allowsLeadingZeros, position - start > 1, text[start] == UInt8(ascii: "0") {
        return false
      }
    }
    return position == text.count
  }

  /// RFC 4291 section 2.2: eight groups of one to four hexadecimal digits, without a zone.
  ///
  /// `::` replaces groups of zeros, once. The last two groups may be written as an IPv4
  /// address.
  ///
  /// - Parameter groupsBesideGap: how many groups there may be besides a `::`.
  static func isIPv6(
    _ text: Span<UInt8>, groupsBesideGap: Int, allowsLeadingZeros: Bool
  ) -> Bool {
    let colon = UInt8(ascii: ":")
    // The longest address has 45 bytes; a longer text need not be read.
    guard text.count >= 2, text.count <= 45 else { return false }
    var position = 0
    var groups = 0
    var hasGap = false
    if text[0] == colon {
      guard text[1] == colon else { return false }
      hasGap = true
      position = 2
    }
    while position < text.count {
      let start = position
      while position < text.count, text[position].isHexadecimalDigit { position += 1 }
      if position < text.count, text[position] == UInt8(ascii: ".") {
        let address = text.extracting(start..<text.count)
        guard isIPv4(address, allowsLeadingZeros: allowsLeadingZeros) else { return false }
        groups += 2
        break
      }
      guard position > start, position - start <= 4 else { return false }
      groups += 1
      if position == text.count { break }
      // A group or a second colon must follow the colon.
      guard text[position] == colon, position + 1 < text.count else { return false }
      position += 1
      if text[position] == colon {
        guard !hasGap else { return false }
        hasGap = true
        position += 1
      }
    }
    return hasGap ? groups <= groupsBesideGap : groups == 8
  }
}
