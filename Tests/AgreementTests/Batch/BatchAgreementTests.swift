import Bulkcheck
import Foundation
import Requirements
import TestSupport
import Testing

/// A requirement for a record type gives the report of a profile with the same rules.
@Suite("A requirement and a profile with the same rules")
struct BatchAgreementTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func compare(
    _ inputs: [ProfileValidator.Input], threads: Int? = nil, _ note: String = ""
  ) throws {
    var options = TypedUser.options
    options.run.threads = threads
    let expected = try ProfileValidator(
      Profile(text: TypedUser.profile()), options: options.run
    ).validate(inputs)
    let actual = try BatchValidator(TypedUser.requirement, options: options).validate(inputs)
    let found = differences(expected, actual)
    #expect(found.isEmpty, "\(note)\n\(found.joined(separator: "\n"))")
  }

  @Test(
    "give the same report on the samples",
    arguments: [
      "users.jsonl", "users.jsonl.gz", "users.csv", "users.csv.gz", "users-good.jsonl",
      "users-good.csv", "malformed.jsonl", "events.jsonl",
    ])
  func samples(name: String) throws {
    try compare([.file(Self.package.appending(path: "samples/\(name)").path)])
  }

  @Test("give the same report on generated records with mistakes")
  func generated() throws {
    for seed in RandomRun.seeds(6) {
      var records = UserRecords(seed: seed)
      let lines = records.lines(400)
      let rows = records.rows(400)
      for threads in [1, 2] {
        try compare([.bytes(lines, name: "a.jsonl")], threads: threads, "JSONL, seed \(seed)")
        try compare([.bytes(rows, name: "a.csv")], threads: threads, "CSV, seed \(seed)")
      }
      try compare(
        [.bytes(gzip(lines), name: "a.jsonl.gz"), .bytes(gzip(rows), name: "a.csv.gz")],
        "gzip, seed \(seed)")
    }
  }

  @Test(
    "give the same report on a large corpus",
    .enabled(if: ProcessInfo.processInfo.environment["BULKCHECK_CORPUS"] != nil))
  func corpus() throws {
    let folder = ProcessInfo.processInfo.environment["BULKCHECK_CORPUS"] ?? ""
    for name in ["users.jsonl", "users.csv", "users.jsonl.gz"] {
      try compare([.file(folder + "/" + name)], name)
    }
  }
}
