internal import BulkcheckCore

/// What a `Decodable` type asks a decoder for, and which of its key paths lead to which names.
///
/// The type is decoded from made-up values, then again and again with one of them changed. A key
/// path leads to a field if it shows a change in just the values that belong to the field:
///
/// ```
/// struct User { var name: String; var home: Address }  \.home.city changes with slot 1: home.city
/// slots: name 0, home.city 1, home.zip 2               \.home changes with 1 and 2:     home
/// ```
/// So neither the names of properties nor the order of a memory layout matter, only what the type
/// itself does.
struct RecordShape {
  let root: ProbeNode
  /// Whether the type refuses values that the types of its properties accept.
  let isChoosy: Bool
  private let run: ProbeRun
  private let base: Any
  private let variants: [Any]
  /// Records with one telling value each.
  private let told: [(value: TellingValue, record: Any)]

  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotProbe`` if no made-up record can be
  ///   decoded.
  init(_ type: any Decodable.Type) throws(BatchError) {
    let root = ProbeNode(nil)
    let run = ProbeRun()
    self.root = root
    base = try RecordShape.base(type, run, root)
    var variants: [Any] = []
    for slot in 0..<run.slotCount {
      run.begin(varied: slot)
      // A type that refuses just this change keeps its value: no key path will show one.
      variants.append((try? RecordShape.decode(type, run, root)) ?? base)
    }
    self.variants = variants
    var told: [(value: TellingValue, record: Any)] = []
    var isChoosy = false
    for slot in root.plainSlots {
      for number in 0..<MadeUpValues.tellingCount {
        let value = TellingValue(slot: slot, number: number)
        run.begin(telling: value)
        if let record = try? RecordShape.decode(type, run, root) {
          told.append((value, record))
        } else {
          isChoosy = true
        }
      }
    }
    self.told = told
    self.isChoosy = isChoosy
    self.run = run
  }

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

  private static func decode(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws -> Any {
    try FieldSource.probe(ProbeSource(run: run, node: root)).value(type, CodingTrail())
  }

  // MARK: Key paths

  /// The place to which a key path leads.
  struct Place {
    let node: ProbeNode
    let path: FieldPath
    /// Something on the way, or the value itself, may be missing.
    let mayBeMissing: Bool
  }

  /// The place to which a key path leads. nil if it has no place of its own, like a computed
  /// property, or if the record changed the value that it was given: a trimmed text, an absolute
  /// number.
  func resolve(_ keyPath: AnyKeyPath) -> Place? {
    guard let usual = shown(base, keyPath) else { return nil }
    var changed: Set<Int> = []
    for slot in variants.indices where shown(variants[slot], keyPath) != usual {
      changed.insert(slot)
    }
    guard !changed.isEmpty else { return nil }
    let type = Unwrapping.unwrapped(Swift.type(of: keyPath).valueType)
    let start = Place(node: root, path: FieldPath(), mayBeMissing: false)
    guard let place = find(changed, ObjectIdentifier(type), start), keeps(place.node, keyPath)
    else { return nil }
    return place
  }

  /// Whether the record has at the key path just what the type of that value decodes from the
  /// place.
  private func keeps(_ node: ProbeNode, _ keyPath: AnyKeyPath) -> Bool {
    guard let type = Unwrapping.unwrapped(Swift.type(of: keyPath).valueType) as? any Decodable.Type
    else { return true }
    let slots = node.slots
    return told.allSatisfy { value, record in
      guard slots.contains(value.slot) else { return true }
      run.begin(telling: value, inside: node.typesAround)
      guard let alone = try? RecordShape.decode(type, run, node) else { return false }
      return shown(record, keyPath) == RecordShape.text(alone)
    }
  }

  private func find(_ slots: Set<Int>, _ type: ObjectIdentifier, _ place: Place) -> Place? {
    let node = place.node
    let own = node.slots
    guard own.isSuperset(of: slots) else { return nil }
    if own == slots || node.slotsOfValues == slots, let known = node.type,
      ObjectIdentifier(known) == type
    {
      return place
    }
    if node.isDictionary { return nil }
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = Place(
        node: child, path: place.path.appending(step),
        mayBeMissing: place.mayBeMissing || child.isOptional || node.isArray)
      if let found = find(slots, type, inner) { return found }
    }
    return nil
  }

  /// All of the value at the key path as text.
  private func shown(_ record: Any, _ keyPath: AnyKeyPath) -> String? {
    func value<Root>(_ root: Root) -> Any? { root[keyPath: keyPath] }
    return value(record).map(RecordShape.text)
  }

  private static func text(_ value: Any) -> String {
    var text = ""
    dump(Unwrapping.value(value) ?? value, to: &text)
    return text
  }
}
