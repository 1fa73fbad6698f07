/// Collects the requirements of a block, synchronous and not.
@resultBuilder
public enum AsyncRequirementBuilder<Value: Sendable> {
  /// What each statement of a block amounts to.
  public typealias Part = [AsyncRequirement<Value>]

  /// An asynchronous requirement.
  public static func buildExpression(_ requirement: AsyncRequirement<Value>) -> Part {
    [requirement]
  }

  /// A synchronous requirement.
  public static func buildExpression(_ requirement: Requirement<Value>) -> Part {
    [AsyncRequirement(requirement)]
  }

  /// An asynchronous requirement that may be there; nil asks for nothing.
  public static func buildExpression(_ requirement: AsyncRequirement<Value>?) -> Part {
    requirement.map { [$0] } ?? []
  }

  /// A synchronous requirement that may be there; nil asks for nothing.
  public static func buildExpression(_ requirement: Requirement<Value>?) -> Part {
    requirement.map { [AsyncRequirement($0)] } ?? []
  }

  /// Several asynchronous requirements.
  public static func buildExpression(_ requirements: [AsyncRequirement<Value>]) -> Part {
    requirements
  }

  /// Several synchronous requirements.
  public static func buildExpression(_ requirements: [Requirement<Value>]) -> Part {
    requirements.map { AsyncRequirement($0) }
  }

  /// The statements of a block, in order.
  public static func buildBlock(_ parts: Part...) -> Part { parts.flatMap { $0 } }
  /// An `if` without `else`.
  public static func buildOptional(_ part: Part?) -> Part { part ?? [] }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: Part) -> Part { part }
  /// Another branch.
  public static func buildEither(second part: Part) -> Part { part }
  /// A `for` loop.
  public static func buildArray(_ parts: [Part]) -> Part { parts.flatMap { $0 } }
}
