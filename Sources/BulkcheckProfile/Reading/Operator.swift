/// The keys of a block of `rules` that are not paths
/// (docs/reference/rules.md#operators-as-field-names).
enum Operator: String, CaseIterable {
  case all, any, none, not, when, then, `else`, compare, rule

  static let names = allCases.map(\.rawValue)
}
