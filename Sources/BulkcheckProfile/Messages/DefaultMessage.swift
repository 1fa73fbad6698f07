internal import BulkcheckCore

/// What a failing rule says when its author gave no `message`.
enum DefaultMessage {
  static func template(keyword: String, _ expression: Expression) -> MessageTemplate {
    switch expression {
    case .constraint(let constraint): MessageTemplate(segments(constraint))
    case .compare(let left, let comparison, let right):
      MessageTemplate([
        .path(left), .literal(" is not \(words(comparison)) "), .path(right),
      ])
    case .unique: MessageTemplate([.value, .literal(" occurs more than once")])
    case .items:
      MessageTemplate([
        .literal("an element of "), .field, .literal(" is not as it must be: "), .value,
      ])
    case .fields: MessageTemplate([.field, .literal(" is not as it must be: "), .value])
    case .someItem:
      MessageTemplate([.literal("no element of "), .field, .literal(" is as one must be")])
    case .any:
      MessageTemplate([.literal("none of the alternatives of "), .rule, .literal(" holds")])
    case .none: MessageTemplate([.literal("something that "), .rule, .literal(" rules out holds")])
    case .not: MessageTemplate([.literal("what "), .rule, .literal(" rules out holds")])
    case .when:
      MessageTemplate([
        .literal("the condition of "), .rule, .literal(" holds, but not what follows from it"),
      ])
    default: MessageTemplate([.literal("what "), .rule, .literal(" asks for does not hold")])
    }
  }

  private static func segments(_ constraint: Constraint) -> [MessageTemplate.Segment] {
    switch constraint {
    case .required: [.field, .literal(" is missing")]
    case .present(true): [.field, .literal(" is absent")]
    case .present(false): [.field, .literal(" must be absent")]
    case .notNull: [.field, .literal(" is null")]
    case .type(let types):
      [.value, .literal(" is not of type " + Complaint.alternatives(types.map(\.rawValue)))]
    case .pattern(let source): [.value, .literal(" does not match the pattern " + source.pattern)]
    case .notPattern(let source): [.value, .literal(" matches the pattern " + source.pattern)]
    case .containsText(let text): [.value, .literal(" does not contain " + JSONText.quoted(text))]
    case .startsWith(let text): [.value, .literal(" does not start with " + JSONText.quoted(text))]
    case .endsWith(let text): [.value, .literal(" does not end with " + JSONText.quoted(text))]
    case .format(let format): [.value, .literal(" is not in the format " + format.rawValue)]
    case .notEmpty: [.field, .literal(" is empty")]
    case .length(let minimum, let maximum):
      [.literal("the length of "), .value, .literal(" is not " + limits(minimum, maximum))]
    case .itemCount(let minimum, let maximum):
      [
        .literal("the number of elements of "), .value,
        .literal(" is not " + limits(minimum, maximum)),
      ]
    case .bounds(let lower, let upper): [.value, .literal(" is not " + limits(lower, upper))]
    case .multipleOf(let digits): [.value, .literal(" is not a multiple of " + digits)]
    case .const(let value): [.value, .literal(" is not " + value.description)]
    case .oneOf(let values):
      [.value, .literal(" is none of " + values.map(\.description).joined(separator: ", "))]
    case .noneOf: [.value, .literal(" is one of the values that are ruled out")]
    case .uniqueItems: [.value, .literal(" has equal elements")]
    case .onlyFields: [.literal("there is a field that the profile does not know")]
    case .chain: [.value, .literal(" fails a step of the chain")]
    case .unique: [.value, .literal(" occurs more than once")]
    }
  }

  private static func limits(_ minimum: Int?, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (let low?, let high?) where low == high: "\(low)"
    case (let low?, let high?): "between \(low) and \(high)"
    case (let low?, nil): "at least \(low)"
    case (nil, let high?): "at most \(high)"
    case (nil, nil): "limited"
    }
  }

  private static func limits(_ lower: Bound?, _ upper: Bound?) -> String {
    switch (lower, upper) {
    case (let low?, let high?): "between \(low.digits) and \(high.digits)"
    case (let low?, nil): (low.isExclusive ? "above " : "at least ") + low.digits
    case (nil, let high?): (high.isExclusive ? "below " : "at most ") + high.digits
    case (nil, nil): "limited"
    }
  }

  private static func words(_ comparison: ComparisonOperator) -> String {
    switch comparison {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    case .equal: "equal to"
    case .notEqual: "different from"
    }
  }
}
