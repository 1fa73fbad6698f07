internal import BulkcheckCore

/// How the buffers of a batch are compressed, each by itself.
///
/// A compressed buffer begins with the number of its bytes when it is decompressed, or with -1 if
/// what follows is not compressed.
enum BufferCompression: Int, Sendable {
  case lz4 = 0
  case zstd = 1

  private static let prefixBytes = 8

  /// The compression that a name of Arrow 0.17 stands for, in capitals or not.
  init?(name: String) {
    switch name.lowercased() {
    case "lz4": self = .lz4
    case "zstd": self = .zstd
    default: return nil
    }
  }

  /// The bytes that a stored buffer says it holds.
  func statedBytes(of stored: ByteView) throws(ArrowError) -> Int {
    if stored.isEmpty { return 0 }
    guard stored.count >= BufferCompression.prefixBytes else {
      throw ArrowError(.buffer(.tooShort(needed: BufferCompression.prefixBytes, has: stored.count)))
    }
    let stated = Int(Int64(bitPattern: stored.word(at: 0)))
    if stated == -1 { return stored.count - BufferCompression.prefixBytes }
    guard stated >= 0 else { throw ArrowError(.compression(.size(stated: stated))) }
    return stated
  }

  /// Decompresses a stored buffer.
  ///
  /// - Parameter count: its ``statedBytes(of:)``.
  func decompress(_ stored: ByteView, count: Int) throws(ArrowError) -> ArrowBlock {
    if stored.isEmpty { return ArrowBlock(ByteBlock(capacity: 0), count: 0) }
    let content = stored[BufferCompression.prefixBytes..<stored.count]
    if stored.word(at: 0) == .max {
      var block = ByteBlock(forBuffer: content.count)
      block.copy(content, to: 0)
      return ArrowBlock(block, count: content.count)
    }
    switch self {
    case .lz4:
      #if LZ4 && canImport(CLZ4)
        return try decompress(content, count, LZ4FrameDecoder())
      #else
        throw ArrowError(.compression(.notBuiltIn("LZ4")))
      #endif
    case .zstd:
      #if Zstd && canImport(CZstd)
        return try decompress(content, count, ZstdFrameDecoder())
      #else
        throw ArrowError(.compression(.notBuiltIn("Zstandard")))
      #endif
    }
  }

  /// Memory grows with what comes out, since the stated count may be wrong.
  private func decompress(
    _ content: ByteView, _ count: Int, _ decoder: (any FrameDecoder)?
  ) throws(ArrowError) -> ArrowBlock {
    guard let decoder else { throw ArrowError(.compression(.outOfMemory)) }
    var end = min(count, max(1 << 16, 16 * content.count))
    var block = ByteBlock(forBuffer: end)
    var filled = 0
    var read = 0
    while true {
      if filled == end, filled < count {
        end = min(count, 4 * filled)
        if end > block.capacity { block = block.grown(to: end, keeping: filled) }
      }
      let step = decoder.decompress(
        content[read..<content.count], into: block.room(from: filled, to: end))
      read += step.consumed
      filled += step.produced
      switch step.status {
      case .damaged(let reason): throw ArrowError(.compression(.damaged(reason)))
      case .finished:
        guard read == content.count, filled == count else {
          throw ArrowError(.compression(.size(stated: count)))
        }
        return ArrowBlock(block, count: count)
      case .running:
        // Neither input nor output is left, or there is nothing to go on with.
        if step.consumed == 0, step.produced == 0, filled < end || filled == count {
          throw ArrowError(.compression(.size(stated: count)))
        }
      }
    }
  }
}

/// Decompresses one frame, in steps.
protocol FrameDecoder: AnyObject {
  func decompress(_ input: ByteView, into output: ByteRoom) -> FrameStep
}

/// How far a step of decompressing came.
struct FrameStep {
  enum Status {
    case running, finished
    /// The library's reason.
    case damaged(String)
  }

  var consumed: Int
  var produced: Int
  var status: Status
}
