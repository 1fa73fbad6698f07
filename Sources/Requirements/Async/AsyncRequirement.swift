/// Checks a value with code that takes time: it asks a server, a database or a file.
///
/// ```swift
/// let available = AsyncRequirement<String> { name in
///   try await api.isAvailable(name)
///     ? .confirmed
///     : .failed(reason: Reason(code: "username_taken", message: "The name is in use"))
/// }
/// let username = AsyncRequirement<String>.all {
///   Requirement.length(min: 3, max: 20)
///   available
/// }
/// ```
/// Synchronous parts are checked first, and the others only if the value passes those. A thrown
/// error stays an error. It says nothing about the value.
public struct AsyncRequirement<Value: Sendable>: Sendable {
  typealias Check = @Sendable (_ value: Value, _ depth: Depth) async throws -> [Reason]

  /// The part that is checked before anything is awaited.
  let synchronous: Requirement<Value>
  /// One after another, in order.
  let checks: [Check]

  init(synchronous: Requirement<Value>, checks: [Check]) {
    self.synchronous = synchronous
    self.checks = checks
  }

  /// Makes a requirement from an asynchronous closure.
  public init(
    _ evaluate: @escaping @Sendable (_ value: Value) async throws -> Evaluation
  ) {
    self.init(
      synchronous: .all([]),
      checks: [
        { value, _ in
          switch try await evaluate(value) {
          case .confirmed: []
          case .failed(let reason): [reason]
          }
        }
      ])
  }

  /// Makes an asynchronous requirement from a synchronous one.
  public init(_ requirement: Requirement<Value>) {
    self.init(synchronous: requirement, checks: [])
  }

  /// Checks the value and returns the outcome; if it fails, with the first reason. Throws what a
  /// check throws, and `CancellationError` if the task was cancelled before a check began.
  public func evaluate(_ value: Value) async throws -> Evaluation {
    Evaluation(first: try await reasons(value, .first))
  }

  /// Returns every reason why the value fails. If synchronous parts fail, the others are not
  /// checked.
  public func failures(in value: Value) async throws -> [Reason] {
    try await reasons(value, .every)
  }

  /// Same as ``evaluate(_:)``, so you can call a requirement like a function.
  public func callAsFunction(_ value: Value) async throws -> Evaluation {
    try await evaluate(value)
  }

  /// Throws a ``ValidationError`` with every reason why the value fails, or what a check throws.
  public func validate(_ value: Value) async throws {
    if let error = ValidationError(try await failures(in: value)) { throw error }
  }

  func reasons(_ value: Value, _ depth: Depth) async throws -> [Reason] {
    var reasons = synchronous.check(value, depth)
    if !reasons.isEmpty { return reasons }
    for check in checks {
      try Task.checkCancellation()
      reasons += try await check(value, depth)
      if depth == .first && !reasons.isEmpty { break }
    }
    return reasons
  }

  /// Requires every requirement of the list to hold. The synchronous parts of all are checked
  /// first.
  public static func all(_ requirements: any Collection<AsyncRequirement>) -> AsyncRequirement {
    AsyncRequirement(
      synchronous: .all(requirements.map(\.synchronous)), checks: requirements.flatMap(\.checks))
  }

  /// Requires every requirement of the block to hold, synchronous or not.
  public static func all(
    _: Void = (), @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    all(requirements())
  }

  /// Requires at least one requirement to hold. They are checked in order until one does, those
  /// without asynchronous parts first.
  public static func any(_ requirements: any Collection<AsyncRequirement>) -> AsyncRequirement {
    let ordered = requirements.filter(\.checks.isEmpty) + requirements.filter { !$0.checks.isEmpty }
    // What is set up wrongly in a branch fails the whole, though another branch may hold.
    let mistaken = requirements.map(\.synchronous).filter { !$0.mistakes.isEmpty }
    return AsyncRequirement(
      synchronous: .all(mistaken.map { .any([$0]) }),
      checks: [
        { value, depth in
          var reasons: [Reason] = []
          for requirement in ordered {
            let branch = try await requirement.reasons(value, depth)
            if branch.isEmpty { return [] }
            reasons = reasons.isEmpty ? branch : Disjunction.joined(reasons, branch)
          }
          return Disjunction.reasons(reasons)
        }
      ])
  }

