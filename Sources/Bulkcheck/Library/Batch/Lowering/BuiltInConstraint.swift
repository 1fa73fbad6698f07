internal import BulkcheckCore
internal import Requirements

/// Built-ins as constraints of the engine, by their codes and parameters.
extension BuiltIn {
  /// The constraint on a value's bytes that means the same as the built-in; nil if there is none
  /// for values of the type.
  ///
  /// - Parameter type: the type of the value, without `Optional`.
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
    case ReasonCode.dateRange:
      .instants(lower: instant("min"), upper: instant("max"), TemporalNotation(.date))
    case ReasonCode.dateTimeRange:
      .instants(lower: instant("min"), upper: instant("max"), TemporalNotation(.dateTime))
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

  private func instant(_ name: String) -> InstantBound? {
    self[name]?.textValue.map { InstantBound(.text($0), text: $0) }
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
