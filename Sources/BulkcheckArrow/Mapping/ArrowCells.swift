package import BulkcheckCore

/// The rows of batches as cells (``RowCells``), column by column and without a text around them.
///
/// A text stays where it lies; numbers and times are written into an arena. The bytes are valid
/// until the next rows are written.
///
/// Used by one thread at a time.
package final class ArrowCells {
  package let cells = RowCells()
  private var rows: ArrowRows
  private var arena = ByteArena()
  private let recordBytesMaximum: Int

  /// - Parameters:
  ///   - recordBytesMaximum: the most bytes of a record.
  ///   - bytesMaximum: the most memory that a single row may take.
  package init(recordBytesMaximum: Int, bytesMaximum: Int) {
    self.recordBytesMaximum = recordBytesMaximum
    rows = ArrowRows(cellBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum)
  }

  /// Writes rows of a batch. False if they have to be written as lines (``ArrowLines``): because
  /// one of them may be malformed, or they cannot be loaded together.
  package func write(
    _ batch: ArrowBatch, rows wanted: Range<Int>, columns: [Int], names: RowColumns
  ) throws(ArrowError) -> Bool {
    guard try rows.load(batch, rows: wanted, columns: columns) == wanted else { return false }
    arena.reset()
    cells.begin(names, rows: wanted.count)
    for (number, column) in columns.enumerated() {
      let isFine = rows.writeCells(
        column, wanted, number: number, into: cells, &arena)
      if let damage = rows.damage { throw damage }
      if !isFine { return false }
    }
    // Each of them is no longer than all of them.
    return cells.byteCount <= recordBytesMaximum
  }
}

extension ArrowRows {
  /// Writes the cells of loaded rows of a column; false if one of them makes its row malformed.
  ///
  /// - Parameter number: that of the column among the cells.
  mutating func writeCells(
    _ column: Int, _ rows: Range<Int>, number: Int, into cells: RowCells,
    _ arena: inout ByteArena
  ) -> Bool {
    guard let batch else { return true }
    cellFault = nil
    let array = arrays.table[batch.layout.columns[column]]
    let target = CellTarget(nodes: cells.nodes, first: number * rows.count &- rows.lowerBound)
    switch array.code {
    case .text where array.isWellFormed && !array.hasViews:
      cells.byteCount += writeTexts(array, rows, to: target, &arena)
    case .int:
      cells.byteCount += writeIntegers(array, rows, to: target, &arena)
    case .bool, .float, .decimal, .date, .time, .timestamp, .duration:
      cells.byteCount += writeScalars(
        batch.layout.columns[column], array, rows, to: target, &arena)
    default:
      var bytes = 0
      let hasParts = writeAny(column, rows, to: target, &arena, &bytes)
      cells.haveParts[number] = hasParts
      cells.byteCount += bytes
    }
    noteColumn(column)
    return cellFault == nil
  }

  private func writeTexts(
    _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget, _ arena: inout ByteArena
  ) -> Int {
    let data = array.data
    // Only the text in which the next of these characters lies has to be changed.
    var escaped = data.firstEscaped(from: 0)
    var start = array.offset(rows.lowerBound) &- array.dataBase
    for row in rows {
      let end = array.offset(row &+ 1) &- array.dataBase
      if array.isNull(row) {
        target.putNull(row)
      } else {
        let text = data.unchecked(from: start, to: end)
        if escaped < end, escaped < start { escaped = data.firstEscaped(from: start) }
        if escaped < end {
          target.put(escaping: text, row, &arena)
          escaped = data.firstEscaped(from: end)
        } else {
          target.put(text, target.text, row)
        }
      }
      start = end
    }
    return data.count
  }

  private func writeIntegers(
    _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget, _ arena: inout ByteArena
  ) -> Int {
    var bytes = 0
    for row in rows {
      if array.isNull(row) {
        target.putNull(row)
        continue
      }
      arena.begin()
      writeInteger(array, row, &arena)
      let text = arena.finish()
      bytes &+= text.count
      target.put(text, target.number, row)
    }
    return bytes
  }

  private mutating func writeScalars(
    _ entry: Int, _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget,
    _ arena: inout ByteArena
  ) -> Int {
    var bytes = 0
    var place = Place(arrays: arrays.table, entry: entry, row: 0)
    for row in rows {
      if array.isNull(row) {
        target.putNull(row)
        continue
      }
      place.row = row
      arena.begin()
      let kind = writeScalar(place, array, &arena)
      let text = arena.finish()
      bytes &+= text.count
      target.put(ArrowCell(kind, text), row)
    }
    return bytes
  }

  /// Writes the cells of a column of any type, one by one; returns whether some have parts.
  private mutating func writeAny(
    _ column: Int, _ rows: Range<Int>, to target: CellTarget, _ arena: inout ByteArena,
    _ bytes: inout Int
  ) -> Bool {
    var hasParts = false
    for row in rows {
      let cell = cell(column, row, into: &arena)
      if !isFine { return hasParts }
      bytes &+= cell.bytes.count
      switch cell.kind {
      case .string where cell.bytes.firstEscaped(from: 0) < cell.bytes.count:
        target.put(escaping: cell.bytes, row, &arena)
      case .array, .object:
        hasParts = true
        target.put(cell, row)
      default: target.put(cell, row)
      }
    }
    return hasParts
  }
}

/// The place of a column's cells.
struct CellTarget {
  let nodes: Storage<Node>
  /// That of the row 0 of the batch.
  let first: Int
  let text = Node.mark(.string)
  let number = Node.mark(.number)
  let null = Node(cell: StaticBytes.null, mark: Node.mark(.null))

  @inline(__always)
  func put(_ bytes: ByteView, _ mark: UInt64, _ row: Int) {
    nodes[first &+ row] = Node(cell: bytes, mark: mark)
  }

  @inline(__always)
  func putNull(_ row: Int) { nodes[first &+ row] = null }

  func put(_ cell: ArrowCell, _ row: Int) { put(cell.bytes, Node.mark(cell.kind), row) }

  /// Puts a text that is a string of JSON only with escapes.
  func put(escaping text: ByteView, _ row: Int, _ arena: inout ByteArena) {
    arena.begin()
    arena.append(quoted: text)
    let quoted = arena.finish()
    put(quoted[1..<quoted.count - 1], Node.mark(.string, .isEscaped), row)
  }
}
