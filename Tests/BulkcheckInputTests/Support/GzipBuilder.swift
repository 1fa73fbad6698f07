import CZlib

/// Builds gzip members piece by piece, so that each piece can be wrong on purpose.
struct GzipBuilder {
  var method: UInt8 = 8
  var reservedFlags: UInt8 = 0
  var extra: [UInt8]?
  var name: String?
  var comment: String?
  /// Adds the header's CRC-16, changed by exclusive or with the value.
  var headerChecksumChange: UInt16?
  var checksumChange: UInt32 = 0
  var lengthChange: UInt32 = 0
  /// nil: deflated by zlib.
  var deflateData: [UInt8]?

  func member(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1f, 0x8b, method, flags, 1, 2, 3, 4, 0, 255]
    if let extra { bytes += littleEndian(UInt16(extra.count)) + extra }
    if let name { bytes += Array(name.utf8) + [0] }
    if let comment { bytes += Array(comment.utf8) + [0] }
    if let headerChecksumChange {
      let checksum = UInt16(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
      bytes += littleEndian(checksum ^ headerChecksumChange)
    }
    bytes += deflateData ?? deflated(data)
    bytes += littleEndian(UInt32(crc32(0, data, UInt32(data.count))) ^ checksumChange)
    bytes += littleEndian(UInt32(data.count) ^ lengthChange)
    return bytes
  }

  private var flags: UInt8 {
    reservedFlags | (headerChecksumChange == nil ? 0 : 2) | (extra == nil ? 0 : 4)
      | (name == nil ? 0 : 8) | (comment == nil ? 0 : 16)
  }

  private func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Raw deflate data with blocks of all sorts, as zlib chooses.
  private func deflated(_ data: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = data
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(data.count))))
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Array(output[..<(output.count - Int(stream.avail_out))])
      }
    }
  }
}

/// The data in stored deflate blocks, the last one marked as such if `isFinal`.
func storedBlocks(_ data: [UInt8], isFinal: Bool) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = data[...]
  repeat {
    let piece = rest.prefix(65_535)
    rest = rest.dropFirst(piece.count)
    let count = UInt16(piece.count)
    bytes.append(isFinal && rest.isEmpty ? 1 : 0)
    for half in [count, ~count] { bytes += [UInt8(half & 0xff), UInt8(half >> 8)] }
    bytes += piece
  } while !rest.isEmpty
  return bytes
}
