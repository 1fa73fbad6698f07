package import BulkcheckCore

/// Memory for one chunk, reused from batch to batch. Grows for a long record and shrinks again afterwards.
///
/// Behind the chunk there are 64 readable bytes, of which the first is a line feed: what kernels and scanners expect.
@safe
package final class ChunkBuffer: @unchecked Sendable {
  // Sendable: the reader writes while nobody reads, workers read while nobody writes; batches keep them apart.
  private var memory: UnsafeMutableRawPointer
  package private(set) var capacity: Int
  package private(set) var count = 0

  private static let padding = 64

  package init(capacity: Int) {
    self.capacity = capacity
    unsafe memory = UnsafeMutableRawPointer.allocate(
      byteCount: capacity + ChunkBuffer.padding, alignment: 64)
    unsafe memory.initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity + ChunkBuffer.padding)
  }

  deinit { unsafe memory.deallocate() }

  /// The bytes of the chunk.
  package var bytes: ByteView {
    // SAFETY: `count` bytes are initialised, and the buffer outlives the batch.
    unsafe ByteView(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Empties the buffer and gives it the usual size again.
  package func reset(capacity wanted: Int) {
    count = 0
    if capacity != wanted { reallocate(wanted) }
  }

  /// Makes room for more, keeping the bytes.
  package func grow(to wanted: Int) {
    if wanted > capacity { reallocate(wanted) }
  }

  /// Appends bytes, growing if need be.
  package func append(_ other: ByteView) {
    grow(to: count + other.count)
    // SAFETY: there is room, and the view lies in other memory.
    unsafe (memory + count).copyMemory(from: other.start, byteCount: other.count)
    count += other.count
    seal()
  }

  /// Drops what lies behind the first `count` bytes.
  package func cut(to count: Int) {
    precondition(count <= self.count, "a chunk can only be cut shorter")
    self.count = count
    seal()
  }

  /// Lets `read` fill the free room up to `limit` bytes in all; returns what it read.
  func fill(
    upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(InputError) -> Int
  ) throws(InputError) -> Int {
    // SAFETY: within the allocation; the source writes no more than the buffer it is given.
    let room = unsafe UnsafeMutableRawBufferPointer(start: memory + count, count: limit - count)
    let got = try unsafe read(room)
    count += got
    seal()
    return got
  }

  private func seal() {
    // SAFETY: the padding lies behind the capacity.
    unsafe memory.storeBytes(of: Ascii.lineFeed, toByteOffset: count, as: UInt8.self)
  }

  private func reallocate(_ wanted: Int) {
    let kept = min(count, wanted)
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: wanted + ChunkBuffer.padding, alignment: 64)
    // SAFETY: both hold `kept` bytes; only the padding needs a value besides.
    unsafe larger.copyMemory(from: memory, byteCount: kept)
    unsafe (larger + wanted).initializeMemory(
      as: UInt8.self, repeating: 0, count: ChunkBuffer.padding)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity = wanted
    count = kept
    seal()
  }
}
