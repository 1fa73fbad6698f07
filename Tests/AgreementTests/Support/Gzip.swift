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

/// The bytes as several gzip members, each but the last of one of the sizes in turn.
func gzipMembers(_ data: [UInt8], sizes: [Int]) -> [[UInt8]] {
  var members: [[UInt8]] = []
  var rest = data[...]
  repeat {
    let piece = rest.prefix(sizes[members.count % sizes.count])
    rest = rest.dropFirst(piece.count)
    members.append(gzip(Array(piece)))
  } while !rest.isEmpty
  return members
}

/// The bytes as bgzip writes them: each member's size stands in an extra field, and an empty member
/// ends the file.
func bgzipMembers(_ data: [UInt8], sizes: [Int]) -> [[UInt8]] {
  (gzipMembers(data, sizes: sizes) + [gzip([])]).map { member in
    let deflated = member[10...]
    let size = member.count + 8 - 1
    let field: [UInt8] = [6, 0, 0x42, 0x43, 2, 0, UInt8(size & 0xff), UInt8(size >> 8)]
    return [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255] + field + deflated
  }
}

/// The bytes as one gzip member that holds them as they are, so that what looks like a header stays
/// so.
func gzipStored(_ data: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  precondition(data.count <= 65_535, "one stored block holds no more")
  let count = UInt16(data.count)
  bytes.append(1)
  for half in [count, ~count] { bytes += [UInt8(half & 0xff), UInt8(half >> 8)] }
  bytes += data
  for number in [UInt32(crc32(0, data, UInt32(data.count))), UInt32(data.count)] {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }
  return bytes
}
