extension Requirement where Value: Collection & SendableMetatype {
  /// Requires every element to meet the requirement. A failure names the position:
  /// `items[3].price`.
  ///
  /// ```swift
  /// Requirement<Order>.on(\.items, .each(.on(\.price, .greaterThan(0))))
  /// ```
  public static func each(_ requirement: Requirement<Value.Element>) -> Requirement {
    let element = requirement.check
    return Requirement(outline: .each(requirement.outline)) { value, depth in
      Requirement.reasons(of: value, element, depth)
    }
  }

  /// Requires every element to meet all the requirements of the block.
  public static func each(
    _: Void = (),
    @RequirementBuilder<Value.Element> _ requirements: () -> [Requirement<Value.Element>]
  ) -> Requirement {
    each(.all(requirements()))
  }

  /// Requires at least one element to meet the requirement.
  public static func some(_ requirement: Requirement<Value.Element>) -> Requirement {
    let element = requirement.check
    let reason = Reason.noElement(requirement.description)
    return Requirement(outline: .some(requirement.outline)) { value, _ in
      var undecided: [Reason] = []
      var position = 0
      let isMet = value.contains { item in
        let found = element(item, .first)
        if found.isUndecided { add(found, at: position, to: &undecided) }
        position += 1
        return found.isEmpty
      }
      if isMet { return [] }
      return undecided.isEmpty ? [reason] : undecided
    }
  }

  /// Requires at least one element to meet all the requirements of the block.
  public static func some(
    _: Void = (),
    @RequirementBuilder<Value.Element> _ requirements: () -> [Requirement<Value.Element>]
  ) -> Requirement {
    some(.all(requirements()))
  }

  private typealias Check = (Value.Element, Depth) -> [Reason]

  private static func reasons(of value: Value, _ element: Check, _ depth: Depth) -> [Reason] {
    // Arrays by their storage: a subscript that only the protocol knows allocates for each element.
    if let found = value.withContiguousStorageIfAvailable({
      unsafe Requirement.reasons(ofStorage: $0, element, depth)
    }) {
      return found
    }
    var reasons: [Reason] = []
    var position = 0
    for item in value {
      let found = element(item, depth)
      add(found, at: position, to: &reasons)
      if depth == .first && found.isFailure { break }
      position += 1
    }
    return reasons
  }

  private static func reasons(
    ofStorage storage: UnsafeBufferPointer<Value.Element>, _ element: Check, _ depth: Depth
  ) -> [Reason] {
    var reasons: [Reason] = []
    var position = 0
    while position < storage.count {
      // SAFETY: below the count of a buffer that is readable for as long as the caller's closure
      // runs.
      let found = unsafe element(storage[position], depth)
      add(found, at: position, to: &reasons)
      if depth == .first && found.isFailure { break }
      position += 1
    }
    return reasons
  }

  private static func add(_ found: [Reason], at position: Int, to reasons: inout [Reason]) {
    if found.isEmpty { return }
    let path = ValuePath([.index(position)])
    reasons += found.map { $0.prefixed(by: path) }
  }
}
