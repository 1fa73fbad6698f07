public import Requirements

/// Combines the requirements of an `#all` block, which its expansion calls.
public enum AllBlock {
  /// Returns a requirement made of all those in the block: an `AsyncRequirement` if one of them is
  /// asynchronous, otherwise a `Requirement`.
  public static func all<Value, Combined: AsyncBlockStatement>(
    @AllBlockBuilder<Value> _ block: () -> AllBlockResult<Value, Combined>
  ) -> Combined where Combined.Value == Value {
    block().combined
  }
}

/// The combined requirement of a block, with the type of the values that it checks.
public struct AllBlockResult<Value, Combined> {
  let combined: Combined
}

/// Collects the requirements of an `#all` block, synchronous and not.
///
/// A block with an asynchronous requirement has another type than one without. So one macro serves
/// both. With two macros of the same name the compiler could not tell which one a wrong statement
/// was meant for.
@resultBuilder
public enum AllBlockBuilder<Value> {
  /// Takes a requirement, asynchronous or not.
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statement: Statement
  ) -> [Statement] {
    [statement]
  }

  /// Takes a requirement that may be nil; nil requires nothing.
  @_disfavoredOverload
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statement: Statement?
  ) -> [Statement] {
    statement.map { [$0] } ?? []
  }

  /// Takes several requirements.
  @_disfavoredOverload
  public static func buildExpression<Statement: AsyncBlockStatement<Value>>(
    _ statements: [Statement]
  ) -> [Statement] {
    statements
  }

  /// Takes an `if` without `else`.
  public static func buildOptional<Statement: AsyncBlockStatement<Value>>(
    _ part: [Statement]?
  ) -> [Statement] {
    part ?? []
  }

  /// Takes the first branch of an `if` or `switch`.
  public static func buildEither<Statement: AsyncBlockStatement<Value>>(
    first part: [Statement]
  ) -> [Statement] {
    part
  }

  /// Takes another branch, of requirements of the same kind.
  public static func buildEither<Statement: AsyncBlockStatement<Value>>(
    second part: [Statement]
  ) -> [Statement] {
    part
  }

  /// Takes a `for` loop.
  public static func buildArray<Statement: AsyncBlockStatement<Value>>(
    _ parts: [[Statement]]
  ) -> [Statement] {
    parts.flatMap { $0 }
  }

  /// Begins a block without statements.
  public static func buildBlock() -> [Requirement<Value>] { [] }

  /// Begins a block.
  public static func buildPartialBlock<Statement: AsyncBlockStatement<Value>>(
    first: [Statement]
  ) -> [Statement] {
    first
  }

  /// Adds a statement of the same kind.
  public static func buildPartialBlock<Statement: AsyncBlockStatement<Value>>(
    accumulated: [Statement], next: [Statement]
  ) -> [Statement] {
    accumulated + next
  }

  /// Ends a block of synchronous requirements.
  public static func buildFinalResult(
    _ parts: [Requirement<Value>]
  ) -> AllBlockResult<Value, Requirement<Value>> {
    AllBlockResult(combined: .all(parts))
  }
}

extension AllBlockBuilder where Value: Sendable {
  /// Adds the first asynchronous statement.
  public static func buildPartialBlock(
    accumulated: [Requirement<Value>], next: [AsyncRequirement<Value>]
  ) -> [AsyncRequirement<Value>] {
    accumulated.map { AsyncRequirement($0) } + next
  }

  /// Adds a synchronous statement to asynchronous ones.
  public static func buildPartialBlock(
    accumulated: [AsyncRequirement<Value>], next: [Requirement<Value>]
  ) -> [AsyncRequirement<Value>] {
    accumulated + next.map { AsyncRequirement($0) }
  }

  /// Ends a block with an asynchronous requirement.
  public static func buildFinalResult(
    _ parts: [AsyncRequirement<Value>]
  ) -> AllBlockResult<Value, AsyncRequirement<Value>> {
    AllBlockResult(combined: .all(parts))
  }
}
