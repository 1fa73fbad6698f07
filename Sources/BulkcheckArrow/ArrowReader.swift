internal import BulkcheckCore

/// Reads the batches of an Arrow stream or file, one after another.
///
/// The schema is read first. Then ``want(_:)`` says which columns are read: buffers of others are
/// neither decompressed nor checked. Each batch has the values that dictionaries have when it
/// comes, so that batches can be judged later, and by several threads.
///
/// A file is read by its footer if its bytes can be read in any order. In a pipe it is a stream
/// between two magics, whose footer is passed over.
///
/// Used by one thread at a time.
package final class ArrowReader {
  package let schema: ArrowSchema

  private let bytes: any ArrowBytes
  private let layout: TableLayout
  private let bytesMaximum: Int
  private let streamSchema: ArrowTableSchema?
  private var wanted: [Bool]
  private var wantedDictionaries: Set<Int>
  private var dictionaries: [DictionaryValues?]
  private var way: Way
  /// How many messages have been read.
  private var messages = 0
  private var hasEnded = false

  private enum Way {
    /// The place of the next message, and the magic at the start is that of a file.
    case stream(next: Int, isFile: Bool)
    case file(FileFooter, nextBatch: Int)
  }

  /// Reads the schema.
  ///
  /// - Parameter bytesMaximum: the most bytes that a batch, or all dictionaries, may take at once.
  package init(_ bytes: any ArrowBytes, bytesMaximum: Int = 1 << 30) throws(ArrowError) {
    self.bytes = bytes
    self.bytesMaximum = bytesMaximum
    let head = try ArrowReader.head(bytes)
    if head.isFile, let count = bytes.count {
      let footer = try FileFooter(bytes, count: count)
      schema = footer.schema
      streamSchema = nil
      way = .file(footer, nextBatch: 0)
    } else {
      let message = try ArrowReader.schemaMessage(bytes, head)
      let table = try ArrowReader.tableSchema(message)
      schema = table.schema
      streamSchema = table
      way = .stream(next: message.end, isFile: head.isFile)
      messages = 1
    }
    layout = try TableLayout(schema)
    wanted = schema.fields.map { _ in true }
    wantedDictionaries = Set(layout.dictionaries.indices)
    dictionaries = layout.dictionaries.map { _ in nil }
  }

  /// The first bytes: the magic of a file, or those of a message.
  private static func head(
    _ bytes: any ArrowBytes
  ) throws(ArrowError) -> (isFile: Bool, word: UInt32?) {
    var block = ByteBlock(capacity: FileFooter.headBytes)
    guard try bytes.read(at: 0, into: block.room(from: 0, to: 4)) == 4 else {
      throw ArrowError(.notArrow)
    }
    let head = block.view(from: 0, to: 4)
    if head.array == Array("FEA1".utf8) { throw ArrowError(.featherV1) }
    guard head.array == Array(FileFooter.magic[0..<4]) else {
      return (false, head.littleEndian32(at: 0))
    }
    guard try bytes.read(at: 4, into: block.room(from: 4, to: 8)) == 4,
      block.view(from: 0, to: 6).array == FileFooter.magic
    else { throw ArrowError(.notArrow) }
    return (true, nil)
  }

  /// The message at the start of a stream.
  private static func schemaMessage(
    _ bytes: any ArrowBytes, _ head: (isFile: Bool, word: UInt32?)
  ) throws(ArrowError) -> ArrowMessage {
    let start = head.isFile ? FileFooter.headBytes : 0
    if let word = head.word, word != .max, word == 0 || word > 1 << 24 || word % 8 != 4 {
      throw ArrowError(.notArrow)
    }
    let item = try ArrowMessage.read(
      bytes, at: start, head: head.word, number: 1, limit: bytes.count)
    guard case .message(let message) = item else { throw ArrowError(.endsEarly, offset: start) }
    return message
  }

  private static func tableSchema(_ message: ArrowMessage) throws(ArrowError) -> ArrowTableSchema {
    do throws(ArrowError) {
      guard case .schema = message.content else {
        throw ArrowError(.unexpectedMessage(message.kind))
      }
      return try ArrowTableSchema(message: message.metadataBytes)
    } catch {
      throw error.at(offset: message.offset, message: message.number)
    }
  }

  /// The schema with its bytes, for an ``ArrowTableWriter``. Reads the first message of a file.
  package func tableSchema() throws(ArrowError) -> ArrowTableSchema {
    if let streamSchema { return streamSchema }
    let table = try ArrowReader.tableSchema(
      ArrowReader.schemaMessage(bytes, (isFile: true, word: nil)))
    guard table.schema == schema else {
      throw ArrowError(.schemasDiffer, offset: FileFooter.headBytes)
    }
    return table
  }

  /// The columns that are read.
  package var wantedColumns: [Int] { wanted.indices.filter { wanted[$0] } }

  /// Says which columns are read. Not to be called once a batch has been read.
  package func want(_ columns: [Bool]) {
    precondition(columns.count == wanted.count, "one entry for each column")
    wanted = columns
    wantedDictionaries = layout.dictionaries(of: columns)
  }

  /// The next batch; nil at the end.
  package func nextBatch() throws(ArrowError) -> ArrowBatch? {
    if hasEnded { return nil }
    switch way {
    case .stream(let next, let isFile): return try nextBatch(at: next, isFile: isFile)
    case .file(let footer, let number): return try batch(number, footer)
    }
  }

  // MARK: Streams

  private func nextBatch(at start: Int, isFile: Bool) throws(ArrowError) -> ArrowBatch? {
    var next = start
    while true {
      let item = try ArrowMessage.read(
        bytes, at: next, number: messages + 1, limit: bytes.count)
      switch item {
      case .end(let end):
        hasEnded = true
        try isFile ? checkFooter(from: end) : checkNothing(behind: end)
        return nil
      case .message(let message):
        messages += 1
        next = message.end
        way = .stream(next: next, isFile: isFile)
        switch message.content {
        case .schema: throw error(.unexpectedMessage(.schema), message)
        case .dictionary(let id, let isDelta, let metadata):
          try take(message, id: id, isDelta: isDelta, metadata, replaces: true)
        case .batch(let metadata): return try batch(message, metadata)
        }
      }
    }
  }

  private func checkNothing(behind end: Int) throws(ArrowError) {
    var block = ByteBlock(capacity: 1)
    guard try bytes.read(at: end, into: block.room) == 0 else {
      throw ArrowError(.bytesBehindEnd, offset: end)
    }
  }

  /// Checks that a file that comes in a pipe is whole: its footer, length and magic end it.
  private func checkFooter(from start: Int) throws(ArrowError) {
    var block = ByteBlock(capacity: 64 << 10)
    var filled = 0
    while true {
      let read = try bytes.read(
        at: start + filled, into: block.room(from: filled, to: block.capacity))
      filled += read
      if filled < block.capacity { break }
      guard filled < bytesMaximum else { throw ArrowError(.bytesBehindEnd, offset: start) }
      block = block.grown(to: 2 * filled, keeping: filled)
    }
    let tail = FileFooter.tailBytes
    guard filled >= tail,
      block.view(from: filled - tail + 4, to: filled).array == FileFooter.magic
    else { throw ArrowError(.noMagicAtEnd, offset: start) }
    let length = Int(block.view(from: filled - tail, to: filled).littleEndian32(at: 0))
    guard length == filled - tail else {
      throw ArrowError(.footerLength(length), offset: start)
    }
    let footer = try FileFooter(block.view(from: 0, to: length), at: start)
    guard footer.dictionaries.count + footer.batches.count == messages - 1 else {
      throw ArrowError(.block(.count), offset: start)
    }
  }

  // MARK: Files

  private func batch(_ number: Int, _ footer: FileFooter) throws(ArrowError) -> ArrowBatch? {
    if messages < footer.dictionaries.count { try readDictionaries(footer) }
    guard number < footer.batches.count else {
      hasEnded = true
      return nil
    }
    way = .file(footer, nextBatch: number + 1)
    let message = try message(footer.batches[number], footer)
    guard case .batch(let metadata) = message.content else {
      throw error(.unexpectedMessage(message.kind), message)
    }
    return try batch(message, metadata)
  }

  private func readDictionaries(_ footer: FileFooter) throws(ArrowError) {
    for block in footer.dictionaries {
      let message = try message(block, footer)
      guard case .dictionary(let id, let isDelta, let metadata) = message.content else {
        throw error(.unexpectedMessage(message.kind), message)
      }
      try take(message, id: id, isDelta: isDelta, metadata, replaces: false)
    }
  }

  private func message(
    _ block: FileFooter.Block, _ footer: FileFooter
  ) throws(ArrowError) -> ArrowMessage {
    messages += 1
    let item = try ArrowMessage.read(
      bytes, at: block.offset, number: messages, limit: footer.offset)
    guard case .message(let message) = item,
      message.bodyOffset == block.offset + block.metadataBytes,
      message.bodyBytes == block.bodyBytes
    else { throw ArrowError(.block(.lengths), offset: block.offset, message: messages) }
    return message
  }

  // MARK: Batches

  private func batch(
    _ message: ArrowMessage, _ metadata: BatchMetadata
  ) throws(ArrowError) -> ArrowBatch {
    let batch = try ArrowBatch(
      message, metadata, of: layout.columnEntries, layout,
      wanted: zip(layout.columns, wanted).compactMap { $1 ? $0 : nil },
      dictionaries: dictionaries, bytes, bytesMaximum: bytesMaximum)
    for (number, field) in schema.fields.enumerated() {
      let column = layout.columns[number]
      let length = metadata.nodes[batch.place(column).node].length
      guard length == metadata.length else {
        throw error(
          .batch(.tooFewValues(needed: metadata.length, has: length)), message, field.name)
      }
      guard wanted[number] else { continue }
      do throws(ArrowError) {
        try batch.checkSizes(of: column)
      } catch {
        throw error.at(offset: message.offset, message: message.number, column: field.name)
      }
    }
    return batch
  }

  /// Takes the values of a dictionary, if a column that is read needs them.
  private func take(
    _ message: ArrowMessage, id: Int, isDelta: Bool, _ metadata: BatchMetadata, replaces: Bool
  ) throws(ArrowError) {
    guard let number = layout.dictionary(id: id) else {
      throw error(.dictionary(.unknown(id)), message)
    }
    guard wantedDictionaries.contains(number) else { return }
    let known = dictionaries[number]
    if isDelta, known == nil { throw error(.dictionary(.missing(id)), message) }
    if !isDelta, known != nil, !replaces {
      throw error(.dictionary(.replacedInFile(id)), message)
    }
    let entries = layout.dictionaries[number].entries
    let others = dictionaries.enumerated().reduce(0) {
      $0 + ($1.offset == number && !isDelta ? 0 : $1.element?.bytes ?? 0)
    }
    let batch = try ArrowBatch(
      message, metadata, of: entries, layout, wanted: [entries.lowerBound], dictionaries: [], bytes,
      bytesMaximum: bytesMaximum - others)
    do throws(ArrowError) {
      try batch.checkSizes(of: entries.lowerBound)
      dictionaries[number] = try DictionaryValues(
        id: id, batch, behind: isDelta ? known : nil)
    } catch {
      throw error.at(offset: message.offset, message: message.number)
    }
  }

  private func error(
    _ cause: ArrowError.Cause, _ message: ArrowMessage, _ column: String? = nil
  ) -> ArrowError {
    ArrowError(cause, offset: message.offset, message: message.number, column: column)
  }
}
