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
  /// one of them may be malformed or damaged, or they cannot be loaded together.
  ///
  /// - Parameters:
  ///   - columns: those of the table that are read.
  ///   - names: the columns of these and of their parts.
  package func write(
    _ batch: ArrowBatch, rows wanted: Range<Int>, columns: [Int], names: RowColumns
  ) throws(ArrowError) -> Bool {
    guard try rows.load(batch, rows: wanted, columns: columns) == wanted else { return false }
    arena.reset()
    let entries = batch.layout.entries(of: names, columns)
    let ranges = rows.ranges(of: names, entries, wanted)
    cells.begin(names, rows: wanted.count, counts: ranges.map(\.count))
    var bytesBeside = names.lineBytes
    for (number, column) in names.columns.enumerated() {
      // Elements may be behind a null, where nothing is wrong with them: lines tell.
      guard rows.writeCells(entries[number], ranges, number: number, into: cells, &arena) else {
        rows.forgetFaults()
        return false
      }
      if column.parent >= 0 {
        bytesBeside += names.bytesBeside(ranges[number].count, ofColumn: number)
      }
    }
    // No line is longer than all of them would be, even if every byte needs an escape.
    return 6 * cells.byteCount + bytesBeside <= recordBytesMaximum
  }
}

extension TableLayout {
  /// The entries of columns and of their parts.
  fileprivate func entries(of names: RowColumns, _ columns: [Int]) -> [Int] {
    var found: [Int] = []
    for column in names.columns {
      guard column.parent >= 0 else {
        found.append(self.columns[columns[column.part]])
        continue
      }
      let around = found[column.parent]
      let isEntry = names.columns[column.parent].parts == .entries
      found.append(child(column.part, of: isEntry ? child(0, of: around) : around))
    }
    return found
  }

  fileprivate func child(_ part: Int, of entry: Int) -> Int {
    Int(children[entries[entry].children.lowerBound + part])
  }
}

extension ArrowRows {
  /// The loaded rows of columns and of their parts.
  func ranges(of names: RowColumns, _ entries: [Int], _ rows: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (number, column) in names.columns.enumerated() {
      guard column.parent >= 0 else {
        found.append(rows)
        continue
      }
      guard names.columns[column.parent].parts.areCounted else {
        found.append(found[column.parent])
        continue
      }
      let array = arrays.table[entries[number]]
      found.append(array.base..<array.base + array.count)
    }
    return found
  }

  /// Writes the cells of loaded rows of a column, or of a part of one; false if one of them makes
  /// its row malformed, or cannot be written.
  ///
  /// - Parameters:
  ///   - ranges: the rows of each column.
  ///   - number: that of the column among the cells.
  mutating func writeCells(
    _ entry: Int, _ ranges: [Range<Int>], number: Int, into cells: RowCells,
    _ arena: inout ByteArena
  ) -> Bool {
    guard let batch else { return true }
    cellFault = nil
    let rows = ranges[number]
    // No rows need no offsets.
    if rows.isEmpty { return true }
    let array = arrays.table[entry]
    let column = cells.columns.columns[number]
    let target = CellTarget(cells, number, row: rows.lowerBound)
    switch array.code {
    case .structure where column.parts == .members:
      cells.haveGaps[number] = writeObjects(array, rows, to: target)
    case .list where column.parts != .none, .fixedList where column.parts != .none,
      .map where column.parts != .none:
      writeArrays(
        array, rows, to: target, elements: ranges[number + 1],
        into: cells.parts, from: cells.partStarts[number])
    case .text where array.isWellFormed && !array.hasViews:
      cells.byteCount += writeTexts(array, rows, to: target, &arena)
    case .int, .bool, .float, .decimal, .date, .time, .timestamp, .duration:
      cells.byteCount += writeScalars(entry, array, rows, to: target, &arena)
    case .list, .fixedList, .structure, .map:
      cells.haveParts[number] = true
      cells.byteCount += writeContainers(entry, array, batch, rows, to: target, &arena)
    default:
      var bytes = 0
      if array.code != .dictionary
        || !writeEntries(entry, array, batch, rows, to: target, &bytes)
      {
        cells.haveParts[number] = writeAny(entry, batch, rows, to: target, &arena, &bytes)
      }
      cells.byteCount += bytes
    }
    return isFine && !(target.isKey && rows.contains { target.isNull($0) })
  }

