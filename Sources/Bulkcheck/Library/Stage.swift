internal import BulkcheckCore
internal import BulkcheckInput

/// Stages of a run, each alone. They are for the benchmarks, and not part of the library's
/// interface.
@_spi(Benchmarks)
public enum Stage {
  /// The padding that the text for ``countTokens(_:isPortable:)`` must have behind its end.
  public static let paddingBytes = 64

  /// The size of a chunk of a run.
  private static let blockBytes = 256 << 10
  /// The size of the window in which a chunk is indexed.
  private static let windowBytes = 48 << 10

  /// Reads a file to its end, inflating it if it is gzip; returns how many bytes that are.
  ///
  /// Nil if it cannot be opened or read to its end.
  public static func countBytes(ofFile path: String) -> Int? {
    do throws(InputError) {
      var total = 0
      try OpenedInput(.file(path)).source.readAll(blockBytes: blockBytes) { total += $0.count }
      return total
    } catch {
      return nil
    }
  }

  /// Indexes comma-separated text in windows, as a run does, and returns how many tokens the kernel
  /// found.
  ///
  /// - Parameters:
  ///   - padded: the text and ``paddingBytes`` more.
  ///   - isPortable: by the kernel in portable C, otherwise by the fastest.
  public static func countTokens(_ padded: [UInt8], isPortable: Bool) -> Int {
    precondition(padded.count >= paddingBytes, "the text must have padding behind its end")
    return ByteView.with(padded) { bytes in
      // The padding is what the kernels may read behind the end.
      let text = bytes[0..<bytes.count - paddingBytes]
      return countTokens(text, kernel: isPortable ? .scalar : .best)
    }
  }

  private static func countTokens(_ text: ByteView, kernel: ScanKernel) -> Int {
    var index = TokenIndex(kernel: kernel)
    var position = 0
    var total = 0
    while position < text.count {
      let end = windowEnd(text, from: position)
      index.indexCSV(text, from: position, to: end, CSVDialect(delimiter: Ascii.comma))
      total += index.tokenCount
      position = end
    }
    return total
  }

  /// Checks JSON lines in chunks of so many records, each a batch, with one worker, and returns how
  /// many records are valid.
  public static func countValid(
    _ text: [UInt8], by validator: ProfileValidator, recordsInBatch: Int
  ) -> Int {
    let check = validator.check
    var worker = ChunkWorker(
      program: check.program, recordBytesMaximum: check.options.reading.recordBytesMaximum)
    let statistics = check.makeAccumulator(notes: []).makeStatistics()
    let owner = OwnedBytes(text)
    return withExtendedLifetime(owner) {
      var rest = owner.view
      var valid = 0
      while !rest.isEmpty {
        var end = 0
        for _ in 0..<recordsInBatch {
          end = rest.firstIndex(of: Ascii.lineFeed, from: end).map { $0 + 1 } ?? rest.count
        }
        _ = worker.judge(ChunkTask(bytes: rest[0..<end], isFinal: true), into: statistics)
        valid += statistics.valid
        rest = rest[end..<rest.count]
      }
      return valid
    }
  }

  /// Behind the last line feed of the window, or behind the next one if it has none.
  private static func windowEnd(_ text: ByteView, from start: Int) -> Int {
    guard start + windowBytes < text.count else { return text.count }
    var end = start + windowBytes
    while end > start && text[end - 1] != Ascii.lineFeed { end -= 1 }
    if end > start { return end }
    guard let next = text.firstIndex(of: Ascii.lineFeed, from: start + windowBytes) else {
      return text.count
    }
    return next + 1
  }
}
