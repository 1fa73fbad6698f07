import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckSchema
import TestSupport
import Testing
import Twins

/// A record that is taken to pieces, because it is too long to be held, counts as one that is held.
@Suite("Records in pieces") struct RecordPiecesTests {
  private static let ways = SchemaCheck.ways
  private static let heldBytes = [1, 20, 70]

  private func check(_ schema: String, held: Int?) throws -> Check {
    try SchemaCheck.make(schema).with { $0.reading.places.heldBytesMaximum = held }
  }

  private func summary(_ check: Check, _ document: [UInt8], _ way: Way) -> RunSummary {
    Judging.summary(check, [.bytes(document, name: "input")], way)
  }

  /// The figures that do not depend on whether records are held: those of the run, then those of
  /// each rule. (Whether a general location has a name or a star depends on what the schema names
  /// elsewhere.)
  private func facts(_ summary: RunSummary) -> [String] {
    let sets = summary.inputs[0].sets.map { $0.counts.map { "\($0)" } ?? "" }
    return ["\(summary.valid) \(summary.invalid) \(summary.malformed) \(sets)"]
      + summary.rules.map { rule in
        let samples = rule.samples.map {
          "\($0.record) \($0.line) \($0.byteOffset) \($0.recordPointer ?? "")"
        }
        return "\(rule.counts) \(rule.spread.failures) \(samples)"
      }
  }

  @Test("have the figures of records that are held", arguments: 0..<6)
  func agreement(seed: Int) throws {
    var inPieces = 0
    for round in 0..<30 * RandomRun.scale {
      var random = SeededGenerator(seed: seed * 10_000 + round)
      var draw = SchemaDraw(SeededGenerator(seed: seed * 10_000 + round), draft: 2020)
      let schema = schema(&random, &draw)
      let whole = try check(schema, held: nil)
      if whole.options.reading.places.ofSchema.contains(where: { !$0.inner.isEmpty }) {
        inPieces += 1
      }
      for _ in 0..<3 {
        let document = Array(document(&random, &draw).utf8)
        let expected = summary(whole, document, Way(format: .json))
        for held in Self.heldBytes {
          let check = whole.with { $0.reading.places.heldBytesMaximum = held }
          for way in Self.ways {
            let found = summary(check, document, way)
            // Which names are looked at depends on what is read.
            if found.hasDuplicateKeys || expected.hasDuplicateKeys { continue }
            let context = "\(schema)\n\(String(decoding: document, as: UTF8.self))\n\(held) \(way)"
            #expect(found.inputs[0].failure == nil, "\(context)")
            for (found, expected) in zip(facts(found), facts(expected)) where found != expected {
              #expect(found == expected, "\(context)")
              return
            }
          }
        }
      }
    }
    #expect(inPieces > 15 * RandomRun.scale)
  }

  private func schema(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
    let limits = SchemaCheck.limits(&random, &draw)
    let names = ["", "\"propertyNames\": {\"maxLength\": 1}, ", "\"minProperties\": 2, "]
    return """
      {"type": "object", "properties": {
        "list": {"items": {"$ref": "#/$defs/record"}},
        "map": {"additionalProperties": {"allOf": [{"$ref": "#/$defs/record"}, \(draw.schema())]}}},
      "$defs": {"x": \(draw.schema()), "y": \(draw.schema()), "record": {"type": "object",
        "required": ["id"], "properties": {
          "id": {"type": "integer", "maximum": 3},
          "rows": {\(limits)"items": {"type": ["object", "array"], "allOf": [\(draw.schema())]}},
          "by": {\(random.pick(names))"additionalProperties": {"type": "object", "minProperties": 1}},
          "deep": {"properties": {"rows": {"items": {"required": ["a"]}}}}}}}}
      """
  }

