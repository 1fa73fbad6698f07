internal import BulkcheckCore
internal import BulkcheckDocument

/// The keys of a constraint block. Their values are read in this file, unless the meaning depends
/// on the place of the block (``ProfileReader/statement(_:siblings:_:)``).
enum Keyword: String, CaseIterable {
  case required, present, nullable
  case type
  case minLength, maxLength, length, notEmpty, pattern, notPattern, contains, startsWith, endsWith
  case format
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, range, multipleOf
  case const, `enum`, notEnum, references
  case minItems, maxItems, uniqueItems, items
  case fields, additionalFields, propertyNames, minProperties, maxProperties, dependentRequired
  case unique, chain
  case all, any, none, not, when, then, `else`
  case normalize, separator, boolean, number, labels, use

  static let names = allCases.map(\.rawValue)

  /// The ones that are true when their long form has no `value`
  /// (docs/reference/profile.md#short-and-long-form).
  var isFlag: Bool { flag(true) != nil || flag(false) != nil }

  /// The constraint of a keyword that is on or off; nil if it makes no rule.
  func flag(_ value: Bool) -> Constraint? {
    switch (self, value) {
    case (.required, true): .required
    case (.present, _): .present(value)
    case (.nullable, false): .notNull
    case (.notEmpty, true): .notEmpty
    case (.uniqueItems, true): .uniqueItems
    case (.unique, true): .unique
    default: nil
    }
  }

  /// The ones whose short form may be an object: it is the long form only if it has `value`.
  var takesBlock: Bool {
    switch self {
    case .items, .contains, .not, .when, .references, .propertyNames, .dependentRequired: true
    default: false
    }
  }

  /// The keyword that asks the same of values of these types; nil if there is none or it is this.
  func counterpart(for types: [ValueType]) -> Keyword? {
    let families: [(text: Keyword, array: Keyword?, number: Keyword)] = [
      (.minLength, .minItems, .minimum), (.maxLength, .maxItems, .maximum), (.length, nil, .range),
    ]
    for (text, array, number) in families where [text, array, number].contains(self) {
      if types.contains(.string) { return text }
      if types.contains(.array) { return array }
      return types.contains(.integer) || types.contains(.number) ? number : nil
    }
    return nil
  }

  /// Whether it limits numbers, or dates and times.
  var isBound: Bool {
    switch self {
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .range: true
    default: false
    }
  }

  var takesOptions: Bool { self == .pattern || self == .notPattern }

  /// Whether a step of a `chain` may check this.
  var mayBeChained: Bool {
    switch self {
    case .minLength, .maxLength, .length, .notEmpty, .pattern, .notPattern, .contains, .startsWith,
      .endsWith, .format, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .range,
      .multipleOf, .const, .enum, .notEnum, .references, .minItems, .maxItems, .uniqueItems:
      true
    default: false
    }
  }
}

/// The keys of a block of `rules` that are not paths
/// (docs/reference/rules.md#operators-as-field-names).
enum Operator: String, CaseIterable {
  case all, any, none, not, when, then, `else`, compare, rule

  static let names = allCases.map(\.rawValue)
}

extension ProfileReader {
  /// The constraint that a keyword makes of its value alone; nil after a complaint.
  mutating func constraint(
    _ keyword: Keyword, _ node: DocumentNode, _ options: Set<PatternSource.Option>
  ) -> Constraint? {
    let what = "`\(keyword.rawValue)`"
    switch keyword {
    case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties:
      return count(node, what).flatMap { Constraint(limit: keyword.rawValue, $0) }
    case .dependentRequired: return dependencies(node, what).map { .dependentRequired($0) }
    case .length:
      return pair(
        node, what, of: "non-negative integers", isOrdered: <=, { $0.count($1, $2) }
      ).map { .length(minimum: $0, maximum: $1) }
    case .pattern: return pattern(node, what, options).map { .pattern($0) }
    case .notPattern: return pattern(node, what, options).map { .notPattern($0) }
    case .contains: return text(node, what).map { .containsText(ExactText($0)) }
    case .startsWith: return text(node, what).map { .startsWith(ExactText($0)) }
    case .endsWith: return text(node, what).map { .endsWith(ExactText($0)) }
    case .minimum, .exclusiveMinimum:
      return number(node, what).map {
        .bounds(lower: Bound($0, isExclusive: keyword == .exclusiveMinimum), upper: nil)
      }
    case .maximum, .exclusiveMaximum:
      return number(node, what).map {
        .bounds(lower: nil, upper: Bound($0, isExclusive: keyword == .exclusiveMaximum))
      }
    case .range:
      return pair(
        node, what, of: "numbers", isOrdered: { BigDecimal($0) <= BigDecimal($1) },
        { $0.number($1, $2) }
      ).map { .bounds(lower: Bound($0), upper: Bound($1)) }
    case .multipleOf:
      if let digits = node.digits, BigDecimal(digits).signum > 0 { return .multipleOf(digits) }
      return refuse(node, what, expected: "a number above 0")
    case .const: return choice(node, what).map { .const($0) }
    case .enum: return choices(node, what).map { .oneOf($0) }
    case .notEnum: return choices(node, what).map { .noneOf($0) }
    default: return nil
    }
  }

  private mutating func dependencies(_ node: DocumentNode, _ what: String) -> [NameDependency]? {
    object(node, what)?.map { member in
      let names = texts(member.value, "a list of \(what)", mayBeEmpty: true) ?? []
      return NameDependency(name: member.name, required: names)
    }
  }

  private mutating func choices(_ node: DocumentNode, _ what: String) -> [Literal]? {
    list(node, what, of: "values")?.compactMap { choice($0, what) }
  }

  /// `[min, max]`.
  /// The two limits of a list.
  mutating func pair<Limit>(
    _ node: DocumentNode, _ what: String, of limits: String,
    isOrdered: (Limit, Limit) -> Bool,
    _ read: (inout ProfileReader, DocumentNode, _ what: String) -> Limit?
  ) -> (Limit, Limit)? {
    guard let elements = node.elements, elements.count == 2 else {
      return refuse(node, what, expected: "a list of two \(limits), [min, max]")
    }
    guard let minimum = read(&self, elements[0], "the minimum of \(what)"),
      let maximum = read(&self, elements[1], "the maximum of \(what)")
    else { return nil }
    return isOrdered(minimum, maximum)
      ? (minimum, maximum) : refuse(node.offset, .impossiblePair(what, elements))
  }

  mutating func pattern(
    _ node: DocumentNode, _ what: String, _ options: Set<PatternSource.Option>
  ) -> PatternSource? {
    guard let text = text(node, what) else { return nil }
    let source = PatternSource(text, options: options)
    if let fault = PatternFault(in: source) {
      complain(node.offset, .badPattern(what, fault))
    }
    return source
  }
}
