internal import BulkcheckCore
public import BulkcheckReport
public import Requirements

/// How many failures a rule of a batch may have before it fails the run.
public struct RuleTolerance: Hashable, Sendable {
  let tolerance: Tolerance

  /// No failure.
  public static let none = RuleTolerance(tolerance: .zero)

  /// At most so many failures.
  public static func count(_ count: Int) -> RuleTolerance {
    RuleTolerance(tolerance: Tolerance(count: max(0, count)))
  }

  /// At most so many of a million records that the rule judges: 1000 are 0.1 %.
  public static func perMillion(_ count: Int) -> RuleTolerance {
    let bounded = min(max(0, count), 1_000_000)
    let fraction = String(String(10_000 + bounded % 10_000).dropFirst())
    return RuleTolerance(tolerance: Tolerance(percent: "\(bounded / 10_000).\(fraction)"))
  }
}

extension Requirement {
  /// Makes one rule of the requirement for batch reports, whatever it is made of.
  ///
  /// ```swift
  /// Requirement.on(\.email, .matches(pattern: "@"))
  ///   .rule("email-format", message: "{value} is not an email address", severity: .warning)
  /// ```
  ///
  /// It changes nothing for single values.
  ///
  /// - Parameters:
  ///   - id: its name in the report. Without this method a rule is called after its field and
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

  /// Labels all rules that the requirement becomes; around an `on` also those that the property's
  /// type stands for.
  ///
  /// Values of fields labelled `pii` are masked in reports.
  public func labels(_ labels: String...) -> Requirement {
    annotated(RuleAnnotation(labels: labels))
  }
}
