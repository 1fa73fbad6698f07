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
    let reasons = [Reason.isFalse.prefixed(by: step.path)]
    let isTrue = BuiltIn(
      name: "isTrue", reason: .isFalse, isInspectable: true,
      check: OpaqueCheck { ($0 as? Bool).map { $0 ? [] : [.isFalse] } })
    return Requirement(outline: .on(step, .builtIn(isTrue))) { value, _ in
      value[keyPath: keyPath] ? [] : reasons
    }
  }

  /// Same as ``require(_:)``.
  public init(_ keyPath: any KeyPath<Value, Bool> & Sendable) {
    self = .require(keyPath)
  }

  /// Requires the optional to have a value.
  public static func required<Wrapped>() -> Requirement where Value == Wrapped? {
    required(.all([]))
  }

  /// Requires the optional to have a value that meets the requirement. nil has one reason: the
  /// first that was given with `because`, otherwise that the value is missing.
  public static func required<Wrapped>(
    _ requirement: Requirement<Wrapped>
  ) -> Requirement where Value == Wrapped? {
    let reasons = [requirement.outline.reasonForMissing ?? .missing]
    return Requirement(outline: .required(requirement.outline)) { value, depth in
      guard let value else { return reasons }
      return requirement.check(value, depth)
    }
  }

  /// Requires the value of the optional to meet the requirement. nil is confirmed.
  ///
  /// ```swift
  /// Requirement<User>.on(\.phone, .ifPresent(.phone()))
  /// ```
  public static func ifPresent<Wrapped>(
    _ requirement: Requirement<Wrapped>
  ) -> Requirement where Value == Wrapped? {
    Requirement(outline: .ifPresent(requirement.outline)) { value, depth in
      guard let value else { return [] }
      return requirement.check(value, depth)
    }
  }

  /// Confirms a missing value instead of failing it. Use it where the value itself can be missing:
  /// in a validated property or a partial value.
  @_disfavoredOverload
  public static func ifPresent(_ requirement: Requirement) -> Requirement {
    let check = requirement.check
    let mayBeNil = Optionals.isOptional(Value.self)
    return Requirement(outline: .ifPresent(requirement.outline)) { value, depth in
      mayBeNil && Optionals.content(of: value) == nil ? [] : check(value, depth)
    }
  }

  /// The requirement for an optional: nil fails, unless everything is inside `ifPresent`.
  var orMissing: Requirement<Value?> {
    outline.reasonForMissing == nil ? .ifPresent(self) : .required(self)
  }
}
