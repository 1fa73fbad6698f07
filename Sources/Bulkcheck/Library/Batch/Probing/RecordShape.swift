internal import BulkcheckCore

/// What a `Decodable` type asks a decoder for, and which of its key paths lead to which names.
///
/// The type is decoded from made-up values, then again and again with one of them changed. A key path leads to a field
/// if it shows a change in just the values that belong to the field:
///
/// ```
/// struct User { var name: String; var home: Address }     \.home.city changes with slot 1 only: home.city
/// slots: name 0, home.city 1, home.zip 2                   \.home changes with 1 and 2:        home
/// ```
/// So neither the names of properties nor the order of a memory layout matter, only what the type itself does.
struct RecordShape {
  let root: ProbeNode
  private let base: Any
  private let variants: [Any]

  /// - Throws: ``BatchError`` with ``BatchError/Code/cannotProbe`` if no made-up record can be decoded.
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
  }

  private static func base(
    _ type: any Decodable.Type, _ run: ProbeRun, _ root: ProbeNode
  ) throws(BatchError) -> Any {
    var reason = ""
    for candidate in 0..<MadeUpValues.count {
      run.candidate = candidate
      run.begin(varied: nil)
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

  /// The place to which a key path leads; nil if it leads to no place of its own, like a computed property.
  func resolve(_ keyPath: AnyKeyPath) -> Place? {
    guard let usual = shown(base, keyPath) else { return nil }
    var changed: Set<Int> = []
    for slot in variants.indices where shown(variants[slot], keyPath) != usual {
      changed.insert(slot)
    }
    guard !changed.isEmpty else { return nil }
    let type = Unwrapping.unwrapped(Swift.type(of: keyPath).valueType)
    let start = Place(node: root, path: FieldPath(), mayBeMissing: false)
    return find(changed, ObjectIdentifier(type), start)
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
    guard let value = value(record) else { return nil }
    var text = ""
    dump(value, to: &text)
    return text
  }
}
