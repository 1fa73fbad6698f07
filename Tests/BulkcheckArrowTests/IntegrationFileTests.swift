import BulkcheckCore
import BulkcheckInput
import Foundation
import TestSupport
import Testing

@testable import BulkcheckArrow

/// Arrow's own integration files: each is read as a file, as a file in a pipe and as a stream, and
/// compared with its description value by value.
@Suite("Arrow's integration files")
struct IntegrationFileTests {
  static let names = Suites.paths(below: "arrow").filter { $0.hasSuffix(".json.gz") }
    .map { String($0.dropLast(".json.gz".count)) }

  @Test("say what their descriptions say", .needsSuites, arguments: names)
  func values(name: String) throws {
    let left = try Self.columnsWithoutText(name)
    let golden = try GoldenTable(Data(Self.inflated("arrow/\(name).json.gz")), leaving: left)
    for (ending, isStream) in [("arrow_file", false), ("arrow_file", true), ("stream", true)] {
      let bytes = try Suites.file("arrow/\(name).\(ending)")
      for slice in [3, 1_000] {
        let found = try ArrowTable.read(bytes, isStream: isStream, leaving: left, slice: slice)
        #expect(found.faults.isEmpty)
        #expect(found.rows.count == golden.rows.count)
        for (row, expected) in zip(found.rows, golden.rows) {
          let tree = try JSONTreeReader.read(row)
          try #require(tree == expected, "\(name).\(ending)")
        }
      }
    }
  }

  @Test("with intervals and far years are refused by the name of the column", .needsSuites)
  func refusals() throws {
    for (name, cause) in [
      ("1.0.0-littleendian/generated_interval", ArrowError.ValueFault.interval),
      ("1.0.0-bigendian/generated_interval", .interval),
    ] {
      let bytes = try Suites.file("arrow/\(name).stream")
      let error = #expect(throws: ArrowError.self) {
        try ArrowTable.read(bytes, isStream: true, leaving: ["f6", "f7", "f8", "f9"])
      }
      #expect(error?.cause == .value(cause))
      #expect(error?.column == "f5")
    }
  }

  /// Columns of which some values have no JSON text.
  static func columnsWithoutText(_ name: String) throws -> Set<String> {
    name.hasSuffix("generated_interval") ? ["f5", "f6", "f7", "f8", "f9"] : []
  }

  static func inflated(_ path: String) throws -> [UInt8] {
    let source = try GzipSource(MemorySource(Suites.file(path)), name: path)
    var bytes: [UInt8] = []
    try source.readAll { bytes.append($0) }
    return bytes
  }
}
