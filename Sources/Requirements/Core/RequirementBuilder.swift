/// Collects the requirements of a block: statements, `if`, `for`, optionals, arrays and key paths
/// to `Bool`.
@resultBuilder
public enum RequirementBuilder<Value> {
  public static func buildExpression(_ requirement: Requirement<Value>) -> [Requirement<Value>] {
    [requirement]
  }

  public static func buildExpression(_ requirement: Requirement<Value>?) -> [Requirement<Value>] {
    requirement.map { [$0] } ?? []
  }

  public static func buildExpression(
    _ requirements: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    requirements
  }

  public static func buildExpression(
    _ keyPath: any KeyPath<Value, Bool> & Sendable
  ) -> [Requirement<Value>] {
    [.require(keyPath)]
  }

  public static func buildBlock(_ parts: [Requirement<Value>]...) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  public static func buildOptional(_ part: [Requirement<Value>]?) -> [Requirement<Value>] {
    part ?? []
  }

  public static func buildEither(first part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  public static func buildEither(second part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  public static func buildArray(_ parts: [[Requirement<Value>]]) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  public static func buildLimitedAvailability(
    _ part: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    part
  }
}
