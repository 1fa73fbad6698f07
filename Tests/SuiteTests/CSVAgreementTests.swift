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
