import BulkcheckCore
import BulkcheckInput
import FuzzTargets
import TestSupport
import Testing
import Twins

@Suite("CSV files of other projects, read by a plain reader too")
struct CSVAgreementTests {
  /// All plain CSV and TSV files of the suites.
  static let files = Suites.paths(below: "csv").filter { path in
    [".csv", ".tsv"].contains { path.hasSuffix($0) }
  }

  @Test("the suites have more than 200 files", .needsSuites)
  func count() { #expect(Self.files.count > 200) }

  @Test(
    "every cell of every row agrees, with stray quotes as text and as faults", .needsSuites,
    arguments: files)
  func rows(_ file: String) throws {
    let bytes = try Suites.file("csv/\(file)")
    for strayQuotes in [false, true] {
      let delimiter = withBytes(bytes) { CSVReading.delimiter(of: $0) }
      let finding = CSVScanningTarget.finding(bytes, delimiter: delimiter, strayQuotes: strayQuotes)
      #expect(finding == nil)
    }
  }

  @Test("a run counts what the plain reader counts", .needsSuites, arguments: files)
  func counts(_ file: String) throws {
    let bytes = try Suites.file("csv/\(file)")
    let delimiter = withBytes(bytes) { CSVReading.delimiter(of: $0) }
    // UTF-16 by its byte-order mark: the slow reader knows UTF-8 only.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return }
    let records = SlowCSV.records(bytes, delimiter: delimiter, strayQuotes: false)
    let summary = try Judging.run(.bytes(bytes, name: file), format: .csv)
    guard let first = records.first else {
      #expect(summary.total == 0)
      return
    }
    guard case .cells(let header) = first, isText(header) else {
      #expect(summary.inputs[0].failure?.hasPrefix("the header cannot be read") == true)
      return
    }
    let bad = records.dropFirst().count { record in
      guard case .cells(let cells) = record else { return true }
      return cells.count != header.count || !isText(cells)
    }
    #expect(summary.total == records.count - 1)
    #expect(summary.malformed == bad)
  }

  @Test("random texts in random dialects are read as the plain reader reads them")
  func dialects() {
    let pieces: [[UInt8]] = [
      ",", ";", "\"", "\"", "'", "\\", "\\N", "#", " ", "\n", "\n", "\r", "\r\n", "a", "b,", "é",
    ].map { (text: String) in Array(text.utf8) }
    for seed in 0..<4000 {
      var random = SeededGenerator(seed: seed)
      let options = dialect(&random)
      let delimiter: UInt8 = random.pick([44, 59])
      let text = Array("x,y\n".utf8) + (0..<random.below(40)).flatMap { _ in random.pick(pieces) }
      let finding = CSVScanningTarget.finding(text, delimiter: delimiter, options)
      #expect(finding == nil, "seed \(seed): \(String(decoding: text, as: UTF8.self)) \(options)")
      if finding != nil { return }
    }
  }

  private func dialect(_ random: inout SeededGenerator) -> CSVOptions {
    var options = CSVOptions()
    options.quote = random.pick([34, 34, 39, nil])
    options.escape = random.pick([nil, nil, 92])
    options.comment = random.pick([nil, 35])
    options.quotesAreDoubled = !random.oneIn(3)
    options.strayQuotesAreText = options.escape == nil && random.oneIn(3)
    options.skipsInitialSpace = random.oneIn(3)
    options.padsRows = random.oneIn(3)
    options.nullSequence = random.pick([nil, "\\N"])
    options.cellLinesMaximum = random.pick([nil, 1, 2])
    return options
  }

  private func isText(_ cells: [[UInt8]]) -> Bool {
    cells.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
  }

  private func withBytes<Result>(_ bytes: [UInt8], _ body: (ByteView) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { pointer in
      guard let start = pointer.baseAddress else { preconditionFailure("never empty") }
      return body(ByteView(start: start, count: bytes.count))
    }
  }
}