  /// Puts objects that come apart.
  ///
  /// Returns whether there are rows without one.
  private func writeObjects(
    _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget
  ) -> Bool {
    var hasGaps = false
    for row in rows {
      if target.isAbsent(row) {
        hasGaps = true
        target.putAbsent(row)
      } else if array.isNull(row), !target.isEntry {
        hasGaps = true
        target.putNull(row)
      } else {
        target.putApart(target.object, row)
      }
    }
    return hasGaps
  }

  /// Puts arrays and maps that come apart, and where their parts are.
  ///
  /// - Parameters:
  ///   - elements: the loaded rows of the parts.
  ///   - places: of the parts, from the place of the first row on.
  private func writeArrays(
    _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget, elements: Range<Int>,
    into places: Storage<Int32>, from first: Int
  ) {
    let mark = array.isObject ? target.object : target.array
    var place = first
    for row in rows {
      var range = (0, 0)
      if target.isAbsent(row) {
        target.putAbsent(row)
      } else if array.isNull(row) {
        target.putNull(row)
      } else {
        target.putApart(mark, row)
        // No elements need no offsets.
        if !elements.isEmpty { range = self.elements(array, row) }
      }
      places[place] = Int32(truncatingIfNeeded: range.0 &- elements.lowerBound)
      places[place &+ 1] = Int32(truncatingIfNeeded: range.1 &- elements.lowerBound)
      place &+= 2
    }
  }

