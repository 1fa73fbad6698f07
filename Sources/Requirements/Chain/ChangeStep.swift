/// A step that changes the value by a function: `ChangeStep { $0.lowercased() }`.
public struct ChangeStep<Value>: ChainStep {
  private let change: @Sendable (Value) throws -> Value

  /// Makes a step from a function. If it throws a ``ValidationError``, the chain ends with its
  /// first reason. Any other error ends it with its description.
  public init(_ change: @escaping @Sendable (Value) throws -> Value) { self.change = change }

  /// The changed value, or what the function threw.
  public func check(value: Value) -> Chain<Value>.Result {
    do {
      return .value(try change(value))
    } catch {
      return .error(Reason(error))
    }
  }
}

extension Reason {
  /// A thrown error as a reason.
  init(_ error: any Error) {
    if let error = error as? ValidationError, let first = error.reasons.first {
      self = first
    } else {
      self.init(message: "\(error)")
    }
  }
}
