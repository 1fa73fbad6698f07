internal import BulkcheckCore
internal import Requirements

/// One run of a probe: what is changed in it, and what went wrong.
final class ProbeRun {
  /// What makes a run differ from the base run, which settles what is made up.
  enum Change {
    case none
    /// The value with this slot is another one; an array is longer.
    case varied(Int)
    /// An array or a dictionary with this slot is empty.
    case empty(Int)
    /// A value that is changed by types that change what they decode.
    case telling(TellingValue)
    /// Several values at once, by a seed.
    case mixed(UInt64)
    /// The value with this slot is this one of an enumeration's.
    case example(slot: Int, number: Int)
    /// Whatever is asked for at the place is refused, as a value of another kind.
    case refused(ProbeNode)
    case null(ProbeNode)
    case missing(ProbeNode)
  }

  private(set) var change = Change.none
  private(set) var slotCount = 0
  /// Made-up texts and numbers where a type does not insist on others.
  var candidate = 0
  /// The first place at which no made-up value was accepted.
  private(set) var failure: (path: String, type: String, reason: String)?
  /// The types on the way to the value at hand.
  private(set) var typesOnTheWay: [ObjectIdentifier] = []
  /// The places of the types that are decoding themselves, from the outside in.
  private(set) var frames: [ProbeNode] = []
  /// The types that were decoding themselves when a value was refused, and the innermost of them
  /// that got a value all the same.
  private var refusedFrames: [ProbeNode] = []
  private(set) var catcher: ProbeNode?
  /// How often the type around each place asked for the value there.
  private(set) var requests: [ObjectIdentifier: Int] = [:]
  private var placeCount = 0

  /// More than any type that is written by hand; stops those that decode without end.
  static let placesMaximum = 10_000

  /// Whether a type decodes without end: no array has any more elements.
  var isExhausted: Bool { placeCount > ProbeRun.placesMaximum }

  func slot(of node: ProbeNode) -> Int {
    if let slot = node.slot { return slot }
    let slot = slotCount
    slotCount += 1
    node.slot = slot
    return slot
  }

  func isVaried(_ node: ProbeNode) -> Bool {
    // Whatever can be varied has a slot.
    let own = slot(of: node)
    return switch change {
    case .varied(let slot): slot == own
    case .mixed(let seed): draw(seed, node) % 5 == 0
    default: false
    }
  }

  func isEmpty(_ node: ProbeNode) -> Bool {
    if case .empty(let slot) = change { slot == node.slot } else { false }
  }

  /// The number of the telling value to make up for the node, if it is the one.
  func tellingNumber(_ node: ProbeNode) -> Int? {
    switch change {
    case .telling(let telling): return telling.slot == slot(of: node) ? telling.number : nil
    case .mixed(let seed):
      let number = Int(draw(seed, node) / 5 % UInt64(2 * MadeUpValues.tellingCount))
      return number < MadeUpValues.tellingCount ? number : nil
    default: return nil
    }
  }

  /// The number of the example to give, of as many.
  func exampleNumber(_ node: ProbeNode, of count: Int) -> Int {
    let isVaried = isVaried(node)
    switch change {
    case .example(let slot, let number) where slot == node.slot: return min(number, count - 1)
    case .mixed(let seed): return Int(draw(seed, node) % UInt64(count))
    default: return isVaried ? min(1, count - 1) : 0
    }
  }

  private func draw(_ seed: UInt64, _ node: ProbeNode) -> UInt64 {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(slot(of: node)) &* 0xBF58_476D_1CE4_E5B9
    state ^= state >> 30
    state = state &* 0x94D0_49BB_1331_11EB
    return (state ^ state >> 31) >> 8
  }

  /// Whether it is the first run, which settles what is made up.
  var isBase: Bool { if case .none = change { true } else { false } }

  func refuses(_ node: ProbeNode) -> Bool {
    switch change {
    case .refused(let refused), .null(let refused): refused === node
    default: false
    }
  }

  func isNull(_ node: ProbeNode) -> Bool {
    if case .null(let null) = change { null === node } else { false }
  }

  func isMissing(_ node: ProbeNode) -> Bool {
    if case .missing(let missing) = change { missing === node } else { false }
  }

  func enter() throws {
    placeCount += 1
    if isExhausted { throw ProbeError.tooLarge }
  }

  /// Notes that a type accepts none of the values that are made up for it.
  func note(failureAt path: CodingTrail, of type: Any.Type, _ error: any Error) {
    failure =
      failure
      ?? (DecodingSentence.text(path.path), "\(type)", DecodingSentence.sentence(error))
  }

