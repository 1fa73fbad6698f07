import Requirements
import Twins

/// Draws texts of a format and texts that just miss it, and damages them at random.
struct TextDraw {
  var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  mutating func text(of format: PlainFormat) -> String {
    switch format {
    case .email: mailbox()
    case .url: url()
    case .phone: phone()
    case .uuid: [8, 4, 4, 4, 12].map { characters(Self.hexDigits, $0) }.joined(separator: "-")
    case .date: date()
    case .dateTime: dateTime()
    }
  }

  // MARK: Characters

  static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
  static let digits = Array("0123456789".unicodeScalars)
  static let hexDigits = Array("0123456789abcdefABCDEF".unicodeScalars)
  private static let labelCharacters = letters + digits + Array("-".unicodeScalars)
  private static let atomCharacters = letters + digits + Array("!#$%&'*+-/=?^_`{|}~".unicodeScalars)
  private static let quotedCharacters = (32...126).compactMap { Unicode.Scalar($0) }
  private static let urlCharacters =
    letters + digits + Array("-._~!$&'()*+,;=:@/?".unicodeScalars)

  /// Characters to damage a text with: those of all formats, lookalikes, and ones that end a text.
  private static let strange = Array(
    ("@.-+:/?#[]%\"\\tTzZ09aAfFgG \u{0}\u{9}\n\r\u{7F}\u{80}\u{A0}\u{2028}\u{FEFF}"
      + "\u{FF10}\u{660}é\u{301}😀").unicodeScalars)

  mutating func characters(_ set: [Unicode.Scalar], _ count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<max(count, 0) { text.append(random.pick(set)) }
    return String(text)
  }

  /// A number near the limit, or a small one.
  private mutating func count(near limit: Int) -> Int {
    random.oneIn(3) ? limit - 1 + random.below(3) : 1 + random.below(min(limit, 9))
  }

  /// The number with leading zeros.
  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  // MARK: Formats

  private mutating func phone() -> String { "+" + characters(Self.digits, count(near: 15)) }

  private mutating func mailbox() -> String {
    let domain = random.oneIn(5) ? "[\(addressLiteral())]" : domainName()
    return "\(localPart())@\(domain)"
  }

  private mutating func localPart() -> String {
    let count = count(near: 64)
    if random.oneIn(4) {
      var text = characters(Self.quotedCharacters, max(0, count - 2))
      if !random.oneIn(4) {
        text.removeAll { $0 == "\"" || $0 == "\\" }
        if random.oneIn(2) { text += random.pick(["\\\"", "\\\\", "\\", "\\ "]) }
      }
      return "\"\(text)\""
    }
    var text = characters(Self.atomCharacters, count)
    if random.oneIn(2), count > 2 {
      let dot = text.index(text.startIndex, offsetBy: 1 + random.below(count - 2))
      text.replaceSubrange(dot...dot, with: ".")
    }
    return text
  }

  private mutating func domainName() -> String {
    guard random.oneIn(4) else {
      return (0...random.below(3)).map { _ in label(count(near: 63)) }.joined(separator: ".")
    }
    // Of 254 to 257 octets.
    let labels = (0..<4).map { _ in label(50) }.joined(separator: ".")
    return labels + "." + label(50 + random.below(4))
  }

  private mutating func label(_ count: Int) -> String {
    if random.oneIn(8) { return characters(Self.labelCharacters, count) }
    return characters(Self.letters, 1) + characters(Self.labelCharacters, count - 2)
      + (count > 1 ? characters(Self.digits, 1) : "")
  }

  private mutating func addressLiteral() -> String {
    random.oneIn(2) ? quad() : random.pick(["IPv6:", "ipV6:", "IPv6", "IPv4:", ""]) + address()
  }

  private mutating func quad() -> String {
    (0..<(random.oneIn(8) ? 3 + random.below(3) : 4)).map { _ in
      random.pick(["0", "00", "001", "9", "10", "99", "127", "249", "255", "256", "1000", ""])
    }.joined(separator: ".")
  }

