internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The reasons for which records fail a rule: those of single evaluation for the decoded values.
extension RuleLowering {
  /// Gives a rule the reason of its part.
  ///
  /// - Parameter mayDecode: whether a failing value is decoded to find its reason if that depends
  ///   on the value.
  mutating func giveReason(
    of part: Outline, at place: RequirementLocation, to collected: inout CollectedRule,
    mayDecode: Bool
  ) throws(BatchError) {
    let expression = collected.rule.expression
    // Where a closure is asked, the paths of the rule do not say what the failure is about.
    let onlyDecodingTellsPlace = mayDecode && part.hasManyPlaces && expression.asksClosure
    if let reason = part.reasonKnownAhead, !expression.isClosure, !onlyDecodingTellsPlace {
      collected.reason = LocatedReason(known: reason, of: part, at: place)
      collected.rule.attributes.message = MessageTemplate([.literal(reason.message)])
      if !ReasonCode.isBuiltIn(reason.code) { collected.rule.attributes.code = reason.code }
      return
    }
    guard mayDecode,
      let statement = try explained(expression, of: part, at: place, because: [])
    else { return }
    collected.rule.expression = statement.expression
    collected.rule.attributes.message =
      if case .because(let because, _) = part {
        MessageTemplate([.literal(because.message), .closureCode(statement.closure)])
      } else {
        MessageTemplate([.closure(statement.closure)])
      }
  }

  /// A statement with a closure in it that says why it does not hold, and the closure's number.
  private struct Explained {
    var expression: Expression
    var closure: Int

    func map(_ around: (Expression) -> Expression) -> Explained {
      Explained(expression: around(expression), closure: closure)
    }
  }

  /// The statement of a part with a closure that is asked where it does not hold, as far inside as
  /// possible; nil if no value can be decoded there.
  ///
  /// - Parameter reasons: what `because` says around the part, from the outside in.
  private mutating func explained(
    _ expression: Expression, of part: Outline, at place: RequirementLocation,
    because reasons: [Because]
  ) throws(BatchError) -> Explained? {
    switch (part, expression) {
    case (.because(let because, let part), _):
      return try explained(expression, of: part, at: place, because: reasons + [because])
    case (.annotated(_, let part), _):
      return try explained(expression, of: part, at: place, because: reasons)
    case (.ifPresent(let part), .when(let whether, let then?, nil)):
      return try explained(then, of: part, at: place.unwrapped, because: reasons)?.map {
        .when(whether, then: $0, else: nil)
      }
    case (.ifPresent(let part), _):
      return try explained(expression, of: part, at: place.unwrapped, because: reasons)
    case (.on(let step, let part), .at(let path, let inner)):
      guard let found = try resolve(step, from: place) else { return nil }
      return try explained(inner, of: part, at: found, because: reasons)?.map { .at(path, $0) }
    case (.each(let part), .items(.all(let parts))):
      if let elements = try elements(of: place), let last = parts.last,
        let explained = try explained(last, of: part, at: elements, because: reasons)
      {
        return explained.map { .items(.all(parts.dropLast() + [$0])) }
      }
    case (.when(_, let then, _), .when(let whether, let first?, nil)):
      return try explained(first, of: then, at: place, because: reasons)?.map {
        .when(whether, then: $0, else: nil)
      }
    case (.when(_, let then, let otherwise?), .when(let whether, let first?, let second?))
    where then.isNothing:
      return try explained(second, of: otherwise, at: place, because: reasons)?.map {
        .when(whether, then: first, else: $0)
      }
    default: break
    }
    guard !part.mayTrap, let check = try check(reasons.around(part), at: place) else { return nil }
    if case .constraint(.closure(let number)) = expression {
      closures[number] = check
      return Explained(expression: expression, closure: number)
    }
    closures.append(check)
    let closure = Expression.constraint(.closure(closures.count - 1))
    return Explained(expression: .any([expression, closure]), closure: closures.count - 1)
  }

  /// A closure that decodes the value at a place for a part; nil if its type cannot be decoded.
  mutating func check(
    _ part: Outline, at place: RequirementLocation
  ) throws(BatchError) -> ClosureCheck? {
    if let check = try partsClosure(part, at: place) { return check }
    guard let type = place.type as? any Decodable.Type else { return nil }
    return ClosureLowering.check(part, type, place, plan)
  }
}

extension [Because] {
  /// The part with all of these around it, the first one outermost.
  fileprivate func around(_ part: Outline) -> Outline {
    reversed().reduce(part) { .because($1, $0) }
  }
}

extension Outline {
  /// The reason of every failure in a batch, if it is the same for all. A closure says why each
  /// value fails.
  fileprivate var reasonKnownAhead: Reason? {
    if case .opaque = self { nil } else { onlyReason }
  }
}
