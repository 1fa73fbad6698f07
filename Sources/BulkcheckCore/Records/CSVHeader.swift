/// The first record of a CSV input: the names of its columns.
package struct CSVHeader: Sendable {
  package var names: [String]
  /// The position of its first byte: behind a byte-order mark and blank lines.
  package var start: Int
  /// The line on which it begins.
  package var line: Int
  /// Bytes up to the first record.
  package var consumed: Int
  /// Lines up to the first record.
  package var lines: Int

  package enum Result: Sendable {
    case header(CSVHeader)
    /// The input holds no line but blank ones.
    case empty
    case unreadable(RecordFault)
    case incomplete
  }

  /// Reads the header at the start of `bytes`, behind a byte-order mark; blank lines before it are
  /// skipped.
  package static func read(
    _ bytes: ByteView, isFinal: Bool, delimiter: UInt8, strayQuotesAreText: Bool,
    recordBytesMaximum: Int
  ) -> Result {
    var start = bytes.hasByteOrderMark ? 3 : 0
    var lines = 0
    while start < bytes.count,
      bytes[start] == Ascii.lineFeed || bytes[start] == Ascii.carriageReturn
    {
      let isPair =
        bytes[start] == Ascii.carriageReturn && start + 1 < bytes.count
        && bytes[start + 1] == Ascii.lineFeed
      start += isPair ? 2 : 1
      lines += 1
    }
    if start == bytes.count { return isFinal ? .empty : .incomplete }
    let tooLong = RecordFault(
      .length, at: recordBytesMaximum, "the header is longer than a record may be")
    // Found out before any name is gathered, which would double the memory.
    if bytes.count - start > recordBytesMaximum,
      !hasLineEnd(bytes[start..<(start + recordBytesMaximum + 1)])
    {
      return .unreadable(tooLong)
    }
    var reader = CSVHeaderReader(
      bytes: bytes, position: start, delimiter: delimiter, strayQuotesAreText: strayQuotesAreText,
      isFinal: isFinal)
    do throws(CSVHeaderReader.Stop) {
      let names = try reader.record()
      if reader.end - start > recordBytesMaximum { return .unreadable(tooLong) }
      if let offset = UTF8Check.faultOffset(in: bytes[start..<reader.end]) {
        return .unreadable(RecordFault(.encoding, at: offset, RecordFault.invalidText))
      }
      return .header(
        CSVHeader(
          names: names, start: start, line: lines + 1, consumed: reader.position,
          lines: lines + reader.lines))
    } catch {
      switch error {
      case .incomplete where lengthSeen(bytes, from: start) > recordBytesMaximum:
        return .unreadable(tooLong)
      case .incomplete: return .incomplete
      case .fault(let offset, let detail):
        return .unreadable(RecordFault(.quote, at: offset - start, detail))
      }
    }
  }

  /// The bytes of a header that is not complete. A carriage return at their end may be half of its
  /// line end.
  private static func lengthSeen(_ bytes: ByteView, from start: Int) -> Int {
    bytes.count - start - (bytes[bytes.count - 1] == Ascii.carriageReturn ? 1 : 0)
  }

  private static func hasLineEnd(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: Ascii.lineFeed) != nil || bytes.firstIndex(of: Ascii.carriageReturn) != nil
  }
}

extension ByteView {
  /// Begins with the byte-order mark of UTF-8.
  package var hasByteOrderMark: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }
}

/// A plain reader of one CSV record, for headers.
private struct CSVHeaderReader {
  enum Stop: Error {
    case incomplete
    case fault(Int, String)
  }

  let bytes: ByteView
  var position: Int
  let delimiter: UInt8
  let strayQuotesAreText: Bool
  let isFinal: Bool
  /// The end of the record without its line end.
  var end = 0
  var lines = 0

  mutating func record() throws(Stop) -> [String] {
    var names: [String] = []
    while true {
      names.append(try cell())
      guard position < bytes.count else {
        guard isFinal else { throw .incomplete }
        end = position
        lines += 1
        return names
      }
      let byte = bytes[position]
      if byte == delimiter {
        position += 1
        continue
      }
      end = position
      position += 1
      lines += 1
      if byte == Ascii.carriageReturn {
        if position == bytes.count, !isFinal { throw .incomplete }
        if position < bytes.count, bytes[position] == Ascii.lineFeed { position += 1 }
      }
      return names
    }
  }

  private func endsCell(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Ascii.lineFeed || byte == Ascii.carriageReturn
  }

  private mutating func cell() throws(Stop) -> String {
    if position < bytes.count, bytes[position] == Ascii.quote { return try quotedCell() }
    let start = position
    while position < bytes.count, !endsCell(bytes[position]) {
      if bytes[position] == Ascii.quote, !strayQuotesAreText {
        throw .fault(position, "a quote inside an unquoted cell of the header")
      }
      position += 1
    }
    return bytes[start..<position].text
  }

  private mutating func quotedCell() throws(Stop) -> String {
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == Ascii.quote else {
        let isPair =
          byte == Ascii.carriageReturn && position < bytes.count
          && bytes[position] == Ascii.lineFeed
        if byte == Ascii.lineFeed || byte == Ascii.carriageReturn && !isPair { lines += 1 }
        content.append(byte)
        continue
      }
      if position < bytes.count, bytes[position] == Ascii.quote {
        content.append(byte)
        position += 1
        continue
      }
      if position < bytes.count, !endsCell(bytes[position]) {
        throw .fault(position, "text after a closing quote in the header")
      }
      return String(decoding: content, as: UTF8.self)
    }
    guard isFinal else { throw .incomplete }
    throw .fault(position, "the closing quote is missing in the header")
  }
}
