import Bulkcheck
import Foundation
import Requirements
import TestSupport
import Testing
import Twins

/// A requirement says the same of a decoded value as of the bytes that it is decoded from, whatever
/// the type's decoder does with them.
///
/// `BULKCHECK_TEST_SCALE=100` draws a hundred times as many cases, `BULKCHECK_TEST_SEED` those of
/// one seed, `BULKCHECK_TEST_TYPE=PlainRecord` those of one type. `BULKCHECK_TEST_SUMMARY` names a
/// file to which every disagreement that is found is added, and not just the first ones. To look
/// for others than those known, `BULKCHECK_TEST_KINDS="accepted rejected"` names the kinds of
/// disagreements, and `BULKCHECK_TEST_WITHOUT="any()"` leaves out requirements with this text.
@Suite("A requirement for single values and in a batch", .serialized)
struct RandomAgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let summary = environment["BULKCHECK_TEST_SUMMARY"]
  private static let kinds =
    environment["BULKCHECK_TEST_KINDS"]?.split(separator: " ").map { word in
      guard let kind = Disagreement.Kind(rawValue: String(word)) else {
        preconditionFailure("BULKCHECK_TEST_KINDS: there is no kind \(word)")
      }
      return kind
    } ?? Disagreement.Kind.allCases
  private static let unwanted = environment["BULKCHECK_TEST_WITHOUT"] ?? "\0"
  private static let types = RandomRecords.all.map(RecordType.init).filter {
    environment["BULKCHECK_TEST_TYPE"] == nil || environment["BULKCHECK_TEST_TYPE"] == "\($0)"
  }

  struct RecordType: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    let type: any RandomRecord.Type
    var description: String { "\(type)" }
    var testDescription: String { description }
  }

  @Test("judge random records alike, with the same reasons at the same places", arguments: types)
  func agreement(record: RecordType) async {
    for text in await Self.found(record.type) { Issue.record("\(text)") }
  }

  /// The disagreements about records of a type, each kind as small as it could be made.
  private static func found<Record: RandomRecord>(_ type: Record.Type) async -> [String] {
    let wanted = summary == nil ? 1 : 4
    let judge = AgreementJudge<Record>()
    var told: [String] = []
    var seen: Set<String> = []
    var counts: [Disagreement.Kind: Int] = [:]
    for seed in RandomRun.seeds(12) {
      var draw = CaseDraw<Record>(seed: seed)
      let (parts, records) = (draw.parts(), draw.records(30))
      if parts.contains(where: { "\($0.requirement)".contains(unwanted) }) { continue }
      let all = await judge.disagreements(parts.map(\.requirement), records.map(\.text))
      for (line, found) in all where kinds.contains(found.kind) {
        counts[found.kind, default: 0] += 1
        if (counts[found.kind] ?? 0) > wanted * 2 { continue }
        let first = AgreementCase(parts: parts, json: records[line ?? 0], found: found)
        let least = await first.minimised(judge)
        guard seen.insert(least.key).inserted else { continue }
        told.append("\(type), seed \(seed)\n\(least.text)")
      }
    }
    if !counts.isEmpty {
      told.append("\(type): \(counts.map { "\($0.key.rawValue) \($0.value)" }.sorted())")
    }
    add(told)
    return told
  }

  private static func add(_ told: [String]) {
    guard let summary, !told.isEmpty else { return }
    if !FileManager.default.fileExists(atPath: summary) {
      _ = FileManager.default.createFile(atPath: summary, contents: nil)
    }
    guard let file = FileHandle(forWritingAtPath: summary) else { return }
    // One write at the end each, since several types are checked at a time.
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data((told.joined(separator: "\n\n") + "\n\n").utf8))
    try? file.close()
  }

  @Test("judge alike with any number of threads")
  func threads() async throws {
    try await Self.threads(PlainRecord.self)
    try await Self.threads(TreeRecord.self)
    try await Self.threads(ChangingRecord.self)
  }

  private static func threads<Record: RandomRecord>(_ type: Record.Type) async throws {
    for seed in RandomRun.seeds(1) {
      var draw = CaseDraw<Record>(seed: seed)
      let requirement = Requirement.all(draw.parts().map(\.requirement))
      // More bytes than are read at a time.
      let lines = draw.records(100).map(\.text).joined(separator: "\n") + "\n"
      let text = String(repeating: lines, count: 1 + 300_000 / lines.utf8.count)
      var answers: [BatchAnswers<Record>] = []
      for threads in [1, 2] {
        var options = BatchOptions()
        options.run.threads = threads
        let validator = try BatchValidator(requirement, options: options)
        answers.append(
          try await AgreementJudge<Record>.answers(
            validator, .bytes(text.utf8, name: "a.jsonl")))
      }
      let isSame = answers[0].isSame(as: answers[1])
      #expect(isSame, "\(type), seed \(seed): \(requirement)")
    }
  }

  @Test("judge rows of CSV like the records that they mean")
  func rows() async {
    var judge = AgreementJudge<TypedRecord>()
    judge.comparesPlaces = false
    judge.options.listSeparator = "|"
    for seed in RandomRun.seeds(40) {
      var draw = TypedDraw(seed: seed)
      let parts = draw.parts()
      let records = (0..<35).map { _ in draw.record() }
      let rows = [TypedDraw.header] + records.map(\.row)
      let bytes = Array((rows.joined(separator: "\n") + "\n").utf8)
      let found = await judge.disagreements(
        parts, records.map(\.lineOfRow), .bytes(bytes, name: "a.csv"), firstLine: 2)
      for (line, found) in found.prefix(2) {
        let row = line.map { records[$0].row } ?? "all"
        Issue.record("seed \(seed), \(row)\n\(parts)\n\(found.text)")
      }
    }
  }
}

/// Draws a requirement and records of a type.
struct CaseDraw<Record: RandomRecord> {
  var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  /// Parts that must all hold.
  mutating func parts() -> [RequirementTree<Record>] {
    (0...random.below(3)).map { number in
      let part = Record.draw.tree(&random, depth: random.below(4))
      return random.oneIn(5) ? part.wrapped { $0.rule("r\(number)") } : part
    }
  }

  /// Good ones, and some with damage.
  mutating func records(_ count: Int) -> [RandomJSON] {
    (0..<count).map { _ in
      let json = Record.shape.json(&random)
      return random.oneIn(3) ? json : JSONDamage.change(json, &random)
    }
  }
}

extension Disagreement {
  var text: String { "\(kind.rawValue): expected \(expected)\n  actual \(actual)" }
}

extension AgreementCase {
  var text: String {
    let requirement = requirements.map { "\($0)" }.joined(separator: "; ")
    let line = found.kind == .refused ? "" : "\n  \(json.text)"
    return "  \(requirement)\(line)\n  \(found.text)"
  }

  /// The kind and the words of the requirement: what has the same is likely the same fault.
  var key: String {
    let words = requirements.map { "\($0)" }.joined(separator: ";")
      .replacing(/"[^"]*"/, with: "").replacing(/[^A-Za-z]+/, with: " ")
    return "\(found.kind.rawValue) \(words)"
  }
}
