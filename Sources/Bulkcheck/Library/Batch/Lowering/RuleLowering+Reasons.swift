internal import BulkcheckCore
internal import Requirements

/// Why records fail a rule: what single evaluation says of their decoded values.
extension RuleLowering {
  /// The reason that single values would be given, where it is the same for all of them.
  func reason(of part: Outline) -> Reason? {
    switch part {
    // What a decoded value is asked says by itself why it fails.
    case .opaque, .builtIn: nil
    default: part.onlyReason
    }
  }

  /// Where the reason depends on the value, a record that fails is decoded for its sake.
  mutating func tellReason(
    of part: Outline, at place: RulePlace, _ manner: RuleManner, _ rule: inout EngineRule
  ) throws(BatchError) {
    guard let told = try telling(rule.expression, of: part, at: place, manner.check) else { return }
    rule.expression = told.expression
    rule.attributes.message = MessageTemplate([.closure(told.closure)])
  }

  /// A statement, and the closure in it that says why it does not hold.
  private struct Told {
    var expression: Expression
    var closure: Int

    func map(_ around: (Expression) -> Expression) -> Told {
      Told(expression: around(expression), closure: closure)
    }
  }

  /// The statement with a closure that is asked where it does not hold, as far inside as a check is
  /// known; nil if none is.
  private mutating func telling(
    _ expression: Expression, of part: Outline, at place: RulePlace, _ check: OpaqueCheck?
  ) throws(BatchError) -> Told? {
    switch (part, expression) {
    case (_, .constraint(.closure(let number))):
      return Told(expression: expression, closure: number)
    case (.annotated(_, let part, let own), _):
      return try telling(expression, of: part, at: place, own)
    case (.ifPresent(let part), _):
      return try telling(expression, of: part, at: place.unwrapped, check)
    case (.any(_, let own), _): return try asking(own, where: expression, at: place)
    case (.on(let step, let part), .at(let path, let inner)):
      guard let found = try resolve(step, from: place) else { return nil }
      return try telling(inner, of: part, at: found, step.part)?.map { .at(path, $0) }
    case (.each(let part), .items(.all(let parts))):
      if let elements = try elements(of: place), let last = parts.last,
        let told = try telling(last, of: part, at: elements, nil)
      {
        return told.map { .items(.all(parts.dropLast() + [$0])) }
      }
    case (.when(_, let then, _), .when(let whether, let first?, nil)):
      return try telling(first, of: then, at: place, check)?.map {
        .when(whether, then: $0, else: nil)
      }
    case (.when(_, let then, let otherwise?), .when(let whether, let first?, let second?)):
      if then.isNothing {
        return try telling(second, of: otherwise, at: place, check)?.map {
          .when(whether, then: first, else: $0)
        }
      }
      return try asking(check, where: first, at: place).map { told in
        told.map {
          .when(whether, then: $0, else: .any([second, .constraint(.closure(told.closure))]))
        }
      }
    default: break
    }
    return try asking(check, where: expression, at: place)
  }

  private mutating func asking(
    _ check: OpaqueCheck?, where expression: Expression, at place: RulePlace
  ) throws(BatchError) -> Told? {
    guard let check, place.type is any Decodable.Type else { return nil }
    let closure = try closure(check, at: place)
    guard case .constraint(.closure(let number)) = closure else { return nil }
    return Told(expression: .any([expression, closure]), closure: number)
  }
}
