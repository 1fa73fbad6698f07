extension Expression {
  /// Short text for listings.
  ///
  /// - Parameter ids: those of the rule set's rules, for references to rules.
  package func text(ids: [String]) -> String {
    func text(_ inner: Expression) -> String { inner.text(ids: ids) }
    func list(_ parts: [Expression]) -> String { parts.map(text).joined(separator: ", ") }
    func joined(_ parts: [Expression], _ word: String) -> String {
      let words = parts.map { part in
        switch part {
        case .not(.at(let path, .constraint(.required))): "\(Operand.value(path)) is null"
        case .at(let path, .constraint(.required)): "\(Operand.value(path)) is not null"
        default: text(part)
        }
      }
      return words.count == 1 ? words[0] : "(" + words.joined(separator: ") \(word) (") + ")"
    }
    switch self {
    case .constraint(let constraint): return constraint.words.text
    case .keyword(let statement): return statement.words.text
    case .at(let path, .about(_, let constraint)):
      return "\(Operand.value(path)) \(constraint.words.text)"
    case .at(let path, let inner): return "\(path): \(text(inner))"
    case .all(let parts): return parts.count == 1 ? text(parts[0]) : "{\(list(parts))}"
    case .any(let parts): return "any [\(list(parts))]"
    case .none(let parts): return "none [\(list(parts))]"
    case .not(.both(let parts)) where parts.count > 1: return "not (\(joined(parts, "and")))"
    case .not(.either(let parts)) where parts.count > 1: return "not (\(joined(parts, "or")))"
    case .not(let inner): return "not \(text(inner))"
    case .both(let parts): return joined(parts, "and")
    case .either(let parts): return joined(parts, "or")
    case .about(_, let constraint): return constraint.words.text
    case .test(let operand): return "\(operand)"
    case .when(let condition, let then, let otherwise):
      return "when \(text(condition))" + (then.map { " then \(text($0))" } ?? "")
        + (otherwise.map { " else \(text($0))" } ?? "")
    case .items(let inner): return "items \(text(inner))"
    case .fields(let parts): return "fields {\(list(parts))}"
    case .someItem(let inner): return "contains \(text(inner))"
    case .names(let inner): return "propertyNames \(text(inner))"
    case .relate(let left, let comparison, let right, let within):
      return "\(left) \(comparison.rawValue) \(right)" + (within.map { " within \($0)" } ?? "")
    case .compare(let left, let comparison, let right),
      .compareInstants(let left, let comparison, let right, _):
      return "\(left.words) \(comparison.rawValue) \(right.words)"
    case .unique(let key):
      return "unique " + (key.parts == .record ? "\"*\"" : key.paths.list)
        + (key.condition.map { " where \(text($0))" } ?? "")
    case .combination(let combination):
      return "references \(combination.fields.list) in \(combination.place)"
    case .refers(let reference):
      return reference.fields.count == 1
        ? "references \(reference.place)"
        : "references \(reference.fields.list) in \(reference.place)"
    case .outcome(let index):
      return "rule " + (ids.indices.contains(index.value) ? ids[index.value] : "?")
    }
  }
}

extension RuleSet {
  /// Short text of what a rule requires.
  ///
  /// - Parameter ids: those of all rules, for references to rules.
  package func statement(of rule: Rule, ids: [String]) -> String {
    let text = rule.expression.text(ids: ids)
    guard let pairing = rule.pairing.map({ pairings[$0.value] }) else { return text }
    if case .first(let paths) = pairing.partner {
      return "\(pairing.by.list) determines \(paths.list)"
    }
    if let elements = pairing.elements { return text + " (previous within \(elements))" }
    return text + " (previous"
      + (pairing.by.isEmpty ? "" : " by " + pairing.by.map(\.description).joined(separator: ", "))
      + ")"
  }
}

extension MessageTemplate {
  /// The message of a failing rule whose author gave none.
  ///
  /// - Parameter ids: those of the rule set's rules, for references to rules.
  package init(failing expression: Expression, ids: [String] = []) {
    func text(_ expression: Expression) -> String { Self.shortened(expression.text(ids: ids)) }
    func list(_ parts: [Expression]) -> String { parts.map(text).joined(separator: "; ") }
    segments =
      switch expression {
      case .constraint(let constraint): constraint.words.message
      case .keyword(let statement): statement.words.message
      case .names(let inner):
        [.literal("a name of "), .field, .literal(" does not satisfy: " + text(inner))]
      case .relate, .compareInstants: [.difference("this does not hold: " + text(expression))]
      case .compare(let left, let comparison, let right):
        [.path(left), .literal(" is not \(comparison.words) "), .path(right)]
      case .unique(let key):
        key.parts == .record
          ? [.literal("the record occurs more than once")] : .value(" occurs more than once")
      case .combination(let combination): .isNotIn(combination.place)
      case .refers(let reference): .isNotIn(reference.place)
      case .items(let inner):
        .value(" is not a valid element of ") + [.field, .literal(": " + text(inner))]
      case .fields(let parts): [.field, .literal(" does not satisfy: " + list(parts))]
      case .someItem(let inner):
        [.literal("no element of "), .field, .literal(" satisfies: " + text(inner))]
      case .any(let parts): [.difference("none of these holds: " + list(parts))]
      case .none(let parts): [.literal("one of these holds, but must not: " + list(parts))]
      case .not(let inner): [.literal("this holds, but must not: " + text(inner))]
      case .when(let condition, let then, let otherwise):
        [.literal(Self.branches(text(condition), then.map(text), otherwise.map(text)))]
      case .all(let parts): [.literal("not all of these hold: " + list(parts))]
      case .both, .either, .about, .test:
        [.difference("this does not hold: " + text(expression))]
      case .at, .outcome: [.literal("this does not hold: " + text(expression))]
      }
  }

