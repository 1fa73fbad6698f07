import BulkcheckCore

/// The formats of docs/reference/formats.md#formats, written down from their documents; nothing of
/// the engine is used.
///
/// Labels that IDNA encodes (`xn--`) are taken for any other label: no text of the generators has
/// one, and no address with letters beyond ASCII.
enum SlowFormat {
  static func matches(_ format: Format, _ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    // Characters would join a letter with a combining mark behind it.
    let letters = Array(text.unicodeScalars)
    switch format {
    case .uuid: return parts(letters, "-").map(\.count) == [8, 4, 4, 4, 12] && isUUID(letters)
    case .date: return isDate(letters)
    case .time: return isTime(letters)
    case .dateTime:
      guard letters.count > 11, letters[10] == "T" || letters[10] == "t" else { return false }
      return isDate(Array(letters[..<10])) && isTime(Array(letters[11...]))
    case .duration: return isDuration(letters)
    case .ipv4: return isIPv4(letters)
    case .ipv6: return isIPv6(letters)
    case .hostname: return letters.count <= 253 && isDomain(letters)
    case .phone:
      return (3...16).contains(letters.count) && letters[0] == "+" && letters[1] != "0"
        && letters.dropFirst().allSatisfy(isDigit)
    case .base64: return isBase64(letters)
    case .jsonPointer: return isPointer(letters)
    case .email, .idnEmail: return isMailbox(letters)
    case .iban, .isbn, .ean, .luhn, .lei, .mod97: return SlowCheckDigits.matches(format, text)
    case .uri: return SlowURIGrammar.matches(letters)
    default: preconditionFailure("no profile may name \(format)")
    }
  }

  typealias Letters = [Unicode.Scalar]

  static func isDigit(_ letter: Unicode.Scalar) -> Bool { ("0"..."9").contains(letter) }

  static func isHex(_ letter: Unicode.Scalar) -> Bool {
    isDigit(letter) || ("a"..."f").contains(letter) || ("A"..."F").contains(letter)
  }

  static func isLetter(_ letter: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(letter) || ("A"..."Z").contains(letter)
  }

  static func parts(_ letters: Letters, _ separator: Unicode.Scalar) -> [Letters] {
    letters.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
  }

  /// A number of exactly so many digits.
  private static func number(_ letters: some Collection<Unicode.Scalar>, digits: Int) -> Int? {
    guard letters.count == digits, letters.allSatisfy(isDigit) else { return nil }
    return letters.reduce(0) { 10 * $0 + Int($1.value) - 48 }
  }

  private static func isUUID(_ letters: Letters) -> Bool {
    letters.allSatisfy { isHex($0) || $0 == "-" }
  }

  // MARK: RFC 3339

