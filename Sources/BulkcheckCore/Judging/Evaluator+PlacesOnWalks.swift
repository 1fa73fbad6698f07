/// The values to which repeated paths lead, each with its place in the record that is looked at
/// alone. Cold: for what is shown of failures.
extension Evaluator {
  mutating func placesFound(
    _ walk: Walk, from place: FaultTrace.Place
  ) -> [FaultTrace.Place] {
    var found = [place]
    var start = walk.stepStart
    if isCSV, walk.columnGroup >= 0 {
      start = walk.cellStep
      let goesOn = walk.cellStep < walk.stepStart &+ walk.stepCount
      found = cells(of: walk.columnGroup, areSplit: goesOn)
    } else if walk.origin >= 0 {
      let origin = column(walk.origin)
      if isCSV { splitCell(origin, lane) }
      found = [
        FaultTrace.Place(
          node: partsRoot(origin, lane),
          location: program.fieldPaths[Int(walk.origin)].pointer(isCSV: isCSV))
      ]
    }
    for index in start..<walk.stepStart &+ walk.stepCount {
      let step = walkSteps[index]
      found = found.flatMap { parts(of: $0, step) }
      for index in found.indices { found[index].node = onWay(found[index].node, step) }
    }
    return found
  }

  private mutating func parts(
    of place: FaultTrace.Place, _ step: WalkStep
  ) -> [FaultTrace.Place] {
    switch step.code {
    case .every: return children(of: place)
    case .everyMember: return members(of: place)
    case .key, .index, .keyOrIndex:
      let node = place.node >= 0 ? part(of: place.node, step) : -1
      let name = step.code == .index ? "\(step.position)" : textViews[step.text].text
      return [
        FaultTrace.Place(
          node: node, location: InstanceLocation.appending(name, to: place.location))
      ]
    }
  }

  /// CSV: the cells of a group of columns.
  ///
  /// - Parameter areSplit: the way leads on into the cells.
  mutating func cells(of group: Int32, areSplit: Bool) -> [FaultTrace.Place] {
    var found: [FaultTrace.Place] = []
    var cell = firstCell(of: group, in: lane)
    while cell >= 0 {
      let next = table.links[cell].nextSibling
      found.append(
        FaultTrace.Place(
          node: areSplit ? partsRoot(ofCell: cell, in: group) : cell,
          location: InstanceLocation.appending(columnName(ofCell: cell), to: "")))
      cell = next
    }
    return found
  }

  mutating func members(of place: FaultTrace.Place) -> [FaultTrace.Place] {
    guard place.node >= 0, table.nodes[place.node].kind == .object else { return [] }
    var found: [FaultTrace.Place] = []
    var child = table.firstChild(of: place.node)
    while child >= 0 {
      let key = table.rawKey(of: child)
      let name = table.links[child].keyIsEscaped ? JSONString.unescape(key, into: &arena) : key
      let shown = isHidden(name, of: table.nodes[place.node].state) ? MaskedText.stars : name.text
      found.append(
        FaultTrace.Place(
          node: child, location: InstanceLocation.appending(shown, to: place.location)))
      child = table.links[child].nextSibling
    }
    return found
  }

  /// The elements of an array, or of a cell that has been split.
  mutating func children(of place: FaultTrace.Place) -> [FaultTrace.Place] {
    guard place.node >= 0 else { return [] }
    let kind = table.nodes[place.node].kind
    guard kind == .array || kind == .cell else { return [] }
    var found: [FaultTrace.Place] = []
    var child = table.firstChild(of: place.node)
    while child >= 0 {
      found.append(FaultTrace.Place(child, Int32(clamping: found.count), in: place))
      child = table.links[child].nextSibling
    }
    return found
  }

  mutating func elements(
    of place: FaultTrace.Place, _ column: Int32, _ lane: Int32
  ) -> [FaultTrace.Place] {
    guard arrayLanes(column).contains(lane) else { return [] }
    if isCSV { splitCell(column, lane) }
    return children(
      of: FaultTrace.Place(node: partsRoot(column, lane), location: place.location))
  }
}
