import Bulkcheck
import Foundation
import Requirements
import Testing

/// Requirements over two parts of a record, and over all records of a batch.
@Suite("Across fields and records in a batch")
struct BatchAcrossTests {
  struct Trip: Decodable, Sendable {
    struct Span: Decodable, Sendable {
      var first: Int
      var last: Int
    }

    var id: String
    var start: Int
    var end: Int
    var low: Double
    var high: Double
    var paidAt: Int?
    var name: String?
    var alias: String?
    var span: Span?

    private enum CodingKeys: String, CodingKey {
      case id, start, end, low, high
      case paidAt = "paid_at"
      case name, alias, span
    }
  }

  private typealias Trips = Requirement<Trip>

  private static let good = #"{"id":"a","start":1,"end":2,"low":0.1,"high":0.2}"#

  /// The good record with other members.
  private static func line(_ changes: (String, String)...) -> String {
    changes.reduce(good) { text, change in text.replacing(change.0, with: change.1) }
  }

  private func reasons(
    _ requirement: Trips, _ lines: [String], name: String = "a.jsonl"
  ) async throws -> [Int: [String]] {
    var found: [Int: [String]] = [:]
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for try await batch in try BatchValidator(requirement).batches(of: [.bytes(bytes, name: name)])
    {
      for record in batch.invalid {
        found[record.record.line] = record.reasons.map(\.description)
      }
    }
    return found
  }

