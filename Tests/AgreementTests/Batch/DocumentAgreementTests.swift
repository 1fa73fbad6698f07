import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import Foundation
import Requirements
import TestSupport
import Testing
import Twins

/// The documents that are written of a requirement judge records as the batch does.
@Suite("A requirement as a document", .serialized)
struct DocumentAgreementTests {
  @Test("judges random records as the batch, if nothing is left over")
  func profiles() async throws {
    let whole = try await Self.compareProfiles(PlainRecord.self)
    #expect(RandomRun.hasOneSeed || whole > 0, "every requirement has leftovers")
    // These types always have some.
    _ = try await Self.compareProfiles(TreeRecord.self)
    _ = try await Self.compareProfiles(TypedRecord.self)
  }

  /// The number of requirements without leftovers.
  private static func compareProfiles<Record: RandomRecord>(
    _ type: Record.Type
  ) async throws -> Int {
    var whole = 0
    for seed in RandomRun.seeds(30) {
      var draw = CaseDraw<Record>(seed: seed)
      let requirement = draw.simple()
      let lines = draw.records(30).map(\.text).filter(isPlain)
      let input = ProfileValidator.Input.bytes(
        (lines.joined(separator: "\n") + "\n").utf8, name: "a.jsonl")
      let validator = try BatchValidator(requirement)
      let expected = Set(
        try await AgreementJudge<Record>.answers(validator, input).invalid.keys)
      let document = try requirement.profile()
      let profile = try Profile(text: document.text())
      var found: Set<Int> = []
      for try await batch in try ProfileValidator(profile).batches(of: [input]) {
        found.formUnion(batch.invalid.map { $0.record.line - 1 })
      }
      // A profile without some rules finds fewer records invalid, but no other ones.
      let wrong =
        document.leftovers.isEmpty
        ? expected.symmetricDifference(found) : found.subtracting(expected)
      if document.leftovers.isEmpty { whole += 1 }
      let line = wrong.min().map { lines[$0] }
      #expect(
        line == nil,
        "\(type), seed \(seed): \(requirement)\n\(line ?? "")\n\(document.text())")
    }
    return whole
  }

  @Test("refuses by its schema what the batch finds invalid, if nothing is left over")
  func schemas() async throws {
    try await Self.compareSchemas(PlainRecord.self)
    try await Self.compareSchemas(TreeRecord.self)
  }

  private static func compareSchemas<Record: RandomRecord>(_ type: Record.Type) async throws {
    var options = BatchOptions()
    options.lengthUnit = .codePoints
    for seed in RandomRun.seeds(30) {
      var draw = CaseDraw<Record>(seed: seed)
      let requirement = draw.simple()
      let lines = draw.records(30).map(\.text).filter(isPlain)
      let document = try requirement.jsonSchema(options: options)
      // A validator may take a format for a comment.
      let schema = document.text()
      if schema.contains(#""format""#) { continue }
      let check = try SchemaCheck.make(schema)
      let validator = try BatchValidator(requirement, options: options)
      for line in lines {
        let bytes = Array((line + "\n").utf8)
        let isValid = await validator.validate([.bytes(bytes, name: "a.jsonl")]).records.valid == 1
        let way = Way(format: .jsonl)
        let isTaken = Judging.summary(check, [.bytes(bytes, name: "a.jsonl")], way).valid == 1
        let agrees = document.leftovers.isEmpty ? isValid == isTaken : isTaken || !isValid
        #expect(agrees, "\(type), seed \(seed): \(requirement)\n\(line)\n\(schema)")
        if !agrees { return }
      }
    }
  }

  struct Order: Decodable, Sendable {
    struct Address: Decodable, Sendable { var city: String }
    var address: Address
    var others: [Address]
    var last: Address?
  }

  @Test(
    "a schema refuses what is not an object in the place of a nested type",
    arguments: [
      (#"{"address":{"city":"x"},"others":[{"city":"y"}],"last":null}"#, true),
      (#"{"address":[],"others":[]}"#, false),
      (#"{"address":"x","others":[]}"#, false),
      (#"{"address":{"city":"x"},"others":[7]}"#, false),
      (#"{"address":{"city":"x"},"others":[],"last":"x"}"#, false),
    ])
  func nested(record: String, isValid: Bool) throws {
    let requirement = Requirement<Order>.all([])
    let document = try requirement.jsonSchema()
    #expect(document.leftovers.isEmpty)
    let check = try SchemaCheck.make(document.text())
    let bytes = Array((record + "\n").utf8)
    let summary = Judging.summary(check, [.bytes(bytes, name: "a.jsonl")], Way(format: .jsonl))
    #expect((summary.valid == 1) == isValid, "\(document.text())")
    let batch = try BatchValidator(requirement).validate(records: [record])
    #expect((batch.records.valid == 1) == isValid)
  }

  /// Whether digits mean the number that a `Double` has, and no member is named twice.
  private static func isPlain(_ line: String) -> Bool {
    let facts = LineFacts(line)
    return facts.isWellFormed && !facts.hasTwins && !line.contains(/[0-9.]{16,}|[0-9][eE]/)
  }
}

extension CaseDraw {
  /// A requirement that has no closure, if many are drawn.
  fileprivate mutating func simple() -> Requirement<Record> {
    let parts = (0..<2).map { _ in Record.draw.tree(&random, depth: random.below(3)).requirement }
    let plain = parts.filter { !"\($0)".contains("closure") }
    return .all(plain)
  }
}
