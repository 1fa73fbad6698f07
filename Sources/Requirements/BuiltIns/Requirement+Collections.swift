/// Requirements for collections.
extension Requirement where Value: Collection & SendableMetatype {
  /// Requires at least one element.
  public static func notEmpty() -> Requirement {
    .constraint("notEmpty", Reason(code: ReasonCode.notEmpty, parameters: ["of": "collection"])) {
      !$0.isEmpty
    }
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
    let reason = Reason(code: ReasonCode.count, parameters: Limits.parameters(minimum, maximum))
    return .constraint(name, reason) { Limits.holds($0, minimum, maximum) }
  }

  /// Requires the closure to be true for every element.
  public static func allSatisfy(
    _ condition: @escaping @Sendable (Value.Element) -> Bool
  ) -> Requirement {
    .builtIn("allSatisfy", Reason(code: ReasonCode.allSatisfy)) { $0.allSatisfy(condition) }
  }

  /// Requires the closure to be true for at least one element.
  public static func contains(
    where condition: @escaping @Sendable (Value.Element) -> Bool
  ) -> Requirement {
    .builtIn("contains(where:)", Reason(code: ReasonCode.containsWhere)) {
      $0.contains(where: condition)
    }
  }

  /// Requires all elements to have different values at the key path: `.unique(by: \.id)`.
  public static func unique<Key: Hashable & SendableMetatype>(
    by keyPath: any KeyPath<Value.Element, Key> & Sendable
  ) -> Requirement {
    let path = KeyPathStep(keyPath).path.description
    let reason = Reason(code: ReasonCode.unique, parameters: ["by": .text(path)])
    return .builtIn("unique(by: \(path))", reason) { value in
      var seen = Set<Key>()
      return value.allSatisfy { seen.insert($0[keyPath: keyPath]).inserted }
    }
  }
}

extension Requirement {
  /// A built-in whose code and parameters say all that is asked.
  ///
  /// Inlined, so that what is asked is a part of the check's own closure instead of one more call.
  @inline(__always)
  static func constraint(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    builtIn(name, reason, isInspectable: true, holds)
  }

  /// A built-in that asks a closure, or has operands that no parameter holds.
  @inline(__always)
  static func builtIn(
    _ name: String, _ reason: Reason, isInspectable: Bool = false,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    // Made once: an alternative that does not hold, or the inside of `not`, costs no allocation.
    let reasons = [reason]
    let builtIn = BuiltIn(
      name: name, reason: reason, isInspectable: isInspectable,
      check: OpaqueCheck { ($0 as? Value).map { holds($0) ? [] : reasons } })
    return Requirement(outline: .builtIn(builtIn)) { value, _ in holds(value) ? [] : reasons }
  }

  /// A part that was set up wrongly: it fails for every value and says why.
  package static func mistake(_ text: String) -> Requirement {
    let reasons = [Reason.mistake(text)]
    return Requirement(outline: .mistake(text)) { _, _ in reasons }
  }

  /// A built-in of another module, which tells its reasons by itself: those of `reason`, or that a
  /// match limit leaves it undecided.
  package static func inspectable(
    _ name: String, _ reason: Reason, _ check: @escaping @Sendable (_ value: Value) -> [Reason]
  ) -> Requirement {
    let builtIn = BuiltIn(
      name: name, reason: reason, isInspectable: true,
      check: OpaqueCheck { ($0 as? Value).map(check) })
    return Requirement(outline: .builtIn(builtIn)) { value, _ in check(value) }
  }
}
