internal import BulkcheckCore

/// Text of another encoding as UTF-8.
///
/// It is between the decompression and everything that looks at text, so formats, headers and
/// delimiters are found in UTF-8. Bytes without meaning are passed on as what no UTF-8 has (see
/// `bulkcheck_encodings.h`): a record with such bytes is malformed, and its bytes can be counted
/// and written as they were. Of what is decoded, the original bytes are not kept, and no table of
/// positions either: both can be computed from the UTF-8 (``BulkcheckCore/TextCodec``).
///
/// A character may be cut by the end of a block. Its first bytes, three at most, wait for the
/// others. At the end of the input they mean nothing.
///
/// Memory: one block, whatever comes.
final class EncodedSource: ByteSource {
  private let base: any ByteSource
  private let codec: TextCodec
  /// Bytes `position ..< end` are not decoded yet.
  private var block: ByteBlock
  private var position = 0
  private var end = 0
  /// Nothing comes behind the block.
  private var hasEnded = false
  private var failure: InputError?
  /// Decoded bytes for rooms in which no character fits: `spareStart ..< spareEnd`.
  private var spare = ByteBlock(capacity: spareBytes)
  private var spareStart = 0
  private var spareEnd = 0

  private static let spareBytes = 64
  /// The bytes read at a time; a block stays in the cache between being read and being decoded.
  private static let blockBytesDefault = 64 << 10

  init(_ base: any ByteSource, _ codec: TextCodec, blockBytes: Int = blockBytesDefault) {
    self.base = base
    self.codec = codec
    block = ByteBlock(capacity: max(blockBytes, 8))
  }

  var storedBytesRead: Int { base.storedBytesRead }
  var storedBytes: Int? { base.storedBytes }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    if spareStart == spareEnd, room.count >= Self.spareBytes { return try decode(into: room) }
    if spareStart == spareEnd {
      spareStart = 0
      spareEnd = 0
      spareEnd = try decode(into: spare.room)
    }
    let count = min(room.count, spareEnd - spareStart)
    room.copy(spare.view(from: spareStart, to: spareStart + count))
    spareStart += count
    return count
  }

  /// Decodes into a room in which at least one character fits; 0 at the end.
  private func decode(into room: ByteRoom) throws(InputError) -> Int {
    while true {
      let (read, written) = codec.decode(block.view(from: position, to: end), into: room)
      position += read
      if written > 0 { return written }
      if let failure { throw failure }
      if hasEnded { return standIn(in: room) }
      refill()
    }
  }

  /// Stands for the next bytes, which are no whole character and nothing follows; 0 if there is
  /// none.
  private func standIn(in room: ByteRoom) -> Int {
    let unit = min(codec.unitBytes, end - position)
    for index in 0..<unit {
      spare[2 * index] = 0xF8 | block[position + index] >> 6
      spare[2 * index + 1] = 0x80 | block[position + index] & 0x3F
    }
    room.copy(spare.view(from: 0, to: 2 * unit))
    position += unit
    return 2 * unit
  }

  private func refill() {
    block.copy(block.view(from: position, to: end), to: 0)
    end -= position
    position = 0
    do {
      let count = try base.read(into: block.room(from: end, to: block.capacity))
      end += count
      hasEnded = count == 0
    } catch {
      // Whole characters before it have been passed on; the first bytes of one are not an end.
      failure = error
    }
  }
}
