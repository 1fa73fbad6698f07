internal import CBulkcheckScan

/// Text of an encoding made UTF-8, and UTF-8 made text of it: the kernels of
/// `bulkcheck_encodings.h`, which describes them.
package struct TextCodec: Sendable {
  /// Room in which a character fits, or a stand-in.
  package static let characterRoom = Int(BULKCHECK_CHARACTER_ROOM)

  /// The way to convert.
  private enum Form: Sendable {
    case utf16(isBigEndian: Bool)
    case table(EncodingTable)
  }

  private let form: Form

  /// How many bytes mean nothing together where no character begins: 2 in UTF-16.
  package var unitBytes: Int {
    if case .utf16 = form { 2 } else { 1 }
  }

  /// Nil for UTF-8, and if the C library does not have the encoding.
  package init?(_ encoding: TextEncoding) {
    if let isBigEndian = encoding.isBigEndian {
      form = .utf16(isBigEndian: isBigEndian)
    } else if let table = EncodingTable.of(encoding) {
      form = .table(table)
    } else {
      return nil
    }
  }

  /// Makes UTF-8 of bytes, as far as whole characters go and the room has
  /// ``characterRoom`` for each.
  package func decode(_ bytes: ByteView, into room: ByteRoom) -> (read: Int, written: Int) {
    // SAFETY: of this and the next ones: the kernels read the view, a table that is never freed,
    // and write the room.
    let end =
      switch form {
      case .utf16(let isBigEndian):
        unsafe bulkcheck_decode_utf16(
          bytes.start, bytes.count, isBigEndian ? 1 : 0, room.start, room.count)
      case .table(let table):
        unsafe bulkcheck_decode_table(
          bytes.start, bytes.count, table.pages.base, room.start, room.count)
      }
    return (end.read, end.written)
  }

  /// Makes text of UTF-8, as ``decode(_:into:)`` does the contrary. Stops also at a character that
  /// the encoding does not have, or has in no table: see ``bytes(of:)``.
  package func encode(_ bytes: ByteView, into room: ByteRoom) -> (read: Int, written: Int) {
    let end =
      switch form {
      case .utf16(let isBigEndian):
        unsafe bulkcheck_encode_utf16(
          bytes.start, bytes.count, isBigEndian ? 1 : 0, room.start, room.count)
      case .table(let table):
        unsafe bulkcheck_encode_table(
          bytes.start, bytes.count, table.codes.base, table.codes.capacity, room.start, room.count)
      }
    return (end.read, end.written)
  }

  /// The bytes of a character; nil if the encoding does not have it.
  package func bytes(of character: Unicode.Scalar) -> [UInt8]? {
    switch form {
    case .utf16(let isBigEndian):
      UTF16.encode(character)?.flatMap {
        isBigEndian
          ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
    case .table(let table):
      table.bytes(of: character.value).map { number in
        let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return bytes.firstIndex { $0 != 0 }.map { Array(bytes[$0...]) } ?? [0]
      }
    }
  }

  /// How many bytes of the encoding the UTF-8 is made of, with what stands for others.
  package func storedCount(of bytes: ByteView) -> Int {
    switch form {
    case .utf16: Int(unsafe bulkcheck_count_utf16(bytes.start, bytes.count))
    case .table(let table) where table.isSingle: bytes.codepointCount(kernel: .standard)
    case .table(let table):
      Int(
        unsafe bulkcheck_count_table(
          bytes.start, bytes.count, table.codes.base, table.codes.capacity))
    }
  }
}

extension TextEncoding {
  /// How many bytes of this encoding a piece of decoded text is made of.
  package func storedCount(of bytes: ByteView) -> Int {
    if self == .utf8 { return bytes.count }
    return TextCodec(self)?.storedCount(of: bytes) ?? bytes.count
  }
}
