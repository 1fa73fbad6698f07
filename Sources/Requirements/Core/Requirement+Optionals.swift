/// Requirements for values that may be missing.
extension Requirement {
  /// Requires the optional to have a value.
  public static func required<Wrapped>() -> Requirement where Value == Wrapped? {
    required(.all([]))
  }

  /// Requires the optional to have a value that meets the requirement. nil has one reason: that of
  /// the first part which is not inside `ifPresent`. It is the one given with `because`, or that
  /// the value is missing.
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

  /// The requirement for an optional. nil fails with one reason, unless everything is inside
  /// `ifPresent`.
  package var forOptional: Requirement<Value?> {
    outline.reasonForMissing == nil ? .ifPresent(self) : .required(self)
  }

  /// The requirement with a single reason for nil: the first. A requirement for values that cannot
  /// be nil is unchanged.
  ///
  /// nil fails each part of a requirement. To say so once is enough.
  var onceIfMissing: Requirement {
    guard Optionals.isOptional(Value.self) else { return self }
    let check = check
    return Requirement(outline: outline) { value, depth in
      let reasons = check(value, depth)
      return reasons.count > 1 && Optionals.content(of: value) == nil ? [reasons[0]] : reasons
    }
  }
}
