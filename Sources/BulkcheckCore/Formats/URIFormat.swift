/// RFC 3986 section 3: a URI with its scheme, no relative reference.
///
///     scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
enum URIFormat {
  static func matches(_ text: ByteView) -> Bool {
    guard var position = schemeEnd(text) else { return false }
    let slash = UInt8(ascii: "/")
    if position + 1 < text.count, text[position] == slash, text[position + 1] == slash {
      let start = position + 2
      position = start
      while position < text.count, !endsAuthority(text[position]) { position += 1 }
      guard matchesAuthority(text[start..<position]) else { return false }
    }
    guard passOver(text, &position, ASCIISet.path) else { return false }
    if position < text.count, text[position] == UInt8(ascii: "?") {
      position += 1
      guard passOver(text, &position, ASCIISet.query) else { return false }
    }
    if position < text.count, text[position] == UInt8(ascii: "#") {
      position += 1
      guard passOver(text, &position, ASCIISet.query) else { return false }
    }
    return position == text.count
  }

  /// Behind the colon of the scheme.
  private static func schemeEnd(_ text: ByteView) -> Int? {
    guard !text.isEmpty, text[0].isLetter else { return nil }
    var position = 1
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: ":") { return position }
      guard ASCIISet.scheme.contains(byte) else { return nil }
    }
    return nil
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// `[ userinfo "@" ] host [ ":" port ]`
  private static func matchesAuthority(_ text: ByteView) -> Bool {
    var host = text
    if let at = text.firstIndex(of: UInt8(ascii: "@")) {
      guard isAll(text[0..<at], ASCIISet.userInfo) else { return false }
      host = text[(at + 1)..<text.count]
    }
    var position = 0
    if !host.isEmpty, host[0] == UInt8(ascii: "[") {
      guard let bracket = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let literal = host[1..<bracket]
      guard AddressFormat.matchesIPv6(literal) || matchesFutureAddress(literal) else {
        return false
      }
      position = bracket + 1
    } else {
      position = host.firstIndex(of: UInt8(ascii: ":")) ?? host.count
      guard isAll(host[0..<position], ASCIISet.registeredName) else { return false }
    }
    if position == host.count { return true }
    guard host[position] == UInt8(ascii: ":") else { return false }
    for index in (position + 1)..<host.count where !host[index].isDigit { return false }
    return true
  }

  /// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
  private static func matchesFutureAddress(_ text: ByteView) -> Bool {
    guard text.count >= 4, text[0].isLetter(UInt8(ascii: "v")),
      let dot = text.firstIndex(of: UInt8(ascii: ".")), dot >= 2, dot + 1 < text.count
    else { return false }
    for index in 1..<dot where !text[index].isHexDigit { return false }
    return ASCIISet.userInfo.containsAll(text[(dot + 1)..<text.count])
  }

  private static func isAll(_ text: ByteView, _ part: ASCIISet) -> Bool {
    var position = 0
    return passOver(text, &position, part) && position == text.count
  }

  /// Passes over characters of a part and percent-encoded bytes; false if a percent sign begins
  /// none.
  private static func passOver(_ text: ByteView, _ position: inout Int, _ part: ASCIISet) -> Bool {
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "%") {
        guard position + 2 < text.count, text[position + 1].isHexDigit,
          text[position + 2].isHexDigit
        else { return false }
        position += 3
      } else if part.contains(byte) {
        position += 1
      } else {
        return true
      }
    }
    return true
  }
}
