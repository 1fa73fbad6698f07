/// Booleans and numbers as people write them, and as JSON does.
package enum PlainWord {
  /// `true` of `TRUE` and `yes`, and what goes with it: `FALSE`, `no`. nil of other words.
  package static func boolean(_ text: String) -> (plain: String, opposite: String)? {
    let word = text.lowercased()
    for (yes, no) in pairs {
      guard word == yes || word == no else { continue }
      let opposite = word == yes ? no : yes
      let isUpper =
        text == text.uppercased() && text.utf8.count > 1
        || text.utf8.count == 1
          && text != word
      let isTitle = text.first?.isUppercase == true
      return (
        word == yes ? "true" : "false",
        isUpper ? opposite.uppercased() : isTitle ? opposite.capitalizedWord : opposite
      )
    }
    return nil
  }

  private static let pairs = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("y", "n"), ("t", "f"),
  ]

  /// `0.5` of `.5`, `5` of `+5` and `5.`; nil of what JSON writes in the same way, and of what is
  /// no number.
  package static func number(_ text: String) -> String? {
    var rest = text[...]
    let sign = rest.first.flatMap { "+-".contains($0) ? $0 : nil }
    if sign != nil { rest.removeFirst() }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts[0].utf8.count < 2 || parts[0].first != "0"
    else { return nil }
    let fraction = parts.count == 2 && !parts[1].isEmpty ? "." + parts[1] : ""
    let plain = (sign == "-" ? "-" : "") + (parts[0].isEmpty ? "0" : parts[0]) + fraction
    return plain == text ? nil : plain
  }
}

extension String {
  /// Its first letter in upper case.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
