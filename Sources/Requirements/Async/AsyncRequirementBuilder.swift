/// Collects the requirements of a block, synchronous and not.
@resultBuilder
public enum AsyncRequirementBuilder<Value: Sendable> {
  public typealias Part = [AsyncRequirement<Value>]

  public static func buildExpression(_ requirement: AsyncRequirement<Value>) -> Part {
    [requirement]
  }

  public static func buildExpression(_ requirement: Requirement<Value>) -> Part {
    [AsyncRequirement(requirement)]
  }

  public static func buildExpression(_ requirement: AsyncRequirement<Value>?) -> Part {
    requirement.map { [$0] } ?? []
  }

  public static func buildExpression(_ requirements: [AsyncRequirement<Value>]) -> Part {
    requirements
  }

  public static func buildBlock(_ parts: Part...) -> Part { parts.flatMap { $0 } }
  public static func buildOptional(_ part: Part?) -> Part { part ?? [] }
  public static func buildEither(first part: Part) -> Part { part }
  public static func buildEither(second part: Part) -> Part { part }
  public static func buildArray(_ parts: [Part]) -> Part { parts.flatMap { $0 } }
}
