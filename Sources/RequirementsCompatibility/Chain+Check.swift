extension Chain {
  /// Same as `Chain/evaluate(_:)`.
  public func check(value: Value) -> Result { evaluate(value) }

  /// Continues with the result of another chain. An error is returned unchanged.
  public func check(value result: Result) -> Result {
    switch result {
    case .value(let value): evaluate(value)
    case .error: result
    }
  }

  /// Returns this chain with one more step at its end.
  public func link(with step: some ChainStep<Value>) -> Chain { link(step) }

  /// Returns this chain with one more step at its end.
  public static func << (chain: Chain, step: some ChainStep<Value>) -> Chain {
    chain.link(step)
  }

  /// Returns this chain with a change at its end.
  public static func << (
    chain: Chain, change: @escaping @Sendable (Value) throws -> Value
  ) -> Chain {
    chain.link(change)
  }
}