  /// Notes that the value at a place is asked for.
  func note(requestAt node: ProbeNode) {
    if frames.last !== node { requests[ObjectIdentifier(node), default: 0] += 1 }
  }

  /// Notes that it was refused.
  func noteRefusal() {
    if refusedFrames.isEmpty { refusedFrames = frames }
  }

  /// The place below another. One that the base run did not ask for shows that the type looks at
  /// values before it knows what to ask for.
  func child(of node: ProbeNode, _ step: PathStep) -> ProbeNode {
    if let known = node.known(step) { return known }
    if !isBase { frames.last?.isWhole = true }
    return node.child(step)
  }

  /// Runs what decodes the type at a place.
  func decoding<Value>(
    _ type: ObjectIdentifier, at node: ProbeNode, _ decode: () throws -> Value
  ) rethrows -> Value {
    typesOnTheWay.append(type)
    frames.append(node)
    defer {
      typesOnTheWay.removeLast()
      frames.removeLast()
    }
    let value = try decode()
    if catcher == nil, refusedFrames.contains(where: { $0 === node }) { catcher = node }
    return value
  }

  /// - Parameter types: those around what is decoded.
  func begin(_ change: Change = .none, inside types: [ObjectIdentifier] = []) {
    self.change = change
    failure = nil
    typesOnTheWay = types
    frames = []
    refusedFrames = []
    catcher = nil
    requests = [:]
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

  func custom<Value: Decodable>(_ type: Value.Type, _ path: CodingTrail) throws -> Value {
    if refuses { return try decode(type, path) }
    try run.enter()
    node.note(type)
    if Optionals.isOptional(type) { return try decode(type, path) }
    let identifier = ObjectIdentifier(type)
    if run.isBase { node.typesAround = run.typesOnTheWay }
    if run.typesOnTheWay.contains(identifier) { node.isCut = true }
    run.note(requestAt: node)
    return try run.decoding(identifier, at: node) {
      // What is refused is refused by all that its type asks for.
      if run.refuses(node) { return try decode(type, path) }
      if node.kinds.isEmpty { noteKinds(type, path) }
      if let example = example(type) {
        if run.isBase { node.choices = Choices.choices(of: type) }
        return example
      }
      let isScalar = !node.kinds.contains(.object) && !node.kinds.contains(.array)
      if isScalar { return try firstAccepted(type, path) }
      do {
        return try decode(type, path)
      } catch {
        // It takes only names that it knows, as an enumeration with associated values does.
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
    try Value(from: FieldDecoder(source: .probe(self), path: path))
  }

  /// The kinds that a type asks for, one after another, while each is refused.
  private func noteKinds(_ type: any Decodable.Type, _ path: CodingTrail) {
    let refusing = ProbeSource(run: run, node: node, refuses: true)
    _ = try? type.init(from: FieldDecoder(source: .probe(refusing), path: path))
  }

  /// A value of a type that knows its values.
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
      return nil
    }
    if values.isEmpty { return nil }
    node.exampleCount = values.count
    return values[run.exampleNumber(node, of: values.count)] as? Value
  }

  /// More cases than any type has that decides what else a record holds.
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

struct ProbeMembers {
  let run: ProbeRun
  let node: ProbeNode

  /// Only dictionaries, and what is like them, ask for all names. One more name varies them.
  var names: [String] {
    node.isDictionary = true
    let isVaried = run.isVaried(node)
    if node.isCut || run.isEmpty(node) { return [] }
    return isVaried ? ["a", "b"] : ["a"]
  }

  func contains(_ name: String) -> Bool { !run.isMissing(place(name)) }

  func member(_ name: String) -> ProbeSource? {
    let place = place(name)
    return run.isMissing(place) ? nil : ProbeSource(run: run, node: place)
  }

  /// What is there only where the length is varied is like the first.
  private func place(_ name: String) -> ProbeNode {
    run.child(of: node, .key(node.isDictionary ? "a" : name))
  }

  func isCut(_ type: any Decodable.Type) -> Bool {
    run.typesOnTheWay.contains(ObjectIdentifier(type))
  }
}

struct ProbeElements {
  let run: ProbeRun
  let node: ProbeNode

  /// One more element varies the array.
  var count: Int {
    let isVaried = run.isVaried(node)
    return node.isCut || run.isEmpty(node) || run.isExhausted ? 0 : isVaried ? 3 : 2
  }

  func element(_ position: Int) -> ProbeSource {
    // What is there only where the length is varied is like the first.
    let position = position == 2 && run.isVaried(node) ? 0 : position
    return ProbeSource(run: run, node: run.child(of: node, .index(position)))
  }
}
