internal import BulkcheckCore

/// Requirements for collections.
extension Requirement where Value: Collection & SendableMetatype {
  /// Requires at least one element.
  public static func notEmpty() -> Requirement {
    .constraint(.notEmpty, "notEmpty", DefaultReason.emptyCollection) { !$0.isEmpty }
  }

  /// Requires `min` to `max` elements; you can leave out either.
  public static func count(min: Int? = nil, max: Int? = nil) -> Requirement {
    let limits = [min.map { "min: \($0)" }, max.map { "max: \($0)" }].compactMap { $0 }
    return count("count(\(limits.joined(separator: ", ")))", min, max)
  }

  /// Requires exactly this many elements.
  public static func count(exactly count: Int) -> Requirement {
    self.count("count(exactly: \(count))", count, count)
  }

  private static func count(_ name: String, _ minimum: Int?, _ maximum: Int?) -> Requirement {
    if let mistake = Limits.mistake(name, minimum, maximum) { return .mistake(mistake) }
    return .constraint(
      .itemCount(minimum: minimum, maximum: maximum), name, DefaultReason.count(minimum, maximum)
    ) { Limits.holds($0, minimum, maximum) }
  }

  /// Requires the closure to be true for every element.
  public static func allSatisfy(
    _ condition: @escaping @Sendable (Value.Element) -> Bool
  ) -> Requirement {
    .builtIn("allSatisfy", DefaultReason.notAllSatisfy) { $0.allSatisfy(condition) }
  }

  /// Requires the closure to be true for at least one element.
  public static func contains(
    where condition: @escaping @Sendable (Value.Element) -> Bool
  ) -> Requirement {
    .builtIn("contains(where:)", DefaultReason.noneSatisfies) { $0.contains(where: condition) }
  }

  /// Requires all elements to have different values at the key path: `.unique(by: \.id)`.
  public static func unique<Key: Hashable & SendableMetatype>(
    by keyPath: any KeyPath<Value.Element, Key> & Sendable
  ) -> Requirement {
    let name = "unique(by: \(KeyPathStep(keyPath).path))"
    return .builtIn(name, DefaultReason.notUnique) { value in
      var seen = Set<Key>()
      return value.allSatisfy { seen.insert($0[keyPath: keyPath]).inserted }
    }
  }
}

extension Requirement {
  /// A built-in that a profile can say too.
  ///
  /// Inlined, so that what is asked is a part of the check's own closure instead of one more call.
  @inline(__always)
  static func constraint(
    _ constraint: Constraint, _ name: String, _ reason: Reason,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    // Made once: an alternative that does not hold, or the inside of `not`, costs no allocation.
    let reasons = [reason]
    let outline = Outline.constraint(constraint, builtIn(name, reason, holds))
    return Requirement(outline: outline) { value, _ in holds(value) ? [] : reasons }
  }

  /// A built-in that no profile can say.
  @inline(__always)
  static func builtIn(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    let reasons = [reason]
    return Requirement(outline: .builtIn(builtIn(name, reason, holds))) { value, _ in
      holds(value) ? [] : reasons
    }
  }

  private static func builtIn(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> BuiltInCheck {
    BuiltInCheck(
      name: name, reason: reason,
      check: OpaqueCheck { ($0 as? Value).map { holds($0) ? [] : [reason] } })
  }

  /// A part that was set up wrongly: it fails for every value and says why.
  static func mistake(_ text: String) -> Requirement {
    let reasons = [DefaultReason.mistake(text)]
    return Requirement(outline: .mistake(text)) { _, _ in reasons }
  }
}
