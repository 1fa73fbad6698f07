/// Statements as short text, for listings.
package enum StatementText {
  package static func text(_ expression: Expression, ids: [String]) -> String {
    func text(_ inner: Expression) -> String { Self.text(inner, ids: ids) }
    func list(_ paths: [FieldPath]) -> String {
      "[" + paths.map(\.description).joined(separator: ", ") + "]"
    }
    func list(_ parts: [Expression]) -> String { parts.map(text).joined(separator: ", ") }
    switch expression {
    case .constraint(let constraint): return Self.text(constraint)
    case .at(let path, let inner): return "\(path): \(text(inner))"
    case .all(let parts): return parts.count == 1 ? text(parts[0]) : "{\(list(parts))}"
    case .any(let parts): return "any [\(list(parts))]"
    case .none(let parts): return "none [\(list(parts))]"
    case .not(let inner): return "not \(text(inner))"
    case .when(let condition, let then, let otherwise):
      return "when \(text(condition))" + (then.map { " then \(text($0))" } ?? "")
        + (otherwise.map { " else \(text($0))" } ?? "")
    case .items(let inner): return "items \(text(inner))"
    case .fields(let parts): return "fields {\(list(parts))}"
    case .someItem(let inner): return "contains \(text(inner))"
    case .names(let inner): return "propertyNames \(text(inner))"
    case .relate(let left, let comparison, let right, let within):
      return "\(left) \(comparison.rawValue) \(right)" + (within.map { " within \($0)" } ?? "")
    case .compare(let left, let comparison, let right):
      return "\(left) \(comparison.rawValue) \(right)"
    case .compareTimes(let left, let comparison, let right, _):
      return "\(left) \(comparison.rawValue) \(right)"
    case .unique(let paths):
      return "unique [\(paths.map(\.description).joined(separator: ", "))]"
    case .combination(let combination):
      return "references \(list(combination.fields)) in \(combination.place)"
    case .refers(let reference) where reference.fields.count == 1:
      return "references \(reference.place)"
    case .refers(let reference):
      return "references \(list(reference.fields)) in \(reference.place)"
    case .outcome(let index):
      return "rule " + (ids.indices.contains(index.value) ? ids[index.value] : "?")
    case .schema: return "schema"
    }
  }

  package static func text(_ constraint: Constraint) -> String {
    switch constraint {
    case .required: "required"
    case .present(let value): "present \(value)"
    case .notNull: "nullable false"
    case .type(let types): "type " + types.map(\.rawValue).joined(separator: "|")
    case .length(let minimum, let maximum): "length " + limits(minimum, maximum)
    case .pattern(let source): "pattern " + text(source)
    case .notPattern(let source): "notPattern " + text(source)
    case .containsText(let text): "contains " + JSONText.quoted(text.text)
    case .startsWith(let text): "startsWith " + JSONText.quoted(text.text)
    case .endsWith(let text): "endsWith " + JSONText.quoted(text.text)
    case .format(let format): "format " + format.rawValue
    case .temporal(let notation): "format \(notation)"
    case .moments(let lower, let upper, let notation):
      notation.kind.rawValue + " "
        + [
          lower.map { ($0.isExclusive ? "> " : ">= ") + $0.text },
          upper.map { ($0.isExclusive ? "< " : "<= ") + $0.text },
        ].compactMap { $0 }.joined(separator: " and ")
    case .notEmpty: "notEmpty"
    case .bounds(let lower, let upper):
      [
        lower.map { ($0.isExclusive ? "> " : ">= ") + $0.digits },
        upper.map { ($0.isExclusive ? "< " : "<= ") + $0.digits },
      ].compactMap { $0 }.joined(separator: " and ")
    case .multipleOf(let digits): "multipleOf " + digits
    case .const(let value): "const " + value.description
    case .oneOf(let values): "enum " + Literal.array(values).description
    case .noneOf(let values): "notEnum " + Literal.array(values).description
    case .references(let reference): "references " + reference.place
    case .itemCount(let minimum, let maximum): "items " + limits(minimum, maximum)
    case .uniqueItems: "uniqueItems"
    case .onlyFields(_, coversAll: true): "only fields that a path covers"
    case .onlyFields(let names, coversAll: false):
      "only fields " + names.sorted().map { JSONText.quoted($0.text) }.joined(separator: ", ")
    case .memberCount(let minimum, let maximum): "members " + limits(minimum, maximum)
    case .dependentRequired(let dependencies):
      "dependentRequired "
        + dependencies.map { dependency in
          JSONText.quoted(dependency.name) + ": "
            + Literal.array(dependency.required.map(Literal.text)).description
        }.joined(separator: ", ")
    case .chain(let steps): "chain [" + steps.map(text).joined(separator: ", ") + "]"
    case .unique: "unique"
    case .closure: "closure"
    }
  }

  private static func text(_ step: ChainStep) -> String {
    switch step {
    case .check(let constraint): text(constraint)
    case .change(let change): text(change)
    }
  }

  package static func text(_ change: Change) -> String {
    switch change {
    case .trim: "trim"
    case .lowercase: "lowercase"
    case .uppercase: "uppercase"
    case .collapseWhitespace: "collapseWhitespace"
    case .digits: "digits"
    case .replace(let source, let replacement):
      "replace " + text(source) + " by " + JSONText.quoted(replacement.text)
    case .mask(let mask): "mask " + JSONText.quoted(mask.text)
    case .default(let value): "default " + value.description
    case .plainNumber: "number"
    case .word(let word, let other): "\(JSONText.quoted(word.text)) is \(other.text)"
    }
  }

  private static func text(_ source: PatternSource) -> String {
    let options = PatternSource.Option.allCases.filter(source.options.contains).map(\.rawValue)
    return JSONText.quoted(source.pattern)
      + (options.isEmpty ? "" : " (" + options.joined(separator: ", ") + ")")
  }

  private static func limits(_ minimum: Int?, _ maximum: Int?) -> String {
    [minimum.map { ">= \($0)" }, maximum.map { "<= \($0)" }].compactMap { $0 }
      .joined(separator: " and ")
  }
}
