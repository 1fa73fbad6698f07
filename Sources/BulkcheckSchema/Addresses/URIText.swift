internal import BulkcheckCore

/// URI references as texts (RFC 3986): parts, resolution, the decoding of a fragment.
package enum URIText {
  struct Parts {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?

    var text: String {
      var text = ""
      if let scheme { text += scheme + ":" }
      if let authority { text += "//" + authority }
      text += path
      if let query { text += "?" + query }
      return text
    }
  }

  /// The parts before and after the first `#`; the fragment is nil without one.
  package static func split(_ text: String) -> (address: String, fragment: String?) {
    guard let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (text, nil) }
    return (String(text[..<hash]), String(text[text.utf8.index(after: hash)...]))
  }

  /// The parts of a reference without fragment.
  static func parts(_ text: String) -> Parts {
    var rest = text[...]
    var scheme: Substring?
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    var query: Substring?
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    var authority: Substring?
    if rest.utf8.starts(with: "//".utf8) {
      let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
      let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    return Parts(scheme: scheme, authority: authority, path: rest, query: query)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { Ascii.isAlphanumeric($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// RFC 3986, 5.2.2: a reference without fragment, from a base without fragment.
  package static func resolve(_ reference: String, from base: String) -> String {
    if reference.isEmpty { return base }
    var target = parts(reference)
    if target.scheme != nil {
      target.path = withoutDots(target.path)
      return target.text
    }
    let base = parts(base)
    target.scheme = base.scheme
    if target.authority != nil {
      target.path = withoutDots(target.path)
      return target.text
    }
    target.authority = base.authority
    if target.path.isEmpty {
      target.path = base.path
      if target.query == nil { target.query = base.query }
      return target.text
    }
    if !target.path.utf8.starts(with: "/".utf8) { target.path = merged(target.path, base) }
    target.path = withoutDots(target.path)
    return target.text
  }

  private static func merged(_ path: Substring, _ base: Parts) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return base.path[...slash] + path
  }

  /// RFC 3986, 5.2.4. A path of a URN has no dots to remove.
  private static func withoutDots(_ path: Substring) -> Substring {
    guard path.utf8.contains(UInt8(ascii: ".")), path.utf8.contains(UInt8(ascii: "/")) else {
      return path
    }
    let isRooted = path.utf8.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > (isRooted ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")[...]
  }

  /// `%41` as `A`; nil where a `%` is not followed by two hexadecimal digits, or where the result
  /// is not UTF-8.
  package static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Ascii.hexValue),
        let low = rest.popFirst().flatMap(Ascii.hexValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A target as it looks from a base: what both have in common, up to a `/`, is left out. For
  /// files only, so that places have no name of a machine in them.
  package static func shown(_ target: String, from base: String) -> String {
    guard parts(target).scheme == "file", parts(base).scheme == "file" else { return target }
    let there = target.split(separator: "/", omittingEmptySubsequences: false)
    let here = base.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var common = 0
    while common < here.count, common < there.count - 1, here[common] == there[common] {
      common += 1
    }
    let ups = Array(repeating: Substring(".."), count: here.count - common)
    return (ups + there[common...]).joined(separator: "/")
  }
}
