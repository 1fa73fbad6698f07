internal import BulkcheckCore
internal import CZlib

/// Makes one gzip member (RFC 1952) after the other with zlib. The header names neither a time nor
/// a file, so that the same bytes give the same member.
@safe
final class MemberDeflater: MemberEncoder {
  /// The compression level that gzip uses.
  private static let level: Int32 = 6
  /// The largest window, in a gzip wrapper.
  private static let windowBits = MAX_WBITS + 16
  private static let memoryLevel: Int32 = 8

  // zlib keeps a pointer to the stream, so it must not move. It therefore has its own allocation.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = OutputBlock(capacity: 0)

  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe deflateInit2_(
      stream, MemberDeflater.level, Z_DEFLATED, MemberDeflater.windowBits,
      MemberDeflater.memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  var member: ByteView { output.bytes }

  func encode(_ bytes: ByteView) -> Bool {
    precondition(bytes.count <= 1 << 30, "zlib counts in 32 bits")
    guard unsafe deflateReset(stream) == Z_OK else { return false }
    let bound = Int(unsafe deflateBound(stream, UInt(bytes.count)))
    if bound > output.capacity { output = OutputBlock(capacity: bound) }
    var code = Z_OK
    output.refill { room in
      // SAFETY: zlib reads and writes within the counts given and keeps no pointer that it uses
      // later; it does not write to its input.
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.start)
      unsafe stream.pointee.avail_in = UInt32(bytes.count)
      unsafe stream.pointee.next_out = room.start
      unsafe stream.pointee.avail_out = UInt32(room.count)
      code = unsafe deflate(stream, Z_FINISH)
      return room.count - Int(unsafe stream.pointee.avail_out)
    }
    // The bound made room for all in one call.
    return code == Z_STREAM_END
  }
}

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
