/// A case of rust-lang/regex's TOML files, as far as it says whether a text has a match.
struct RegexCase {
  var name = ""
  var pattern: String?
  var text = ""
  var hasMatch = false
  /// All keys of the case, with their values as they stand.
  var settings: [String: String] = [:]

  /// Reads the part of TOML that these files use.
  static func read(_ toml: String, file: String) -> [RegexCase] {
    var cases: [RegexCase] = []
    var key = ""
    for line in toml.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "[[test]]" {
        cases.append(RegexCase())
        key = ""
        continue
      }
      guard !cases.isEmpty, !line.hasPrefix("#") else { continue }
      let isKey = line.first?.isLetter == true && line.contains(" = ")
      if isKey, let equals = line.firstIndex(of: "=") {
        key = String(line[..<equals].dropLast())
        cases[cases.count - 1].settings[key] = String(line[equals...].dropFirst(2))
      } else if !key.isEmpty {
        cases[cases.count - 1].settings[key, default: ""] += "\n" + line
      }
    }
    for index in cases.indices { cases[index].finish(file) }
    return cases
  }

  private mutating func finish(_ file: String) {
    name = file + "/" + (RegexCase.text(settings["name"] ?? "") ?? "")
    pattern = RegexCase.text(settings["regex"] ?? "")
    text = RegexCase.text(settings["haystack"] ?? "") ?? ""
    hasMatch = settings["matches"].map { $0.contains { $0.isNumber } } ?? false
  }

  /// A TOML string; nil for anything else.
  private static func text(_ value: String) -> String? {
    var value = value[...]
    while value.last?.isWhitespace == true { value.removeLast() }
    if value.hasPrefix("'''") {
      let content = value.dropFirst(3).dropLast(3)
      return String(content.first == "\n" ? content.dropFirst() : content)
    }
    if value.hasPrefix("'") { return String(value.dropFirst().dropLast()) }
    guard value.hasPrefix("\"") else { return nil }
    return unescape(value.dropFirst().dropLast())
  }

  private static func unescape(_ content: Substring) -> String? {
    var text = ""
    var rest = content.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "b": text += "\u{8}"
      case "f": text += "\u{c}"
      case "u", "U":
        let length = escape == "u" ? 4 : 8
        let digits = String(String.UnicodeScalarView(rest.prefix(length)))
        rest = rest.dropFirst(length)
        guard let scalar = UInt32(digits, radix: 16).flatMap(UnicodeScalar.init) else { return nil }
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(escape)
      }
    }
    return text
  }
}
