import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Foundation
import TestSupport
import Testing
import Twins

/// Bytes are cut into the same records by `check`, `infer`, `explain` and the loader of references.
@Suite struct RecordReadingTests {
  /// An input, and what docs/reference/inputs.md#csv-and-tsv, docs/reference/inputs.md#jsonl,
  /// docs/reference/inputs.md#malformed-records make of it.
  struct Case: CustomTestStringConvertible {
    var name: String
    var text: String
    var format = InputFormat.jsonl
    var maximum = 64 << 20
    /// Each record as `line:offset`, and of a malformed one `:kind`.
    var records: String

    var testDescription: String { name }
  }

  private static func object(bytes: Int) -> String {
    "{\"a\":\"" + String(repeating: "x", count: bytes - 8) + "\"}"
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  static let lines: [Case] = [
    Case(name: "nothing", text: "", records: ""),
    Case(name: "one line without its end", text: "{}", records: "1:0"),
    Case(name: "line ends of both sorts", text: "{}\n{}\r\n{}\r\n{}", records: "1:0 2:3 3:7 4:11"),
    Case(name: "a lone carriage return is a blank", text: "{}\r{}\n{}", records: "1:0:syntax 2:6"),
    Case(name: "blank lines", text: "\n \t\r\n{}\n\r\n{}\n\n", records: "3:5 5:10"),
    Case(name: "a byte-order mark", text: "\u{FEFF}{}\n{}\n", records: "1:3 2:6"),
    Case(name: "a byte-order mark alone", text: "\u{FEFF}", records: ""),
    Case(
      name: "an open string ends with its line", text: "{\"a\":\"\n{}\n[1\n{}",
      records: "1:0:syntax 2:7 3:10:syntax 4:13"),
    Case(
      name: "a line one below the limit", text: "{}\n" + object(bytes: 19) + "\n{}\n",
      maximum: 20, records: "1:0 2:3 3:23"),
    Case(
      name: "a line of exactly the limit", text: "{}\n" + object(bytes: 20) + "\r\n{}\n",
      maximum: 20, records: "1:0 2:3 3:25"),
    Case(
      name: "a line one beyond the limit", text: "{}\n" + object(bytes: 21) + "\n{}\n",
      maximum: 20, records: "1:0 2:3:length 3:25"),
    Case(
      name: "a last line one beyond the limit", text: "{}\n" + object(bytes: 21), maximum: 20,
      records: "1:0 2:3:length"),
    Case(
      name: "a malformed line beyond the limit", text: "{" + blanks(30) + "\n{}\n", maximum: 20,
      records: "1:0:length 2:32"),
    Case(
      name: "good lines, of which a window holds more than the limit",
      text: String(repeating: "{}\n", count: 12), maximum: 20,
      records: (0..<12).map { "\($0 + 1):\(3 * $0)" }.joined(separator: " ")),
    Case(
      name: "blank lines around the limit",
      text: (19...23).map { blanks($0) + "\n" }.joined() + "{}\n", maximum: 20, records: "6:110"),
    Case(
      name: "a blank line far beyond the limit", text: "{}\n" + blanks(900) + "\n{}\n",
      maximum: 20, records: "1:0 3:904"),
    Case(
      name: "a last blank line far beyond the limit", text: "{}\n" + blanks(900), maximum: 20,
      records: "1:0"),
    Case(
      name: "blanks and then text, beyond the limit", text: "{}\n" + blanks(900) + "{}\n{}\n",
      maximum: 20, records: "1:0 2:3:length 3:906"),
    Case(
      name: "text and then blanks, beyond the limit", text: "{}" + blanks(900) + "\n{}",
      maximum: 20, records: "1:0:length 2:903"),
    Case(
      name: "lines far beyond the limit, one behind the other",
      text: object(bytes: 700) + "\n" + object(bytes: 500) + "\n{}\n" + object(bytes: 800),
      maximum: 20, records: "1:0:length 2:701:length 3:1202 4:1205:length"),
    Case(
      name: "a line longer than a window", text: "{}\n" + object(bytes: 100_000) + "\n{}\n",
      records: "1:0 2:3 3:100004"),
    Case(
      name: "a line longer than a window and the limit",
      text: "{}\n" + object(bytes: 100_000) + "\n{}\n", maximum: 60_000,
      records: "1:0 2:3:length 3:100004"),
    Case(
      name: "a blank line longer than a window", text: "{}\n" + blanks(100_000) + "\n{}\n",
      records: "1:0 3:100004"),
  ]

  static let rows: [Case] = [
    Case(name: "rows: nothing", text: "", format: .csv, records: ""),
    Case(name: "rows: a header alone", text: "a,b", format: .csv, records: ""),
    Case(
      name: "rows: line ends of all sorts", text: "a,b\n1,2\r\n3,4\r5,6\n7,8", format: .csv,
      records: "2:4 3:9 4:13 5:17"),
    Case(
      name: "rows: blank lines", text: "\n\r\na,b\r\r\n1,2\n\n\r3,4\r", format: .csv,
      records: "5:9 8:15"),
    Case(
      name: "rows: a blank is a cell", text: "a\n \n\t\n1\n", format: .csv, records: "2:2 3:4 4:6"),
    Case(
      name: "rows: a byte-order mark", text: "\u{FEFF}a,b\n1,2\n", format: .csv, records: "2:7"),
    Case(
      name: "rows: line ends inside quotes", text: "a,b\n\"1\n\r\n\r2\",3\n4,5\n", format: .csv,
      records: "2:4 6:15"),
    Case(
      name: "rows: ragged ones", text: "a,b\n1\n1,2,3\n1,2\n3,4\n", format: .csv,
      records: "2:4:ragged 3:6:ragged 4:12 5:16"),
    Case(
      name: "rows: quotes gone wrong", text: "a,b\n\"1\"x,2\n3,4\n5,6\"\n7,\"8\n9,10\n",
      format: .csv, records: "2:4:quote 3:11 4:15:quote 5:20:quote 6:25"),
    Case(
      name: "rows: text behind a quote, lines later",
      text: "a,b\n1,\"2\n3,4\n5\"x,6\n7,8\n",
      format: .csv, records: "2:4:quote 3:9 4:13:quote 5:19"),
    Case(
      name: "rows: one below, at and beyond the limit",
      text: "a,b\n" + [18, 19, 20].map { blanks($0) + ",\n" }.joined() + "1,2\n", format: .csv,
      maximum: 20, records: "2:4 3:24 4:45:length 5:67"),
    Case(
      name: "rows: beyond the limit at the end", text: "a,b\n1,2\n" + blanks(21), format: .csv,
      maximum: 20, records: "2:4 3:8:length"),
    Case(
      name: "rows: far beyond the limit", text: "a,b\n" + blanks(900) + ",\r\n1,2\r" + blanks(900),
      format: .csv, maximum: 20, records: "2:4:length 3:907 4:911:length"),
    Case(
      name: "rows: a quote open at the limit",
      text: "a,b\n1,\"" + blanks(30) + "\n" + blanks(5) + "\",\n3,4\n", format: .csv, maximum: 20,
      records: "2:4:length 3:38:quote 4:46"),
    Case(
      name: "rows: a quote open at the limit, its line shorter",
      text: "a,b\n1,\"2\n" + blanks(8) + "\n" + blanks(30) + "\n3,4\n5,6\n7,8\n9,0\n",
      format: .csv, maximum: 20,
      records: "2:4:quote 3:9:ragged 4:18:length 5:49 6:53 7:57 8:61"),
    Case(
      name: "rows: good ones, of which a window holds more than the limit",
      text: "a,b\n" + String(repeating: "1,2\n", count: 12), format: .csv, maximum: 20,
      records: (0..<12).map { "\($0 + 2):\(4 * $0 + 4)" }.joined(separator: " ")),
    Case(
      name: "rows: one longer than a window",
      text: "a,b\n1,\"" + String(repeating: "x\n", count: 50_000) + "\"\n3,4\n", format: .csv,
      records: "2:4 50003:100009"),
  ]

  private static func chunkSizes(_ bytes: [UInt8]) -> [Int] {
    bytes.count > 10_000 ? [1000, 1 << 16] : [4, 5, 16, 64]
  }

  /// - Parameter all: with their columns, as a run over one chunk finds them.
  private func agree(
    _ bytes: [UInt8], _ format: InputFormat, _ maximum: Int, _ comment: String
  ) throws -> [Census.Entry] {
    var reading = Census.Reading(format: format, maximum: maximum, chunkBytes: 1 << 20)
    let all = try Census.checked(bytes, reading)
    for chunkBytes in Self.chunkSizes(bytes) {
      for threads in [1, 3] {
        reading.chunkBytes = chunkBytes
        reading.threads = threads
        #expect(try Census.checked(bytes, reading) == all, "check: \(reading)\n\(comment)")
        #expect(
          try Census.inferred(bytes, reading) == all.kinds, "infer: \(reading)\n\(comment)")
      }
      try explain(bytes, all, reading, comment)
    }
    return all
  }

