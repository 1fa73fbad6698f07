/// Checks and changes a value step by step. Each step gets the value that the step before it
/// returned. The first error ends the chain.
///
/// ```swift
/// let phone: Chain<String?> = [
///   CheckNil(), CheckCount(length: 11), PhoneFormatter(format: "+X (XXX) XXX XX-XX"),
/// ]
/// phone.check(value: "79634480209")  // .value("+7 (963) 448 02-09")
/// ```
///
/// A chain is a value. Linking makes a new one. Many threads can use the same chain, and a chain
/// can be a step of another.
public struct Chain<Value>: ChainStep {
  /// The result of a chain: a value, or an error.
  public enum Result: CustomStringConvertible {
    /// Every step let it through; this is the value after the last.
    case value(Value)
    /// The first error; later steps did not run.
    case error(Reason)

    /// The value; nil after an error.
    public var value: Value? {
      switch self {
      case .value(let value): value
      case .error: nil
      }
    }

    /// The error; nil if there is none.
    public var error: Reason? {
      switch self {
      case .value: nil
      case .error(let reason): reason
      }
    }

    /// The value or the error, in one line.
    public var description: String {
      switch self {
      case .value(let value): "value(\(value))"
      case .error(let reason): "error(\(reason))"
      }
    }
  }

  private let steps: [any ChainStep<Value>]

  /// Makes a chain from the given steps. Without any, it lets every value through.
  public init(_ steps: [any ChainStep<Value>] = []) { self.steps = steps }

  /// Makes a chain from the steps in the block.
  public init(@ChainBuilder<Value> _ steps: () -> [any ChainStep<Value>]) {
    self.steps = steps()
  }

  /// Runs all steps. Returns the value after the last one, or the first error.
  public func check(value: Value) -> Result {
    var current = value
    for step in steps {
      switch step.check(value: current) {
      case .value(let next): current = next
      case .error(let reason): return .error(reason)
      }
    }
    return .value(current)
  }

  /// Continues with the result of another chain. An error is returned unchanged.
  public func check(value result: Result) -> Result {
    switch result {
    case .value(let value): check(value: value)
    case .error: result
    }
  }

  /// Returns this chain with one more step at its end.
  public func link(_ step: some ChainStep<Value>) -> Chain { Chain(steps + [step]) }

  /// Returns this chain with one more step at its end.
  public func link(with step: some ChainStep<Value>) -> Chain { link(step) }

  /// Returns this chain with a change at its end. An error that the function throws becomes the
  /// chain's.
  public func link(_ change: @escaping @Sendable (Value) throws -> Value) -> Chain {
    link(ChangeStep(change))
  }

  /// Returns this chain with one more step at its end.
  public static func << (chain: Chain, step: some ChainStep<Value>) -> Chain {
    chain.link(step)
  }

  /// This chain with a change at its end.
  public static func << (
    chain: Chain, change: @escaping @Sendable (Value) throws -> Value
  ) -> Chain {
    chain.link(change)
  }
}

extension Chain: ExpressibleByArrayLiteral {
  /// Makes a chain from the steps in brackets: `[CheckNil(), CheckCount(length: 11)]`.
  public init(arrayLiteral elements: any ChainStep<Value>...) { self.init(elements) }
}

extension Chain.Result: Equatable where Value: Equatable {}
extension Chain.Result: Hashable where Value: Hashable {}
extension Chain.Result: Sendable where Value: Sendable {}
