internal import CBulkcheckScan

/// Where quotes, separators and line ends of a stretch of a chunk are: the scanners' view of the C
/// kernels.
///
/// Owns its tables and reuses them, and is the only way to the kernels that write. Positions count
/// from the chunk's first byte.
package struct TokenIndex: ~Copyable {
  package private(set) var tokens: Storage<UInt32>
  package private(set) var escapes: Storage<UInt32>
  package private(set) var faults: Storage<UInt32>
  package private(set) var tokenCount = 0
  package private(set) var escapeCount = 0
  package private(set) var faultCount = 0
  /// Behind the last byte indexed.
  package private(set) var end = 0
  private var room = 0
  private let kernel: ScanKernel

  /// Superfluous entries behind the last one: kernels write some, scanners look some ahead.
  private static let slack = 64

  package init(kernel: ScanKernel = .standard) {
    self.kernel = kernel
    tokens = Storage(capacity: TokenIndex.slack, repeating: 0)
    escapes = Storage(capacity: TokenIndex.slack, repeating: 0)
    faults = Storage(capacity: TokenIndex.slack, repeating: 0)
  }

  deinit {
    tokens.deallocate()
    escapes.deallocate()
    faults.deallocate()
  }

  /// Indexes JSON lines from the start of one; see `bulkcheck_index_json`.
  ///
  /// Precondition: `chunk` has 64 readable bytes behind its end.
  package mutating func indexJSON(_ chunk: ByteView, from start: Int, to limit: Int) {
    reserve(limit - start)
    var index = unsafe destination()
    unsafe bulkcheck_index_json(chunk.start, start, limit, &index, kernel.code)
    unsafe take(index)
  }

  /// Indexes CSV; see `bulkcheck_index_csv`. Precondition as for JSON.
  package mutating func indexCSV(
    _ chunk: ByteView, from start: Int, to limit: Int, delimiter: UInt8
  ) {
    reserve(limit - start)
    var index = unsafe destination()
    unsafe bulkcheck_index_csv(chunk.start, start, limit, delimiter, &index, kernel.code)
    unsafe take(index)
  }

  private func destination() -> bulkcheck_index {
    var index = unsafe bulkcheck_index()
    // SAFETY: the tables have the room that the kernels ask for (see `reserve`).
    unsafe index.tokens = tokens.base
    unsafe index.escapes = escapes.base
    unsafe index.faults = faults.base
    return unsafe index
  }

  private mutating func take(_ index: bulkcheck_index) {
    tokenCount = unsafe index.token_count
    escapeCount = unsafe index.escape_count
    faultCount = unsafe index.fault_count
    end = unsafe index.end
    seal()
  }

  /// Puts sentinels behind the lists, so that scanners need no bounds in their loops.
  private func seal() {
    let last = tokenCount > 0 ? tokens[tokenCount - 1] : 0
    for offset in 0..<8 { tokens[tokenCount + offset] = last }
    escapes[escapeCount] = .max
    faults[faultCount] = .max
  }

  private mutating func reserve(_ bytes: Int) {
    guard bytes > room else { return }
    tokens.deallocate()
    escapes.deallocate()
    faults.deallocate()
    room = bytes
    tokens = Storage(uninitialized: bytes + TokenIndex.slack * 2)
    escapes = Storage(uninitialized: bytes + TokenIndex.slack * 2)
    faults = Storage(uninitialized: bytes / 64 + 4)
  }
}
