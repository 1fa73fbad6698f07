internal import BulkcheckDocument

/// The rules of a requirement as a document: a profile, or a JSON Schema.
///
/// ```swift
/// let document = try requirement.profile()
/// save(document.text())                                  // users.json
/// for leftover in document.leftovers { print(leftover) } // what only Swift can check
/// ```
/// What a document has no word for is left out, and listed.
public struct RequirementDocument: Sendable {
  /// The language of a document.
  public enum Language: Hashable, Sendable {
    /// JSON.
    case json
    /// YAML.
    case yaml
  }

  /// A rule that the document does not have, or has in other words.
  public struct Leftover: Hashable, Sendable, CustomStringConvertible {
    /// The id of the rule in a batch.
    public let rule: String
    /// The path of its field; nil for rules over several fields or the whole record.
    public let field: String?
    /// Why it is left out.
    public let reason: String

    /// The id, the field in brackets, and the reason.
    public var description: String {
      "\(rule)\(field.map { " (\($0))" } ?? ""): \(reason)"
    }
  }

  /// The rules that the document does not have. Empty if it says all that the requirement does.
  public let leftovers: [Leftover]
  let root: DocumentNode

  init(_ root: DocumentNode, leftovers: [Leftover]) {
    self.root = root
    self.leftovers = leftovers
  }

  /// The text of the document, which ends with a line end.
  public func text(as language: Language = .json) -> String {
    DocumentWriter.text(of: root, as: language == .json ? .json : .yaml)
  }
}
