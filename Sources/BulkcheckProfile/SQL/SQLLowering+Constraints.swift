internal import BulkcheckCore

/// Simple statements about one column, which become the constraints of profiles: they are checked
/// in all records of a batch at once.
extension SQLLowering {
  /// nil if the statement is not a simple one.
  mutating func constraint(_ node: SQLNode) throws(SQLFault) -> Expression? {
    switch node.content {
    case .call(.compare(let comparison), let sides): return comparedWithConstant(comparison, sides)
    case .oneOf(let value, let others): return choice(value, others)
    case .matches(let value, let pattern, let anyCase):
      guard let names = textColumn(value) else { return nil }
      let source = try source(pattern, anyCase, node.offset)
      return about(names, value, .texts, .pattern(source))
    case .call(.startsWith, let parts):
      guard let names = textColumn(parts[0]), case .text(let start) = parts[1].content else {
        return nil
      }
      return about(names, parts[0], .texts, .startsWith(ExactText(start)))
    case .call(.like, let parts): return like(parts)
    default: return nil
    }
  }

  private mutating func about(
    _ names: [SQLName], _ node: SQLNode, _ subject: ConstraintSubject, _ constraint: Constraint
  ) -> Expression {
    .at(note(names, node.offset), .about(subject, constraint))
  }

  /// The name of a column that may be one of texts.
  private func textColumn(_ node: SQLNode) -> [SQLName]? {
    guard case .column(let names) = node.content,
      type(of: names) == .text || type(of: names) == .any
    else { return nil }
    return names
  }

  /// The name of a column that may be one of numbers.
  private func numberColumn(_ node: SQLNode) -> [SQLName]? {
    guard case .column(let names) = node.content,
      type(of: names) == .number || type(of: names) == .any
    else { return nil }
    return names
  }

  private mutating func comparedWithConstant(
    _ comparison: ComparisonOperator, _ sides: [SQLNode]
  ) -> Expression? {
    if case .column = sides[1].content, case .column = sides[0].content { return nil }
    if case .column = sides[1].content {
      return comparedWithConstant(comparison.turned, [sides[1], sides[0]])
    }
    switch sides[1].content {
    case .number(let digits):
      guard ExactDecimal(digits) != nil, let names = numberColumn(sides[0]) else { return nil }
      let open = Bound(digits, isExclusive: true)
      let closed = Bound(digits)
      let constraint: Constraint =
        switch comparison {
        case .less: .bounds(lower: nil, upper: open)
        case .lessOrEqual: .bounds(lower: nil, upper: closed)
        case .greater: .bounds(lower: open, upper: nil)
        case .greaterOrEqual: .bounds(lower: closed, upper: nil)
        case .equal, .notEqual: .bounds(lower: closed, upper: closed)
        }
      let made = about(names, sides[0], .numbers, constraint)
      return comparison == .notEqual ? .not(made) : made
    case .text(let text):
      guard comparison == .equal || comparison == .notEqual, let names = textColumn(sides[0])
      else { return nil }
      let made = about(names, sides[0], .texts, .const(.text(text)))
      return comparison == .notEqual ? .not(made) : made
    default: return nil
    }
  }

  private mutating func choice(_ value: SQLNode, _ others: [SQLNode]) -> Expression? {
    let numbers = others.compactMap { other -> Literal? in
      if case .number(let digits) = other.content { .number(digits) } else { nil }
    }
    if numbers.count == others.count, let names = numberColumn(value) {
      return about(names, value, .numbers, .oneOf(numbers))
    }
    let texts = others.compactMap { other -> Literal? in
      if case .text(let text) = other.content { .text(text) } else { nil }
    }
    guard texts.count == others.count, let names = textColumn(value) else { return nil }
    return about(names, value, .texts, .oneOf(texts))
  }

  /// A pattern without `_` whose only `%` are at its ends.
  private mutating func like(_ parts: [SQLNode]) -> Expression? {
    guard parts.count == 2, let names = textColumn(parts[0]),
      case .text(let text) = parts[1].content
    else { return nil }
    let isOpenAtStart = text.hasPrefix("%")
    var inner = text.utf8[...]
    if isOpenAtStart { inner = inner.dropFirst() }
    let isOpenAtEnd = inner.last == UInt8(ascii: "%")
    if isOpenAtEnd { inner = inner.dropLast() }
    guard !inner.isEmpty, !inner.contains(UInt8(ascii: "%")), !inner.contains(UInt8(ascii: "_"))
    else { return nil }
    let part = ExactText(String(Substring(inner)))
    let constraint: Constraint =
      switch (isOpenAtStart, isOpenAtEnd) {
      case (true, true): .containsText(part)
      case (false, true): .startsWith(part)
      case (true, false): .endsWith(part)
      case (false, false): .const(.text(text))
      }
    return about(names, parts[0], .texts, constraint)
  }
}

extension ComparisonOperator {
  /// The operator with its sides exchanged.
  fileprivate var turned: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: self
    }
  }
}
