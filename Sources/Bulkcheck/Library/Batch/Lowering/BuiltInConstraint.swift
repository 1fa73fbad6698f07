internal import BulkcheckCore
internal import Requirements

/// Built-ins as constraints of the engine, by their codes and parameters.
extension BuiltIn {
  /// The constraint that says of a value's bytes what the built-in says of the value; nil if there
  /// is none for values of the type.
  ///
  /// - Parameter type: without `Optional`.
  func constraint(for type: Any.Type) -> Constraint? {
    guard isInspectable, let code = reason.code else { return nil }
    return type == String.self
      ? textConstraint(code)
      : type == Bool.self ? flagConstraint(code) : numberConstraint(code) ?? countConstraint(code)
  }

  private func textConstraint(_ code: String) -> Constraint? {
    switch code {
    case ReasonCode.notEmpty: .notEmpty
    case ReasonCode.minLength, ReasonCode.maxLength, ReasonCode.length, ReasonCode.count:
      .length(minimum: self["min"]?.intValue, maximum: self["max"]?.intValue)
    case ReasonCode.matches: pattern.map { .pattern($0) }
    case ReasonCode.contains: part.map { .containsText($0) }
    case ReasonCode.hasPrefix: part.map { .startsWith($0) }
    case ReasonCode.hasSuffix: part.map { .endsWith($0) }
    case ReasonCode.oneOf: texts("values").map { .oneOf($0.map { .text($0) }) }
    case ReasonCode.equalTo: self["value"]?.textValue.map { .const(.text($0)) }
    case ReasonCode.email: .format(.email)
    case ReasonCode.url: .format(.uri)
    case ReasonCode.phone: .format(.phone)
    case ReasonCode.uuid: .format(.uuid)
    case ReasonCode.date: .format(.date)
    case ReasonCode.dateTime: .format(.dateTime)
    default: nil
    }
  }

  private func flagConstraint(_ code: String) -> Constraint? {
    switch (code, self["value"]) {
    case (ReasonCode.isTrue, _): .const(.boolean(true))
    case (ReasonCode.equalTo, .flag(let flag)): .const(.boolean(flag))
    default: nil
    }
  }

  private func numberConstraint(_ code: String) -> Constraint? {
    switch code {
    case ReasonCode.inRange:
      .bounds(lower: bound("min"), upper: bound("max") ?? bound("below", isExclusive: true))
    case ReasonCode.greaterThan: .bounds(lower: bound("limit", isExclusive: true), upper: nil)
    case ReasonCode.greaterThanOrEqual: .bounds(lower: bound("limit"), upper: nil)
    case ReasonCode.lessThan: .bounds(lower: nil, upper: bound("limit", isExclusive: true))
    case ReasonCode.lessThanOrEqual: .bounds(lower: nil, upper: bound("limit"))
    case ReasonCode.equalTo: digits("value").map { .const(.number($0)) }
    case ReasonCode.multipleOf: digits("divisor").map { .multipleOf($0) }
    default: nil
    }
  }

  private func countConstraint(_ code: String) -> Constraint? {
    switch code {
    case ReasonCode.notEmpty: .notEmpty
    case ReasonCode.count:
      .itemCount(minimum: self["min"]?.intValue, maximum: self["max"]?.intValue)
    default: nil
    }
  }

  // MARK: Parameters

  private subscript(_ name: String) -> ReasonParameter? { reason.parameters[name] }

  private func digits(_ name: String) -> String? {
    if case .number(let digits)? = self[name] { digits } else { nil }
  }

  private func bound(_ name: String, isExclusive: Bool = false) -> Bound? {
    digits(name).map { Bound($0, isExclusive: isExclusive) }
  }

  private var part: ExactText? { self["part"]?.textValue.map { ExactText($0) } }

  private func texts(_ name: String) -> [String]? {
    if case .list(let values)? = self[name] { values.compactMap(\.textValue) } else { nil }
  }

  private var pattern: PatternSource? {
    let options = (texts("options") ?? []).compactMap { PatternSource.Option(rawValue: $0) }
    return self["pattern"]?.textValue.map { PatternSource($0, options: Set(options)) }
  }
}

/// Built-ins as checks of bytes, where those say the same as the check of the decoded value.
extension RuleLowering {
  /// The statement of a built-in about the value at a place.
  ///
  /// Numbers that are not whole are rounded when they are decoded, and the requirement is about the
  /// rounded one: 0.30000000000000001 is at most 0.3. A number that the bytes show to be right is
  /// right, so only the others are decoded.
  mutating func statement(
    _ builtIn: BuiltIn, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    guard let constraint = constraint(of: builtIn, at: place) else {
      return try closure(.builtIn(builtIn), at: place)
    }
    guard let type = Optionals.unwrapped(place.type) as? any RoundedNumber.Type else {
      let words = constraint.words(self)
      return words.count == 1 ? .constraint(words[0]) : .all(words.map { .constraint($0) })
    }
    let decoded = try closure(.builtIn(builtIn), at: place)
    return constraint.surely(type).map { .any([.constraint($0), decoded]) } ?? decoded
  }

  /// The constraint that says the same; nil if the value must be decoded.
  func constraint(of builtIn: BuiltIn, at place: RequirementLocation) -> Constraint? {
    let type = Optionals.unwrapped(place.type)
    guard
      type == String.self || type == Bool.self || type is any KeepsElements.Type
        || RecordDecoding.isReadAtOnce(type)
    else { return nil }
    return builtIn.constraint(for: type)
  }
}

extension Constraint {
  /// A constraint on the digits of a number that holds only where this one holds for the rounded
  /// number; nil if there is none.
  fileprivate func surely(_ type: any RoundedNumber.Type) -> Constraint? {
    switch self {
    case .const(.number): self
    case .bounds(let lower?, nil):
      type.bound(inside: lower, isLower: true).map { .bounds(lower: $0, upper: nil) }
    case .bounds(nil, let upper?):
      type.bound(inside: upper, isLower: false).map { .bounds(lower: nil, upper: $0) }
    case .bounds(let lower?, let upper?):
      if let lower = type.bound(inside: lower, isLower: true),
        let upper = type.bound(inside: upper, isLower: false)
      {
        .bounds(lower: lower, upper: upper)
      } else {
        nil
      }
    default: nil
    }
  }
}

/// A collection with an element for each one in the data: a set drops equal ones, and others may do
/// anything.
protocol KeepsElements {}
extension Array: KeepsElements {}

/// A number that may be another one than its digits say.
private protocol RoundedNumber: LosslessStringConvertible {
  var nextUp: Self { get }
  var nextDown: Self { get }
  var isFinite: Bool { get }
}

extension Double: RoundedNumber {}
extension Float: RoundedNumber {}

extension RoundedNumber {
  /// An exclusive limit as the next number that is inside; an inclusive one as it is.
  static func bound(inside limit: Bound, isLower: Bool) -> Bound? {
    guard limit.isExclusive else { return limit }
    guard let number = Self(limit.digits) else { return nil }
    let next = isLower ? number.nextUp : number.nextDown
    return next.isFinite ? Bound(next.description) : nil
  }
}
