/// Text of unknown origin made fit for a terminal or a log: escaped, measured and cut.
///
/// All that is written for people goes through ``escaped(_:)``; formats for machines have escapes
/// of their own.
package enum TerminalText {
  /// `text` with everything that steers a terminal shown as `\uXXXX`, so that it is one line, and
  /// everything that nobody sees as `\u{XXXX}`; one that a log would take for a command is none any
  /// more.
  package static func escaped(_ text: String) -> String {
    let text = VisibleText.shown(text)
    let isCommand = isCommand(text)
    guard isCommand || text.unicodeScalars.contains(where: steers) else { return text }
    var out = ""
    for scalar in isCommand ? text.unicodeScalars.drop(while: isBlank) : text.unicodeScalars[...] {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where steers(scalar): out += escape(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return isCommand ? "\\u003a" + out.dropFirst() : out
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u" + DigitText.padded(String(scalar.value, radix: 16), to: 4)
  }

  /// `text` as a cell of CSV that may be read at a terminal: its line ends and tabs stay.
  package static func escapedCell(_ text: String) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      steers(scalar) && scalar != "\n" && scalar != "\r" && scalar != "\t"
    }
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        out += escape(scalar)
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// `text` of several lines, each of them ``escaped(_:)``.
  package static func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// GitHub Actions obeys lines that begin so, blanks aside.
  private static func isCommand(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == ":" || isBlank(first) else { return false }
    return scalars.drop(while: isBlank).starts(with: "::".unicodeScalars)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  /// Control characters (C0, DEL, C1), line and paragraph separators.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    // No terminal minds these, but XML has no way to write them.
    case 0xFFFE, 0xFFFF: true
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
  package static func shortenedAtStart(_ text: String, to columns: Int) -> String {
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

  /// `text`, its middle replaced by an ellipsis if it is wider than `columns`: for ids, because ids
  /// with the same beginning mostly differ at the end.
  package static func shortenedInside(_ text: String, to columns: Int) -> String {
    guard width(text) > columns, columns > 2 else { return shortened(text, to: columns) }
    // `shortened` puts the ellipsis at the end, `shortenedAtStart` at the beginning.
    let start = shortened(text, to: columns / 2)
    return start.dropLast() + shortenedAtStart(text, to: columns - width(start) + 1)
  }

  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  package static func paddedAtStart(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - width(text))) + text
  }

  /// Rows as lines, their cells escaped and one below the other. A row of one cell is a heading.
  package static func table(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(escaped) }
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { $0.count == 1 ? 0 : width($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      var line = zip(row, widths).map { padded($0, to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// `text` in lines, broken at blanks. One line if `columns` is nil.
  ///
  /// - Parameter breakingWords: whether a word wider than `columns` is broken, too. Otherwise it
  ///   has a line of its own.
  package static func wrapped(
    _ text: String, to columns: Int?, breakingWords: Bool = false
  ) -> [String] {
    guard let columns, width(text) > columns else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, width(last) + 1 + width(String(word)) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return breakingWords ? lines.flatMap { broken($0, to: columns) } : lines
  }

  /// `text` in pieces of at most so many columns, or of one character.
  private static func broken(_ text: String, to columns: Int) -> [String] {
    guard width(text) > columns else { return [text] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in text {
      let width = width(character)
      if used + width > columns, !piece.isEmpty {
        pieces.append(piece)
        (piece, used) = ("", 0)
      }
      piece.append(character)
      used += width
    }
    return pieces + [piece]
  }
}
