internal import BulkcheckCore
internal import Requirements

/// The attributes in batch reports of the rules that a requirement becomes.
struct RuleAnnotation: OutlineAnnotation {
  /// The id. With one, the requirement becomes a single rule.
  var id: String?
  /// The message: a template, as in a profile.
  var message: String?
  var severity: Severity?
  var tolerance: Tolerance?
  /// The labels of all rules inside.
  var labels: [String] = []
}

/// Annotations around one another, while a requirement becomes rules.
extension RuleAnnotation {
  /// Whether the part becomes one rule, whatever it is made of.
  var isOneRule: Bool { id != nil || message != nil }

  /// Takes over an annotation further inside. Attributes that were given outside win, and labels
  /// add up.
  mutating func take(_ annotation: any OutlineAnnotation) {
    guard let annotation = annotation as? RuleAnnotation else { return }
    id = id ?? annotation.id
    message = message ?? annotation.message
    severity = severity ?? annotation.severity
    tolerance = tolerance ?? annotation.tolerance
    labels += annotation.labels.filter { !labels.contains($0) }
  }
}
