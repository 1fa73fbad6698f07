internal import BulkcheckDocument

/// The labels of a field or a rule: its tags, and the dimension of its quality.
struct RuleLabels {
  private var labels: [DocumentNode] = []

  /// The list of labels; nil if there are none.
  var node: DocumentNode? { labels.first.map { .list(labels, at: $0.offset) } }

  mutating func add(tags: [DocumentNode]) { labels += tags.filter { !($0.text?.isEmpty ?? true) } }

  mutating func add(dimension node: DocumentNode) {
    guard let text = node.text, !text.isEmpty else { return }
    labels.append(.text(Self.dimensions[text.lowercased()] ?? text, at: node.offset))
  }

  /// The dimensions by their synonyms.
  private static let dimensions = [
    "ac": "accuracy", "cp": "completeness", "cf": "conformity", "cs": "consistency",
    "cv": "coverage", "tm": "timeliness", "uq": "uniqueness",
  ]

  /// The severity of a rule by the word of a contract; nil for a word that is not known.
  static func severity(_ word: String) -> String? {
    switch word.lowercased() {
    case "error", "critical", "high": "error"
    case "warning", "medium": "warning"
    case "info", "low": "info"
    default: nil
    }
  }
}
