import Bulkcheck
import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Foundation
import TestSupport
import Testing
import Twins

/// Small inputs, which threads read and work on before their turn, give what they give when they
/// are read one after another.
@Suite struct SmallInputTests {
  private static let profile = """
    {"bulkcheck":1, "input":{"missingValues":["NA"]},
     "fields":{"id":{"required":true,"unique":true,"type":"integer"},
      "t":{"maxLength":4}, "v":{"enum":["x","y"]}},
     "rules":[{"id":"both","unique":["t","v"],"severity":"warning"}]}
    """

  /// Many inputs of all kinds: columns in different orders, damage, nothing, and large ones.
  private static func inputs(_ random: inout SeededGenerator, count: Int) -> [InputLocation] {
    let orders = [["id", "t", "v"], ["v", "id", "t"], ["t", "id"], ["id", "v", "t", "v"]]
    return (0..<count).map { number in
      let name = "\(number)"
      switch random.below(12) {
      case 0: return .bytes([], name: name + ".csv")
      case 1: return .bytes(Array("\n\n".utf8), name: name + ".jsonl")
      case 2: return .file("/none/\(number).jsonl")
      case 3:
        let zipped = gzip(Array(rows(orders[0], 40, &random).utf8))
        return .bytes(Array(zipped.dropLast(random.below(3))), name: name + ".csv")
      case 4:
        // Too large to be read ahead.
        let text = "{\"t\":\"\(String(repeating: "x", count: 140_000))\"}\n"
        return .bytes(Array((text + lines(3, &random)).utf8), name: name)
      case 5: return .bytes([0xef, 0xbb, 0xbf] + Array(lines(3, &random).utf8), name: name)
      case 6: return .bytes(Array("id,\"open\n1,2\n".utf8), name: name + ".csv")
      case 7: return .bytes(Array("PK\u{3}\u{4}".utf8), name: name)
      case 8, 9: return .bytes(Array(lines(random.below(30), &random).utf8), name: name)
      default:
        let order = orders[random.below(orders.count)]
        return .bytes(Array(rows(order, random.below(30), &random).utf8), name: name + ".csv")
      }
    }
  }

  private static func rows(
    _ columns: [String], _ count: Int, _ random: inout SeededGenerator
  ) -> String {
    var text = columns.joined(separator: ",") + "\n"
    for _ in 0..<count {
      let cells = columns.map { column in
        switch column {
        case "id": "\(random.below(2000))"
        case "v": ["x", "y", "z", "NA", "\"x\ny\""][random.below(5)]
        default: ["abc", "abcde", "", "\"a,b\"", "a\"b"][random.below(5)]
        }
      }
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  private static func lines(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in
      let lines = [
        "{\"id\":\(random.below(2000)),\"t\":\"abc\"}", "{\"id\":", "", "[1]", "{\"v\":2}",
      ]
      return lines[random.below(lines.count)] + "\n"
    }.joined()
  }

  @Test(
    "a report of many small inputs does not depend on threads and chunks", arguments: [1, 2, 3])
  func report(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let inputs = Self.inputs(&random, count: 60)
    let check = try Judging.check(Judging.profile(Self.profile).ruleSet)
    let total = Judging.summary(check, inputs, Way(chunkBytes: 300)).total
    for limit in [nil, random.below(total)] as [Int?] {
      // Inputs that do not end with their first chunk are read in their turn.
      let expected = Self.outcome(check, inputs, Way(chunkBytes: 300, limit: limit))
      for (chunk, threads) in [(64, 7), (1 << 18, 1), (1 << 18, 2), (1 << 18, 7)] {
        var way = Way(chunkBytes: chunk, limit: limit)
        way.threads = threads
        let actual = Self.outcome(check, inputs, way)
        let isEqual = actual.report == expected.report
        #expect(
          isEqual,
          "seed \(seed), limit \(limit ?? -1), \(way)\n\(difference(expected.report, actual.report))"
        )
        #expect(actual.headers == expected.headers)
        #expect(actual.entries == expected.entries)
        if !isEqual { return }
      }
    }
  }

  private struct Outcome {
    var report: String
    var headers: [String]
    var entries: [RecordCollector.Entry]
  }

  private static func outcome(_ check: Check, _ inputs: [InputLocation], _ way: Way) -> Outcome {
    let collector = RecordCollector()
    let summary = check.inWay(way).run(inputs, observer: collector)
    return Outcome(
      report: Judging.report(of: summary, check.ruleSet), headers: collector.headers,
      entries: collector.entries)
  }

