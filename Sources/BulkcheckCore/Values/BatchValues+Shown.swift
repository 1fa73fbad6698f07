/// The texts that may be shown of values, and how they are told apart when failures are counted.
extension BatchValues {
  /// The text that may be shown of a value, as JSON.
  ///
  /// - Parameter path: that of the rule, if it is about one. Where something else is in place
  ///   of the object or array around a masked value, a rule about that value shows nothing of it.
  mutating func shown(_ number: NodeNumber, at path: PathNumber = -1) -> (
    text: String, isTruncated: Bool
  ) {
    writeText(of: number)
    let node = table.nodes[number]
    switch masking(ofNode: number) {
    case .none: return ShownText.of(node, dialect: layout.dialect)
    case .whole: return (MaskedText.value, false)
    case .parts:
      if node.kind == .array || node.kind == .object {
        return MaskedText.shown(masking.text(node.bytes, at: node.state))
      }
      let isAround = path >= 0 && !program.leads(path, to: node.state)
      return isAround ? (MaskedText.value, false) : ShownText.of(node, dialect: layout.dialect)
    }
  }

  /// A value that names a group of records.
  mutating func shownLabel(_ node: NodeNumber, at path: PathNumber) -> String {
    shown(node, at: path).text
  }

  /// A hash of a raw value: of a text the same however it is written.
  ///
  /// - Parameter path: by which the value was read in the lane at hand.
  @inline(__always)
  mutating func valueHash(_ node: NodeNumber, at path: PathNumber, _ seed: UInt64) -> UInt64 {
    if table.nodes[node].flags.contains(.isEscaped) { return escapedHash(node, at: path, seed) }
    let kind = table.nodes[node].kind == .cell ? .string : table.nodes[node].kind
    if kind == .array || kind == .object { return containerHash(node, seed) }
    return hash(table.nodes[node].bytes, kind, seed)
  }

  @inline(never)
  private mutating func containerHash(_ node: NodeNumber, _ seed: UInt64) -> UInt64 {
    writeText(of: node)
    let text = JSONText.compact(table.nodes[node].bytes, into: &arena)
    return hash(text, table.nodes[node].kind, seed)
  }

  @inline(__always)
  private func hash(_ text: ByteView, _ kind: ValueKind, _ seed: UInt64) -> UInt64 {
    ByteHash.hash(text, seed: seed &+ UInt64(kind.rawValue), isPadded: true)
  }

  @inline(never)
  private mutating func escapedHash(_ node: NodeNumber, at path: PathNumber, _ seed: UInt64)
    -> UInt64
  {
    let text = unescapedText(of: node, at: path) ?? text(of: table.nodes[node])
    return hash(text, .string, seed)
  }

  /// The text of an escaped node as rules have seen it, if they saw it otherwise unchanged.
  private mutating func unescapedText(of node: NodeNumber, at path: PathNumber) -> ByteView? {
    guard path >= 0, columns[path].batch == batch, !columns[path].isRaw,
      tables.paths[path].changeCount == 0, columns[path].texts.contains(lane),
      columns[path].place(lane) == node
    else { return nil }
    return columns[path].nodes[lane].bytes
  }

  /// The bytes of the record that is looked at alone.
  var recordBytes: ByteView { mutating get { rowText() ?? bytes(of: lane) } }

  /// The text of a row of a table that is looked at alone; nil of other records.
  private mutating func rowText() -> ByteView? {
    guard let cells else { return nil }
    if let known = rowTexts[lane] { return known }
    let text = cells.text(ofRow: record.ordinal)
    rowTexts[lane] = text
    return text
  }

  /// Gives an array or object that came apart its text, which lives until the chunk is merged.
  @inline(__always)
  mutating func writeText(of node: NodeNumber) {
    if cells != nil, table.nodes[node].isApart { writeTextOfCell(node) }
  }

  @inline(never)
  private mutating func writeTextOfCell(_ node: NodeNumber) {
    guard let cells else { return }
    guard table.nodes[node].state == FieldTree.root else {
      table.nodes[node].bytes = cells.text(of: table.nodes[node])
      return
    }
    let wasAt = lane
    lane = table.lane(of: node)
    table.nodes[node].bytes = recordBytes
    lane = wasAt
  }

  /// Gives those arrays and objects in some lanes of a column their texts that came apart.
  @inline(__always)
  mutating func writeTexts(_ column: ColumnNumber, _ lanes: Lanes) {
    if cells != nil { writeTextsOfCells(column, lanes) }
  }

  @inline(never)
  private mutating func writeTextsOfCells(_ column: ColumnNumber, _ lanes: Lanes) {
    for lane in lanes & (columns[column].arrays | columns[column].objects) {
      let node = columns[column].place(lane)
      guard node >= 0 else { continue }
      writeText(of: node)
      if !columns[column].isRaw { columns[column].nodes[lane].bytes = table.nodes[node].bytes }
    }
  }

  /// The bytes of the record in a lane.
  mutating func bytes(of record: Lane) -> ByteView {
    let start = max(positions[record].start, 0)
    return chunk[start..<min(max(positions[record].end, start), chunk.count)]
  }

  /// The name of a linked member.
  @inline(never)
  mutating func key(of node: NodeNumber) -> ByteView {
    if isCSV { return rows.names[Int(table.links[node].cell)].view }
    let raw = table.rawKey(of: node)
    return table.links[node].keyIsEscaped ? JSONString.unescape(raw, into: &arena) : raw
  }
}
