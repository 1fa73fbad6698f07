internal import BulkcheckCore

/// The words that stand for true and false in the cells of a column: `Yes` and `No`.
struct BooleanWords {
  /// Pairs of words, in small letters.
  private static let pairs = [
    (true: "true", false: "false"), (true: "yes", false: "no"), (true: "y", false: "n"),
    (true: "t", false: "f"), (true: "on", false: "off"),
  ]

  /// Fewer words are not yet a column of flags.
  private static let wordsMinimum = 4

  static func isFalse(_ text: String) -> Bool {
    let word = text.lowercased()
    return pairs.contains { $0.false == word }
  }

  private(set) var `true`: [String] = []
  private(set) var `false`: [String] = []

  /// Nil if there are other words as well, or only one of a pair.
  init?(_ summary: FieldSummary) {
    guard summary.texts.count >= BooleanWords.wordsMinimum, let values = summary.texts.values,
      values.count <= 2 * BooleanWords.pairs.count
    else { return nil }
    var seen: Set<String> = []
    for value in values {
      let word = value.text.lowercased()
      if BooleanWords.pairs.contains(where: { $0.true == word }) {
        `true`.append(value.text)
      } else if BooleanWords.pairs.contains(where: { $0.false == word }) {
        `false`.append(value.text)
      } else {
        return nil
      }
      seen.insert(word)
    }
    let arePaired = BooleanWords.pairs.allSatisfy {
      seen.contains($0.true) == seen.contains($0.false)
    }
    `true`.removeAll { $0 == "true" }
    `false`.removeAll { $0 == "false" }
    // Plain booleans need no words.
    guard arePaired, !`true`.isEmpty || !`false`.isEmpty else { return nil }
  }

  /// `{ "true": ["Yes"], "false": ["No"] }`
  var setting: String {
    let lists = [("true", `true`), ("false", `false`)].filter { !$0.1.isEmpty }.map { name, words in
      let texts = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return "\"\(name)\": [\(texts.map { JSONText.quoted($0) }.joined(separator: ", "))]"
    }
    return "{ \(lists.joined(separator: ", ")) }"
  }
}
