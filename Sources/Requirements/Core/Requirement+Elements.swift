extension Requirement where Value: Collection & SendableMetatype {
  /// Every element must meet the requirement; a failure names the position: `items[3].price`.
  public static func each(_ requirement: Requirement<Value.Element>) -> Requirement {
    let element = requirement.check
    return Requirement(outline: .each(requirement.outline)) { value, depth in
      Requirement.reasons(of: value, element, depth)
    }
  }

  /// Every element must meet all the requirements of the block.
  public static func each(
    @RequirementBuilder<Value.Element> _ requirements: () -> [Requirement<Value.Element>]
  ) -> Requirement {
    each(.all(requirements()))
  }

  /// At least one element must meet the requirement.
  public static func some(_ requirement: Requirement<Value.Element>) -> Requirement {
    let element = requirement.check
    let reason = DefaultReason.noElement(requirement.description)
    return Requirement(outline: .some(requirement.outline)) { value, _ in
      value.contains { element($0, .first).isEmpty } ? [] : [reason]
    }
  }

  /// At least one element must meet all the requirements of the block.
  public static func some(
    @RequirementBuilder<Value.Element> _ requirements: () -> [Requirement<Value.Element>]
  ) -> Requirement {
    some(.all(requirements()))
  }

  private static func reasons(
    of value: Value, _ element: (Value.Element, Depth) -> [Reason], _ depth: Depth
  ) -> [Reason] {
    var reasons: [Reason] = []
    var position = 0
    for item in value {
      position += 1
      let found = element(item, depth)
      if found.isEmpty { continue }
      let path = ValuePath([.index(position - 1)])
      reasons += found.map { $0.prefixed(by: path) }
      if depth == .first { break }
    }
    return reasons
  }
}
