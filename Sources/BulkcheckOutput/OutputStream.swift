package import BulkcheckCore
internal import CLibrary

/// Bytes on their way to an ``OutputFile``: small pieces are gathered, large ones written from
/// where they lie, and a name that ends in `.gz` compresses.
///
/// Used by one thread at a time. Memory: one block, and if it compresses, two for each thread.
package final class OutputStream {
  package let path: String
  let purpose: String
  private let file: OutputFile
  private let gathered: OutputBlock
  private let compressor: BlockCompressor?

  /// Pieces from here on are written without being copied.
  private static let largeBytes = 32 << 10
  private static let blockBytes = 256 << 10

  /// Opens the output, under a temporary name if it is a regular file.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - purpose: what is written, for messages: `the valid records`.
  ///   - threads: how many may compress at once.
  ///   - shouldStopOpening: asked while nobody reads from a named pipe.
  ///   - shouldStop: asked while a pipe cannot be written to.
  package init(
    path: String, purpose: String, threads: Int, shouldStopOpening: () -> Bool = { false },
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(OutputError) {
    self.path = path
    self.purpose = purpose
    let makeEncoder: (() -> (any MemberEncoder)?)?
    if path.hasSuffix(".gz") {
      makeEncoder = { MemberDeflater() }
    } else if path.hasSuffix(".zst") {
      #if Zstd && canImport(CZstd)
        makeEncoder = { FrameCompressor() }
      #else
        throw OutputError(purpose: purpose, path: path, cause: .noZstd)
      #endif
    } else {
      makeEncoder = nil
    }
    do throws(SystemError) {
      file = try OutputFile(
        path: path, shouldStopOpening: shouldStopOpening, shouldStop: shouldStop)
    } catch {
      throw OutputError(purpose: purpose, path: path, cause: .system(error))
    }
    compressor = makeEncoder.map { BlockCompressor(threads: threads, makeEncoder: $0) }
    gathered = OutputBlock(capacity: compressor == nil ? OutputStream.blockBytes : 0)
  }

  /// Writes bytes, or keeps a copy of them for later.
  package func write(_ bytes: ByteView) throws(OutputError) {
    if let compressor {
      var rest = bytes
      while !rest.isEmpty {
        rest = compressor.gather(rest)
        if compressor.isFull { try compress(compressor) }
      }
      return
    }
    if bytes.count <= gathered.room {
      gathered.append(bytes)
      return
    }
    try flush()
    if bytes.count >= OutputStream.largeBytes {
      try writeThrough(bytes)
    } else {
      gathered.append(bytes)
    }
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try ByteView.with(bytes) { view throws(OutputError) in try write(view) }
  }

  /// Writes what was gathered, and closes the file.
  package func finish() throws(OutputError) {
    if let compressor {
      try compress(compressor, isLast: true)
    } else {
      try flush()
    }
    try failing { file throws(SystemError) in try file.close() }
  }

  /// Puts the finished file in its place.
  package func commit() throws(OutputError) {
    try failing { file throws(SystemError) in try file.commit() }
  }

  /// Removes what was written, unless it has been put in its place.
  package func discard() { file.discard() }

  private func flush() throws(OutputError) {
    if gathered.count > 0 { try writeThrough(gathered.bytes) }
    gathered.clear()
  }

  private func compress(
    _ compressor: BlockCompressor, isLast: Bool = false
  ) throws(OutputError) {
    guard let members = compressor.compress(isLast: isLast) else {
      throw OutputError(purpose: purpose, path: path, cause: .compressor)
    }
    for member in members { try writeThrough(member) }
  }

  private func writeThrough(_ bytes: ByteView) throws(OutputError) {
    try failing { file throws(SystemError) in try file.write(bytes) }
  }

  private func failing(
    _ body: (OutputFile) throws(SystemError) -> Void
  ) throws(OutputError) {
    do throws(SystemError) {
      try body(file)
    } catch {
      throw OutputError(purpose: purpose, path: path, cause: .system(error))
    }
  }
}

/// Why an output cannot be written.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable {
    case system(SystemError)
    /// There is no memory for the compressor.
    case compressor
    /// The command was built without libzstd.
    case noZstd
    /// A character that the encoding of the output does not have.
    case noCharacter(Unicode.Scalar, TextEncoding)
    /// Records that cannot be in one file; says why.
    case incompatible(String)
  }

  /// The content that was to be written: `the valid records`.
  package var purpose: String
  /// The path as given.
  package var path: String
  package var cause: Cause

  package init(purpose: String, path: String, cause: Cause) {
    self.purpose = purpose
    self.path = path
    self.cause = cause
  }

  /// The reader of the output has closed it.
  package var isClosedPipe: Bool {
    if case .system(let error) = cause { error.isClosedPipe } else { false }
  }

  /// The write was given up because the run was to stop.
  package var isInterruption: Bool {
    if case .system(let error) = cause { error.isInterruption } else { false }
  }

  /// The output is standard output.
  package var isStandardOutput: Bool { OutputFile.isStandardOutput(path) }

  package var description: String {
    switch cause {
    case .system(let error):
      let place = isStandardOutput ? "to standard output" : "to \(path)"
      return "cannot write \(purpose) \(place): \(error)\(remedy(error))"
    case .compressor: return "cannot write \(purpose) to \(path): not enough memory to compress"
    case .noZstd:
      return "cannot write \(purpose) to \(path): this command was built without Zstandard; write "
        + "to a .gz file"
    case .noCharacter(let character, let encoding):
      return "cannot write \(purpose) to \(path): \(encoding.rawValue), the encoding of the input, "
        + "has no U+\(VisibleText.hex(character.value))"
    case .incompatible(let why): return "cannot write \(purpose) to \(path): \(why)"
    }
  }

  private func remedy(_ error: SystemError) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    switch error.code {
    case ENOENT where !FileIdentity.exists(folder):
      return "; create the folder first: mkdir -p \(folder)"
    case ENOTDIR: return "; \(folder) is not a folder"
    case EACCES, EPERM, EROFS: return "; choose a folder where you can create files"
    case EISDIR: return "; name a file in it"
    case ENOSPC, EDQUOT:
      return "; free some space, or write to another disk or to a .gz or .zst file"
    case EFBIG: return "; larger files are not allowed here: see ulimit -f"
    case EPIPE: return "; its reader has closed it"
    default: return ""
    }
  }
}
