import BulkcheckCore
import Twins

/// The cells and the faults of CSV are those that the plain reader finds.
package enum CSVScanningTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let delimiter: UInt8 = input.pick([44, 59, 9, 124])
    let strayQuotes = input.byte() % 2 == 1
    return finding(input.rest(), delimiter: delimiter, strayQuotes: strayQuotes)
  }

  package static func finding(
    _ bytes: [UInt8], delimiter: UInt8, strayQuotes: Bool
  ) -> String? {
    let records = SlowCSV.records(bytes, delimiter: delimiter, strayQuotes: strayQuotes)
    let reading = CSVReading(bytes, delimiter: delimiter, strayQuotes: strayQuotes)
    guard case .cells(let header)? = records.first, isText(header) else {
      return reading.map { "a header is read where there is none: \($0.header)" }
    }
    guard let reading else { return "no header is read, but it is \(header.map(text))" }
    var rows: [[String]] = []
    var malformed: [MalformedKind] = []
    for record in records.dropFirst() {
      switch record {
      // The first fault counts: one cell too many may have come before the quote.
      case .brokenQuoting(let cells): malformed.append(cells < header.count ? .quote : .ragged)
      case .cells(let cells) where cells.count != header.count: malformed.append(.ragged)
      case .cells(let cells): rows.append(cells.map(text))
      }
    }
    if !isSame([reading.header], [header.map(text)]) {
      return "header \(reading.header), expected \(header.map(text))"
    }
    if reading.malformed != malformed {
      return "malformed \(reading.malformed), expected \(malformed)"
    }
    if !isSame(reading.rows, rows) { return "rows \(reading.rows), expected \(rows)" }
    return nil
  }

  /// By bytes: Swift takes texts for equal that differ in their code points.
  private static func isSame(_ left: [[String]], _ right: [[String]]) -> Bool {
    left.map { $0.map { Array($0.utf8) } } == right.map { $0.map { Array($0.utf8) } }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isText(_ cells: [[UInt8]]) -> Bool {
    cells.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
  }
}
