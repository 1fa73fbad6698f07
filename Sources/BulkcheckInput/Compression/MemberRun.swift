internal import BulkcheckArrow
package import BulkcheckCore

/// Members that lie ahead, whole and of a size that a worker can decompress at once.
struct MemberPlan {
  var storedBytes = 0
  /// The most that they can hold; of gzip, exactly what the trailers say.
  var decompressedBytes = 0
  var members = 0
}

/// The stored bytes of whole members, to be decompressed apart from the stream.
///
/// A member is what can be decompressed by itself: a member of gzip, a frame of Zstandard. A file
/// of many small members (bgzip, appended logs) is decompressed in parallel. Members are read as
/// they are stored, and the next free thread decompresses them into a buffer that has room for all
/// that they can hold. The stored bytes
///
///     1f 8b 08 … trailer   1f 8b 08 … trailer   1f 8b 08 …
///     0                    14,200               31,900      the block ends in here
///
/// give a run of two members with 31,900 bytes. A member of more than 1 MiB stored or 2 MiB
/// decompressed is left to the stream.
///
/// ``decompress(into:with:)`` accepts only what is regular to the last byte. Anything else is put
/// back, and the rest of the input is read as one stream by its ``CompressedSource``, which alone
/// decides what is wrong with the file. Damage, cut-off members and bytes after the last member
/// therefore give the same report at any number of threads.
package final class MemberRun {
  /// Beyond these a member is streamed: runs wait in memory for their turn.
  static let storedBytesMaximum = 1 << 20
  static let decompressedBytesMaximum = 2 << 20

  private var block = ByteBlock(capacity: 0)
  private var plan = MemberPlan()
  /// Rows of a table that stand in for members.
  private(set) var rows: ArrowRun?
  /// Writes rows as cells, and keeps them until their chunk has been merged.
  private var cellWriter: ArrowCells?
  /// The cells of the rows, if they have been written as such.
  private(set) var cells: RowCells?
  /// How the members are compressed.
  package private(set) var compression = InputCompression.none

  package init() {}

  /// The bytes that the members hold at most.
  package var roomWanted: Int { plan.decompressedBytes }
  var memberCount: Int { plan.members }

  /// The members as they are stored.
  var stored: ByteView { block.view(from: 0, to: plan.storedBytes) }

  /// Copies the members of a plan from the front of the bytes.
  func load(_ plan: MemberPlan, from bytes: ByteView, _ compression: InputCompression) {
    if block.capacity < plan.storedBytes {
      block = ByteBlock(capacity: plan.storedBytes + plan.storedBytes / 8)
    }
    self.plan = plan
    rows = nil
    cells = nil
    self.compression = compression
    block.copy(bytes[0..<plan.storedBytes], to: 0)
  }

  /// Takes rows of a table, which a worker writes.
  func load(_ rows: ArrowRun) {
    self.rows = rows
    cells = nil
    plan = MemberPlan()
    compression = .none
  }

  /// Writes the rows as cells; false if they have to be written as lines.
  func writeCells(of run: ArrowRun) throws(ArrowError) -> Bool {
    let writer = cellWriter ?? run.limits.makeCells()
    cellWriter = writer
    guard
      try writer.write(run.batch, rows: run.rows, columns: run.columns, names: run.names)
    else { return false }
    cells = writer.cells
    return true
  }

  /// Decompresses all members into the buffer, which has room for them. False unless every one of
  /// them is what it says.
  package func decompress(into buffer: ChunkBuffer, with decoder: any MemberDecoder) -> Bool {
    var isRegular = true
    _ = buffer.fill(upTo: roomWanted) { (room) throws(Never) in
      guard let count = decoder.decode(stored, members: plan.members, into: room) else {
        isRegular = false
        return 0
      }
      return count
    }
    return isRegular
  }
}

/// Decompresses whole members; each worker has its own.
package protocol MemberDecoder: AnyObject {
  /// Decompresses members into the room, and returns how many bytes they have. Nil unless every one
  /// of them is what it says, and nothing is left.
  func decode(_ stored: ByteView, members: Int, into room: ByteRoom) -> Int?
}

extension InputCompression {
  /// Nil when memory is short.
  package func makeMemberDecoder() -> (any MemberDecoder)? {
    switch self {
    case .none: nil
    case .gzip: GzipMemberDecoder()
    case .zstd:
      #if Zstd && canImport(CZstd)
        ZstdFrameDecoder()
      #else
        nil
      #endif
    }
  }
}
