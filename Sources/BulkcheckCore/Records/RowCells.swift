/// The cells of rows of a table, as nodes: a chunk whose records have no text.
///
/// A row means an object with one member for each column, and a cell is what a scanner would have
/// captured of that member (``Node``), but for texts, which are the texts themselves, without an
/// escape. Rules see no difference to a line.
///
/// Arrays and objects come *apart*: their parts are cells of columns of their own (``RowColumns``),
/// those of the arrays of all rows one behind the other, and their own nodes have no bytes but the
/// place of their cell. ``text(of:)`` writes what such a value is as JSON, if that is read as a
/// whole or told. Only values that their type does not tell, such as those of unions, are JSON. The
/// rows
///
///     {"id": 7, "tags": ["a"], "address": {"city": "Oslo"}}
///     {"id": 8, "tags": ["b", "c"], "address": null}
///
/// have these cells, the nodes of a column side by side, so that ``RecordReader`` takes them over a
/// batch at a time:
///
///     id  tags  tags[*]        address       address.city
///     7   […    "a" "b" "c"    {…            "Oslo"
///     8   […                   null          absent
///
/// One belongs to each place for chunks, and is filled anew for each chunk. Whoever fills it keeps
/// the bytes of the cells until the chunk has been merged.
///
/// `@unchecked Sendable`: it goes from thread to thread with its chunk; one of them has it.
package final class RowCells: @unchecked Sendable {
  package private(set) var columns = RowColumns([])
  package private(set) var rowCount = 0
  /// Those of the column `c` from `starts[c]` on. Their states mean nothing.
  package private(set) var nodes = Storage<Node>(uninitialized: 0)
  /// By column: the place of its first node.
  package private(set) var starts: [Int] = []
  private var nodeCount = 0
  /// By column: some cell is an array or an object that is JSON.
  package var haveParts: [Bool] = []
  /// By column of objects that come apart: some row has none.
  package var haveGaps: [Bool] = []
  /// For each cell of a column of arrays or maps: the first of its parts, and the one behind them.
  package private(set) var parts = Storage<Int32>(uninitialized: 0)
  /// By column: where its cells begin among ``parts``.
  package private(set) var partStarts: [Int] = []
  /// The bytes of all cells.
  package var byteCount = 0
  /// By cell, a byte that nobody reads: an array or object that comes apart has no bytes, at the
  /// place of its own.
  package private(set) var marks = Storage<UInt8>(uninitialized: 0)
  /// The texts of values that came apart.
  private var arena = ByteArena()

  package init() {}

  /// The memory of the cells, or of their texts.
  package var memoryBytes: Int { byteCount + nodeCount * MemoryLayout<Node>.stride }

  deinit {
    nodes.deallocate()
    parts.deallocate()
    marks.deallocate()
  }

  /// Forgets all cells, and makes room for others.
  ///
  /// - Parameter counts: by column, how many cells it has.
  package func begin(_ columns: RowColumns, rows: Int, counts: [Int]) {
    self.columns = columns
    rowCount = rows
    byteCount = 0
    arena.reset()
    haveParts = [Bool](repeating: false, count: columns.columns.count)
    haveGaps = haveParts
    starts.removeAll(keepingCapacity: true)
    partStarts.removeAll(keepingCapacity: true)
    nodeCount = 0
    var partCount = 0
    for (number, column) in columns.columns.enumerated() {
      starts.append(nodeCount)
      nodeCount += counts[number]
      partStarts.append(partCount)
      if column.parts.areCounted { partCount += 2 * counts[number] }
    }
    if nodeCount > nodes.capacity {
      nodes.deallocate()
      nodes = Storage(uninitialized: nodeCount + nodeCount / 4)
      marks.deallocate()
      marks = Storage(uninitialized: nodes.capacity)
    }
    if partCount > parts.capacity {
      parts.deallocate()
      parts = Storage(uninitialized: partCount + partCount / 4)
    }
  }

  // MARK: Texts

  /// The text of an array or object that came apart, as JSON; it lives as long as the cells.
  package func text(of node: Node) -> ByteView {
    let index = marks.view(from: 0, count: marks.capacity).position(of: node.bytes)
    // Columns without a cell begin where the next one does.
    let column = starts.place { $0 > index } - 1
    return text { write(column, index - starts[column], &$0) }
  }

  /// The text of a row.
  package func text(ofRow row: Int) -> ByteView {
    text { writeMembers(columns.ofTable, row, &$0) }
  }

  private func text(_ write: (inout ByteArena) -> Void) -> ByteView {
    arena.begin()
    write(&arena)
    // Scanners need the line feed.
    arena.append(Ascii.lineFeed)
    let text = arena.finish()
    return text[0..<text.count - 1]
  }

  private func writeMembers(_ members: [Int], _ row: Int, _ arena: inout ByteArena) {
    arena.append(Ascii.openBrace)
    for index in members.indices {
      if index > 0 { arena.append(Ascii.comma) }
      arena.append(columns.quotedNames[members[index]].view)
      write(members[index], row, &arena)
    }
    arena.append(Ascii.closeBrace)
  }

  private func write(_ column: Int, _ row: Int, _ arena: inout ByteArena) {
    let cell = nodes[starts[column] + row]
    guard cell.isApart else { return write(cell, isText: cell.kind == .string, &arena) }
    let place = partStarts[column] + 2 * row
    switch columns.columns[column].parts {
    case .members: writeMembers(columns.children[column], row, &arena)
    case .elements: writeElements(column + 1, place, &arena)
    case .entries: writeEntries(columns.children[column], place, &arena)
    case .none: break
    }
  }

  private func writeElements(_ column: Int, _ place: Int, _ arena: inout ByteArena) {
    arena.append(Ascii.openBracket)
    let start = Int(parts[place])
    for element in start..<Int(parts[place + 1]) {
      if element > start { arena.append(Ascii.comma) }
      write(column, element, &arena)
    }
    arena.append(Ascii.closeBracket)
  }

  private func writeEntries(_ columns: [Int], _ place: Int, _ arena: inout ByteArena) {
    arena.append(Ascii.openBrace)
    let start = Int(parts[place])
    for entry in start..<Int(parts[place + 1]) {
      if entry > start { arena.append(Ascii.comma) }
      write(nodes[starts[columns[0]] + entry], isText: true, &arena)
      arena.append(Ascii.colon)
      write(columns[1], entry, &arena)
    }
    arena.append(Ascii.closeBrace)
  }

  private func write(_ cell: Node, isText: Bool, _ arena: inout ByteArena) {
    if cell.flags.contains(.isPlain) { return arena.append(quoted: cell.bytes) }
    // In lines, NaN that is null has a space in front.
    if isText { arena.append(Ascii.quote) } else if cell.isNaNNull { arena.append(Ascii.space) }
    arena.append(cell.bytes)
    if isText { arena.append(Ascii.quote) }
  }
}

