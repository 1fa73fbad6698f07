/// The locations of values in the record that is looked at alone. Cold: for what is shown of
/// failures.
extension BatchValues {
  /// The pointer of a captured value, or the name of the key of a record.
  mutating func location(ofNode node: NodeNumber) -> String {
    if isCSV { return cellLocation(node) }
    if let key = keyPath(ofNode: node) { return key.pointer(isCSV: false) }
    return way(toNode: node).location
  }

  /// The pointer of a captured value, with `*` for every element, and for each member that no path
  /// or schema names.
  mutating func generalLocation(ofNode node: NodeNumber) -> String {
    way(toNode: node, isGeneral: true).location
  }

  /// The pointer of a value that a schema has judged: in CSV, a cell or the row.
  mutating func location(ofPart node: NodeNumber) -> String {
    guard isCSV, !program.lists.columns.contains(where: { $0.state == table.nodes[node].state })
    else {
      return location(ofNode: node)
    }
    // A row, or a cell that is linked to it.
    return table.nodes[node].kind == .object
      ? "" : InstanceLocation.appending(key(of: node).text, to: "")
  }

  /// Whether the name of a captured member must not be shown.
  mutating func nameIsHidden(ofNode node: NodeNumber) -> Bool { way(toNode: node).endsInHiddenName }

  /// A number by which values of one record are in order: bytes from the start of the chunk, or
  /// among the cells of a table the number of the node.
  mutating func order(of node: NodeNumber) -> UInt32 {
    cells == nil ? table.nodes[node].distance(from: chunk) : UInt32(bitPattern: node.value)
  }

  private mutating func way(toNode node: NodeNumber, isGeneral: Bool = false) -> WayInRecord {
    if cells != nil {
      var way = WayInRecord()
      let record = table.node(at: FieldTree.root, in: lane)
      return leads(to: node, from: record, &way, isGeneral: isGeneral) ? way : WayInRecord()
    }
    let (record, text) = (recordBytes, table.nodes[node].bytes)
    guard record.covers(text) else { return WayInRecord() }
    return way(to: record.position(of: text), isGeneral: isGeneral)
  }

  /// Whether a value is, or is in, another one; then the way is that to it. Values that came apart
  /// have no places in a text.
  private mutating func leads(
    to node: NodeNumber, from around: NodeNumber, _ way: inout WayInRecord, isGeneral: Bool
  ) -> Bool {
    if node == around { return true }
    let (kind, state) = (table.nodes[around].kind, table.nodes[around].state)
    guard kind == .object || kind == .array else { return false }
    way.isHidden = way.isHidden || isMasked(way.state)
    let before = way
    if kind == .object, !states[state].isRepeated, !states[state].linksChildren {
      var child = state &+ 1
      while child < states[state].lastDescendant {
        let part = states[child].parent == state ? table.node(at: child, in: lane) : -1
        if part >= 0 {
          way.endsInHiddenName = false
          enter(program.tables.stepNames[child], &way, isGeneral: isGeneral)
          if leads(to: node, from: part, &way, isGeneral: isGeneral) { return true }
          way = before
        }
        child = states[child].lastDescendant
      }
      return false
    }
    var part = table.firstChild(of: around)
    var index = 0
    while part >= 0 {
      way.endsInHiddenName = false
      if kind == .object {
        enter(key(of: part), &way, isGeneral: isGeneral)
      } else {
        enter(element: position(ofElement: part, index, of: state), &way, isGeneral: isGeneral)
      }
      if leads(to: node, from: part, &way, isGeneral: isGeneral) { return true }
      way = before
      part = table.links[part].nextSibling
      index += 1
    }
    return false
  }

  /// The position in its array of an element that comes so far behind the first one with a place.
  private mutating func position(
    ofElement element: NodeNumber, _ index: Int, of array: StateNumber
  ) -> Int {
    if states[array].everyElement >= 0 { return index }
    let first = states[array].indexStart
    let entry = (first..<first + states[array].indexCount).first {
      program.tree.elements[$0].state == table.nodes[element].state
    }
    return entry.map { Int(program.tree.elements[$0].position) } ?? index
  }

