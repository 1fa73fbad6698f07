/// Addresses of the Internet Protocol.
enum AddressFormat {
  /// Four decimal numbers up to 255 without leading zeros.
  static func matchesIPv4(_ text: ByteView) -> Bool {
    matchesQuad(text, allowsLeadingZeros: false)
  }

  /// Four decimal numbers up to 255, perhaps with leading zeros in up to three digits where the
  /// grammar allows them.
  static func matchesQuad(_ text: ByteView, allowsLeadingZeros: Bool) -> Bool {
    guard text.count >= 7, text.count <= 15 else { return false }
    var position = 0
    for part in 0..<4 {
      if part > 0 {
        guard position < text.count, text[position] == UInt8(ascii: ".") else { return false }
        position += 1
      }
      let start = position
      var number = 0
      while position < text.count, position - start < 3, text[position].isDigit {
        number = number * 10 + text[position].digitValue
        position += 1
      }
      let length = position - start
      guard length > 0, number <= 255 else { return false }
      if !allowsLeadingZeros, length > 1, text[start] == UInt8(ascii: "0") { return false }
    }
    return position == text.count
  }

  /// RFC 4291 section 2.2: eight groups of one to four hexadecimal digits; `::` stands for one or
  /// more groups of zeros, once; the last two groups may be an IPv4 address. No zone.
  ///
  /// - Parameters:
  ///   - groupsBesideGap: how many may be written beside a `::`.
  ///   - allowsLeadingZeros: in the numbers of the IPv4 address.
  static func matchesIPv6(
    _ text: ByteView, groupsBesideGap: Int = 7, allowsLeadingZeros: Bool = false
  ) -> Bool {
    guard text.count >= 2, text.count <= 45 else { return false }
    var groups = 0
    var hasGap = false
    var position = 0
    if text[0] == UInt8(ascii: ":") {
      guard text[1] == UInt8(ascii: ":") else { return false }
      hasGap = true
      position = 2
    }
    while position < text.count {
      let start = position
      while position < text.count, text[position].isHexDigit { position += 1 }
      if position < text.count, text[position] == UInt8(ascii: ".") {
        guard matchesQuad(text[start..<text.count], allowsLeadingZeros: allowsLeadingZeros) else {
          return false
        }
        groups += 2
        break
      }
      guard position > start, position - start <= 4 else { return false }
      groups += 1
      if position == text.count { break }
      guard text[position] == UInt8(ascii: ":") else { return false }
      position += 1
      guard position < text.count else { return false }
      if text[position] == UInt8(ascii: ":") {
        guard !hasGap else { return false }
        hasGap = true
        position += 1
      }
    }
    return hasGap ? groups <= groupsBesideGap : groups == 8
  }
}
