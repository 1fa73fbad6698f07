internal import BulkcheckCore

/// The header of a gzip member that lies in memory as a whole.
///
/// For looking ahead only: what is unusual is nil here, and ``GzipSource`` has the last word on it.
struct MemberHeader {
  /// The offset of the deflate data from the header's first byte.
  let dataStart: Int
  /// The size of the whole member, if it is a block of bgzip.
  let memberBytes: Int?

  /// Without optional fields.
  static let bytesMinimum = 10
  /// The checksum and the length behind the data.
  static let trailerBytes = 8

  /// Whether a header may begin at `start`, of which ``bytesMinimum`` bytes are there.
  static func isPlausible(_ bytes: ByteView, at start: Int) -> Bool {
    guard start + bytesMinimum <= bytes.count,
      bytes[start] == 0x1f && bytes[start + 1] == 0x8b && bytes[start + 2] == 8
    else { return false }
    let flags = bytes[start + 3]
    // No text flag and no header checksum: hardly anyone writes them.
    guard flags & (HeaderFlag.reserved | HeaderFlag.headerChecksum) == 0 else { return false }
    let extraFlags = bytes[start + 8]
    let system = bytes[start + 9]
    return (extraFlags == 0 || extraFlags == 2 || extraFlags == 4)
      && (system <= 13 || system == 255)
  }

  /// Reads the header at `start`; nil if it is not plausible or goes on behind the bytes.
  static func read(_ bytes: ByteView, at start: Int) -> MemberHeader? {
    guard isPlausible(bytes, at: start) else { return nil }
    let flags = bytes[start + 3]
    var position = start + bytesMinimum
    var memberBytes: Int?
    if flags & HeaderFlag.extra != 0 {
      guard position + 2 <= bytes.count else { return nil }
      let extraEnd = position + 2 + littleEndian16(bytes, position)
      guard extraEnd <= bytes.count else { return nil }
      memberBytes = blockBytes(bytes, position + 2, extraEnd)
      position = extraEnd
    }
    for flag in [HeaderFlag.name, HeaderFlag.comment] where flags & flag != 0 {
      while position < bytes.count && bytes[position] != 0 { position += 1 }
      guard position < bytes.count else { return nil }
      position += 1
    }
    return MemberHeader(dataStart: position - start, memberBytes: memberBytes)
  }

  /// The subfield `BC` of bgzip: the member's size less one, in two bytes.
  private static func blockBytes(
    _ bytes: ByteView, _ start: Int, _ end: Int
  ) -> Int? {
    var position = start
    while position + 4 <= end {
      let length = littleEndian16(bytes, position + 2)
      if bytes[position] == UInt8(ascii: "B") && bytes[position + 1] == UInt8(ascii: "C")
        && length == 2 && position + 6 <= end
      {
        return littleEndian16(bytes, position + 4) + 1
      }
      position += 4 + length
    }
    return nil
  }

  private static func littleEndian16(_ bytes: ByteView, _ position: Int) -> Int {
    Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }
}
