package import BulkcheckCore

/// Writes rows of Arrow inputs as a table with the schema unchanged.
///
/// Rows come in batches, as workers have gathered them, and each becomes a batch of the table. A
/// dictionary is written before the first batch that needs it, and again where the input has
/// replaced it or made it longer. Nothing is compressed. The metadata are of V5:
///
///     file    ARROW1 00 00 | stream | footer, which has the schema once more | its length | ARROW1
///     stream  schema | dictionaries and batches | end marker
///
/// Used by one thread at a time. `take` gets the bytes, which are valid only meanwhile.
package final class ArrowTableWriter {
  /// The two forms of Arrow IPC.
  package enum Form: Sendable {
    case file, stream
  }

  private let schema: ArrowTableSchema
  private let form: Form
  private let bytesMaximum: Int
  private var position = 0
  private var dictionaryBlocks: [FileFooter.Block] = []
  private var batchBlocks: [FileFooter.Block] = []
  /// The batches of each dictionary that have been written; nil: none have.
  private var written: [Int: [ArrowBatch]] = [:]

  /// - Parameters:
  ///   - schema: that of the input, and of all others whose rows are written.
  ///   - bytesMaximum: the most memory that a dictionary may take.
  package init(_ schema: ArrowTableSchema, form: Form, bytesMaximum: Int = 1 << 30) {
    self.schema = schema
    self.form = form
    self.bytesMaximum = bytesMaximum
  }

  /// Writes rows as a batch; none if there are none.
  ///
  /// Throws ``ArrowError/DictionaryFault/replacedInFile(_:)`` if the input has replaced a
  /// dictionary, which only a stream can have.
  package func write(
    _ rows: ArrowGatheredRows, _ take: (ByteView) -> Void
  ) throws(ArrowError) {
    if rows.rowCount == 0 { return }
    begin(take)
    for number in rows.layout.dictionaries.indices {
      try writeDictionary(number, of: rows, take)
    }
    batchBlocks.append(write(ArrowMessageBytes.batch(rows.batch), rows.batch.buffers, take))
  }

  /// Writes what ends a table. There may be no rows in it.
  package func finish(_ take: (ByteView) -> Void) {
    begin(take)
    write(ArrowMessageBytes.endMarker, take)
    guard form == .file else { return }
    let footer = ArrowMessageBytes.footer(
      schema, dictionaries: dictionaryBlocks, batches: batchBlocks)
    write(footer, take)
    var tail: [UInt8] = []
    tail.append(footer.count, width: 4, isBigEndian: false)
    write(tail + FileFooter.magic, take)
  }

  /// Writes what precedes the first batch.
  private func begin(_ take: (ByteView) -> Void) {
    guard position == 0 else { return }
    if form == .file { write(FileFooter.magic + [0, 0], take) }
    write(ArrowMessageBytes.framed(schema.message), take)
  }

  // MARK: Dictionaries

  /// Writes the values of a dictionary that have not been written.
  private func writeDictionary(
    _ number: Int, of rows: ArrowGatheredRows, _ take: (ByteView) -> Void
  ) throws(ArrowError) {
    let dictionary = rows.layout.dictionaries[number]
    let known = written[number]
    guard let values = rows.dictionaries[number] else {
      // Readers want one, even if all its indices are null.
      if known == nil {
        let none = ArrayGatherer(rows.layout, dictionary.entries, bytesMaximum: bytesMaximum)
        write(none.batch(), id: dictionary.id, isDelta: false, take)
        written[number] = []
      }
      return
    }
    let segments = values.segments
    let isGrown =
      known.map { known in
        known.count <= segments.count && zip(known, segments).allSatisfy { $0 === $1.batch }
      } ?? false
    if known != nil, !isGrown, form == .file {
      throw ArrowError(.dictionary(.replacedInFile(dictionary.id)))
    }
    let start = isGrown ? known?.count ?? 0 : 0
    for (index, segment) in segments.enumerated().dropFirst(start) {
      var gatherer = ArrayGatherer(rows.layout, dictionary.entries, bytesMaximum: bytesMaximum)
      try gatherer.append(
        dictionary.entries.lowerBound, 0..<segment.count, of: segment.arrays.table)
      write(gatherer.batch(), id: dictionary.id, isDelta: isGrown || index > 0, take)
    }
    written[number] = segments.map(\.batch)
  }

  private func write(
    _ batch: GatheredBatch, id: Int, isDelta: Bool, _ take: (ByteView) -> Void
  ) {
    let message = ArrowMessageBytes.batch(batch, ofDictionary: (id, isDelta))
    dictionaryBlocks.append(write(message, batch.buffers, take))
  }

  // MARK: Bytes

  private func write(
    _ message: [UInt8], _ buffers: [[UInt8]], _ take: (ByteView) -> Void
  ) -> FileFooter.Block {
    let start = position
    write(message, take)
    for buffer in buffers {
      write(buffer, take)
      let padding = ArrowMessageBytes.padded(buffer.count) - buffer.count
      if padding > 0 { write([UInt8](repeating: 0, count: padding), take) }
    }
    return FileFooter.Block(
      offset: start, metadataBytes: message.count, bodyBytes: position - start - message.count)
  }

  private func write(_ bytes: [UInt8], _ take: (ByteView) -> Void) {
    position += bytes.count
    ByteView.with(bytes) { take($0) }
  }
}
