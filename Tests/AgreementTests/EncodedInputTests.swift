import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Foundation
import TestSupport
import Testing
import Twins

/// Inputs of other encodings, whole and damaged: one report at any number of threads and with any
/// size of chunks, and offsets of the bytes as they are stored.
@Suite struct EncodedInputTests {
  struct Input: CustomTestStringConvertible {
    var encoding: TextEncoding
    var format: InputFormat
    var stored: [UInt8]
    var testDescription: String { "\(format) in \(encoding.rawValue)" }
  }

  private static let lines = """
    {"id":1,"t":"é"}
    {"id":2,"t":"日本\u{20}😀"}
    {"id":1,"t":"ée"}

    {"t":["ü"],"id":"ñ"}
    {"id":3,"t":"é
    {"id":4,"t":"ééééééé","x":0}

    """

  private static let rows =
    "id,t\r\n1,é\r\n2,\"日\r\n本\"\r\n1,\"ü\"\"\"\r\n3\r\n4,é\"x\r\n5,ééééééé\r\n"

  static let inputs: [Input] = [
    Input(encoding: .utf16LE, format: .jsonl, stored: EncodedText.utf16("\u{FEFF}" + lines)),
    Input(
      encoding: .utf16BE, format: .csv,
      stored: EncodedText.utf16("\u{FEFF}" + rows, isBigEndian: true)),
    Input(encoding: .utf16BE, format: .jsonl, stored: EncodedText.utf16(lines, isBigEndian: true)),
    Input(encoding: .windows1252, format: .jsonl, stored: EncodedText.latin(lines)),
    Input(encoding: .iso8859Part1, format: .csv, stored: EncodedText.latin(rows)),
    Input(encoding: .shiftJIS, format: .jsonl, stored: shiftJIS(lines)),
    Input(encoding: .shiftJIS, format: .csv, stored: shiftJIS(rows)),
  ]

  private static func shiftJIS(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar -> [UInt8] in
      switch scalar {
      case "日": [0x93, 0xFA]
      case "本": [0x96, 0x7B]
      default: scalar.value < 0x80 ? [UInt8(scalar.value)] : [0x83, 0x5C]
      }
    }
  }

  private static let check: Check? = {
    let plain =
      #"{"bulkcheck":1,"fields":{"id":{"type":"integer","unique":true},"t":{"maxLength":3}}}"#
    return (try? Judging.profile(plain)).flatMap { try? Judging.check($0.ruleSet) }
  }()

  private func ways(_ input: Input) -> [Way] {
    [(1, 1 << 16), (1, 4), (2, 16), (7, 9)].map {
      Way(
        threads: $0, chunkBytes: $1, format: input.format, encoding: .named(input.encoding))
    }
  }

  /// Judges in all ways; returns what is wrong, or nil.
  private func finding(_ input: Input, _ stored: [UInt8]) throws -> String? {
    let check = try #require(Self.check)
    let ways = ways(input)
    let summary = Judging.summary(check, [.bytes(stored, name: "input")], ways[0])
    let expected = Judging.report(of: summary, check.ruleSet)
    for way in ways.dropFirst() {
      let actual = Judging.report(check, stored, way)
      if actual != expected { return "\(way): \(difference(expected, actual))" }
    }
    guard let encoding = summary.inputs.first?.dialect?.encoding else { return "no encoding" }
    let starts = EncodedText.lineStarts(stored, encoding, input.format)
    let samples =
      summary.rules.flatMap(\.samples) + summary.builtIns.values.flatMap(\.samples)
    for sample in samples {
      let start = starts.indices.contains(sample.line - 1) ? starts[sample.line - 1] : -1
      if sample.byteOffset != start {
        return "line \(sample.line) is at \(start), not \(sample.byteOffset)"
      }
      if let column = sample.column, sample.byteOffset + column - 1 > stored.count {
        return "column \(column) is not in the input"
      }
    }
    return nil
  }

  @Test("a whole input", arguments: inputs)
  func whole(input: Input) throws {
    #expect(try finding(input, input.stored) == nil)
    let check = try #require(Self.check)
    let summary = Judging.summary(check, [.bytes(input.stored, name: "input")], ways(input)[0])
    #expect(summary.inputs[0].dialect?.encoding == input.encoding)
    #expect(summary.malformed >= 1 && summary.invalid >= 2, "\(summary.malformed)")
    #expect(summary.inputs[0].failure == nil)
  }

  @Test("each cut", arguments: inputs)
  func cuts(input: Input) throws {
    for cut in 0..<input.stored.count {
      let found = try finding(input, Array(input.stored[..<cut]))
      guard found == nil else {
        Issue.record("cut at \(cut): \(found ?? "")")
        return
      }
    }
  }

  @Test("each flipped bit", arguments: inputs)
  func flips(input: Input) throws {
    var stored = input.stored
    for bit in 0..<stored.count * 8 where RandomRun.scale > 1 || bit / 8 % 3 == bit % 3 {
      stored[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = try finding(input, stored)
      guard found == nil else {
        Issue.record("bit \(bit): \(found ?? "")")
        return
      }
      stored[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test("the report of UTF-8 is that of UTF-16, but for offsets, columns and the encoding")
  func agreement() throws {
    let check = try #require(Self.check)
    for text in [Self.lines, Self.rows] {
      let format = text == Self.lines ? InputFormat.jsonl : .csv
      let reports = [Array(text.utf8), EncodedText.utf16("\u{FEFF}" + text)].map {
        Judging.report(check, $0, Way(format: format))
          .replacing(#/"byteOffset": \d+/#, with: "")
          .replacing(#/"column": \d+/#, with: "")
          .replacing(#/"(encoding)": "[^"]*"/#, with: "")
          .replacing(#/"bytesPerSecond": \d+/#, with: "")
      }
      #expect(reports[0] == reports[1], "\(difference(reports[0], reports[1]))")
    }
  }

  @Test("the column of a fault counts bytes of the encoding")
  func columns() throws {
    let check = try #require(Self.check)
    let way = Way(format: .jsonl, encoding: .named(.windows1252))
    let summary = Judging.summary(
      check, [.bytes(EncodedText.latin("{\"t\":\"é\"}\n{\"t\":\"éé\u{FFFF}\"}\n"), name: "x")], way)
    let sample = try #require(summary.builtIns[.malformed]?.samples.first)
    #expect(sample.byteOffset == 10)
    #expect(sample.column == 9)
    #expect(sample.message == "bytes without meaning in windows-1252")
  }
}
