/// The values to which paths lead in the record at hand, each with its place.
///
/// The engine finds the same values with its own steps (``Evaluator/find(_:from:_:)``), for many
/// records one after another and without their places.
extension FailureExplainer {
  /// The values at the end of a walk.
  ///
  /// - Parameter place: where a relative walk begins; others begin at a place of their own.
  mutating func placesFound(_ walk: Walk, from place: FailureTrace.Site) -> [FailureTrace.Site] {
    let path = engine.program.lists.fieldPaths[Int(walk.target)]
    if engine.isCSV, walk.columnGroup >= 0 { return placesInCells(at: path, of: walk.columnGroup) }
    let taken = path.steps.count - Int(walk.stepCount)
    guard walk.origin >= 0 else { return places(along: path, from: taken, [place]) }
    return places(along: path, from: taken, [partsPlace(at: walk.origin)])
  }

  /// The values at an absolute path, without a node where one is absent; empty behind `[*]` over no
  /// array.
  mutating func places(at path: FieldPath) -> [FailureTrace.Site] {
    guard let number = pathNumber(path) else { return [] }
    if !engine.isCSV {
      let root = engine.core.values.table.node(at: FieldTree.root, in: engine.lane)
      return places(along: path, from: 0, [FailureTrace.Site(node: root, location: "")])
    }
    let rest = path.column.rest
    let column = FieldPath(Array(path.steps.dropLast(rest.count)))
    if path.columnPattern != nil {
      guard let group = pathNumber(column),
        engine.core.values.tables.paths[group].columnGroup >= 0
      else { return [] }
      return placesInCells(at: path, of: engine.core.values.tables.paths[group].columnGroup)
    }
    if rest.isEmpty {
      return [
        FailureTrace.Site(
          node: engine.core.values.node(at: number), location: path.pointer(isCSV: true))
      ]
    }
    guard let cell = pathNumber(column) else { return [] }
    return places(along: path, from: column.steps.count, [partsPlace(at: cell)])
  }

  /// The pointer of the value at a path that is not repeated, or of the place where it should be.
  mutating func location(at path: PathNumber) -> String {
    let steps = engine.program.lists.fieldPaths[Int(path)]
    guard steps.countsFromEnd, let place = places(at: steps).first else {
      return steps.pointer(isCSV: engine.isCSV)
    }
    return place.location
  }

  /// The value at a path that is not repeated, or what stands for it where it has parts.
  private mutating func partsPlace(at path: PathNumber) -> FailureTrace.Site {
    let column = engine.core.values.column(path)
    if engine.isCSV { engine.core.values.splitCell(column, engine.lane) }
    return FailureTrace.Site(
      node: engine.core.values.partsRoot(column, engine.lane),
      location: location(at: path))
  }

  /// CSV: the values at a path into the cells of a group of columns.
  private mutating func placesInCells(at path: FieldPath, of group: Int32) -> [FailureTrace.Site] {
    let rest = path.column.rest
    var cells: [FailureTrace.Site] = []
    var cell = engine.core.values.firstCell(of: group, in: engine.lane)
    while cell >= 0 {
      let next = engine.core.values.table.links[cell].nextSibling
      cells.append(
        FailureTrace.Site(
          node: rest.isEmpty ? cell : engine.core.values.partsRoot(ofCell: cell, in: group),
          location: InstanceLocation.appending(engine.core.values.columnName(ofCell: cell), to: ""))
      )
      cell = next
    }
    return places(along: path, from: path.steps.count - rest.count, cells)
  }

  /// Follows the further steps of a path.
  ///
  /// - Parameter taken: how many steps of the path lead to the places.
  private mutating func places(
    along path: FieldPath, from taken: Int, _ start: [FailureTrace.Site]
  ) -> [FailureTrace.Site] {
    var places = start
    for index in taken..<path.steps.count {
      places = places.flatMap { parts(of: $0, path.steps[index]) }
      guard index + 1 < path.steps.count else { break }
      let way = FieldPath(Array(path.steps.prefix(index + 1)))
      guard let number = pathNumber(way),
        engine.core.values.tables.paths[number].insertsParts
      else {
        continue
      }
      for place in places.indices {
        places[place].node = engine.core.values.partsRoot(ofNode: places[place].node, path: number)
      }
    }
    return places
  }

