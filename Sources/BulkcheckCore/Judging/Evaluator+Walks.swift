/// Walks: the values at a path with `[*]` or `*`.
extension Evaluator {
  /// Finds the values at a repeated path and pushes their nodes on ``found``, -1 for each absent
  /// one.
  ///
  /// - Parameters:
  ///   - column: the values at which a relative walk begins; any of the record for others.
  ///   - lane: the one of these.
  mutating func find(_ number: Int32, from column: Int32, _ lane: Int32) {
    let walk = walks[number]
    if isCSV, walk.columnGroup >= 0 {
      find(inCells: walk, columns[column].record(lane), lane)
      return
    }
    var place: Int32
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

  /// The lanes in which a walk leads to the elements of an unknown cell.
  mutating func unreadableLanes(
    ofWalk number: Int32, _ column: Int32, _ lanes: Lanes
  ) -> Lanes {
    guard isCSV, hasReplacements, walks[number].origin >= 0 else { return .none }
    if walks[number].columnGroup >= 0 { return unreadableLanes(ofCells: number, column, lanes) }
    let unreadable = columns[self.column(walks[number].origin)].unreadables
    guard columns[column].isFrame else { return lanes & unreadable }
    var found = Lanes.none
    for lane in lanes {
      found.insert(lane, if: unreadable.contains(columns[column].records[lane]))
    }
    return found
  }

  /// Takes one step of a walk and, recursively, the others. `node` is -1 where the way is lost.
  private mutating func step(_ node: Int32, _ index: Int32, _ end: Int32, _ lane: Int32) {
    guard index < end else {
      push(node, lane)
      return
    }
    let step = walkSteps[index]
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
  mutating func onWay(_ node: Int32, _ step: WalkStep) -> Int32 {
    step.path < 0 ? node : partsRoot(ofNode: node, path: step.path)
  }

  /// Whether a step to every element or member leads anywhere.
  mutating func hasParts(_ node: Int32, _ step: WalkStep) -> Bool {
    let kind = table.nodes[node].kind
    return step.code == .every ? kind == .array || kind == .cell : kind == .object
  }

  /// The part of a value that a step to one leads to, or -1.
  mutating func part(of node: Int32, _ step: WalkStep) -> Int32 {
    let isMember =
      step.code == .key || step.code == .keyOrIndex && table.nodes[node].kind == .object
    return isMember ? member(step, of: node) : element(step, of: node)
  }

  /// CSV: the same from each cell of a group of columns.
  private mutating func find(inCells walk: Walk, _ record: Int32, _ lane: Int32) {
    let end = walk.stepStart + walk.stepCount
    var cell = firstCell(of: walk.columnGroup, in: record)
    while cell >= 0 {
      let next = table.links[cell].nextSibling
      let root = walk.cellStep < end ? partsRoot(ofCell: cell, in: walk.columnGroup) : cell
      step(root, walk.cellStep, end, lane)
      cell = next
    }
  }

  /// Notes which of the named paths with `[*]` or `*` the records have. One that an earlier record
  /// of the chunk had is not looked for again, so only a path that is nowhere costs a walk for each
  /// record.
  @inline(never)
  mutating func noteNamedWalks() {
    let record = column(ProgramBuilder.recordPath)
    for index in program.namedWalks.indices {
      for lane in objects where !counters.walksFound[index] {
        let before = foundCount
        find(program.namedWalkNumbers[index], from: record, lane)
        while foundCount > before {
          foundCount -= 1
          if shownNode(found[foundCount].place) >= 0 { counters.walksFound[index] = true }
        }
      }
    }
  }

  mutating func push(_ place: Int32, _ lane: Int32) {
    if foundCount == found.capacity { found = found.grown(to: foundCount * 2, keeping: foundCount) }
    found[foundCount] = FoundNode(place: place, parent: lane)
    foundCount += 1
  }

  mutating func member(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .object else { return -1 }
    let state = program.tree.keys.member(textViews[step.text], of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    var child = table.firstChild(of: node)
    while child >= 0 {
      if table.nodes[child].state == state { return child }
      child = table.links[child].nextSibling
    }
    return -1
  }

  mutating func element(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .array || table.nodes[node].kind == .cell else { return -1 }
    let state = program.tree.element(Int(step.position), of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    // Elements that no path leads to are not captured, so positions are found by state or, below a
    // `[*]`, by count.
    var child = table.firstChild(of: node)
    var position: Int32 = 0
    let countsAll = states[table.nodes[node].state].everyElement >= 0
    while child >= 0 {
      if countsAll ? position == step.position : table.nodes[child].state == state { return child }
      child = table.links[child].nextSibling
      position += 1
    }
    return -1
  }
}
