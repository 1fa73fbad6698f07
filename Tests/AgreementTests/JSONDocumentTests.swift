import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// The records of a JSON document are those that a slow reader finds, wherever the document is cut.
@Suite("Records in one JSON document") struct JSONDocumentTests {
  private static let ways = [
    Way(format: .json), Way(threads: 1, chunkBytes: 4, format: .json),
    Way(threads: 2, chunkBytes: 7, format: .json), Way(threads: 7, chunkBytes: 50, format: .json),
  ]

  private func check(_ profile: String) throws -> Check {
    try Judging.check(Judging.profile(profile).ruleSet)
  }

  /// Each record fails, and each of them is a sample.
  private func places(_ bytes: [UInt8], records: String, _ way: Way) throws -> [Sample] {
    let profile = """
      {"bulkcheck": 1, "input": {"records": "\(records)"}, "fields": {"none": {"required": true}}}
      """
    var options = way.options
    options.samplesMaximum = 1000
    let summary = try Check(ruleSet: Judging.profile(profile).ruleSet, options: options)
      .run([.bytes(bytes, name: "input")])
    #expect(summary.inputs[0].failure == nil)
    #expect(summary.rules[0].samples.count == summary.total)
    return summary.rules[0].samples
  }

  // MARK: Random documents

  /// Writes a document, and notes the records.
  private struct Writer {
    struct Record: Equatable {
      var pointer: String
      var offset: Int
      var line: Int
    }

    var random: SeededGenerator
    var bytes: [UInt8] = []
    var records: [Record] = []
    var lines: Int { bytes.count { $0 == 0x0A } }

    mutating func write(_ text: String) { bytes += Array(text.utf8) }

    mutating func blank() {
      for _ in 0..<(random.below(3) == 0 ? random.below(4) : 0) {
        write([" ", "\t", "\n", "\r\n"][random.below(4)])
      }
    }

    mutating func string() {
      write("\"")
      for _ in 0..<random.below(5) {
        write(
          ["a", "é", "😀", "\\\"", "\\\\", "{", "]", ",", "\\u00e9", "\\ud83d\\ude00"][
            random.below(10)])
      }
      write("\"")
    }

    mutating func value(depth: Int) {
      switch random.below(depth > 3 ? 4 : 6) {
      case 0: string()
      case 1: write(["0", "-1.5e3", "12", "1E-2"][random.below(4)])
      case 2: write(["true", "false", "null"][random.below(3)])
      case 3: write("[]")
      case 4: list("[", "]") { $0.value(depth: depth + 1) }
      default:
        list("{", "}") {
          $0.string()
          $0.blank()
          $0.write(":")
          $0.blank()
          $0.value(depth: depth + 1)
        }
      }
    }

    mutating func list(_ open: String, _ close: String, _ item: (inout Writer) -> Void) {
      write(open)
      blank()
      let count = random.below(4)
      for index in 0..<count {
        item(&self)
        blank()
        if index + 1 < count {
          write(",")
          blank()
        }
      }
      write(close)
    }

    mutating func record(_ pointer: String) {
      records.append(Record(pointer: pointer, offset: bytes.count, line: lines + 1))
      list("{", "}") {
        $0.string()
        $0.write(":")
        $0.value(depth: 1)
      }
    }

    mutating func member(_ name: String, isLast: Bool = false, _ value: (inout Writer) -> Void) {
      blank()
      write("\"\(name)\"")
      blank()
      write(":")
      blank()
      value(&self)
      blank()
      if !isLast { write(",") }
    }

    mutating func array(of count: Int, _ element: (inout Writer, Int) -> Void) {
      write("[")
      blank()
      for index in 0..<count {
        element(&self, index)
        blank()
        if index + 1 < count { write(",") }
        blank()
      }
      write("]")
    }
  }

  @Test("places are those of the document", arguments: 0..<6)
  func places(seed: Int) throws {
    for round in 0..<10 * RandomRun.scale {
      for records in ["/a~1b/*", "/runs/*/results/*", "/entry/*/resource", "/map/*", "/*", ""] {
        var writer = Writer(random: SeededGenerator(seed: seed * 1000 + round))
        writer.blank()
        write(records, &writer)
        writer.blank()
        let expected = writer.records
        for way in Self.ways {
          let found = try places(writer.bytes, records: records, way).map {
            Writer.Record(pointer: $0.recordPointer ?? "-", offset: $0.byteOffset, line: $0.line)
          }
          let text = String(decoding: writer.bytes, as: UTF8.self)
          #expect(found == expected, "\(records), \(way): \(text)")
          if found != expected { return }
        }
      }
    }
  }

  private func write(_ records: String, _ writer: inout Writer) {
    let count = writer.random.below(5)
    switch records {
    case "/*": writer.array(of: count) { $0.record("/\($1)") }
    case "": writer.record("")
    default:
      writer.write("{")
      writer.member("x") { $0.value(depth: 0) }
      switch records {
      case "/a~1b/*":
        writer.member("a/b") { writer in
          writer.array(of: count) { $0.record("/a~1b/\($1)") }
        }
      case "/runs/*/results/*":
        writer.member("runs") { writer in
          writer.array(of: count + 1) { writer, run in
            writer.write("{")
            writer.member("results", isLast: true) { writer in
              writer.array(of: writer.random.below(3)) { writer, index in
                writer.record("/runs/\(run)/results/\(index)")
              }
            }
            writer.write("}")
          }
        }
      case "/entry/*/resource":
        writer.member("entry") { writer in
          writer.array(of: count) { writer, index in
            writer.write("{")
            writer.member("y") { $0.value(depth: 0) }
            writer.member("resource", isLast: true) { $0.record("/entry/\(index)/resource") }
            writer.write("}")
          }
        }
      default:
        writer.member("map") { writer in
          writer.write("{")
          for index in 0..<count {
            writer.member("k\\u00e9\(index)", isLast: index + 1 == count) {
              $0.record("/map/ké\(index)")
            }
          }
          writer.write("}")
        }
      }
      writer.member("z", isLast: true) { $0.value(depth: 0) }
      writer.write("}")
    }
  }

