internal import BulkcheckCore

/// The footer of an Arrow file, which lists its messages (format/File.fbs of Apache Arrow).
///
///     ARROW1 00 00 | messages | footer, a flatbuffer | its length (4) | ARROW1
struct FileFooter {
  struct Block {
    var offset: Int
    var metadataBytes: Int
    var bodyBytes: Int

    var end: Int { offset + metadataBytes + bodyBytes }
  }

  /// The magic at both ends.
  static let magic = Array("ARROW1".utf8)
  /// The magic at the start, with its padding.
  static let headBytes = 8
  /// The length and the magic at the end.
  static let tailBytes = 10

  let schema: ArrowSchema
  let dictionaries: [Block]
  let batches: [Block]
  /// The start of the footer, before which all messages end.
  let offset: Int

  /// Reads the footer of a file of so many bytes.
  init(_ bytes: any ArrowBytes, count: Int) throws(ArrowError) {
    let tail = FileFooter.tailBytes
    guard count >= FileFooter.headBytes + tail else { throw ArrowError(.noMagicAtEnd) }
    let end = try ArrowBlock(bytes, at: count - tail, count: tail)
    guard end.view[4..<tail].array == FileFooter.magic else { throw ArrowError(.noMagicAtEnd) }
    let length = Int(Int32(bitPattern: end.view.littleEndian32(at: 0)))
    guard length > 0, length <= count - tail - FileFooter.headBytes else {
      throw ArrowError(.footerLength(length), offset: count - tail)
    }
    let offset = count - tail - length
    let block: ArrowBlock
    do throws(ArrowError) {
      block = try ArrowBlock(bytes, at: offset, count: length)
    } catch {
      throw error.at(offset: offset)
    }
    self = try FileFooter(block.view, at: offset)
    withExtendedLifetime(block) {}
  }

  /// Reads the flatbuffer of a footer, which lies there in its file.
  init(_ bytes: ByteView, at offset: Int) throws(ArrowError) {
    self.offset = offset
    do throws(ArrowError) {
      let table = try FlatTable(rootOf: bytes)
      // Writers do not agree on the version here; that of each message counts.
      guard let schema = try table.table(1) else {
        throw ArrowError(.flatbuffer(.missing(.schema)))
      }
      self.schema = try SchemaReader.read(schema)
      dictionaries = try FileFooter.blocks(table, 2)
      batches = try FileFooter.blocks(table, 3)
      try table.checkPairs(4)
      try check()
    } catch {
      throw error.at(offset: offset)
    }
  }

  private static func blocks(_ table: FlatTable, _ field: Int) throws(ArrowError) -> [Block] {
    guard let vector = try table.vector(field, elementBytes: 24) else { return [] }
    return (0..<vector.count).map {
      Block(
        offset: vector.long(at: 24 * $0), metadataBytes: vector.int(at: 24 * $0 + 8),
        bodyBytes: vector.long(at: 24 * $0 + 16))
    }
  }

  /// Checks that blocks lie among the messages, and none over another one.
  private func check() throws(ArrowError) {
    for block in dictionaries + batches {
      guard (FileFooter.headBytes...offset).contains(block.offset), block.metadataBytes >= 0,
        block.bodyBytes >= 0, block.metadataBytes <= offset - block.offset,
        block.bodyBytes <= offset - block.offset - block.metadataBytes
      else { throw ArrowError(.block(.outside)) }
      guard block.offset % 8 == 0, block.metadataBytes % 8 == 0, block.bodyBytes % 8 == 0 else {
        throw ArrowError(.block(.alignment))
      }
    }
    let sorted = (dictionaries + batches).sorted { $0.offset < $1.offset }
    for (block, next) in zip(sorted, sorted.dropFirst()) where next.offset < block.end {
      throw ArrowError(.block(.overlap))
    }
  }
}
