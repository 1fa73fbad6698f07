package import BulkcheckCore

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
