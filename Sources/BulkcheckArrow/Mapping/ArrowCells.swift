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
  ///   - nanIsNull: NaN is null, not a text.
  package init(recordBytesMaximum: Int, bytesMaximum: Int, nanIsNull: Bool) {
    self.recordBytesMaximum = recordBytesMaximum
    rows = ArrowRows(
      cellBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull)
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
    // No line is longer than all of them would be, even if every byte needs an escape.
    return 6 * cells.byteCount + names.lineBytes <= recordBytesMaximum
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
    case .int, .bool, .float, .decimal, .date, .time, .timestamp, .duration:
      cells.byteCount += writeScalars(
        batch.layout.columns[column], array, rows, to: target, &arena)
    case .list, .fixedList, .structure, .map:
      cells.haveParts[number] = true
      cells.byteCount += writeContainers(
        batch.layout.columns[column], array, batch, rows, to: target, &arena)
    default:
      var bytes = 0
      if array.code != .dictionary
        || !writeEntries(column, array, batch, rows, to: target, &bytes)
      {
        cells.haveParts[number] = writeAny(column, rows, to: target, &arena, &bytes)
      }
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
    var escaped = array.firstEscaped
    var start = array.offset(rows.lowerBound) &- array.dataBase
    for row in rows {
      let end = array.offset(row &+ 1) &- array.dataBase
      if array.isNull(row) {
        target.putNull(row)
      } else {
        let text = data.unchecked(from: start, to: end)
        if escaped < end, escaped < start { escaped = data.firstEscaped(from: start) ?? data.count }
        if escaped < end {
          target.put(escaping: text, row, &arena)
          escaped = data.firstEscaped(from: end) ?? data.count
        } else {
          target.put(text, target.text, row)
        }
      }
      start = end
    }
    return data.count
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
      var kind = ValueKind.number
      if array.code == .int {
        writeInteger(array, row, &arena)
      } else {
        kind = writeScalar(place, array, &arena)
      }
      let text = arena.finish()
      bytes &+= text.count
      if kind == .number {
        target.put(text, target.number, row)
      } else {
        target.put(kind == .null ? .nan : ArrowCell(kind, text), row)
      }
    }
    return bytes
  }

  private mutating func writeContainers(
    _ entry: Int, _ array: LoadedArray, _ batch: ArrowBatch, _ rows: Range<Int>,
    to target: CellTarget, _ arena: inout ByteArena
  ) -> Int {
    let kind: ValueKind = array.code == .structure || array.isObject ? .object : .array
    let mark = Node.mark(kind)
    var bytes = 0
    var place = Place(arrays: arrays.table, entry: entry, row: 0)
    for row in rows {
      if array.isNull(row) {
        target.putNull(row)
        continue
      }
      place.row = row
      arena.begin()
      writeContainer(place, array, batch, &arena)
      if !isFine { break }
      arena.append(Ascii.lineFeed)
      let text = arena.finish()
      bytes &+= text.count
      target.put(text.unchecked(from: 0, to: text.count &- 1), mark, row)
    }
    return bytes
  }

  /// Puts the cells of a column whose values are in a dictionary; false if it has to be done one by
  /// one.
  private mutating func writeEntries(
    _ column: Int, _ array: LoadedArray, _ batch: ArrowBatch, _ rows: Range<Int>,
    to target: CellTarget, _ bytes: inout Int
  ) -> Bool {
    guard let values = batch.dictionaries[array.dictionary] else { return false }
    if entryCells[column]?.values !== values { entryCells[column] = EntryCells(values) }
    guard let known = entryCells[column] else { return false }
    if known.isMissing { known.isUsable = fill(known, batch) }
    guard known.isUsable else { return false }
    let cells = known.cells
    for row in rows {
      if array.isNull(row) {
        target.putNull(row)
        continue
      }
      let index = Int(array.number(row))
      guard index >= 0, index < values.count else {
        note(.dictionary(.index(index, count: values.count)))
        return true
      }
      bytes &+= cells[index].byteCount
      target.nodes[target.first &+ row] = cells[index]
    }
    return true
  }

  /// Writes the cells of all values of a dictionary; false if one of them cannot be used, or has
  /// parts.
  private mutating func fill(_ entries: EntryCells, _ batch: ArrowBatch) -> Bool {
    let target = CellTarget(nodes: entries.cells, first: 0)
    for index in 0..<entries.values.count {
      let segment = entries.values.segment(of: index)
      let place = resolve(
        segment.arrays.table, entries.values.entry, index - segment.start, batch)
      let cell = place.map { self.cell($0, batch, &entries.arena) } ?? .null
      guard isFine, cell.kind != .array, cell.kind != .object else {
        // It matters only to the rows that have the value.
        forgetFaults()
        return false
      }
      put(cell, index, to: target, &entries.arena)
    }
    return true
  }

  private func put(
    _ cell: ArrowCell, _ row: Int, to target: CellTarget, _ arena: inout ByteArena
  ) {
    if cell.kind == .string, cell.bytes.firstEscaped(from: 0) != cell.bytes.count {
      target.put(escaping: cell.bytes, row, &arena)
    } else {
      target.put(cell, row)
    }
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
      hasParts = hasParts || cell.kind == .array || cell.kind == .object
      put(cell, row, to: target, &arena)
    }
    return hasParts
  }
}

/// The cells of the values of a dictionary, which many rows share.
final class EntryCells {
  /// The size beyond which most values may never be used.
  private static let countMaximum = 1 << 14

  let values: DictionaryValues
  let cells: Storage<Node>
  var arena = ByteArena()
  /// They have not been written yet.
  private(set) var isMissing: Bool
  var isUsable = false { didSet { isMissing = false } }

  init(_ values: DictionaryValues) {
    self.values = values
    let isSmall = values.count <= EntryCells.countMaximum
    cells = Storage(uninitialized: isSmall ? values.count : 0)
    isMissing = isSmall
  }

  deinit { cells.deallocate() }
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