  private mutating func address() -> String {
    func isWhole(_ random: inout SeededGenerator) -> Bool { !random.oneIn(3) }
    let hasGap = random.oneIn(2)
    var groups = (0..<(hasGap ? random.below(8) : 7 + random.below(3))).map { _ in
      characters(Self.hexDigits, random.oneIn(12) ? random.below(6) : 1 + random.below(4))
    }
    if random.oneIn(4) {
      if groups.count > 2 { groups.removeLast(2) }
      groups.append(isWhole(&random) ? "192.0.2.\(random.below(300))" : quad())
    }
    guard hasGap else { return groups.joined(separator: ":") }
    let gap = random.below(groups.count + 1)
    return groups[..<gap].joined(separator: ":") + "::" + groups[gap...].joined(separator: ":")
  }

  private mutating func url() -> String {
    var text = random.pick(["http", "https", "HTTPS", "mailto", "a", "x+y-z.1", "1a", ""]) + ":"
    if !random.oneIn(4) {
      text += "//"
      if random.oneIn(4) { text += run(12) + "@" }
      switch random.below(6) {
      case 0: text += "[\(address())]"
      case 1: text += "[\(future())]"
      case 2: text += run(12)
      default: text += domainName()
      }
      if random.oneIn(4) { text += ":" + characters(Self.digits, random.below(7)) }
      if random.oneIn(2) { text += "/" }
    }
    text += run(20)
    if random.oneIn(3) { text += "?" + run(20) }
    if random.oneIn(3) { text += "#" + run(20) }
    return text
  }

  private mutating func future() -> String {
    random.pick(["v", "V", "v", "w", ""]) + characters(Self.hexDigits, random.below(3))
      + random.pick([".", ".", ".", ""]) + characters(Self.urlCharacters, random.below(6))
  }

  /// Characters of a URL, some of them percent-encoded.
  private mutating func run(_ maximum: Int) -> String {
    var text = ""
    for _ in 0..<random.below(maximum) {
      text += random.oneIn(8) ? "%" : characters(Self.urlCharacters, 1)
      if text.hasSuffix("%"), !random.oneIn(10) { text += characters(Self.hexDigits, 2) }
    }
    return text
  }

  private mutating func date() -> String {
    let year = random.pick([
      0, 4, 100, 400, 1900, 2000, 2023, 2024, 2100, 9999, random.below(10000),
    ])
    let month = random.oneIn(2) ? 2 : random.below(14)
    let day = random.oneIn(2) ? 27 + random.below(6) : random.below(33)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private mutating func dateTime() -> String {
    var text = random.oneIn(4) ? date() : "2024-02-29"
    text += random.pick(["T", "T", "T", "t", " "])
    let offset = random.below(1500)
    let sign = random.pick(["+", "-"])
    if random.oneIn(2) {
      // The leap second of the offset, or a minute beside it.
      let minute = 1438 + random.below(3) + (sign == "+" ? offset : -offset) + 2880
      text += "\(padded(minute / 60 % 24, 2)):\(padded(minute % 60, 2)):60"
    } else {
      text += "\(padded(random.below(26), 2)):\(padded(random.below(62), 2))"
      text += ":\(padded(random.below(62), 2))"
    }
    if random.oneIn(3) { text += "." + characters(Self.digits, random.below(12)) }
    if random.oneIn(3) { return text + random.pick(["Z", "Z", "z", ""]) }
    return text + "\(sign)\(padded(offset / 60, 2)):\(padded(offset % 60, 2))"
  }

  // MARK: Damage

  /// The text with one to three characters changed, put in, taken out, doubled or moved.
  mutating func damaged(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...random.below(3) {
      let place = random.below(scalars.count + 1)
      switch random.below(7) {
      case 0: scalars.insert(scalar(), at: place)
      case 1 where place < scalars.count: scalars.remove(at: place)
      case 2 where place < scalars.count: scalars.swapAt(place, random.below(scalars.count))
      case 3 where place < scalars.count: scalars.insert(scalars[place], at: place)
      case 4 where random.oneIn(4): scalars.removeSubrange(place...)
      case 5 where random.oneIn(4): scalars += scalars[place...]
      default: if place < scalars.count { scalars[place] = scalar() }
      }
    }
    return string(scalars)
  }

  /// A text of any characters.
  mutating func anyText(_ maximum: Int) -> String {
    string((0..<random.below(maximum)).map { _ in scalar() })
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch random.below(8) {
    case 0: Unicode.Scalar(UInt32(random.below(0x11_0000))) ?? "\u{FFFD}"
    case 1...3: random.pick(Self.urlCharacters)
    default: random.pick(Self.strange)
    }
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
