package import BulkcheckCore
internal import BulkcheckDocument

/// The message of a failing rule whose author gave no `message`.
package enum DefaultMessage {
  /// The message of a rule by its statement.
  ///
  /// - Parameter ids: those of the profile's rules, for references to rules.
  package static func template(_ expression: Expression, ids: [String]) -> MessageTemplate {
    func text(_ expression: Expression) -> String { shown(expression, ids) }
    func list(_ parts: [Expression]) -> String { parts.map(text).joined(separator: "; ") }
    let segments: [MessageTemplate.Segment] =
      switch expression {
      case .constraint(let constraint): Self.segments(constraint)
      case .names(let inner):
        [.literal("a name of "), .field, .literal(" does not satisfy: " + text(inner))]
      case .relate:
        [.difference("this does not hold: " + text(expression))]
      case .compareTimes: [.difference("this does not hold: " + text(expression))]
      case .compare(let left, let comparison, let right):
        [.path(left), .literal(" is not \(comparison.words) "), .path(right)]
      case .unique: [.value, .literal(" occurs more than once")]
      case .combination(let combination):
        [.value, .difference(""), .literal(" is not in " + combination.place)]
      case .refers(let reference):
        [.value, .difference(""), .literal(" is not in " + reference.place)]
      case .items(let inner):
        [
          .value, .literal(" is not a valid element of "), .field,
          .literal(": " + text(inner)),
        ]
      case .fields(let parts): [.field, .literal(" does not satisfy: " + list(parts))]
      case .someItem(let inner):
        [.literal("no element of "), .field, .literal(" satisfies: " + text(inner))]
      case .any(let parts): [.literal("none of these holds: " + list(parts))]
      case .none(let parts): [.literal("one of these holds, but must not: " + list(parts))]
      case .not(let inner): [.literal("this holds, but must not: " + text(inner))]
      case .when(let condition, let then, let otherwise):
        [.literal(branches(text(condition), then.map(text), otherwise.map(text)))]
      case .all(let parts): [.literal("not all of these hold: " + list(parts))]
      case .at, .outcome, .schema: [.literal("this does not hold: " + text(expression))]
      }
    return MessageTemplate(segments)
  }

  private static func branches(_ condition: String, _ then: String?, _ otherwise: String?) -> String
  {
    switch (then, otherwise) {
    case (let then?, let otherwise?):
      "when \(condition), this must hold: \(then); otherwise: \(otherwise)"
    case (let then?, nil): "when \(condition), this must hold: \(then)"
    case (nil, let otherwise?): "unless \(condition), this must hold: \(otherwise)"
    case (nil, nil): "when \(condition)"
    }
  }

  /// Longer statements are cut: a message is one line, `bulkcheck expand` has the rest.
  private static let shownMaximum = 160

  private static func shown(_ expression: Expression, _ ids: [String]) -> String {
    shortened(StatementText.text(expression, ids: ids))
  }

  /// A text in the length that a message has room for.
  package static func shortened(_ text: String) -> String {
    text.count <= shownMaximum ? text : text.prefix(shownMaximum - 1) + "…"
  }

  private static func segments(_ constraint: Constraint) -> [MessageTemplate.Segment] {
    switch constraint {
    case .required: [.field, .literal(" is missing")]
    case .present(true): [.field, .literal(" is absent")]
    case .present(false): [.field, .literal(" must be absent")]
    case .notNull: [.field, .difference(" is null")]
    case .type(let types):
      [
        .value, .literal(" is not of type " + Complaint.alternatives(types.map(\.rawValue))),
        .difference(""),
      ]
    case .pattern(let source): [.value, .literal(" does not match the pattern " + source.pattern)]
    case .notPattern(let source): [.value, .literal(" matches the pattern " + source.pattern)]
    case .containsText(let text):
      [.value, .literal(" does not contain " + JSONText.quoted(text.text))]
    case .startsWith(let text):
      [.value, .literal(" does not start with " + JSONText.quoted(text.text))]
    case .endsWith(let text):
      [.value, .literal(" does not end with " + JSONText.quoted(text.text))]
    case .format(let format): [.value, .literal(" is not in the format " + format.rawValue)]
    case .temporal(let notation): [.value, .literal(" is not in the format \(notation)")]
    case .moments(let lower, let upper, let notation):
      [.difference("the \(notation.kind.rawValue) must be " + limits(lower, upper))]
    case .notEmpty: [.field, .literal(" is empty")]
    case .length(let minimum, let maximum):
      [.difference("the length must be " + limits(minimum, maximum))]
    case .itemCount(let minimum, let maximum):
      [.difference("the number of items must be " + limits(minimum, maximum))]
    case .bounds(let lower, let upper):
      [.difference("the number must be " + limits(lower, upper))]
    case .multipleOf(let digits): [.value, .literal(" is not a multiple of " + digits)]
    case .const(let value): [.value, .literal(" is not " + value.description)]
    case .oneOf(let values) where values.isEmpty:
      [.value, .literal(" is not allowed: the list of allowed values is empty")]
    case .oneOf(let values):
      [.value, .literal(" is not one of " + shortened(list(values)))]
    case .noneOf(let values):
      [.value, .literal(" is one of the forbidden values: " + shortened(list(values)))]
    case .references(let reference):
      [.value, .difference(""), .literal(" is not in " + reference.place)]
    case .uniqueItems: [.value, .literal(" has equal elements")]
    case .memberCount(let minimum, let maximum):
      [.difference("the number of members must be " + limits(minimum, maximum))]
    case .dependentRequired: [.difference("a member that another one requires is missing")]
    case .onlyFields: [.difference("a field is not named in the profile")]
    case .chain(let steps):
      [.value, .literal(" fails a step of " + shortened(StatementText.text(.chain(steps))))]
    case .unique: [.value, .literal(" occurs more than once")]
    case .closure(let number): [.closure(number)]
    }
  }

  private static func list(_ values: [Literal]) -> String {
    values.map(\.description).joined(separator: ", ")
  }

  /// `at least 1`, `between 1 and 5`, ….
  package static func limits(_ minimum: Int?, _ maximum: Int?) -> String {
    if let minimum, minimum == maximum { return "\(minimum)" }
    return limits(minimum.map { ("\($0)", "at least ") }, maximum.map { ("\($0)", "at most ") })
  }

  private static func limits(_ lower: Bound?, _ upper: Bound?) -> String {
    limits(
      lower.map { ($0.digits, $0.isExclusive ? "above " : "at least ") },
      upper.map { ($0.digits, $0.isExclusive ? "below " : "at most ") })
  }

  private static func limits(_ lower: MomentBound?, _ upper: MomentBound?) -> String {
    limits(
      lower.map { ($0.text, $0.isExclusive ? "after " : "at or after ") },
      upper.map { ($0.text, $0.isExclusive ? "before " : "at or before ") })
  }

  /// - Parameters:
  ///   - lower: a limit, and the words in front of it if it is the only one.
  ///   - upper: the same.
  private static func limits(
    _ lower: (text: String, words: String)?, _ upper: (text: String, words: String)?
  ) -> String {
    switch (lower, upper) {
    case (let low?, let high?): "between \(low.text) and \(high.text)"
    case (let low?, nil): low.words + low.text
    case (nil, let high?): high.words + high.text
    case (nil, nil): "limited"
    }
  }
}
