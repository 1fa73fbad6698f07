internal import BulkcheckCore
internal import Requirements

/// Two parts of a value together: as a comparison of bytes, or as a closure that decodes just these
/// parts.
extension RuleLowering {
  /// The statement of a check of two parts of the value at a place.
  mutating func statement(
    _ check: PartsCheck, at place: RequirementLocation, _ mentioned: inout [FieldPath],
    isConjunct: Bool
  ) throws(BatchError) -> Expression {
    guard let parts = try parts(of: check, at: place) else {
      return try closure(.across(check), at: place)
    }
    for part in parts {
      if place.path.steps.isEmpty, !mentioned.contains(part.path) { mentioned.append(part.path) }
      mention(part.path)
    }
    guard !place.path.leadsToSeveral, !bytesMislead, let sign = check.sign,
      let trust = trust(sign, parts[0], parts[1])
    else { return try closure(.across(check), at: place) }
    let compared = Expression.compare(parts[0].path, sign, parts[1].path)
    // Numbers that are rounded may be equal where their digits are not.
    let statement: Expression =
      trust == .whole
      ? compared : .any([compared, try closure(.across(check), at: place)])
    return withMissing(statement, check, parts, at: place, isConjunct: isConjunct)
  }

  /// The statement with what is said of parts that are missing.
  private func withMissing(
    _ statement: Expression, _ check: PartsCheck, _ parts: [RequirementLocation],
    at place: RequirementLocation, isConjunct: Bool
  ) -> Expression {
    let absences = parts.filter(\.seesMissing).map { part in
      let inner = FieldPath(Array(part.path.steps[place.path.steps.endIndex...]))
      return Expression.at(inner, .not(.constraint(.required)))
    }
    if absences.isEmpty { return statement }
    switch check.form {
    case .equality:
      let presences = parts.map { part in
        let inner = FieldPath(Array(part.path.steps[place.path.steps.endIndex...]))
        return Expression.at(inner, .constraint(.required))
      }
      // Both are there and equal, or both are missing.
      let both = Expression.all(presences + [statement])
      return absences.count == 2 ? .any([both, .all(absences)]) : both
    case .comparison: return isConjunct ? statement : .any([statement] + absences)
    case .condition, .closure: return statement
    }
  }

  /// Says how far a comparison of bytes may be trusted.
  private enum Trust {
    /// It gives the answer for the decoded values.
    case whole
    /// If it holds, so does the one of the decoded values.
    case ifItHolds
  }

  /// nil: only the decoded values can be compared.
  private func trust(
    _ sign: ComparisonOperator, _ left: RequirementLocation, _ right: RequirementLocation
  ) -> Trust? {
    let type = Optionals.unwrapped(left.type)
    guard type == Optionals.unwrapped(right.type), !left.isDemanded, !right.isDemanded,
      RecordDecoding.isReadAtOnce(type)
    else { return nil }
    guard type == Double.self || type == Float.self else { return .whole }
    if isForDocument { return .whole }
    switch sign {
    case .lessOrEqual, .greaterOrEqual, .equal: return .ifItHolds
    case .less, .greater, .notEqual: return nil
    }
  }

  // MARK: Places

  /// The places of both parts; nil if one of them is not a member of the data.
  private mutating func parts(
    of check: PartsCheck, at place: RequirementLocation
  ) throws(BatchError) -> [RequirementLocation]? {
    var parts: [RequirementLocation] = []
    for step in check.steps {
      guard let part = try resolve(step, from: place), part.path.steps != place.path.steps,
        part.path.steps[place.path.steps.endIndex...].allSatisfy({ $0.name != nil })
      else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// The check with the names that the parts have in the data.
  mutating func renamed(
    _ check: PartsCheck, at place: RequirementLocation
  ) throws(BatchError) -> PartsCheck {
    var check = check
    for number in check.steps.indices {
      check.steps[number] = try renamed(check.steps[number], at: place)
    }
    if !check.place.path.isEmpty { check.place = try renamed(check.place, at: place) }
    return check
  }

  /// A closure that decodes two parts of the value at a place; nil if the part of the requirement
  /// asks for more than these.
  mutating func partsClosure(
    _ part: Outline, at place: RequirementLocation
  ) throws(BatchError) -> ClosureCheck? {
    guard let check = part.partsCheck, let parts = try parts(of: check, at: place) else {
      return nil
    }
    var members: [DecodedMember] = []
    for part in parts {
      guard let type = part.type as? any Decodable.Type else { return nil }
      let inner = part.path.steps[place.path.steps.endIndex...]
      members.append(
        DecodedMember(inner.compactMap(\.name), type, mustBeThere: part.isDemanded))
    }
    return ClosureLowering.check(part, of: members, place, plan)
  }
}

extension PartsCheck {
  /// The operator of a profile; nil for closures.
  fileprivate var sign: ComparisonOperator? {
    switch form {
    case .comparison(let sign): ComparisonOperator(rawValue: sign.rawValue)
    case .equality: .equal
    case .condition, .closure: nil
    }
  }
}

extension Outline {
  /// The check of two parts that it is, apart from what is said around it.
  var partsCheck: PartsCheck? {
    switch self {
    case .across(let check): check
    case .because(_, let part), .annotated(_, let part): part.partsCheck
    default: nil
    }
  }
}

extension PathStep {
  /// The name of a member; nil for all other steps.
  fileprivate var name: String? { if case .key(let name) = self { name } else { nil } }
}
