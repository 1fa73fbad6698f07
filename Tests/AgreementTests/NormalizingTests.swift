import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import BulkcheckProfile
import Testing

/// Records written as rules see them, against a slow twin that builds each record again.
@Suite struct NormalizingTests {
  /// The random profile, its rules and built-in ones warnings: so every record that can be parsed
  /// is valid.
  private func ruleSet(_ text: String) -> RuleSet? {
    guard var ruleSet = try? Judging.profile(text).ruleSet else { return nil }
    for index in ruleSet.rules.indices { ruleSet.rules[index].attributes.severity = .warning }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] {
      var settings = ruleSet.settings(of: rule)
      settings.severity = .warning
      ruleSet.builtIns[rule] = settings
    }
    return ruleSet
  }

  @Test("random JSON lines have the values that the slow evaluator sees, other bytes are untouched")
  func jsonl() throws {
    var changed = 0
    for seed in RandomRun.seeds(400) {
      var profiles = ProfileGenerator(random: SeededGenerator(seed: seed), isCSV: false)
      let text = profiles.profile()
      guard let ruleSet = ruleSet(text) else { continue }
      var records = RecordGenerator(random: profiles.random)
      let slow = SlowNormalizing(ruleSet, header: nil)
      var lines: [(dom: DOM, text: [UInt8])] = []
      var input: [UInt8] = []
      for _ in 1...20 {
        let (record, text) = records.line()
        input += Array(text.utf8) + [0x0A]
        if case .json(let dom) = record { lines.append((dom, Array(text.utf8))) }
      }
      let way = Way(
        threads: records.random.pick([1, 2]), chunkBytes: records.random.pick([64, 1 << 16]),
        format: .jsonl)
      let output = try SplitRun(ruleSet, [.bytes(input, name: "i")], way, emission: .normalized)
      let written = output.valid.split(separator: 0x0A).map(Array.init)
      #expect(written.count == lines.count, "seed \(seed)")
      for (line, written) in zip(lines, written) {
        let expected = slow.record(line.dom)
        let isSame = expected == line.dom
        if !isSame { changed += 1 }
        let isRight =
          isSame
          ? written == line.text
          : SlowReading.json(written)?.canonical == expected.canonical
        #expect(
          isRight,
          """
          seed \(seed)
          \(text)
          \(String(decoding: line.text, as: UTF8.self))
          \(String(decoding: written, as: UTF8.self))
          """)
        if !isRight { return }
      }
    }
    #expect(changed > 100 || RandomRun.hasOneSeed)
  }

  @Test("random CSV rows have the cells that the slow evaluator sees, other bytes are untouched")
  func csv() throws {
    var changed = 0
    for seed in RandomRun.seeds(500) {
      var profiles = ProfileGenerator(random: SeededGenerator(seed: seed), isCSV: true)
      let text = profiles.profile()
      guard let ruleSet = ruleSet(text) else { continue }
      var records = RecordGenerator(random: profiles.random)
      let header = records.header()
      // Of a column named twice only the last cell is read, which another test sees.
      guard Set(header).count == header.count else { continue }
      let slow = SlowNormalizing(ruleSet, header: header)
      var rows: [(cells: [[UInt8]], text: [UInt8])] = []
      var input = Array((header.joined(separator: ",") + "\n").utf8)
      for _ in 1...20 {
        let (record, text) = records.row(header.count)
        input += Array(text.utf8) + [0x0A]
        if case .row(let cells) = record { rows.append((cells, Array(text.utf8))) }
      }
      let way = Way(
        threads: records.random.pick([1, 2]), chunkBytes: records.random.pick([64, 1 << 16]),
        format: .csv)
      let output = try SplitRun(ruleSet, [.bytes(input, name: "i")], way, emission: .normalized)
      let expected = rows.map { slow.row($0.cells, header: header) }
      let written = Array(SlowReading.rows(output.valid).dropFirst())
      var isRight = written == expected
      let isSame = expected == rows.map(\.cells)
      if !isSame {
        changed += 1
      } else {
        let lines = rows.flatMap { row -> [UInt8] in row.text + [0x0A] }
        isRight = isRight && Array(output.valid.suffix(lines.count)) == lines
      }
      #expect(
        isRight,
        """
        seed \(seed)
        \(text)
        \(String(decoding: input, as: UTF8.self))
        \(String(decoding: output.valid, as: UTF8.self))
        \(expected.map { $0.map { String(decoding: $0, as: UTF8.self) } })
        """)
      if !isRight { return }
    }
    #expect(changed > 30 || RandomRun.hasOneSeed, "\(changed)")
  }
}
