import CZlib

/// The bytes as one gzip member.
func gzip(_ data: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  // 31: the largest window, in a gzip wrapper.
  deflateInit2_(
    &stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var input = data
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(data.count))) + 32)
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      return output.count - Int(stream.avail_out)
    }
  }
  return Array(output[..<count])
}
