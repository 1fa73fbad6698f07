/// Walks: the values at a path with `[*]`.
extension Evaluator {
  /// Finds the values at a repeated path and pushes their nodes on ``found``, -1 for each absent
  /// one.
  ///
  /// - Parameter current: the node at which a relative walk begins.
  mutating func find(_ number: Int32, from current: Int32) {
    let walk = walks[number]
    var node = current
    if walk.origin >= 0 {
      let origin = value(walk.origin)
      if isCSV { splitCell(origin) }
      node = origin.node
    }
    step(node, walk.stepStart, walk.stepStart + walk.stepCount)
  }

  /// Whether a walk leads to the elements of a cell that nobody knows.
  @inline(__always)
  mutating func isUnreadable(walk number: Int32) -> Bool {
    guard isCSV, hasReplacements, walks[number].origin >= 0 else { return false }
    return value(walks[number].origin).isUnreadable
  }

  /// Takes one step of a walk and, recursively, the others. `node` is -1 where the way is lost.
  mutating func step(_ node: Int32, _ index: Int32, _ end: Int32) {
    guard index < end else {
      push(node)
      return
    }
    let step = walkSteps[index]
    guard node >= 0 else {
      // Behind an absent value `[*]` has no element.
      if step.code != .every { self.step(-1, index + 1, end) }
      return
    }
    switch step.code {
    case .key: self.step(member(step, of: node), index + 1, end)
    case .index: self.step(element(step, of: node), index + 1, end)
    case .keyOrIndex:
      let isObject = table.nodes[node].kind == .object
      self.step(isObject ? member(step, of: node) : element(step, of: node), index + 1, end)
    case .every:
      let kind = table.nodes[node].kind
      guard kind == .array || kind == .cell else { return }
      var child = table.nodes[node].firstChild
      while child >= 0 {
        self.step(child, index + 1, end)
        child = table.nodes[child].nextSibling
      }
    }
  }

  /// Notes which of the named paths with `[*]` the record has. One that an earlier record of the
  /// chunk had is not looked for again, so only a path that is nowhere costs a walk for each
  /// record.
  @inline(never)
  mutating func noteNamedWalks() {
    var index: Int32 = 0
    while index < namedWalkCount {
      if !counters.walksFound[index] {
        let before = foundCount
        find(program.namedWalkNumbers[index], from: -1)
        while foundCount > before {
          foundCount -= 1
          if found[foundCount] >= 0 { counters.walksFound[index] = true }
        }
      }
      index &+= 1
    }
  }

  mutating func push(_ node: Int32) {
    if foundCount == found.capacity { found = found.grown(to: foundCount * 2, padding: -1) }
    found[foundCount] = node
    foundCount += 1
  }

  mutating func member(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .object else { return -1 }
    let state = program.tree.keys.member(textViews[step.text], of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    var child = table.nodes[node].firstChild
    while child >= 0 {
      if table.nodes[child].state == state { return child }
      child = table.nodes[child].nextSibling
    }
    return -1
  }

  mutating func element(_ step: WalkStep, of node: Int32) -> Int32 {
    guard table.nodes[node].kind == .array || table.nodes[node].kind == .cell else { return -1 }
    let state = program.tree.element(Int(step.position), of: table.nodes[node].state)
    guard state >= 0 else { return -1 }
    // Elements that no path leads to are not captured, so positions are found by state or, below a
    // `[*]`, by count.
    var child = table.nodes[node].firstChild
    var position: Int32 = 0
    let countsAll = states[table.nodes[node].state].everyElement >= 0
    while child >= 0 {
      if countsAll ? position == step.position : table.nodes[child].state == state { return child }
      child = table.nodes[child].nextSibling
      position += 1
    }
    return -1
  }
}
