/// Checks and changes a value step by step. Each step gets the value that the step before it
/// returned. The first error ends the chain.
///
/// ```swift
/// let phone: Chain<String?> = [
///   CheckNil(), CheckCount(length: 11), PhoneFormatter(format: "+X (XXX) XXX XX-XX"),
/// ]
/// phone.evaluate("79634480209")  // .value("+7 (963) 448 02-09")
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
  public func evaluate(_ value: Value) -> Result {
    var current = value
    for step in steps {
      switch step.apply(to: current) {
      case .value(let next): current = next
      case .error(let reason): return .error(reason)
      }
    }
    return .value(current)
  }

  /// Same as ``evaluate(_:)``, as a step of another chain.
  public func apply(to value: Value) -> Result { evaluate(value) }

  /// Returns this chain with one more step at its end.
  public func link(_ step: some ChainStep<Value>) -> Chain { Chain(steps + [step]) }

  /// Returns this chain with a change at its end. An error that the function throws becomes the
  /// chain's.
  public func link(_ change: @escaping @Sendable (Value) throws -> Value) -> Chain {
    link(ChangeStep(change))
  }
}

extension Chain: ExpressibleByArrayLiteral {
  /// Makes a chain from the steps in brackets: `[CheckNil(), CheckCount(length: 11)]`.
  public init(arrayLiteral elements: any ChainStep<Value>...) { self.init(elements) }
}

extension Chain.Result: Equatable where Value: Equatable {}
extension Chain.Result: Hashable where Value: Hashable {}
extension Chain.Result: Sendable where Value: Sendable {}

/// One step of a ``Chain``: a check, a change, or a chain of its own.
///
/// ```swift
/// struct Trim: ChainStep {
///   func apply(to value: String) -> Chain<String>.Result {
///     .value(value.filter { $0 != " " })
///   }
/// }
/// ```
public protocol ChainStep<Value>: Sendable {
  /// The type of the values that the step checks or changes.
  associatedtype Value

  /// Returns the value for the next step, changed or as it came, or the error that ends the chain.
  func apply(to value: Value) -> Chain<Value>.Result
}

extension Requirement: ChainStep {
  /// Returns the value as it came, or the first reason why it fails: any requirement is a check.
  public func apply(to value: Value) -> Chain<Value>.Result {
    switch evaluate(value) {
    case .confirmed: .value(value)
    case .failed(let reason): .error(reason)
    }
  }
}

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

/// A step that changes the value by a function: `ChangeStep { $0.lowercased() }`.
public struct ChangeStep<Value>: ChainStep {
  private let change: @Sendable (Value) throws -> Value

  /// Makes a step from a function. If it throws a ``ValidationError``, the chain ends with its
  /// first reason. Any other error ends it with its description.
  public init(_ change: @escaping @Sendable (Value) throws -> Value) { self.change = change }

  /// The changed value, or what the function threw.
  public func apply(to value: Value) -> Chain<Value>.Result {
    do {
      return .value(try change(value))
    } catch {
      return .error(Reason(error))
    }
  }
}

/// A step that lets through only strings of exactly this many characters; nil has none.
public struct CheckCount: ChainStep {
  private let requirement: Requirement<String?>

  /// Makes the step with the message of the built-in requirement.
  public init(length: Int) {
    requirement = .required(Requirement<String>.length(exactly: length))
  }

  /// Makes the step with a message of your own.
  public init(length: Int, because message: String) {
    requirement = .required(Requirement<String>.length(exactly: length).because(message))
  }

  /// Returns the string unchanged, or the error.
  public func apply(to value: String?) -> Chain<String?>.Result { requirement.apply(to: value) }
}

/// A step that lets through only a string that is neither nil nor empty.
public struct CheckNil: ChainStep {
  private let requirement: Requirement<String?>

  /// Makes the step with the messages of the built-in requirements.
  public init() {
    requirement = .required(Requirement<String>.notEmpty())
  }

  /// Makes the step with a message of your own.
  public init(because message: String) {
    requirement = .required(Requirement<String>.notEmpty().because(message))
  }

  /// Returns the string unchanged, or the error.
  public func apply(to value: String?) -> Chain<String?>.Result { requirement.apply(to: value) }
}

/// Formats a string: each `X` of the format takes the next character. `+X (XXX) XXX XX-XX` turns
/// `79634480209` into `+7 (963) 448 02-09`.
///
/// If the string does not have as many characters as the format has places, it is left unchanged,
/// as by `mask` in a profile. Check the length first.
public struct PhoneFormatter: ChainStep {
  private let pattern: String
  private let placeCount: Int

  /// Makes a step with a format. Each `X` in it is the place of a character.
  public init(format: String) {
    self.pattern = format
    placeCount = format.count { $0 == "X" }
  }

  /// Returns the string in the format, or unchanged.
  ///
  /// As a change of a `Chain<String>`: `.link(PhoneFormatter(format: "XX-XX").format)`.
  @Sendable public func format(_ text: String) -> String {
    guard text.count == placeCount else { return text }
    var characters = text.makeIterator()
    return String(pattern.map { $0 == "X" ? characters.next() ?? $0 : $0 })
  }

  /// The string in the format; nil stays nil.
  public func apply(to value: String?) -> Chain<String?>.Result { .value(value.map(format)) }
}
