internal import BulkcheckCore
internal import Requirements

/// The source of a decoder that makes values up, and notes at its place what it was asked for.
struct ProbeSource {
  let run: ProbeRun
  let node: ProbeNode
  /// Whether every value is refused, so that a type tries all kinds that it takes.
  var refuses = false

  func isNull() -> Bool { run.isNull(node) }

  func text() throws -> String {
    try begin(String.self, .string)
    if let number = run.tellingNumber(node) { return MadeUpValues.tellingText(number) }
    return MadeUpValues.text(
      candidate, slot: run.slot(of: node), isVaried: run.isVaried(node))
  }

  func boolean() throws -> Bool {
    try begin(Bool.self, .boolean)
    return run.isVaried(node)
  }

  func integer<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    try begin(type, .integer)
    if let telling = run.tellingNumber(node) {
      return Number(exactly: MadeUpValues.tellingNumber(telling)) ?? .max
    }
    let number = MadeUpValues.number(
      candidate, slot: run.slot(of: node), isVaried: run.isVaried(node))
    return Number(exactly: number) ?? (run.isVaried(node) ? 2 : 1)
  }

  /// A number, for a property of the type; nil for one that is not plain.
  func double(_ type: (any Decodable.Type)?) throws -> Double {
    try begin(type, .number)
    if let telling = run.tellingNumber(node) { return MadeUpValues.tellingFraction(telling) }
    return Double(
      MadeUpValues.number(candidate, slot: run.slot(of: node), isVaried: run.isVaried(node)))
  }

  func object(_ path: CodingTrail, _ keys: KeyConversion?) throws -> ProbeMembers {
    try begin(nil, .object)
    return ProbeMembers(run: run, node: node, path: path, keys: keys)
  }

  func array() throws -> ProbeElements {
    try begin(nil, .array)
    // The type around picks elements: those at hand need not be all alike.
    if !refuses, let frame = run.frames.last, frame !== node { node.catcher = frame }
    return ProbeElements(run: run, node: node)
  }

  private func begin(_ type: (any Decodable.Type)?, _ kind: ValueType) throws {
    if refuses {
      node.note(kind)
      throw ProbeSource.refusal
    }
    try run.enter()
    run.note(requestAt: node)
    if run.refuses(node) {
      run.noteRefusal()
      throw ProbeSource.refusal
    }
    if let type { node.note(type) }
    node.note(kind)
  }

  private static let refusal = DecodingError.typeMismatch(
    Any.self, DecodingError.Context(codingPath: [], debugDescription: "is refused"))

  private var candidate: Int { node.candidate > 0 ? node.candidate : run.candidate }

  // MARK: Types that decode themselves

  /// A value of a type that is no plain text, Boolean or number.
  func custom<Value: Decodable>(_ type: Value.Type, _ path: CodingTrail) throws -> Value {
    if refuses { return try decode(type, path) }
    try run.enter()
    node.note(type)
    if Optionals.isOptional(type) { return try decode(type, path) }
    if let keyed = type as? any NamedKeys.Type { node.names = keyed.exampleNames }
    let identifier = ObjectIdentifier(type)
    if run.isBase { node.typesAround = run.typesOnTheWay }
    if run.typesOnTheWay.contains(identifier) { node.isCut = true }
    run.note(requestAt: node)
    return try run.decoding(identifier, at: node) {
      // A refused value is refused at each place where its type asks for one.
      if run.refuses(node) { return try decode(type, path) }
      if node.kinds.isEmpty { noteKinds(type, path) }
      if let example = example(type) {
        if run.isBase { node.choices = EnumerationChoices.choices(of: type) }
        return example
      }
      let isScalar = !node.kinds.contains(.object) && !node.kinds.contains(.array)
      if isScalar { return try firstAccepted(type, path) }
      do {
        return try decode(type, path)
      } catch {
        // The type takes only names that it knows, as an enumeration with associated values does.
        if node.isDictionary, run.isBase, node.outer != nil {
          run.note(failureAt: path, of: type, error)
        }
        throw error
      }
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ path: CodingTrail
  ) throws -> Value {
    try run.plan.value(
      type, from: FieldDecoder(source: .probe(self), path: path, plan: run.plan))
  }

  /// The kinds that a type asks for, one after another, while each is refused.
  private func noteKinds<Value: Decodable>(_ type: Value.Type, _ path: CodingTrail) {
    _ = try? ProbeSource(run: run, node: node, refuses: true).decode(type, path)
  }

  /// A value of a type that lists its values; nil for any other type.
  private func example<Value: Decodable>(_ type: Value.Type) -> Value? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] {
      Array(type.allCases.prefix(ProbeSource.examplesMaximum))
    }
    func examples<Known: ExampleProviding>(_ type: Known.Type) -> [Any] { type.examples }
    let values: [Any]
    if let known = type as? any ExampleProviding.Type {
      values = examples(known)
    } else if let known = type as? any CaseIterable.Type {
      values = first(known)
    } else {
      let cases = PlainEnumeration.cases(of: type, asksForValue: !node.kinds.isEmpty) ?? []
      values = Array(cases.prefix(ProbeSource.examplesMaximum))
    }
    if values.isEmpty { return nil }
    node.exampleCount = values.count
    return values[run.exampleNumber(node, of: values.count)] as? Value
  }

  /// The most cases that are tried: more than a type has that decides what else a record holds.
  private static let examplesMaximum = 100

  /// The value for the first made-up text or number that the type accepts.
  private func firstAccepted<Value: Decodable>(
    _ type: Value.Type, _ path: CodingTrail
  ) throws -> Value {
    let first = node.candidate
    while true {
      do {
        return try decode(type, path)
      } catch {
        if let fault = error as? ProbeError, fault == .tooLarge { throw error }
        node.candidate += 1
        if node.candidate < MadeUpValues.count, run.isBase { continue }
        node.candidate = first
        run.note(failureAt: path, of: type, error)
        throw error
      }
    }
  }
}
