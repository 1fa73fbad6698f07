internal import BulkcheckCore
internal import Requirements

/// The listing of all that is wrong with one record.
extension RuleLowering {
  /// - Parameter outline: the requirement, with the names that places have in the data.
  mutating func listing(
    of outline: Outline, at record: RequirementLocation
  ) throws(BatchError) -> RecordListing {
    guard let root = record.node else { preconditionFailure("a record has been probed") }
    let outline = outline.failingRecords(nil)
    return RecordListing(
      outline: outline, root: RecordPlace(root), parts: try parts(of: outline, at: record, []),
      forced: outline.mayTrap ? try forced(in: outline, at: record, []) : [])
  }

  /// The parts that are each about one place, as far inside as possible.
  private mutating func parts(
    of outline: Outline, at place: RequirementLocation, _ steps: [RecordPart.Step]
  ) throws(BatchError) -> [RecordPart] {
    switch outline {
    case .all(let parts):
      var found: [RecordPart] = []
      for part in parts { found += try self.parts(of: part, at: place, steps) }
      return found
    case .annotated(_, let part): return try parts(of: part, at: place, steps)
    case .because(let because, .annotated(_, let part)):
      return try parts(of: .because(because, part), at: place, steps)
    case .because(let because, .on(let step, let part)):
      return try parts(of: .on(step, .because(because, part)), at: place, steps)
    case .on(let step, let part):
      guard var inner = try resolve(step, from: place),
        let way = Self.steps(to: inner, from: place)
      else { break }
      inner.isDemanded = inner.isDemanded || place.isDemanded
      return try parts(of: part, at: inner, steps + way)
    case .ifPresent(let part) where !place.isDemanded:
      return try parts(of: part, at: place.unwrapped, steps)
    case .each(let part):
      guard !place.seesMissing, var element = try elements(of: place) else { break }
      element.isDemanded = place.isDemanded
      return try parts(of: part, at: element, steps + [.everyElement])
    default: break
    }
    return [
      RecordPart(
        steps: steps, type: (place.type as? any Decodable.Type).map(ClosureType.init),
        seesMissing: place.seesMissing, isDemanded: place.isDemanded, outline: outline)
    ]
  }

  /// The places that a key path of the requirement unwraps by force, or asks for an element: it
  /// traps where there is nothing.
  private mutating func forced(
    in outline: Outline, at place: RequirementLocation, _ steps: [RecordPart.Step]
  ) throws(BatchError) -> [RecordPart] {
    var found: [RecordPart] = []
    switch outline {
    case .opaque, .builtIn, .mistake: break
    case .on(let step, let part): found = try forced(at: step, part, from: place, steps)
    case .across(let check):
      for step in check.steps { found += try forced(at: step, .all([]), from: place, steps) }
    case .each(let part), .some(let part):
      guard let element = try elements(of: place) else { break }
      found = try forced(in: part, at: element, steps + [.everyElement])
    case .required(let part), .ifPresent(let part):
      found = try forced(in: part, at: place.unwrapped, steps)
    case .all, .any, .not, .when, .because, .annotated:
      for part in outline.parts { found += try forced(in: part, at: place, steps) }
    }
    return found
  }

  private mutating func forced(
    at step: KeyPathStep, _ part: Outline, from place: RequirementLocation,
    _ steps: [RecordPart.Step]
  ) throws(BatchError) -> [RecordPart] {
    guard let inner = try resolve(step, from: place),
      let way = Self.steps(to: inner, from: place)
    else { return [] }
    let inside = try forced(in: part, at: inner, steps + way)
    guard inner.isDemanded else { return inside }
    let own = RecordPart(
      steps: steps + way, type: nil, seesMissing: false, isDemanded: true, outline: .all([]))
    return [own] + inside
  }

  /// The steps between two places; nil if a strategy hides a name.
  private static func steps(
    to inner: RequirementLocation, from outer: RequirementLocation
  ) -> [RecordPart.Step]? {
    var found: [RecordPart.Step] = []
    var node = inner.node
    for step in inner.path.steps[outer.path.steps.endIndex...].reversed() {
      guard let known = node else { return nil }
      switch step {
      case .key(let name):
        found.append(
          .member(
            name: name, codingName: known.codingName,
            mayBeMissing: known.acceptsMissing || known.acceptsNull))
      case .index(let position): found.append(.element(position))
      default: return nil
      }
      node = known.outer
    }
    return found.reversed()
  }
}

extension Outline {
  /// The requirement without the parts whose failures leave a record valid: those with a severity
  /// other than error.
  ///
  /// - Parameter severity: the one that was given around the part, which wins.
  fileprivate func failingRecords(_ severity: Severity?) -> Outline {
    switch self {
    case .annotated(let annotation, let part):
      let own = severity ?? (annotation as? RuleAnnotation)?.severity
      return .annotated(annotation, part.failingRecords(own))
    case .all(let parts): return .all(parts.map { $0.failingRecords(severity) })
    case .on(let step, let part): return .on(step, part.failingRecords(severity))
    case .each(let part): return .each(part.failingRecords(severity))
    case .because(let because, let part): return .because(because, part.failingRecords(severity))
    case .ifPresent(let part): return .ifPresent(part.failingRecords(severity))
    case .required(let part) where severity == nil || severity == .error:
      return .required(part.failingRecords(severity))
    default: return severity == nil || severity == .error ? self : .all([])
    }
  }
}