extension [Int] {
  /// The place of the first number of which a condition holds, as it does of all behind it.
  fileprivate func place(_ holds: (Int) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

/// A column of a table, or of the parts of its values.
package struct RowColumn: Sendable {
  package enum Parts: BitwiseCopyable, Sendable {
    /// Values have none, or are JSON.
    case none
    /// Objects come apart: the columns of their members follow.
    case members
    /// Arrays come apart: the column of their elements follows.
    case elements
    /// Objects with any keys come apart: the columns of their keys and their values follow.
    case entries

    /// Values have any number of parts.
    package var areCounted: Bool { self == .elements || self == .entries }
  }

  package var name: String
  /// The column of the values around, or -1.
  package var parent: Int
  /// Which part of its parent it is, in the order of the table; of a column of the table, which of
  /// those that are read.
  package var part: Int
  package var parts = Parts.none
  /// Its cells are the entries of maps that are arrays.
  package var isEntry = false

  package init(_ name: String, of parent: Int = -1, part: Int) {
    self.name = name
    self.parent = parent
    self.part = part
  }
}

/// The columns of a table, each followed by those of its parts. One for all chunks of an input, so
/// that readers look them up once.
package final class RowColumns: Sendable {
  package let columns: [RowColumn]
  /// By column, those of its parts; and behind them those of the table itself.
  let children: [[Int]]
  /// By column: its name, and that as a key with its colon.
  let names: [OwnedBytes]
  let quotedNames: [OwnedBytes]
  /// The most bytes that the line of a row has besides its values.
  package let lineBytes: Int

  package init(_ columns: [RowColumn]) {
    self.columns = columns
    var children = [[Int]](repeating: [], count: columns.count + 1)
    for (number, column) in columns.enumerated() {
      children[column.parent < 0 ? columns.count : column.parent].append(number)
    }
    self.children = children
    names = columns.map { OwnedBytes($0.name) }
    quotedNames = columns.map { OwnedBytes(JSONText.quoted($0.name) + ":") }
    lineBytes = columns.indices.reduce(2) { [quotedNames] in
      $0 + RowColumns.bytesBeside(quotedNames[$1])
    }
  }

  /// The bytes of a cell beside its value: its name, its quotes or brackets, a comma, and a null.
  private static func bytesBeside(_ name: OwnedBytes) -> Int { name.view.count + 8 }

  /// The most bytes that so many cells of a column have in the text of a row besides their values.
  package func bytesBeside(_ count: Int, ofColumn number: Int) -> Int {
    count * RowColumns.bytesBeside(quotedNames[number])
  }

  /// The columns of the table itself.
  var ofTable: [Int] { children[columns.count] }
}
