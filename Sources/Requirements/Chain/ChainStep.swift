/// One step of a ``Chain``: a check, a change, or a chain of its own.
public protocol ChainStep<Value>: Sendable {
  /// What the step checks or changes.
  associatedtype Value

  /// The value for the next step, changed or as it came; or the error that ends the chain.
  func check(value: Value) -> Chain<Value>.Result
}

extension Requirement: ChainStep {
  /// Any requirement is a check: the value as it came, or the first reason.
  public func check(value: Value) -> Chain<Value>.Result {
    switch evaluate(value) {
    case .confirmed: .value(value)
    case .failed(let reason): .error(reason)
    }
  }
}
