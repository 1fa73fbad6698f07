/// The values that are written in the place of raw ones.
extension Evaluator {
  /// A raw value after `normalize` and the chains that pass; as it is if a match limit is reached
  /// on the way.
  mutating func afterChanges(
    _ raw: Value, _ target: NormalizedFields.Target, isElement: Bool
  ) -> Value {
    var value = normalized(raw, paths[target.path], isElement: isElement)
    if value.isUnreadable { return raw }
    guard !target.chains.isEmpty else { return value }
    // What a chain sees: a missing text is none, and a cell is read as its type.
    var seen = value
    if isCSV {
      if seen.kind == .cell { readCell(&seen, paths[target.path], isElement: isElement) }
    } else if !isElement, isMissingText(seen, paths[target.path]) {
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
      let step = changes[index]
      if step.code == .check {
        if fails(step.operand, current) { return nil }
      } else {
        guard let changed = changed(current.bytes, step) else { return nil }
        current.bytes = changed
      }
    }
    return current.bytes
  }

  /// A value as JSON text.
  mutating func json(_ value: Value) -> ByteView {
    guard value.kind == .string else { return value.bytes }
    arena.begin()
    appendJSON(value)
    return arena.finish()
  }

  // MARK: Cells

  /// The cells of the record in the table that a path means, without those that a path of their own
  /// changes.
  mutating func cells(at path: Int32, _ fields: NormalizedFields) -> [Int32] {
    guard paths[path].columnGroup >= 0 else { return [node(at: path)].filter { $0 >= 0 } }
    var found: [Int32] = []
    var cell = firstCell(of: paths[path].columnGroup, in: lane)
    while cell >= 0 {
      let column = layout.targets[Int32(table.links[cell].keyDistance)]
      let hasOwn = (column.first..<column.first + column.count).contains {
        fields.cellTargets[Int(layout.states[$0])] != nil
      }
      if !hasOwn { found.append(cell) }
      cell = table.links[cell].nextSibling
    }
    return found
  }

  /// The edit of a cell; nil if its text stays as it is.
  mutating func normalizedCell(
    _ node: Int32, at path: Int32, _ fields: NormalizedFields, _ chunk: ByteView,
    _ record: RecordVerdict, _ layout: CSVLayout
  ) -> RecordEdit? {
    let raw = table.nodes[node].bytes
    let isEscaped = table.nodes[node].flags.contains(.isEscaped)
    let text = isEscaped ? CSVCell.unquote(raw, into: &arena) : raw
    var value = Value(kind: .cell, bytes: text, node: -1, path: path)
    if let target = fields.cellTargets[Int(table.nodes[node].state)] {
      value = afterChanges(value, target, isElement: false)
    }
    // A default that is an array or an object has no form as a cell.
    guard value.kind == .cell else { return nil }
    if paths[path].separator >= 0 {
      value.bytes = elements(of: value, table.nodes[node].state, fields)
    }
    guard !value.bytes.equals(text) else { return nil }
    let start = chunk.position(of: raw)
    let isQuoted = start > record.start && chunk[start - 1] == Ascii.quote
    return RecordEdit(
      start: start, end: start + raw.count,
      text: cell(value.bytes, isQuoted: isQuoted, layout))
  }

  /// A cell's text with its elements changed.
  private mutating func elements(
    of value: Value, _ state: Int32, _ fields: NormalizedFields
  ) -> ByteView {
    let isSplit = !value.bytes.isEmpty || paths[value.path].typeList.isEmpty
    guard states[state].hasElements, isSplit, !isMissingText(value, paths[value.path]) else {
      return value.bytes
    }
    let separator = textViews[paths[value.path].separator]
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
    arena.begin()
    for (index, part) in parts.enumerated() {
      if index > 0 { arena.append(separator) }
      arena.append(part)
    }
    return arena.finish()
  }

  /// A text as the content of a cell that is quoted already, or with quotes if it needs some.
  private mutating func cell(
    _ text: ByteView, isQuoted: Bool, _ layout: CSVLayout
  ) -> ByteView {
    // An empty line would not be a record.
    var needsQuotes = text.isEmpty && layout.columnCount == 1
    var hasQuote = false
    for index in 0..<text.count {
      let byte = text[index]
      if byte == Ascii.quote { hasQuote = true }
      if byte == layout.delimiter || Ascii.isLineEnd(byte) { needsQuotes = true }
    }
    needsQuotes = !isQuoted && (needsQuotes || hasQuote)
    guard needsQuotes || hasQuote else { return text }
    arena.begin()
    if needsQuotes { arena.append(Ascii.quote) }
    for index in 0..<text.count {
      if text[index] == Ascii.quote { arena.append(Ascii.quote) }
      arena.append(text[index])
    }
    if needsQuotes { arena.append(Ascii.quote) }
    return arena.finish()
  }
}
