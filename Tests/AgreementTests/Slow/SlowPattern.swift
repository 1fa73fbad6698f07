import BulkcheckCore

/// Patterns that random profiles use, each with a plain function that does the same.
struct SlowPattern: Sendable {
  var source: String
  var matches: @Sendable (String.UnicodeScalarView) -> Bool

  static let all: [SlowPattern] = [
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
  ]

  static func matches(_ source: PatternSource, _ text: [UInt8]) -> Bool {
    guard let known = all.first(where: { $0.source == source.pattern }) else { return false }
    return known.matches(String(decoding: text, as: UTF8.self).unicodeScalars)
  }

  /// Replacements that random profiles use.
  static let replacements:
    [(source: String, with: String, change: @Sendable ([UInt8]) -> [UInt8])] = [
      ("[^0-9]", "", { $0.filter { (48...57).contains($0) } }),
      ("a", "bb", { $0.flatMap { $0 == 97 ? [98, 98] : [$0] } }),
      ("(b)", "<$1$$>", { $0.flatMap { $0 == 98 ? Array("<b$>".utf8) : [$0] } }),
    ]

  static func replace(_ source: PatternSource, _ text: [UInt8]) -> [UInt8] {
    replacements.first { $0.source == source.pattern }?.change(text) ?? text
  }
}
