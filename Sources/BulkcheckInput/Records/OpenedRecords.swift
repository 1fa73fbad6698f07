package import BulkcheckCore

/// An input that is open as records: format, dialect, header and limits are known, and its chunks
/// can be read.
final class OpenedRecords {
  let compression: InputCompression
  /// A hint about content that seems to be something else.
  let hint: String?
  /// The content cannot be what it is read as.
  let isForeign: Bool
  /// Its beginning has a byte that no text has.
  let hasZeroByte: Bool
  /// JSON documents of which nothing says where the records are: where they may be.
  let likelyRecords: String?
  let chunks: ChunkReader
  private(set) var start: InputStart
  /// The bytes that have been read, but not worked on.
  var progress: InputProgress
  private let input: OpenedInput
  private let options: ReadingOptions
  /// How CSV is read: as the options say, and where its header was found.
  private var csv: CSVOptions

  /// Large enough to make a chunk's overhead vanish, small enough for the second cache level.
  private static let chunkBytesDefault = 256 << 10
  /// An inflater copies its history at the borders of its output, so they should be rare.
  private static let inflatedChunkBytesDefault = 1 << 20

  /// Opens an input and looks what it is.
  ///
  /// - Parameters:
  ///   - number: the input's in the run, from 0.
  ///   - isSmall: it is to be read as a whole, by one thread, and by no program.
  init(
    _ location: InputLocation, number: Int, _ options: ReadingOptions, isSmall: Bool = false,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(InputError) {
    input = try OpenedInput(
      location, encoding: options.encoding, readers: isSmall ? nil : options.readers,
      windowBytesMaximum: options.windowBytesMaximum, tables: options.tables,
      shouldStop: shouldStop)
    self.options = options
    csv = options.csv
    compression = input.compression
    let format = options.format ?? input.detectFormat(options.places)
    // The text of a table is ours, and tells nothing.
    let peek = input.isArrow ? StaticBytes.emptyView : input.peek()
    if ParquetFile.begins(peek, path: input.name) {
      throw InputError(
        path: input.name, cause: .parquet(OpenedRecords.refusal(location, input, options.readers)))
    }
    if let archive = Archive(peek) {
      throw InputError(path: input.name, cause: .archive(archive, inside: compression))
    }
    if format == .json, options.format == nil, !options.places.areGiven, ContentHint.isProfile(peek)
    {
      throw InputError(path: input.name, cause: .isProfile)
    }
    // Every record would be malformed.
    if options.encoding != .named(.utf8), let encoding = EncodingDetection.unmarkedUTF16(peek) {
      throw InputError(path: input.name, cause: .unmarked(encoding))
    }
    var hint = ContentHint.hint(content: peek, format: format, encoding: input.encoding)
    var isForeign = ContentHint.isForeign(peek)
    start = InputStart(
      number: number, name: input.name, format: format, encoding: input.encoding,
      hasByteOrderMark: peek.hasByteOrderMark)
    start.hasLines = input.hasLines
    start.columnTypes = input.columnTypes ?? options.columnTypes
    start.table = input.table
    if !format.isJSON {
      let isWhole = peek.count < OpenedInput.peekBytesMaximum
      let given = options.delimiter ?? options.csv.delimiter ?? (format == .tsv ? Ascii.tab : nil)
      let detection = DelimiterDetection(
        peek, isWhole: isWhole, options.csv, names: options.knownColumns)
      if let given {
        start.delimiter = given
        hint = hint ?? detection.better(than: given).map(ContentHint.hint(delimiter:))
      } else {
        start.delimiter = detection.delimiter ?? CSVOptions.noDelimiter
      }
      if options.csv.columns == nil, options.csv.headerRows.isEmpty {
        if options.findsHeader, let found = detection.headerBelow(given: given) {
          start.delimiter = found.delimiter
          start.rowFound = found.row
          csv.headerRows = [found.row]
          hint = nil
        } else if hint == nil, given != nil || detection.delimiter == nil,
          let table = detection.tableBelow(given: given)
        {
          hint = ContentHint.hint(table)
          isForeign = isForeign || given == nil && !options.findsHeader
        }
      }
      if start.delimiter == CSVOptions.noDelimiter {
        // Such a header may not be a cell.
        hint = hint ?? ContentHint.hint(onlyColumn: peek.firstLine)
      }
    }
    if !format.isJSON, let columns = options.csv.columns { start.columns = columns }
    self.hint = hint
    self.isForeign = isForeign
    let array = format == .json && !options.places.areGiven ? LargestArray(in: peek) : nil
    likelyRecords = array?.pointer.description
    var places = options.places
    if options.findsRecords, let array, array.hasRecords {
      places.pointer = array.pointer
      start.recordsFound = places.pointer
    }
    hasZeroByte = ContentHint.hasZeroByte(peek)
    // A document's is passed with the text around its records.
    progress = InputProgress(
      skippedBytes: format == .json ? 0 : peek.indexAfterByteOrderMark, encoding: input.encoding,
      isDocument: format == .json,
      lastNumberedRow: format.isJSON ? 0 : options.csv.commentRows.last ?? 0)
    let documentCutting = places.cutting(peek)
    if format == .json, case .bySchema = documentCutting { start.isSplit = true }
    let cutting: RecordCutting =
      switch format {
      case .jsonl, .arrow: .lines
      case .json:
        .document(documentCutting, hidesKeys: options.places.hidesKeys, names: options.names)
      case .csv, .tsv: .rows(quote: options.csv.quote ?? CSVDialect.noByte)
      }
    chunks = ChunkReader(
      source: input.source, name: input.name, cutting: cutting,
      chunkBytes: options.chunkBytes
        ?? (compression == .none
          ? OpenedRecords.chunkBytesDefault : OpenedRecords.inflatedChunkBytesDefault),
      recordBytesMaximum: options.recordBytesMaximum,
      splitsMembers: !isSmall
        && (options.workers > 1 || options.keepsRows || input.source.rows?.givesCells == true))
  }

  /// Why a file of Parquet is not read.
  private static func refusal(
    _ location: InputLocation, _ input: OpenedInput, _ readers: InputReaders?
  ) -> ParquetFile.Refusal {
    if input.compression != .none { return .compressed(input.compression) }
    if case .file = location, input.storedBytes != nil {
      return readers.map { $0.areOff ? .readersAreOff : .noReader } ?? .notAnInput
    }
    switch location {
    case .file, .standardInput: return .stream
    case .bytes, .source, .failed: return input.name == "-" ? .stream : .notAnInput
    }
  }

  var isCompressed: Bool { compression != .none }
  /// The run was to stop before all was there that had to be looked at; what came is still read.
  var isInterrupted: Bool { input.isInterrupted }
  var storedBytesRead: Int { input.storedBytesRead }
  var storedBytes: Int? { input.storedBytes }

  // MARK: The header

  enum Header {
    case ready
    /// The input holds no line but blank ones.
    case missing
    case unreadable(String)
  }

  /// Reads the header, if the input has one, and hands over what is known then. What was read
  /// beyond the header is pending.
  func readHeader(_ begin: (InputStart) -> Void) -> Header {
    if let mistake = dialectMistake { return .unreadable(mistake) }
    while needsHeader {
      let buffer = ChunkBuffer()
      guard let chunk = chunks.next(into: buffer) else { return .missing }
      // Nearly always the header lies in the first chunk, and nothing has to be gathered.
      if progress.pending.count == 0 {
        progress.pending = buffer
      } else {
        progress.pending.append(buffer.bytes)
      }
      progress.pendingIsFinal = chunk.isFinal
      guard let header = takeHeader() else { continue }
      if case .ready = header { break }
      return header
    }
    begin(start)
    start.header = nil
    return .ready
  }

  /// Reads all of a small input into the buffer, where it is pending; nil unless it ends within one
  /// chunk. What ``start`` says of the header is valid as long as it is pending.
  func readWhole(into buffer: ChunkBuffer) -> Header? {
    guard let chunk = chunks.next(into: buffer), chunk.isFinal else { return nil }
    progress.pending = buffer
    progress.pendingIsFinal = true
    if let mistake = dialectMistake { return .unreadable(mistake) }
    return needsHeader ? takeHeader() : .ready
  }

  private var needsHeader: Bool { !start.format.isJSON && options.csv.columns == nil }

  /// Why no header can be read, whatever comes.
  private var dialectMistake: String? {
    !start.format.isJSON && options.csv.isSpecial(start.delimiter)
      ? "the delimiter is also a character that the profile means otherwise" : nil
  }

  /// Looks for the header in what is pending; nil if it goes on behind it.
  private func takeHeader() -> Header? {
    let result = CSVHeader.read(
      progress.pending.bytes, isFinal: progress.pendingIsFinal, delimiter: start.delimiter, csv,
      recordBytesMaximum: options.recordBytesMaximum)
    switch result {
    case .incomplete: return nil
    case .empty: return .missing
    case .tooFewRows(let rows):
      return .unreadable(
        "the header cannot be read: it is in row \(csv.headerRows.last ?? 1), but there "
          + (rows == 1 ? "is only 1 row" : "are only \(rows) rows"))
    case .unreadable(let found, let rowStart):
      let text = ChunkText(bytes: progress.pending.bytes, encoding: start.encoding)
      let fault = text.stored(found, ofRecordAt: rowStart)
      return .unreadable(
        "the header cannot be read: \(fault.detail) (byte \(fault.column) of the line)")
    case .header(let header):
      take(header)
      return .ready
    }
  }

  private func take(_ header: CSVHeader) {
    start.columns = options.csv.columnNames(header.names, known: options.columnSpellings)
    let bytes = progress.pending.bytes
    start.header = bytes[header.keptStart..<header.consumed]
    start.headerLine = header.line
    start.headerOffset = start.encoding.storedCount(of: bytes[0..<header.start])
    start.headerBytes = start.encoding.storedCount(of: bytes[0..<header.consumed])
    start.headerLines = header.lines
    progress.skippedBytes = header.consumed
    progress.rows = header.rows
  }
}

/// How inputs are read. None of this changes what is found in them, apart from `limit` and
/// `recordBytesMaximum`.
package struct ReadingOptions: Sendable {
  /// nil: decided for each input by suffix, then by content.
  package var format: InputFormat?
  /// The encoding of inputs without a byte-order mark; nil: UTF-8.
  package var encoding: EncodingChoice?
  /// The programs that read some inputs; nil: none are called.
  package var readers: InputReaders?
  /// nil: all cores.
  package var threads: Int?
  /// Stop after this many records of all inputs, malformed ones included.
  package var limit: Int?
  /// A longer record is malformed.
  package var recordBytesMaximum = 64 << 20
  /// The largest window of Zstandard that is allowed.
  package var windowBytesMaximum = OpenedInput.windowBytesDefault
  /// The size of the pieces that workers take; nil: chosen by the run.
  package var chunkBytes: Int?
  /// The fields of records that are read, for inputs that hold columns; nil: all.
  package var fieldsRead: FieldsRead?
  /// Somebody writes rows of tables as tables again.
  package var keepsRows = false
  /// The most memory that a batch of a table may take.
  package var tableBytesMaximum = 1 << 30
  /// NaN in columns of floats is null, not a text.
  package var nanIsNull = false
  /// The columns of the table of which the records are rows, if they are not read from it.
  package var columnTypes: [ColumnField]?
  /// The places of the records of JSON documents.
  package var places = RecordPlaces()
  /// How CSV is read.
  package var csv = CSVOptions()
  /// The character between cells of CSV, whatever ``csv`` says.
  package var delimiter: UInt8?
  /// The names of columns that rules mean. They decide between delimiters that fit as well.
  package var knownColumns = ColumnNames()
  /// The names by which rules speak of columns: the ones to take for others that differ from them
  /// in case, where that is allowed.
  package var columnSpellings: [String] = []
  /// The header of CSV may be below other lines; where it is, the rows tell.
  package var findsHeader = false
  /// The records of a JSON document are the elements of its largest array, if nothing says where
  /// they are.
  package var findsRecords = false
  /// The place for names of members of a JSON document that are records, to find those that
  /// occur twice in their object; nil: they are not compared.
  package var names: SeenKeys.Plan? = SeenKeys.Plan(
    bytesMaximum: 64 << 20, folder: TemporaryFolder.standard)
  package init() {}

  var tables: TableOptions {
    var tables = TableOptions()
    tables.format = format
    tables.fields = fieldsRead
    tables.recordBytesMaximum = recordBytesMaximum
    tables.bytesMaximum = tableBytesMaximum
    tables.nanIsNull = nanIsNull
    tables.keepsRows = keepsRows
    return tables
  }

  var workers: Int { max(1, threads ?? Processors.count) }
}

/// How far the reading of inputs has come; given after each batch.
package struct ReadingProgress: Sendable {
  package var inputPath: String
  /// Stored (compressed) bytes of all inputs so far.
  package var bytesRead: Int
  /// The stored size of the input; nil if it is unknown.
  package var bytesTotal: Int?
  package var records: Int
}

/// The facts about an input that are known before its first record is read.
package struct InputStart {
  /// The number of the input in the run, from 0.
  package var number: Int
  /// The path as given; `-` is standard input.
  package var name: String
  package var format: InputFormat
  /// How its text was written; what is read here and later is UTF-8.
  package var encoding: TextEncoding
  package var hasByteOrderMark: Bool
  /// Its records are told by line and offset: see ``ChunkStart/hasLines``.
  package var hasLines = true
  /// A table that is written again.
  package var table: InputTable?
  /// A table: its columns with their types.
  package var columnTypes: [ColumnField]?
  /// A JSON document that the schema splits into sets of records.
  package var isSplit = false
  /// A JSON document: where its records are, if they were looked for.
  package var recordsFound: RecordPointer?
  /// CSV: what separates cells.
  package var delimiter = Ascii.comma
  /// CSV: the names of the columns, from the header or from the profile.
  package var columns: [String] = []
  /// CSV with a header: its bytes with their line end, and those of lines above it that are no
  /// comments; valid during the call only.
  package var header: ByteView?
  /// CSV: the row of the header, if it was found below other lines.
  package var rowFound: Int?
  /// CSV with a header: the line on which it begins.
  package var headerLine = 1
  /// CSV with a header: where it begins, in bytes of the encoding.
  package var headerOffset = 0
  /// CSV with a header: everything before the first record, in bytes of the encoding, and the lines
  /// in it.
  package var headerBytes = 0
  package var headerLines = 0

  /// How the records are read.
  ///
  /// - Parameters:
  ///   - options: those with which it was opened.
  ///   - readers: CSV: the name of each column that is read, with the state that takes its cells.
  ///   - knownNames: CSV: names that some path of the profile means.
  package func reading(
    _ options: ReadingOptions, readers: [(name: String, state: StateNumber)] = [],
    knownNames: ColumnNames = ColumnNames()
  ) -> RecordReading {
    if let columnTypes { return .rows(columnTypes) }
    if format.isJSON { return isSplit ? .splitDocument : .json }
    return .csv(
      CSVLayout(
        header: columns, readers: readers, knownNames: knownNames,
        dialect: options.csv.dialect(delimiter: delimiter), commentRows: options.csv.commentRows,
        footerRows: options.csv.footerRows, recordBytesMaximum: options.recordBytesMaximum))
  }
}

/// The progress of reading an input: the bytes that have been read but not merged.
struct InputProgress {
  /// Bytes from the start of an incomplete record on, or from a header on.
  var pending = ChunkBuffer()
  /// Bytes at the start of `pending`, or of the input, that belong to no record.
  var skippedBytes: Int
  /// Nothing follows what is pending.
  var pendingIsFinal = false
  /// The next byte lies in a line that was too long and has been counted.
  private var isInsideLongLine = false
  /// The next byte lies in a line that is too long, but blank so far: its bytes before.
  private var blankBytes = 0
  /// The position in the input of the next byte to be worked on, in bytes of its encoding.
  private(set) var offset = 0
  /// The length of `pending` at the last try that found no whole record.
  private var triedBytes = 0
  /// CSV: the rows so far, those of the header too.
  var rows = 0
  /// CSV: the last row whose number says what it is. Up to there, chunks follow one another.
  private let lastNumberedRow: Int
  /// CSV: the rows that are pending are whole, and were held back because they may be footers.
  private(set) var holdsWholeRows = false

