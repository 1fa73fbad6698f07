/// The parts of values that `default` inserts: arrays and objects and, in CSV, texts that are split
/// at a separator.
///
/// No record holds such parts, so they must not be found by what reads records as they are, such as
/// a schema. So they are not parts of the record's own nodes. They hang on a node of their own. It
/// is made once for a batch and a change of a `normalize`, for all lanes in which the value is
/// inserted:
///
///     {"id": 7}                tags: default ["a", "b"]
///      └ id                    └ "a" ─ "b"
///
/// Only a value that was read by a path (`Value/isInserted`, `Column/inserted`) leads there. Code
/// that goes from a value to its parts begins at ``partsRoot(_:_:)``.
extension BatchValues {
  // MARK: Roots

  /// The node that has the parts of the value in a lane of a column, or -1.
  @inline(__always)
  mutating func partsRoot(_ column: ColumnNumber, _ lane: Lane) -> NodeNumber {
    columns[column].inserted.contains(lane)
      ? insertedRoot(column, lane) : columns[column].place(lane)
  }

  /// The node that has the parts of a value that is read by a path.
  @inline(never)
  mutating func partsRoot(ofNode node: NodeNumber, path: PathNumber) -> NodeNumber {
    let value = value(ofNode: node, path: path)
    return value.isInserted ? insertedRoot(value) : node
  }

  @inline(never)
  private mutating func insertedRoot(_ column: ColumnNumber, _ lane: Lane) -> NodeNumber {
    var value = value(column, lane)
    value.insertion = columns[column].insertions[lane]
    return insertedRoot(value)
  }

  /// The node that has the parts of an inserted value. Where a text is inserted, whatever changes
  /// follow make the same of it each time.
  mutating func insertedRoot(_ value: Value) -> NodeNumber {
    let number = value.insertion
    if insertions[number].batch == batch { return insertions[number].root }
    let root: NodeNumber
    if value.isCell || value.kind == .cell {
      root = table.append(
        Node(
          bytes: value.bytes, state: tables.changes[number].state, kind: .cell, flags: .isInserted))
      split(root, value.bytes, path: value.path)
    } else {
      var cursor = JSONCursor(value.bytes)
      root = insert(&cursor, at: tables.changes[number].state)
    }
    insertions[number] = Insertion(batch: batch, root: root)
    return root
  }

  /// Notes by which change a value was inserted, if it can have parts.
  mutating func noteInsertion(_ value: inout Value, _ number: Int32) {
    if value.isInserted { value.node = -1 }
    switch value.kind {
    case .array: value.insertion = number
    case .object:
      value.insertion = number
      value.hasOtherKeys = table.nodes[insertedRoot(value)].flags.contains(.hasOtherKeys)
    case .cell: if isArrayCell(value) { value.insertion = number }
    default: break
    }
  }

  /// Notes that a value in a lane of a column was inserted.
  mutating func noteInserted(_ value: Value, _ column: ColumnNumber, _ lane: Lane) {
    guard value.kind == .array || value.kind == .object || value.kind == .cell else { return }
    columns[column].inserted |= Lanes(lane)
    columns[column].insertions[lane] = value.insertion
  }

  /// Whether a node is part of an inserted value.
  @inline(__always)
  mutating func isInserted(_ node: NodeNumber) -> Bool {
    table.nodes[node].flags.contains(.isInserted)
  }

  /// A node that reports show and count, or -1: one that the record holds. The elements of a CSV
  /// cell are always those of its text after `normalize`, so the ones of an inserted text are shown
  /// too.
  @inline(__always)
  mutating func shownNode(_ node: NodeNumber) -> NodeNumber {
    guard node >= 0, !isInserted(node) || table.nodes[node].kind == .cell else { return -1 }
    writeText(of: node)
    return node
  }

  // MARK: Columns