  /// Requires at least one requirement of the block to hold.
  public static func any(
    _: Void = (), @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    any(requirements())
  }

  /// Replaces the message of a failure with your own. Code, parameters and place are kept.
  public func because(_ message: String) -> AsyncRequirement {
    because(
      Because(message: message, code: nil, replacesCode: false), synchronous.because(message))
  }

  /// Replaces the code and the message of a failure with your own. The place is kept.
  public func because(code: String?, _ message: String) -> AsyncRequirement {
    because(
      Because(message: message, code: code, replacesCode: true),
      synchronous.because(code: code, message))
  }

  private func because(
    _ because: Because, _ synchronous: Requirement<Value>
  ) -> AsyncRequirement {
    let checks = checks.map { check -> Check in
      { value, depth in because.replacing(try await check(value, depth)) }
    }
    return AsyncRequirement(synchronous: synchronous, checks: checks)
  }

  /// Applies a requirement to the part at a key path. Its failures name the place.
  public static func on<Part: Sendable>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, name: String? = nil,
    _ requirement: AsyncRequirement<Part>
  ) -> AsyncRequirement {
    let path = KeyPathStep(keyPath, name: name).path
    let checks = requirement.checks.map { check -> Check in
      { value, depth in
        try await check(value[keyPath: keyPath], depth).map { $0.prefixed(by: path) }
      }
    }
    return AsyncRequirement(
      synchronous: .on(keyPath, name: name, requirement.synchronous), checks: checks)
  }

  /// Thrown by ``AsyncRequirement/timeLimit(_:clock:)`` when a check does not answer in time.
  public struct TimeLimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that the check had.
    public let limit: Duration

    /// A sentence with the limit.
    public var description: String { "No answer within \(limit)" }
  }

  /// Limits the time of the asynchronous parts together. After that they are cancelled, and
  /// ``TimeLimitExceeded`` is thrown.
  ///
  /// If a check ignores cancellation, the call waits until it ends.
  public func timeLimit<C: Clock>(
    _ limit: Duration, clock: C = ContinuousClock()
  ) -> AsyncRequirement where C.Duration == Duration {
    let rest = AsyncRequirement(synchronous: .all([]), checks: checks)
    if checks.isEmpty { return self }
    return AsyncRequirement(
      synchronous: synchronous,
      checks: [
        { value, depth in
          try await withThrowingTaskGroup(of: [Reason].self) { group in
            group.addTask { try await rest.reasons(value, depth) }
            group.addTask {
              try await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)
              throw TimeLimitExceeded(limit: limit)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
          }
        }
      ])
  }

  /// Checks again if an asynchronous part throws: up to `attempts` times in all, with a pause
  /// between them. The last error is thrown.
  ///
  /// ```swift
  /// let available = isAvailable.timeLimit(.seconds(2)).retry(3, pause: .milliseconds(200))
  /// ```
  /// A value that fails is an answer and is not checked again. Nothing is repeated after a
  /// cancellation.
  public func retry<C: Clock>(
    _ attempts: Int, pause: Duration = .zero, clock: C = ContinuousClock(),
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> AsyncRequirement where C.Duration == Duration {
    let checks = checks.map { check -> Check in
      { value, depth in
        var attempt = 1
        while true {
          do {
            return try await check(value, depth)
          } catch  where attempt < attempts && !(error is CancellationError) && isWorthwhile(error)
          {
            attempt += 1
            try Task.checkCancellation()
            if pause > .zero {
              try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            }
          }
        }
      }
    }
    return AsyncRequirement(synchronous: synchronous, checks: checks)
  }
}

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
  var checks: [@Sendable (Value, Depth) async throws -> [Reason]] = []
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
