import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// CSV in dialects of its own is the same in every encoding, compressed or not: what is found in
/// it, and what is written of it.
@Suite struct EncodedDialectTests {
  /// An input in a dialect, with characters that are one, two or four bytes.
  struct Input: CustomTestStringConvertible {
    var corpus: Corpus
    var encoding: TextEncoding
    var testDescription: String { "\(corpus.name) in \(encoding.rawValue)" }

    var text: String { Input.text(corpus) }
    var stored: [UInt8] { EncodedText.file(text, encoding) }

    static func text(_ corpus: Corpus) -> String {
      String(decoding: corpus.bytes, as: UTF8.self)
        .replacing(",t,x", with: ",é,x").replacing("total", with: "tötal")
        .replacing("above", with: "äbove").replacing("it's", with: "ít's")
    }
  }

  static let inputs: [Input] = [
    Corpus.comments, .numberedRows, .footers, .longFooters, .escapes, .paddedRows,
  ].flatMap { corpus in
    [TextEncoding.utf16LE, .utf16BE, .windows1252].map { Input(corpus: corpus, encoding: $0) }
  }

  private func way(_ input: Input, threads: Int = 1, chunkBytes: Int = 1 << 16) -> Way {
    var way = input.corpus.wayAtOnce
    (way.threads, way.chunkBytes) = (threads, chunkBytes)
    way.encoding = .named(input.encoding)
    return way
  }

  private static let ways = [(1, 4), (2, 16), (7, 9), (7, 300)]

  @Test("the report is that of UTF-8, but for offsets", arguments: inputs)
  func report(input: Input) throws {
    let ruleSet = try Judging.profile(input.corpus.profile).ruleSet
    let check = try Judging.check(ruleSet)
    let stored = input.stored
    let summary = Judging.summary(check, [.bytes(stored, name: "input")], way(input))
    let expected = Judging.report(of: summary, ruleSet)
    let plain = Judging.report(check, Array(input.text.utf8), input.corpus.wayAtOnce)
    #expect(Self.comparable(plain) == Self.comparable(expected))
    #expect(summary.inputs[0].dialect?.encoding == input.encoding)
    for (threads, chunkBytes) in Self.ways {
      let way = way(input, threads: threads, chunkBytes: chunkBytes)
      let actual = Judging.report(check, stored, way)
      #expect(actual == expected, "\(way)\n\(difference(expected, actual))")
      if actual != expected { return }
    }
    let starts = EncodedText.lineStarts(stored, input.encoding, .csv)
    for sample in summary.rules.flatMap(\.samples) + summary.builtIns.values.flatMap(\.samples) {
      #expect(sample.byteOffset == starts[sample.line - 1], "line \(sample.line)")
    }
  }

  /// A report without what is counted in bytes, and the name of the encoding.
  private static func comparable(_ report: String) -> String {
    report.replacing(#/"(byteOffset|column|bytesPerSecond)": \d+/#, with: "")
      .replacing(#/"encoding": "[^"]*"/#, with: "")
  }

  @Test("the outputs are those of UTF-8, in the encoding of the input", arguments: inputs)
  func outputs(input: Input) throws {
    let ruleSet = try Judging.profile(input.corpus.profile).ruleSet
    let plain = try SplitRun(
      ruleSet, [.bytes(Array(input.text.utf8), name: "input")], input.corpus.wayAtOnce)
    let expected = [plain.valid, plain.invalid].map {
      EncodedText.file(String(decoding: $0, as: UTF8.self), input.encoding)
    }
    #expect(plain.valid.count > 200 && plain.invalid.count > 20)
    var forms = [input.stored, gzipMembers(input.stored, sizes: [701]).flatMap(\.self)]
    #if Zstd && canImport(CZstd)
      forms.append(zstdFrames(input.stored, sizes: [333]).flatMap(\.self))
    #endif
    for (form, (threads, chunkBytes)) in zip(forms + [input.stored], Self.ways.reversed()) {
      let way = way(input, threads: threads, chunkBytes: chunkBytes)
      let run = try SplitRun(ruleSet, [.bytes(form, name: "input")], way)
      #expect(run.valid == expected[0], "\(way)")
      #expect(run.invalid == expected[1], "\(way)")
    }
  }

  @Test(
    "a header that cannot be read: the fault is counted in stored bytes, read ahead or not",
    arguments: [
      // The row of the header; what is wrong, and the byte of its line.
      (TextEncoding.utf16LE, "ä\nö\nü,\"é\n", 3, "the closing quote is missing", 11),
      (.windows1252, "ä\nö\nü,\"é\n", 3, "the closing quote is missing", 6),
      (.windows1252, "ä\nö\nüé,\u{FFFF}\n", 3, "bytes without meaning in windows-1252", 4),
      (.utf16BE, "ä\n\"ö\nü,é\"x\n", 2, "text after a closing quote", 15),
    ])
  func unreadable(
    encoding: TextEncoding, text: String, row: Int, why: String, byte: Int
  ) throws {
    let csv = "{\"headerRows\":[\(row)],\"delimiter\":\",\"}"
    let ruleSet = try Judging.profile("{\"bulkcheck\":1,\"input\":{\"csv\":\(csv)}}").ruleSet
    let bytes = EncodedText.file(text, encoding)
    let words = "the header cannot be read: \(why) (byte \(byte) of the line)"
    for chunkBytes in [4, 1 << 16] {
      let way = Way(threads: 2, chunkBytes: chunkBytes, format: .csv, encoding: .named(encoding))
      let inputs = [0, 1].map { InputLocation.bytes(bytes, name: "\($0)") }
      let failures = try Judging.summary(ruleSet, inputs, way).inputs.map(\.failure)
      #expect(failures == [words, words])
    }
  }
}
