/// A statement of an asynchronous block: a ``Requirement`` or an ``AsyncRequirement``.
///
/// A protocol instead of an overload for each: with overloads the compiler cannot tell which one a
/// wrong statement was meant for, and says nothing about the mistake itself.
public protocol AsyncBlockStatement<Value>: Sendable {
  /// The type of the values that it checks.
  associatedtype Value
  /// The parts that a statement adds to an asynchronous requirement.
  var asyncParts: AsyncParts<Value> { get }
}

/// The synchronous and the asynchronous part of a statement in a block.
public struct AsyncParts<Value>: Sendable {
  let synchronous: Requirement<Value>
  var checks: [AsyncCheck<Value>] = []
}

extension Requirement: AsyncBlockStatement {
  /// The requirement as the synchronous part of an asynchronous one.
  public var asyncParts: AsyncParts<Value> { AsyncParts(synchronous: self) }
}

extension AsyncRequirement: AsyncBlockStatement {
  /// The part that is checked at once, and the part that takes time.
  public var asyncParts: AsyncParts<Value> { AsyncParts(synchronous: synchronous, checks: checks) }

  init(_ parts: AsyncParts<Value>) {
    self.init(synchronous: parts.synchronous, checks: parts.checks)
  }
}

/// Collects the requirements of a block, synchronous and not.
///
/// A statement names its type: `AsyncRequirement.on(\.name, isFree)`, not `.on(\.name, isFree)`.
/// See ``RequirementBuilder`` for what the compiler says about misspelt key paths.
@resultBuilder
public enum AsyncRequirementBuilder<Value: Sendable> {
  /// The requirements that a statement of a block stands for.
  public typealias Part = [AsyncRequirement<Value>]

  /// A requirement, asynchronous or not.
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statement: Statement
  ) -> Part {
    [AsyncRequirement(statement.asyncParts)]
  }

  /// A requirement that may be nil; nil requires nothing.
  @_disfavoredOverload
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statement: Statement?
  ) -> Part {
    statement.map { [AsyncRequirement($0.asyncParts)] } ?? []
  }

  /// Several requirements.
  @_disfavoredOverload
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statements: [Statement]
  ) -> Part {
    statements.map { AsyncRequirement($0.asyncParts) }
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
