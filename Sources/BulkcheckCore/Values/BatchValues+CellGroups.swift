/// CSV: the cells that a path with `*` means. Only the header shows which columns these are, so
/// they have no columns in the table. They are parts, made when a rule asks for them.
extension BatchValues {
  /// The first cell of a group in a record; the others are its siblings.
  mutating func firstCell(of group: Int32, in record: Lane) -> NodeNumber {
    let slot = Int(group) * Int(table.laneCount) + Int(record)
    if groups.cells.isEmpty {
      let count = program.lists.columnGroups.count * Int(table.laneCount)
      groups.cells = [CellGroup](repeating: CellGroup(), count: count)
    }
    if groups.cells[slot].batch != batch {
      groups.cells[slot] = CellGroup(batch: batch, first: makeCells(of: group, in: record))
    }
    return groups.cells[slot].first
  }

  /// Makes nodes of the cells of a group; each knows its column.
  private mutating func makeCells(of group: Int32, in record: Lane) -> NodeNumber {
    let state = program.lists.columnGroups[Int(group)].state
    var row = CSVRowCells(bytes(of: record), layout.dialect)
    var first: NodeNumber = -1
    var previous: NodeNumber = -1
    for column in 0..<layout.columnCount {
      guard let cell = row.next() else { break }
      let place = place(of: column, in: group)
      guard place >= 0 else { continue }
      let node = Node(
        bytes: cell.bytes, state: state, kind: .cell, flags: cell.isEscaped ? .isEscaped : [])
      if place < column {
        // A column of the same name: its cell takes the place of the one before.
        replace(first, at: place, with: node)
        continue
      }
      let number = table.append(node)
      table.links[number].cell = UInt32(column)
      if previous >= 0 { table.links[previous].nextSibling = number } else { first = number }
      previous = number
    }
    return first
  }

  private mutating func replace(_ first: NodeNumber, at column: Int, with node: Node) {
    var cell = first
    while cell >= 0 {
      if Int(table.links[cell].cell) == column { table.nodes[cell] = node }
      cell = table.links[cell].nextSibling
    }
  }

  /// The first column of the same name, if the column belongs to a group; else -1.
  private mutating func place(of column: Int, in group: Int32) -> Int {
    if groups.layout !== layout {
      let layout = layout
      groups.layout = layout
      groups.columns = program.lists.columnGroups.map { group in
        layout.header.enumerated().map { column, name in
          group.pattern.matches(name) ? layout.firstPlaces[column] : -1
        }
      }
    }
    return groups.columns[Int(group)][column]
  }

  /// The name of the column of a group's cell.
  mutating func columnName(ofCell cell: NodeNumber) -> String {
    layout.header[Int(table.links[cell].cell)]
  }

  /// The node that has the elements of a group's cell; they are made if it has a separator.
  mutating func partsRoot(ofCell cell: NodeNumber, in group: Int32) -> NodeNumber {
    guard !table.nodes[cell].flags.contains(.isSplit) else { return cell }
    let path = program.lists.columnGroups[Int(group)].path
    let value = value(ofNode: cell, path: path)
    if value.isInserted { return insertedRoot(value) }
    if value.isCell || value.kind == .cell && isArrayCell(value) {
      split(cell, value.bytes, path: path)
    }
    return cell
  }

  /// The lanes in which a walk leads to the elements of an unknown cell.
  mutating func unreadableLanes(
    ofCells number: Int32, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Lanes {
    let walk = tables.walks[number]
    guard walk.cellStep < walk.stepStart + walk.stepCount else { return .none }
    let path = program.lists.columnGroups[Int(walk.columnGroup)].path
    var found = Lanes.none
    for lane in lanes {
      var cell = firstCell(of: walk.columnGroup, in: columns[column].record(lane))
      while cell >= 0 {
        let next = table.links[cell].nextSibling
        if value(ofNode: cell, path: path).isUnreadable { found |= Lanes(lane) }
        cell = next
      }
    }
    return found
  }

  /// The cell of a group that a node is, or whose element it is, and the element's position; nil if
  /// it is neither. Cold.
  mutating func groupCell(_ node: NodeNumber) -> (cell: NodeNumber, element: Int?)? {
    for group in program.lists.columnGroups.indices {
      var cell = firstCell(of: Int32(group), in: lane)
      while cell >= 0 {
        if cell == node { return (cell, nil) }
        let root = isInserted(node) ? partsRoot(ofCell: cell, in: Int32(group)) : cell
        var element = table.firstChild(of: root)
        var position = 0
        while element >= 0 {
          if element == node { return (cell, position) }
          element = table.links[element].nextSibling
          position += 1
        }
        cell = table.links[cell].nextSibling
      }
    }
    return nil
  }

  /// How much of a node's value is masked.
  mutating func masking(ofNode node: NodeNumber) -> MaskedLocation.Masking {
    let masking = masking.maskings[table.nodes[node].state]
    guard isCSV, masking != .none, let (cell, element) = groupCell(node) else { return masking }
    // Which column it is decides, and which element of its cell.
    let place = self.masking.record.advanced(by: .key(columnName(ofCell: cell)))
    return element.map { place.advanced(by: .index($0)) }?.masking ?? place.masking
  }
}

/// CSV: the cells of the ``Program/columnGroups``, as far as they were asked for.
struct CellGroups {
  /// The groups of cells, by group and lane.
  fileprivate var cells: [CellGroup] = []
  /// The layout that ``columns`` belongs to.
  fileprivate var layout = CSVLayout.none
  /// The first column of the same name for each column of the layout, by group, or -1.
  fileprivate var columns: [[Int]] = []
}

/// The cells of a group in one record.
private struct CellGroup {
  var batch: UInt32 = 0
  var first: NodeNumber = -1
}
