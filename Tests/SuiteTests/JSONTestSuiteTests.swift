import BulkcheckCore
import BulkcheckInput
import Foundation
import TestSupport
import Testing
import Twins

/// Each file is an input with `--input-format jsonl`.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
  static let folder = "json/JSONTestSuite/test_parsing"
  static let files = Suites.names(in: folder)

  /// Cases that RFC 8259 leaves to the parser, as docs/conformance.md lists them; all others are
  /// accepted.
  static let refused: [String: MalformedKind] = [
    "i_object_key_lone_2nd_surrogate": .encoding,
    "i_string_1st_surrogate_but_2nd_missing": .encoding,
    "i_string_1st_valid_surrogate_2nd_invalid": .encoding,
    "i_string_UTF-8_invalid_sequence": .encoding,
    "i_string_UTF8_surrogate_U+D800": .encoding,
    "i_string_incomplete_surrogate_and_escape_valid": .encoding,
    "i_string_incomplete_surrogate_pair": .encoding,
    "i_string_incomplete_surrogates_escape_valid": .encoding,
    "i_string_invalid_lonely_surrogate": .encoding,
    "i_string_invalid_surrogate": .encoding,
    "i_string_invalid_utf-8": .encoding,
    "i_string_inverted_surrogates_U+1D11E": .encoding,
    "i_string_iso_latin_1": .encoding,
    "i_string_lone_second_surrogate": .encoding,
    "i_string_lone_utf8_continuation_byte": .encoding,
    "i_string_not_in_unicode_range": .encoding,
    "i_string_overlong_sequence_2_bytes": .encoding,
    "i_string_overlong_sequence_6_bytes": .encoding,
    "i_string_overlong_sequence_6_bytes_null": .encoding,
    "i_string_truncated-utf-8": .encoding,
  ]

  /// Inputs that are not read, as what they are has to be said.
  static let unread = ["i_string_utf16BE_no_BOM.json", "i_string_utf16LE_no_BOM.json"]

  /// Values that are spread over lines, so that no line holds one.
  static let severalLines = ["y_array_with_1_and_newline.json", "y_object_with_newlines.json"]

  private func run(_ file: String) throws -> RunSummary {
    try Judging.run(.file(try Suites.path("\(Self.folder)/\(file)")), format: .jsonl)
  }

  @Test("the suite has the files that the counts of the documentation speak of", .needsSuites)
  func counts() {
    for (prefix, number) in [("y_", 95), ("n_", 188), ("i_", 35)] {
      let found = Self.files.count { $0.hasPrefix(prefix) }
      #expect(found == number)
    }
  }

  @Test("what must be accepted is a well-formed record", .needsSuites, arguments: files)
  func accepted(_ file: String) throws {
    guard file.hasPrefix("y_"), !Self.severalLines.contains(file) else { return }
    let summary = try run(file)
    #expect(summary.total == 1)
    #expect(summary.malformed == 0)
  }

  @Test("a value that is spread over lines is accepted once it is on one", .needsSuites)
  func onOneLine() throws {
    for file in Self.severalLines {
      let bytes = try Suites.file("\(Self.folder)/\(file)").map { $0 == 10 ? 32 : $0 }
      let summary = try Judging.lines(bytes)
      #expect(summary.total == 1 && summary.malformed == 0)
    }
  }

  @Test(
    "what must be refused is a malformed record, or none at all", .needsSuites, arguments: files)
  func refused(_ file: String) throws {
    guard file.hasPrefix("n_") else { return }
    let summary = try run(file)
    #expect(summary.malformed > 0 || summary.total == 0)
  }

  @Test("what is left to the parser is decided as documented", .needsSuites, arguments: files)
  func chosen(_ file: String) throws {
    guard file.hasPrefix("i_") else { return }
    let summary = try run(file)
    if Self.unread.contains(file) {
      #expect(summary.total == 0)
      #expect(summary.inputs[0].failure?.contains("use --encoding UTF-16") == true)
      return
    }
    let kind = Self.refused[String(file.dropLast(".json".count))]
    #expect(summary.total == 1)
    let expected: [MalformedKind: Int] = kind.map { [$0: 1] } ?? [:]
    #expect(summary.malformedKinds == expected)
  }

  @Test("every choice is named in the documentation", .needsSuites)
  func documented() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/conformance.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for file in Self.files where file.hasPrefix("i_") {
      let name = String(file.dropLast(".json".count))
      let isNamed =
        text.contains(name) || (name.hasPrefix("i_number_") && text.contains("i_number_*"))
        || (name.hasPrefix("i_string_overlong_") && text.contains("i_string_overlong_sequence_*"))
      #expect(isNamed, "\(name)")
    }
  }
}
