internal import BulkcheckCore

/// A rule that was made from a requirement.
public struct BatchRule: Hashable, Sendable {
  /// The id in reports.
  public let id: String
  /// The path of its field; nil for rules over several fields or the whole record.
  public let field: String?
  /// The keyword that a profile has for it, otherwise the name of the built-in. `closure` for a
  /// closure, and `decodable` for the last rule.
  public let constraint: String
  /// Whether values are decoded for it, because it contains a closure or needs Swift to decide.
  public let decodesValues: Bool

  init(_ rule: EngineRule) {
    id = rule.id
    field = rule.field
    constraint = rule.constraint
    decodesValues = rule.expression.asksClosure
  }
}
