package import BulkcheckCore

/// Memory for one chunk, used again and again. Grows for a long record and shrinks afterwards.
///
///     headroom | bytes of the chunk | free room | 64 bytes of padding
///
/// The headroom takes the start of a record whose end is already in place. Behind the chunk there
/// are 64 readable bytes, the first of them a line feed, as kernels and scanners expect.
package final class ChunkBuffer {
  private var block: ByteBlock
  private var start = 0
  package private(set) var count = 0
  /// JSON documents: where its records are.
  package let records = DocumentRecords()

  /// A buffer beyond this is given back when it is used for less.
  package static let largeBytes = 3 << 20

  package init(capacity: Int = 0) {
    block = ByteBlock(capacity: capacity)
    seal()
  }

  /// The size of the memory without its padding.
  package var allocated: Int { block.capacity }

  /// The bytes of the chunk; valid until the buffer is changed.
  package var bytes: ByteView { block.view(from: start, to: start + count) }

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

  /// Makes room for `wanted` bytes in all, keeping those that are there; headroom is given up for
  /// it.
  package func grow(to wanted: Int) {
    if start + wanted > allocated { reallocate(wanted) }
  }

  /// Appends bytes, growing if need be.
  package func append(_ other: ByteView) {
    grow(to: count + other.count)
    block.copy(other, to: start + count)
    count += other.count
    seal()
  }

  /// Appends bytes to a text whose size is not known beforehand.
  func appendLine(_ other: ByteView) {
    let wanted = count + other.count
    if start + wanted > allocated { grow(to: max(wanted, 2 * capacity)) }
    append(other)
  }

  /// Puts bytes in front, into the headroom if they fit there.
  package func prepend(_ other: ByteView) {
    if other.count > start {
      var larger = ByteBlock(capacity: other.count + count)
      larger.copy(bytes, to: other.count)
      block = larger
      start = other.count
    }
    start -= other.count
    block.copy(other, to: start)
    count += other.count
    seal()
  }

  /// Drops the bytes after the first `count`.
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
    upTo limit: Int, _ read: (ByteRoom) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let got = try read(block.room(from: start + count, to: start + limit))
    count += got
    seal()
    return got
  }

  /// Lets `change` write to the bytes of the chunk.
  func withRoom<Result>(_ change: (ByteRoom) -> Result) -> Result {
    change(block.room(from: start, to: start + count))
  }

  private func seal() { block[start + count] = Ascii.lineFeed }

  private func reallocate(_ wanted: Int) {
    var other = ByteBlock(capacity: wanted)
    count = min(count, wanted)
    other.copy(block.view(from: start, to: start + count), to: 0)
    block = other
    start = 0
    seal()
  }
}
