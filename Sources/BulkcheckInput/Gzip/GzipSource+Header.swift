internal import BulkcheckCore

/// The flags of a member's header (RFC 1952, 2.3.1).
enum HeaderFlag {
  static let headerChecksum: UInt8 = 1 << 1
  static let extra: UInt8 = 1 << 2
  static let name: UInt8 = 1 << 3
  static let comment: UInt8 = 1 << 4
  static let reserved: UInt8 = 0b1110_0000
}

extension GzipSource {
  /// Reads a member's header behind the two magic bytes; its optional fields are checked and
  /// dropped.
  func readHeaderAfterMagic() throws(InputError) {
    let start = offset - 2
    let method = try requiredByte()
    guard method == 8 else { throw corrupt(.compressionMethod(method), at: offset - 1) }
    let flags = try requiredByte()
    guard flags & HeaderFlag.reserved == 0 else {
      throw corrupt(.reservedFlags(flags & HeaderFlag.reserved), at: offset - 1)
    }
    // Only a header that carries a checksum pays for one.
    var checksum: UInt32? =
      flags & HeaderFlag.headerChecksum == 0
      ? nil : [0x1f, 0x8b, method, flags].reduce(0) { checksumAdding($1, to: $0) }

    // Modification time, extra flags, operating system.
    try skip(6, checksum: &checksum)
    if flags & HeaderFlag.extra != 0 {
      let low = try headerByte(checksum: &checksum)
      let high = try headerByte(checksum: &checksum)
      try skip(Int(high) << 8 | Int(low), checksum: &checksum)
    }
    if flags & HeaderFlag.name != 0 { try skipText(checksum: &checksum) }
    if flags & HeaderFlag.comment != 0 { try skipText(checksum: &checksum) }
    guard let checksum else { return }
    let low = try requiredByte()
    let high = try requiredByte()
    guard UInt16(truncatingIfNeeded: checksum) == UInt16(high) << 8 | UInt16(low) else {
      throw corrupt(.headerChecksum, at: start)
    }
  }

  private func headerByte(checksum: inout UInt32?) throws(InputError) -> UInt8 {
    let byte = try requiredByte()
    checksum = checksum.map { checksumAdding(byte, to: $0) }
    return byte
  }

  private func skip(_ count: Int, checksum: inout UInt32?) throws(InputError) {
    for _ in 0..<count { _ = try headerByte(checksum: &checksum) }
  }

  /// Skips a text with its closing zero byte.
  private func skipText(checksum: inout UInt32?) throws(InputError) {
    while try headerByte(checksum: &checksum) != 0 {}
  }

  private func checksumAdding(_ byte: UInt8, to checksum: UInt32) -> UInt32 {
    ByteView.with([byte]) { inflater.checksum(checksum, adding: $0) }
  }
}
