internal import BulkcheckCore

/// One run of a probe: which value is varied, and what went wrong.
final class ProbeRun {
  /// The slot whose value is another one than in the base run.
  private(set) var varied: Int?
  /// The slot with a value that is changed by types that change what they decode.
  private(set) var telling: TellingValue?
  private(set) var slotCount = 0
  /// Made-up texts and numbers where a type does not insist on others.
  var candidate = 0
  /// The first place at which no made-up value was accepted.
  var failure: (path: String, type: String, reason: String)?
  /// The types on the way to the value at hand.
  var typesOnTheWay: [ObjectIdentifier] = []
  private(set) var placeCount = 0

  /// More than any type that is written by hand; stops those that decode without end.
  static let placesMaximum = 10_000

  func slot(of node: ProbeNode) -> Int {
    if let slot = node.slot { return slot }
    let slot = slotCount
    slotCount += 1
    node.slot = slot
    return slot
  }

  func isVaried(_ node: ProbeNode) -> Bool { varied == slot(of: node) }

  /// The number of the telling value to make up for the node, if it is the one.
  func tellingNumber(_ node: ProbeNode) -> Int? {
    guard let telling, telling.slot == slot(of: node) else { return nil }
    return telling.number
  }

  /// Whether it is the first run, which settles what is made up.
  var isBase: Bool { varied == nil && telling == nil }

  func enter() throws {
    placeCount += 1
    if placeCount > ProbeRun.placesMaximum { throw ProbeError.tooLarge }
  }

  /// - Parameter types: those around what is decoded.
  func begin(
    varied: Int? = nil, telling: TellingValue? = nil, inside types: [ObjectIdentifier] = []
  ) {
    self.varied = varied
    self.telling = telling
    failure = nil
    typesOnTheWay = types
    placeCount = 0
  }
}

/// One of the values that show whether a type keeps what it decodes.
struct TellingValue {
  let slot: Int
  /// The number of the value among them.
  let number: Int
}

enum ProbeError: Error {
  case tooLarge
}

/// Makes up values, and notes what it was asked for.
struct ProbeSource {
  let run: ProbeRun
  let node: ProbeNode
  /// Whether values are refused: a type then tries all kinds that it takes.
  var refuses = false

  func isNull() -> Bool {
    if !refuses { node.isOptional = true }
    return false
  }

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

  /// A number, for a property of the type.
  func double(_ type: any Decodable.Type) throws -> Double {
    try begin(type, .number)
    if let telling = run.tellingNumber(node) { return MadeUpValues.tellingFraction(telling) }
    return Double(
      MadeUpValues.number(candidate, slot: run.slot(of: node), isVaried: run.isVaried(node)))
  }

  func object() throws -> ProbeMembers {
    try begin(nil, .object)
    return ProbeMembers(run: run, node: node)
  }

  func array() throws -> ProbeElements {
    try begin(nil, .array)
    return ProbeElements(run: run, node: node)
  }

  private func begin(_ type: (any Decodable.Type)?, _ kind: ValueType) throws {
    if refuses {
      node.note(kind)
      throw DecodingError.typeMismatch(
        Any.self, DecodingError.Context(codingPath: [], debugDescription: "is refused"))
    }
    try run.enter()
    if let type { node.note(type) }
    node.note(kind)
  }

  private var candidate: Int { node.candidate > 0 ? node.candidate : run.candidate }

  // MARK: Types that decode themselves

  func custom<Value: Decodable>(_ type: Value.Type, _ path: CodingTrail) throws -> Value {
    if refuses { return try decode(type, path) }
    try run.enter()
    node.note(type)
    if Unwrapping.isOptional(type) { return try decode(type, path) }
    let identifier = ObjectIdentifier(type)
    if run.isBase { node.typesAround = run.typesOnTheWay }
    if run.typesOnTheWay.contains(identifier) { node.isCut = true }
    run.typesOnTheWay.append(identifier)
    defer { run.typesOnTheWay.removeLast() }
    if node.kinds.isEmpty { noteKinds(type, path) }
    if let example = example(type) {
      if run.isBase { node.choices = Choices.choices(of: type) }
      return example
    }
    let isScalar = !node.kinds.contains(.object) && !node.kinds.contains(.array)
    guard isScalar else { return try decode(type, path) }
    return try firstAccepted(type, path)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ path: CodingTrail
  ) throws -> Value {
    try Value(from: FieldDecoder(source: .probe(self), path: path))
  }

  /// The kinds that a type asks for, one after another, while each is refused.
  private func noteKinds(_ type: any Decodable.Type, _ path: CodingTrail) {
    let refusing = ProbeSource(run: run, node: node, refuses: true)
    _ = try? type.init(from: FieldDecoder(source: .probe(refusing), path: path))
  }

  /// A value of a type that knows its values.
  private func example<Value: Decodable>(_ type: Value.Type) -> Value? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases.prefix(2)) }
    func examples<Known: ExampleProviding>(_ type: Known.Type) -> [Any] { type.examples }
    let values: [Any]
    if let known = type as? any ExampleProviding.Type {
      values = examples(known)
    } else if let known = type as? any CaseIterable.Type {
      values = first(known)
    } else {
      return nil
    }
    guard let usual = values.first else { return nil }
    return (run.isVaried(node) ? values[values.index(before: values.endIndex)] : usual) as? Value
  }

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
        run.failure =
          run.failure
          ?? (
            DecodingSentence.text(path.path), "\(type)", DecodingSentence.sentence(error)
          )
        throw error
      }
    }
  }
}

struct ProbeMembers {
  let run: ProbeRun
  let node: ProbeNode

  /// Only dictionaries, and what is like them, ask for all names. One more name varies them.
  var names: [String] {
    node.isDictionary = true
    if node.isCut { return [] }
    return run.isVaried(node) ? ["a", "b"] : ["a"]
  }

  func contains(_ name: String) -> Bool {
    node.child(.key(name)).isOptional = true
    return true
  }

  func member(_ name: String) -> ProbeSource {
    // What is there only where the length is varied is like the first.
    ProbeSource(run: run, node: node.child(.key(node.isDictionary ? "a" : name)))
  }

  func isCut(_ type: any Decodable.Type) -> Bool {
    run.typesOnTheWay.contains(ObjectIdentifier(type))
  }
}

struct ProbeElements {
  let run: ProbeRun
  let node: ProbeNode

  /// One more element varies the array.
  var count: Int { node.isCut ? 0 : run.isVaried(node) ? 3 : 2 }

  func element(_ position: Int) -> ProbeSource {
    // What is there only where the length is varied is like the first.
    let position = position == 2 && run.isVaried(node) ? 0 : position
    return ProbeSource(run: run, node: node.child(.index(position)))
  }
}
