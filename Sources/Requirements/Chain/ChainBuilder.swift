/// Collects the steps of a block: checks, chains, changes, and functions.
@resultBuilder
public enum ChainBuilder<Value> {
  public static func buildExpression(_ step: some ChainStep<Value>) -> [any ChainStep<Value>] {
    [step]
  }

  public static func buildExpression(
    _ change: @escaping @Sendable (Value) throws -> Value
  ) -> [any ChainStep<Value>] {
    [ChangeStep(change)]
  }

  public static func buildBlock(_ parts: [any ChainStep<Value>]...) -> [any ChainStep<Value>] {
    parts.flatMap { $0 }
  }

  public static func buildOptional(_ part: [any ChainStep<Value>]?) -> [any ChainStep<Value>] {
    part ?? []
  }

  public static func buildEither(first part: [any ChainStep<Value>]) -> [any ChainStep<Value>] {
    part
  }

  public static func buildEither(second part: [any ChainStep<Value>]) -> [any ChainStep<Value>] {
    part
  }

  public static func buildArray(_ parts: [[any ChainStep<Value>]]) -> [any ChainStep<Value>] {
    parts.flatMap { $0 }
  }
}
