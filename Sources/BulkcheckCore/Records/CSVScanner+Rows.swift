/// The common case: a whole row without anything odd about it.
extension CSVScanner {
  /// Reads the record at `start` if it has all its cells, correct quoting and a line end (LF or
  /// CRLF). Returns the position behind it, or -1; the caller then reads it again with more care.
  ///
  /// On -1 the lane at hand has no value, and nothing else has changed.
  @inline(never)
  mutating func ordinaryRow(from start: Int, into table: inout ColumnTable) -> Int {
    let columnCount = layout.columnCount
    let delimiter = layout.dialect.delimiter
    let quote = layout.dialect.quote
    let singles = layout.singleStates
    let chunk = self.chunk
    let tokens = self.tokens
    guard cursor &+ columnCount <= tokenCount, !Ascii.isLineEnd(chunk[start]),
      chunk[start] != layout.dialect.comment, layout.hasOrdinaryRows
    else { return -1 }
    let nodes = table.nodes
    var token = cursor
    var lines = 1
    var cellStart = start
    var column = 0
    while true {
      var end = Int(tokens[token])
      var byte = chunk[end]
      var first = cellStart
      var position = end
      var flags: Node.Flags = []
      if byte == quote {
        guard end == cellStart else { return -1 }
        let cell = quotedEnd(token, &lines)
        guard cell.token > 0 else { return -1 }
        token = cell.token
        guard token &+ columnCount &- column <= tokenCount else { return -1 }
        flags = cell.flags
        first &+= 1
        position = Int(tokens[token])
        end = position &- 1
        byte = chunk[position]
      }
      let state = singles[column]
      if state >= 0 {
        nodes[table.place(state)] = Node(
          bytes: chunk.unchecked(from: first, to: end), state: state, kind: .cell, flags: flags)
      } else if state != FieldTree.none {
        let target = layout.targets[column]
        for offset in 0..<target.count {
          let state = layout.states[target.first &+ offset]
          nodes[table.place(state)] = Node(
            bytes: chunk.unchecked(from: first, to: end), state: state, kind: .cell, flags: flags)
        }
      }
      column &+= 1
      token &+= 1
      if column < columnCount {
        guard byte == delimiter else { return -1 }
        cellStart = position &+ 1
        continue
      }
      var behind = position &+ 1
      if byte == Ascii.carriageReturn {
        guard behind < chunk.count, chunk[behind] == Ascii.lineFeed else { return -1 }
        behind &+= 1
        token &+= 1
      } else if byte != Ascii.lineFeed {
        return -1
      }
      guard position &- start <= layout.recordBytesMaximum else { return -1 }
      for index in 0..<layout.cellCount { table.setPresent(layout.states[index]) }
      cursor = token
      linesPassed = lines
      recordEnd = position
      return behind
    }
  }

  /// The token behind the closing quote of a quoted cell, which must follow at once, or 0, also if
  /// it has so many lines that they are to be noticed; and whether quotes are doubled within. Line
  /// ends within are counted.
  @inline(never)
  private mutating func quotedEnd(_ open: Int, _ lines: inout Int) -> (
    token: Int, flags: Node.Flags
  ) {
    let quote = layout.dialect.quote
    let linesMaximum = lines &+ (layout.cellLinesUnnoticed &- 1)
    var token = open &+ 1
    var flags: Node.Flags = []
    cellLines = 0
    while token &+ 1 < tokenCount {
      let position = Int(tokens[token])
      let byte = chunk[position]
      if byte == quote {
        guard Int(tokens[token &+ 1]) == position &+ 1 else { return (0, flags) }
        if chunk[position &+ 1] != quote {
          return (lines > linesMaximum ? 0 : token &+ 1, flags)
        }
        flags = .isEscaped
        token &+= 2
        continue
      }
      // CRLF counts once.
      if byte == Ascii.lineFeed
        || byte == Ascii.carriageReturn && chunk[position &+ 1] != Ascii.lineFeed
      {
        lines &+= 1
      }
      token &+= 1
    }
    return (0, flags)
  }

  /// Puts a cell into the columns of all states that read its column.
  mutating func keep(_ cell: Node, _ column: Int, _ table: inout ColumnTable) {
    let target = layout.targets[column]
    for offset in 0..<target.count {
      let state = layout.states[target.first + offset]
      _ = table.setNew(
        Node(bytes: cell.bytes, state: state, kind: .cell, flags: cell.flags))
    }
  }
}
