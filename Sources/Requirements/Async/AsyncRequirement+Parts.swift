/// Asynchronous requirements for parts of a value.
extension AsyncRequirement {
  /// Applies a requirement to the part at a key path. Its failures name the place.
  public static func on<Part: Sendable>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, name: String? = nil,
    _ requirement: AsyncRequirement<Part>
  ) -> AsyncRequirement {
    let path = KeyPathStep(keyPath, name: name).path
    let checks = requirement.checks.map { check -> AsyncCheck<Value> in
      { value, depth, faults in
        try await check(value[keyPath: keyPath], depth, faults.inside(path))
          .map { $0.prefixed(by: path) }
      }
    }
    return AsyncRequirement(
      synchronous: .on(keyPath, name: name, requirement.synchronous), checks: checks)
  }

  /// Requires the optional to have a value that meets the requirement. nil has one reason, and
  /// nothing is asked: see ``Requirement/required(_:)``.
  public static func required<Wrapped>(
    _ requirement: AsyncRequirement<Wrapped>
  ) -> AsyncRequirement where Value == Wrapped? {
    AsyncRequirement(
      synchronous: .required(requirement.synchronous), checks: requirement.checksIfPresent)
  }

  /// Requires the value of the optional to meet the requirement. nil is confirmed, and nothing is
  /// asked.
  public static func ifPresent<Wrapped>(
    _ requirement: AsyncRequirement<Wrapped>
  ) -> AsyncRequirement where Value == Wrapped? {
    AsyncRequirement(
      synchronous: .ifPresent(requirement.synchronous), checks: requirement.checksIfPresent)
  }

  private var checksIfPresent: [AsyncCheck<Value?>] {
    checks.map { check in
      { value, depth, faults in
        guard let value else { return [] }
        return try await check(value, depth, faults)
      }
    }
  }
}

extension AsyncRequirement where Value: Collection, Value.Element: Sendable {
  /// Requires every element to meet the requirement. A failure names the position.
  ///
  /// The synchronous parts of all elements are checked first. The others are then checked side by
  /// side, for the elements that are not already known to be bad.
  ///
  /// - Parameters:
  ///   - atOnce: the number of elements that are checked at the same time.
  ///   - requirement: the requirement for an element.
  public static func each(
    atOnce: Int = 8, _ requirement: AsyncRequirement<Value.Element>
  ) -> AsyncRequirement {
    let synchronous = Requirement<Value>.each(requirement.synchronous)
    let checks = requirement.checks
    if checks.isEmpty { return AsyncRequirement(synchronous) }
    return AsyncRequirement(
      synchronous: synchronous,
      checks: [
        { value, depth, faults in
          let elements = Array(value)
          let known = faults.ofElements()
          return try await SideBySide.reasons(elements.count, atOnce: atOnce, depth) { position in
            try await SideBySide.reasons(
              checks, elements[position], depth, known[position] ?? .none
            ).map { $0.prefixed(by: ValuePath([.index(position)])) }
          }
        }
      ])
  }

  /// Requires every element to meet all the requirements of the block, synchronous or not.
  public static func each(
    atOnce: Int = 8, _: Void = (),
    @AsyncRequirementBuilder<Value.Element> _ requirements: () -> [AsyncRequirement<Value.Element>]
  ) -> AsyncRequirement {
    each(atOnce: atOnce, .all(requirements()))
  }
}
