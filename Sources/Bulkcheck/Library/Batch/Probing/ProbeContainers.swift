internal import BulkcheckCore

/// The members of a made-up object: all that are asked for.
struct ProbeMembers {
  let run: ProbeRun
  let node: ProbeNode
  /// The way to the object.
  let path: CodingTrail
  /// How names in the data become coding keys; nil if they are the same.
  let keys: KeyConversion?

  /// One made-up name, or up to two if the value is varied. Only dictionaries and similar types ask
  /// for all names.
  var names: [String] {
    node.isDictionary = true
    let isVaried = run.isVaried(node)
    if node.isCut || run.isEmpty(node) { return [] }
    return Array(node.names.prefix(isVaried ? 2 : 1))
  }

  func contains(_ name: String) -> Bool { !run.isMissing(place(name)) }

  func member(_ name: String) -> ProbeSource? {
    let place = place(name)
    return run.isMissing(place) ? nil : ProbeSource(run: run, node: place)
  }

  /// The place of a member. All members of a dictionary share one.
  private func place(_ name: String) -> ProbeNode {
    if node.isDictionary { return run.child(of: node, .key("a")) }
    let child = run.child(of: node, .key(keys?.dataName(for: name, path) ?? name))
    child.codingName = name
    return child
  }

  /// Whether a recursion ends here: the type is already on the way to this object.
  func isCut(_ type: any Decodable.Type) -> Bool {
    run.typesOnTheWay.contains(ObjectIdentifier(type))
  }
}

/// The elements of a made-up array.
struct ProbeElements {
  let run: ProbeRun
  let node: ProbeNode

  /// Two elements, or three if the array is varied. An array that ends a recursion is empty.
  var count: Int {
    let isVaried = run.isVaried(node)
    return node.isCut || run.isEmpty(node) || run.isExhausted ? 0 : isVaried ? 3 : 2
  }

  func element(_ position: Int) -> ProbeSource {
    // The third element exists only in the varied array, and is like the first.
    let position = position == 2 && run.isVaried(node) ? 0 : position
    return ProbeSource(run: run, node: run.child(of: node, .index(position)))
  }
}
