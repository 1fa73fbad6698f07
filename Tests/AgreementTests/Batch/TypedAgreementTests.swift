import Bulkcheck
import Foundation
import Requirements
import Testing

/// A requirement says the same of a decoded value as of the bytes that it is decoded from.
@Suite("A requirement for single values and in a batch")
struct TypedAgreementTests {
  private static let recordsPerRun = 60

  @Test("judge random values alike, with the same reasons")
  func agreement() async throws {
    for seed in RandomRun.seeds(60) {
      var draw = TypedDraw(seed: seed)
      let requirement = draw.requirement()
      let validator: BatchValidator<TypedRecord>
      do {
        var options = BatchOptions()
        options.listSeparator = "|"
        validator = try BatchValidator(requirement, options: options)
      } catch {
        Issue.record("seed \(seed): \(requirement): \(error)")
        continue
      }
      let records = (0..<Self.recordsPerRun).map { _ in draw.record() }
      try await compare(
        validator, requirement, records.map(\.line), records.map(\.line), "a.jsonl", seed)
      let rows = [TypedDraw.header] + records.map(\.row)
      try await compare(
        validator, requirement, records.map(\.lineOfRow), rows, "a.csv", seed)
    }
  }

  /// - Parameter lines: what each record is decoded from for the single evaluation.
  private func compare(
    _ validator: BatchValidator<TypedRecord>, _ requirement: Requirement<TypedRecord>,
    _ lines: [String], _ input: [String], _ name: String, _ seed: Int
  ) async throws {
    let bytes = Array((input.joined(separator: "\n") + "\n").utf8)
    var failed: [Int: FailedRecord] = [:]
    let batches = try validator.batches(of: [.bytes(bytes, name: name)])
    for try await batch in batches {
      for record in batch.invalid { failed[record.record.number] = record }
    }
    let report = await validator.validate([.bytes(bytes, name: name)])
    let note = "seed \(seed), \(name)\n\(requirement)"
    #expect(report.records.invalid == failed.count, "validate and batches differ: \(note)")
    let first = failed.keys.contains(0) ? 0 : 1
    for (index, line) in lines.enumerated() {
      let failures = failed[index + first]?.failures ?? []
      let found = "\(note)\n\(line)\n\(failures.map { "\($0.rule): \($0.message)" })"
      guard let value = try? JSONDecoder().decode(TypedRecord.self, from: Data(line.utf8)) else {
        #expect(!failures.isEmpty, "cannot be decoded: \(found)")
        continue
      }
      let reasons = requirement.failures(in: value)
      #expect(failures.isEmpty == reasons.isEmpty, "\(reasons)\n\(found)")
      for failure in failures where !reasons.isEmpty {
        let isTold = reasons.contains { reason in
          reason.code == failure.code
            && [reason.message, reason.description].contains(failure.message)
        }
        #expect(isTold, "\(reasons.map { "\($0.code ?? "-") \($0)" })\n\(found)")
      }
    }
  }
}

/// A record whose type changes some of what it decodes.
struct TypedRecord: Decodable, Sendable {
  enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }

  /// Trimmed, in lower case.
  var name: String
  var raw: String
  var count: Int
  /// Without its sign.
  var level: Int
  var small: Int8?
  var ratio: Double
  var nick: String?
  var tags: [String]
  var unique: Set<String>
  var plan: Plan
  var key: UUID?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
      .trimmingCharacters(in: .whitespaces).lowercased()
    raw = try values.decode(String.self, forKey: .raw)
    count = try values.decode(Int.self, forKey: .count)
    level = Int(try values.decode(Int.self, forKey: .level).magnitude)
    small = try values.decodeIfPresent(Int8.self, forKey: .small)
    ratio = try values.decode(Double.self, forKey: .ratio)
    nick = try values.decodeIfPresent(String.self, forKey: .nick)
    tags = try values.decode([String].self, forKey: .tags)
    unique = try values.decode(Set<String>.self, forKey: .unique)
    plan = try values.decode(Plan.self, forKey: .plan)
    key = try values.decodeIfPresent(UUID.self, forKey: .key)
  }

  private enum CodingKeys: String, CodingKey {
    case name, raw, count, level, small, ratio, nick, tags, unique, plan, key
  }
}
