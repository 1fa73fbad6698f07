// The compiler explains a mistake in an argument well if it has only one function to choose. So
// each function that takes a block has a parameter that nobody gives: `all([…])` cannot mean it.
// Lists are `any Collection` for the same reason. For `[Requirement]` the compiler first takes the
// elements for `Any`, and then finds no `on` there.

/// Requirements that combine others.
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
