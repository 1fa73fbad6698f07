/// RFC 4180 with LF, CRLF or CR read cell by cell, from the whole text at once: slow, and obviously
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
  private let strayQuotes: Bool
  private var position = 0
  /// Behind the whole cells of the record at hand.
  private var delimiters: [Int] = []
  private struct BrokenQuoting: Error {}

  package static func records(_ bytes: [UInt8], delimiter: UInt8, strayQuotes: Bool) -> [Record] {
    var reader = SlowCSV(bytes: bytes, delimiter: delimiter, strayQuotes: strayQuotes)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.position = 3 }
    var records: [Record] = []
    while reader.position < bytes.count {
      if reader.passLineEnd() { continue }
      let start = reader.position
      do {
        records.append(.cells(try reader.record()))
      } catch {
        reader.position = start
        while reader.position < bytes.count, !reader.isAtLineEnd { reader.position += 1 }
        let end = reader.position
        records.append(.brokenQuoting(cellsBefore: reader.delimiters.count { $0 < end }))
      }
      _ = reader.passLineEnd()
    }
    return records
  }

  private init(bytes: [UInt8], delimiter: UInt8, strayQuotes: Bool) {
    (self.bytes, self.delimiter, self.strayQuotes) = (bytes, delimiter, strayQuotes)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var isAtLineEnd: Bool { current == 10 || current == 13 }

  private mutating func passLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    position += bytes[position...].starts(with: [13, 10]) ? 2 : 1
    return true
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
    if current == UInt8(ascii: "\"") { return try quotedCell() }
    let start = position
    while let byte = current, byte != delimiter, !isAtLineEnd {
      if byte == UInt8(ascii: "\""), !strayQuotes { throw BrokenQuoting() }
      position += 1
    }
    return Array(bytes[start..<position])
  }

  private mutating func quotedCell() throws -> [UInt8] {
    var cell: [UInt8] = []
    position += 1
    while let byte = current {
      position += 1
      guard byte == UInt8(ascii: "\"") else {
        cell.append(byte)
        continue
      }
      if current == UInt8(ascii: "\"") {
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
