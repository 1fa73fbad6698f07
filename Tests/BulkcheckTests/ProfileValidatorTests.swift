import Bulkcheck
import Foundation
import Synchronization
import Testing

@Suite("Validating by a profile")
struct ProfileValidatorTests {
  private let profile: Profile

  init() throws {
    profile = try Profile(
      text: """
        {"bulkcheck": 1, "name": "ages",
         "fields": {"age": {"type": "integer", "required": true, "range": [18, 120]}}}
        """)
  }

  private let lines = #"""
    {"age":30}
    {"age":17}
    {"age":"x"}
    {"age":
    {}

    """#

  /// Enough for several batches of one thread.
  private let manyRecords = Array(
    repeatElement(Array("{\"age\":30}\n".utf8), count: 60_000).joined())

  private func oneThread() throws -> ProfileValidator {
    var options = ProfileValidator.Options()
    options.threads = 1
    return try ProfileValidator(profile, options: options)
  }

  private func counts(_ report: Report) -> [Int] {
    [report.records.total, report.records.valid, report.records.invalid, report.records.malformed]
  }

  @Test("bytes, files and records give the same counts")
  func inputs() throws {
    let validator = try ProfileValidator(profile)
    let expected = [5, 1, 3, 1]
    #expect(counts(validator.validate(bytes: lines.utf8, name: "a.jsonl")) == expected)
    #expect(counts(validator.validate(records: lines.split(separator: "\n"))) == expected)
    let file = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-\(UUID().uuidString).jsonl")
    try Data(lines.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = validator.validate(file: file.path)
    #expect(counts(report) == expected)
    #expect(report.inputs.map(\.path) == [file.path])
    #expect(report.profile.name == "ages")
    #expect(report.exitCode == 1)
  }

  @Test(
    "options say where the records of a document are, how it is encoded, and what separates cells")
  func reading() throws {
    var options = ProfileValidator.Options()
    options.records = "/people/*"
    options.encoding = "windows-1252"
    options.csvDelimiter = ";"
    let validator = try ProfileValidator(profile, options: options)
    let document: [UInt8] =
      Array(#"{"people": [{"age": 30, "name": "Ren"#.utf8) + [0xE9]
      + Array(#""}, {"age": 17}], "age": 1}"#.utf8)
    let report = validator.validate(bytes: document, name: "a.json")
    #expect(counts(report) == [2, 1, 1, 0])
    #expect(report.rules.flatMap(\.samples).map(\.recordPointer) == ["/people/1"])
    let rows = validator.validate(bytes: "age;name,of\n17;a,b\n30;c,d\n".utf8, name: "a.csv")
    #expect(counts(rows) == [2, 1, 1, 0])
    options.format = .json
    options.records = ""
    let whole = try ProfileValidator(profile, options: options).validate(bytes: document)
    #expect(counts(whole) == [1, 0, 1, 0])
  }

  @Test(
    "an option that cannot be read is an error that names it",
    arguments: [
      (
        "records", "data/*",
        "the option `records`: a record pointer begins with a slash, as in /data/*, or is empty for "
          + "the whole document"
      ),
      (
        "records", "/a~2/*",
        "the option `records`: in a record pointer, ~ is written ~0 and / within a name ~1"
      ),
      (
        "encoding", "window-1252",
        "the option `encoding`: \"window-1252\" is not the name of an encoding: did you mean "
          + "windows-1252?"
      ),
      (
        "encoding", "",
        "the option `encoding`: \"\" is not the name of an encoding: give one such as windows-1252 "
          + "or UTF-16"
      ),
    ])
  func unreadableOption(option: String, value: String, words: String) throws {
    var options = ProfileValidator.Options()
    if option == "records" { options.records = value } else { options.encoding = value }
    let error = #expect(throws: ProfileError.self) {
      try ProfileValidator(profile, options: options)
    }
    #expect(error?.code == .invalidOption)
    #expect(error?.description == words)
  }

  @Test("a profile that reads the key of a record needs a pointer, its own or that of an option")
  func keys() throws {
    let profile = try Profile(
      text: #"{"bulkcheck": 1, "fields": {"$key": {"const": "a"}}}"#, fileName: "k.json")
    let error = #expect(throws: ProfileError.self) { try ProfileValidator(profile) }
    #expect(error?.code == .mistakes)
    #expect(error?.mistakes.map(\.column) == [29])
    var options = ProfileValidator.Options()
    options.records = "/codes/*"
    let validator = try ProfileValidator(profile, options: options)
    let report = validator.validate(bytes: #"{"codes": {"a": {}, "b": {}}}"#.utf8, name: "a.json")
    #expect(report.rules.flatMap(\.samples).map(\.value) == ["\"b\""])
    #expect(counts(report) == [2, 1, 1, 0])
  }

  @Test("an earlier report is a baseline for the next one")
  func baseline() throws {
    let earlier = try ProfileValidator(profile).validate(bytes: lines.utf8, name: "a.jsonl")
    var options = ProfileValidator.Options()
    options.verdict.baseline = try Baseline(
      json: ReportFormat.json.render(earlier).utf8, name: "earlier")
    let validator = try ProfileValidator(profile, options: options)
    let same = validator.validate(bytes: lines.utf8, name: "a.jsonl")
    #expect(same.outcome == .passed)
    #expect(same.comparison?.recordsTotal == 5)
    let worse = validator.validate(bytes: "{\"age\":1}\n".utf8, name: "a.jsonl")
    #expect(worse.outcome == .failed)
    #expect(worse.rules(changed: .worse).map(\.id) == ["age.range"])
    #expect(throws: BaselineError.self) { try Baseline(json: lines.utf8, name: "a.jsonl") }
  }

  @Test("the report is the one that the command prints")
  func report() throws {
    let report = try ProfileValidator(profile).validate(bytes: lines.utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "age.range" })
    let outcomes: [Int] = [rule.evaluated, rule.failed, rule.blocked]
    let expected: [Int] = [2, 1, 2]
    #expect(outcomes == expected)
    #expect(rule.samples.map(\.line) == [2])
    #expect(JSONReport.text(report).contains(#""schema": "bulkcheck-report-1""#))
  }

  @Test("an input that cannot be read is in the report, the others are judged")
  func unreadable() throws {
    let report = try ProfileValidator(profile).validate([
      .file("/no/such/file.jsonl"), .bytes(lines.utf8, name: "a.jsonl"),
    ])
    #expect(report.complete == false)
    #expect(report.exitCode == 2)
    #expect(report.inputs[0].failure != nil)
    #expect(report.inputs[1].records == 5)
  }

  @Test(
    "records are taken from the sequence as they come, in any number", arguments: [0, 1, 70_000])
  func sequence(count: Int) throws {
    let records = (0..<count).lazy.map { #"{"age":\#($0 % 2 == 0 ? 20 : 10)}"# }
    let report = try ProfileValidator(profile).validate(records: records, name: "made")
    #expect(report.records.total == count)
    #expect(report.records.invalid == count / 2)
    #expect(report.inputs.map(\.path) == ["made"])
    #expect(report.outcome == (count == 1 ? .passed : .failed))
  }

  @Test("records are JSON whatever they begin with")
  func recordsAreJSON() throws {
    let report = try ProfileValidator(profile).validate(records: ["x,y", "1"])
    #expect(counts(report) == [2, 0, 1, 1])
  }

  @Test(
    "one record is judged alone",
    arguments: [
      (#"{"age":30}"#, []), (#"{"age":1}"#, ["age.range"]), ("{}", ["age.required"]),
      ("[]", ["bulkcheck.not-an-object"]), ("{", ["bulkcheck.malformed"]),
    ])
  func single(record: String, failures: [String]) throws {
    #expect(try ProfileValidator(profile).failures(ofRecord: record) == failures)
  }

  @Test("options hold: format, threads, samples, limit, strictness", arguments: [1, 3])
  func options(threads: Int) throws {
    var options = ProfileValidator.Options()
    options.format = .csv
    options.threads = threads
    options.samplesMaximum = 1
    options.recordsMaximum = 3
    options.verdict.failOn = .never
    let report = try ProfileValidator(profile, options: options)
      .validate(bytes: "age\n1\n2\n30\n40\n".utf8, name: "a.jsonl")
    #expect(counts(report) == [3, 1, 2, 0])
    #expect(report.limitReached)
    #expect(report.timing.threads == threads)
    #expect(report.exitCode == 0)
    #expect(report.rules.first { $0.id == "age.range" }?.samples.count == 1)
  }

  @Test("options that make no sense are taken as the nearest that do")
  func nonsense() throws {
    var options = ProfileValidator.Options()
    options.threads = -1
    options.samplesMaximum = -1
    options.recordBytesMaximum = .max
    let report = try ProfileValidator(profile, options: options)
      .validate(bytes: lines.utf8, name: "a.jsonl")
    #expect(counts(report) == [5, 1, 3, 1])
    #expect(report.rules.allSatisfy { $0.samples.isEmpty })
  }

  @Test("the progress is told and ends at the whole")
  func progress() throws {
    var states: [ProfileValidator.Progress] = []
    _ = try oneThread()
      .validate([.bytes(manyRecords, name: "a.jsonl")], progress: { states.append($0) })
    #expect(states.count > 1)
    #expect(states.map(\.records) == states.map(\.records).sorted())
    #expect(states.last?.records == 60_000)
    #expect(states.last?.bytesTotal == manyRecords.count)
  }

  @Test("a run that is told to stop says so")
  func stopping() throws {
    let asked = Atomic(0)
    let report = try oneThread().validate(
      [.bytes(manyRecords, name: "a.jsonl")],
      shouldStop: { asked.wrappingAdd(1, ordering: .relaxed).newValue > 1 })
    #expect(report.interrupted)
    #expect(report.exitCode == 130)
    #expect(report.records.total < 60_000)
  }

  @Test("a cancelled task gets the report of what was read")
  func cancelling() async throws {
    let validator = try ProfileValidator(profile)
    let bytes = Array(lines.utf8)
    let whole = await validator.validate([.bytes(bytes, name: "a.jsonl")])
    #expect(counts(whole) == [5, 1, 3, 1])
    let task = Task {
      // Until the cancellation below has happened.
      while !Task.isCancelled { await Task.yield() }
      return await validator.validate([.bytes(bytes, name: "a.jsonl")])
    }
    task.cancel()
    #expect(await task.value.interrupted)
  }
}
