/// RFC 3986 section 3, and RFC 3987, which is the same with characters beyond ASCII.
///
///     scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
enum URIFormat {
  /// - Parameters:
  ///   - isReference: relative references too, which have no scheme.
  ///   - isInternational: an IRI.
  static func matches(
    _ text: ByteView, isReference: Bool = false, isInternational: Bool = false
  ) -> Bool {
    let common: PercentText.BeyondASCII = isInternational ? .common : .none
    var position = 0
    var hasPrefix = true
    if let end = schemeEnd(text) {
      position = end
    } else {
      guard isReference else { return false }
      hasPrefix = false
    }
    let slash = UInt8(ascii: "/")
    if position + 1 < text.count, text[position] == slash, text[position + 1] == slash {
      let start = position + 2
      position = start
      while position < text.count, !endsAuthority(text[position]) { position += 1 }
      guard matchesAuthority(text[start..<position], common) else { return false }
      hasPrefix = true
    }
    let path = position
    guard PercentText.passOver(text, &position, ASCIISet.path, beyondASCII: common),
      hasPrefix || !hasColonInFirstSegment(text[path..<position])
    else { return false }
    if position < text.count, text[position] == UInt8(ascii: "?") {
      position += 1
      let query: PercentText.BeyondASCII = isInternational ? .query : .none
      guard PercentText.passOver(text, &position, ASCIISet.query, beyondASCII: query) else {
        return false
      }
    }
    if position < text.count, text[position] == UInt8(ascii: "#") {
      position += 1
      guard PercentText.passOver(text, &position, ASCIISet.query, beyondASCII: common) else {
        return false
      }
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

  /// It would be taken for the colon of a scheme.
  private static func hasColonInFirstSegment(_ path: ByteView) -> Bool {
    guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return path[0..<colon].firstIndex(of: UInt8(ascii: "/")) == nil
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// `[ userinfo "@" ] host [ ":" port ]`
  private static func matchesAuthority(
    _ text: ByteView, _ beyondASCII: PercentText.BeyondASCII
  ) -> Bool {
    var host = text
    if let at = text.firstIndex(of: UInt8(ascii: "@")) {
      guard PercentText.isAll(text[0..<at], ASCIISet.userInfo, beyondASCII: beyondASCII) else {
        return false
      }
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
      guard
        PercentText.isAll(
          host[0..<position], ASCIISet.registeredName, beyondASCII: beyondASCII)
      else { return false }
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
}
