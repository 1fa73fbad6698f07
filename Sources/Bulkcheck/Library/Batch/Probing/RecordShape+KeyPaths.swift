internal import BulkcheckCore
internal import Requirements

/// The places to which key paths lead.
extension RecordShape {
  /// A place to which a key path leads.
  struct Place {
    let node: ProbeNode
    let path: FieldPath
    /// Whether the value, or something on the way to it, may be missing.
    let mayBeMissing: Bool
  }

  /// The place to which a key path leads. nil if the property has no place of its own, as a
  /// computed one, or if the record changed or chose the value that it was given: a trimmed text,
  /// an absolute number, a default for a wrong value.
  func resolve(_ keyPath: AnyKeyPath) -> Place? {
    guard let usual = shown(base, keyPath) else { return nil }
    var slots: Set<Int> = []
    for (slot, change, record) in changed {
      if case .varied = change, shown(record, keyPath) != usual { slots.insert(slot) }
    }
    guard !slots.isEmpty else { return nil }
    let type = Optionals.unwrapped(Swift.type(of: keyPath).valueType)
    let start = Place(node: root, path: FieldPath(), mayBeMissing: false)
    guard let place = find(slots, ObjectIdentifier(type), start), !place.node.isChosenOutside,
      keeps(place.node, keyPath)
    else { return nil }
    return place
  }

  /// Whether the key path shows, after every change, just what its type decodes from the place
  /// alone.
  private func keeps(_ node: ProbeNode, _ keyPath: AnyKeyPath) -> Bool {
    guard let type = Optionals.unwrapped(Swift.type(of: keyPath).valueType) as? any Decodable.Type
    else { return true }
    let slots = node.slots
    return changed.allSatisfy { slot, change, record in
      guard slots.contains(slot) else { return true }
      run.begin(change, inside: node.typesAround)
      guard let alone = try? RecordShape.decode(type, run, node) else { return false }
      return shown(record, keyPath) == RecordShape.text(alone)
    }
  }

  /// The place of the type, at a place or below it, to which just these slots belong.
  private func find(_ slots: Set<Int>, _ type: ObjectIdentifier, _ place: Place) -> Place? {
    let node = place.node
    let own = node.slots
    guard own.isSuperset(of: slots) else { return nil }
    if own == slots || node.slotsOfValues == slots, let known = node.type,
      ObjectIdentifier(known) == type
    {
      return place
    }
    if !node.hasPlainParts { return nil }
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = Place(
        node: child, path: place.path.appending(step),
        mayBeMissing: place.mayBeMissing || child.acceptsMissing || child.acceptsNull
          || node.isArray)
      if let found = find(slots, type, inner) { return found }
    }
    return nil
  }

  /// The value at the key path with all that is in it, as text; nil if there is none.
  private func shown(_ record: Any, _ keyPath: AnyKeyPath) -> String? {
    func value<Root>(_ root: Root) -> Any? { root[keyPath: keyPath] }
    return value(record).map(RecordShape.text)
  }

  static func text(_ value: Any) -> String {
    var value = value
    while Optionals.isOptional(type(of: value)), let inner = Optionals.content(of: value) {
      value = inner
    }
    // What a `Data` shows of itself has the address of its bytes.
    if let bytes = value as? any Collection<UInt8> { return "\(Array(bytes))" }
    var text = ""
    dump(value, to: &text)
    return text
  }
}
