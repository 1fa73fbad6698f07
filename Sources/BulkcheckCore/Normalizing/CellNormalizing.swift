/// Notes what must be replaced in the cells of a row that has been read into the table.
struct CellNormalizing {
  let fields: NormalizedFields
  let layout: CSVLayout

  /// Adds the edits of a row, in order.
  func row(_ engine: inout Evaluator, _ edits: inout [RecordEdit]) {
    for path in fields.cells {
      for cell in cells(at: path, &engine) {
        guard let edit = edit(of: cell, at: path, &engine),
          // Two spellings may mean one column.
          !edits.contains(where: { $0.start == edit.start })
        else { continue }
        edits.append(edit)
      }
    }
    edits.sort { $0.start < $1.start }
  }

  /// The cells of the record in the table that a path means, without those that a path of their own
  /// changes.
  private func cells(at path: PathNumber, _ engine: inout Evaluator) -> [NodeNumber] {
    guard engine.values.tables.paths[path].columnGroup >= 0 else {
      return [engine.values.node(at: path)].filter { $0 >= 0 }
    }
    var found: [NodeNumber] = []
    var cell = engine.values.firstCell(
      of: engine.values.tables.paths[path].columnGroup, in: engine.lane)
    while cell >= 0 {
      let column = layout.targets[Int32(engine.values.table.links[cell].cell)]
      let hasOwn = (column.first..<column.first + column.count).contains {
        fields.cellTargets[Int(layout.states[$0])] != nil
      }
      if !hasOwn { found.append(cell) }
      cell = engine.values.table.links[cell].nextSibling
    }
    return found
  }

  /// The edit of a cell; nil if its text stays as it is.
  private func edit(
    of node: NodeNumber, at path: PathNumber, _ engine: inout Evaluator
  ) -> RecordEdit? {
    let raw = engine.values.table.nodes[node].bytes
    let isEscaped = engine.values.table.nodes[node].flags.contains(.isEscaped)
    let text =
      isEscaped ? layout.dialect.text(ofEscaped: raw, into: &engine.values.arena) : raw
    var value = Value(kind: .cell, bytes: text, node: -1, path: path)
    if let target = fields.cellTargets[Int(engine.values.table.nodes[node].state)] {
      value = engine.afterChanges(value, target, isElement: false)
    }
    // A default that is an array or an object has no form as a cell.
    guard value.kind == .cell else { return nil }
    if engine.values.tables.paths[path].separator >= 0 {
      value.bytes = elements(of: value, engine.values.table.nodes[node].state, &engine)
    }
    guard !value.bytes.equals(text) else { return nil }
    let start = engine.values.chunk.position(of: raw)
    let isQuoted =
      start > engine.values.record.start
      && engine.values.chunk[start - 1] == layout.dialect.quote
    return layout.dialect.written(
      value.bytes, isQuoted: isQuoted, isAlone: layout.columnCount == 1, into: &engine.values.arena
    ).map { RecordEdit(start: start, end: start + raw.count, text: $0) }
  }

  /// A cell's text with its elements changed.
  private func elements(
    of value: Value, _ state: StateNumber, _ engine: inout Evaluator
  ) -> ByteView {
    let isSplit = !value.bytes.isEmpty || engine.values.tables.paths[value.path].typeList.isEmpty
    guard engine.values.states[state].hasElements, isSplit,
      !engine.values.isMissingText(value, engine.values.tables.paths[value.path])
    else {
      return value.bytes
    }
    let separator = engine.values.tables.textViews[engine.values.tables.paths[value.path].separator]
    var parts: [ByteView] = []
    var position = 0
    while true {
      let end = value.bytes.firstRange(of: separator, from: position)
      var part = value.bytes[position..<(end?.lowerBound ?? value.bytes.count)]
      let element = engine.program.tree.element(parts.count, of: state)
      if element >= 0, let target = fields.cellTargets[Int(element)] {
        let raw = Value(kind: .cell, bytes: part, node: -1, path: target.path)
        part = engine.afterChanges(raw, target, isElement: true).bytes
      }
      parts.append(part)
      guard let end else { break }
      position = end.upperBound
    }
    engine.values.arena.begin()
    for (index, part) in parts.enumerated() {
      if index > 0 { engine.values.arena.append(separator) }
      engine.values.arena.append(part)
    }
    return engine.values.arena.finish()
  }
}
