internal import CBulkcheckScan

/// The positions of quotes, delimiters and line ends in a stretch of CSV: the scanner's view of the
/// C kernels.
///
/// JSON is read in one pass. CSV has a pass before, since its cells are short and only the next
/// delimiter tells where one ends. A kernel sorts 64 bytes at a time into bit masks, writes the
/// positions of the bits, and marks the steps in which UTF-8 looks ill-formed. In
///
///     7,"a,b"⏎
///
/// it lists 1, 2, 4, 6 and 7. The comma at 4 is listed too, though it is inside quotes: that is for
/// ``CSVScanner`` to tell. A chunk is indexed in windows of 48 KiB (``RecordReader``), so that
/// positions and text stay in the near caches.
///
/// It owns its tables and reuses them, and is the only way to the kernels that write. Positions
/// count from the chunk's first byte.
package struct TokenIndex: ~Copyable {
  package private(set) var tokens: Storage<UInt32>
  package private(set) var faults: Storage<UInt32>
  package private(set) var tokenCount = 0
  package private(set) var faultCount = 0
  private var room = 0
  private let kernel: ScanKernel

  /// Superfluous entries behind the last one: kernels write some, scanners look some ahead.
  private static let slack = 64

  package init(kernel: ScanKernel = .standard) {
    self.kernel = kernel
    tokens = Storage(capacity: TokenIndex.slack, repeating: 0)
    faults = Storage(capacity: TokenIndex.slack, repeating: 0)
  }

  deinit {
    tokens.deallocate()
    faults.deallocate()
  }

  /// Indexes CSV; see `bulkcheck_index_csv`.
  ///
  /// Precondition: `chunk` has 64 readable bytes behind its end.
  package mutating func indexCSV(
    _ chunk: ByteView, from start: Int, to limit: Int, _ dialect: CSVDialect
  ) {
    reserve(limit - start)
    var index = unsafe destination()
    // Where quotes are text, none is listed.
    let quote = dialect.hasQuotes ? dialect.quote : dialect.delimiter
    unsafe bulkcheck_index_csv(
      chunk.start, start, limit, dialect.delimiter, quote, &index, kernel.code)
    unsafe take(index)
  }

  private func destination() -> bulkcheck_index {
    var index = unsafe bulkcheck_index()
    // SAFETY: the tables have the room that the kernels ask for (see `reserve`).
    unsafe index.tokens = tokens.base
    unsafe index.faults = faults.base
    return unsafe index
  }

  private mutating func take(_ index: bulkcheck_index) {
    tokenCount = unsafe index.token_count
    faultCount = unsafe index.fault_count
    seal()
  }

  /// Puts sentinels behind the lists, so that scanners need no bounds in their loops.
  private func seal() {
    let last = tokenCount > 0 ? tokens[tokenCount - 1] : 0
    for offset in 0..<8 { tokens[tokenCount + offset] = last }
    faults[faultCount] = .max
  }

  private mutating func reserve(_ bytes: Int) {
    guard bytes > room else { return }
    tokens.deallocate()
    faults.deallocate()
    room = bytes
    tokens = Storage(uninitialized: bytes + TokenIndex.slack * 2)
    faults = Storage(uninitialized: bytes / 64 + 4)
  }
}

/// An empty token list for a scanner that has not begun.
enum StaticTokens {
  static let none: Storage<UInt32> = Storage(capacity: 8, repeating: .max)
}
