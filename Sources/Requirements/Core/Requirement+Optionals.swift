extension Requirement {
  /// Requires the optional to have a value.
  public static func required<Wrapped>() -> Requirement where Value == Wrapped? {
    required(.all([]))
  }

  /// Requires the optional to have a value that meets the requirement.
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
  public static func ifPresent(_ requirement: Requirement) -> Requirement {
    Requirement(outline: .ifPresent(requirement.outline), check: requirement.check)
  }

  /// As seen from an optional: nil fails, unless everything is inside `ifPresent`.
  var orMissing: Requirement<Value?> {
    outline.reasonsForMissing.isEmpty ? .ifPresent(self) : .required(self)
  }
}
