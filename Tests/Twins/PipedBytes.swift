package import BulkcheckArrow
package import BulkcheckCore

/// Bytes of Arrow that can be read only once, from front to end.
package final class PipedBytes: ArrowBytes, @unchecked Sendable {
  private let bytes: [UInt8]
  private var position = 0
  package let count: Int? = nil

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func read(at offset: Int, into room: ByteRoom) throws(ArrowError) -> Int {
    precondition(offset >= position, "a pipe has no way back")
    let count = offset >= bytes.count ? 0 : room.copy(bytes, from: offset)
    position = offset + count
    return count
  }
}
