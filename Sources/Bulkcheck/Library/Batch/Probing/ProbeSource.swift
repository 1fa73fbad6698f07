internal import BulkcheckCore

/// One run of a probe: which value is varied, and what went wrong.
final class ProbeRun {
  /// The slot whose value is another one than in the base run.
  var varied: Int?
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

  func enter() throws {
    placeCount += 1
    if placeCount > ProbeRun.placesMaximum { throw ProbeFault.tooLarge }
  }

  func begin(varied: Int?) {
    self.varied = varied
    failure = nil
    typesOnTheWay = []
    placeCount = 0
  }
}

enum ProbeFault: Error {
  case tooLarge
  case refused
}

/// Makes up values, and notes what it was asked for.
struct ProbeSource: DecodingSource {
  let run: ProbeRun
  let node: ProbeNode
  let codingPath: [any CodingKey]

  func begin(_ type: any Decodable.Type) { node.note(type) }

  func isNull() -> Bool {
    node.isOptional = true
    return false
  }

  func text() throws -> String {
    try run.enter()
    node.note(.string)
    return MadeUpValues.text(
      candidate, slot: run.slot(of: node), isVaried: run.isVaried(node))
  }

  func boolean() throws -> Bool {
    try run.enter()
    node.note(.boolean)
    return run.isVaried(node)
  }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    try run.enter()
    node.note(.integer)
    let number = MadeUpValues.number(
      candidate, slot: run.slot(of: node), isVaried: run.isVaried(node))
    return Number(exactly: number) ?? (run.isVaried(node) ? 2 : 1)
  }

  func double() throws -> Double {
    try run.enter()
    node.note(.number)
    return Double(
      MadeUpValues.number(candidate, slot: run.slot(of: node), isVaried: run.isVaried(node)))
  }

  func float() throws -> Float { Float(try double()) }

  private var candidate: Int { node.candidate > 0 ? node.candidate : run.candidate }

  func object() throws -> ProbeMembers {
    try run.enter()
    node.note(.object)
    return ProbeMembers(run: run, node: node, codingPath: codingPath)
  }

  func array() throws -> ProbeElements {
    try run.enter()
    node.note(.array)
    return ProbeElements(run: run, node: node, codingPath: codingPath)
  }

  // MARK: Types that decode themselves

  func custom<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try run.enter()
    if Unwrapping.isOptional(type) { return try decode(type) }
    let identifier = ObjectIdentifier(type)
    if run.typesOnTheWay.contains(identifier) { node.isCut = true }
    run.typesOnTheWay.append(identifier)
    defer { run.typesOnTheWay.removeLast() }
    if node.kinds.isEmpty { noteKinds(type) }
    if let example = example(type) {
      if run.varied == nil { node.choices = Choices.choices(of: type) }
      return example
    }
    let isScalar = !node.kinds.contains(.object) && !node.kinds.contains(.array)
    guard isScalar else { return try decode(type) }
    return try firstAccepted(type)
  }

  private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: FieldDecoder(source: self))
  }

  /// The kinds that a type asks for, one after another, while each is refused.
  private func noteKinds(_ type: any Decodable.Type) {
    let refusing = RefusingSource(node: node, codingPath: codingPath)
    _ = try? type.init(from: FieldDecoder(source: refusing))
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
  private func firstAccepted<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let first = node.candidate
    while true {
      do {
        return try decode(type)
      } catch {
        if let fault = error as? ProbeFault, fault == .tooLarge { throw error }
        node.candidate += 1
        if node.candidate < MadeUpValues.count, run.varied == nil { continue }
        node.candidate = first
        run.failure =
          run.failure
          ?? (
            DecodingSentence.text(codingPath), "\(type)", DecodingSentence.sentence(error)
          )
        throw error
      }
    }
  }
}

struct ProbeMembers: DecodingMembers {
  let run: ProbeRun
  let node: ProbeNode
  let codingPath: [any CodingKey]

  /// Only dictionaries, and what is like them, ask for all names. One more name varies them.
  var names: [String] {
    node.isDictionary = true
    if node.isCut { return [] }
    return run.isVaried(node) ? ["a", "b"] : ["a"]
  }

  func contains(_ key: some CodingKey) -> Bool {
    node.child(.key(key.stringValue)).isOptional = true
    return true
  }

  func member(_ key: some CodingKey) -> ProbeSource? {
    // What is there only where the length is varied is like the first.
    let name = node.isDictionary ? "a" : key.stringValue
    return ProbeSource(run: run, node: node.child(.key(name)), codingPath: codingPath + [key])
  }

  func isCut(_ type: any Decodable.Type) -> Bool {
    run.typesOnTheWay.contains(ObjectIdentifier(type))
  }
}

struct ProbeElements: DecodingElements {
  let run: ProbeRun
  let node: ProbeNode
  let codingPath: [any CodingKey]

  /// One more element varies the array.
  var count: Int { node.isCut ? 0 : run.isVaried(node) ? 3 : 2 }

  func element(_ position: Int) -> ProbeSource? {
    ProbeSource(
      // What is there only where the length is varied is like the first.
      run: run, node: node.child(.index(position == 2 && run.isVaried(node) ? 0 : position)),
      codingPath: codingPath + [FieldKey(position)])
  }
}
