/// The part of an asynchronous requirement that takes time. It is told which failures are already
/// known.
typealias AsyncCheck<Value> =
  @Sendable (
    _ value: Value, _ depth: Depth, _ faults: Faults
  ) async throws -> [Reason]

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
/// Synchronous parts are checked first. The others are then checked side by side, each only if its
/// value is not already known to be bad: for a name that is too short, nobody asks the server. A
/// failure of another part of the value does not matter, so one call reports both that the email
/// address is wrong and that the name is in use:
///
/// ```swift
/// let user = AsyncRequirement<User>.all {
///   Requirement.on(\.email, .email())
///   AsyncRequirement.on(\.lastName, isAvailable)
/// }
/// ```
/// A thrown error stays an error. It says nothing about the value.
public struct AsyncRequirement<Value: Sendable>: Sendable {
  /// The part that is checked before anything is awaited. Its outline has a leaf for each
  /// asynchronous part.
  let synchronous: Requirement<Value>
  /// The parts that are checked side by side.
  let checks: [AsyncCheck<Value>]

  init(synchronous: Requirement<Value>, checks: [AsyncCheck<Value>]) {
    self.synchronous = synchronous
    self.checks = checks
  }

  /// Makes a requirement from an asynchronous closure.
  public init(
    _ evaluate: @escaping @Sendable (_ value: Value) async throws -> Evaluation
  ) {
    self.init(
      synchronous: Requirement(check: { _, _ in [] }),
      checks: [
        { value, _, faults in
          guard faults.isEmpty else { return [] }
          switch try await evaluate(value) {
          case .confirmed: return []
          case .failed(let reason): return [reason]
          }
        }
      ])
  }

  /// Makes an asynchronous requirement from a synchronous one.
  public init(_ requirement: Requirement<Value>) {
    self.init(synchronous: requirement, checks: [])
  }

  /// Checks the value and returns the outcome; if it fails, with the first reason. If a synchronous
  /// part fails, nothing else is checked. Throws what a check throws, and `CancellationError` if
  /// the task was cancelled before a check began.
  public func evaluate(_ value: Value) async throws -> Evaluation {
    Evaluation(first: try await reasons(value, .first))
  }

  /// Returns every reason why the value fails, those of synchronous parts first.
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

  /// The mistakes in the synchronous parts: see ``Requirement/mistakes``.
  public var mistakes: [String] { synchronous.mistakes }

  func reasons(_ value: Value, _ depth: Depth) async throws -> [Reason] {
    let known = synchronous.check(value, depth)
    if depth == .first && !known.isEmpty { return known }
    return known + (try await SideBySide.reasons(checks, value, depth, Faults(known)))
  }
}

extension AsyncRequirement: CustomStringConvertible {
  /// The tree of requirements; an asynchronous part is a closure.
  public var description: String { synchronous.description }
}
