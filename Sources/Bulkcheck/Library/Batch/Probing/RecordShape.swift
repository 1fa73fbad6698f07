internal import BulkcheckCore

/// The members that a `Decodable` type asks a decoder for, the places to which its key paths lead,
/// and whether it decodes from values that are missing or wrong.
///
/// Only the type's `init(from:)` knows which name a property has in the data. So the type is
/// decoded from made-up values, and what it asks for becomes a tree of places with their kinds.
/// Then it is decoded again for each value, with that one value changed. A key path leads to a
/// field if it shows a change in just the values that belong to the field:
///
///     struct User { var name: String; var home: Address }
///     slots: name 0, home.city 1, home.zip 2
///     \.home.city changes with slot 1: home.city
///     \.home changes with 1 and 2:     home
///
/// So neither the names of properties nor the order of a memory layout matter, only what the type
/// itself does. This covers nested parts, optionals, elements, coding keys and hand-written
/// initialisers. A computed property shows no place of its type, or no place at all. If a type
/// refuses made-up values, a list of likely ones is tried. An enumeration tells its cases. A type
/// that refuses all of them is an error.
///
/// Further runs find out what the type does with the values that it gets:
///
/// - Telling values show whether it changes them. If it trims a text or clamps a number, the key
///   path no longer shows what its type decodes from the place alone, and leads nowhere.
/// - A value that the type refuses although the property's type accepts it makes the type choosy.
///   Then only decoding a record shows whether it can be decoded.
/// - Each value is left out, made null, and refused once. A type that decodes all the same has
///   chosen another value. Then no rule is made about the bytes at that place, and the requirement
///   is asked about the decoded value.
struct RecordShape {
  /// The place of the record.
  let root: ProbeNode
  /// Whether the type refuses values that the types of its properties accept.
  let isChoosy: Bool
  let run: ProbeRun
  /// The record of the base run.
  let base: Any
  /// The records that were decoded with one value changed, and the slot of that value.
  let changed: [(slot: Int, change: ProbeRun.Change, record: Any)]

  /// Probes a type.
  ///
  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotProbe`` if no made-up record can be
  ///   decoded, and with ``BatchError/Code/cannotMakeUp`` if that is due to the type of a property.
  init(_ type: any Decodable.Type, _ plan: DecodingPlan) throws(BatchError) {
    let root = ProbeNode(nil, in: nil)
    let run = ProbeRun(plan: plan)
    self.root = root
    self.run = run
    base = try RecordShape.base(type, run, root)
    let requests = run.requests
    let nodes = root.nodesBelow
    // A value that is read twice may be read as two kinds. Only the type knows which one counts.
    for node in nodes where requests[ObjectIdentifier(node), default: 0] > 1 {
      node.catcher = node.outer?.frame ?? root
    }
    for node in nodes where node.hasUnlikeElements { node.isDecodedWhole = true }

    var changed: [(slot: Int, change: ProbeRun.Change, record: Any)] = []
    var isChoosy = false
    func change(_ slot: Int, _ change: ProbeRun.Change) -> Bool {
      run.begin(change)
      guard let record = try? RecordShape.decode(type, run, root) else { return false }
      changed.append((slot, change, record))
      return true
    }
    // If a type refuses a change, no key path shows the value, and none leads to its place.
    for slot in 0..<run.slotCount { _ = change(slot, .varied(slot)) }
    for node in nodes where node.isArray || node.isDictionary {
      guard let slot = node.slot else { continue }
      // The longer one has been tried.
      let takesLonger = changed.contains { $0.slot == slot }
      if !change(slot, .empty(slot)) || !takesLonger { isChoosy = true }
    }
    for node in nodes {
      guard let slot = node.slot, node.exampleCount > 2 else { continue }
      for number in 2..<node.exampleCount {
        run.begin(.example(slot: slot, number: number))
        if (try? RecordShape.decode(type, run, root)) == nil { isChoosy = true }
      }
    }
    let plainSlots = root.plainSlots
    for slot in plainSlots {
      for number in 0..<MadeUpValues.tellingCount
      where !change(slot, .telling(TellingValue(slot: slot, number: number))) {
        isChoosy = true
      }
    }
    if !isChoosy, plainSlots.count > 1 {
      for seed in 0..<RecordShape.mixesTried where !isChoosy {
        run.begin(.mixed(seed))
        isChoosy = (try? RecordShape.decode(type, run, root)) == nil
      }
    }
    for node in nodes where !node.isInDictionary {
      try? RecordShape.disturb(node, requests[ObjectIdentifier(node), default: 0], run) {
        try RecordShape.decode(type, run, root)
      }
    }
    self.changed = changed
    self.isChoosy = isChoosy || RecordShape.hasUntouched(base, changed.map(\.record))
  }

