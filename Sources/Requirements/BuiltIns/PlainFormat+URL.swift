extension PlainFormat {
  /// RFC 3986 section 3, `URI`, in ASCII:
  ///
  ///     scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
  static func isURL(_ text: Span<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    guard let colon = schemeEnd(text) else { return false }
    var position = colon + 1
    if position + 1 < text.count, text[position] == slash, text[position + 1] == slash {
      let start = position + 2
      position = start
      while position < text.count, text[position] != slash, text[position] != UInt8(ascii: "?"),
        text[position] != UInt8(ascii: "#")
      {
        position += 1
      }
      guard isAuthority(text.extracting(start..<position)) else { return false }
    }
    guard pass(text, &position, path) else { return false }
    if position < text.count, text[position] == UInt8(ascii: "?") {
      position += 1
      guard pass(text, &position, query) else { return false }
    }
    if position < text.count, text[position] == UInt8(ascii: "#") {
      position += 1
      guard pass(text, &position, query) else { return false }
    }
    return position == text.count
  }

  /// The position of the colon after the scheme: a letter, then letters, digits, `+`, `-` and `.`.
  static func schemeEnd(_ text: Span<UInt8>) -> Int? {
    guard !text.isEmpty, text[0].isASCIILetter else { return nil }
    var position = 1
    while position < text.count, scheme.contains(text[position]) { position += 1 }
    return position < text.count && text[position] == UInt8(ascii: ":") ? position : nil
  }

  /// `[ userinfo "@" ] host [ ":" port ]`
  private static func isAuthority(_ text: Span<UInt8>) -> Bool {
    var position = 0
    if let at = text.position(of: UInt8(ascii: "@"), from: 0) {
      guard pass(text, &position, userInfo), position == at else { return false }
      position = at + 1
    }
    if position < text.count, text[position] == UInt8(ascii: "[") {
      guard let bracket = text.position(of: UInt8(ascii: "]"), from: position) else { return false }
      let literal = text.extracting((position + 1)..<bracket)
      guard
        NetworkAddress.isIPv6(literal, groupsBesideGap: 7, allowsLeadingZeros: false)
          || isFutureAddress(literal)
      else { return false }
      position = bracket + 1
    } else {
      guard pass(text, &position, registeredName) else { return false }
    }
    if position == text.count { return true }
    guard text[position] == UInt8(ascii: ":") else { return false }
    for index in (position + 1)..<text.count where !text[index].isDecimalDigit { return false }
    return true
  }

  /// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
  private static func isFutureAddress(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty, text[0] | 0x20 == UInt8(ascii: "v") else { return false }
    var position = 1
    while position < text.count, text[position].isHexadecimalDigit { position += 1 }
    guard position > 1, position + 1 < text.count, text[position] == UInt8(ascii: ".") else {
      return false
    }
    for index in (position + 1)..<text.count where !userInfo.contains(text[index]) { return false }
    return true
  }

  /// Moves past the characters of a part and percent-encoded bytes. Stops at any other character;
  /// returns false if a percent sign is not followed by two hexadecimal digits.
  @inline(__always)
  private static func pass(
    _ text: Span<UInt8>, _ position: inout Int, _ part: ASCIICharacters
  ) -> Bool {
    while position < text.count {
      if part.contains(text[position]) {
        position += 1
      } else {
        guard text[position] == UInt8(ascii: "%") else { return true }
        guard position + 2 < text.count, text[position + 1].isHexadecimalDigit,
          text[position + 2].isHexadecimalDigit
        else { return false }
        position += 3
      }
    }
    return true
  }

  /// Letters, digits, `+`, `-` and `.`.
  private static var scheme: ASCIICharacters {
    ASCIICharacters(low: 0x03ff_6800_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  }
  /// `unreserved` and `sub-delims`.
  private static var registeredName: ASCIICharacters {
    ASCIICharacters(low: 0x2bff_7fd2_0000_0000, high: 0x47ff_fffe_87ff_fffe)
  }
  /// `unreserved`, `sub-delims` and the colon.
  private static var userInfo: ASCIICharacters {
    ASCIICharacters(low: 0x2fff_7fd2_0000_0000, high: 0x47ff_fffe_87ff_fffe)
  }
  /// `pchar` and the slash.
  private static var path: ASCIICharacters {
    ASCIICharacters(low: 0x2fff_ffd2_0000_0000, high: 0x47ff_fffe_87ff_ffff)
  }
  /// `pchar`, the slash and the question mark.
  private static var query: ASCIICharacters {
    ASCIICharacters(low: 0xafff_ffd2_0000_0000, high: 0x47ff_fffe_87ff_ffff)
  }
}

/// A check for URLs with certain schemes only, such as `https` and `http`, in any case.
package struct URLSchemes: Sendable {
  private let names: [ContiguousArray<UInt8>]

  package init(_ names: [String]) {
    self.names = names.map { name in
      ContiguousArray(name.utf8.map { $0.isASCIILetter ? $0 | 0x20 : $0 })
    }
  }

  /// Whether the text is a URL with one of the schemes.
  package func matches(_ text: String) -> Bool {
    text.withBytes { text in
      guard PlainFormat.isURL(text), let end = PlainFormat.schemeEnd(text) else { return false }
      return names.contains { name in
        guard name.count == end else { return false }
        // The bit makes a letter lower case. All other characters of a scheme have it already.
        for index in 0..<end where text[index] | 0x20 != name[index] { return false }
        return true
      }
    }
  }

  /// Whether a URL can have this scheme.
  package static func isScheme(_ name: String) -> Bool {
    (name + ":").withBytes { PlainFormat.schemeEnd($0) == $0.count - 1 }
  }
}