  private func writeTexts(
    _ array: LoadedArray, _ rows: Range<Int>, to target: CellTarget, _ arena: inout ByteArena
  ) -> Int {
    let (data, base, places) = (array.data, array.dataBase, array.places)
    let isEach = array.validity.isEmpty && !target.canBeAbsent
    var start = places[rows.lowerBound] &- base
    for row in rows {
      let end = places[row &+ 1] &- base
      if isEach || !target.isAbsent(row) && !array.isNull(row) {
        target.put(text: data.unchecked(from: start, to: end), row, &arena)
      } else if target.isAbsent(row) {
        target.putAbsent(row)
      } else {
        target.putNull(row)
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
      if target.isAbsent(row) {
        target.putAbsent(row)
        continue
      }
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
        target.put(kind == .null ? .nan : ArrowCell(kind, text), row, &arena)
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
      if target.isAbsent(row) {
        target.putAbsent(row)
        continue
      }
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
    _ entry: Int, _ array: LoadedArray, _ batch: ArrowBatch, _ rows: Range<Int>,
    to target: CellTarget, _ bytes: inout Int
  ) -> Bool {
    guard let values = batch.dictionaries[array.dictionary] else { return false }
    if entryCells[entry]?.values !== values { entryCells[entry] = EntryCells(values) }
    guard let known = entryCells[entry] else { return false }
    if known.isMissing { known.isUsable = fill(known, areKeys: target.isKey, batch) }
    guard known.isUsable else { return false }
    let cells = known.cells
    for row in rows {
      if target.isAbsent(row) {
        target.putAbsent(row)
        continue
      }
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
  private mutating func fill(
    _ entries: EntryCells, areKeys: Bool, _ batch: ArrowBatch
  ) -> Bool {
    let target = CellTarget(entries, areKeys: areKeys)
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
      target.put(cell, index, &entries.arena)
    }
    return true
  }

  /// Writes the cells of a column of any type, one by one; returns whether some have parts.
  private mutating func writeAny(
    _ entry: Int, _ batch: ArrowBatch, _ rows: Range<Int>, to target: CellTarget,
    _ arena: inout ByteArena, _ bytes: inout Int
  ) -> Bool {
    var hasParts = false
    for row in rows {
      if target.isAbsent(row) {
        target.putAbsent(row)
        continue
      }
      let cell = cell(ofEntry: entry, row, batch, &arena)
      if !isFine { return hasParts }
      bytes &+= cell.bytes.count
      hasParts = hasParts || cell.kind == .array || cell.kind == .object
      target.put(cell, row, &arena)
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
  /// That of the row 0 of the column of objects of which the cells are members, if there are rows
  /// without such an object.
  private let around: Int
  let canBeAbsent: Bool
  let text = Node.mark(.string, .isPlain)
  let number = Node.mark(.number)
  let array = Node.mark(.array)
  let object = Node.mark(.object)
  /// The cells are the entries of maps that are arrays: no null counts.
  let isEntry: Bool
  /// The cells are the keys of maps that are objects.
  let isKey: Bool
  private let marks: Storage<UInt8>?
  let null = Node(cell: StaticBytes.null, mark: Node.mark(.null))
  private let absent = Node(cell: StaticBytes.emptyView, mark: Node.mark(.absent))

  /// The cells of a column.
  ///
  /// - Parameter row: the first one.
  init(_ cells: RowCells, _ number: Int, row: Int) {
    nodes = cells.nodes
    marks = cells.marks
    first = cells.starts[number] &- row
    let column = cells.columns.columns[number]
    let parent = column.parent
    isKey = parent >= 0 && column.part == 0 && cells.columns.columns[parent].parts == .entries
    canBeAbsent = parent >= 0 && cells.haveGaps[parent]
    around = canBeAbsent ? cells.starts[parent] &- row : 0
    isEntry = column.isEntry
  }

  /// - Parameter areKeys: the cells are the keys of maps that are objects.
  init(_ entries: EntryCells, areKeys: Bool) {
    isKey = areKeys
    nodes = entries.cells
    marks = nil
    first = 0
    around = 0
    isEntry = false
    canBeAbsent = false
  }

  /// Whether the object around the cell is missing.
  @inline(__always)
  func isAbsent(_ row: Int) -> Bool {
    canBeAbsent && nodes[around &+ row].mark != UInt16(truncatingIfNeeded: object &>> 48)
  }

  @inline(__always)
  func putAbsent(_ row: Int) { nodes[first &+ row] = absent }

  @inline(__always)
  func put(_ bytes: ByteView, _ mark: UInt64, _ row: Int) {
    nodes[first &+ row] = Node(cell: bytes, mark: mark)
  }

  /// Puts an array or object whose parts are cells of their own.
  @inline(__always)
  func putApart(_ mark: UInt64, _ row: Int) {
    if let marks { put(marks.view(from: first &+ row, count: 0), mark, row) }
  }

  func isNull(_ row: Int) -> Bool { nodes[first &+ row].kind == .null }

  @inline(__always)
  func putNull(_ row: Int) { nodes[first &+ row] = null }

  func put(_ cell: ArrowCell, _ row: Int, _ arena: inout ByteArena) {
    if cell.kind == .string {
      put(text: cell.bytes, row, &arena)
    } else {
      put(cell.bytes, Node.mark(cell.kind), row)
    }
  }

  @inline(__always)
  func put(text: ByteView, _ row: Int, _ arena: inout ByteArena) {
    if isKey { put(key: text, row, &arena) } else { put(text, self.text, row) }
  }

  /// Puts the key of a member, which is kept as JSON has it.
  @inline(never)
  private func put(key: ByteView, _ row: Int, _ arena: inout ByteArena) {
    arena.begin()
    arena.append(quoted: key)
    let quoted = arena.finish()
    let flags: Node.Flags = quoted.count > key.count + 2 ? .isEscaped : []
    put(quoted[1..<quoted.count - 1], Node.mark(.string, flags), row)
  }
}
