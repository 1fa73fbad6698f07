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
    var place = columns[column].place(lane)
    if walk.origin >= 0 {
      let origin = self.column(walk.origin)
      let record = columns[column].record(lane)
      if isCSV { splitCell(origin, record) }
      place = columns[origin].place(record)
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
    guard node >= 0 else {
      // An absent value has no elements and no members.
      if step.code != .every, step.code != .everyMember { self.step(-1, index + 1, end, lane) }
      return
    }
    switch step.code {
    case .key: self.step(member(step, of: node), index + 1, end, lane)
    case .index: self.step(element(step, of: node), index + 1, end, lane)
    case .keyOrIndex:
      let isObject = table.nodes[node].kind == .object
      self.step(
        isObject ? member(step, of: node) : element(step, of: node), index + 1, end, lane)
    case .every:
      let kind = table.nodes[node].kind
      guard kind == .array || kind == .cell else { return }
      stepToParts(of: node, index + 1, end, lane)
    case .everyMember:
      guard table.nodes[node].kind == .object else { return }
      stepToParts(of: node, index + 1, end, lane)
    }
  }

  private mutating func stepToParts(of node: Int32, _ index: Int32, _ end: Int32, _ lane: Int32) {
    var child = table.firstChild(of: node)
    while child >= 0 {
      step(child, index, end, lane)
      child = table.links[child].nextSibling
    }
  }

  /// CSV: the same from each cell of a group of columns.
  private mutating func find(inCells walk: Walk, _ record: Int32, _ lane: Int32) {
    let end = walk.stepStart + walk.stepCount
    var cell = firstCell(of: walk.columnGroup, in: record)
    while cell >= 0 {
      let next = table.links[cell].nextSibling
      if walk.cellStep < end { splitCell(ofGroup: walk.columnGroup, cell) }
      step(cell, walk.cellStep, end, lane)
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
          if found[foundCount].place >= 0 { counters.walksFound[index] = true }
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
