internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// What a failing keyword says.
enum SchemaMessage {
  static func template(_ statement: SchemaStatement) -> MessageTemplate {
    if let constraint = statement.constraint {
      return DefaultMessage.template(.constraint(constraint), ids: [])
    }
    return MessageTemplate(segments(statement))
  }

  private static func segments(_ statement: SchemaStatement) -> [MessageTemplate.Segment] {
    switch statement {
    case .never: [.value, .literal(" is not allowed here")]
    case .type(let types, _):
      [.value, .literal(" is not of type " + Complaint.alternatives(names(types)))]
    case .content(let isBase64, let isJSON):
      [.value, .literal(" is not " + content(isBase64: isBase64, isJSON: isJSON))]
    case .memberCount(let minimum, let maximum):
      [
        .literal("the number of members of "), .value,
        .literal(" is not " + DefaultMessage.limits(minimum, maximum)),
      ]
    case .required(let names) where names.count == 1:
      [.value, .literal(" has no " + JSONText.quoted(names[0]))]
    case .required(let names):
      [.value, .literal(" does not have all of " + DefaultMessage.shortened(quoted(names)))]
    case .dependentRequired(let dependencies):
      [.value, .literal(" lacks a member: " + DefaultMessage.shortened(needs(dependencies)))]
    case .anyOf(let branches):
      [.value, .literal(" matches none of the \(branches.count) schemas of anyOf")]
    case .oneOf(let branches):
      [.value, .literal(" does not match exactly one of the \(branches.count) schemas of oneOf")]
    case .not: [.value, .literal(" matches the schema that it must not match")]
    case .contains(_, let minimum, let maximum, _):
      [
        .literal("the number of elements of "), .value,
        .literal(" that match is not " + DefaultMessage.limits(minimum, maximum)),
      ]
    default: [.value, .literal(" does not match the schema")]
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
