internal import BulkcheckCore

/// An input that is open as records: format, dialect, header and limits are known, and its chunks
/// can be read.
final class OpenedRecords {
  let compression: InputCompression
  /// What the content seems to be instead.
  let hint: String?
  /// The content cannot be what it is read as.
  let isForeign: Bool
  /// Its beginning has a byte that no text has.
  let hasZeroByte: Bool
  let chunks: ChunkReader
  private(set) var start: InputStart
  /// What has been read, but not worked on.
  var progress: InputProgress
  private let input: OpenedInput
  private let options: ReadingOptions

  /// Large enough to make a chunk's overhead vanish, small enough for the second cache level.
  private static let chunkBytesDefault = 256 << 10
  /// An inflater copies its history at the borders of its output, so they should be rare.
  private static let inflatedChunkBytesDefault = 1 << 20

  /// Opens an input and looks what it is.
  ///
  /// - Parameter number: the input's in the run, from 0.
  init(
    _ location: InputLocation, number: Int, _ options: ReadingOptions,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(InputError) {
    input = try OpenedInput(location, shouldStop: shouldStop)
    self.options = options
    compression = input.compression
    let format = options.format ?? input.detectFormat()
    let peek = input.peek()
    var hint = ContentHint.hint(content: peek, format: format)
    start = InputStart(
      number: number, name: input.name, format: format, hasByteOrderMark: peek.hasByteOrderMark)
    if format != .jsonl {
      let isWhole = peek.count < OpenedInput.peekBytesMaximum
      let given = options.delimiter ?? options.csv.delimiter ?? (format == .tsv ? Ascii.tab : nil)
      if let given {
        start.delimiter = given
        hint =
          hint
          ?? DelimiterDetection.better(
            than: given, of: peek, isWhole: isWhole, names: options.knownColumns
          ).map(ContentHint.hint(delimiter:))
      } else {
        start.delimiter =
          DelimiterDetection.delimiter(of: peek, isWhole: isWhole, names: options.knownColumns)
          ?? CSVOptions.noDelimiter
        if start.delimiter == CSVOptions.noDelimiter {
          // Such a header may be no cell.
          hint = hint ?? ContentHint.hint(onlyColumn: peek.firstLine)
        }
      }
    }
    self.hint = hint
    isForeign = ContentHint.isForeign(peek)
    hasZeroByte = ContentHint.hasZeroByte(peek)
    progress = InputProgress(skippedBytes: peek.indexAfterByteOrderMark)
    chunks = ChunkReader(
      source: input.source, hasQuotes: format != .jsonl,
      chunkBytes: options.chunkBytes
        ?? (compression == .none
          ? OpenedRecords.chunkBytesDefault : OpenedRecords.inflatedChunkBytesDefault),
      recordBytesMaximum: options.recordBytesMaximum, splitsMembers: options.workers > 1)
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
    if start.format == .jsonl || options.csv.columns != nil {
      start.columns = start.format == .jsonl ? [] : options.csv.columns ?? []
      begin(start)
      return .ready
    }
    while true {
      let buffer = ChunkBuffer()
      guard let chunk = chunks.next(into: buffer) else { return .missing }
      // Nearly always the header lies in the first chunk, and nothing has to be gathered.
      if progress.pending.count == 0 {
        progress.pending = buffer
      } else {
        progress.pending.append(buffer.bytes)
      }
      let result = CSVHeader.read(
        progress.pending.bytes, isFinal: chunk.isFinal, delimiter: start.delimiter,
        strayQuotesAreText: options.csv.strayQuotesAreText,
        recordBytesMaximum: options.recordBytesMaximum)
      switch result {
      case .incomplete: continue
      case .empty: return .missing
      case .unreadable(let fault):
        return .unreadable(
          "the header cannot be read: \(fault.detail) (byte \(fault.column) of the line)")
      case .header(let header):
        take(header)
        progress.pendingIsFinal = chunk.isFinal
        begin(start)
        start.header = nil
        return .ready
      }
    }
  }

  private func take(_ header: CSVHeader) {
    start.columns = header.names
    start.header = progress.pending.bytes[header.start..<header.consumed]
    start.headerLine = header.line
    start.headerBytes = header.consumed
    start.headerLines = header.lines
    progress.skippedBytes = header.consumed
  }
}
