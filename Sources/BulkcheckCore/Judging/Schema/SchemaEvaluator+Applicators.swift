/// Keywords of a schema that apply other subschemas, to the same value or to its parts.
extension SchemaEvaluator {
  /// The answer of a keyword that applies others.
  @inline(never)
  mutating func apply(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    switch keyword.kind {
    case .anyOf: return anyOf(keyword, column, lanes)
    case .oneOf: return oneOf(keyword, column, lanes)
    case .not: return judge(part(keyword, 0), column, lanes, asserts: false).inverted
    case .contains: return contains(keyword, column, lanes)
    case .allOf, .reference, .dependentSchemas, .properties, .patternProperties, .prefixItems,
      .items:
      return each(keyword, column, lanes, asserts: asserts)
    case .conditional: return conditional(keyword, column, lanes, asserts: asserts)
    case .additionalProperties: return others(keyword, column, lanes, asserts: asserts)
    case .propertyNames: return names(keyword, column, lanes, asserts: asserts)
    case .unevaluatedProperties, .unevaluatedItems:
      return unevaluated(keyword, column, lanes, asserts: asserts)
    case nil: return Answer(yes: lanes, no: .none)
    }
  }

  /// The answer of a keyword whose parts all have to hold, which are about some of the lanes. Of
  /// the others a part that is `false` says that it is not about them.
  ///
  /// A question is over in a lane where a part is false. An assertion goes on: each part counts.
  @inline(never)
  private mutating func each(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let about =
      switch keyword.kind {
      case .dependentSchemas, .properties, .patternProperties: lanes & columns[column].objects
      case .prefixItems, .items: lanes & columns[column].arrays
      default: lanes
      }
    if asserts { noteInapplicable(keyword, column, lanes - about) }
    var result = Answer(yes: lanes, no: .none)
    var open = about
    var index: Int32 = 0
    while index < keyword.partCount, !open.isEmpty {
      result.and(
        judgePart(keyword, index) { $0.answer(keyword, index, column, open, asserts: asserts) })
      if !asserts { open = about - result.no }
      index &+= 1
    }
    return result
  }

  /// The answer of one part of such a keyword.
  @inline(__always)
  private mutating func answer(
    _ keyword: KeywordCode, _ index: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let part = schema.parts[keyword.partStart &+ index]
    switch keyword.kind {
    case .dependentSchemas:
      let asked = having(member: part.operand, column, lanes)
      return branch(part.subschema, column, asked, of: lanes, asserts: asserts)
    case .properties:
      return member(part.operand, part.subschema, column, lanes, asserts: asserts)
    case .patternProperties:
      return parts(.members(part.operand), part.subschema, column, lanes, asserts: asserts)
    case .prefixItems:
      return parts(.element(index), part.subschema, column, lanes, asserts: asserts)
    case .items:
      return parts(
        .elements(from: keyword.minimum), part.subschema, column, lanes, asserts: asserts)
    default: return judge(part.subschema, column, lanes, asserts: asserts)
    }
  }

  @inline(never)
  private mutating func conditional(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let condition = judge(part(keyword, 0), column, lanes, asserts: false)
    // The branch to take is not known.
    var result = Answer(yes: lanes, no: .none)
    result.and(Answer(limited: condition.limited))
    for index in Int32(1)...2 {
      let asked = index == 1 ? condition.yes : condition.no
      result.and(
        judgePart(keyword, index) { evaluator in
          evaluator.branch(
            evaluator.part(keyword, index), column, asked, of: lanes, asserts: asserts)
        })
    }
    return result
  }

  /// The answer of a subschema that is asked about some of the lanes. As an assertion, `false` is
  /// judged in all of them: it passes where it forbids nothing.
  @inline(never)
  mutating func branch(
    _ subschema: Int32, _ column: ColumnNumber, _ asked: Lanes, of lanes: Lanes, asserts: Bool
  ) -> Answer {
    guard subschema >= 0 else { return Answer(yes: lanes, no: .none) }
    if schema.subschemas[subschema].isNever {
      let answer = Answer(yes: lanes - asked, no: asked)
      if asserts { note(never: subschema, answer, column) }
      return answer
    }
    if asked.isEmpty { return Answer(yes: lanes, no: .none) }
    return judge(subschema, column, asked, asserts: asserts).filled(lanes)
  }
}

extension Answer {
  /// Says yes where nothing was said.
  func filled(_ lanes: Lanes) -> Answer {
    var answer = self
    answer.yes |= lanes - failing
    return answer
  }
}
