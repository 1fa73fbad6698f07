/// The types that a profile names.
package enum ValueType: String, CaseIterable, Hashable, Sendable {
  case string, integer, number, boolean, object, array
}

/// A change of a text: a step of `normalize` or `chain` (docs/reference/formats.md#patterns,
/// docs/reference/values.md#changes).
package enum Change: Hashable, Sendable {
  case trim, lowercase, uppercase, collapseWhitespace, digits
  /// Every match is replaced; `$0`–`$9` insert groups, `$$` a dollar.
  case replace(PatternSource, with: ExactText)
  /// Each `X` takes the next character of the text, if there are as many of each.
  case mask(ExactText)
  /// Replaces an absent, null or missing value (only in `normalize`).
  case `default`(Literal)
  /// A cell that is a number written as `.5` or `+5` becomes `0.5` or `5`.
  case plainNumber
  /// A cell that is a number in a form of its own becomes one as JSON has it.
  case formedNumber(NumberForm)
  /// A cell that is this word becomes another.
  case word(ExactText, becomes: ExactText)
}

/// A step of a `chain`: the first check that fails ends it.
package enum ChainStep: Hashable, Sendable {
  case check(Constraint)
  case change(Change)
}

package enum ComparisonOperator: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
}

/// One limit of a number; the digits as written.
package struct Bound: Hashable, Sendable {
  package var digits: String
  package var isExclusive: Bool
  package init(_ digits: String, isExclusive: Bool = false) {
    self.digits = digits
    self.isExclusive = isExclusive
  }
}

/// A condition on a single value. A constraint fails on a value of a kind that it is not about
/// (docs/reference/constraints.md#values-of-another-kind).
///
/// Long spellings are lowered to few cases: `minimum`, `exclusiveMaximum`, `range` … are all
/// ``bounds``; `minLength`, `maxLength`, `length` are ``length``. The keyword as written is kept by
/// the ``Rule``.
package enum Constraint: Hashable, Sendable {
  // Presence
  case required
  case present(Bool)
  /// `nullable: false`.
  case notNull
  case type([ValueType])
  // Text
  case length(minimum: Int?, maximum: Int?)
  case pattern(PatternSource)
  case notPattern(PatternSource)
  case containsText(ExactText)
  case startsWith(ExactText)
  case endsWith(ExactText)
  case format(Format)
  /// A date or time in a notation of its own.
  case temporal(TemporalNotation)
  /// Dates or times between two limits.
  case instants(lower: InstantBound?, upper: InstantBound?, TemporalNotation)
  /// At least one code point, element or member.
  case notEmpty
  // Number
  case bounds(lower: Bound?, upper: Bound?)
  case multipleOf(String)
  // Choice
  case const(Literal)
  case oneOf([Literal])
  case noneOf([Literal])
  /// Equal to a value of another file.
  case references(ReferencedColumn)
  // Array
  case itemCount(minimum: Int?, maximum: Int?)
  case uniqueItems
  // Object
  /// `additionalFields: false`; the names that may occur. A `*` covers all names, in CSV those of
  /// the columns that it means.
  case onlyFields(Set<ExactText>, coversAll: Bool = false)
  case memberCount(minimum: Int?, maximum: Int?)
  /// If a member is there, others must be there too.
  case dependentRequired([NameDependency])
  // Text, ordered
  case chain([ChainStep])
  /// No other record of the whole run has the same value. Stands only alone as the expression of a
  /// rule.
  case unique
  /// A condition that only a closure knows: its position among the ``ClosureCheck``s that come with
  /// the rules. No profile has any.
  case closure(Int)
}

