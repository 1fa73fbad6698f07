/// The keys that say something about a rule besides its statement.
enum AttributeKey: String, CaseIterable {
  case id, message, code, severity, tolerance, labels, tag, priority, was

  static let names = allCases.map(\.rawValue)
}
