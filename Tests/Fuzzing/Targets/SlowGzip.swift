import CZlib

/// Gzip (RFC 1952) member by member from the whole text, each inflated by zlib in one go.
enum SlowGzip {
  /// The content of the members, up to the first fault, and whether there is none.
  static func read(_ stored: [UInt8]) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    var position = 0
    repeat {
      guard let start = headerEnd(stored, position) else { return (bytes, false) }
      let member = inflate(stored, start)
      bytes += member.bytes
      guard let end = member.end, end + 8 <= stored.count,
        Array(stored[end..<end + 8]) == trailer(member.bytes)
      else { return (bytes, false) }
      position = end + 8
      // Only zeros may stand behind the last member.
      if stored[position...].allSatisfy({ $0 == 0 }) { return (bytes, true) }
    } while true
  }

  /// Gives each member the checksum and the length of what it holds.
  static func repair(_ stored: inout [UInt8]) {
    var position = 0
    while let start = headerEnd(stored, position) {
      let member = inflate(stored, start)
      guard let end = member.end else { return }
      stored.replaceSubrange(end..<min(end + 8, stored.count), with: trailer(member.bytes))
      position = end + 8
    }
  }

  private static func trailer(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = UInt32(crc32(0, bytes, UInt32(bytes.count)))
    return [checksum, UInt32(truncatingIfNeeded: bytes.count)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// The place at which the deflated data of the member at `start` begins; nil if its header is
  /// wrong or not whole.
  private static func headerEnd(_ stored: [UInt8], _ start: Int) -> Int? {
    guard start + 10 <= stored.count, stored[start...].starts(with: [0x1f, 0x8b, 8]) else {
      return nil
    }
    let flags = stored[start + 3]
    guard flags & 0xE0 == 0 else { return nil }
    var position = start + 10
    if flags & 4 != 0 {
      guard position + 2 <= stored.count else { return nil }
      position += 2 + Int(stored[position]) + Int(stored[position + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard position <= stored.count,
        let zero = stored[position...].firstIndex(of: 0)
      else { return nil }
      position = zero + 1
    }
    if flags & 2 != 0 {
      guard position + 2 <= stored.count else { return nil }
      let checksum = crc32(0, Array(stored[start..<position]), UInt32(position - start)) & 0xffff
      guard Int(checksum) == Int(stored[position]) + Int(stored[position + 1]) << 8 else {
        return nil
      }
      position += 2
    }
    return position <= stored.count ? position : nil
  }

  /// The content of the deflated data, and where it ends if it does.
  private static func inflate(_ stored: [UInt8], _ start: Int) -> (bytes: [UInt8], end: Int?) {
    var stream = z_stream()
    inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var rest = Array(stored[start...])
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 15)
    return rest.withUnsafeMutableBufferPointer { rest in
      stream.next_in = rest.baseAddress
      stream.avail_in = UInt32(rest.count)
      while true {
        let (status, count) = piece.withUnsafeMutableBufferPointer { piece in
          stream.next_out = piece.baseAddress
          stream.avail_out = UInt32(piece.count)
          let status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return (status, piece.count - Int(stream.avail_out))
        }
        output += piece[..<count]
        if status == Z_STREAM_END { return (output, stored.count - Int(stream.avail_in)) }
        if status != Z_OK { return (output, nil) }
      }
    }
  }
}
