internal import BulkcheckCore
internal import CZlib

/// The checksum of gzip and PNG (ISO 3309), by zlib.
package enum CRC32 {
  /// Goes on from the checksum of the bytes before; 0 at the start.
  package static func update(_ checksum: UInt32, _ bytes: [UInt8]) -> UInt32 {
    ByteView.with(bytes) { bytes in
      var result = UInt(checksum)
      var position = 0
      while position < bytes.count {
        let part = bytes[position..<min(bytes.count, position + partBytes)]
        // SAFETY: reads the bytes of the view; the count fits by `partBytes`.
        result = unsafe crc32(result, part.start, UInt32(part.count))
        position += part.count
      }
      return UInt32(truncatingIfNeeded: result)
    }
  }

  /// zlib counts in 32 bits.
  private static let partBytes = 1 << 30
}
