extension Requirement {
  /// Every requirement of the list must hold; without any, every value is confirmed.
  ///
  /// `evaluate` stops at the first failure, `failures(in:)` reports all of them.
  public static func all(_ requirements: [Requirement]) -> Requirement {
    Requirement(
      outline: .all(requirements.map(\.outline)),
      check: Conjunction.check(requirements[...]))
  }

  /// Every requirement of the block must hold.
  ///
  /// ```swift
  /// let name = Requirement<String>.all {
  ///   Requirement.notEmpty()
  ///   if isStrict { Requirement.maxLength(20) }
  /// }
  /// ```
  public static func all(
    @RequirementBuilder<Value> _ requirements: () -> [Requirement]
  ) -> Requirement {
    all(requirements())
  }

  /// At least one requirement of the list must hold; without any, no value is confirmed.
  ///
  /// If none holds there is one reason, whose `alternatives` are those of all branches.
  public static func any(_ requirements: [Requirement]) -> Requirement {
    let check = any(Disjunction.check(requirements[...]))
    return Requirement(
      outline: .any(requirements.map(\.outline), OpaqueCheck(check)), check: check)
  }

  private static func any(
    _ check: Disjunction.Check<Value>?
  ) -> @Sendable (Value, Depth) -> [Reason] {
    guard let check else { return { _, _ in [DefaultReason.noneHolds([])] } }
    return { value, depth in
      let reasons = check(value, depth)
      return reasons.isEmpty ? [] : Disjunction.reasons(reasons)
    }
  }

  /// At least one requirement of the block must hold.
  public static func any(
    @RequirementBuilder<Value> _ requirements: () -> [Requirement]
  ) -> Requirement {
    any(requirements())
  }

  /// Confirmed where the requirement is not.
  public static func not(_ requirement: Requirement) -> Requirement {
    let reasons = [DefaultReason.negated(requirement.description)]
    let check = requirement.check
    return Requirement(outline: .not(requirement.outline)) { value, _ in
      let found = check(value, .first)
      if found.isEmpty { return reasons }
      return found.isUndecided ? found : []
    }
  }

  /// Where `condition` holds all of the block must hold; elsewhere every value is confirmed.
  ///
  /// ```swift
  /// .when(.require(\.isBusiness)) { Requirement.on(\.taxNumber, .notEmpty()) }
  /// ```
  public static func when(
    _ condition: Requirement, @RequirementBuilder<Value> _ then: () -> [Requirement]
  ) -> Requirement {
    when(condition, then: all(then), else: nil)
  }

  /// Where `condition` holds all of the first block must hold, elsewhere all of the second.
  ///
  /// ```swift
  /// .when(.require(\.isBusiness)) {
  ///   Requirement.on(\.taxNumber, .notEmpty())
  /// } otherwise: {
  ///   Requirement.on(\.birthYear, .inRange(1900...2100))
  /// }
  /// ```
  public static func when(
    _ condition: Requirement, @RequirementBuilder<Value> _ then: () -> [Requirement],
    @RequirementBuilder<Value> otherwise: () -> [Requirement]
  ) -> Requirement {
    when(condition, then: all(then), else: all(otherwise))
  }

  /// Where the Boolean at the key path is true all of the block must hold; elsewhere every value is
  /// confirmed.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @RequirementBuilder<Value> _ then: () -> [Requirement]
  ) -> Requirement {
    when(.require(condition), then)
  }

  /// Where the Boolean at the key path is true all of the first block must hold, elsewhere all of
  /// the second.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @RequirementBuilder<Value> _ then: () -> [Requirement],
    @RequirementBuilder<Value> otherwise: () -> [Requirement]
  ) -> Requirement {
    when(.require(condition), then, otherwise: otherwise)
  }

  /// Where `condition` holds `then` must hold, elsewhere `otherwise`.
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

  /// Both must hold.
  public static func && (left: Requirement, right: Requirement) -> Requirement {
    all([left, right])
  }

  /// At least one must hold.
  public static func || (left: Requirement, right: Requirement) -> Requirement {
    any([left, right])
  }

  /// Confirmed where the requirement is not.
  public static prefix func ! (requirement: Requirement) -> Requirement { not(requirement) }

  /// Confirmed where this requirement is not.
  public var not: Requirement { .not(self) }

  /// The same requirement with a reason of one's own.
  ///
  /// It replaces the reason of whatever fails inside. The place is kept: failures at several places
  /// (the elements of a collection) become one reason each. That a pattern took too long stays as
  /// it is, since nobody knows whether the value is wrong.
  public func because(_ message: String) -> Requirement {
    because(Reason(message: message))
  }

  /// The same requirement with a code and a message of one's own.
  public func because(code: String?, _ message: String) -> Requirement {
    because(Reason(code: code, message: message))
  }

  private func because(_ reason: Reason) -> Requirement {
    let check = check
    return Requirement(outline: .because(reason, outline)) { value, depth in
      let reasons = check(value, depth)
      return reasons.isEmpty ? reasons : reason.replacing(reasons)
    }
  }
}

extension Reason {
  /// This code and message at each place where something failed. A mistake in the requirement and a
  /// match limit are not faults of the value, and stay.
  func replacing(_ reasons: [Reason]) -> [Reason] {
    var replaced: [Reason] = []
    for inner in reasons {
      if inner.code == DefaultReason.mistakeCode || inner.isPatternLimit {
        replaced.append(inner)
        continue
      }
      let own = Reason(code: code, message: message, path: inner.path)
      if !replaced.contains(own) { replaced.append(own) }
    }
    return replaced
  }
}
