extension Requirement {
  /// The optional must hold a value.
  public static func required<Wrapped>() -> Requirement where Value == Wrapped? {
    required(.all([]))
  }

  /// The optional must hold a value, and that must meet the requirement.
  public static func required<Wrapped>(
    _ requirement: Requirement<Wrapped>
  ) -> Requirement where Value == Wrapped? {
    let missing = requirement.outline.reasonsForMissing
    let reasons = missing.isEmpty ? [DefaultReason.missing] : missing
    return Requirement(outline: .required(requirement.outline)) { value, depth in
      guard let value else { return depth == .first ? Array(reasons.prefix(1)) : reasons }
      return requirement.check(value, depth)
    }
  }

  /// If the optional holds a value, that must meet the requirement; nil is confirmed.
  public static func ifPresent<Wrapped>(
    _ requirement: Requirement<Wrapped>
  ) -> Requirement where Value == Wrapped? {
    Requirement(outline: .ifPresent(requirement.outline)) { value, depth in
      guard let value else { return [] }
      return requirement.check(value, depth)
    }
  }

  /// The requirement, for places where the value itself may be missing (a validated property, a
  /// partial value): there a missing value is confirmed instead of failing.
  public static func ifPresent(_ requirement: Requirement) -> Requirement {
    Requirement(outline: .ifPresent(requirement.outline), check: requirement.check)
  }

  /// As seen from an optional: nil fails, unless everything is inside `ifPresent`.
  var orMissing: Requirement<Value?> {
    outline.reasonsForMissing.isEmpty ? .ifPresent(self) : .required(self)
  }
}
