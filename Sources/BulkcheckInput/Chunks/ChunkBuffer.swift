package import BulkcheckCore

/// Memory for one chunk, used again and again. Grows for a long record and shrinks afterwards.
///
///     headroom | bytes of the chunk | free room | 64 bytes of padding
///
/// The headroom takes the start of a record whose end is already in place. Behind the chunk there are 64 readable bytes,
/// of which the first is a line feed: what kernels and scanners expect.
@safe
package final class ChunkBuffer: @unchecked Sendable {
  // Sendable: one thread at a time has the buffer; the owner of the buffer keeps turns apart.
  private var memory: UnsafeMutableRawPointer
  /// The size of the memory without its padding.
  package private(set) var allocated: Int
  private var start = 0
  package private(set) var count = 0

  private static let padding = 64
  /// A buffer beyond this is given back when it is used for less.
  package static let largeBytes = 3 << 20

  package init(capacity: Int = 0) {
    allocated = capacity
    unsafe memory = ChunkBuffer.allocate(capacity)
    seal()
  }

  deinit { unsafe memory.deallocate() }

  /// The bytes of the chunk.
  package var bytes: ByteView {
    // SAFETY: `count` bytes from `start` on are initialised; the owner keeps the buffer as long as it uses them.
    unsafe ByteView(
      start: UnsafePointer((memory + start).assumingMemoryBound(to: UInt8.self)), count: count)
  }

  /// How many bytes fit behind the headroom.
  package var capacity: Int { allocated - start }

  /// Holds much more than is usual.
  package var isLarge: Bool { count > ChunkBuffer.largeBytes }

  /// Gives memory back that is more than is usual.
  package func releaseIfLarge() {
    if allocated > ChunkBuffer.largeBytes { release() }
  }

  /// Empties the buffer and makes room for `capacity` bytes behind `headroom` more.
  package func reset(capacity: Int, headroom: Int = 0) {
    count = 0
    start = 0
    let wanted = capacity + headroom
    let isWasteful = allocated > ChunkBuffer.largeBytes && wanted < allocated / 2
    if wanted > allocated || isWasteful { reallocate(wanted) }
    start = headroom
    seal()
  }

  /// Empties the buffer and gives its memory back.
  package func release() {
    count = 0
    start = 0
    reallocate(0)
  }

  /// Makes room for `wanted` bytes in all, keeping those that are there; headroom is given up for it.
  package func grow(to wanted: Int) {
    if start + wanted > allocated { reallocate(wanted) }
  }

  /// Appends bytes, growing if need be.
  package func append(_ other: ByteView) {
    grow(to: count + other.count)
    // SAFETY: there is room, and the view lies in other memory.
    unsafe (memory + start + count).copyMemory(from: other.start, byteCount: other.count)
    count += other.count
    seal()
  }

  /// Puts bytes in front, into the headroom if they fit there.
  package func prepend(_ other: ByteView) {
    if other.count > start {
      let wanted = other.count + count
      let larger = unsafe ChunkBuffer.allocate(wanted)
      // SAFETY: `wanted` bytes are behind the front ones plus `count`.
      unsafe (larger + other.count).copyMemory(from: memory + start, byteCount: count)
      unsafe memory.deallocate()
      unsafe memory = larger
      allocated = wanted
      start = other.count
    }
    start -= other.count
    // SAFETY: `start` is not negative, and the view lies in other memory.
    unsafe (memory + start).copyMemory(from: other.start, byteCount: other.count)
    count += other.count
    seal()
  }

  /// Drops what lies behind the first `count` bytes.
  package func cut(to count: Int) {
    precondition(count <= self.count, "a chunk can only be cut shorter")
    self.count = count
    seal()
  }

  /// Drops the first `count` bytes.
  package func dropFirst(_ count: Int) {
    precondition(count <= self.count, "a chunk has no more bytes than it has")
    start += count
    self.count -= count
  }

  /// Lets `read` fill the free room up to `limit` bytes in all; returns what it read.
  func fill<Failure: Error>(
    upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    precondition(start + limit <= allocated, "a chunk is filled within its memory")
    // SAFETY: within the allocation; `read` writes no more than the buffer it is given.
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: memory + start + count, count: limit - count)
    let got = try unsafe read(room)
    count += got
    seal()
    return got
  }

  private func seal() {
    // SAFETY: the padding lies behind the capacity.
    unsafe memory.storeBytes(of: Ascii.lineFeed, toByteOffset: start + count, as: UInt8.self)
  }

  private func reallocate(_ wanted: Int) {
    let other = unsafe ChunkBuffer.allocate(wanted)
    count = min(count, wanted)
    // SAFETY: both hold `count` bytes.
    unsafe other.copyMemory(from: memory + start, byteCount: count)
    unsafe memory.deallocate()
    unsafe memory = other
    allocated = wanted
    start = 0
    seal()
  }

  /// Pages that nobody writes to cost nothing; only the padding gets a value.
  private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes + padding, alignment: 64)
    unsafe (memory + bytes).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    return unsafe memory
  }
}
