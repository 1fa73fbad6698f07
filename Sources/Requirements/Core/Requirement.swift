/// What a value is asked for: the one notion from which everything in this module is made.
///
/// Made from a closure, a key path to `Bool`, a built-in, or other requirements:
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
/// A requirement is a value, may be used by any number of threads at once, and never traps
/// whatever value it is given. It holds two things: the check, and an outline of plain values
/// that says what the check is, so that a batch engine can run the same requirement on bytes.
public struct Requirement<Value>: Sendable {
  /// The reasons why the value fails, in order; none if it is confirmed.
  let check: @Sendable (Value, Depth) -> [Reason]
  /// What the check is, for `description`, for missing values and for the batch engine.
  package let outline: Outline

  /// A mistake is never hidden: where the parts of a requirement could confirm a value without
  /// asking the part that is set up wrongly (`not`, `any`, a condition, an empty collection), the
  /// whole fails with the mistake instead.
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

  /// A requirement that only the closure knows. The batch engine decodes a value for it.
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

  /// Whether the value meets the requirement; if not, the first reason.
  public func evaluate(_ value: Value) -> Evaluation { Evaluation(first: check(value, .first)) }

  /// Every reason why the value fails, in the order of the requirements; none if it is confirmed.
  public func failures(in value: Value) -> [Reason] { check(value, .every) }

  /// Same as ``evaluate(_:)``: a requirement may be called like a function.
  public func callAsFunction(_ value: Value) -> Evaluation { evaluate(value) }

  /// Throws every reason why the value fails, in one error.
  public func validate(_ value: Value) throws(ValidationError) {
    if let error = ValidationError(failures(in: value)) { throw error }
  }

  /// The mistakes in the requirement itself, such as a pattern that cannot be compiled or a range
  /// that nothing satisfies. A requirement with one fails for every value, with the mistake as a
  /// reason, wherever in it the part stands: inside `not`, `any` and conditions too.
  public var mistakes: [String] { outline.reasonsForMistakes.map(\.message) }
}

extension Requirement: CustomStringConvertible {
  /// The tree of requirements: `all(notEmpty, minLength(8) because "At least 8 characters")`.
  public var description: String { outline.description }
}
