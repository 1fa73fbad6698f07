internal import BulkcheckCore
internal import BulkcheckDocument

/// The values that a constraint is about, if not values of every type
/// (docs/reference/constraints.md#values-of-another-kind).
enum ConstraintSubject {
  case texts, numbers, arrays, objects
  /// Whatever may be empty.
  case containersAndTexts
  /// Values that a column of another file can hold.
  case scalars

  var types: [ValueType] {
    switch self {
    case .texts: [.string]
    case .numbers: [.integer, .number]
    case .arrays: [.array]
    case .objects: [.object]
    case .containersAndTexts: [.string, .array, .object]
    case .scalars: [.string, .integer, .number, .boolean]
    }
  }

  /// The name of the values in sentences.
  var name: String {
    switch self {
    case .texts: "strings"
    case .numbers: "numbers"
    case .arrays: "arrays"
    case .objects: "objects"
    case .containersAndTexts: "strings, arrays and objects"
    case .scalars: "strings, numbers and booleans"
    }
  }

  /// nil for a statement about every type, and for one whose parts speak for themselves.
  init?(_ statement: Expression) {
    if case .names = statement {
      self = .objects
      return
    }
    if case .refers = statement {
      self = .scalars
      return
    }
    guard case .constraint(let constraint) = statement else { return nil }
    switch constraint {
    case .length, .pattern, .notPattern, .containsText, .startsWith, .endsWith, .format,
      .temporal, .moments:
      self = .texts
    case .bounds, .multipleOf: self = .numbers
    case .itemCount, .uniqueItems: self = .arrays
    case .onlyFields, .memberCount, .dependentRequired: self = .objects
    case .notEmpty: self = .containersAndTexts
    case .references: self = .scalars
    case .required, .present, .notNull, .type, .const, .oneOf, .noneOf, .chain, .unique, .closure:
      return nil
    }
  }
}

extension ProfileReader {
  /// Complains about a constraint that no name of a member can pass.
  mutating func checkAboutNames(_ statement: Expression, _ form: ConstraintForm) {
    switch statement {
    case .items, .someItem, .fields, .names:
      return complain(form.nameOffset, .notAboutNames(form.keyword))
    case .constraint(.references), .refers:
      return complain(form.nameOffset, .notAboutNames(form.keyword))
    default: break
    }
    guard let subject = ConstraintSubject(statement), !subject.types.contains(.string) else {
      return
    }
    complain(form.nameOffset, .notAboutNames(form.keyword))
  }

  /// Complains about a constraint that could never pass, because it is about none of the types that
  /// its path is declared to have. The declarations are known in the second reading.
  mutating func checkSubject(
    _ statement: Expression, _ form: ConstraintForm, _ context: BlockContext
  ) {
    guard let subject = ConstraintSubject(statement),
      let types = known.declarations[context.path]?.types,
      !types.contains(where: subject.types.contains)
    else { return }
    complain(
      form.nameOffset,
      .aboutOtherTypes(form.keyword, subject, path: context.path, types: types))
  }
}
