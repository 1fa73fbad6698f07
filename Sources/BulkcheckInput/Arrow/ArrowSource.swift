internal import BulkcheckArrow
package import BulkcheckCore

/// The rows of an Arrow input, of the columns that are read.
///
/// A row of a table means a JSON object (docs/reference/arrow.md). Rows are given out as *runs*, as
/// compressed members are (``MemberRun``), and workers write them: as cells, which rules see as if
/// they had been scanned (``RowCells``), or as lines of JSON where somebody takes whole records, or
/// a record may be malformed. What cannot be written is put back, and written here as lines, where
/// the error comes in its turn.
package final class ArrowSource: ByteSource {
  /// The rows that are written together until it is known how long they are.
  private static let firstRows = 512
  private static let rowsMaximum = 1 << 16

  private let name: String
  private let origin: any ArrowOrigin
  private let stored: any ByteSource
  private let reader: ArrowReader
  private let lines: ArrowLines
  private let limits: ArrowLimits
  private let columns: [Int]
  private let names: RowColumns
  /// The table as it is written again, if somebody does that.
  let table: InputTable?
  /// Rows may be written as cells.
  let givesCells: Bool
  /// Batches that rows are taken of: the first one from `row` on.
  private var batches: [ArrowBatch] = []
  private var row = 0
  /// Text that has been written, but not read.
  private var text = ChunkBuffer()
  /// Why the rows at hand cannot be written: the end, since all rows before have been given.
  private var failure: InputError?
  /// Why no further batch can be read. Rows of the batches before may still be put back.
  private var batchFailure: InputError?
  private var hasEnded = false
  private var rowBytes = 0
  package private(set) var storedBytesRead = 0

  /// - Parameters:
  ///   - fields: what is read of the columns; nil: all.
  init(
    _ origin: any ArrowOrigin, _ stored: any ByteSource, name: String, reads fields: FieldsRead?,
    _ limits: ArrowLimits
  ) throws(InputError) {
    self.name = name
    self.origin = origin
    self.stored = stored
    self.limits = limits
    do throws(ArrowError) {
      reader = try ArrowReader(origin, bytesMaximum: limits.bytesMaximum)
      if let names = fields?.names.map({ Set($0) }) {
        reader.want(reader.schema.fields.map { names.contains($0.name) })
      }
    } catch {
      throw ArrowSource.error(error, name, origin)
    }
    table = limits.keepsRows ? InputTable(reader, limits) : nil
    columns = reader.wantedColumns
    let names = columns.map { [schema = reader.schema] in schema.fields[$0] }
    // Of two columns of one name the last counts, which a scanner knows.
    givesCells = fields != nil && Set(names.map(\.name)).count == names.count
    self.names = RowColumns(names)
    lines = limits.makeLines()
  }

  package var storedBytes: Int? { stored.storedBytes }

  /// The columns that are read, as far as their types say more than their values.
  var columnTypes: [ColumnField] {
    columns.map { ColumnField(reader.schema.fields[$0]) }
  }

  package var rows: ArrowSource? { self }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    while text.count == 0 {
      if let failure { throw failure }
      guard let run = takeRows(bytes: room.count) else {
        if let batchFailure { throw batchFailure }
        return 0
      }
      write(run)
    }
    let count = min(room.count, text.count)
    room.copy(text.bytes[0..<count])
    text.dropFirst(count)
    return count
  }

  private func write(_ run: ArrowRun) {
    text.reset(capacity: 0)
    do throws(ArrowError) {
      row = try run.write(into: text, with: lines)
      learn(text.count, row - run.rows.lowerBound)
    } catch {
      failure = ArrowSource.error(error, name, origin)
    }
  }

  private func learn(_ bytes: Int, _ rows: Int) {
    if rows > 0 { rowBytes = max(1, bytes / rows) }
  }

  static func error(
    _ error: ArrowError, _ name: String, _ origin: any ArrowOrigin
  ) -> InputError {
    origin.readFailure ?? InputError(path: name, cause: .arrow(error))
  }

  // MARK: Runs of rows

  /// Whether there are rows that ``takeRows(bytes:)`` would take.
  var hasRows: Bool { text.count == 0 && failure == nil && fetch() }

  /// Takes rows whose lines have about so many bytes; nil at the end, or after a failure.
  func takeRows(bytes: Int) -> ArrowRun? {
    guard failure == nil, fetch() else { return nil }
    let batch = batches[0]
    let wanted =
      rowBytes == 0
      ? ArrowSource.firstRows : min(ArrowSource.rowsMaximum, max(1, bytes / rowBytes))
    let run = ArrowRun(
      batch: batch, rows: row..<min(batch.rowCount, row + wanted), columns: columns,
      names: names, givesCells: givesCells, limits: limits)
    row = run.rows.upperBound
    return run
  }

  /// Puts runs back, the last ones taken, the first of them at the front.
  func putBack(_ runs: [ArrowRun]) {
    for run in runs.reversed() {
      if batches.first !== run.batch { batches.insert(run.batch, at: 0) }
      row = run.rows.lowerBound
    }
  }

  /// Takes note of the text that a run turned out to have.
  func note(_ run: ArrowRun, bytes: Int) { learn(bytes, run.rows.count) }

  /// Makes sure that there is a row, and reads batches for it; false at the end.
  private func fetch() -> Bool {
    while true {
      if let batch = batches.first {
        if row < batch.rowCount { return true }
        batches.removeFirst()
        row = 0
        continue
      }
      if hasEnded || batchFailure != nil { return false }
      do throws(ArrowError) {
        guard let batch = try reader.nextBatch() else {
          hasEnded = true
          storedBytesRead = max(storedBytesRead, stored.storedBytes ?? stored.storedBytesRead)
          return false
        }
        batches.append(batch)
        storedBytesRead = origin.count == nil ? stored.storedBytesRead : batch.offset
      } catch {
        batchFailure = ArrowSource.error(error, name, origin)
        return false
      }
    }
  }
}

/// How rows of an Arrow input are written, and how much of it may be in memory.
struct ArrowLimits: Sendable {
  var recordBytesMaximum: Int
  /// The most that a batch may take, or all dictionaries.
  var bytesMaximum: Int
  var nanIsNull: Bool
  /// Rows that were taken together stay so, however long they are: they are written again.
  var keepsRows: Bool

  func makeCells() -> ArrowCells {
    ArrowCells(
      recordBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull)
  }

  func makeLines() -> ArrowLines {
    ArrowLines(
      recordBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull)
  }
}

/// Rows of a batch, to be written by whoever has time.
struct ArrowRun: TableRows {
  let batch: ArrowBatch
  let rows: Range<Int>
  let columns: [Int]
  let names: RowColumns
  /// They may be written as cells.
  let givesCells: Bool
  let limits: ArrowLimits

  var count: Int { rows.count }

  /// Appends the lines to a buffer, but no more of them once that is large, unless they have to
  /// stay together; returns behind which row.
  func write(into buffer: ChunkBuffer, with lines: ArrowLines) throws(ArrowError) -> Int {
    var next = rows.lowerBound
    while next < rows.upperBound, limits.keepsRows || !buffer.isLarge {
      next = try lines.write(batch, rows: next..<rows.upperBound, columns: columns) {
        buffer.appendLine($0)
        return limits.keepsRows || !buffer.isLarge
      }.upperBound
    }
    return next
  }
}