  @Test("comparisons run on bytes where these tell the answer, and have the coded names")
  func comparisons() async throws {
    let requirement = Trips.all {
      Requirement.compare(\.start, <=, \.end)
      Requirement.compare(\.end, <, \.paidAt, at: \.paidAt)
      Requirement.equal(\.name, \.alias)
      Requirement.compare(\.low, <=, \.high)
      Requirement.compare(\.low, <, \.high)
    }
    let rules = try BatchValidator(requirement).rules.filter { $0.constraint == "compare" }
    #expect(
      rules.map(\.id) == [
        "start.compare", "end.compare", "name.compare", "low.compare", "low.compare-2",
      ])
    #expect(rules.map(\.decodesValues) == [false, false, false, true, true])
    let found = try await reasons(
      requirement,
      [
        Self.good,
        Self.line(("\"end\":2", "\"end\":0")),
        Self.line(("\"high\"", "\"paid_at\":2,\"high\"")),
        Self.line(("\"high\"", "\"name\":\"x\",\"high\"")),
        Self.line(("\"high\"", "\"name\":\"x\",\"alias\":\"x\",\"high\"")),
        // The same Double, with digits that are less.
        Self.line(("0.2", "0.1"), ("\"low\":0.1,", "\"low\":0.1000000000000000000001,")),
        Self.line(("\"high\"", "\"name\":null,\"paid_at\":null,\"high\"")),
      ])
    #expect(
      found == [
        2: ["start must be less than or equal to end"],
        3: ["paid_at: end must be less than paid_at"],
        4: ["name and alias must be equal"],
        6: ["low must be less than high"],
      ])
  }

  @Test("a comparison is negated and an alternative like any other part")
  func combined() async throws {
    let requirement = Trips.all {
      Requirement.not(.compare(\.start, >, \.paidAt))
      Requirement.any([.compare(\.start, ==, \.paidAt), .equal(\.name, \.alias)])
    }
    let found = try await reasons(
      requirement,
      [
        Self.good, Self.line(("\"high\"", "\"paid_at\":0,\"high\"")),
        Self.line(("\"high\"", "\"paid_at\":3,\"name\":\"x\",\"high\"")),
      ])
    // Without a part, a comparison holds, and its negation does not.
    #expect(found[1] == ["Must not be: compare(start, >, paidAt)"])
    #expect(found[2] == ["Must not be: compare(start, >, paidAt)"])
    #expect(found[3]?.count == 1)
  }

  @Test("a closure over two parts decodes just these")
  func closures() async throws {
    let requirement = Trips.all {
      Requirement(\.start, \.paidAt) { start, paid in start <= paid ?? start }
      Requirement(\.id, \.span, at: \.id) { id, span in
        id.count == 1 || span == nil
          ? .confirmed : .failed(reason: Reason(code: "own", message: "Not both"))
      }
    }
    let validator = try BatchValidator(requirement)
    #expect(
      validator.rules.suffix(3).map(\.id) == [
        "start.closure", "id.closure", BatchValidator<Trip>.decodableRule,
      ] || validator.rules.suffix(2).map(\.id) == ["start.closure", "id.closure"])
    let found = try await reasons(
      requirement,
      [
        Self.good, Self.line(("\"high\"", "\"paid_at\":0,\"high\"")),
        Self.line(("\"a\"", "\"ab\""), ("\"high\"", "\"span\":{\"first\":1,\"last\":2},\"high\"")),
      ])
    #expect(found == [2: ["These do not go together: start, paid_at"], 3: ["id: Not both"]])
    // `end` cannot be decoded, but these two parts can.
    let line = Self.line(("\"end\":2", "\"end\":\"x\""), ("\"high\"", "\"paid_at\":0,\"high\""))
    let report = await validator.validate([.bytes(line.utf8, name: "a.jsonl")])
    #expect(report.rules.filter { $0.failed > 0 }.map(\.id) == ["end.type", "start.closure"])
  }

  @Test("columns of CSV are parts too")
  func columns() async throws {
    let requirement = Trips.all {
      Requirement.compare(\.start, <=, \.end)
      Requirement(\.low, \.high) { $0 <= $1 }
      Requirement.on(\.span, .ifPresent(.compare(\.first, <, \.last)))
    }
    let found = try await reasons(
      requirement,
      [
        "id,start,end,low,high,span.first,span.last", "a,1,2,1,2,1,2", "b,10,9,1,2,,",
        "c,1,2,3,2,1,2", "d,1,2,1,2,2,2",
      ], name: "a.csv")
    #expect(
      found == [
        3: ["start must be less than or equal to end"], 4: ["These do not go together: low, high"],
        5: ["span: first must be less than last"],
      ])
  }

  @Test("unique and references are about records, and no rule about one of them")
  func records() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "ids-\(UUID().uuidString).csv")
    try "code\na\nb\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let requirement = Trips.all {
      Requirement.unique(\.id).because("Taken")
      Requirement.unique(\.start, \.end).rule("span-once", severity: .warning)
      Requirement.references(\.id, column: "code", of: file.path)
    }
    #expect(requirement(Trip.sample).isConfirmed, "a single value is not asked")
    let validator = try BatchValidator(requirement)
    let lines = [Self.good, Self.good, Self.line(("\"a\"", "\"c\""))].joined(separator: "\n")
    for threads in [1, 2, 7] {
      var options = BatchOptions()
      options.run.threads = threads
      let validator = try BatchValidator(requirement, options: options)
      let report = await validator.validate([.bytes(lines.utf8, name: "a.jsonl")])
      let failed = report.rules.filter { $0.failed > 0 }.map { "\($0.id) \($0.failed)" }
      #expect(failed == ["id.unique 1", "id.references 1", "span-once 2"])
    }
    #expect(validator.rules.contains { $0.id == "span-once" && $0.constraint == "unique" })
  }

  struct Category: Decodable, Sendable {
    var id: Int
    var parent: Int?
  }

  @Test("a reference to the records themselves finds those that come later")
  func ownRecords() async throws {
    let requirement = Requirement<Category>.references(\.parent, in: \.id).because("No such parent")
    #expect(requirement(Category(id: 1, parent: 7)).isConfirmed, "a single value is not asked")
    let lines = (0..<500).map { "{\"id\":\($0),\"parent\":\($0 == 250 ? 900 : 499 - $0)}" }
    let bytes = (lines + [#"{"id":500}"#]).joined(separator: "\n").utf8
    let input = ProfileValidator.Input.bytes(bytes, name: "a.jsonl")
    for threads in [1, 2, 7] {
      var options = BatchOptions()
      options.run.threads = threads
      let validator = try BatchValidator(requirement, options: options)
      #expect(validator.rules.map(\.id).contains("parent.references"))
      let report = await validator.validate([input])
      #expect(
        report.rules.filter { $0.failed > 0 }.map { "\($0.id) \($0.failed)" } == [
          "parent.references 1"
        ])
      #expect(report.records.valid == 500 && report.records.invalid == 1)
      #expect(report.rules.flatMap(\.samples).map(\.message) == ["No such parent"])
      #expect(throws: BatchError.self) { try validator.batches(of: [input]) }
    }
    let document = try requirement.profile()
    #expect(document.leftovers.isEmpty)
    let profile = try ProfileValidator(Profile(text: document.text()))
    #expect(await profile.validate([input]).records.invalid == 1)
    #expect(try requirement.jsonSchema().leftovers.map(\.rule) == ["parent.references"])
  }

  @Test("a part about all records cannot be a part of a rule")
  func misplaced() {
    #expect(throws: BatchError.self) {
      try BatchValidator(Trips.any([.unique(\.id), .compare(\.start, <, \.end)]))
    }
    #expect(throws: BatchError.self) {
      try BatchValidator(
        Trips.all([.unique(\.id), .compare(\.start, <, \.end)]).rule("both"))
    }
    #expect(throws: BatchError.self) {
      try BatchValidator(Trips.references(\.id, column: "code", of: "/nowhere/ids.csv"))
    }
  }
}

extension BatchAcrossTests.Trip {
  fileprivate static var sample: Self {
    Self(id: "z", start: 1, end: 2, low: 0, high: 1)
  }
}
