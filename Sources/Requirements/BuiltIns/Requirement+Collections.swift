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
    if let mistake = CountLimits.mistake(name, minimum, maximum) { return .mistake(mistake) }
    let reason = Reason(
      code: ReasonCode.count, parameters: CountLimits.parameters(minimum, maximum))
    return .constraint(name, reason) { CountLimits.holds($0, minimum, maximum) }
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
