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
/// A requirement is a value. Any number of threads can use it at once, and it never traps. It has
/// two parts: the check, and an outline that describes the check in plain values. A batch engine
/// uses the outline to run the same requirement on bytes.
public struct Requirement<Value>: Sendable {
  /// The reasons why the value fails, in order; none if it is confirmed.
  let check: @Sendable (Value, Depth) -> [Reason]
  /// A description of the check in plain values, for `description`, for missing values and for the
  /// batch engine.
  package let outline: Outline

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

/// Collects the requirements of a block: statements, `if`, `for`, optionals and arrays.
///
/// Write a Boolean property in it as `Requirement.require(\.isActive)`. The builder does not take
/// the bare key path: if it did, the compiler would ask for a `KeyPath<User, Bool>` wherever the
/// name of a property is misspelt, instead of naming the property. For the same reason it prefers
/// a single requirement to the other forms: the compiler then says of a wrong statement that it is
/// not one.
///
/// In some places the compiler has several functions to choose from. Of a misspelt name it then
/// says only that it cannot infer the key path's type. These are the condition of `when`, the
/// operand of `!`, a statement that begins with a dot, and a short `.require(…)` behind `&&` or
/// `||` if the requirement before it has a type. If the key path has its type, `\User.isActive`,
/// the compiler names the property there too.
@resultBuilder
public enum RequirementBuilder<Value> {
  /// A requirement.
  public static func buildExpression(_ requirement: Requirement<Value>) -> [Requirement<Value>] {
    [requirement]
  }

  /// A requirement that may be nil; nil requires nothing.
  @_disfavoredOverload
  public static func buildExpression(_ requirement: Requirement<Value>?) -> [Requirement<Value>] {
    requirement.map { [$0] } ?? []
  }

  /// Several requirements.
  @_disfavoredOverload
  public static func buildExpression(
    _ requirements: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    requirements
  }

