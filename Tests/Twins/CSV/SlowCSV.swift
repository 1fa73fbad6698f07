package import BulkcheckCore

/// CSV with LF, CRLF or CR read cell by cell, from the whole text at once: slow, and obviously
/// right. The twin of the engine's reader; it knows nothing of limits, and takes a record whose
/// quoting goes wrong for its first line.
package struct SlowCSV {
  package enum Record: Equatable {
    case cells([[UInt8]])
    /// With the number of whole cells before the fault, in the line that is the record.
    case brokenQuoting(cellsBefore: Int)
  }

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let options: CSVOptions
  private var position = 0
  /// Behind the whole cells of the record at hand.
  private var delimiters: [Int] = []
  private struct BrokenQuoting: Error {}

  package static func records(_ bytes: [UInt8], delimiter: UInt8, strayQuotes: Bool) -> [Record] {
    var options = CSVOptions()
    options.strayQuotesAreText = strayQuotes
    return records(bytes, delimiter: delimiter, options)
  }

  package static func records(
    _ bytes: [UInt8], delimiter: UInt8, _ options: CSVOptions
  ) -> [Record] {
    var reader = SlowCSV(bytes: bytes, delimiter: delimiter, options)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.position = 3 }
    var records: [Record] = []
    while reader.position < bytes.count {
      if reader.passLineEnd() { continue }
      let start = reader.position
      if reader.current == options.comment {
        reader.passLine()
        continue
      }
      do {
        records.append(.cells(try reader.record()))
        _ = reader.passLineEnd()
      } catch {
        reader.position = start
        let end = reader.passLine()
        records.append(.brokenQuoting(cellsBefore: reader.delimiters.count { $0 < end }))
      }
    }
    return records
  }

  private init(bytes: [UInt8], delimiter: UInt8, _ options: CSVOptions) {
    (self.bytes, self.delimiter, self.options) = (bytes, delimiter, options)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var isAtLineEnd: Bool { current == 10 || current == 13 }

  private mutating func passLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    position += bytes[position...].starts(with: [13, 10]) ? 2 : 1
    return true
  }

  /// Goes behind the line, and returns where it ended.
  @discardableResult
  private mutating func passLine() -> Int {
    while position < bytes.count, !isAtLineEnd { position += 1 }
    let end = position
    _ = passLineEnd()
    return end
  }

  private mutating func record() throws -> [[UInt8]] {
    delimiters = []
    var cells = [try cell()]
    while current == delimiter {
      delimiters.append(position)
      position += 1
      cells.append(try cell())
    }
    return cells
  }

  private mutating func cell() throws -> [UInt8] {
    if options.skipsInitialSpace {
      while current == UInt8(ascii: " ") { position += 1 }
    }
    if let quote = options.quote, current == quote { return try quotedCell(quote) }
    let start = position
    var cell: [UInt8] = []
    while let byte = current, byte != delimiter, !isAtLineEnd {
      if let escaped = passEscaped() {
        cell += escaped
        continue
      }
      if byte == options.quote, !options.strayQuotesAreText { throw BrokenQuoting() }
      cell.append(byte)
      position += 1
    }
    let raw = Array(bytes[start..<position])
    let isNull = raw.count <= 8 && options.nullSequence.map { Array($0.utf8) == raw } ?? false
    return isNull ? raw : cell
  }

  /// Passes an escape with the line end or the byte behind it; nil if there is none here.
  private mutating func passEscaped() -> [UInt8]? {
    guard let escape = options.escape, current == escape, position + 1 < bytes.count else {
      return nil
    }
    position += 1
    let start = position
    if !passLineEnd() { position += 1 }
    return Array(bytes[start..<position])
  }

  private mutating func quotedCell(_ quote: UInt8) throws -> [UInt8] {
    var cell: [UInt8] = []
    var lines = 1
    position += 1
    while let byte = current {
      if isAtLineEnd {
        let start = position
        _ = passLineEnd()
        cell += bytes[start..<position]
        lines += 1
        if lines > options.cellLinesMaximum ?? .max { break }
        continue
      }
      if let escaped = passEscaped() {
        cell += escaped
        if escaped.last == 10 || escaped.last == 13 { lines += 1 }
        if lines > options.cellLinesMaximum ?? .max { break }
        continue
      }
      position += 1
      guard byte == quote else {
        cell.append(byte)
        continue
      }
      if options.quotesAreDoubled, current == quote {
        position += 1
        cell.append(byte)
        continue
      }
      guard current == nil || current == delimiter || isAtLineEnd else { break }
      return cell
    }
    throw BrokenQuoting()
  }
}
