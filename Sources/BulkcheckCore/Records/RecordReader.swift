/// Cuts chunks into records, for every part of the tool that needs them. It is the one place that
/// knows windows, the limit of a record's bytes, blank and over-long lines, what makes a record
/// malformed, and how lines count.
///
///     reader.begin(task)
///     while true {
///       switch reader.next(into: &table) {
///       case .object: table.takeLane()  // the values are in the table
///       case .malformed: …              // `reader.fault` says why
///       case .end: return reader.end
///
/// A record that goes on in the next chunk is left for it (``ChunkEnd/consumed``). A line that is
/// longer than a record may be is counted where it begins, and skipped through any number of
/// chunks. So the records do not depend on where the input was cut.
///
/// One for each thread; owns all memory of its work.
package struct RecordReader: ~Copyable {
  package enum Found {
    case object, otherValue, malformed
    /// The chunk holds no further record, or no further one was wanted.
    case end
  }

  /// The position of the record found last. Of a line that is too long: as far as it is known, and
  /// from before the chunk on if it began there.
  package internal(set) var record = RecordPosition()
  /// The fault of the record found last, if it is malformed.
  package internal(set) var fault = RecordFault(.syntax, at: 0, "the record is malformed")
  /// How far the chunk has been read; complete once ``next(into:)`` has returned `end`.
  package internal(set) var end = ChunkEnd()

  package let recordBytesMaximum: Int
  private(set) var reading = RecordReading.json
  private(set) var isCSV = false
  /// The records of a chunk of a JSON document, and how many of them have been read.
  private var places = DocumentRecords.none
  private var placeCount = 0
  private var placesRead = 0
  var index: TokenIndex
  var lines: JSONScanner
  var rows = CSVScanner(layout: .none)
  var tableRows = Rows()
  private var isTable = false

  var task = ChunkTask(bytes: StaticBytes.emptyView, isFinal: true)
  /// The chunk, with the line feed that its last line may lack.
  var bytes = StaticBytes.emptyView
  /// The start of the next record.
  var position = 0
  /// JSONL: behind the last line that ends in the chunk.
  var linesEnd = 0
  /// CSV: the next of the index's faults.
  private var faultCursor = 0
  /// CSV: where the window begins and ends, and how long the next one will be.
  var windowStart = 0
  var windowEnd = 0
  var window = RecordReader.windowBytes
  /// CSV: the next row that is told to be a comment by its number, from 0 in the chunk.
  private var nextCommentRow = Int.max
  /// CSV: finds the rows that may be footers.
  private var footers: FooterFinder?
  /// CSV: how far the chunk is read if its last rows are footers.
  private var endWithFooters: ChunkEnd?
  /// A line that was begun in an earlier chunk is still to be passed.
  private var isContinued = false
  var isDone = true

  /// Bytes indexed at a time: positions and text stay in the first and second cache level.
  static let windowBytes = 48 << 10

  package init(tree: FieldTree, recordBytesMaximum: Int, kernel: ScanKernel = .standard) {
    index = TokenIndex(kernel: kernel)
    lines = JSONScanner(tree: tree, kernel: kernel)
    self.recordBytesMaximum = recordBytesMaximum
  }

  deinit { tableRows.codes.deallocate() }

  /// Sets the way in which the next chunks are read.
  package mutating func prepare(_ reading: RecordReading) {
    self.reading = reading
    isCSV = false
    footers = nil
    if case .csv(let layout) = reading {
      isCSV = true
      rows = CSVScanner(layout: layout)
      if layout.footerRows > 0 { footers = FooterFinder(layout, recordBytesMaximum) }
    }
  }

  /// Begins a chunk.
  package mutating func begin(_ task: ChunkTask) {
    self.task = task
    end = ChunkEnd()
    position = task.skippedBytes
    windowStart = position
    windowEnd = position
    window = RecordReader.windowBytes
    linesEnd = 0
    isContinued = task.beginsInsideLongLine || task.blankBytesBefore > 0
    isDone = false
    if let records = task.records { beginDocument(records) }
    isTable = task.cells != nil
    if let cells = task.cells { tableRows.begin(cells, lines.tree) }
    let isClosed =
      isCSV || !task.isFinal || task.bytes.count == 0
      || task.bytes[task.bytes.count - 1] == Ascii.lineFeed
    // Behind the chunk there are 64 readable bytes, the first a line feed.
    bytes = task.bytes.extended(by: isClosed ? 0 : 1)
    nextCommentRow = .max
    endWithFooters = nil
    guard isCSV else { return }
    findCommentRow()
    if task.holdsFooters, let footers { hold(footers.rows(of: task)) }
  }

  /// Leaves rows for the next chunk, or takes them for the footers of the input.
  private mutating func hold(_ found: FooterFinder.Rows) {
    guard found.held > 0, found.records <= task.recordsMaximum else { return }
    task.recordsMaximum = found.records
    endWithFooters = found.end
  }

  /// Reads the next record into the lane at hand, which must hold nothing, and holds nothing
  /// afterwards unless an object or another value was found.
  @inline(__always)
  package mutating func next(into table: inout ColumnTable) -> Found {
    let found =
      isTable
      ? nextOfTable(into: &table)
      : isCSV
        ? nextRow(into: &table)
        : task.records == nil ? nextLine(into: &table) : nextOfDocument(into: &table)
    if found == .malformed || found == .end { table.dropLane() }
    return found
  }

  /// Reads the next record into the first lane, in the place of the one before.
  package mutating func nextAlone(into table: inout ColumnTable) -> Found {
    table.clear()
    return next(into: &table)
  }

  // MARK: JSONL

  private mutating func nextLine(into table: inout ColumnTable) -> Found {
    while true {
      while position < linesEnd {
        let start = position
        let result = lines.scanRecord(from: start, into: &table)
        let lineFeed = result == .malformed ? lineFeed(from: start) : lines.lineFeed
        if result == .blank {
          position = lineFeed &+ 1
          end.lines &+= 1
          continue
        }
        let hasReturn = lineFeed > start && bytes[lineFeed &- 1] == Ascii.carriageReturn
        guard take(start, hasReturn ? lineFeed &- 1 : lineFeed) else { return .end }
        position = lineFeed &+ 1
        end.lines &+= 1
        if result == .malformed || record.end &- record.start > recordBytesMaximum {
          return diagnosed(result)
        }
        return result == .object ? .object : .otherValue
      }
      switch nextWindow() {
      case .window: continue
      case .longLine: return .malformed
      case .end: return .end
      }
    }
  }

  // MARK: JSON documents

  private mutating func beginDocument(_ records: DocumentRecords) {
    places = records.places
    placeCount = records.count
    placesRead = 0
    lines.begin(task.bytes.extended(by: 1))
    // Pieces do not count, but the record does, when it ends.
    if records.pieces != nil, task.recordsMaximum > 0 { task.recordsMaximum = .max }
  }

  private mutating func nextOfDocument(into table: inout ColumnTable) -> Found {
    guard placesRead < placeCount else {
      if !isDone {
        end.consumed = task.bytes.count
        end.lines = task.records?.lines ?? 0
        if let pieces = task.records?.pieces { end.records = pieces.isLast ? 1 : 0 }
        isDone = true
      }
      return .end
    }
    let place = places[placesRead]
    end.lines = place.line
    guard take(place.start, place.end) else {
      placesRead = placeCount
      return .end
    }
    placesRead &+= 1
    // The parts of what is too long would take memory for nothing.
    if place.end &- place.start > recordBytesMaximum { return diagnosed(.malformed) }
    let result = lines.scanRecord(from: place.start, to: place.end, into: &table)
    if result == .malformed { return diagnosed(result) }
    if place.isRepeated { table.noteDuplicateKey() }
    return result == .object ? .object : .otherValue
  }

  /// Takes a record, unless no more are wanted.
  @inline(__always)
  mutating func take(_ start: Int, _ behind: Int) -> Bool {
    guard end.records < task.recordsMaximum else {
      stop(at: start)
      return false
    }
    record.start = start
    record.end = behind
    record.line = end.lines
    record.ordinal = end.records
    end.records &+= 1
    return true
  }

  private mutating func stop(at start: Int) {
    end.consumed = max(0, start)
    if let footers = endWithFooters {
      end.rowsHeldOrRead = footers.rowsHeldOrRead
      if task.isFinal {
        // They are passed at once.
        end.footerStart = end.consumed
        end.lines = footers.lines
        end.consumed = footers.consumed
      } else {
        end.rowsHeld = footers.rowsHeld
      }
    }
    isDone = true
    linesEnd = 0
    position = windowEnd
  }

  /// Whether the index has a hint that the row is not well-formed UTF-8, or it is too long.
  @inline(__always)
  private mutating func mayBeFaulty(upTo behind: Int) -> Bool {
    while Int(index.faults[faultCursor]) &+ 64 <= record.start { faultCursor &+= 1 }
    return Int(index.faults[faultCursor]) <= behind &+ 3
      || record.end &- record.start > recordBytesMaximum
  }

  /// The end of a malformed line.
  @inline(never)
  private mutating func lineFeed(from start: Int) -> Int {
    bytes.firstIndex(of: Ascii.lineFeed, from: start) ?? linesEnd &- 1
  }

  /// The scanner gives a hint; the diagnosis decides. That they agree is tested.
  @inline(never)
  private mutating func diagnosed(_ result: JSONScanner.Result) -> Found {
    let found = lineFault(record.start, record.end, in: bytes)
    assert(result != .malformed || found != nil)
    if let found {
      fault = found
    } else if result == .malformed {
      fault = RecordFault(.syntax, at: 0, "the record is malformed")
    } else {
      return result == .object ? .object : .otherValue
    }
    return .malformed
  }

  /// The fault of a line; nil if it is well-formed.
  mutating func lineFault(_ start: Int, _ behind: Int, in bytes: ByteView) -> RecordFault? {
    behind - start > recordBytesMaximum
      ? RecordFault.tooLong(recordBytesMaximum) : JSONDiagnosis.fault(in: bytes[start..<behind])
  }

  // MARK: CSV

  private mutating func nextRow(into table: inout ColumnTable) -> Found {
    while true {
      rows: while position < windowEnd {
        let start = position
        var found: RecordFault?
        switch rows.scanRecord(&position, into: &table) {
        case .incomplete:
          table.dropLane()
          break rows
        case .blank:
          end.lines &+= rows.linesPassed
          end.otherRows &+= 1
          continue
        case .row: break
        case .malformed(let fault): found = fault
        }
        if end.records &+ end.otherRows >= nextCommentRow, isCommentRow(found) {
          table.dropLane()
          end.lines &+= rows.linesPassed
          end.otherRows &+= 1
          continue
        }
        guard take(start, rows.recordEnd) else { return .end }
        end.lines &+= rows.linesPassed
        if rows.linesPassed > CSVDialect.cellLinesNoticed, rows.cellLines > 0 {
          end.longCells.note(record: record.ordinal, lines: rows.linesPassed)
        }
        if found == nil, !mayBeFaulty(upTo: rows.recordEnd) { return .object }
        return diagnosed(found, &table)
      }
      switch nextWindow() {
      case .window: continue
      case .longLine: return .malformed
      case .end: return .end
      }
    }
  }

  /// Whether the row that was found is told to be a comment. One that is too long is a malformed
  /// record, as it would be if it went on in the next chunk.
  private mutating func isCommentRow(_ fault: RecordFault?) -> Bool {
    findCommentRow()
    return end.records + end.otherRows == nextCommentRow && fault?.kind != .length
  }

  /// Finds the next row that is told to be a comment by its number.
  private mutating func findCommentRow() {
    guard let before = task.rowsBefore else { return }
    let next = before + end.records + end.otherRows
    let number = rows.layout.commentRows.first { $0 > next }
    nextCommentRow = number.map { $0 - 1 - before } ?? .max
  }

  @inline(never)
  private mutating func diagnosed(_ scanned: RecordFault?, _ table: inout ColumnTable) -> Found {
    var found = scanned
    if mayBeFaulty(upTo: record.end),
      let offset = UTF8Check.faultOffset(in: bytes[record.start..<record.end]),
      found.map({ $0.kind != .length && offset < $0.offset }) ?? true
    {
      found = RecordFault(.encoding, at: offset, RecordFault.invalidText)
    }
    guard let found else { return .object }
    fault = found
    return .malformed
  }

  // MARK: Windows

  enum Advance {
    case window, longLine, end
  }

  /// Goes on to the next window; on the way there may be a line that is too long.
  @inline(never)
  private mutating func nextWindow() -> Advance {
    if isDone { return .end }
    if isContinued {
      isContinued = false
      if let advance = passContinued() { return finished(advance) }
    }
    return finished(isCSV ? nextRowWindow() : nextLineWindow())
  }

  private mutating func finished(_ advance: Advance) -> Advance {
    switch advance {
    case .window: faultCursor = 0
    case .longLine: break
    case .end: isDone = true
    }
    return advance
  }
}

extension RecordFault {
  static func tooDeep(at offset: Int) -> RecordFault {
    RecordFault(.depth, at: offset, "more than \(JSONScanner.depthMaximum) brackets are open")
  }

  static func tooLong(_ maximum: Int) -> RecordFault {
    RecordFault(.length, at: maximum, "the record is longer than \(maximum) bytes")
  }
}
