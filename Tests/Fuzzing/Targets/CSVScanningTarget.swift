package import BulkcheckCore
import Twins

/// The cells and the faults of CSV are those that the plain reader finds.
package enum CSVScanningTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let delimiter: UInt8 = input.pick([44, 59, 9, 124])
    let strayQuotes = input.byte() % 2 == 1
    var options = dialect(&input)
    options.strayQuotesAreText = strayQuotes && options.escape == nil
    return finding(input.rest(), delimiter: delimiter, options)
  }

  /// The dialect that most files have, or another one.
  private static func dialect(_ input: inout FuzzBytes) -> CSVOptions {
    var options = CSVOptions()
    let choice = input.byte()
    if choice & 1 == 0 { return options }
    if choice & 2 != 0 { options.quote = input.pick([39, nil]) }
    if choice & 4 != 0 { options.escape = 92 }
    if choice & 8 != 0 { options.comment = 35 }
    options.quotesAreDoubled = choice & 16 == 0
    options.skipsInitialSpace = choice & 32 != 0
    options.padsRows = choice & 64 != 0
    if choice & 128 != 0 {
      options.nullSequence = "\\N"
      options.cellLinesMaximum = 2
    }
    return options
  }

  package static func finding(
    _ bytes: [UInt8], delimiter: UInt8, strayQuotes: Bool
  ) -> String? {
    var options = CSVOptions()
    options.strayQuotesAreText = strayQuotes
    return finding(bytes, delimiter: delimiter, options)
  }

  package static func finding(
    _ bytes: [UInt8], delimiter: UInt8, _ options: CSVOptions
  ) -> String? {
    let records = SlowCSV.records(bytes, delimiter: delimiter, options)
    let reading = CSVReading(bytes, delimiter: delimiter, options)
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
      case .cells(let cells) where options.padsRows:
        let surplus = cells.dropFirst(header.count)
        if surplus.allSatisfy(\.isEmpty) {
          rows.append(cells.prefix(header.count).map(text))
        } else {
          malformed.append(.ragged)
        }
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
