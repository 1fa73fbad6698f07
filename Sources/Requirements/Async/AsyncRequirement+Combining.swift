extension AsyncRequirement {
  /// Every requirement of the list must hold; the synchronous parts of all come first.
  public static func all(_ requirements: [AsyncRequirement]) -> AsyncRequirement {
    AsyncRequirement(
      synchronous: .all(requirements.map(\.synchronous)), checks: requirements.flatMap(\.checks))
  }

  /// Every requirement of the block, synchronous or not, must hold.
  public static func all(
    @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    all(requirements())
  }

  /// At least one requirement must hold. They are asked in order, until one does; those without
  /// asynchronous parts first.
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

  /// At least one requirement of the block must hold.
  public static func any(
    @AsyncRequirementBuilder<Value> _ requirements: () -> [AsyncRequirement]
  ) -> AsyncRequirement {
    any(requirements())
  }

  /// Both must hold; the synchronous parts of both are judged first.
  public static func && (left: AsyncRequirement, right: AsyncRequirement) -> AsyncRequirement {
    all([left, right])
  }

  /// Both must hold; the asynchronous one is asked only where the other holds.
  public static func && (left: Requirement<Value>, right: AsyncRequirement) -> AsyncRequirement {
    all([AsyncRequirement(left), right])
  }

  /// Both must hold; the asynchronous one is asked only where the other holds, though it stands
  /// first.
  public static func && (left: AsyncRequirement, right: Requirement<Value>) -> AsyncRequirement {
    all([left, AsyncRequirement(right)])
  }

  /// At least one must hold; one without asynchronous parts is asked first.
  public static func || (left: AsyncRequirement, right: AsyncRequirement) -> AsyncRequirement {
    any([left, right])
  }

  /// At least one must hold; the asynchronous one is asked only where the other does not.
  public static func || (left: Requirement<Value>, right: AsyncRequirement) -> AsyncRequirement {
    any([AsyncRequirement(left), right])
  }

  /// At least one must hold; the asynchronous one is asked only where the other does not.
  public static func || (left: AsyncRequirement, right: Requirement<Value>) -> AsyncRequirement {
    any([left, AsyncRequirement(right)])
  }

  /// The same requirement with a reason of one's own; the place is kept.
  public func because(_ message: String) -> AsyncRequirement { because(code: nil, message) }

  /// The same requirement with a code and a message of one's own; the place is kept.
  public func because(code: String?, _ message: String) -> AsyncRequirement {
    let reason = Reason(code: code, message: message)
    let checks = checks.map { check -> Check in
      { value, depth in reason.replacing(try await check(value, depth)) }
    }
    return AsyncRequirement(
      synchronous: synchronous.because(code: code, message), checks: checks)
  }

  /// A requirement for the part at a key path; its failures name the place.
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
