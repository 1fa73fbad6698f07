/// Asynchronous requirements that depend on a condition, which may be asynchronous itself.
extension AsyncRequirement {
  /// If `condition` holds, requires all of the block, synchronous or not. Otherwise every value is
  /// confirmed.
  ///
  /// ```swift
  /// AsyncRequirement<Order>.when(.require(\.isBusiness)) {
  ///   AsyncRequirement.on(\.taxNumber, isRegistered)
  /// }
  /// ```
  public static func when(
    _ condition: Requirement<Value>,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(condition, then: all(then()), else: nil)
  }

  /// If `condition` holds, requires all of the first block, otherwise all of the second.
  public static func when(
    _ condition: Requirement<Value>,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement],
    @AsyncRequirementBuilder<Value> otherwise: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(condition, then: all(then()), else: all(otherwise()))
  }

  /// If the Boolean at the key path is true, requires all of the block. Otherwise every value is
  /// confirmed.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(.require(condition), then: all(then()), else: nil)
  }

  /// If the Boolean at the key path is true, requires all of the first block, otherwise all of the
  /// second.
  public static func when(
    _ condition: any KeyPath<Value, Bool> & Sendable,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement],
    @AsyncRequirementBuilder<Value> otherwise: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(.require(condition), then: all(then()), else: all(otherwise()))
  }

  /// If an asynchronous condition holds, requires all of the block. Otherwise every value is
  /// confirmed. Nothing of the block is checked before the condition has answered.
  public static func when(
    _ condition: AsyncRequirement,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(condition, then: all(then()), else: nil)
  }

  /// If an asynchronous condition holds, requires all of the first block, otherwise all of the
  /// second.
  public static func when(
    _ condition: AsyncRequirement,
    @AsyncRequirementBuilder<Value> _ then: () -> [AsyncRequirement],
    @AsyncRequirementBuilder<Value> otherwise: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    when(condition, then: all(then()), else: all(otherwise()))
  }

  private static func when(
    _ condition: Requirement<Value>, then: AsyncRequirement, else otherwise: AsyncRequirement?
  ) -> AsyncRequirement {
    AsyncRequirement(
      synchronous: .when(condition, then: then.synchronous, else: otherwise?.synchronous),
      checks: [
        { value, depth, faults in
          let unmet = condition.check(value, .first)
          // Undecided: the synchronous part has said so.
          if unmet.isUndecided { return [] }
          let checks = unmet.isEmpty ? then.checks : otherwise?.checks ?? []
          return try await SideBySide.reasons(checks, value, depth, faults)
        }
      ])
  }

  private static func when(
    _ condition: AsyncRequirement, then: AsyncRequirement, else otherwise: AsyncRequirement?
  ) -> AsyncRequirement {
    if condition.checks.isEmpty {
      return when(condition.synchronous, then: then, else: otherwise)
    }
    let outline = Outline.when(
      condition.synchronous.outline, then: then.synchronous.outline,
      else: otherwise?.synchronous.outline)
    return AsyncRequirement(asking: outline) { value, depth in
      let unmet = try await condition.reasons(value, .first)
      if unmet.isEmpty { return try await then.reasons(value, depth) }
      if unmet.isUndecided { return unmet }
      return try await otherwise?.reasons(value, depth) ?? []
    }
  }
}
