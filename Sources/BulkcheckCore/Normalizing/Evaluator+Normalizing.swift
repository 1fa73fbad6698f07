/// The values that are written in the place of raw ones.
extension Evaluator {
  /// A raw value after `normalize` and the chains that pass; as it is if a match limit is reached
  /// on the way.
  mutating func afterChanges(
    _ raw: Value, _ target: NormalizedFields.Target, isElement: Bool
  ) -> Value {
    var value = values.normalized(raw, values.tables.paths[target.path], isElement: isElement)
    if value.isUnreadable { return raw }
    guard !target.chains.isEmpty else { return value }
    // What a chain sees: a missing text is none, and a cell is read as its type.
    var seen = value
    if isCSV {
      if seen.kind == .cell {
        values.readCell(&seen, values.tables.paths[target.path], isElement: isElement)
      }
    } else if !isElement, values.isMissingText(seen, values.tables.paths[target.path]) {
      return value
    }
    guard seen.isText else { return value }
    for chain in target.chains {
      guard let end = endOfChain(chain, seen) else { continue }
      value.bytes = end
      seen.bytes = end
    }
    return value
  }

  /// The text at the end of a chain; nil if it fails.
  private mutating func endOfChain(_ chain: Int32, _ value: Value) -> ByteView? {
    var current = value
    for index in program.chains[Int(chain)] {
      let step = values.tables.changes[index]
      if step.code == .check {
        if fails(step.operand, current) { return nil }
      } else {
        guard let changed = values.changed(current.bytes, step) else { return nil }
        current.bytes = changed
      }
    }
    return current.bytes
  }

  /// A value as JSON text.
  mutating func json(_ value: Value) -> ByteView {
    guard value.kind == .string else { return value.bytes }
    values.arena.begin()
    values.appendJSON(value)
    return values.arena.finish()
  }

  // MARK: Cells

  /// The cells of the record in the table that a path means, without those that a path of their own
  /// changes.
  mutating func cells(at path: Int32, _ fields: NormalizedFields) -> [Int32] {
    guard values.tables.paths[path].columnGroup >= 0 else {
      return [values.node(at: path)].filter { $0 >= 0 }
    }
    var found: [Int32] = []
    var cell = values.firstCell(of: values.tables.paths[path].columnGroup, in: lane)
    while cell >= 0 {
      let column = values.layout.targets[Int32(values.table.links[cell].keyDistance)]
      let hasOwn = (column.first..<column.first + column.count).contains {
        fields.cellTargets[Int(values.layout.states[$0])] != nil
      }
      if !hasOwn { found.append(cell) }
      cell = values.table.links[cell].nextSibling
    }
    return found
  }

  /// The edit of a cell; nil if its text stays as it is.
  mutating func normalizedCell(
    _ node: Int32, at path: Int32, _ fields: NormalizedFields, _ chunk: ByteView,
    _ record: RecordVerdict, _ layout: CSVLayout
  ) -> RecordEdit? {
    let raw = values.table.nodes[node].bytes
    let isEscaped = values.table.nodes[node].flags.contains(.isEscaped)
    let text = isEscaped ? CSVCell.unquote(raw, into: &values.arena) : raw
    var value = Value(kind: .cell, bytes: text, node: -1, path: path)
    if let target = fields.cellTargets[Int(values.table.nodes[node].state)] {
      value = afterChanges(value, target, isElement: false)
    }
    // A default that is an array or an object has no form as a cell.
    guard value.kind == .cell else { return nil }
    if values.tables.paths[path].separator >= 0 {
      value.bytes = elements(of: value, values.table.nodes[node].state, fields)
    }
    guard !value.bytes.equals(text) else { return nil }
    let start = values.chunk.position(of: raw)
    let isQuoted = start > values.record.start && values.chunk[start - 1] == Ascii.quote
    return RecordEdit(
      start: start, end: start + raw.count,
      text: cell(value.bytes, isQuoted: isQuoted, values.layout))
  }

  /// A cell's text with its elements changed.
  private mutating func elements(
    of value: Value, _ state: Int32, _ fields: NormalizedFields
  ) -> ByteView {
    let isSplit = !value.bytes.isEmpty || values.tables.paths[value.path].typeList.isEmpty
    guard values.states[state].hasElements, isSplit,
      !values.isMissingText(value, values.tables.paths[value.path])
    else {
      return value.bytes
    }
    let separator = values.tables.textViews[values.tables.paths[value.path].separator]
    var parts: [ByteView] = []
    var position = 0
    while true {
      let end = value.bytes.firstRange(of: separator, from: position)
      var part = value.bytes[position..<(end?.lowerBound ?? value.bytes.count)]
      let element = program.tree.element(parts.count, of: state)
      if element >= 0, let target = fields.cellTargets[Int(element)] {
        let raw = Value(kind: .cell, bytes: part, node: -1, path: target.path)
        part = afterChanges(raw, target, isElement: true).bytes
      }
      parts.append(part)
      guard let end else { break }
      position = end.upperBound
    }
    values.arena.begin()
    for (index, part) in parts.enumerated() {
      if index > 0 { values.arena.append(separator) }
      values.arena.append(part)
    }
    return values.arena.finish()
  }

  /// A text as the content of a cell that is quoted already, or with quotes if it needs some.
  private mutating func cell(
    _ text: ByteView, isQuoted: Bool, _ layout: CSVLayout
  ) -> ByteView {
    // An empty line would not be a record.
    var needsQuotes = text.isEmpty && values.layout.columnCount == 1
    var hasQuote = false
    for index in 0..<text.count {
      let byte = text[index]
      if byte == Ascii.quote { hasQuote = true }
      if byte == values.layout.delimiter || Ascii.isLineEnd(byte) { needsQuotes = true }
    }
    needsQuotes = !isQuoted && (needsQuotes || hasQuote)
    guard needsQuotes || hasQuote else { return text }
    values.arena.begin()
    if needsQuotes { values.arena.append(Ascii.quote) }
    for index in 0..<text.count {
      if text[index] == Ascii.quote { values.arena.append(Ascii.quote) }
      values.arena.append(text[index])
    }
    if needsQuotes { values.arena.append(Ascii.quote) }
    return values.arena.finish()
  }
}
