/// Requirements for parts of a value.
extension Requirement {
  /// Applies a requirement to the part at a key path. Its failures name the place: `address.city`.
  ///
  /// ```swift
  /// Requirement<User>.on(\.email, .notEmpty())
  /// ```
  /// A computed property may have no name at run time; give it one with `name`.
  public static func on<Part>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, name: String? = nil,
    _ requirement: Requirement<Part>
  ) -> Requirement {
    let step = KeyPathStep(keyPath, name: name)
    let path = step.path
    return Requirement(outline: .on(step, requirement.outline)) { value, depth in
      let reasons = requirement.check(value[keyPath: keyPath], depth)
      return reasons.isEmpty ? [] : reasons.map { $0.prefixed(by: path) }
    }
  }

  /// Applies all the requirements of the block to the part at a key path.
  public static func on<Part>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, name: String? = nil, _: Void = (),
    @RequirementBuilder<Part> _ requirements: () -> [Requirement<Part>]
  ) -> Requirement {
    on(keyPath, name: name, .all(requirements()))
  }

  /// Requires the Boolean at the key path to be true: `.require(\.self)`, `.require(\.isActive)`.
  public static func require(_ keyPath: any KeyPath<Value, Bool> & Sendable) -> Requirement {
    let step = KeyPathStep(keyPath)
    let reasons = [Reason.notTrue.prefixed(by: step.path)]
    let isTrue = BuiltIn(
      name: "isTrue", reason: .notTrue, isInspectable: true,
      check: OpaqueCheck { (value: Bool, _) in value ? [] : [.notTrue] })
    return Requirement(outline: .on(step, .builtIn(isTrue))) { value, _ in
      value[keyPath: keyPath] ? [] : reasons
    }
  }

  /// Same as ``require(_:)``.
  public init(_ keyPath: any KeyPath<Value, Bool> & Sendable) {
    self = .require(keyPath)
  }
}
