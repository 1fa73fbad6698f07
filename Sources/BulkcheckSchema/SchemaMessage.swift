internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// The message of a failing keyword.
enum SchemaMessage {
  static func template(_ statement: SchemaStatement) -> MessageTemplate {
    if let constraint = statement.constraint {
      return DefaultMessage.template(.constraint(constraint), ids: [])
    }
    return MessageTemplate(segments(statement))
  }

  private static func segments(_ statement: SchemaStatement) -> [MessageTemplate.Segment] {
    switch statement {
    case .type(let types, _):
      [
        .value, .literal(" is not of type " + Complaint.alternatives(names(types))),
        .difference(""),
      ]
    case .content(let isBase64, let isJSON):
      [.value, .literal(" is not " + content(isBase64: isBase64, isJSON: isJSON))]
    case .never, .memberCount, .required, .dependentRequired:
      [.difference(sentence(statement))]
    default: [.literal(sentence(statement))]
    }
  }

  /// The sentence about values that are too long to be repeated.
  private static func sentence(_ statement: SchemaStatement) -> String {
    switch statement {
    case .never: "no value is allowed here"
    case .memberCount(let minimum, let maximum):
      "the number of members must be " + DefaultMessage.limits(minimum, maximum)
    case .required(let names) where names.count == 1:
      "the object has no " + JSONText.quoted(names[0])
    case .required(let names):
      "the object does not have all of " + DefaultMessage.shortened(quoted(names))
    case .dependentRequired(let dependencies):
      "the object lacks a member: " + DefaultMessage.shortened(needs(dependencies))
    case .anyOf(let branches) where branches.count == 1:
      "the value does not match the schema of anyOf"
    case .anyOf(let branches): "the value matches none of the \(branches.count) schemas of anyOf"
    case .oneOf(let branches) where branches.count == 1:
      "the value does not match the schema of oneOf"
    case .oneOf(let branches):
      "the value does not match exactly one of the \(branches.count) schemas of oneOf"
    case .not: "the value matches the schema that it must not match"
    case .contains(_, let minimum, let maximum, _):
      "the number of elements that match must be " + DefaultMessage.limits(minimum, maximum)
    default: "the value does not match the schema"
    }
  }

  private static func names(_ types: Set<SchemaType>) -> [String] {
    SchemaType.allCases.filter(types.contains).map(\.rawValue)
  }

  private static func quoted(_ names: [String]) -> String {
    names.map(JSONText.quoted).joined(separator: ", ")
  }

  private static func needs(_ dependencies: [SchemaStatement.Dependency]) -> String {
    dependencies.map { "\(JSONText.quoted($0.name)) needs \(quoted($0.required))" }
      .joined(separator: "; ")
  }

  private static func content(isBase64: Bool, isJSON: Bool) -> String {
    switch (isBase64, isJSON) {
    case (true, true): "JSON in base64"
    case (true, false): "base64"
    default: "JSON"
    }
  }
}
