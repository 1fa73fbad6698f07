package import BulkcheckCore
package import BulkcheckInput
internal import BulkcheckReport

/// Finds one record in an input, reading it from the start. Lines and records are counted as a check does.
package struct RecordFinder {
  private let selector: RecordSelector
  private let name: String
  private let recordBytesMaximum: Int
  private let csv: CSVOptions
  private var line = 1
  private var record = 1
  private var offset = 0

  private static let chunkBytes = 1 << 20

  /// - Throws: ``ExplainError`` if the input cannot be read so far, or has no such record.
  package static func find(
    _ selector: RecordSelector, in location: InputLocation, format: InputFormat?, csv: CSVOptions,
    recordBytesMaximum: Int
  ) throws(ExplainError) -> FoundRecord {
    let opened: OpenedInput
    do throws(InputError) {
      opened = try OpenedInput(location)
    } catch {
      throw ExplainError(description: error.description)
    }
    let format = format ?? opened.detectFormat()
    var finder = RecordFinder(
      selector: selector, name: location.name == "-" ? "standard input" : location.name,
      recordBytesMaximum: recordBytesMaximum, csv: csv)
    let peek = opened.peek()
    let delimiter =
      csv.delimiter
      ?? (format == .tsv ? Ascii.tab : DelimiterDetection.delimiter(firstLine: peek))
    let reader = ChunkReader(
      source: opened.source, hasQuotes: format != .jsonl, chunkBytes: chunkBytes,
      recordBytesMaximum: recordBytesMaximum, splitsMembers: false)
    let found =
      format == .jsonl
      ? try finder.findLine(reader, skipping: peek.hasByteOrderMark ? 3 : 0)
      : try finder.findRow(reader, format, delimiter, skipping: peek.hasByteOrderMark ? 3 : 0)
    if let found { return found }
    if let failure = reader.failure { throw ExplainError(description: failure.description) }
    throw finder.notThere()
  }

  private init(
    selector: RecordSelector, name: String, recordBytesMaximum: Int, csv: CSVOptions
  ) {
    self.selector = selector
    self.name = name
    self.recordBytesMaximum = recordBytesMaximum
    self.csv = csv
  }

  private func notThere() -> ExplainError {
    switch selector {
    case .line(let line):
      ExplainError(
        description: "\(name): there is no line \(Figures.grouped(line)): the input has "
          + Figures.counted(self.line - 1, "line"))
    case .record(let record):
      ExplainError(
        description: "\(name): there is no record \(Figures.grouped(record)): the input has "
          + Figures.counted(self.record - 1, "record"))
    }
  }

  /// Whether the record at hand, of so many lines, is the one asked for.
  private func isWanted(lines: Int) -> Bool {
    switch selector {
    case .line(let wanted): wanted >= line && wanted < line + lines
    case .record(let wanted): wanted == record
    }
  }

  private func checkBlank() throws(ExplainError) {
    guard case .line(line) = selector else { return }
    throw ExplainError(
      description: "\(name): line \(Figures.grouped(line)) is blank: it holds no record")
  }

  // MARK: JSONL

  private mutating func findLine(
    _ reader: ChunkReader, skipping: Int
  ) throws(ExplainError) -> FoundRecord? {
    let buffer = ChunkBuffer()
    var skipping = skipping
    while let chunk = reader.next(into: buffer) {
      let bytes = buffer.bytes
      var position = min(skipping, bytes.count)
      offset += position
      skipping = 0
      while position < bytes.count {
        guard let end = bytes.firstIndex(of: Ascii.lineFeed, from: position) else {
          guard chunk.isFinal else { throw tooLong() }
          return try take(bytes[position..<bytes.count], behind: bytes.count)
        }
        if let found = try take(bytes[position..<end], behind: end + 1) { return found }
        position = end + 1
      }
    }
    return nil
  }

  private func tooLong() -> ExplainError {
    ExplainError(
      description: "\(name): line \(Figures.grouped(line)) is longer than "
        + "\(Figures.bytes(recordBytesMaximum)): it is malformed, and what follows it was not "
        + "looked at")
  }

  /// Counts a line; returns it if it is the record asked for.
  private mutating func take(
    _ text: ByteView, behind: Int
  ) throws(ExplainError) -> FoundRecord? {
    let isBlank = (0..<text.count).allSatisfy { Ascii.isBlank(text[$0]) }
    if isBlank {
      try checkBlank()
    } else {
      if isWanted(lines: 1) {
        let hasReturn = text[text.count - 1] == Ascii.carriageReturn
        let record = text[0..<(text.count - (hasReturn ? 1 : 0))]
        return FoundRecord(
          bytes: record.array, line: line, record: self.record, byteOffset: offset, format: .jsonl)
      }
      record += 1
    }
    line += 1
    offset += text.count + 1
    return nil
  }

  // MARK: CSV

  private mutating func findRow(
    _ reader: ChunkReader, _ format: InputFormat, _ delimiter: UInt8, skipping: Int
  ) throws(ExplainError) -> FoundRecord? {
    let buffer = ChunkBuffer()
    let pending = ChunkBuffer()
    var model = FoundRecord(bytes: [], line: 1, record: 1, byteOffset: 0, format: format)
    model.delimiter = delimiter
    var isReady = false
    if let columns = csv.columns {
      model.columns = columns
      isReady = true
    }
    var skipping = skipping
    while let chunk = reader.next(into: buffer) {
      pending.append(buffer.bytes)
      if !isReady {
        guard try readHeader(pending, &model, isFinal: chunk.isFinal) else { continue }
        isReady = true
        skipping = 0
      }
      if skipping > 0 {
        pending.dropFirst(min(skipping, pending.count))
        offset += skipping
        skipping = 0
      }
      if let found = try findRow(pending, model, isFinal: chunk.isFinal) { return found }
    }
    return nil
  }

  private mutating func readHeader(
    _ pending: ChunkBuffer, _ model: inout FoundRecord, isFinal: Bool
  ) throws(ExplainError) -> Bool {
    let result = CSVHeader.read(
      pending.bytes, isFinal: isFinal, delimiter: model.delimiter,
      strayQuotesAreText: csv.strayQuotesAreText, recordBytesMaximum: recordBytesMaximum)
    switch result {
    case .incomplete: return false
    case .empty: return false
    case .unreadable(let fault):
      throw ExplainError(
        description: "\(name): the header cannot be read: \(fault.detail) (byte \(fault.column) of "
          + "the line)")
    case .header(let header):
      if case .line(let wanted) = selector, wanted <= header.lines {
        throw ExplainError(
          description: "\(name): line \(Figures.grouped(wanted)) is part of the header: it holds "
            + "no record")
      }
      model.columns = header.names
      model.header = pending.bytes[0..<header.consumed].array
      if model.header.last != Ascii.lineFeed { model.header.append(Ascii.lineFeed) }
      pending.dropFirst(header.consumed)
      line += header.lines
      offset += header.consumed
      return true
    }
  }

  /// Passes the rows of what is pending, up to the one asked for.
  private mutating func findRow(
    _ pending: ChunkBuffer, _ model: FoundRecord, isFinal: Bool
  ) throws(ExplainError) -> FoundRecord? {
    let bytes = pending.bytes
    let layout = CSVLayout(
      header: model.columns, readers: [], knownNames: [], delimiter: model.delimiter,
      strayQuotesAreText: csv.strayQuotesAreText, recordBytesMaximum: recordBytesMaximum)
    var scanner = CSVScanner(layout: layout)
    var index = TokenIndex()
    var table = FieldTable(stateCount: 1)
    index.indexCSV(bytes, from: 0, to: bytes.count, delimiter: model.delimiter)
    scanner.begin(bytes, index, isFinal: isFinal)
    var position = 0
    scan: while position < bytes.count {
      let start = position
      switch scanner.scanRecord(&position, into: &table) {
      case .incomplete: break scan
      case .blank: try checkBlank()
      case .row, .malformed:
        if isWanted(lines: scanner.linesPassed) {
          var found = model
          found.bytes = bytes[start..<scanner.recordEnd].array
          found.line = line
          found.lineCount = scanner.linesPassed
          found.record = record
          found.byteOffset = offset + start
          return found
        }
        record += 1
      }
      line += scanner.linesPassed
    }
    if position == 0, pending.count > recordBytesMaximum + 2 { throw tooLong() }
    offset += position
    pending.dropFirst(position)
    return nil
  }
}

extension ByteView {
  /// A copy.
  var array: [UInt8] { (0..<count).map { self[$0] } }
}
