import Bulkcheck
import Foundation
import Requirements
import TestSupport
import Testing

/// A requirement says the same of a decoded value as of the bytes that it is decoded from.
@Suite("A requirement for single values and in a batch")
struct TypedAgreementTests {
  private static let recordsPerRun = 35

  @Test("judge random values alike, with the same reasons")
  func agreement() async throws {
    for seed in RandomRun.seeds(40) {
      var draw = TypedDraw(seed: seed)
      let parts = draw.parts()
      let requirement = Requirement.all(parts)
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
        validator, parts, records.map(\.line), records.map(\.line), "a.jsonl", seed)
      let rows = [TypedDraw.header] + records.map(\.row)
      try await compare(
        validator, parts, records.map(\.lineOfRow), rows, "a.csv", seed)
    }
  }

  /// Single evaluation tells all that a batch tells. Of each part that fails a batch tells at
  /// least the first reason, and more only where the part becomes several rules.
  ///
  /// - Parameter lines: what each record is decoded from for the single evaluation.
  private func compare(
    _ validator: BatchValidator<TypedRecord>, _ parts: [Requirement<TypedRecord>],
    _ lines: [String], _ input: [String], _ name: String, _ seed: Int
  ) async throws {
    let bytes = Array((input.joined(separator: "\n") + "\n").utf8)
    var failed: [Int: FailedRecord] = [:]
    let batches = try validator.batches(of: [.bytes(bytes, name: name)])
    for try await batch in batches {
      for record in batch.invalid { failed[record.record.number] = record }
    }
    let report = await validator.validate([.bytes(bytes, name: name)])
    let requirement = Requirement.all(parts)
    let note = "seed \(seed), \(name)\n\(requirement)"
    #expect(report.records.invalid == failed.count, "validate and batches differ: \(note)")
    let first = failed.keys.contains(0) ? 0 : 1
    for (index, line) in lines.enumerated() {
      let failures = failed[index + first]?.failures ?? []
      let told = failures.map { "\($0.rule): \($0.code ?? "-") \($0.message)" }
      let found = "\(note)\n\(line)\n\(told)"
      guard let value = try? JSONDecoder().decode(TypedRecord.self, from: Data(line.utf8)) else {
        #expect(!failures.isEmpty, "cannot be decoded: \(found)")
        continue
      }
      let reasons = requirement.failures(in: value)
      #expect(failures.isEmpty == reasons.isEmpty, "\(reasons)\n\(found)")
      if reasons.isEmpty { continue }
      for failure in failures {
        #expect(
          reasons.contains { isTold($0, by: failure) },
          "not said of a single value: \(failure.message)\n\(reasons)\n\(found)")
      }
      for reason in parts.compactMap({ $0.failures(in: value).first }) {
        #expect(
          failures.contains { isTold(reason, by: $0) },
          "not said in the batch: \(reason.code ?? "-") \(reason)\n\(found)")
      }
    }
  }

  private func isTold(_ reason: Reason, by failure: RuleFailure) -> Bool {
    let told = Self.withoutSetPositions(failure.message)
    return reason.code == failure.code
      && [reason.message, reason.description].contains { Self.withoutSetPositions($0) == told }
  }

  /// A set has its elements in another order each time it is made.
  private static func withoutSetPositions(_ text: String) -> String {
    text.replacing(/unique\[\d\]/, with: "unique[]")
  }
}

/// A record whose type changes some of what it decodes.
struct TypedRecord: Decodable, Sendable {
  enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }
  struct Home: Decodable, Sendable {
    var city: String
    var zip: String?
    var both: String { city + (zip ?? "") }
  }
  struct Line: Decodable, Sendable {
    var price: Int
    var note: String?
  }

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
  var home: Home
  var lines: [Line]?

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
    home = try values.decode(Home.self, forKey: .home)
    lines = try values.decodeIfPresent([Line].self, forKey: .lines)
  }

  private enum CodingKeys: String, CodingKey {
    case name, raw, count, level, small, ratio, nick, tags, unique, plan, key, home, lines
  }
}