  let encoding: TextEncoding
  /// The bytes that are pending are of a JSON document, and list its records.
  let isDocument: Bool

  init(
    skippedBytes: Int, encoding: TextEncoding = .utf8, isDocument: Bool = false,
    lastNumberedRow: Int = 0
  ) {
    self.skippedBytes = skippedBytes
    self.encoding = encoding
    self.isDocument = isDocument
    self.lastNumberedRow = lastNumberedRow
  }

  private var countsRows: Bool { rows < lastNumberedRow }

  /// A chunk that comes next begins with a record.
  var isBetweenRecords: Bool {
    pending.count == 0 && !isInsideLongLine && blankBytes == 0 && skippedBytes == 0 && !countsRows
  }

  /// There is reason to hope that what is pending holds a whole record.
  func isWorthTrying(recordBytesMaximum: Int) -> Bool {
    isInsideLongLine || blankBytes > 0 || pending.count >= 2 * triedBytes
      || pending.count > recordBytesMaximum
  }

  func pendingTask(isFinal: Bool) -> ChunkTask {
    var task = ChunkTask(bytes: pending.bytes, isFinal: isFinal, encoding: encoding)
    task.records = isDocument ? pending.records : nil
    task.beginsInsideLongLine = isInsideLongLine
    task.blankBytesBefore = blankBytes
    task.skippedBytes = skippedBytes
    if countsRows { task.rowsBefore = rows }
    return task
  }

  /// Takes note of a merged stretch; its unread tail becomes pending.
  mutating func accept(_ chunk: WorkedChunk) {
    let end = chunk.end
    offset = chunk.endOffset
    isInsideLongLine = end.isInsideLongLine
    blankBytes = end.blankBytes
    rows += end.records + end.otherRows
    holdsWholeRows = end.rowsHeld > 0 && !countsRows
    let tail = chunk.task.bytes[end.consumed..<chunk.task.bytes.count]
    if end.consumed > 0 { skippedBytes = 0 }
    if tail.isEmpty {
      pending.reset(capacity: 0)
      skippedBytes = 0
      triedBytes = 0
      return
    }
    if pending.count > 0 {
      // What was worked on is what was pending.
      pending.dropFirst(end.consumed)
    } else {
      pending.append(tail)
    }
    triedBytes = pending.count
  }
}
