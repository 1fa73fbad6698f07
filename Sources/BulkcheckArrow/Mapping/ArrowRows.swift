package import BulkcheckCore

/// The rows of a batch as values: loads some of them, and writes their cells.
///
/// A text stays where it is. Any other cell is written into an arena as JSON, without an
/// allocation. The mapping from types to values is a table, ``write(_:_:_:_:)`` with
/// ``writeScalar(_:_:_:)``; a type has one entry there, in whatever it is nested.
///
/// Each worker has its own, which keeps its memory from batch to batch.
package struct ArrowRows: ~Copyable {
  /// Rows whose buffers take more than this in a file are loaded in smaller parts.
  private static let sliceBytesMaximum = 4 << 20

  private let cellBytesMaximum: Int
  private let bytesMaximum: Int
  private let nanIsNull: Bool
  private var memory = SliceMemory()
  var batch: ArrowBatch?
  var arrays = LoadedArrays(0..<0)
  /// By entry: see ``writeCells(_:of:_:number:into:_:)``.
  var entryCells: [Int: EntryCells] = [:]
  let scratch = Storage<UInt8>(capacity: 80, repeating: 0)

  /// Why the cell written last makes its row malformed.
  package internal(set) var cellFault: ArrowCellFault?
  /// The first damage that a value showed, or the first value that has no text: the run must end.
  package private(set) var damage: ArrowError?

  /// - Parameters:
  ///   - cellBytesMaximum: a value whose text is longer makes its row malformed.
  ///   - bytesMaximum: the most memory that a single row may take.
  ///   - nanIsNull: NaN is null, not a text.
  package init(
    cellBytesMaximum: Int = 1 << 30, bytesMaximum: Int = 1 << 30, nanIsNull: Bool = false
  ) {
    self.cellBytesMaximum = cellBytesMaximum
    self.bytesMaximum = bytesMaximum
    self.nanIsNull = nanIsNull
  }

  deinit { scratch.deallocate() }

  /// Loads rows of wanted columns, as many from the first one on as fit; returns which.
  ///
  /// Throws for damage in the first row. Rows before a damaged one are loaded without it, so how
  /// many rows there are before the damage does not depend on how many are loaded together.
  package mutating func load(
    _ batch: ArrowBatch, rows: Range<Int>, columns: [Int]
  ) throws(ArrowError) -> Range<Int> {
    if self.batch !== batch {
      self.batch = batch
      arrays = LoadedArrays(batch.entries)
    }
    var count = rows.count
    while true {
      memory.bytesMaximum = count > 1 ? ArrowRows.sliceBytesMaximum : bytesMaximum
      let part = rows.lowerBound..<rows.lowerBound + count
      do throws(ArrowError) {
        try load(part, columns)
        return part
      } catch {
        guard count > 1 else { throw error }
        count = max(1, count / 4)
      }
    }
  }

  private mutating func load(_ rows: Range<Int>, _ columns: [Int]) throws(ArrowError) {
    guard let batch else { return }
    memory.reset()
    arrays.removeRanges()
    var loader = ArrayLoader(batch, arrays)
    swap(&loader.memory, &memory)
    defer { swap(&loader.memory, &memory) }
    for column in columns {
      do throws(ArrowError) {
        try loader.load(batch.layout.columns[column], rows: rows)
      } catch {
        throw located(error, column)
      }
    }
  }

  /// The cell of a column in a loaded row.
  ///
  /// ``cellFault`` and ``damage`` say if it is not to be used.
  package mutating func cell(
    _ column: Int, _ row: Int, into arena: inout ByteArena
  ) -> ArrowCell {
    cellFault = nil
    guard let batch else { return .null }
    let cell = cell(ofEntry: batch.layout.columns[column], row, batch, &arena)
    noteColumn(column)
    return cell
  }

  mutating func cell(
    ofEntry entry: Int, _ row: Int, _ batch: ArrowBatch, _ arena: inout ByteArena
  ) -> ArrowCell {
    let place = resolve(arrays.table, entry, row, batch)
    return place.map { self.cell($0, batch, &arena) } ?? .null
  }

  /// The cell of a value. Behind one that has parts there is a line feed.
  mutating func cell(
    _ place: Place, _ batch: ArrowBatch, _ arena: inout ByteArena
  ) -> ArrowCell {
    let array = place.arrays[place.entry]
    switch array.code {
    case .bool: return array.bit(place.row) ? .yes : .no
    case .text:
      return text(place, array, isText: true).map { ArrowCell(.string, $0) } ?? .null
    case .list, .fixedList, .structure, .map:
      arena.begin()
      writeContainer(place, array, batch, &arena)
      arena.append(Ascii.lineFeed)
      let text = arena.finish()
      let kind: ValueKind = array.code == .structure || array.isObject ? .object : .array
      return ArrowCell(kind, text[0..<text.count - 1])
    default:
      arena.begin()
      let kind = writeScalar(place, array, &arena)
      let text = arena.finish()
      return kind == .null ? .nan : ArrowCell(kind, text)
    }
  }

  // MARK: Following

  /// A value where it is: dictionaries, runs and unions have been followed.
  struct Place: BitwiseCopyable {
    var arrays: LoadedTable
    var entry: Int
    var row: Int
  }

  /// Finds the value of a row of an entry; nil if it is null, or ``damage`` is found.
  @inline(__always)
  mutating func resolve(
    _ arrays: LoadedTable, _ entry: Int, _ row: Int, _ batch: ArrowBatch
  ) -> Place? {
    let array = arrays[entry]
    guard array.isDirect else { return follow(arrays, entry, row, batch) }
    if array.code == .null || array.isNull(row) { return nil }
    return Place(arrays: arrays, entry: entry, row: row)
  }

  @inline(never)
  private mutating func follow(
    _ arrays: LoadedTable, _ entry: Int, _ row: Int, _ batch: ArrowBatch
  ) -> Place? {
    var place = Place(arrays: arrays, entry: entry, row: row)
    while true {
      let array = place.arrays[place.entry]
      if array.code == .null || array.isNull(place.row) { return nil }
      switch array.code {
      case .dictionary: guard follow(dictionary: array, &place, batch) else { return nil }
      case .runEnds: follow(runs: array, &place, batch)
      case .union: follow(union: array, &place, batch)
      default: return place
      }
      let next = place.arrays[place.entry]
      guard place.row >= next.base, place.row &- next.base < next.count else {
        note(.buffer(.entry(row: row)))
        return nil
      }
    }
  }

  private mutating func follow(
    dictionary array: LoadedArray, _ place: inout Place, _ batch: ArrowBatch
  ) -> Bool {
    let index = Int(array.number(place.row))
    guard let values = batch.dictionaries[array.dictionary] else {
      note(.dictionary(.missing(batch.layout.dictionaries[array.dictionary].id)))
      return false
    }
    guard index >= 0, index < values.count else {
      note(.dictionary(.index(index, count: values.count)))
      return false
    }
    let segment = values.segment(of: index)
    place = Place(arrays: segment.arrays.table, entry: values.entry, row: index - segment.start)
    return true
  }

  private func follow(runs array: LoadedArray, _ place: inout Place, _ batch: ArrowBatch) {
    let ends = place.arrays[Int(batch.layout.children[array.children])]
    place.entry = Int(batch.layout.children[array.children + 1])
    place.row = ends.run(of: place.row)
  }

  private func follow(union array: LoadedArray, _ place: inout Place, _ batch: ArrowBatch) {
    // A number without a part was refused when the rows were loaded.
    let number = Int(array.data[place.row - array.base] & 0x7F)
    if array.isDense { place.row = array.offset(place.row) }
    place.entry = Int(batch.layout.unions[array.children + number])
  }

  // MARK: Texts

  /// The bytes of a text or a binary value; nil if they are too many. A text may be ill-formed, and
  /// ``cellFault`` says so.
  mutating func text(_ place: Place, _ array: LoadedArray, isText: Bool) -> ByteView? {
    let bytes: ByteView
    var isWellFormed = array.isWellFormed
    if array.hasViews {
      let view = TextView(array, place.row)
      let start = (place.row &- array.base) &* 16 &+ 4
      if view.isInline {
        bytes = array.data.unchecked(from: start, to: start &+ view.count)
      } else {
        let range = place.arrays.ranges[array.ranges + view.buffer]
        bytes = range.bytes[view.offset - range.base..<view.offset - range.base + view.count]
      }
      isWellFormed = false
    } else if array.code == .fixedBinary || array.code == .uuid {
      let start = (place.row &- array.base) &* array.width
      bytes = array.data.unchecked(from: start, to: start &+ array.width)
    } else {
      bytes = array.data.unchecked(
        from: array.offset(place.row) &- array.dataBase,
        to: array.offset(place.row &+ 1) &- array.dataBase)
    }
    if bytes.count > cellBytesMaximum {
      fail(.length)
      return nil
    }
    if isText, !isWellFormed, !UTF8Check.isWellFormed(bytes) { fail(.encoding) }
    return bytes
  }

  // MARK: Faults

  /// Whether the cell at hand can still become one.
  var isFine: Bool { mutating get { cellFault == nil && damage == nil } }

  mutating func fail(_ fault: ArrowCellFault) {
    if cellFault == nil { cellFault = fault }
  }

  /// Whether the run of the arena has become too long.
  mutating func isTooLong(_ arena: inout ByteArena) -> Bool {
    if arena.runCount <= cellBytesMaximum { return false }
    fail(.length)
    return true
  }

  /// Forgets what is wrong with a value that may not be asked for.
  mutating func forgetFaults() {
    cellFault = nil
    damage = nil
  }

  mutating func note(_ cause: ArrowError.Cause) {
    if damage == nil { damage = ArrowError(cause) }
  }

  mutating func noteColumn(_ column: Int) {
    guard let found = damage, found.column == nil else { return }
    damage = located(found, column)
  }

  private func located(_ error: ArrowError, _ column: Int) -> ArrowError {
    error.at(
      offset: batch?.offset, message: batch?.number,
      column: batch?.layout.schema.fields[column].name)
  }

  var readsNaNAsNull: Bool { mutating get { nanIsNull } }
}
