extension SchemaStatement {
  /// The requirement as short text, for listings, and the message of a failing keyword.
  var words: (text: String, message: [MessageTemplate.Segment]) {
    switch self {
    case .never: return ("false", [.difference("no value is allowed here")])
    case .type(let types, _):
      let names = SchemaType.allCases.filter(types.contains).map(\.rawValue)
      return ("type " + names.joined(separator: "|"), .isNoType(names))
    case .constraint(let constraint): return constraint.words
    case .content(let isBase64, let isJSON):
      let form = isBase64 ? isJSON ? "JSON in base64" : "base64" : "JSON"
      return ("content " + form, .value(" is not " + form))
    case .required(let names):
      let list = names.map(JSONText.quoted).joined(separator: ", ")
      let complaint =
        names.count == 1
        ? "the object has no " + list
        : "the object does not have all of " + MessageTemplate.shortened(list)
      return ("required " + list, [.difference(complaint)])
    case .dependentRequired(let dependencies):
      func list(_ joint: String) -> String {
        dependencies.map {
          JSONText.quoted($0.name) + joint
            + $0.required.map(JSONText.quoted).joined(separator: ", ")
        }.joined(separator: "; ")
      }
      let needs = MessageTemplate.shortened(list(" needs "))
      return (
        "dependentRequired " + list(": "), [.difference("the object lacks a member: " + needs)]
      )
    case .applicator(let applicator):
      let (text, message) = applicator.words
      let isChoice = applicator.kind == .anyOf || applicator.kind == .oneOf
      return (text, [isChoice ? .difference(message) : .literal(message)])
    }
  }
}

extension Applicator {
  fileprivate var words: (text: String, message: String) {
    let count = parts.count
    let noSchema = "the value does not match the schema"
    switch kind {
    case .anyOf, .oneOf:
      let ofMany =
        kind == .anyOf
        ? "the value matches none of the \(count) schemas"
        : "the value does not match exactly one of the \(count) schemas"
      return ("\(kind) \(count) schemas", (count == 1 ? noSchema : ofMany) + " of \(kind)")
    case .not: return ("not", "the value matches the schema that it must not match")
    case .contains:
      let limits = Limits(minimum, maximum)
      return (
        "contains " + limits.signs,
        "the number of elements that match must be " + limits.sentence
      )
    default: return ("schema", noSchema)
    }
  }
}
