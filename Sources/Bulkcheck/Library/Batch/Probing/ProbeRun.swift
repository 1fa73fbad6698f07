internal import BulkcheckCore

/// One run of a probe: the change to the made-up values, and the findings.
///
/// One instance serves all runs of a record type, one after another.
final class ProbeRun {
  /// The difference of a run from the base run, which settles the values that are made up.
  enum Change {
    case none
    /// The value with this slot is another one. An array or a dictionary has one more element.
    case varied(Int)
    /// An array or a dictionary with this slot is empty.
    case empty(Int)
    /// One value is a telling one, which many types change when they decode it.
    case telling(TellingValue)
    /// Several values are others or telling ones, at random by a seed.
    case mixed(UInt64)
    /// The value with this slot is this one of the values that its type lists.
    case example(slot: Int, number: Int)
    /// The value at the place is refused, whatever is asked for, as if it were of another kind.
    case refused(ProbeNode)
    /// The value at the place is null.
    case null(ProbeNode)
    /// The value at the place is left out.
    case missing(ProbeNode)
  }

  /// How the values are decoded.
  let plan: DecodingPlan
  private(set) var change = Change.none
  /// The number of values that can be varied.
  private(set) var slotCount = 0
  /// The number of the made-up texts and numbers for types that do not insist on others.
  var candidate = 0
  /// The first place at which no made-up value was accepted.
  private(set) var failure: (path: String, type: String, reason: String)?
  /// The types on the way to the value at hand, from the outside in.
  private(set) var typesOnTheWay: [ObjectIdentifier] = []
  /// The places of the types that are decoding themselves, from the outside in.
  private(set) var frames: [ProbeNode] = []
  /// The frames at the time when a value was first refused.
  private var refusedFrames: [ProbeNode] = []
  /// The innermost of the refused frames whose type decoded a value all the same.
  private(set) var catcher: ProbeNode?
  /// How often the type around each place asked for the value there.
  private(set) var requests: [ObjectIdentifier: Int] = [:]
  private var placeCount = 0

  /// The most places of a record. It is more than any type has that is written by hand, and stops
  /// those that decode without end.
  static let placesMaximum = 10_000

  init(plan: DecodingPlan = .standard) { self.plan = plan }

  /// Whether a type seems to decode without end. Then arrays have no more elements.
  var isExhausted: Bool { placeCount > ProbeRun.placesMaximum }

  /// The slot of a node, which it gets when it is first asked for.
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

  /// The number of the telling value to make up for the node; nil if it gets none.
  func tellingNumber(_ node: ProbeNode) -> Int? {
    switch change {
    case .telling(let telling): return telling.slot == slot(of: node) ? telling.number : nil
    case .mixed(let seed):
      let number = Int(draw(seed, node) / 5 % UInt64(2 * MadeUpValues.tellingCount))
      return number < MadeUpValues.tellingCount ? number : nil
    default: return nil
    }
  }

  /// The number of the example to give, out of `count`.
  func exampleNumber(_ node: ProbeNode, of count: Int) -> Int {
    let isVaried = isVaried(node)
    switch change {
    case .example(let slot, let number) where slot == node.slot: return min(number, count - 1)
    case .mixed(let seed): return Int(draw(seed, node) % UInt64(count))
    default: return isVaried ? min(1, count - 1) : 0
    }
  }

  /// A random number that depends only on the seed and the node's slot.
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

  /// Counts a place that is asked for. Throws if there are too many.
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

  /// Notes that the value at hand was refused.
  func noteRefusal() {
    if refusedFrames.isEmpty { refusedFrames = frames }
  }

  /// The place below another. If the base run did not ask for it, the type looks at values before
  /// it knows what to ask for.
  func child(of node: ProbeNode, _ step: PathStep) -> ProbeNode {
    if let known = node.known(step) { return known }
    if !isBase { frames.last?.isDecodedWhole = true }
    return node.child(step)
  }

  /// Decodes a type that decodes itself, at a place.
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

  /// Begins another run.
  ///
  /// - Parameter types: the types around the one that is decoded.
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

/// A value that shows whether a type changes what it decodes.
struct TellingValue {
  /// The slot that gets the value.
  let slot: Int
  /// The number of the value in ``MadeUpValues``.
  let number: Int
}

/// An error that ends a run.
enum ProbeError: Error {
  /// The type asks for more than ``ProbeRun/placesMaximum`` places.
  case tooLarge
}