/// The kinds of values that a constraint is about, if it is not about all of them
/// (docs/reference/constraints.md#values-of-another-kind).
package enum ConstraintSubject: BitwiseCopyable, Sendable {
  case texts, numbers, arrays, objects
  /// Whatever may be empty.
  case containersAndTexts
  /// Values that a column of another file can hold.
  case scalars

  package var types: [ValueType] {
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
  package var name: String {
    switch self {
    case .texts: "strings"
    case .numbers: "numbers"
    case .arrays: "arrays"
    case .objects: "objects"
    case .containersAndTexts: "strings, arrays and objects"
    case .scalars: "strings, numbers and booleans"
    }
  }
}

extension Constraint {
  /// The constraint of a keyword that limits a count, such as `minLength`; nil for other keywords.
  package init?(limit keyword: String, _ count: Int) {
    switch keyword {
    case "minLength": self = .length(minimum: count, maximum: nil)
    case "maxLength": self = .length(minimum: nil, maximum: count)
    case "minItems": self = .itemCount(minimum: count, maximum: nil)
    case "maxItems": self = .itemCount(minimum: nil, maximum: count)
    case "minProperties": self = .memberCount(minimum: count, maximum: nil)
    case "maxProperties": self = .memberCount(minimum: nil, maximum: count)
    default: return nil
    }
  }

  package var subject: ConstraintSubject? {
    switch self {
    case .temporal(let notation) where notation.isNumber: .numbers
    case .instants(_, _, let notation) where notation.isNumber: .numbers
    case .length, .pattern, .notPattern, .containsText, .startsWith, .endsWith, .format,
      .temporal, .instants:
      .texts
    case .bounds, .multipleOf: .numbers
    case .itemCount, .uniqueItems: .arrays
    case .onlyFields, .memberCount, .dependentRequired: .objects
    case .notEmpty: .containersAndTexts
    case .references: .scalars
    case .required, .present, .notNull, .type, .const, .oneOf, .noneOf, .chain, .unique, .closure:
      nil
    }
  }

  /// The values to choose from; nil for other constraints.
  package var choices: [Literal]? {
    switch self {
    case .const(let value): [value]
    case .oneOf(let values): values
    default: nil
    }
  }

  /// Whether it has a limit that depends on the clock.
  var asksForNow: Bool {
    switch self {
    case .instants(let lower, let upper, _):
      [lower, upper].contains { $0?.limit.asksForNow ?? false }
    case .chain(let steps):
      steps.contains { if case .check(let check) = $0 { check.asksForNow } else { false } }
    default: false
    }
  }

  /// The requirement as short text, for listings, and the message of a failing rule whose author
  /// gave none.
  package var words: (text: String, message: [MessageTemplate.Segment]) {
    switch self {
    case .required: ("required", [.field, .literal(" is missing")])
    case .present(let isWanted):
      (
        "present \(isWanted)",
        [.field, .literal(isWanted ? " is absent" : " must be absent")]
      )
    case .notNull: ("nullable false", [.field, .difference(" is null")])
    case .type(let types):
      ("type " + types.map(\.rawValue).joined(separator: "|"), .isNoType(types.map(\.rawValue)))
    case .length(let minimum, let maximum):
      Limits(minimum, maximum).words("length ", "the length must be ")
    case .pattern(let source):
      ("pattern \(source)", .value(" does not match the pattern " + source.pattern))
    case .notPattern(let source):
      ("notPattern \(source)", .value(" matches the pattern " + source.pattern))
    case .containsText(let part):
      ("contains " + part.quoted, .value(" does not contain " + part.quoted))
    case .startsWith(let part):
      ("startsWith " + part.quoted, .value(" does not start with " + part.quoted))
    case .endsWith(let part):
      ("endsWith " + part.quoted, .value(" does not end with " + part.quoted))
    case .format(let format):
      ("format " + format.rawValue, .value(" is not in the format " + format.rawValue))
    case .temporal(let notation):
      ("format \(notation)", .value(" is not in the format \(notation)"))
    case .instants(let lower, let upper, let notation):
      Limits(lower, upper).words(
        notation.kind.rawValue + " ", "the \(notation.kind.rawValue) must be ")
    case .notEmpty: ("notEmpty", [.field, .literal(" is empty")])
    case .bounds(let lower, let upper): Limits(lower, upper).words("", "the number must be ")
    case .multipleOf(let digits):
      ("multipleOf " + digits, .value(" is not a multiple of " + digits))
    case .const(let value): ("const \(value)", .value(" is not \(value)"))
    case .oneOf(let values):
      (
        "enum \(Literal.array(values))",
        .value(
          values.isEmpty
            ? " is not allowed: the list of allowed values is empty"
            : " is not one of " + values.shown)
      )
    case .noneOf(let values):
      (
        "notEnum \(Literal.array(values))",
        .value(" is one of the forbidden values: " + values.shown)
      )
    case .references(let reference):
      ("references " + reference.place, .isNotIn(reference.place))
    case .itemCount(let minimum, let maximum):
      Limits(minimum, maximum).words("items ", "the number of items must be ")
    case .uniqueItems: ("uniqueItems", .value(" has equal elements"))
    case .onlyFields(let names, let coversAll):
      (
        "only fields "
          + (coversAll
            ? "that a path covers" : names.sorted().map(\.quoted).joined(separator: ", ")),
        [.difference("a field is not named in the profile")]
      )
    case .memberCount(let minimum, let maximum):
      Limits(minimum, maximum).words("members ", "the number of members must be ")
    case .dependentRequired(let dependencies):
      (
        "dependentRequired "
          + dependencies.map {
            "\(JSONText.quoted($0.name)): \(Literal.array($0.required.map(Literal.text)))"
          }.joined(separator: ", "),
        [.difference("a member that another one requires is missing")]
      )
    case .chain(let steps):
      (
        "chain \(steps.text)",
        .value(" fails a step of " + MessageTemplate.shortened("chain \(steps.text)"))
      )
    case .unique: ("unique", .value(" occurs more than once"))
    case .closure(let number): ("closure", [.closure(number)])
    }
  }
}
