package import BulkcheckCore

/// A stream of bytes that is read once, from front to end, by one thread at a time.
package protocol ByteSource: AnyObject {
  /// Fills the room from its start and returns how many bytes were written; 0 means the end.
  ///
  /// May write fewer bytes than fit. `room` must not be empty. Whatever was read before a fault
  /// is returned first; the call after it throws, and so does every later one.
  func read(into room: ByteRoom) throws(InputError) -> Int

  /// How many stored (compressed) bytes were taken so far.
  var storedBytesRead: Int { get }

  /// The stored (compressed) size; nil where it cannot be known beforehand.
  var storedBytes: Int? { get }

  /// Where the next bytes come from, if they are gzip members that can be inflated elsewhere.
  var members: GzipSource? { get }
}

extension ByteSource {
  package var members: GzipSource? { nil }

  /// Reads to the end, `blockBytes` at a time at most; `take` sees the pieces, each valid during
  /// the call.
  package func readAll(
    blockBytes: Int = 64 << 10, _ take: (ByteView) -> Void
  ) throws(InputError) {
    var block = ByteBlock(capacity: blockBytes)
    while true {
      let count = try read(into: block.room)
      if count == 0 { return }
      take(block.view(from: 0, to: count))
    }
  }
}