  /// The message of a rule that wants the same values as in the first record with its key.
  package init(determined paths: [FieldPath], by key: [FieldPath]) {
    func list(_ paths: [FieldPath]) -> [Segment] {
      guard paths.count > 1 else { return paths.map { .path($0) } }
      let parts = paths.flatMap { [Segment.literal(", "), .path($0)] }.dropFirst()
      return [.literal("[")] + parts + [.literal("]")]
    }
    let names = key.map(\.description).joined(separator: ", ")
    segments =
      list(paths) + [.literal(" is not ")] + list(paths.map(\.inPrevious))
      + [.literal(", as in the first record with the same " + names)]
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

  /// A text in the length that a message has room for.
  static func shortened(_ text: String) -> String {
    text.count <= shownMaximum ? text : text.prefix(shownMaximum - 1) + "…"
  }
}

extension [MessageTemplate.Segment] {
  /// A message about the value that fails.
  static func value(_ complaint: String) -> Self { [.value, .literal(complaint)] }

  static func isNotIn(_ place: String) -> Self {
    [.value, .difference(""), .literal(" is not in " + place)]
  }

  static func isNoType(_ types: [String]) -> Self {
    .value(" is not of type " + types.alternatives) + [.difference("")]
  }
}

extension [Literal] {
  var shown: String {
    MessageTemplate.shortened(map(\.description).joined(separator: ", "))
  }
}

extension [FieldPath] {
  fileprivate var list: String { "[" + map(\.description).joined(separator: ", ") + "]" }
}

extension [String] {
  /// `a, b or c`.
  package var alternatives: String {
    guard let last else { return "nothing" }
    let rest = dropLast()
    return rest.isEmpty ? last : rest.joined(separator: ", ") + " or " + last
  }
}

extension ExactText {
  var quoted: String { JSONText.quoted(text) }
}

extension PatternSource: CustomStringConvertible {
  package var description: String {
    let options = Option.allCases.filter(self.options.contains).map(\.rawValue)
    return JSONText.quoted(pattern)
      + (options.isEmpty ? "" : " (" + options.joined(separator: ", ") + ")")
  }
}

extension [ChainStep] {
  /// `[trim, length >= 2]`.
  var text: String {
    let steps = map {
      switch $0 {
      case .check(let constraint): constraint.words.text
      case .change(let change): "\(change)"
      }
    }
    return "[" + steps.joined(separator: ", ") + "]"
  }
}

extension Change: CustomStringConvertible {
  package var description: String {
    switch self {
    case .trim: "trim"
    case .lowercase: "lowercase"
    case .uppercase: "uppercase"
    case .collapseWhitespace: "collapseWhitespace"
    case .digits: "digits"
    case .replace(let source, let replacement): "replace \(source) by \(replacement.quoted)"
    case .mask(let mask): "mask \(mask.quoted)"
    case .default(let value): "default \(value)"
    case .plainNumber: "number"
    case .formedNumber(let form): "\(form)"
    case .word(let word, let other): "\(word.quoted) is \(other.text)"
    }
  }
}

extension ComparisonOperator {
  /// Behind `is` or `is not`.
  package var words: String {
    switch self {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    case .equal: "equal to"
    case .notEqual: "different from"
    }
  }
}

/// A lower and an upper limit in words.
struct Limits {
  /// A limit, its sign, and the words in front of it if it is the only one.
  private typealias Side = (text: String, sign: String, words: String)

  private let lower: Side?
  private let upper: Side?
  private var areEqual = false

  init(_ minimum: Int?, _ maximum: Int?) {
    lower = minimum.map { ("\($0)", ">= ", "at least ") }
    upper = maximum.map { ("\($0)", "<= ", "at most ") }
    areEqual = minimum == maximum
  }

  init(_ lower: Bound?, _ upper: Bound?) {
    self.lower = lower.map {
      $0.isExclusive ? ($0.digits, "> ", "above ") : ($0.digits, ">= ", "at least ")
    }
    self.upper = upper.map {
      $0.isExclusive ? ($0.digits, "< ", "below ") : ($0.digits, "<= ", "at most ")
    }
  }

  init(_ lower: InstantBound?, _ upper: InstantBound?) {
    self.lower = lower.map {
      $0.isExclusive ? ($0.text, "> ", "after ") : ($0.text, ">= ", "at or after ")
    }
    self.upper = upper.map {
      $0.isExclusive ? ($0.text, "< ", "before ") : ($0.text, "<= ", "at or before ")
    }
  }

  /// `>= 1 and <= 5`.
  var signs: String {
    [lower, upper].compactMap { $0.map { $0.sign + $0.text } }.joined(separator: " and ")
  }

  /// `at least 1`, `between 1 and 5`, `3`.
  var sentence: String {
    switch (lower, upper) {
    case (let low?, let high?):
      areEqual ? low.text : "between \(low.text) and \(high.text)"
    case (let low?, nil): low.words + low.text
    case (nil, let high?): high.words + high.text
    case (nil, nil): "limited"
    }
  }

  /// The text and the message of a constraint that sets the limits.
  func words(
    _ name: String, _ subject: String
  ) -> (text: String, message: [MessageTemplate.Segment]) {
    (name + signs, [.difference(subject + sentence)])
  }
}
