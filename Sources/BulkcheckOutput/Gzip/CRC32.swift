internal import CZlib

/// The checksum of gzip and PNG (ISO 3309), by zlib.
package enum CRC32 {
  /// Goes on from the checksum of what stands before; 0 at the start.
  package static func update(_ checksum: UInt32, _ bytes: [UInt8]) -> UInt32 {
    var result = UInt(checksum)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(partBytes)
      result = unsafe part.withUnsafeBufferPointer { buffer in
        // SAFETY: the array's own memory, read during the call; the count fits by `partBytes`.
        unsafe crc32(result, buffer.baseAddress, UInt32(buffer.count))
      }
      rest = rest.dropFirst(partBytes)
    }
    return UInt32(truncatingIfNeeded: result)
  }

  /// zlib counts in 32 bits.
  private static let partBytes = 1 << 30
}
