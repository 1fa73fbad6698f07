/// Text of unknown origin made fit for a terminal: escaped, measured and cut.
package enum TerminalText {
  /// `text` with everything that steers a terminal or reverses text shown as `\uXXXX`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where steers(scalar):
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Control characters (C0, DEL, C1), line and paragraph separators, and the marks that change
  /// direction.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C: true
    default: false
    }
  }

  /// The columns that a terminal needs for `text`: two for East Asian wide characters and emoji.
  package static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x200B...0x200D, 0xFEFF: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      return first.properties.generalCategory == .nonspacingMark ? 0 : 1
    }
  }

  /// `text`, its end replaced by an ellipsis if it is wider than `columns`.
  package static func shortened(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += width(character)
      if used > columns { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// `text`, its beginning replaced by an ellipsis if it is wider than `columns`: for file paths.
  static func shortenedAtStart(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var kept: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += width(character)
      if used > columns { break }
      kept.append(character)
    }
    return "…" + String(kept.reversed())
  }

  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  static func paddedAtStart(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - width(text))) + text
  }
}
