internal import BulkcheckCore
internal import BulkcheckDocument

/// Sentences about constraints and rules.
extension Complaint {
  // MARK: Forms

  static func attributeInside(_ name: String, keyword: String?) -> Complaint {
    Complaint(
      "\(quoted(name)) is not allowed on a part of a rule",
      expected: keyword == "pattern" || keyword == "notPattern"
        ? "no attribute except `options`" : "attributes only on the rule itself")
  }

  static func nullIsNoChoice(_ what: String) -> Complaint {
    Complaint(
      "\(what) contains null, which is not a choice: null is a missing value",
      expected: "`nullable` or `present` for null")
  }

  static let nullIsNoType = Complaint(
    "null is not a type: null is a missing value",
    expected: "`nullable` or `present` for null")

  static func formatIsNoType(_ name: String) -> Complaint {
    Complaint(
      "\(quoted(name)) is a format, not a type", expected: "`\"format\": \(quoted(name))`")
  }

  static func judgesNothing(_ keyword: String, _ value: Bool) -> Complaint {
    Complaint("`\(keyword)`: \(value) has no effect inside `rules`")
  }

  // MARK: Places

  static func misplacedDeclaration(_ keyword: String) -> Complaint {
    Complaint(
      "`\(keyword)` is allowed only in a block under `fields`, outside combinators and `contains`")
  }

  static let misplacedUnique = Complaint(
    "`unique` is allowed only on a field, or alone in an entry of `rules`")
  static let uniqueOverElements = Complaint(
    "`unique` on a path with [*] or * is not possible",
    expected: "`uniqueItems` for one record's array")

  static func severalValues(_ what: String) -> Complaint {
    Complaint("\(what) can lead to several values ([*] or *)", expected: "a path to one value")
  }

  static func operatorInConstraintBlock(_ name: String) -> Complaint {
    Complaint("`\(name)` belongs in blocks of `rules`, not in a constraint block")
  }

  static func withoutWhen(_ name: String) -> Complaint {
    Complaint("`\(name)` is used without `when`", expected: "`when` next to it")
  }

  static let whenWithoutBranch = Complaint(
    "`when` alone has no effect", expected: "`then` or `else` next to it")

  /// An entry of `rules` or `table` without a key that says what it checks.
  static func checksNothing(in list: String, known operators: [String]) -> Complaint {
    Complaint("an entry of `\(list)` checks nothing", expected: operators.alternatives)
  }

  static func secondOperator(_ name: String, first: String, in list: String) -> Complaint {
    Complaint(
      "`\(name)` is used together with `\(first)`",
      expected: "exactly one of them in an entry of `\(list)`")
  }

  static func notAConstraintBlock(_ key: String, found: DocumentNode) -> Complaint {
    if Keyword(rawValue: key) != nil {
      return Complaint(
        "a block of `rules` maps paths to constraint blocks, but the path \(quoted(key)) has "
          + found.summary,
        expected: "{ path: { \(key): … } }")
    }
    return Complaint(
      "the block of \(quoted(key)) is \(found.summary)", expected: "an object of constraints",
      suggestion: NearestWord.of(key, among: Operator.names))
  }

  static func noChainStep(_ name: String) -> Complaint {
    Complaint(
      "`\(name)` is not a step of a chain",
      expected: "a check of a string, number, choice or array, or a change")
  }

  static func changeWithoutOperand(_ name: String) -> Complaint {
    Complaint("the change `\(name)` has no operand", expected: "an object such as {\"\(name)\": …}")
  }

  static let defaultInChain = Complaint("`default` is allowed only in `normalize`")

  // MARK: Impossible

  static func impossiblePair(_ what: String, _ elements: [DocumentNode]) -> Complaint {
    let pair = elements.map(\.summary).joined(separator: ", ")
    return Complaint("\(what) [\(pair)] is impossible", expected: "min <= max")
  }

  static func impossibleBounds(_ lower: String, _ upper: String, about: String) -> Complaint {
    Complaint("no \(about) satisfies both `\(lower)` and `\(upper)`")
  }

  static let requiredAndNullable = Complaint(
    "`required` forbids null and `nullable` allows it",
    expected: "`present` for a key that must exist and may be null")

  static func notAboutNames(_ keyword: Keyword) -> Complaint {
    Complaint(
      "`\(keyword.rawValue)` does not apply to strings, but names of members are strings",
      expected: "a constraint that applies to strings, such as pattern, maxLength or enum")
  }

  static func aboutOtherTypes(
    _ keyword: Keyword, _ subject: ConstraintSubject, path: FieldPath, types: [ValueType]
  ) -> Complaint {
    let inside =
      types.contains(.array)
      ? "it inside `items`" : types.contains(.object) ? "it in a block under `fields`" : nil
    let widened = "a `type` with " + subject.types.map(\.rawValue).alternatives
    return otherTypes(
      path, types, than: "`\(keyword.rawValue)` applies to \(subject.name)",
      expected: [inside, widened].compactMap { $0 }.alternatives,
      suggestion: keyword.counterpart(for: types)?.rawValue)
  }

  /// - Parameter wanted: the beginning of the sentence, which says for what types something is.
  static func otherTypes(
    _ path: FieldPath, _ types: [ValueType], than wanted: String, expected: String? = nil,
    suggestion: String? = nil
  ) -> Complaint {
    Complaint(
      "\(wanted), but \(quoted(path.description)) is declared as "
        + types.map(\.rawValue).alternatives, expected: expected, suggestion: suggestion)
  }

  static func badPattern(_ what: String, _ fault: PatternFault) -> Complaint {
    Complaint("\(what) is not a valid pattern: \(fault.message) at offset \(fault.offset)")
  }

  static func badReplacement(_ reason: String) -> Complaint {
    Complaint("the replacement of `replace` is not valid: \(reason)")
  }

  static func impossibleStep(_ path: FieldPath, into: FieldPath, types: [ValueType]) -> Complaint {
    let kinds = types.map(\.rawValue).alternatives
    return Complaint(
      "the path \(quoted(path.description)) cannot occur: \(quoted(into.description)) is "
        + "declared as \(kinds)")
  }

  static func recordHasNoElements(_ path: FieldPath) -> Complaint {
    Complaint("the path \(quoted(path.description)) cannot occur: a record is an object")
  }

  // MARK: Rules among themselves

  static func referenceToBuiltIn(_ id: String) -> Complaint {
    Complaint("the built-in rule \(quoted(id)) cannot be referred to")
  }

  static func referenceToUnique(_ id: String) -> Complaint {
    Complaint("\(quoted(id)) needs the whole input, so it cannot be referred to")
  }

  static func referenceCycle(_ ids: [String]) -> Complaint {
    Complaint("rules refer to each other in a cycle: " + ids.joined(separator: " → "))
  }

  static func formerIDInUse(_ id: String) -> Complaint {
    Complaint(
      "`was` names \(quoted(id)), but a rule in this profile has that id",
      expected: "the id that this rule had in an earlier report")
  }

  static func repeatedFormerID(_ id: String) -> Complaint {
    Complaint("another rule also has `was` \(quoted(id))")
  }

  static func equalPriorities(_ tag: String, _ id: String, _ other: String, _ priority: Double)
    -> Complaint
  {
    Complaint(
      "\(quoted(id)) and \(quoted(other)) share the tag \(quoted(tag)) and the priority "
        + "\(RuleAttributes.written(priority: priority)), "
        + "and their `when` blocks do not exclude each other",
      expected: "different priorities")
  }
}