  /// A dialect with all that is told by row numbers, and a figure in the footers.
  private static let dialect = """
    {"bulkcheck":1,
     "input":{"csv":{"headerRows":[3],"commentRows":[5],"commentChar":"#","footerRows":2,
       "ragged":"pad","headerCase":false,"aliases":{"id":["nr"]}}},
     "fields":{"id":{"required":true,"type":"integer"}, "t":{"maxLength":4}},
     "table":[{"id":"sum","measure":"sum","of":"id","equals":{"footer":1,"column":"id"}}]}
    """

  /// A CSV file with lines around its records, in a delimiter and an encoding of its own.
  ///
  /// - Parameter isRight: nothing is wrong with it, and the footer has the sum.
  private static func bankExport(
    _ number: Int, isRight: Bool, _ random: inout SeededGenerator
  ) -> InputLocation {
    let delimiter = random.pick([",", ";", "\t", "|"])
    let columns = random.pick([["ID", "t", "v"], ["t", "nr", "V"], ["v", "T", "id"]])
    var sum = 0
    func row(_ cells: [String]) -> String { cells.joined(separator: delimiter) + "\r\n" }
    var text = "Umsätze \(number)\r\n\r\n" + row(columns)
    for place in 0..<(4 + random.below(30)) {
      if random.oneIn(8) { text += random.pick(["# \"é\r\n", "\r\n"]) }
      let id = random.below(1000)
      // The fifth row is a comment, whatever is in it.
      let isComment = text.split(separator: "\r\n", omittingEmptySubsequences: false).count == 5
      if !isComment { sum += id }
      var cells = columns.map { column in
        switch column {
        case "ID", "nr", "id": "\(id)"
        case "t", "T": isRight ? "é" : random.pick(["é", "", "ééééé", "\"a\r\nb\"", "a\"b"])
        default: "x"
        }
      }
      if columns[2] != "id", place % 4 == 1 { cells.removeLast() }
      text += row(cells)
    }
    text += row(columns.map { ["ID", "nr", "id"].contains($0) ? "\(sum)" : "Σ" })
    text += "Ende\r\n"
    let encoding = random.pick([TextEncoding.utf8, .utf16LE, .utf16BE])
    let stored = EncodedText.file(text, encoding)
    var forms = [stored, gzip(stored)]
    #if Zstd && canImport(CZstd)
      forms.append(zstd(stored))
    #endif
    return .bytes(random.pick(forms), name: "\(number).csv")
  }

  @Test("small CSV files in dialects of their own, read ahead or in turn", arguments: [1, 2, 3])
  func dialects(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let check = try Judging.check(Judging.profile(Self.dialect).ruleSet)
    let right = (0..<20).map { Self.bankExport($0, isRight: true, &random) }
    let mixed = (0..<40).map { number -> InputLocation in
      switch random.below(8) {
      case 0: .bytes(Array("a\nb\n".utf8), name: "\(number).csv")
      case 1: .bytes([], name: "\(number).csv")
      case 2: .bytes(Array("x\n\nid,\"t\n1,2\n3,4\n".utf8), name: "\(number).csv")
      default: Self.bankExport(number, isRight: false, &random)
      }
    }
    for (inputs, isRight) in [(right, true), (mixed, false)] {
      let total = Judging.summary(check, inputs, Way(chunkBytes: 300)).total
      for limit in [nil, random.below(total)] as [Int?] {
        let expected = Self.outcome(check, inputs, Way(chunkBytes: 300, limit: limit))
        if isRight, limit == nil {
          #expect(expected.entries.allSatisfy { $0.flags & 3 == 0 })
          #expect(expected.report.contains("\"status\": \"pass\""))
          #expect(!expected.report.contains("\"status\": \"fail\""), "\(expected.report)")
        }
        for (chunk, threads) in [(4, 2), (64, 7), (1 << 18, 1), (1 << 18, 2), (1 << 18, 7)] {
          var way = Way(chunkBytes: chunk, limit: limit)
          way.threads = threads
          let actual = Self.outcome(check, inputs, way)
          let isEqual =
            actual.report == expected.report && actual.headers == expected.headers
            && actual.entries == expected.entries
          let found = difference(expected.report, actual.report)
          #expect(isEqual, "seed \(seed), limit \(limit ?? -1), \(way)\n\(found)")
          if !isEqual { return }
        }
      }
    }
  }

