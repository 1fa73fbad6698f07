/// Checks values of a type, and says why one fails. Everything in this module is made of
/// requirements.
///
/// Make one from a closure, a key path to `Bool`, a built-in, or other requirements:
///
/// ```swift
/// let password = Requirement<String>.all {
///   Requirement.minLength(8).because("At least 8 characters")
///   Requirement { $0.contains(where: \.isNumber) ? .confirmed : .failed(reason: noDigit) }
/// }
/// password.evaluate("secret")     // .failed(reason: At least 8 characters)
/// password.failures(in: "secret") // both reasons
/// ```
///
/// A requirement is a value. Any number of threads can use it at once. It never traps, unless a
/// closure or a key path of yours does. It has two parts: the check, and an outline that describes
/// the check in plain values. A batch engine uses the outline to run the same requirement on bytes.
public struct Requirement<Value>: Sendable {
  /// The reasons why the value fails, in order; none if it is confirmed.
  let check: @Sendable (Value, Depth) -> [Reason]
  /// A description of the check in plain values, for `description`, for missing values and for the
  /// batch engine.
  package let outline: Outline

  /// Makes a requirement from a check and its description.
  ///
  /// A mistake is never hidden. `not`, `any`, a condition or an empty collection could confirm a
  /// value without asking the part with the mistake. In that case the whole requirement fails with
  /// the mistake.
  init(
    outline: Outline, check: @escaping @Sendable (_ value: Value, _ depth: Depth) -> [Reason]
  ) {
    self.outline = outline
    let mistakes = outline.asksEveryPart ? [] : outline.reasonsForMistakes
    if mistakes.isEmpty {
      self.check = check
    } else {
      self.check = { _, _ in mistakes }
    }
  }

  /// Makes a requirement from a closure. In a batch, each value is decoded for it.
  public init(_ evaluate: @escaping @Sendable (_ value: Value) -> Evaluation) {
    self.init(
      check: { value, _ in
        switch evaluate(value) {
        case .confirmed: []
        case .failed(let reason): [reason]
        }
      })
  }

  /// A requirement whose outline is an opaque leaf: the check itself.
  init(check: @escaping @Sendable (_ value: Value, _ depth: Depth) -> [Reason]) {
    self.init(
      outline: .opaque(OpaqueCheck(check)), check: check)
  }

  /// Checks the value. Stops at the first failure and returns its reason.
  public func evaluate(_ value: Value) -> Evaluation { Evaluation(first: check(value, .first)) }

  /// Returns every reason why the value fails, in the order of the requirements; none if it is
  /// confirmed.
  public func failures(in value: Value) -> [Reason] { check(value, .every) }

  /// Same as ``evaluate(_:)``, so you can call a requirement like a function.
  public func callAsFunction(_ value: Value) -> Evaluation { evaluate(value) }

  /// Checks the value, and throws one error with every reason why it fails.
  public func validate(_ value: Value) throws(ValidationError) {
    if let error = ValidationError(failures(in: value)) { throw error }
  }

  /// The mistakes in the requirement itself, such as a pattern that cannot be compiled or a range
  /// that no value satisfies. With a mistake, every value fails, and the mistake is the reason.
  /// That also holds inside `not`, `any` and conditions.
  public var mistakes: [String] { outline.reasonsForMistakes.map(\.message) }
}

extension Requirement: CustomStringConvertible {
  /// The tree of requirements: `all(notEmpty, minLength(8) because "At least 8 characters")`.
  public var description: String { outline.description }
}
