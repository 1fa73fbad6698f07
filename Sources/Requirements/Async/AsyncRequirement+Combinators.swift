/// Asynchronous requirements that combine others.
extension AsyncRequirement {
  /// Requires every requirement of the list to hold. The synchronous parts of all are checked
  /// first, and the others side by side.
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
    return AsyncRequirement(
      asking: .any(requirements.map(\.synchronous.outline))
    ) { value, depth in
      var reasons: [Reason] = []
      for requirement in ordered {
        let branch = try await requirement.reasons(value, depth)
        if branch.isEmpty { return [] }
        reasons = reasons.isEmpty ? branch : Disjunction.joined(reasons, branch)
      }
      return Disjunction.reasons(reasons)
    }
  }

  /// Requires at least one requirement of the block to hold.
  public static func any(
    _: Void = (), @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    any(requirements())
  }

  /// Requires the requirement not to hold.
  public static func not(_ requirement: AsyncRequirement) -> AsyncRequirement {
    if requirement.checks.isEmpty { return AsyncRequirement(.not(requirement.synchronous)) }
    let reasons = [Reason.negated(requirement.description)]
    return AsyncRequirement(asking: .not(requirement.synchronous.outline)) { value, _ in
      let found = try await requirement.reasons(value, .first)
      if found.isEmpty { return reasons }
      return found.isUndecided ? found : []
    }
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
    if checks.isEmpty { return AsyncRequirement(synchronous) }
    let checks = checks
    return AsyncRequirement(
      synchronous: synchronous,
      checks: [
        { value, depth, faults in
          because.replacing(try await SideBySide.reasons(checks, value, depth, faults))
        }
      ])
  }

  /// A requirement whose synchronous parts are asked by the check itself. Only mistakes in them are
  /// reported before.
  init(
    asking outline: Outline,
    _ check: @escaping @Sendable (_ value: Value, _ depth: Depth) async throws -> [Reason]
  ) {
    self.init(
      synchronous: Requirement(outline: outline) { _, _ in [] },
      checks: [
        { value, depth, faults in faults.isEmpty ? try await check(value, depth) : [] }
      ])
  }
}
