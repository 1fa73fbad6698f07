internal import BulkcheckCore

/// The texts of values, keys and comments in JSON and YAML.
enum DocumentText {
  /// Appends a value on one line; false if the line becomes longer than the limit.
  static func append(
    _ node: DocumentNode, to text: inout String, _ language: DocumentLanguage, limit: Int
  ) -> Bool {
    switch node.kind {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .text(let value): text += self.text(value, language)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        guard append(element, to: &text, language, limit: limit) else { return false }
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        text += language == .json ? JSONText.quoted(member.name) : yamlKey(member.name)
        text += ": "
        guard append(member.value, to: &text, language, limit: limit) else { return false }
      }
      text += "}"
    }
    return limit == .max || text.unicodeScalars.count <= limit
  }

  static func text(_ text: String, _ language: DocumentLanguage) -> String {
    language == .json ? JSONText.quoted(text) : yamlText(text)
  }

  /// A key of YAML. `<<` in quotes is a name like any other.
  static func yamlKey(_ name: String) -> String { yamlText(name) }

  // MARK: Comments

  /// A comment as it stands in a line.
  static func comment(_ text: String, _ language: DocumentLanguage) -> String {
    var shown = text[...]
    while let last = shown.last, last.isWhitespace { shown.removeLast() }
    let printable = shown.unicodeScalars.map { isPrintable($0) ? String($0) : " " }.joined()
    switch language {
    case .json: return "//" + printable
    case .yaml: return "#" + uncommentable(printable)
    }
  }

  /// A commented-out member of JSON as YAML that can be uncommented: without the comma behind it.
  private static func uncommentable(_ text: String) -> String {
    let code = text.drop { $0 == " " }
    let blanks = text.prefix(text.count - code.count)
    if code.hasPrefix("// ") { return blanks + "#" + code.dropFirst(2) }
    guard let first = code.first, first == "\"" || first == "{" || first == "]" else { return text }
    let note = code.firstRange(of: "  // ")
    var member = note.map { code[..<$0.lowerBound] } ?? code
    // An element keeps its comma, which stands inside of brackets.
    if first != "{", member.hasSuffix(",") { member.removeLast() }
    // A bracket that closes stands further inside than its key.
    let indent = first == "]" ? "  " : ""
    return blanks + indent + member + (note.map { "  # " + code[$0.upperBound...] } ?? "")
  }

  // MARK: Texts of YAML

  /// Plain where nobody can take it for something else, else in single quotes where that needs no
  /// escape, else in double quotes.
  private static func yamlText(_ text: String) -> String {
    if isPlain(text) { return text }
    let scalars = text.unicodeScalars
    if scalars.contains("\\") || scalars.contains("\""), !scalars.contains("'"),
      scalars.allSatisfy(isPrintable)
    {
      return "'" + text + "'"
    }
    var quoted = "\""
    for scalar in scalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default:
        if isPrintable(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          let count = scalar.value > 0xFFFF ? 8 : 4
          quoted +=
            (count == 8 ? "\\U" : "\\u")
            + String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
        }
      }
    }
    return quoted + "\""
  }

  /// Characters that may stand in a line of YAML as they are, and do not end it.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x2028, 0x202A..<0xFEFF, 0xFF00..<0xFFFE, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Words that are values for readers of YAML 1.1.
  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, Ascii.isAlphanumeric(first) || first == UInt8(ascii: "_"),
      !Ascii.isDigit(first), bytes.count <= 80, bytes.last != 0x20,
      !words.contains(text.lowercased())
    else { return false }
    return bytes.allSatisfy { byte in
      Ascii.isAlphanumeric(byte) || "_-./$*+@ ".utf8.contains(byte)
    }
  }
}
