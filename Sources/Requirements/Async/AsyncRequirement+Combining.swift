extension AsyncRequirement {
  /// Requires every requirement of the list to hold. The synchronous parts of all are checked
  /// first.
  public static func all(_ requirements: [AsyncRequirement]) -> AsyncRequirement {
    AsyncRequirement(
      synchronous: .all(requirements.map(\.synchronous)), checks: requirements.flatMap(\.checks))
  }

  /// Requires every requirement of the block to hold, synchronous or not.
  public static func all(
    @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    all(requirements())
  }

  /// Requires at least one requirement to hold. They are checked in order until one does, those
  /// without asynchronous parts first.
  public static func any(_ requirements: [AsyncRequirement]) -> AsyncRequirement {
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
    @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    any(requirements())
  }

  /// Requires both to hold. The synchronous parts of both are checked first.
  public static func && (left: AsyncRequirement, right: AsyncRequirement) -> AsyncRequirement {
    all([left, right])
  }

  /// Requires both to hold. The asynchronous one is checked only if the other holds.
  public static func && (left: Requirement<Value>, right: AsyncRequirement) -> AsyncRequirement {
    all([AsyncRequirement(left), right])
  }

  /// Requires both to hold. The asynchronous one is checked only if the other holds, although it is
  /// written first.
  public static func && (left: AsyncRequirement, right: Requirement<Value>) -> AsyncRequirement {
    all([left, AsyncRequirement(right)])
  }

  /// Requires at least one to hold. One without asynchronous parts is checked first.
  public static func || (left: AsyncRequirement, right: AsyncRequirement) -> AsyncRequirement {
    any([left, right])
  }

  /// Requires at least one to hold. The asynchronous one is checked only if the other does not.
  public static func || (left: Requirement<Value>, right: AsyncRequirement) -> AsyncRequirement {
    any([AsyncRequirement(left), right])
  }

  /// Requires at least one to hold. The asynchronous one is checked only if the other does not.
  public static func || (left: AsyncRequirement, right: Requirement<Value>) -> AsyncRequirement {
    any([left, AsyncRequirement(right)])
  }

  /// Replaces the reason of a failure with your own. The place is kept.
  public func because(_ message: String) -> AsyncRequirement { because(code: nil, message) }

  /// Replaces the code and the message of a failure with your own. The place is kept.
  public func because(code: String?, _ message: String) -> AsyncRequirement {
    let reason = Reason(code: code, message: message)
    let checks = checks.map { check -> Check in
      { value, depth in reason.replacing(try await check(value, depth)) }
    }
    return AsyncRequirement(
      synchronous: synchronous.because(code: code, message), checks: checks)
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
}
