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

  /// The source of the next bytes, if they are members that can be decompressed elsewhere.
  var members: (any CompressedSource)? { get }

  /// The source of the next bytes, if they are rows that can be written elsewhere.
  var rows: ArrowSource? { get }
}

extension ByteSource {
  package var rows: ArrowSource? { nil }
  package var members: (any CompressedSource)? { nil }

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

/// Bytes in memory as a stream.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var storedBytesRead: Int { position }
  package var storedBytes: Int? { bytes.count }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    let count = room.copy(bytes, from: position)
    position += count
    return count
  }
}

/// A stream whose first bytes can be looked at before they are read.
package final class PeekableSource: ByteSource {
  private let base: any ByteSource
  /// Bytes `position ..< end` were looked at and are not read yet; freed once they are.
  private var block = ByteBlock(capacity: 0)
  private var position = 0
  private var end = 0
  /// A fault met while looking ahead, thrown when the bytes before it are read.
  private var failure: InputError?
  private var baseHasEnded = false

  package init(_ base: any ByteSource) {
    self.base = base
  }

  package var storedBytesRead: Int { base.storedBytesRead }
  package var storedBytes: Int? { base.storedBytes }

  /// The run was to stop while bytes to look at were waited for; those that came are still to be
  /// read.
  package var isInterrupted: Bool { failure?.cause == .interrupted }

  /// The next bytes, at least `count` of them unless the input ends (or fails) before.
  ///
  /// The view is valid until the next call of any method. The memory is kept until the bytes are
  /// read.
  package func peek(_ count: Int) -> ByteView {
    reserve(position + count)
    while end - position < count && !baseHasEnded && failure == nil {
      do {
        let read = try base.read(into: block.room(from: end, to: block.capacity))
        end += read
        baseHasEnded = read == 0
      } catch {
        failure = error
      }
    }
    return block.view(from: position, to: end)
  }

  /// Not before everything that was looked at has been read.
  package var members: (any CompressedSource)? {
    position < end || failure != nil || baseHasEnded ? nil : base.members
  }

  /// The source of the next rows, once all that was looked at has been read.
  package var rows: ArrowSource? {
    position < end || failure != nil || baseHasEnded ? nil : base.rows
  }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    if position < end {
      let count = min(room.count, end - position)
      room.copy(block.view(from: position, to: position + count))
      position += count
      if position == end { release() }
      return count
    }
    if let failure { throw failure }
    return baseHasEnded ? 0 : try base.read(into: room)
  }

  /// More is looked at soon after the first bytes, and one call reads both.
  private static let blockBytes = OpenedInput.peekBytesMaximum

  private func reserve(_ count: Int) {
    if block.capacity >= count { return }
    var larger = ByteBlock(capacity: max(count, PeekableSource.blockBytes))
    larger.copy(block.view(from: 0, to: end), to: 0)
    block = larger
  }

  private func release() {
    block = ByteBlock(capacity: 0)
    position = 0
    end = 0
  }
}