  /// - Parameter target: where the value begins in its record; of a text, behind its quote.
  mutating func way(to target: Int, isGeneral: Bool = false) -> WayInRecord {
    var way = WayInRecord()
    for step in steps(to: target) {
      way.isHidden = way.isHidden || isMasked(way.state)
      way.endsInHiddenName = false
      switch step {
      case .element(let index): enter(element: index, &way, isGeneral: isGeneral)
      case .member(let key):
        enter(JSONString.unescape(key, into: &arena), &way, isGeneral: isGeneral)
      }
    }
    return way
  }

  private mutating func steps(to target: Int) -> [InstanceLocation.Step] {
    let record = recordBytes
    return ways.steps(to: target, in: record, lane, batch)
  }

  private mutating func enter(element index: Int, _ way: inout WayInRecord, isGeneral: Bool) {
    way.state = way.state >= 0 ? program.tree.element(index, of: way.state) : -1
    way.location += isGeneral ? "/*" : "/\(index)"
  }

  private mutating func enter(_ name: ByteView, _ way: inout WayInRecord, isGeneral: Bool) {
    let named = way.state >= 0 ? program.tree.keys.member(name, of: way.state) : -1
    way.endsInHiddenName = named < 0 && way.isHidden
    way.state = named >= 0 ? named : way.state >= 0 ? states[way.state].everyMember : -1
    let shown =
      named < 0 && isGeneral ? "*" : way.endsInHiddenName ? MaskedText.stars : name.text
    way.location = InstanceLocation.appending(shown, to: way.location)
  }

  /// Whether values at a state must not be shown.
  mutating func isMasked(_ state: StateNumber) -> Bool {
    state >= 0 && masking.maskings[state] == .whole
  }

  /// Whether the name of a member must not be shown: a key inside a masked value, unless a path or
  /// a schema names it.
  mutating func isHidden(_ name: ByteView, of state: StateNumber) -> Bool {
    isMasked(state) && program.tree.keys.member(name, of: state) < 0
  }

  private mutating func cellLocation(_ node: NodeNumber) -> String {
    if let (cell, element) = groupCell(node) {
      let pointer = InstanceLocation.appending(columnName(ofCell: cell), to: "")
      return element.map { InstanceLocation.appending($0, to: pointer) } ?? pointer
    }
    let state = table.nodes[node].state
    let parent = states[state].parent
    let own = program.lists.columns.first { $0.state == state }
    let around = program.lists.columns.first { $0.state == parent }
    var index = 0
    if around != nil {
      let cell = table.node(at: parent, in: lane)
      var child = cell >= 0 ? table.firstChild(of: cell) : -1
      while child >= 0, child != node {
        child = table.links[child].nextSibling
        index += 1
      }
      // An element may have the state of a column: `/t/1` names t.1, too.
      if own != nil, child < 0 { return InstanceLocation.appending(own?.name ?? "", to: "") }
    }
    if let around {
      return InstanceLocation.appending(index, to: InstanceLocation.appending(around.name, to: ""))
    }
    return own.map { InstanceLocation.appending($0.name, to: "") } ?? ""
  }
}

/// How far one has come on the way to a value.
struct WayInRecord {
  /// The state of the value, or -1 if nothing reads it.
  var state = FieldTree.root
  /// The value is inside a masked one.
  var isHidden = false
  /// The last step is to a member whose name must not be shown.
  var endsInHiddenName = false
  var location = ""
}

/// Finds the ways to values in the records of a batch, as far as they were asked for.
struct BatchWays {
  /// The finders by lane.
  private var finders: [Lane: WayFinder] = [:]
  private var batch: UInt32 = 0

  fileprivate mutating func steps(
    to target: Int, in record: ByteView, _ lane: Lane, _ batch: UInt32
  ) -> [InstanceLocation.Step] {
    if self.batch != batch {
      finders.removeAll(keepingCapacity: true)
      self.batch = batch
    }
    return finders[lane, default: WayFinder(record)].steps(to: target)
  }
}
