internal import BulkcheckCore
internal import Requirements

/// Goes through one record and collects the reasons why it is not valid.
struct ReasonFinder {
  let plan: DecodingPlan
  /// Whether parts are asked about values, and not only whether these are there.
  let asksValues: Bool
  /// The places that a part would trap at.
  let lacking: LackingPlaces
  private(set) var reasons: [Reason] = []
  /// The places that are told to be missing.
  private var missing: Set<ValuePath> = []
  private let record: JSONSource
  /// The members of the record, which nearly every part asks for.
  private let recordMembers: Result<JSONMembers, any Error>

  init(
    _ record: JSONSource, _ plan: DecodingPlan, lacking: LackingPlaces = LackingPlaces(),
    asksValues: Bool = true
  ) {
    self.record = record
    self.plan = plan
    self.lacking = lacking
    self.asksValues = asksValues
    recordMembers = Result { try record.object(CodingTrail(), plan.keys) }
  }

  /// Collects what is wrong with the places of the record.
  mutating func visit(_ root: RecordPlace) {
    visit(root, record, ValuePath(), CodingTrail())
  }

  /// Asks a part about all values of the record to which its steps lead.
  mutating func ask(_ part: RecordPart) {
    ask(part, part.steps[...], record, ValuePath(), CodingTrail())
  }

  /// The members of an object.
  private func members(
    _ value: JSONSource, _ path: ValuePath, _ trail: CodingTrail
  ) throws -> JSONMembers {
    try path.isEmpty ? recordMembers.get() : value.object(trail, plan.keys)
  }

  // MARK: Places

  /// Collects what is wrong with the value at a place, or with those inside it.
  ///
  /// - Parameters:
  ///   - path: the place by the names in the data.
  ///   - trail: the place by coding keys.
  private mutating func visit(
    _ place: RecordPlace, _ value: JSONSource, _ path: ValuePath, _ trail: CodingTrail
  ) {
    let known = reasons.count
    do {
      switch place.form {
      case .value: break
      case .object(let children):
        let members = try members(value, path, trail)
        for child in children where !child.isLoose {
          visitIfPresent(
            child, members.member(child.codingName), path.appending(.key(child.name)),
            trail.appending(FieldKey(child.codingName)))
        }
      case .array(let element):
        let elements = try value.array(trail)
        guard let element, !element.isLoose else { break }
        for position in 0..<elements.count {
          visitIfPresent(
            element, elements.element(position), path.appending(.index(position)),
            trail.appending(FieldKey(position)))
        }
      }
      // Only if all inside can be decoded, the type has something to say of the whole.
      guard reasons.count == known, let type = place.type?.type else { return }
      _ = try decode(type, value, trail)
    } catch {
      add(error, value, path, trail)
    }
  }

  /// Collects what is wrong with a value that may be missing; nil if it is.
  private mutating func visitIfPresent(
    _ place: RecordPlace, _ value: JSONSource?, _ path: ValuePath, _ trail: CodingTrail
  ) {
    guard let value else {
      if !place.acceptsMissing { addMissing(path) }
      return
    }
    if !value.isNull() {
      visit(place, value, path, trail)
    } else if !place.acceptsNull {
      addMissing(path)
    }
  }

  // MARK: Parts

