/// The cells of rows of a table, as nodes: a chunk whose records have no text.
///
/// A row means an object with one member for each column, and a cell is what a scanner would have
/// captured of that member (``Node``): a text that needs no escape is the text itself, any other
/// one is written with escapes. So rules see no difference to a line.
///
/// An array or object is JSON, or comes *apart*: its members, or the elements of the arrays of all
/// rows, are cells of columns of their own (``RowColumns``), and its own node has no text. What is
/// shown of it is made when it is told (``RowText``). The rows
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
  /// By column: the arrays and objects among its cells come apart.
  package private(set) var areApart: [Bool] = []
  /// For each column of arrays that come apart, by row: the first of its elements, and behind the
  /// last row the end.
  package private(set) var elements = Storage<Int32>(uninitialized: 0)
  /// By column: where its rows begin among ``elements``.
  package private(set) var elementStarts: [Int] = []
  /// The bytes of all cells.
  package var byteCount = 0

  package init() {}

  /// The memory of the cells, or of their texts.
  package var memoryBytes: Int { byteCount + nodeCount * MemoryLayout<Node>.stride }

  deinit {
    nodes.deallocate()
    elements.deallocate()
  }

  /// The cell of a column in a row, or an element by its number.
  func node(_ column: Int, _ row: Int) -> Node { nodes[starts[column] + row] }

  /// The elements of an array that came apart.
  func elements(_ column: Int, _ row: Int) -> Range<Int> {
    let first = elementStarts[column] + row
    return Int(elements[first])..<Int(elements[first + 1])
  }

  /// Forgets all cells, and makes room for others.
  ///
  /// - Parameters:
  ///   - elementCounts: by column of arrays, how many elements all of them have; nil: they are
  ///     written as JSON this time.
  package func begin(_ columns: RowColumns, rows: Int, elementCounts: [Int: Int]) {
    self.columns = columns
    rowCount = rows
    byteCount = 0
    haveParts = [Bool](repeating: false, count: columns.columns.count)
    haveGaps = haveParts
    areApart = columns.columns.map { $0.parts == .members }
    starts.removeAll(keepingCapacity: true)
    elementStarts = [Int](repeating: 0, count: columns.columns.count)
    nodeCount = 0
    var elementRows = 0
    for (number, column) in columns.columns.enumerated() {
      starts.append(nodeCount)
      nodeCount += columns.areElements(number) ? elementCounts[column.parent] ?? 0 : rows
      guard column.parts == .elements, elementCounts[number] != nil else { continue }
      areApart[number] = true
      elementStarts[number] = elementRows
      elementRows += rows + 1
    }
    if nodeCount > nodes.capacity {
      nodes.deallocate()
      nodes = Storage(uninitialized: nodeCount + nodeCount / 4)
    }
    if elementRows > elements.capacity {
      elements.deallocate()
      elements = Storage(uninitialized: elementRows + elementRows / 4)
    }
  }
}

/// A column of a table, or of the parts of its values.
package struct RowColumn: Sendable {
  package enum Parts: Sendable {
    /// Values have none, or are JSON.
    case none
    /// Objects come apart: the columns of their members follow.
    case members
    /// Arrays come apart, unless some elements cannot: the column of their elements follows.
    case elements
  }

  package var name: String
  /// The column of the values around, or -1.
  package var parent: Int
  /// Which part of its parent it is, in the order of the table; of a column of the table, which of
  /// those that are read.
  package var part: Int
  package var parts = Parts.none

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
  /// The most bytes that the line of a row has besides its values.
  package let lineBytes: Int

  package init(_ columns: [RowColumn]) {
    self.columns = columns
    var children = [[Int]](repeating: [], count: columns.count + 1)
    for (number, column) in columns.enumerated() {
      children[column.parent < 0 ? columns.count : column.parent].append(number)
    }
    self.children = children
    // Escapes of the name, its quotes and those of a value or its brackets, `:`, `,`, and a null.
    lineBytes = columns.reduce(2) { $0 + 6 * $1.name.utf8.count + 10 }
  }

  /// Whether a column is that of the elements of another one, which is before it.
  package func areElements(_ number: Int) -> Bool {
    let parent = columns[number].parent
    return parent >= 0 && columns[parent].parts == .elements
  }

  /// Which of the columns of the table it is, or is a part of.
  package func columnOfTable(_ number: Int) -> Int {
    var number = number
    while columns[number].parent >= 0 { number = columns[number].parent }
    return columns[number].part
  }

  /// The columns of the table itself.
  var ofTable: [Int] { children[columns.count] }

  /// The column at which members of these names lead; nil if there is none of its own.
  func column(at names: [String]) -> Int? {
    var found: Int?
    for name in names {
      let parts = found.map { children[$0] } ?? ofTable
      if let found, columns[found].parts != .members { return nil }
      guard let next = parts.first(where: { columns[$0].name.isExactly(name) }) else { return nil }
      found = next
    }
    return found
  }
}
