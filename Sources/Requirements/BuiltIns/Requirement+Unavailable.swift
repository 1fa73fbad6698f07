// Built-ins for values of a wrong type. They cannot be called, and say what to write instead of
// what the compiler would say: that two types are not equivalent.
//
// One for each name, not one for each type: the compiler tries them all when anything else in an
// expression is wrong, and each doubles the time of a chain with `&&`.

/// A body for built-ins that nobody can call.
private func noRequirement<Value>() -> Requirement<Value> { .all([]) }

extension Requirement {
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this needs `import RequirementsPatterns`, and is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func matches(pattern: String) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func contains(_ part: String) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func hasPrefix(_ part: String) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func hasSuffix(_ part: String) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func oneOf(_ values: [String]) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func oneOf(_ values: String...) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func email() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func url() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func phone() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func uuid() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func date() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func dateTime() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a collection has .count(min:max:), a number .inRange(…)
      """
  )
  public static func minLength(_ minimum: Int) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a collection has .count(min:max:), a number .inRange(…)
      """
  )
  public static func maxLength(_ maximum: Int) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a collection has .count(min:max:), a number .inRange(…)
      """
  )
  public static func length(min: Int, max: Int) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a collection has .count(min:max:), a number .inRange(…)
      """
  )
  public static func length(exactly count: Int) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String or a collection; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a number has .inRange(…)
      """
  )
  public static func notEmpty() -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String or a collection; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a number has .inRange(…)
      """
  )
  public static func count(min: Int? = nil, max: Int? = nil) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this is for a String or a collection; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a number has .inRange(…)
      """
  )
  public static func count(exactly count: Int) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the limits need the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…); \
      a String has .length(min:max:), a collection .count(min:max:)
      """
  )
  public static func inRange(_ range: some RangeExpression<Int>) -> Requirement { noRequirement() }
}

/// Limits: literals are enough to tell an optional apart.
extension Requirement {
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the limit needs the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func greaterThan(_ limit: Double) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the limit needs the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func greaterThanOrEqual(_ limit: Double) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the limit needs the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func lessThan(_ limit: Double) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the limit needs the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func lessThanOrEqual(_ limit: Double) -> Requirement { noRequirement() }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the divisor needs the type of the value; \
      for an optional, wrap it in .required(…) or .ifPresent(…)
      """
  )
  public static func multipleOf(_ divisor: Double) -> Requirement { noRequirement() }
}
