/// Walks: the values at a path with `[*]` or `*`.
extension BatchValues {
  /// Finds the values at a repeated path and pushes their nodes on ``found``, -1 for each absent
  /// one.
  ///
  /// - Parameters:
  ///   - column: the values at which a relative walk begins; any of the record for others.
  ///   - lane: the one of these.
  mutating func find(_ number: Int32, from column: ColumnNumber, _ lane: Lane) {
    let walk = tables.walks[number]
    if isCSV, walk.columnGroup >= 0 {
      find(inCells: walk, columns[column].record(lane), lane)
      return
    }
    var place: NodeNumber
    if walk.origin >= 0 {
      let origin = self.column(walk.origin)
      let record = columns[column].record(lane)
      if isCSV { splitCell(origin, record) }
      place = partsRoot(origin, record)
    } else {
      place = partsRoot(column, lane)
    }
    step(place, walk.stepStart, walk.stepStart + walk.stepCount, lane)
  }

  /// The value to which a walk leads from a part that another one has found, or -1. It takes no
  /// step to more than one.
  mutating func node(behind number: Int32, from start: NodeNumber) -> NodeNumber {
    let walk = tables.walks[number]
    var node = start
    for index in walk.stepStart..<walk.stepStart + walk.stepCount {
      let step = tables.walkSteps[index]
      node = onWay(node >= 0 ? part(of: node, step) : -1, step)
    }
    return node
  }

  /// The lanes in which a walk leads to the elements of an unknown cell.
  mutating func unreadableLanes(
    ofWalk number: Int32, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Lanes {
    guard isCSV, hasReplacements, tables.walks[number].origin >= 0 else { return .none }
    if tables.walks[number].columnGroup >= 0 {
      return unreadableLanes(ofCells: number, column, lanes)
    }
    let unreadable = columns[self.column(tables.walks[number].origin)].unreadables
    guard columns[column].isFrame else { return lanes & unreadable }
    var found = Lanes.none
    for lane in lanes {
      found.insert(lane, if: unreadable.contains(columns[column].records[lane]))
    }
    return found
  }

  /// Takes one step of a walk and, recursively, the others. `node` is -1 where the way is lost.
  private mutating func step(_ node: NodeNumber, _ index: Int32, _ end: Int32, _ lane: Lane) {
    guard index < end else {
      push(node, lane)
      return
    }
    let step = tables.walkSteps[index]
    switch step.code {
    case .key, .index, .keyOrIndex:
      let next = node >= 0 ? part(of: node, step) : -1
      self.step(onWay(next, step), index + 1, end, lane)
    case .every, .everyMember:
      // An absent value has no elements and no members.
      guard node >= 0, hasParts(node, step) else { return }
      var child = table.firstChild(of: node)
      while child >= 0 {
        self.step(onWay(child, step), index + 1, end, lane)
        child = table.links[child].nextSibling
      }
    }
  }

  /// The value that a walk goes on from: that of a node, or what `default` inserts there.
  @inline(__always)
  mutating func onWay(_ node: NodeNumber, _ step: WalkStep) -> NodeNumber {
    step.path < 0 ? node : partsRoot(ofNode: node, path: step.path)
  }

  /// Whether a step to every element or member leads anywhere.
  private mutating func hasParts(_ node: NodeNumber, _ step: WalkStep) -> Bool {
    step.code == .every ? hasElements(node) : table.nodes[node].kind == .object
  }

  /// Whether a value has elements: an array, or a cell that is split.
  mutating func hasElements(_ node: NodeNumber) -> Bool {
    node >= 0 && (table.nodes[node].kind == .array || table.nodes[node].kind == .cell)
  }

  /// The part of a value that a step to one leads to, or -1.
  mutating func part(of node: NodeNumber, _ step: WalkStep) -> NodeNumber {
    let isMember =
      step.code == .key || step.code == .keyOrIndex && table.nodes[node].kind == .object
    return isMember
      ? member(tables.textViews[step.text], of: node) : element(Int(step.position), of: node)
  }

  /// CSV: the same from each cell of a group of columns.
  private mutating func find(inCells walk: Walk, _ record: Lane, _ lane: Lane) {
    let end = walk.stepStart + walk.stepCount
    var cell = firstCell(of: walk.columnGroup, in: record)
    while cell >= 0 {
      let next = table.links[cell].nextSibling
      let root = walk.cellStep < end ? partsRoot(ofCell: cell, in: walk.columnGroup) : cell
      step(root, walk.cellStep, end, lane)
      cell = next
    }
  }

  mutating func push(_ place: NodeNumber, _ lane: Lane) {
    if foundCount == found.capacity { found = found.grown(to: foundCount * 2, keeping: foundCount) }
    found[foundCount] = FoundNode(place: place, parent: lane)
    foundCount += 1
  }

  /// The member of an object by its name, or -1.
  mutating func member(_ name: ByteView, of node: NodeNumber) -> NodeNumber {
    guard node >= 0, table.nodes[node].kind == .object else { return -1 }
    let state = program.tree.keys.member(name, of: table.nodes[node].state)
    return state < 0 ? -1 : part(of: node, at: state)
  }

  /// The element of an array or cell by its position, or -1.
  mutating func element(_ position: Int, of node: NodeNumber) -> NodeNumber {
    guard hasElements(node) else { return -1 }
    if position < 0 {
      let fromStart = elementPosition(position, of: node)
      return fromStart < 0 ? -1 : child(fromStart, of: node)
    }
    let parent = table.nodes[node].state
    let state = program.tree.element(position, of: parent)
    guard state >= 0 else { return -1 }
    // Elements that no path leads to are not captured, so positions are found by state or, below a
    // `[*]`, by count.
    guard states[parent].everyElement >= 0, states[state].isRepeated || isInserted(node) else {
      return part(of: node, at: state)
    }
    return child(position, of: node)
  }

  /// The position from the start of an element that may be counted from the end; negative if there
  /// is none. A path that counts from the end leads to all elements, so all are linked.
  mutating func elementPosition(_ position: Int, of node: NodeNumber) -> Int {
    guard position < 0, hasElements(node) else { return position }
    var count = 0
    var child = table.firstChild(of: node)
    while child >= 0 {
      child = table.links[child].nextSibling
      count += 1
    }
    return count + position
  }

  private mutating func child(_ position: Int, of node: NodeNumber) -> NodeNumber {
    var child = table.firstChild(of: node)
    var rest = position
    while child >= 0, rest > 0 {
      child = table.links[child].nextSibling
      rest -= 1
    }
    return child
  }

  /// The part of a value that has a state, or -1.
  private mutating func part(of node: NodeNumber, at state: StateNumber) -> NodeNumber {
    guard states[state].isRepeated || isInserted(node) else {
      return table.node(at: state, in: table.lane(of: node))
    }
    var child = table.firstChild(of: node)
    while child >= 0, table.nodes[child].state != state { child = table.links[child].nextSibling }
    return child
  }
}

/// A value found by a walk.
struct FoundNode: BitwiseCopyable {
  /// The number of its node, or -1 if it is absent.
  var place: NodeNumber
  /// The lane from which the walk began.
  var parent: Lane
}
