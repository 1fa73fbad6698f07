import BulkcheckCore
import BulkcheckInput
import Foundation
import TestSupport
import Testing
import Twins

@Suite("CSV files of other projects, as their authors read them")
struct CSVSuiteTests {
  // MARK: csv-spectrum

  static let spectrumNames = Suites.names(in: "csv/csv-spectrum/csvs").map {
    String($0.dropLast(4))
  }

  @Test("csv-spectrum", .needsSuites, arguments: spectrumNames)
  func spectrum(_ name: String) throws {
    // `location_coordinates` has quotes inside an unquoted cell.
    let reading = try #require(
      CSVReading(
        try Suites.file("csv/csv-spectrum/csvs/\(name).csv"),
        strayQuotes: name == "location_coordinates"))
    let json = Data(try Suites.file("csv/csv-spectrum/json/\(name).json"))
    // One file has its only row without brackets around it.
    let one = try? JSONDecoder().decode([String: String].self, from: json)
    let expected = try one.map { [$0] } ?? JSONDecoder().decode([[String: String]].self, from: json)
    #expect(reading.malformed.isEmpty)
    let rows = reading.rows.map { row in
      Dictionary(uniqueKeysWithValues: zip(reading.header, row))
    }
    // Its expected rows have another telephone number than the file.
    if name == "location_coordinates" {
      #expect(rows.first?["Location Coordinates"] == expected.first?["Location Coordinates"])
      return
    }
    // The line break in a cell of this file is stored as LF, whatever its name says.
    let isStoredAsLF = name == "newlines_crlf"
    #expect(rows == (isStoredAsLF ? expected.map { $0.mapValues(withoutReturns) } : expected))
  }

  private func withoutReturns(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
  }

  // MARK: commons-csv

  /// The expected rows are those with as many cells as the first; the others are ragged here,
  /// comments among them.
  /// A blank behind a closing quote, which commons-csv passes over, is malformed.
  @Test(
    "commons-csv's control files", .needsSuites,
    arguments: [
      // file, control file, columns, malformed rows
      ("test.csv", "test_default.txt", 4, 8), ("test.csv", "test_rfc4180.txt", 4, 8),
      ("testCSV85.csv", "testCSV85_default.txt", 5, 5),
      ("testCSV85.csv", "testCSV85_ignoreEmpty.txt", 5, 5),
      ("testCSV246.csv", "testCSV246_checkWithNoComment.txt", 5, 4),
    ])
  func commons(_ file: String, _ control: String, _ columns: Int, _ malformed: Int) throws {
    let folder = "csv/commons-csv/resources/org/apache/commons/csv/CSVFileParser"
    let reading = try #require(
      CSVReading(
        try Suites.file("\(folder)/\(file)"), columns: columns,
        delimiter: UInt8(ascii: ","), strayQuotes: true))
    let lines = String(decoding: try Suites.file("\(folder)/\(control)"), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("\(columns):[") && !$0.contains("\"") }
    let expected = lines.map { line in
      line.dropFirst(3).prefix { $0 != "]" }
    }
    #expect(reading.rows.map { $0.joined(separator: ", ")[...] } == expected)
    #expect(reading.malformed.count == malformed)
    #expect(reading.malformed.count { $0 == .quote } == (file == "test.csv" ? 1 : 0))
  }

  // MARK: csv-parser

  /// A file, what its test expects (header and rows), and the options that it needs here.
  struct ParserCase: CustomTestStringConvertible {
    var file: String
    var rows: [[String]]
    var delimiter: UInt8?
    var testDescription: String { file }
  }

  static let parserCases = [
    ParserCase(file: "basic", rows: [["a", "b", "c"], ["1", "2", "3"]]),
    ParserCase(
      file: "backtick",
      rows: [
        ["pokemon_id", "p_desc"], ["1", "Bulbasaur can be seen napping"],
        ["2", "There is a bud on this"],
      ], delimiter: UInt8(ascii: "`")),
    ParserCase(
      file: "bad-data",
      rows: [
        ["", "somejunk", "<! />"], ["", "nope", ""], ["yes", "yup", "yeah"], ["ok", "ok", "ok!"],
      ]),
    ParserCase(
      file: "comma-in-quote",
      rows: [
        ["first", "last", "address", "city", "zip"],
        ["John", "Doe", "120 any st.", "Anytown, WW", "08123"],
      ]),
    ParserCase(file: "empty-columns", rows: [["2007-01-01", "", ""], ["2007-01-02", "", ""]]),
    ParserCase(
      file: "escape-quotes",
      rows: [["a", "b"], ["1", #"ha "ha" ha"#], ["2", #""""#], ["3", "4"]]),
    ParserCase(file: "headers", rows: [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]),
    ParserCase(
      file: "newlines",
      rows: [
        ["a", "b", "c"], ["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"],
      ]),
    ParserCase(
      file: "quotes+newlines",
      rows: [["a", "b"], ["1", "ha \n\"ha\" \nha"], ["2", " \n\"\" \n"], ["3", "4"]]),
  ]

  @Test("csv-parser's rows", .needsSuites, arguments: parserCases)
  func parser(_ test: ParserCase) throws {
    let bytes = try Suites.file("csv/csv-parser/fixtures/\(test.file).csv")
    let reading = try #require(CSVReading(bytes, delimiter: test.delimiter))
    #expect([reading.header] + reading.rows == test.rows)
    #expect(reading.malformed.isEmpty)
  }

  // MARK: Deviations

  /// The reasons why rows of such files do not show what separates their cells.
  static let commas = ["comments", "skipped lines", "ragged", "stray quote"]

  /// Files on which an author's reader gives something else, and why ours does not.
  static let deviations:
    [(file: String, records: Int, kinds: [MalformedKind: Int], reason: String)] = [
      // A record with other cells than the header is malformed, never filled up or cut.
      ("csv-parser/fixtures/strict.csv", 3, [.ragged: 1], "ragged"),
      ("csv-parser/fixtures/no-headers.csv", 3, [.ragged: 1], "ragged"),
      ("csv-parser/fixtures/strict-false-less-columns.csv", 3, [.ragged: 1], "ragged"),
      ("csv-parser/fixtures/strict-false-more-columns.csv", 3, [.ragged: 1], "ragged"),
      ("duckdb/test/error_too_little.csv", 6, [.ragged: 1], "ragged"),
      ("duckdb/test/error_too_many.csv", 6, [.ragged: 1], "ragged"),
      ("duckdb/auto/mock_duckdb_test_data.csv", 9, [.ragged: 2], "ragged"),
      // There are no comments.
      ("csv-parser/fixtures/comment.csv", 2, [.ragged: 2], "comments"),
      (
        "commons-csv/resources/org/apache/commons/csv/csv-167/sample1.csv", 7,
        [.ragged: 4], "comments"
      ),
      ("duckdb/comments/17226.csv", 6, [.ragged: 4], "comments"),
      // A quote is written as two, never with a backslash.
      ("csv-parser/fixtures/option-escape.csv", 3, [.quote: 2], "escape character"),
      ("duckdb/auto/backslash_escape.csv", 2, [.quote: 1], "escape character"),
      ("duckdb/unquoted_escape/plain.csv", 9, [.quote: 2, .ragged: 4], "escape character"),
      // The quote is the double one.
      ("duckdb/auto/tab_single_quote.csv", 2, [.ragged: 1], "quote character"),
      // The first line is the header; no line is skipped.
      ("duckdb/auto/skip_row.csv", 2, [.ragged: 2], "skipped lines"),
      ("duckdb/auto/multiple_skip_row.csv", 3, [.ragged: 3], "skipped lines"),
      // A stray quote is a fault unless the profile says otherwise.
      ("csv-spectrum/csvs/location_coordinates.csv", 1, [.quote: 1], "stray quote"),
      ("csvlint/fixtures/invalid_many_rows.csv", 10, [.quote: 1], "stray quote"),
      (
        "commons-csv/resources/org/apache/commons/csv/CSV-141/csv-141.csv", 3, [.quote: 2],
        "stray quote"
      ),
      // The text is UTF-8.
      ("rust-csv/uspop-latin1.csv", 100, [.encoding: 1], "encoding"),
      ("csv-parser/fixtures/bench/latin.csv", 2, [.encoding: 1], "encoding"),
      ("duckdb/test/invalid_utf_big.csv", 3033, [.encoding: 4], "encoding"),
    ]

  @Test("deviations, each with its reason", .needsSuites, arguments: deviations.indices)
  func deviation(_ index: Int) throws {
    let (file, records, kinds, reason) = Self.deviations[index]
    let summary = try Judging.run(
      .file(try Suites.path("csv/\(file)")), format: .csv,
      delimiter: Self.commas.contains(reason) ? UInt8(ascii: ",") : nil)
    #expect(summary.total == records, "\(file): \(reason)")
    #expect(summary.malformedKinds == kinds, "\(file): \(reason)")
  }

  @Test(
    "a header that cannot be read ends its input", .needsSuites,
    arguments: [
      "csvlint/fixtures/invalid-byte-sequence.csv", "duckdb/test/invalid_utf_header.csv",
      "duckdb/test/unterminated.csv", "rust-csv/strange.csv",
    ])
  func unreadableHeader(_ file: String) throws {
    let summary = try Judging.run(.file(try Suites.path("csv/\(file)")), format: .csv)
    #expect(summary.total == 0)
    #expect(summary.inputs[0].failure != nil)
  }

  @Test(
    "large and compressed files, and UTF-16", .needsSuites,
    arguments: [
      ("csv-parser/fixtures/bench/utf16.csv", 2), ("csv-parser/fixtures/bench/utf16-big.csv", 2),
      ("rust-csv/uspop.csv", 100), ("rust-csv/smallpop.csv", 10),
      ("commons-csv/resources/org/apache/commons/csv/CSVFileParser/bom.csv", 251),
      ("duckdb/auto/issue_811.csv", 4494), ("duckdb/auto/large_mixed_data.csv", 27003),
      ("duckdb/auto/product_codes_HS17_V202301.csv.gz", 5384), ("duckdb/test/bgzf.gz", 7),
      ("duckdb/test/concat.gz", 14), ("duckdb/test/issue3562_assertion.csv.gz", 1928),
      ("duckdb/test/test_comp.csv.gz", 2), ("duckdb/test/windows_newline.csv", 19999),
    ])
  func whole(_ file: String, _ records: Int) throws {
    let summary = try Judging.run(.file(try Suites.path("csv/\(file)")), format: .csv)
    #expect(summary.total == records)
    #expect(summary.malformed == 0)
    #expect(summary.inputs[0].complete)
  }
}
