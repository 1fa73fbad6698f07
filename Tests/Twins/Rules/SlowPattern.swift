package import BulkcheckCore

/// Patterns that random profiles use, each with a plain function that does the same.
package struct SlowPattern: Sendable {
  package var source: String
  /// nil: the match limit is reached.
  package var matches: @Sendable (String.UnicodeScalarView) -> Bool?

  package static let all: [SlowPattern] = [
    SlowPattern(source: "^[a-c]+$") { text in
      !text.isEmpty && text.allSatisfy { ("a"..."c").contains($0) }
    },
    SlowPattern(source: "b") { $0.contains("b") },
    SlowPattern(source: "^\\d+$") { text in
      !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
    },
    SlowPattern(source: "\\s") { text in
      text.contains { " \t\n\r\u{b}\u{c}".unicodeScalars.contains($0) }
    },
    SlowPattern(source: "^.$") { text in text.count == 1 && text.first != "\n" },
    SlowPattern(source: "^$") { $0.isEmpty },
    SlowPattern(source: "^(?!a)") { $0.first != "a" },
    SlowPattern(source: endless) {
      isEndless($0) ? nil : !$0.isEmpty && $0.allSatisfy { $0 == "a" }
    },
  ]

  /// Finds texts of `a` alone, and tries all ways to part the others into one and two of them.
  package static let endless = "^(?:a|aa|(?=b)c)+(?<!x)$"
  /// There are more ways than any limit allows.
  package static let endlessText = String(repeating: "a", count: 70) + "!"

  private static func isEndless(_ text: String.UnicodeScalarView) -> Bool {
    text.prefix { $0 == "a" }.count >= 70 && text.count > 70
  }

  package static func matches(_ source: PatternSource, _ text: [UInt8]) -> Bool? {
    guard let known = all.first(where: { $0.source == source.pattern }) else { return false }
    return known.matches(String(decoding: text, as: UTF8.self).unicodeScalars)
  }

  /// Replacements that random profiles use.
  package static let replacements:
    [(source: String, with: String, change: @Sendable ([UInt8]) -> [UInt8]?)] = [
      ("[^0-9]", "", { $0.filter { (48...57).contains($0) } }),
      ("a", "bb", { $0.flatMap { $0 == 97 ? [98, 98] : [$0] } }),
      ("(b)", "<$1$$>", { $0.flatMap { $0 == 98 ? Array("<b$>".utf8) : [$0] } }),
      (
        endless, "b",
        { bytes in
          let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
          if isEndless(text) { return nil }
          return !bytes.isEmpty && bytes.allSatisfy { $0 == 97 } ? [98] : bytes
        }
      ),
    ]

  /// nil: the match limit is reached.
  package static func replace(_ source: PatternSource, _ text: [UInt8]) -> [UInt8]? {
    guard let known = replacements.first(where: { $0.source == source.pattern }) else {
      return text
    }
    return known.change(text)
  }
}
