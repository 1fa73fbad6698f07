internal import BulkcheckCore
public import BulkcheckReport
public import Requirements

extension Requirement {
  /// Makes the requirement one rule in batch reports, whatever its parts are, and gives it an id, a
  /// message, a severity and a tolerance.
  ///
  /// ```swift
  /// Requirement<User>.on(\.email, .matches(pattern: "@"))
  ///   .rule("email-format", message: "{value} is not an email address", severity: .warning)
  /// ```
  ///
  /// It changes nothing for single values.
  ///
  /// - Parameters:
  ///   - id: its name in the report. Without this method a rule is named after its field and
  ///     constraint: `email.pattern`.
  ///   - message: a template as in a profile: `{value} {field} {line} {rule}` or any `{path}` are
  ///     filled in, `{{` and `}}` are braces. nil: the reason, or a default.
  ///   - severity: whether a failure makes a record invalid.
  ///   - tolerance: the failures that the rule may have.
  ///   - labels: words; values of a rule's fields labelled `pii` are masked in reports.
  public func rule(
    _ id: String, message: String? = nil, severity: Report.Severity = .error,
    tolerance: RuleTolerance = .none, labels: [String] = []
  ) -> Requirement {
    annotated(
      RuleAnnotation(
        id: id, message: message, severity: Severity(rawValue: severity.rawValue),
        tolerance: tolerance.tolerance, labels: labels))
  }

  /// Labels all rules that are made from the requirement. Around an `on`, also those that come from
  /// the property's type.
  ///
  /// Values of fields labelled `pii` are masked in reports.
  public func labels(_ labels: String...) -> Requirement {
    annotated(RuleAnnotation(labels: labels))
  }
}
