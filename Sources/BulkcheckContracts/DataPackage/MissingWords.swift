internal import BulkcheckCore
internal import BulkcheckDocument

/// The texts that count as missing, of a schema and of its fields.
///
/// A profile has one list for all fields. A field with a list of its own has `normalize` turn its
/// texts into one that is missing everywhere, so that list has what all fields have in common.
struct MissingWords {
  /// The texts that are missing in every field.
  let common: [String]
  /// The text that is missing by the dialect, which every reader of cells knows; at most one.
  let nullSequences: [String]
  private let ofSchema: [String]

  /// A text that no data has, if the fields have no text in common.
  private static let placeholder = "\u{2400}missing"

  /// - Parameter ofFields: the lists of the fields that have one of their own.
  init(ofSchema: [String], ofFields: [[String]], nullSequence: String? = nil) {
    self.ofSchema = ofSchema
    nullSequences = nullSequence.map { [$0] } ?? []
    let common = ofSchema.filter { word in ofFields.allSatisfy { $0.contains(word) } }
    self.common =
      common.isEmpty && !(ofSchema.isEmpty && ofFields.allSatisfy(\.isEmpty))
        && !ofFields.isEmpty
      ? [Self.placeholder] : common
  }

  /// The texts that are missing in a field.
  ///
  /// - Parameter own: its list, if it has one.
  func words(_ own: [String]?) -> [String] { own ?? ofSchema }

  /// The change that makes the texts of a field missing; nil if they are so already.
  func change(_ own: [String]?, at offset: Int) -> DocumentNode? {
    let others = words(own).filter { !common.contains($0) }
    guard !others.isEmpty, let target = common.first else { return nil }
    let pattern = "^(?:" + others.map(PatternText.literal).joined(separator: "|") + ")$"
    return .object(
      ["replace": .texts([pattern, PatternText.replacement(target)], at: offset)], at: offset)
  }

  /// The list of a schema or a field: texts, or objects with a `value` and a label. nil if it is
  /// something else.
  static func list(_ node: DocumentNode) -> [String]? {
    guard let elements = node.elements else { return nil }
    let texts = elements.compactMap { $0.text ?? $0["value"]?.text }
    return texts.count == elements.count ? texts : nil
  }
}

/// Parts of regular expressions.
enum PatternText {
  /// A pattern that matches the text and nothing else.
  static func literal(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      #"\^$.[]|()?*+{}/-#"#.unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    }.joined()
  }

  /// The text as what replaces a match.
  static func replacement(_ text: String) -> String {
    text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
  }
}