  @Test(
    "a draft from many small inputs does not depend on threads and chunks", arguments: [1, 2, 3])
  func draft(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let orders = [["id", "t", "v"], ["v", "id", "t"], ["t", "id", "v"]]
    let inputs = (0..<40).map { number in
      let text = Self.rows(orders[random.below(3)], 1 + random.below(40), &random)
      return InputLocation.bytes(Array(text.replacing("a\"b", with: "ab").utf8), name: "\(number)")
    }
    var expected: String?
    for (chunk, threads) in [(300, 1), (64, 7), (1 << 18, 1), (1 << 18, 2), (1 << 18, 7)] {
      var options = InferenceOptions()
      options.reading.format = .csv
      options.reading.chunkBytes = chunk
      options.reading.threads = threads
      options.now = "2024-05-01T00:00:00Z"
      let findings = try InferenceRun.findings(in: inputs, options: options)
      let draft = ProfileWriter.text(findings, name: "draft", nearMisses: .comment)
      #expect(draft == expected ?? draft, "seed \(seed), chunks of \(chunk), \(threads) threads")
      expected = expected ?? draft
    }
  }

  @Test("a draft from small inputs with lines around their records", arguments: [1, 2, 7])
  func draftOfDialects(threads: Int) throws {
    let texts = ["é,1\r\n", "é,1\r\nö,2\r\n", String(repeating: "x,3\r\n", count: 40)].map {
      "Müller\r\n\r\nName,Zahl\r\nä,5\r\n\($0)Ende\r\n"
    }
    // One that is empty says nothing of the form.
    let inputs = ([""] + texts).enumerated().map {
      InputLocation.bytes(EncodedText.file($0.element, .utf16LE), name: "\($0.offset)")
    }
    for chunk in [40, 1 << 18] {
      var options = InferenceOptions()
      options.reading.format = .csv
      options.reading.chunkBytes = chunk
      options.reading.threads = threads
      let findings = try InferenceRun.findings(in: inputs, options: options)
      let draft = ProfileWriter.text(findings, name: "draft", nearMisses: .comment)
      for words in ["\"headerRows\": [3]", "\"footerRows\": 1", "UTF-16", "\"Name\"", "\"Zahl\""] {
        #expect(draft.contains(words), "\(words)\n\(draft)")
      }
    }
  }

  @Test("the library takes a folder as the command does")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bulkcheck-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "sub"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let validator = try ProfileValidator(Profile(text: #"{"bulkcheck":1}"#))
    let empty = validator.validate(file: folder.path)
    #expect(empty.exitCode == 2)
    #expect(empty.inputs.first?.failure?.hasPrefix("is a folder without a file") == true)
    for name in ["z.jsonl", "a.txt", "sub/b.ndjson", "sub/.c.jsonl"] {
      try Data("{}\n".utf8).write(to: folder.appending(path: name))
    }
    let report = validator.validate([.bytes(Array("{}".utf8), name: "first"), .file(folder.path)])
    #expect(report.records.valid == 3)
    #expect(
      report.inputs.map(\.path) == [
        "first", folder.path + "/sub/b.ndjson", folder.path + "/z.jsonl",
      ])
  }

  @Test("a run over small inputs stops when it is asked to", arguments: [1, 2, 7])
  func stopping(threads: Int) throws {
    let check = try Judging.check(Judging.profile(#"{"bulkcheck":1}"#).ruleSet)
    let inputs = (0..<200).map { InputLocation.bytes(Array("{}\n".utf8), name: "\($0).jsonl") }
    var way = Way(chunkBytes: 1 << 18)
    way.threads = threads
    let collector = Stopper(after: 50)
    let stopped = check.inWay(way).run(inputs, observer: collector)
    #expect(stopped.total == 50)
    #expect(stopped.inputs.count == 200)
    let interrupted = check.inWay(way).run(inputs, shouldStop: { true })
    #expect(interrupted.interrupted)
    #expect(interrupted.total == 0)
  }
}

/// Wants no more after so many chunks.
private final class Stopper: RecordObserver {
  let notes: RecordNotes = []
  private var left: Int

  init(after count: Int) { left = count }

  func begin(_ input: InputStart) -> Bool { true }

  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
    left -= 1
    return left > 0
  }
}