  private func explain(
    _ bytes: [UInt8], _ all: [Census.Entry], _ reading: Census.Reading, _ comment: String
  ) throws {
    for (number, entry) in all.enumerated() {
      for selector in [RecordSelector.record(number + 1), .line(entry.line)] {
        #expect(
          try Census.explained(selector, bytes, reading) == entry,
          "explain: \(selector), \(reading)\n\(comment)")
      }
    }
    let error = #expect(throws: ExplainError.self, "explain: \(reading)\n\(comment)") {
      try Census.found(.record(all.count + 1), bytes, reading)
    }
    #expect(
      error?.description.contains("the input has \(Figures.counted(all.count, "record"))") == true)
    #expect(
      lineCount(bytes, reading) == lineCount(bytes, Census.Reading(format: reading.format)),
      "lines: \(reading)\n\(comment)")
  }

  /// The message about a line far behind the last one.
  private func lineCount(_ bytes: [UInt8], _ reading: Census.Reading) -> String? {
    do {
      _ = try Census.found(.line(1 << 40), bytes, reading)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("every command cuts an input into the same records", arguments: lines + rows)
  func sameRecords(input: Case) throws {
    let bytes = Array(input.text.utf8)
    let all = try agree(bytes, input.format, input.maximum, input.name)
    let shown = all.map { entry in
      "\(entry.line):\(entry.byteOffset)" + (entry.kind.map { ":\($0.rawValue)" } ?? "")
    }
    #expect(shown.joined(separator: " ") == input.records)
  }

  @Test("every command cuts random bytes into the same records", arguments: RandomRun.seeds(60))
  func randomBytes(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let isCSV = random.oneIn(2)
    let pieces =
      isCSV
      ? ["a", ",", "\"", "\"\"", "\n", "\r", "\r\n", "1,2\n", "xyz,\"q\"\n", "    ", "\u{E9}"]
      : [
        "{}", "{\"a\":1}", "\n", "\r\n", "\n\n", "[", "\"", "\\\"", "    ", "1",
        "{\"é\":\"\\n\"}\n",
      ]
    var bytes = isCSV ? Array("a,b\n".utf8) : []
    for _ in 0..<random.below(60) {
      if random.oneIn(20) { bytes.append(UInt8(random.below(256))) }
      bytes += Array(random.pick(pieces).utf8)
    }
    let maximum = random.pick([1, 5, 8, 20, 1000])
    _ = try agree(
      bytes, isCSV ? .csv : .jsonl, max(maximum, isCSV ? 3 : 1),
      "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  @Test("a line without a record is not explained", arguments: [4, 1 << 16])
  func blankLine(chunkBytes: Int) {
    let reading = Census.Reading(format: .jsonl, maximum: 20, chunkBytes: chunkBytes)
    let blank = Self.blanks(100)
    for (text, line) in [("{}\n \n{}\n", 2), ("{}\n\(blank)\n{}\n", 2), ("{}\n\(blank)", 2)] {
      let error = #expect(throws: ExplainError.self) {
        try Census.found(.line(line), Array(text.utf8), reading)
      }
      #expect(error?.description == "input: line \(line) is blank: it has no record")
    }
    let error = #expect(throws: ExplainError.self) {
      try Census.found(.line(4), Array("{}\n\n{}\n".utf8), reading)
    }
    #expect(error?.description == "input: there is no line 4: the input has 3 lines")
  }

  @Test(
    "reference data is read as an input is",
    arguments: (lines + rows).filter { $0.maximum > 60_000 })
  func references(input: Case) throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "reading-\(UUID().uuidString)").path
    try Data(input.text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reading = Census.Reading(format: input.format)
    let malformed = try Census.checked(Array(input.text.utf8), reading).first { $0.kind != nil }
    guard let malformed else { return }
    let statement = #"{"file":"\#(path)","column":"a","format":"\#(input.format)"}"#
    let profile = #"{"bulkcheck":1,"fields":{"a":{"references":\#(statement)}}}"#
    var fault: ReferenceLoadingError?
    _ = try? ParsedProfile.read(Array(profile.utf8), fileName: "p.json") {
      (request) throws(ReferenceLoadingError) in
      do throws(ReferenceLoadingError) {
        return try ReferenceLoader(folder: "/").load(request)
      } catch {
        fault = error
        throw error
      }
    }
    guard case .malformed(let line, _, _)? = fault?.cause else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(line == malformed.line)
  }
}