  /// Takes the values that are found from a path around them: because they lie in one that
  /// `default` inserted, or because the path counts from the end of an array.
  @inline(never)
  mutating func takeFromAround(_ path: PathNumber) {
    if isCSV, !tables.paths[path].isInCell { return }
    let around = column(tables.paths[path].around)
    var lanes = columns[around].inserted | columns[around].insertedAround
    if tables.paths[path].countsFromEnd { lanes |= columns[around].captured }
    lanes &= columns[path].lanes
    if lanes.isEmpty { return }
    for lane in columns[path].captured {
      columns[path].places[lane] = columns[path].place(lane)
    }
    columns[path].first = -1
    columns[path].captured -= lanes
    let start = tables.paths[path].aroundStepStart
    for lane in lanes {
      var node = partsRoot(around, lane)
      for index in start..<start + tables.paths[path].aroundStepCount where node >= 0 {
        node = part(of: node, tables.walkSteps[index])
      }
      columns[path].captured.insert(lane, if: node >= 0)
      columns[path].insertedAround.insert(lane, if: node >= 0 && shownNode(node) < 0)
      columns[path].places[lane] = node
    }
    copyNodes(ColumnNumber(of: path), columns[path].captured)
  }

  // MARK: Making them

  /// Makes a node of the value at the cursor, and nodes of those of its parts that paths lead to.
  private mutating func insert(_ cursor: inout JSONCursor, at state: StateNumber) -> NodeNumber {
    if cursor.byte == Ascii.quote {
      let text = cursor.takeString()
      let flags: Node.Flags =
        text.firstIndex(of: Ascii.backslash, from: 0) == nil
        ? .isInserted : [.isInserted, .isEscaped]
      return table.append(Node(bytes: text, state: state, kind: .string, flags: flags))
    }
    guard Ascii.opensContainer(cursor.byte) else {
      let scalar = cursor.takeScalar()
      let kind: ValueKind =
        if scalar.isWord("null") { .null } else if scalar.isWord("true") { .true } else {
          scalar.isWord("false") ? .false : .number
        }
      return table.append(Node(bytes: scalar, state: state, kind: kind, flags: .isInserted))
    }
    let isObject = cursor.byte == Ascii.openBrace
    var inner = cursor
    let whole = cursor.takeValue()
    let node = table.append(
      Node(bytes: whole, state: state, kind: isObject ? .object : .array, flags: .isInserted))
    inner.advance()
    if isObject {
      insertMembers(&inner, of: node, state)
    } else {
      insertElements(&inner, of: node, state)
    }
    return node
  }

  private mutating func insertMembers(
    _ cursor: inout JSONCursor, of node: NodeNumber, _ state: StateNumber
  ) {
    var previous: NodeNumber = -1
    while let raw = cursor.nextKey() {
      let key = JSONString.unescape(raw, into: &arena)
      var child = program.tree.keys.member(key, of: state)
      if child < 0 {
        table.nodes[node].flags.insert(.hasOtherKeys)
        child = states[state].everyMember
      }
      if let member = insertPart(&cursor, of: node, at: child, behind: previous) {
        let isEscaped = raw.firstIndex(of: Ascii.backslash, from: 0) != nil
        table.setKey(raw, isEscaped: isEscaped, of: member)
        previous = member
      }
    }
  }

  private mutating func insertElements(
    _ cursor: inout JSONCursor, of node: NodeNumber, _ state: StateNumber
  ) {
    var previous: NodeNumber = -1
    while cursor.nextElement() {
      let child = program.tree.element(Int(table.links[node].count), of: state)
      previous = insertPart(&cursor, of: node, at: child, behind: previous) ?? previous
    }
  }

  /// Makes a node of an element or member, if a path leads to it.
  private mutating func insertPart(
    _ cursor: inout JSONCursor, of node: NodeNumber, at state: StateNumber,
    behind previous: NodeNumber
  ) -> NodeNumber? {
    table.links[node].count += 1
    guard state >= 0 else {
      _ = cursor.takeValue()
      return nil
    }
    let part = insert(&cursor, at: state)
    table.link(part, behind: previous, of: node)
    return part
  }
}

/// The parts of the value that one change inserted, in one batch.
struct Insertion: BitwiseCopyable {
  var batch: UInt32 = 0
  var root: NodeNumber = -1
}