  /// Asks a part about all values to which the steps lead.
  private mutating func ask(
    _ part: RecordPart, _ steps: ArraySlice<RecordPart.Step>, _ value: JSONSource,
    _ path: ValuePath, _ trail: CodingTrail
  ) {
    guard let step = steps.first else { return ask(part, value, path, trail) }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name, let codingName, let mayBeMissing):
      let members = try? members(value, path, trail)
      let member = members?.member(codingName) ?? .absent
      // What is wrong on the way has been found.
      guard value.isNull() || members != nil,
        rest.isEmpty || mayBeMissing || !member.isNull()
      else { return }
      ask(
        part, rest, member, path.appending(.key(name)), trail.appending(FieldKey(codingName)))
    case .element(let position):
      let elements = try? value.array(trail)
      guard value.isNull() || elements != nil else { return }
      ask(
        part, rest, elements?.element(position) ?? .absent, path.appending(.index(position)),
        trail.appending(FieldKey(position)))
    case .everyElement:
      guard let elements = try? value.array(trail) else { return }
      for position in 0..<elements.count {
        ask(
          part, rest, elements.element(position) ?? .absent, path.appending(.index(position)),
          trail.appending(FieldKey(position)))
      }
    }
  }

  private mutating func ask(
    _ part: RecordPart, _ value: JSONSource, _ path: ValuePath, _ trail: CodingTrail
  ) {
    if value.isNull(), !part.seesMissing {
      if part.isDemanded { addMissing(path) }
      return
    }
    guard asksValues, let type = part.type?.type,
      let decoded = try? decode(type, value, trail)
    else { return }
    for reason in part.outline.reasons(of: decoded, lacking: lacking.inside(path)) ?? [] {
      reasons.append(reason.prefixed(by: path))
    }
  }

  // MARK: Reasons

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ value: JSONSource, _ trail: CodingTrail
  ) throws -> any Decodable {
    try FieldSource.json(value).value(type, trail, plan)
  }

  private mutating func addMissing(_ path: ValuePath) {
    // Several parts may ask for the same value.
    if missing.insert(path).inserted { append(.missing, path) }
  }

  /// Adds the reason of a value that cannot be decoded.
  private mutating func add(
    _ error: any Error, _ value: JSONSource, _ path: ValuePath, _ trail: CodingTrail
  ) {
    guard let error = error as? DecodingError else {
      return append(.undecodable("\(error)"), path)
    }
    switch error {
    case .keyNotFound(_, let context), .valueNotFound(_, let context):
      addMissing(path.appending(inner(context, value, trail)))
    case .typeMismatch(_, let context):
      append(
        .wrongType(DecodingSentence.message(context)), path.appending(inner(context, value, trail)))
    case .dataCorrupted(let context):
      append(
        .undecodable(DecodingSentence.message(context)),
        path.appending(inner(context, value, trail)))
    @unknown default: append(.undecodable("\(error)"), path)
    }
  }

  private mutating func append(_ reason: Reason, _ path: ValuePath) {
    var reason = reason
    reason.path = path
    reasons.append(reason)
  }

  /// The place of an error inside the value that was decoded.
  private func inner(
    _ context: DecodingError.Context, _ value: JSONSource, _ trail: CodingTrail
  ) -> [ValuePath.Component] {
    var outer: JSONSource? = value
    return context.codingPath.dropFirst(trail.path.count).map { key in
      if let position = key.intValue {
        outer = (try? outer?.array(CodingTrail()))?.element(position)
        return .index(position)
      }
      var name = key.stringValue
      let members = try? outer?.object(CodingTrail(), nil)
      // The keys of a dictionary stay as they are.
      if let keys = plan.keys, members?.contains(name) != true {
        name = keys.dataName(for: name, trail)
      }
      outer = members?.member(name)
      return .key(name)
    }
  }
}

extension ValuePath {
  fileprivate func appending(_ component: Component) -> ValuePath {
    ValuePath(components + [component])
  }

  fileprivate func appending(_ inner: [Component]) -> ValuePath { ValuePath(components + inner) }
}

extension Reason {
  fileprivate static func wrongType(_ message: String) -> Reason {
    Reason(code: ReasonCode.type, parameters: ["detail": .text(message)])
  }

  fileprivate static func undecodable(_ message: String) -> Reason {
    Reason(code: ReasonCode.decodable, parameters: ["detail": .text(message)])
  }

  /// The reason of a text that is not JSON.
  static func malformed(_ fault: RecordFault) -> Reason {
    Reason(
      code: ReasonCode.malformed,
      parameters: [
        "detail": .text(fault.detail), "kind": .text(fault.kind.rawValue),
        "column": .number("\(fault.column)"),
      ])
  }
}
