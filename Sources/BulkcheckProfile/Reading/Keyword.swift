/// The keys of a constraint block.
enum Keyword: String, CaseIterable {
  case required, present, nullable
  case type
  case minLength, maxLength, length, notEmpty, pattern, notPattern, contains, startsWith, endsWith
  case format
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, range, multipleOf
  case const, `enum`, notEnum, references
  case minItems, maxItems, uniqueItems, items
  case fields, additionalFields
  case unique, chain
  case all, any, none, not, when, then, `else`
  case normalize, separator, labels

  static let names = allCases.map(\.rawValue)

  /// The ones that are true when their long form has no `value` (SEMANTICS 33).
  var isFlag: Bool {
    switch self {
    case .required, .present, .nullable, .notEmpty, .uniqueItems, .unique: true
    default: false
    }
  }

  /// The ones whose short form may be an object: it is the long form only if it has `value`.
  var takesBlock: Bool {
    switch self {
    case .items, .contains, .not, .when, .references: true
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