  private static func isDate(_ letters: Letters) -> Bool {
    let fields = parts(letters, "-")
    guard fields.count == 3, let year = number(fields[0], digits: 4),
      let month = number(fields[1], digits: 2), let day = number(fields[2], digits: 2),
      (1...12).contains(month), day >= 1
    else { return false }
    if month == 2 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      return day <= (isLeap ? 29 : 28)
    }
    return day <= ([4, 6, 9, 11].contains(month) ? 30 : 31)
  }

  private static func isTime(_ letters: Letters) -> Bool {
    guard letters.count > 8, letters[2] == ":", letters[5] == ":",
      let hour = number(letters[0..<2], digits: 2), let minute = number(letters[3..<5], digits: 2),
      let second = number(letters[6..<8], digits: 2), hour < 24, minute < 60, second <= 60
    else { return false }
    var rest = letters[8...]
    if rest.first == "." {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      if fraction.isEmpty { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let offset = offset(Array(rest)) else { return false }
    // The last minute of a day in UTC, where leap seconds are.
    return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 == 1439
  }

  /// Minutes ahead of UTC.
  private static func offset(_ letters: Letters) -> Int? {
    if letters == ["Z"] || letters == ["z"] { return 0 }
    guard letters.count == 6, letters[0] == "+" || letters[0] == "-", letters[3] == ":",
      let hours = number(letters[1..<3], digits: 2),
      let minutes = number(letters[4..<6], digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    return (letters[0] == "+" ? 1 : -1) * (hours * 60 + minutes)
  }

  /// Appendix A: units in order, none left out between the first and the last; weeks alone.
  private static func isDuration(_ letters: Letters) -> Bool {
    guard letters.first == "P" else { return false }
    let halves = parts(Array(letters.dropFirst()), "T")
    guard halves.count <= 2, let date = units(halves[0]) else { return false }
    if halves.count == 1 { return date == "W" || !date.isEmpty && "YMD".contains(date) }
    guard let time = units(halves[1]), !time.isEmpty, "HMS".contains(time) else { return false }
    return "YMD".contains(date) || date.isEmpty
  }

  /// The letters behind the numbers; nil if there is one without a number.
  private static func units(_ letters: Letters) -> String? {
    var units = ""
    var hasNumber = false
    for letter in letters {
      if isDigit(letter) {
        hasNumber = true
      } else if hasNumber {
        units.unicodeScalars.append(letter)
        hasNumber = false
      } else {
        return nil
      }
    }
    return hasNumber ? nil : units
  }

  // MARK: Addresses

  static func isIPv4(_ letters: Letters) -> Bool {
    let fields = parts(letters, ".")
    return fields.count == 4
      && fields.allSatisfy { field in
        guard (1...3).contains(field.count), let value = number(field, digits: field.count) else {
          return false
        }
        return value < 256 && (field.count == 1 || field[0] != "0")
      }
  }

  /// RFC 4291: eight groups, of which `::` stands for one or more; the last two may be written as
  /// an IPv4 address.
  static func isIPv6(_ letters: Letters) -> Bool {
    var groups = parts(letters, ":")
    guard groups.count >= 3 else { return false }
    var wanted = 8
    if let last = groups.last, last.contains(".") {
      guard isIPv4(last) else { return false }
      groups.removeLast()
      wanted = 6
    }
    // At an end `::` leaves two empty groups, elsewhere one.
    let text = String(String.UnicodeScalarView(letters))
    let gaps = zip(letters, letters.dropFirst()).count { $0 == ":" && $1 == ":" }
    guard gaps <= 1, gaps == 1 || !text.hasPrefix(":") && !text.hasSuffix(":"),
      !text.hasPrefix(":") || text.hasPrefix("::"), !text.hasSuffix(":") || text.hasSuffix("::")
    else { return false }
    let written = groups.filter { !$0.isEmpty }
    guard written.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHex) }) else { return false }
    return gaps == 1 ? written.count < wanted : written.count == wanted
  }

  /// RFC 1123, of RFC 5321's domains too.
  private static func isDomain(_ letters: Letters) -> Bool {
    parts(letters, ".").allSatisfy { label in
      (1...63).contains(label.count) && label.first != "-" && label.last != "-"
        && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == "-" }
    }
  }

  /// RFC 5321: `Mailbox`, its local part of at most 64 octets and its domain of at most 255.
  private static func isMailbox(_ letters: Letters) -> Bool {
    guard let at = letters.lastIndex(of: "@") else { return false }
    let local = Array(letters[..<at])
    let domain = Array(letters[(at + 1)...])
    guard local.count <= 64, isLocalPart(local) else { return false }
    guard domain.first == "[", domain.last == "]" else {
      return domain.count <= 255 && isDomain(domain)
    }
    let inside = Array(domain.dropFirst().dropLast())
    let tag = String(String.UnicodeScalarView(inside.prefix(5))).lowercased()
    return tag == "ipv6:" ? isIPv6(Array(inside.dropFirst(5))) : isIPv4(inside)
  }

  private static func isLocalPart(_ letters: Letters) -> Bool {
    guard letters.first == "\"", letters.count > 1, letters.last == "\"" else {
      let others: Letters = Array("!#$%&'*+-/=?^_`{|}~".unicodeScalars)
      return parts(letters, ".").allSatisfy { atom in
        !atom.isEmpty && atom.allSatisfy { isLetter($0) || isDigit($0) || others.contains($0) }
      }
    }
    var isEscaped = false
    for letter in letters.dropFirst().dropLast() {
      guard (" "..."~").contains(letter) else { return false }
      if !isEscaped, letter == "\"" { return false }
      isEscaped = !isEscaped && letter == "\\"
    }
    return !isEscaped
  }

  // MARK: Others

  /// RFC 4648, section 4: groups of four, the last one padded.
  private static func isBase64(_ letters: Letters) -> Bool {
    let content = letters.reversed().drop { $0 == "=" }
    return letters.count % 4 == 0 && letters.count - content.count <= 2
      && content.allSatisfy { isLetter($0) || isDigit($0) || $0 == "+" || $0 == "/" }
  }

  /// RFC 6901.
  private static func isPointer(_ letters: Letters) -> Bool {
    guard letters.isEmpty || letters[0] == "/" else { return false }
    return letters.indices.allSatisfy { index in
      letters[index] != "~"
        || index + 1 < letters.count && (letters[index + 1] == "0" || letters[index + 1] == "1")
    }
  }
}