  private func document(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
    func rows(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
      "[" + (0..<random.below(5)).map { _ in draw.record() }.joined(separator: ",\n ") + "]"
    }
    func record(_ random: inout SeededGenerator, _ draw: inout SchemaDraw) -> String {
      if random.oneIn(9) { return random.pick(["1", "null", "[]", "{}", "[[1, {\"a\": 2}]]"]) }
      var members: [String] = []
      if !random.oneIn(6) { members.append("\"id\": \(random.below(5))") }
      if !random.oneIn(5) { members.append("\"rows\": \(rows(&random, &draw))") }
      if random.oneIn(2) {
        let names = ["a", "bc", "d~/"].filter { _ in random.oneIn(2) }
        let parts = names.map { "\"\($0)\": \(random.pick(["{}", "{\"a\": 1}", "[]", "3"]))" }
        members.append("\"by\": {\(parts.joined(separator: ","))}")
      }
      if random.oneIn(2) { members.append("\"deep\": {\"rows\": \(rows(&random, &draw))}") }
      if random.oneIn(8) { members.append("\"rows2\": \"\\u00e9[\\\"\"") }
      return "{\n" + members.joined(separator: ", ") + "}"
    }
    let list = (0..<random.below(4)).map { _ in record(&random, &draw) }
    let map = (0..<random.below(3)).map { "\"k\($0)\": \(record(&random, &draw))" }
    return
      "{\"list\": [\(list.joined(separator: ", "))],\n\"map\": {\(map.joined(separator: ","))}}\n"
  }

  // MARK: Damage

  private static let schema = """
    {"properties": {"list": {"items": {"type": "object", "required": ["a"], "properties": {
      "a": {"items": {"type": "object", "properties": {"b": {"type": "integer"}}}},
      "m": {"additionalProperties": {"type": "object"}}}}}}}
    """
  private static let document =
    "{\"list\": [{\"a\": [{\"b\": 1}, {\"b\": \"x\"},\n [\"]\\\"\\ud83d\\ude00\"]], \"n\": 1e1},\n "
    + "{\"m\": {\"é\": {}, \"b\": {\"c\": true}}, \"s\": \"é\"}, {\"a\": []}]}\n"

  @Test("each cut gives exit code 2", arguments: heldBytes)
  func cuts(held: Int) throws {
    DocumentDamage(
      check: try check(Self.schema, held: held), document: Self.document, ways: Self.ways
    ).expectCutsToBeNoVerdict()
  }

  @Test("each flipped bit has the effect that it has on records that are held")
  func flips() throws {
    let whole = try check(Self.schema, held: nil)
    var bytes = Array(Self.document.utf8)
    for bit in 0..<bytes.count * 8 {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let expected = summary(whole, bytes, Way(format: .json))
      for held in Self.heldBytes {
        let check = whole.with { $0.reading.places.heldBytesMaximum = held }
        for way in Self.ways {
          let found = summary(check, bytes, way)
          let context = "bit \(bit), \(held), \(way)"
          #expect(found.inputs[0].failure == expected.inputs[0].failure, "\(context)")
          #expect(
            [found.valid, found.invalid, found.malformed]
              == [expected.valid, expected.invalid, expected.malformed], "\(context)")
        }
      }
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  // MARK: By hand

  @Test("are as long as they like, and only what has to be whole has a limit")
  func limits() throws {
    let check = try check(Self.schema, held: 50)
    func found(_ document: String, _ way: Way) -> RunSummary {
      var way = way
      way.recordBytesMaximum = 100
      return summary(check, Array(document.utf8), way)
    }
    let rows = Array(repeating: "{\"b\": 1}", count: 200).joined(separator: ",")
    let text = String(repeating: "x", count: 200)
    for way in Self.ways {
      let long = found("{\"list\": [{\"a\": [\(rows)]}]}", way)
      #expect([long.valid, long.invalid, long.malformed] == [2, 0, 0], "\(way)")
      for part in ["[{\"b\": 1, \"c\": \"\(text)\"}]", "[], \"c\": \"\(text)\""] {
        let longPart = found("{\"list\": [{\"a\": \(part)}, {\"a\": []}]}", way)
        #expect([longPart.valid, longPart.malformed] == [2, 1], "\(way)")
        #expect(longPart.kinds == [.length: 1], "\(way)")
      }
    }
  }

  @Test("a damaged piece before a long rest makes the record malformed")
  func damagedPiece() throws {
    let rest = String(repeating: "[{}],", count: 40)
    let document = Array(
      "{\"list\": [{\"a\": [{}, 1[1], \(rest){}], \"m\": {}}, {\"a\": [{}]}]}".utf8)
    let check = try check(Self.schema, held: 20)
    for var way in Self.ways {
      way.recordBytesMaximum = 30
      let found = summary(check, document, way)
      #expect([found.valid, found.invalid, found.malformed] == [2, 0, 1], "\(way)")
    }
  }

  @Test("the limit of records counts records") func limit() throws {
    let rows = Array(repeating: "{\"b\": 1}", count: 20).joined(separator: ",")
    let document = Array("{\"list\": [{\"a\": [\(rows)]}, {}, {\"a\": [\(rows)]}, {}]}".utf8)
    let check = try check(Self.schema, held: 20)
    for limit in 1...5 {
      for var way in Self.ways {
        way.limit = limit
        #expect(summary(check, document, way).total == limit, "\(way)")
      }
    }
  }

  @Test("have the report of records that are held") func report() throws {
    let rows = (0..<20).map { "{\"b\": \($0 % 7 == 3 ? "\"x\"" : "1")}" }.joined(separator: ",\n")
    let bytes = Array(
      "{\"list\": [{\"a\": [\(rows)], \"m\": {\"k\": 1}},\n {}, {\"a\": [\(rows)]}]}".utf8)
    let expected = Judging.report(try check(Self.schema, held: nil), bytes, Way(format: .json))
    #expect(expected.contains("/a/17/b"))
    for held in Self.heldBytes {
      let check = try check(Self.schema, held: held)
      for way in Self.ways { #expect(Judging.report(check, bytes, way) == expected, "\(way)") }
    }
  }
}

extension RunSummary {
  fileprivate var hasDuplicateKeys: Bool { builtIns[.duplicateKey]?.counts.failed ?? 0 > 0 }
}
