/// Checks a value with code that takes time: it asks a server, a database or a file.
///
/// ```swift
/// let available = AsyncRequirement<String> { name in
///   try await api.isAvailable(name)
///     ? .confirmed
///     : .failed(reason: Reason(code: "username_taken", message: "The name is in use"))
/// }
/// let username = Requirement<String>.length(min: 3, max: 20) && available
/// ```
/// Synchronous parts are checked first, and the others only if the value passes those. A thrown
/// error stays an error. It says nothing about the value.
public struct AsyncRequirement<Value: Sendable>: Sendable {
  typealias Check = @Sendable (_ value: Value, _ depth: Depth) async throws -> [Reason]

  /// What is checked before anything is awaited.
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
}
