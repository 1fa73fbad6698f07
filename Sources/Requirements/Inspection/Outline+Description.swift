extension Outline: CustomStringConvertible {
  /// The tree in one line.
  package var description: String {
    switch self {
    case .opaque: "closure"
    case .constraint(_, let builtIn), .builtIn(let builtIn): builtIn.name
    case .mistake(let text): "mistake(\(text))"
    case .all(let parts): "all(\(Outline.list(parts)))"
    case .any(let parts, _): "any(\(Outline.list(parts)))"
    case .not(let part): "not(\(part))"
    case .when(let condition, let then, let otherwise):
      "when(\(condition), then: \(then)\(otherwise.map { ", else: \($0)" } ?? ""))"
    case .on(let step, let part): "on(\(step.path.isEmpty ? "self" : "\(step.path)"), \(part))"
    case .each(let part): "each(\(part))"
    case .some(let part): "some(\(part))"
    case .required(let part): "required(\(part))"
    case .ifPresent(let part): "ifPresent(\(part))"
    case .annotated(_, let part, _): part.description
    case .because(let reason, let part):
      "\(part) because \(String(reflecting: reason.message))"
    }
  }

  private static func list(_ parts: [Outline]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }
}
