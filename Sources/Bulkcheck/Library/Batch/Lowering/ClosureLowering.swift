internal import BulkcheckCore
internal import Requirements

/// Closures of a requirement as checks of the engine: each decodes the value that it asks for.
enum ClosureLowering {
  /// A check that asks a part about the decoded value, and gives its first reason.
  static func check(
    _ part: Outline, _ type: any Decodable.Type, _ place: RequirementLocation,
    _ plan: DecodingPlan
  ) -> ClosureCheck {
    let judged = answer(part, place)
    if type == String.self {
      return decoding(place, RecordDecoding.text) { judged(part.reasons(ofText: $0), String.self) }
    }
    return decoding(place, value(of: type, plan)) { value in
      judged(part.reasons(of: value), Swift.type(of: value))
    }
  }

  /// A check that asks a part about two decoded members of the value.
  static func check(
    _ part: Outline, of decoded: [DecodedMember], _ place: RequirementLocation,
    _ plan: DecodingPlan
  ) -> ClosureCheck {
    let judged = answer(part, place)
    let type = place.type
    let isReadAtOnce = decoded.allSatisfy(\.isReadAtOnce)
    let columns = DecodedMember.columns(members(of: place.node), on: decoded.map { $0.names[...] })
    return ClosureCheck(takesMissing: place.takesMissing, members: columns) { subject in
      let owner = isReadAtOnce ? nil : OwnedBytes(subject.bytes)
      let source = JSONSource(
        kind: subject.kind, text: owner?.view ?? subject.bytes, owner: owner)
      do {
        let members = try source.object(CodingTrail(), plan.keys)
        var values: [Any] = []
        for member in decoded {
          guard let value = try member.value(in: members, plan) else { return .notJudged }
          values.append(value)
        }
        return judged(part.reasons(ofParts: values), type)
      } catch {
        return .fails(reason: RecordDecoding.sentence(error))
      }
    }
  }

  /// The answer for the reasons that a part gives, and the type that it was asked about.
  private static func answer(
    _ part: Outline, _ place: RequirementLocation
  ) -> @Sendable ([Reason]?, Any.Type) -> ClosureCheck.Answer {
    let (location, path, own) = (place.path, place.reasonPath, part.ownPath)
    return { reasons, type in
      guard let reasons else {
        return .fails(reason: "the requirement is not for values of \(type)")
      }
      guard let first = reasons.first else { return .holds }
      return .fails(
        reason: first.message(at: path, below: own),
        code: ReasonCode.isBuiltIn(first.code) ? nil : first.code,
        detail: LocatedReason(told: first, at: location),
        isUndecided: reasons.isUndecided)
    }
  }

  /// A check that values of the type can be decoded.
  static func decodability(
    _ type: any Decodable.Type, _ place: RequirementLocation, _ plan: DecodingPlan
  ) -> ClosureCheck {
    decoding(place, value(of: type, plan)) { _ in .holds }
  }

  /// A check that decodes the value and passes it to a closure. A value that cannot be decoded
  /// fails. If every rule decodes the whole record, only ``LoweredRules/decodableRule`` fails.
  private static func decoding<Value>(
    _ place: RequirementLocation,
    _ decode: @escaping @Sendable (ClosureCheck.Subject) throws -> Value,
    _ judge: @escaping @Sendable (Value) -> ClosureCheck.Answer
  ) -> ClosureCheck {
    let isRecordOfAll = place.path.steps.isEmpty && place.node?.isDecodedWhole == true
    return ClosureCheck(takesMissing: place.takesMissing, members: members(of: place.node)) {
      subject in
      do {
        return judge(try decode(subject))
      } catch {
        return isRecordOfAll ? .notJudged : .fails(reason: RecordDecoding.sentence(error))
      }
    }
  }

  private static func value(
    of type: any Decodable.Type, _ plan: DecodingPlan
  ) -> @Sendable (ClosureCheck.Subject) throws -> any Decodable {
    let isRead = RecordDecoding.isReadAtOnce(type)
    let type = ClosureType(type: type)
    return { try RecordDecoding.value(type.type, $0, plan, isReadAtOnce: isRead) }
  }

  /// The columns that make up an object in CSV.
  static func members(of node: ProbeNode?) -> [ClosureCheck.Member] {
    guard let node, node.isObject else { return [] }
    return node.children.compactMap { child in
      guard case .key(let name)? = child.step else { return nil }
      return ClosureCheck.Member(
        name: name, isOptional: child.isOptional, members: members(of: child))
    }
  }
}

extension Reason {
  /// The message of a rule about a value: a reason about a part of the value names the part.
  ///
  /// - Parameters:
  ///   - path: the path of the value; nil if it is not known.
  ///   - own: the path of the part that the rule is about.
  fileprivate func message(at path: ValuePath?, below own: ValuePath) -> String {
    guard self.path != own, !self.path.isEmpty, let path else { return message }
    return prefixed(by: path).description
  }
}

extension Outline {
  /// The path of the part of the value that the whole requirement is about.
  fileprivate var ownPath: ValuePath {
    switch self {
    case .on(let step, let part): part.ownPath.prefixed(by: step.path)
    case .across(let check): check.place.path
    case .because(_, let part), .annotated(_, let part): part.ownPath
    default: ValuePath()
    }
  }
}

/// The type that a closure takes.
///
/// `@unchecked Sendable`: a type is the same for all threads, and so is a conformance that a cast
/// has found; those that belong to one actor are not found elsewhere.
struct ClosureType: @unchecked Sendable {
  let type: any Decodable.Type
}
