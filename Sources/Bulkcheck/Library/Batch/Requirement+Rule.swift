internal import BulkcheckCore
public import BulkcheckReport
public import Requirements

/// Says how many failures a rule of a batch may have before it fails the run.
public struct RuleTolerance: Hashable, Sendable {
  let tolerance: Tolerance

  /// Allows no failure.
  public static let none = RuleTolerance(tolerance: .zero)

  /// Allows this many failures.
  public static func count(_ count: Int) -> RuleTolerance {
    RuleTolerance(tolerance: Tolerance(count: max(0, count)))
  }

  /// Allows this many failures in a million records that the rule evaluates: 1000 are 0.1 %.
  public static func perMillion(_ count: Int) -> RuleTolerance {
    let bounded = min(max(0, count), 1_000_000)
    let fraction = String(String(10_000 + bounded % 10_000).dropFirst())
    return RuleTolerance(tolerance: Tolerance(percent: "\(bounded / 10_000).\(fraction)"))
  }
}

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