/// URIs of RFC 3986, section 3: a scheme, and what is behind it.
private enum SlowURIGrammar {
  typealias Letters = [Unicode.Scalar]

  static func matches(_ letters: Letters) -> Bool {
    guard let colon = letters.firstIndex(of: ":"), colon > 0, SlowFormat.isLetter(letters[0]),
      letters[..<colon].allSatisfy({
        SlowFormat.isLetter($0) || SlowFormat.isDigit($0) || "+-.".unicodeScalars.contains($0)
      })
    else { return false }
    let rest = Array(letters[(colon + 1)...])
    let (beforeFragment, fragment) = cut(rest, at: "#")
    let (hierarchy, query) = cut(beforeFragment, at: "?")
    for part in [query, fragment].compactMap({ $0 }) where !isMade(part, of: ":@/?") {
      return false
    }
    guard hierarchy.starts(with: ["/", "/"]) else { return isMade(hierarchy, of: ":@/") }
    let (authority, path) = cut(Array(hierarchy.dropFirst(2)), at: "/")
    return isAuthority(authority) && isMade(path ?? [], of: ":@/")
  }

  private static func cut(_ letters: Letters, at mark: Unicode.Scalar) -> (Letters, Letters?) {
    guard let place = letters.firstIndex(of: mark) else { return (letters, nil) }
    return (Array(letters[..<place]), Array(letters[(place + 1)...]))
  }

  /// Whether the letters are unreserved, escaped, `sub-delims` or among some others.
  private static func isMade(_ letters: Letters, of others: String, escapes: Bool = true) -> Bool {
    let known = ("-._~!$&'()*+,;=" + others).unicodeScalars
    var index = 0
    while index < letters.count {
      if escapes, letters[index] == "%" {
        guard index + 2 < letters.count, SlowFormat.isHex(letters[index + 1]),
          SlowFormat.isHex(letters[index + 2])
        else { return false }
        index += 3
        continue
      }
      guard
        SlowFormat.isLetter(letters[index]) || SlowFormat.isDigit(letters[index])
          || known.contains(letters[index])
      else { return false }
      index += 1
    }
    return true
  }

  private static func isAuthority(_ letters: Letters) -> Bool {
    var host = letters
    if let at = letters.firstIndex(of: "@") {
      guard isMade(Array(letters[..<at]), of: ":") else { return false }
      host = Array(letters[(at + 1)...])
    }
    if host.first == "[" {
      guard let end = host.lastIndex(of: "]") else { return false }
      let port = host[(end + 1)...]
      guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(SlowFormat.isDigit)
      else { return false }
      return isLiteral(Array(host[1..<end]))
    }
    if let colon = host.lastIndex(of: ":") {
      guard host[(colon + 1)...].allSatisfy(SlowFormat.isDigit) else { return false }
      host = Array(host[..<colon])
    }
    return isMade(host, of: "")
  }

  /// `IPv6address / IPvFuture`.
  private static func isLiteral(_ letters: Letters) -> Bool {
    guard letters.first == "v" || letters.first == "V" else { return SlowFormat.isIPv6(letters) }
    let (version, address) = cut(Array(letters.dropFirst()), at: ".")
    guard let address, !version.isEmpty, !address.isEmpty else { return false }
    return version.allSatisfy(SlowFormat.isHex) && isMade(address, of: ":", escapes: false)
  }
}
