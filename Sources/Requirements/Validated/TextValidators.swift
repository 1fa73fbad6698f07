/// Requires a string that is neither missing nor empty.
///
/// ```swift
/// @Validated([
///   NotEmptyValidator(errorMessage: "Email is empty").validator,
///   RegexValidator(regex: #"[^@\s]+@[^@\s]+"#, errorMessage: "Not an email address").validator,
/// ])
/// var email: String? = nil
/// ```
public struct NotEmptyValidator: Validator {
  /// The message for a string that is not valid.
  public let errorMessage: String
  /// The same as a requirement.
  public let requirement: Requirement<String?>

  /// With the message for a string that is missing or empty.
  public init(errorMessage: String) {
    self.errorMessage = errorMessage
    requirement = .required(.notEmpty().because(errorMessage))
  }

  /// Whether the string, which may be missing, is valid.
  public func isValid(value: String?) -> Bool { requirement.evaluate(value).isConfirmed }
}

/// Requires a string that matches a regular expression from its beginning to its end.
///
/// The same as a ``Requirement/matches(pattern:options:)`` with anchors around the pattern.
public struct RegexValidator: Validator {
  /// The message for a string that is not valid.
  public let errorMessage: String
  /// The same as a requirement.
  public let requirement: Requirement<String?>

  /// With the message for a string that does not match or is missing.
  ///
  /// A pattern that cannot be compiled fails for every string and is listed under the requirement's
  /// ``Requirement/mistakes``.
  public init(regex: String, options: PatternOptions = [], errorMessage: String) {
    self.errorMessage = errorMessage
    let whole = Requirement<String>.matches(pattern: "\\A(?:\(regex))\\z", options: options)
    requirement = .required(whole.because(errorMessage))
  }

  /// Whether the string, which may be missing, is valid.
  public func isValid(value: String?) -> Bool { requirement.evaluate(value).isConfirmed }
}
