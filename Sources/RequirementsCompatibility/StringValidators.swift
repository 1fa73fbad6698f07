internal import Synchronization

/// Requires a string that is neither missing nor empty.
public struct NotEmptyValidator: Validator {
  /// The message for a string that is not valid.
  public let errorMessage: String
  /// The validator as a requirement.
  public let requirement: Requirement<String?>

  /// Makes a validator with the message for a string that is missing or empty.
  public init(errorMessage: String) {
    self.errorMessage = errorMessage
    requirement = .required(.notEmpty().because(errorMessage))
  }

  /// Whether the string, which may be missing, is valid.
  public func isValid(value: String?) -> Bool { requirement.evaluate(value).isConfirmed }
}

/// Requires a string that matches a regular expression of Swift from its beginning to its end.
///
/// Swift's engine has no match limit. A pattern that goes back and forth, such as `(a+)+b`, can
/// take practically forever on a hostile string. `matches(pattern:)` of the module
/// `RequirementsPatterns` has a limit, and reads a pattern the way profiles do.
///
/// The expression is compiled once. Threads that use the same validator match one after another.
public struct RegexValidator: Validator {
  /// The message for a string that is not valid.
  public let errorMessage: String
  private let expression: LockedExpression

  /// Makes a validator with the message for a string that does not match or is missing.
  ///
  /// A pattern that cannot be compiled fails for every string. The message then says so.
  public init(regex: String, errorMessage: String) {
    expression = LockedExpression(regex)
    self.errorMessage = expression.mistake ?? errorMessage
  }

  /// Whether the string, which may be missing, matches.
  public func isValid(value: String?) -> Bool { value.map(expression.matches) ?? false }
}

/// A `Regex`, which is not `Sendable`, for many threads.
private final class LockedExpression: Sendable {
  /// The mistake in the pattern; nil if there is none.
  let mistake: String?
  // Made here, seen by nobody else, and used behind the lock only.
  private let regex: Mutex<Regex<AnyRegexOutput>?>

  init(_ pattern: String) {
    do {
      regex = Mutex(try Regex(pattern))
      mistake = nil
    } catch {
      regex = Mutex(nil)
      mistake = "The pattern \(String(reflecting: pattern)) cannot be compiled: \(error)"
    }
  }

  func matches(_ text: String) -> Bool {
    regex.withLock { regex in regex.map { text.wholeMatch(of: $0) != nil } ?? false }
  }
}
