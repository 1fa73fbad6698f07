import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// Records written as rules see them, against a slow twin that builds each record again.
@Suite struct NormalizingTests {
  /// The rules, they and built-in ones warnings: so every record that can be parsed is valid.
  private func normalized(_ drawn: inout RandomCase) throws -> [UInt8] {
    var ruleSet = drawn.ruleSet
    for index in ruleSet.rules.indices { ruleSet.rules[index].attributes.severity = .warning }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] {
      var settings = ruleSet.settings(of: rule)
      settings.severity = .warning
      ruleSet.builtIns[rule] = settings
    }
    drawn.draw(20)
    let input = InputLocation.bytes(Array((drawn.head + drawn.lines.joined()).utf8), name: "i")
    return try SplitRun(ruleSet, [input], drawn.way(), emission: .normalized).valid
  }

  @Test("random JSON lines have the values that the slow evaluator sees, other bytes are untouched")
  func jsonl() throws {
    var changed = 0
    try RandomRun.cases(400, isCSV: false) { drawn in
      let written = try normalized(&drawn).split(separator: 0x0A).map(Array.init)
      let slow = SlowNormalizing(drawn.ruleSet, header: nil)
      let lines = drawn.records.compactMap { record, text -> (dom: DOM, text: String)? in
        if case .json(let dom) = record { (dom, text) } else { nil }
      }
      #expect(written.count == lines.count)
      return zip(lines, written).allSatisfy { line, written in
        let expected = slow.record(line.dom)
        if expected == line.dom { return written == Array(line.text.utf8) }
        changed += 1
        let isRight = SlowReading.json(written)?.canonical == expected.canonical
        #expect(isRight, "\(line.text)\n\(String(decoding: written, as: UTF8.self))")
        return isRight
      }
    }
    #expect(changed > 100 || RandomRun.hasOneSeed)
  }

  @Test("random CSV rows have the cells that the slow evaluator sees, other bytes are untouched")
  func csv() throws {
    var changed = 0
    try RandomRun.cases(500, isCSV: true) { drawn in
      let header = drawn.header ?? []
      // Of a column named twice only the last cell is read, which another test sees.
      guard Set(header).count == header.count else { return true }
      let output = try normalized(&drawn)
      let slow = SlowNormalizing(drawn.ruleSet, header: header)
      let rows = drawn.records.compactMap { record, text -> (cells: [[UInt8]], text: String)? in
        if case .row(let cells) = record { (cells, text) } else { nil }
      }
      let expected = rows.map { slow.row($0.cells, header: header) }
      let isRight = Array(SlowReading.rows(output).dropFirst()) == expected
      #expect(isRight, "\(String(decoding: output, as: UTF8.self))\n\(expected)")
      if expected != rows.map(\.cells) {
        changed += 1
        return isRight
      }
      return isRight
        && output.reversed().starts(with: rows.map { $0.text + "\n" }.joined().utf8.reversed())
    }
    #expect(changed > 30 || RandomRun.hasOneSeed, "\(changed)")
  }
}
