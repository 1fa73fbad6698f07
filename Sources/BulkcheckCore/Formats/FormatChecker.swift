/// The textual formats (SEMANTICS 31), each by a hand-written parser over bytes. Nothing allocates but the check of A-labels.
package enum FormatChecker {
  /// Whether the whole text has the format.
  package static func matches(_ format: Format, _ text: ByteView) -> Bool {
    switch format {
    case .email: EmailFormat.matches(text)
    case .uuid: matchesUUID(text)
    case .date: DateTimeFormat.matchesDate(text)
    case .time: DateTimeFormat.matchesTime(text)
    case .dateTime: DateTimeFormat.matchesDateTime(text)
    case .duration: DurationFormat.matches(text)
    case .uri: URIFormat.matches(text)
    case .ipv4: AddressFormat.matchesIPv4(text)
    case .ipv6: AddressFormat.matchesIPv6(text)
    case .hostname: HostnameFormat.matches(text)
    case .phone: matchesPhone(text)
    case .base64: matchesBase64(text)
    case .jsonPointer: matchesJSONPointer(text)
    }
  }

  /// Hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12.
  private static func matchesUUID(_ text: ByteView) -> Bool {
    guard text.count == 36 else { return false }
    for index in 0..<36 {
      let isHyphenPlace = index == 8 || index == 13 || index == 18 || index == 23
      let byte = text[index]
      guard isHyphenPlace ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
    }
    return true
  }

  /// E.164: `+` and 2 to 15 digits, the first not 0.
  private static func matchesPhone(_ text: ByteView) -> Bool {
    guard text.count >= 3, text.count <= 16, text[0] == UInt8(ascii: "+"),
      text[1] != UInt8(ascii: "0")
    else { return false }
    for index in 1..<text.count where !text[index].isDigit { return false }
    return true
  }

  /// RFC 4648 section 4, padded; unused bits of the last character may be set.
  private static func matchesBase64(_ text: ByteView) -> Bool {
    guard text.count & 3 == 0 else { return false }
    var end = text.count
    if end > 0, text[end - 1] == UInt8(ascii: "=") {
      end -= text[end - 2] == UInt8(ascii: "=") ? 2 : 1
    }
    for index in 0..<end {
      let byte = text[index]
      guard byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") else {
        return false
      }
    }
    return true
  }

  /// RFC 6901: empty, or tokens each after a `/`; `~` only as `~0` and `~1`.
  private static func matchesJSONPointer(_ text: ByteView) -> Bool {
    guard !text.isEmpty else { return true }
    guard text[0] == UInt8(ascii: "/") else { return false }
    var position = 1
    while let tilde = text.firstIndex(of: UInt8(ascii: "~"), from: position) {
      guard tilde + 1 < text.count, text[tilde + 1] & 0xFE == 0x30 else { return false }
      position = tilde + 2
    }
    return true
  }
}
