import Bulkcheck
import Foundation
import Testing

/// Partial results through the library's door.
@Suite struct PartialResultTests {
  private static let profile = """
    {"bulkcheck": 1, "fields": {"id": {"unique": true}, "age": {"maximum": 100}}}
    """
  private static let parts = [
    "{\"id\": 1, \"age\": 7}\n{\"id\": 2, \"age\": 101}\n", "{\"id\": 2}\n{\"id\": 3}\n",
    "{\"id\": 3, \"age\": 102}\n",
  ]

  private func inputs() -> [ProfileValidator.Input] {
    Self.parts.enumerated().map { .bytes($0.element.utf8, name: "\($0.offset).jsonl") }
  }

  @Test("results in memory and in files merge to the report of one run")
  func merged() throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    let whole = validator.validate(inputs())
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.bcp.gz").path
    let first = try validator.writePartialResult(of: [inputs()[0]], toFile: file)
    #expect(first.records.total == 2)
    let results =
      [PartialResult(contentsOfFile: file)]
      + inputs().dropFirst().map { validator.partialResult(of: [$0]).result }
    let report = try PartialResult.merge(results)
    #expect(report.records == whole.records)
    #expect(report.rules == whole.rules)
    #expect(report.fields == whole.fields)
    #expect(report.inputs == whole.inputs)
    #expect(report.outcome == whole.outcome && report.exitCode == 1)
    #expect(report.rules.first { $0.id == "id.unique" }?.failed == 2)
  }

  @Test("results are merged to results, in memory and in files, and these to the report of one run")
  func tree() throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    let whole = validator.validate(inputs())
    let results = inputs().map { validator.partialResult(of: [$0]).result }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "low.bcp.gz").path
    let low = try PartialResult.writeMerged(Array(results[..<2]), toFile: file)
    #expect(low.records.total == 4)
    let high = try PartialResult.merged([PartialResult(contentsOfFile: file), results[2]])
    let report = try PartialResult.merge([high.result])
    for found in [high.report, report] {
      #expect(found.records == whole.records)
      #expect(found.rules == whole.rules)
      #expect(found.fields == whole.fields)
      #expect(found.inputs == whole.inputs)
    }
    #expect(throws: PartialError.self) {
      try PartialResult.writeMerged(results, toFile: "/nonexistent/a.bcp")
    }
    #expect(throws: PartialError.self) {
      try PartialResult.writeMerged(
        [results[0], PartialResult(bytes: "{}".utf8)],
        toFile: folder.appending(path: "none.bcp").path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["low.bcp.gz"])
  }

  @Test("pieces of one input count lines on from piece to piece")
  func pieces() throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    let whole = validator.validate(bytes: Self.parts.joined().utf8, name: "all.jsonl")
    var options = PartialResult.MergeOptions()
    options.inputName = "all.jsonl"
    let results = inputs().map { validator.partialResult(of: [$0]).result }
    let report = try PartialResult.merge(results, options: options)
    #expect(report.rules == whole.rules)
    #expect(report.inputs == whole.inputs)
    let sample = report.rules.first { $0.id == "id.unique" }?.samples.last
    #expect(sample?.line == 5 && sample?.first?.line == 4)
  }

  @Test(
    "pieces that are something else are what one run says of the first",
    arguments: [
      ("x.csv", ["\u{0}\"a\n1\n"], "csv"), ("x.tsv", ["\"a\n", "\"a\n"], "tsv"),
      ("x.jsonl", ["[{\"id\": 1},\n", "{\"id\": 2}]\n"], "jsonl"),
      ("x.jsonl", ["{\"id\": 1}\n", "[{\"id\": 2},\n"], "jsonl"),
      ("x.jsonl", ["{\n", "\"id\": 2}\n"], "jsonl"),
      ("x.csv", ["PAR1\n", "PAR1\n"], "csv"),
    ])
  func hints(name: String, parts: [String], format: String) throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    let isCSV = format != "jsonl"
    let whole = validator.validate(
      bytes: (isCSV ? parts[0] : parts.joined()).utf8, name: name)
    var options = PartialResult.MergeOptions()
    options.inputName = name
    let results = parts.map { part in
      validator.partialResult(of: [.bytes(Array(part.utf8), name: "1." + name)]).result
    }
    let report = try PartialResult.merge(results, options: options)
    let (merged, one) = (try #require(report.inputs.first), try #require(whole.inputs.first))
    #expect(merged.format == format && one.format == format)
    #expect(merged.hint == one.hint)
    #expect((merged.failure == nil) == (one.failure == nil))
  }

  @Test("errors are typed, and name the result")
  func errors() throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    #expect(throws: PartialError.self) {
      try validator.writePartialResult(of: [], toFile: "/nonexistent/a.bcp")
    }
    func code(_ results: [PartialResult]) -> PartialError.Code? {
      do throws(PartialError) {
        _ = try PartialResult.merge(results)
        return nil
      } catch { return error.code }
    }
    #expect(code([]) == .unreadable)
    #expect(code([PartialResult(contentsOfFile: "/nonexistent/a.bcp")]) == .unreadable)
    #expect(code([PartialResult(bytes: "{}".utf8)]) == .notAPartial)
  }
}
