package import BulkcheckCore

/// What a batch report says of the rules that a requirement becomes; without effect on single
/// values.
package struct RuleAnnotation: Hashable, Sendable {
  /// Makes one rule of the requirement.
  package var id: String?
  /// A template, as in a profile.
  package var message: String?
  package var severity: Severity?
  package var tolerance: Tolerance?
  /// Of all rules inside.
  package var labels: [String]

  package init(
    id: String? = nil, message: String? = nil, severity: Severity? = nil,
    tolerance: Tolerance? = nil, labels: [String] = []
  ) {
    self.id = id
    self.message = message
    self.severity = severity
    self.tolerance = tolerance
    self.labels = labels
  }
}

extension Requirement {
  /// The same requirement with something said for batch reports.
  package func annotated(_ annotation: RuleAnnotation) -> Requirement {
    Requirement(
      outline: .annotated(annotation, outline, OpaqueCheck(check)), check: check)
  }
}