  private mutating func parts(of place: FailureTrace.Site, _ step: PathStep) -> [FailureTrace.Site]
  {
    switch step {
    case .everyElement: children(of: place)
    case .everyMember: members(of: place)
    case _ where place.isLost: [place]
    case .keyOrIndex(_, let index) where engine.core.values.hasElements(place.node):
      [element(index, of: place)]
    case .key(let name), .keyOrIndex(let name, _): [member(name, of: place)]
    case .index(let index): [element(index, of: place)]
    case .recordKey: [recordKey(step)]
    case .previous: [previous(of: place)]
    }
  }

  /// The record before, whose values are at the same places.
  private mutating func previous(of place: FailureTrace.Site) -> FailureTrace.Site {
    let state = engine.program.tree.previous
    return FailureTrace.Site(
      node: state < 0 ? -1 : engine.core.values.table.node(at: state, in: engine.lane),
      location: place.location)
  }

  private mutating func recordKey(_ step: PathStep) -> FailureTrace.Site {
    let path = FieldPath([step])
    return FailureTrace.Site(
      node: pathNumber(path).map { engine.core.values.node(at: $0) } ?? -1,
      location: path.pointer(isCSV: engine.isCSV))
  }

  private mutating func member(_ name: String, of place: FailureTrace.Site) -> FailureTrace.Site {
    let key = OwnedBytes(name)
    return FailureTrace.Site(
      node: withExtendedLifetime(key) { engine.core.values.member(key.view, of: place.node) },
      location: InstanceLocation.appending(name, to: place.location))
  }

  private mutating func element(_ index: Int, of place: FailureTrace.Site) -> FailureTrace.Site {
    let position = engine.core.values.elementPosition(index, of: place.node)
    guard position >= 0 else {
      return FailureTrace.Site(node: -1, location: place.location, isLost: true)
    }
    return FailureTrace.Site(
      node: engine.core.values.element(position, of: place.node),
      location: InstanceLocation.appending(position, to: place.location))
  }

  private mutating func members(of place: FailureTrace.Site) -> [FailureTrace.Site] {
    guard place.node >= 0, engine.core.values.table.nodes[place.node].kind == .object else {
      return []
    }
    let state = engine.core.values.table.nodes[place.node].state
    var found: [FailureTrace.Site] = []
    var child = engine.core.values.table.firstChild(of: place.node)
    while child >= 0 {
      let key = engine.core.values.table.rawKey(of: child)
      let isEscaped = engine.core.values.table.links[child].keyIsEscaped
      let name = isEscaped ? JSONString.unescape(key, into: &engine.core.values.arena) : key
      let shown = engine.core.values.isHidden(name, of: state) ? MaskedText.stars : name.text
      found.append(
        FailureTrace.Site(
          node: child, location: InstanceLocation.appending(shown, to: place.location)))
      child = engine.core.values.table.links[child].nextSibling
    }
    return found
  }

  /// The elements of an array, or of a cell that has been split.
  private mutating func children(of place: FailureTrace.Site) -> [FailureTrace.Site] {
    guard engine.core.values.hasElements(place.node) else { return [] }
    var found: [FailureTrace.Site] = []
    var child = engine.core.values.table.firstChild(of: place.node)
    while child >= 0 {
      found.append(FailureTrace.Site(child, Int32(clamping: found.count), in: place))
      child = engine.core.values.table.links[child].nextSibling
    }
    return found
  }

  /// The elements of the value in a lane of a column.
  mutating func elements(
    of place: FailureTrace.Site, _ column: ColumnNumber, _ lane: Lane
  ) -> [FailureTrace.Site] {
    guard engine.core.values.arrayLanes(column).contains(lane) else { return [] }
    if engine.isCSV { engine.core.values.splitCell(column, lane) }
    return children(
      of: FailureTrace.Site(
        node: engine.core.values.partsRoot(column, lane), location: place.location))
  }
}