  /// The statements of a block, in order.
  public static func buildBlock(_ parts: [Requirement<Value>]...) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Requirement<Value>]?) -> [Requirement<Value>] {
    part ?? []
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  /// Another branch.
  public static func buildEither(second part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  /// A `for` loop.
  public static func buildArray(_ parts: [[Requirement<Value>]]) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  /// Statements inside `if #available`.
  public static func buildLimitedAvailability(
    _ part: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    part
  }
}

// A mistake in an argument is told well where the compiler has one function to choose. So the
// functions that take a block have a parameter that nobody gives: `all([…])` cannot mean them.
// That lists are `any Collection` is for the same reason. For `[Requirement]` the compiler first
// takes the elements for `Any`, and then finds no `on` there.
extension Requirement {
  /// Requires every requirement of the list to hold. An empty list confirms every value.
  ///
  /// `evaluate` stops at the first failure, `failures(in:)` reports all of them.
  public static func all(_ requirements: any Collection<Requirement>) -> Requirement {
    Requirement(
      outline: .all(requirements.map(\.outline)),
      check: Conjunction.check(Array(requirements)[...]))
  }

  /// Requires every requirement of the block to hold.
  ///
  /// ```swift
  /// let name = Requirement<String>.all {
  ///   Requirement.notEmpty()
  ///   if isStrict { Requirement.maxLength(20) }
  /// }
  /// ```
  public static func all(
    _: Void = (), @RequirementBuilder<Value> _ requirements: () -> [Requirement]
  ) -> Requirement {
    all(requirements())
  }

  /// Requires at least one requirement of the list to hold. An empty list confirms no value.
  ///
  /// If none holds, there is one reason. Its `alternatives` are the reasons of all branches.
  public static func any(_ requirements: any Collection<Requirement>) -> Requirement {
    Requirement(
      outline: .any(requirements.map(\.outline)),
      check: any(Disjunction.check(Array(requirements)[...])))
  }

  private static func any(
    _ check: Disjunction.Check<Value>?
  ) -> @Sendable (Value, Depth) -> [Reason] {
    guard let check else { return { _, _ in [Reason.noneHolds([])] } }
    return { value, depth in
      let reasons = check(value, depth)
      return reasons.isEmpty ? [] : Disjunction.reasons(reasons)
    }
  }

  /// Requires at least one requirement of the block to hold.
  public static func any(
    _: Void = (), @RequirementBuilder<Value> _ requirements: () -> [Requirement]
  ) -> Requirement {
    any(requirements())
  }

  /// Requires the requirement not to hold.
  public static func not(_ requirement: Requirement) -> Requirement {
    let reasons = [Reason.negated(requirement.description)]
    let check = requirement.check
    return Requirement(outline: .not(requirement.outline)) { value, _ in
      let found = check(value, .first)
      if found.isEmpty { return reasons }
      return found.isUndecided ? found : []
    }
  }

  /// If `condition` holds, requires all of the block. Otherwise every value is confirmed.
  ///
  /// ```swift
  /// Requirement<Order>.when(.require(\.isBusiness)) {
  ///   Requirement.on(\.taxNumber, .notEmpty())
  /// }
  /// ```
  public static func when(
    _ condition: Requirement, @RequirementBuilder<Value> _ then: () -> [Requirement]
  ) -> Requirement {
    when(condition, then: all(then()), else: nil)
  }

  /// If `condition` holds, requires all of the first block, otherwise all of the second.
  ///
  /// ```swift
  /// Requirement<Order>.when(.require(\.isBusiness)) {
  ///   Requirement.on(\.taxNumber, .notEmpty())
  /// } otherwise: {
  ///   Requirement.on(\.birthYear, .inRange(1900...2100))
  /// }
  /// ```
  public static func when(
    _ condition: Requirement, @RequirementBuilder<Value> _ then: () -> [Requirement],
    @RequirementBuilder<Value> otherwise: () -> [Requirement]
  ) -> Requirement {
    when(condition, then: all(then()), else: all(otherwise()))
  }

  /// If the Boolean at the key path is true, requires all of the block. Otherwise every value is
  /// confirmed.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @RequirementBuilder<Value> _ then: () -> [Requirement]
  ) -> Requirement {
    when(.require(condition), then)
  }

  /// If the Boolean at the key path is true, requires all of the first block, otherwise all of the
  /// second.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @RequirementBuilder<Value> _ then: () -> [Requirement],
    @RequirementBuilder<Value> otherwise: () -> [Requirement]
  ) -> Requirement {
    when(.require(condition), then, otherwise: otherwise)
  }

  /// If `condition` holds, requires `then`, otherwise `otherwise`.
  public static func when(
    _ condition: Requirement, then: Requirement, else otherwise: Requirement?
  ) -> Requirement {
    let outline = Outline.when(
      condition.outline, then: then.outline, else: otherwise?.outline)
    return Requirement(outline: outline) { value, depth in
      let unmet = condition.check(value, .first)
      if unmet.isEmpty { return then.check(value, depth) }
      // The branch to take is not known.
      if unmet.isUndecided { return unmet }
      return otherwise?.check(value, depth) ?? []
    }
  }

  /// Requires both to hold.
  public static func && (left: Requirement, right: Requirement) -> Requirement {
    all([left, right])
  }

  /// Requires at least one to hold.
  public static func || (left: Requirement, right: Requirement) -> Requirement {
    any([left, right])
  }

  /// Requires the requirement not to hold.
  public static prefix func ! (requirement: Requirement) -> Requirement { not(requirement) }

  /// Replaces the message of a failure with your own. The code and the parameters stay.
  ///
  /// It replaces every message inside. The place is kept: failures at several places (the elements
  /// of a collection) become one reason each, and several failures at one place become one, with
  /// the code of the first. If a pattern took too long, that reason stays, because the value may be
  /// right.
  public func because(_ message: String) -> Requirement {
    because(Because(message: message, code: nil, replacesCode: false))
  }

  /// Replaces the reason of a failure with your own code and message.
  public func because(code: String?, _ message: String) -> Requirement {
    because(Because(message: message, code: code, replacesCode: true))
  }

  private func because(_ because: Because) -> Requirement {
    let check = check
    return Requirement(outline: .because(because, outline)) { value, depth in
      let reasons = check(value, depth)
      return reasons.isEmpty ? reasons : because.replacing(reasons)
    }
  }
}
