/// Requirements for two parts of a value together.
extension Requirement {
  /// Compares two parts of the value: `compare(\.start, <=, \.end)`.
  ///
  /// The operator is one of `< <= > >= == !=`. Strings are compared by code points. If a part is
  /// optional and nil there is nothing to compare, and the value is confirmed. Use
  /// `required()` to ask for the part, and `equal` if nil is to be equal to nil only.
  ///
  /// The failure is about the part `at:`; without it, about the value itself.
  public static func compare<Part: Comparable & Sendable>(
    _ left: any KeyPath<Value, Part> & Sendable,
    _ comparison: (ComparedPart, ComparedPart) -> PartComparison,
    _ right: any KeyPath<Value, Part> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    let sign = comparison(.first, .second).sign
    let relation = sign.relation(Part.self)
    return parts(left, right, place, .comparison(sign)) { relation($0, $1) ? .holds : .fails }
  }

  /// Compares two parts of the value, the first of which may be missing.
  public static func compare<Part: Comparable & Sendable>(
    _ left: any KeyPath<Value, Part?> & Sendable,
    _ comparison: (ComparedPart, ComparedPart) -> PartComparison,
    _ right: any KeyPath<Value, Part> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    let sign = comparison(.first, .second).sign
    let relation = sign.relation(Part.self)
    return parts(left, right, place, .comparison(sign)) { left, right in
      guard let left else { return .holds }
      return relation(left, right) ? .holds : .fails
    }
  }

  /// Compares two parts of the value, the second of which may be missing.
  public static func compare<Part: Comparable & Sendable>(
    _ left: any KeyPath<Value, Part> & Sendable,
    _ comparison: (ComparedPart, ComparedPart) -> PartComparison,
    _ right: any KeyPath<Value, Part?> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    let sign = comparison(.first, .second).sign
    let relation = sign.relation(Part.self)
    return parts(left, right, place, .comparison(sign)) { left, right in
      guard let right else { return .holds }
      return relation(left, right) ? .holds : .fails
    }
  }

  /// Compares two parts of the value that may both be missing.
  public static func compare<Part: Comparable & Sendable>(
    _ left: any KeyPath<Value, Part?> & Sendable,
    _ comparison: (ComparedPart, ComparedPart) -> PartComparison,
    _ right: any KeyPath<Value, Part?> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    let sign = comparison(.first, .second).sign
    let relation = sign.relation(Part.self)
    return parts(left, right, place, .comparison(sign)) { left, right in
      guard let left, let right else { return .holds }
      return relation(left, right) ? .holds : .fails
    }
  }

  /// Requires two parts of the value to be equal: `equal(\.password, \.confirm, at: \.confirm)`.
  ///
  /// Strings are compared by code points. nil is equal to nil only.
  ///
  /// The failure is about the part `at:`; without it, about the value itself.
  public static func equal<Part: Equatable & Sendable>(
    _ left: any KeyPath<Value, Part> & Sendable, _ right: any KeyPath<Value, Part> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    parts(left, right, place, .equality) { PartEquality.holds($0, $1) ? .holds : .fails }
  }

  /// Requires two parts of the value to be equal, the first of which may be missing.
  @_disfavoredOverload
  public static func equal<Part: Equatable & Sendable>(
    _ left: any KeyPath<Value, Part?> & Sendable, _ right: any KeyPath<Value, Part> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    parts(left, right, place, .equality) { left, right in
      left.map { PartEquality.holds($0, right) } ?? false ? .holds : .fails
    }
  }

  /// Requires two parts of the value to be equal, the second of which may be missing.
  @_disfavoredOverload
  public static func equal<Part: Equatable & Sendable>(
    _ left: any KeyPath<Value, Part> & Sendable, _ right: any KeyPath<Value, Part?> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self
  ) -> Requirement {
    parts(left, right, place, .equality) { left, right in
      right.map { PartEquality.holds(left, $0) } ?? false ? .holds : .fails
    }
  }

  /// Asks a closure whether two parts of the value go together.
  ///
  /// ```swift
  /// Requirement<Trip>.all {
  ///   Requirement(\.start, \.end) { $0 <= $1 }.because("The trip ends before it begins")
  /// }
  /// ```
  /// In a batch, only these two parts are decoded for it. A closure over the whole record decodes
  /// the record, which costs as much as all of its properties.
  ///
  /// The failure is about the part `at:`; without it, about the value itself.
  public init<First: SendableMetatype, Second: SendableMetatype>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self,
    _ holds: @escaping @Sendable (First, Second) -> Bool
  ) {
    self = .parts(first, second, place, .condition) { holds($0, $1) ? .holds : .fails }
  }

  /// Asks a closure about two parts of the value, which gives its own reason.
  ///
  /// In a batch, only these two parts are decoded for it.
  public init<First: SendableMetatype, Second: SendableMetatype>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable,
    at place: any PartialKeyPath<Value> & Sendable = \Value.self,
    _ evaluate: @escaping @Sendable (First, Second) -> Evaluation
  ) {
    self = .parts(first, second, place, .closure) { first, second in
      switch evaluate(first, second) {
      case .confirmed: .holds
      case .failed(let reason): .failsWith(reason)
      }
    }
  }

  private static func parts<First: SendableMetatype, Second: SendableMetatype>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable,
    _ place: any PartialKeyPath<Value> & Sendable, _ form: PartsCheck.Form,
    _ answer: @escaping @Sendable (First, Second) -> PartsCheck.Answer
  ) -> Requirement {
    let check = PartsCheck(
      form: form, steps: [KeyPathStep(first), KeyPathStep(second)], place: KeyPathStep(place)
    ) { parts in
      guard let first = parts[0] as? First, let second = parts[1] as? Second else { return nil }
      return answer(first, second)
    }
    let reasons = check.reasons(.fails)
    let path = check.place.path
    return Requirement(outline: .across(check)) { value, _ in
      switch answer(value[keyPath: first], value[keyPath: second]) {
      case .holds: []
      case .fails: reasons
      case .failsWith(let reason): [reason.prefixed(by: path)]
      }
    }
  }
}

/// The equality of two parts.
private enum PartEquality {
  /// Whether both are equal. Strings are compared by code points.
  static func holds<Part: Equatable>(_ left: Part, _ right: Part) -> Bool {
    guard let one = left as? String, let other = right as? String else { return left == right }
    return one.utf8.elementsEqual(other.utf8)
  }
}