  /// Whether a stored property is the same in all records: the type sets it by what it finds, or
  /// not at all.
  private static func hasUntouched(_ base: Any, _ records: [Any]) -> Bool {
    let usual = stored(base)
    var untouched = Array(usual.indices)
    for record in records where !untouched.isEmpty {
      let properties = stored(record)
      untouched.removeAll { index in
        !properties.indices.contains(index) || text(properties[index]) != text(usual[index])
      }
    }
    return !untouched.isEmpty
  }

  /// The stored properties of a struct or an instance.
  private static func stored(_ record: Any) -> [Any] {
    var properties: [Any] = []
    var mirror: Mirror? = Mirror(reflecting: record)
    while let known = mirror, known.displayStyle == .struct || known.displayStyle == .class {
      properties += known.children.map(\.value)
      mirror = known.superclassMirror
    }
    return properties
  }

  /// The number of records with several values changed at random. It is enough to find most
  /// relations between values that a type insists on.
  private static let mixesTried: UInt64 = 64

  /// Tries what the types around a place do if its value is refused, null or missing.
  ///
  /// - Parameter usual: how often the value is asked for in the base run.
  private static func disturb(
    _ node: ProbeNode, _ usual: Int, _ run: ProbeRun, _ decode: () throws -> Any
  ) throws {
    func isAccepted(_ change: ProbeRun.Change) -> Bool {
      run.begin(change)
      let isAccepted = (try? decode()) != nil
      if run.requests[ObjectIdentifier(node), default: 0] > usual, node.catcher == nil {
        node.catcher = run.catcher ?? node.outer?.frame
      }
      return isAccepted
    }
    _ = isAccepted(.refused(node))
    if let catcher = run.catcher {
      if catcher === node {
        node.isTolerant = true
      } else if node.catcher == nil {
        node.catcher = catcher
      }
    }
    node.acceptsNull = isAccepted(.null(node))
    if case .key? = node.step {
      node.acceptsMissing = isAccepted(.missing(node))
      // It may be left out but not be null. So the type around asks whether it is there.
      if node.acceptsMissing, !node.acceptsNull, node.catcher == nil {
        node.catcher = node.outer?.frame
      }
    }
  }

  /// The record of the first made-up values that the type accepts.
  private static func base(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws(BatchError) -> Any {
    var reason = ""
    for candidate in 0..<MadeUpValues.count {
      run.candidate = candidate
      run.begin()
      do {
        return try decode(type, run, root)
      } catch {
        if let failure = run.failure, !failure.path.isEmpty {
          throw BatchError.cannotMakeUp(
            property: failure.path, of: "\(type)", type: failure.type, reason: failure.reason)
        }
        if candidate == 0 { reason = DecodingSentence.sentence(error) }
      }
    }
    throw BatchError.cannotProbe("\(type)", reason: reason)
  }

  static func decode(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws -> Any {
    try FieldSource.probe(ProbeSource(run: run, node: root)).value(type, CodingTrail(), run.plan)
  }
}
