internal import BulkcheckCore

/// The keys of a constraint block.
enum Keyword: String, CaseIterable {
  case required, present, nullable
  case type
  case minLength, maxLength, length, notEmpty, pattern, notPattern, contains, startsWith, endsWith
  case format
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, range, multipleOf
  case const, `enum`, notEnum, references
  case minItems, maxItems, uniqueItems, items
  case fields, additionalFields, propertyNames, minProperties, maxProperties, dependentRequired
  case unique, chain
  case all, any, none, not, when, then, `else`
  case normalize, separator, boolean, labels, use

  static let names = allCases.map(\.rawValue)

  /// The ones that are true when their long form has no `value`
  /// (docs/reference/profile.md#short-and-long-form).
  var isFlag: Bool {
    switch self {
    case .required, .present, .nullable, .notEmpty, .uniqueItems, .unique: true
    default: false
    }
  }

  /// The ones whose short form may be an object: it is the long form only if it has `value`.
  var takesBlock: Bool {
    switch self {
    case .items, .contains, .not, .when, .references, .propertyNames, .dependentRequired: true
    default: false
    }
  }

  /// The keyword that asks the same of values of these types; nil if there is none or it is this.
  func counterpart(for types: [ValueType]) -> Keyword? {
    let families: [(text: Keyword, array: Keyword?, number: Keyword)] = [
      (.minLength, .minItems, .minimum), (.maxLength, .maxItems, .maximum), (.length, nil, .range),
    ]
    for (text, array, number) in families where [text, array, number].contains(self) {
      if types.contains(.string) { return text }
      if types.contains(.array) { return array }
      return types.contains(.integer) || types.contains(.number) ? number : nil
    }
    return nil
  }

  /// Whether it limits numbers, or dates and times.
  var isBound: Bool {
    switch self {
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .range: true
    default: false
    }
  }

  var takesOptions: Bool { self == .pattern || self == .notPattern }

  /// Whether a step of a `chain` may check this.
  var mayBeChained: Bool {
    switch self {
    case .minLength, .maxLength, .length, .notEmpty, .pattern, .notPattern, .contains, .startsWith,
      .endsWith, .format, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .range,
      .multipleOf, .const, .enum, .notEnum, .references, .minItems, .maxItems, .uniqueItems:
      true
    default: false
    }
  }
}