  // MARK: Damage

  private static let document =
    "{\"n\": [1, \"\\ud83d\\ude00é\", {}],\n \"data\": [{\"id\": 1}, {\"id\": \"a]\\\"\"},\n  {\"x\": [[], 2e1]}], "
    + "\"t\": true}\n"

  private static let profile = """
    {"bulkcheck": 1, "input": {"records": "/data/*"}, "fields": {"id": {"maxLength": 9}}}
    """

  @Test("each cut but those behind the last bracket gives exit code 2")
  func cuts() throws { try damage().expectCutsToBeNoVerdict() }

  @Test("each flipped bit is noticed where the document is not JSON any more")
  func flips() throws { try damage().expectFlipsToBeNoticed() }

  private func damage() throws -> DocumentDamage {
    DocumentDamage(check: try check(Self.profile), document: Self.document, ways: Self.ways)
  }

  @Test("a random text is refused if and only if it is no JSON", arguments: 0..<4)
  func soup(seed: Int) throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"a": {"maxLength": 99}}}
      """
    let check = try check(profile)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "\\", "1", "-", "0", ".5", "e+1", "true", "null",
      " ", "\n", "\r\n", "é", "\u{1}", "{}", "[1]", "\"a\":1", "[{},{}]", "\\u00", "\"\\ud83d\"",
    ]
    for _ in 0..<2000 * RandomRun.scale {
      let count = 1 + random.below(9)
      // Objects one after another are records: another question.
      let text = "[" + (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined() + "]"
      let bytes = Array(text.utf8)
      let owner = OwnedBytes(bytes)
      let isDamaged = withExtendedLifetime(owner) { JSONDiagnosis.fault(in: owner.view) != nil }
      let way = Self.ways[random.below(Self.ways.count)]
      #expect(DocumentDamage.isRefused(check, bytes, way) == isDamaged, "\(text), \(way)")
    }
  }

  @Test(
    "a root that is no array is one record",
    arguments: [
      ("5", 1, 0), (" \"a\" ", 1, 0), ("null\n", 1, 0), ("tru", 0, 1), ("1.", 0, 1), ("{}", 1, 0),
      ("{\"a\": 1}{}\n{}", 3, 0), ("\u{1e}1\n\u{1e}[2]\u{1e}{}", 3, 0),
    ])
  func roots(text: String, wellFormed: Int, malformed: Int) throws {
    let check = try check("{\"bulkcheck\": 1, \"fields\": {\"a\": {\"minimum\": 0}}}")
    for way in Self.ways {
      let input = InputLocation.bytes(Array(text.utf8), name: "input")
      let summary = Judging.summary(check, [input], way)
      #expect(summary.inputs[0].failure == nil, "\(way)")
      #expect(summary.valid + summary.invalid == wellFormed, "\(way)")
      #expect(summary.malformed == malformed, "\(way)")
    }
  }

  @Test("the report does not depend on threads, chunks and compression")
  func report() throws {
    let check = try check(
      """
      {"bulkcheck": 1, "input": {"records": "/data/*"},
       "fields": {"id": {"unique": true, "maximum": 50}, "t": {"required": true}}}
      """)
    var random = SeededGenerator(seed: 5)
    let records = (0..<300).map { index in
      ["{\"id\": \(random.below(200)),\n \"t\": \"x\"}", "{\"id\": tru}", "[\(index)]", "null"][
        random.below(20) < 17 ? 0 : 1 + random.below(3)]
    }
    let bytes = Array(
      "{\"data\": [\n\(records.joined(separator: ",\n "))\n], \"end\": 1}".utf8)
    let expected = Judging.report(check, bytes, Way(format: .json))
    for way in Self.ways { #expect(Judging.report(check, bytes, way) == expected, "\(way)") }
    for members in [
      [gzip(bytes)], gzipMembers(bytes, sizes: [500]), bgzipMembers(bytes, sizes: [90]),
    ] {
      for way in Self.ways {
        #expect(Judging.report(check, members.flatMap { $0 }, way) == expected, "\(way)")
      }
    }
    #expect(expected.contains("\"recordPointer\": \"/data/"))
  }

  @Test("a record that is too long is malformed, and the rest is read")
  func longRecords() throws {
    let check = try check(Self.profile)
    let long = String(repeating: "x", count: 500)
    let bytes = Array(
      "{\"data\": [{\"id\": \"1\"}, {\"id\": \"\(long)\"}, {\"id\": \"2\"}]}".utf8)
    for var way in Self.ways {
      way.recordBytesMaximum = 100
      let summary = Judging.summary(check, [.bytes(bytes, name: "input")], way)
      #expect(summary.kinds == [.length: 1], "\(way)")
      #expect(summary.valid == 2 && summary.inputs[0].failure == nil, "\(way)")
    }
  }
}

extension RunSummary {
  var kinds: [MalformedKind: Int] { builtIns[.malformed]?.kinds ?? [:] }
}
