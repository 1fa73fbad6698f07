/// Collects the steps of a block: checks, chains, changes, and functions.
@resultBuilder
public enum ChainBuilder<Value> {
  /// A check, a change or a chain.
  public static func buildExpression(_ step: some ChainStep<Value>) -> [any ChainStep<Value>] {
    [step]
  }

  /// A function that changes the value.
  public static func buildExpression(
    _ change: @escaping @Sendable (Value) throws -> Value
  ) -> [any ChainStep<Value>] {
    [ChangeStep(change)]
  }

  /// The statements of a block, in order.
  public static func buildBlock(_ parts: [any ChainStep<Value>]...) -> [any ChainStep<Value>] {
    parts.flatMap { $0 }
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [any ChainStep<Value>]?) -> [any ChainStep<Value>] {
    part ?? []
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [any ChainStep<Value>]) -> [any ChainStep<Value>] {
    part
  }

  /// Another branch.
  public static func buildEither(second part: [any ChainStep<Value>]) -> [any ChainStep<Value>] {
    part
  }

  /// A `for` loop.
  public static func buildArray(_ parts: [[any ChainStep<Value>]]) -> [any ChainStep<Value>] {
    parts.flatMap { $0 }
  }
}
