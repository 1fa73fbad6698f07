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

  private mutating func way(toNode node: NodeNumber, isGeneral: Bool = false) -> WayInRecord {
    position(ofNode: node).map { way(to: $0, isGeneral: isGeneral) } ?? WayInRecord()
  }

  /// The place of a captured value in its record; nil if it is not in its text.
  private mutating func position(ofNode node: NodeNumber) -> Int? {
    let (text, state) = (table.nodes[node].bytes, table.nodes[node].state)
    guard cells != nil else {
      return recordBytes.covers(text) ? recordBytes.position(of: text) : nil
    }
    if state == FieldTree.root { return 0 }
    let row = rowText()
    if let names = names(to: state), let place = row?.position(at: names) { return place }
    return position(ofElement: node, in: row) ?? row?.position(ofPart: text)
  }

  /// The place of an element of an array that came apart.
  private mutating func position(ofElement node: NodeNumber, in row: RowText?) -> Int? {
    let list = states[table.nodes[node].state].parent
    guard let names = names(to: list) else { return nil }
    let array = table.node(at: list, in: lane)
    var element = array < 0 ? -1 : table.firstChild(of: array)
    var index = 0
    while element >= 0, element != node {
      element = table.links[element].nextSibling
      index += 1
    }
    return element < 0 ? nil : row?.position(ofElement: index, at: names)
  }

  /// The names of the members that lead from the record to a state; nil if other steps do, too.
  mutating func names(to state: StateNumber) -> [String]? {
    var names: [String] = []
    var state = state
    while state > FieldTree.root {
      guard !states[state].isRepeated, !states[state].isElement,
        let name = program.tree.stepNames[Int(state)]
      else { return nil }
      names.append(name)
      state = states[state].parent
    }
    return names.reversed()
  }

  /// - Parameter target: where the value begins in its record; of a text, behind its quote.
  mutating func way(to target: Int, isGeneral: Bool = false) -> WayInRecord {
    var way = WayInRecord()
    for step in steps(to: target) {
      way.isHidden = way.isHidden || isMasked(way.state)
      way.endsInHiddenName = false
      switch step {
      case .element(let index):
        way.state = way.state >= 0 ? program.tree.element(index, of: way.state) : -1
        way.location += isGeneral ? "/*" : "/\(index)"
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
