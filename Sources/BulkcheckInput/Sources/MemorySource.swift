/// Bytes in memory as a stream.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var storedBytesRead: Int { position }
  package var storedBytes: Int? { bytes.count }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = min(buffer.count, bytes.count - position)
    // SAFETY: both ranges hold `count` bytes by the line above, and the caller's buffer is not
    // ours.
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      .copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
