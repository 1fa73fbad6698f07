internal import BulkcheckCore

/// Other forms of a text that people and programs mix up with the right one.
enum TextForms {
  /// The forms of a text, each with how it differs; those that a profile's `normalize` can make
  /// come first.
  ///
  /// - Parameters:
  ///   - repairs: what may be changed.
  ///   - keepsValue: only forms that mean the same value: `25` does not repair `2.5`.
  static func of(
    _ text: String, formats: [Format], repairs: Repairs, keepsValue: Bool
  ) -> [(how: String, text: String)] {
    let changes = changes.filter { change in
      if keepsValue { return change.names == "trim" && repairs.contains(.blanks) }
      guard change.steps.allSatisfy({ $0 == .trim || $0 == .collapseWhitespace }) else {
        return repairs.contains(.forms) && (change.names != "digits" || isPunctuatedNumber(text))
      }
      return repairs.contains(.blanks)
    }
    return normalized(text, changes)
      + (keepsValue ? plainWord(text).map { [$0] } ?? [] : [])
      + (repairs.contains(.forms) ? formats.flatMap { forms(of: text, $0) } : [])
  }

  /// A boolean or a number as JSON has it: `TRUE`, `.5` and `+5` are none.
  static func plainWord(_ text: String) -> (how: String, text: String)? {
    let plain = PlainWord.boolean(text)?.plain ?? PlainWord.number(text)
    return plain.flatMap { $0 == text ? nil : ("as JSON writes it", $0) }
  }

  static func isNumber(_ text: String) -> Bool {
    ByteView.withUTF8(of: text) { JSONDiagnosis.fault(in: $0) == nil && Decimal.parse($0) != nil }
  }

  /// Has digits, and no letters that would be lost with what stands between them.
  private static func isPunctuatedNumber(_ text: String) -> Bool {
    text.contains { $0.isASCII && $0.isNumber } && !text.contains { $0.isLetter }
  }

  private static let changes: [(names: String, steps: [Change])] = [
    ("trim", [.trim]), ("lowercase", [.lowercase]), ("uppercase", [.uppercase]),
    ("trim, lowercase", [.trim, .lowercase]), ("trim, uppercase", [.trim, .uppercase]),
    ("collapseWhitespace", [.collapseWhitespace]),
    ("collapseWhitespace, trim", [.collapseWhitespace, .trim]), ("digits", [.digits]),
  ]

  private static func normalized(
    _ text: String, _ changes: [(names: String, steps: [Change])]
  ) -> [(how: String, text: String)] {
    let bytes = OwnedBytes(text)
    return withExtendedLifetime(bytes) {
      changes.map { change in
        var arena = ByteArena()
        var view = bytes.view
        for step in change.steps {
          switch step {
          case .trim: view = TextChanges.trim(view)
          case .lowercase: view = TextChanges.lowercase(view, &arena)
          case .uppercase: view = TextChanges.uppercase(view, &arena)
          case .collapseWhitespace: view = TextChanges.collapseWhitespace(view, &arena)
          case .digits: view = TextChanges.digits(view, &arena)
          case .replace, .mask, .default, .plainNumber, .formedNumber, .word: break
          }
        }
        return (how: "with normalize \(change.names)", text: view.text)
      }
    }
  }

  private static func forms(of text: String, _ format: Format) -> [(how: String, text: String)] {
    let trimmed = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    switch format {
    case .dateTime:
      let joined = replacingFirst(" ", by: "T", in: trimmed)
      return [
        ("with an offset at the end, such as Z", text + "Z"),
        ("with T between date and time", joined),
        ("with T between date and time, and an offset at the end", joined + "Z"),
        ("with a time and an offset", trimmed + "T00:00:00Z"),
      ] + wholeOffset(text) + wholeOffset(joined)
    case .time: return [("with an offset at the end, such as Z", text + "Z")] + wholeOffset(text)
    case .date:
      let slashes = text.split(separator: "/").map(String.init)
      let dots = text.split(separator: ".").map(String.init)
      return [
        ("without the time", String(text.prefix(10))),
        ("with hyphens", slashes.joined(separator: "-")),
        ("as year, month, day", dots.reversed().map(twoDigits).joined(separator: "-")),
        ("as year, month, day", slashes.reversed().map(twoDigits).joined(separator: "-")),
      ]
    case .uri, .iri: return [("with a scheme in front", "https://" + trimmed)]
    case .uuid:
      let inner = text.filter { $0 != "{" && $0 != "}" }
      let plain = String(inner.hasPrefix("urn:uuid:") ? String(inner.dropFirst(9)) : inner)
      return [("without the text around it", plain), ("with hyphens", hyphenated(plain))]
    case .phone:
      let digits = text.filter { $0.isASCII && $0.isNumber }
      return [
        ("with + and digits only", "+" + digits),
        ("with + instead of 00 in front", "+" + digits.drop { $0 == "0" }),
      ]
    case .base64:
      let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
      return [
        ("with = at the end", text + padding),
        ("in the standard alphabet", standard + padding),
      ]
    case .jsonPointer: return [("with / in front", "/" + text)]
    case .hostname, .idnHostname, .ipv4, .ipv6:
      let host = text.split(separator: "/").first { !$0.hasSuffix(":") }.map(String.init) ?? text
      return [("without scheme and path", host)]
    case .email, .idnEmail:
      let parts = text.split(separator: "<")
      let inner = parts.last.map { String($0.prefix { $0 != ">" }) } ?? text
      return [
        ("without mailto:", text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text),
        ("without the name", inner),
      ]
    case .iban, .lei, .mod97:
      let plain = text.filter { !" -".contains($0) }
      return [
        ("without blanks", plain), ("in capitals", text.uppercased()),
        ("in capitals and without blanks", plain.uppercased()),
      ]
    case .isbn:
      let number = text.drop { !$0.isNumber }
      return [
        ("without what is in front", String(number)), ("with X in capitals", text.uppercased()),
      ]
    case .ean, .luhn: return [("without blanks", text.filter { !" -".contains($0) })]
    case .duration: return [("with P in front", "P" + text), ("with PT in front", "PT" + text)]
    case .uriReference, .iriReference, .uriTemplate, .relativeJSONPointer, .regex: return []
    }
  }

  /// `+0200` and `+02` as RFC 3339 writes them.
  private static func wholeOffset(_ text: String) -> [(how: String, text: String)] {
    guard let sign = text.lastIndex(where: { "+-".contains($0) }) else { return [] }
    let digits = text[text.index(after: sign)...]
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return [] }
    let minutes = digits.count == 4 ? digits.suffix(2) : "00"
    return [("with the offset as +HH:MM", "\(text[...sign])\(digits.prefix(2)):\(minutes)")]
  }

  private static func replacingFirst(_ old: Character, by new: Character, in text: String) -> String
  {
    guard let place = text.firstIndex(of: old) else { return text }
    var changed = text
    changed.replaceSubrange(place...place, with: [new])
    return changed
  }

  private static func twoDigits(_ part: String) -> String { part.count == 1 ? "0" + part : part }

  /// 32 digits as a UUID writes them.
  private static func hyphenated(_ text: String) -> String {
    let digits = Array(text.filter { $0 != "-" && $0 != " " })
    guard digits.count == 32 else { return text }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }
}
