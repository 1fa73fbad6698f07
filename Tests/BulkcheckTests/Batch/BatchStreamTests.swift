import Bulkcheck
import Foundation
import Requirements
import Synchronization
import Testing

/// Records handed over in batches.
@Suite("Batches of records")
struct BatchStreamTests {
  struct Point: Decodable, Sendable, Equatable {
    var id: Int
    var name: String
    var weight: Int8?
  }

  private static let requirement = Requirement<Point>.all {
    Requirement.on(\.id, .multipleOf(2)).rule("even", message: "{value} is odd")
    Requirement.on(\.name, .maxLength(6)).rule("short", severity: .warning)
  }

  /// Every third record is odd, every hundredth malformed, every fiftieth has a long name.
  private static func line(_ number: Int) -> String {
    if number % 100 == 99 { return "{\"id\": \(number)" }
    let id = number % 3 == 0 ? number * 2 + 1 : number * 2
    let name = number % 50 == 7 ? "a long name" : "n\(number % 10)"
    return "{\"id\": \(id), \"name\": \"\(name)\"}"
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    Array((0..<count).map { line($0) + "\n" }.joined().utf8)
  }

  /// More than is read before a run can be ended.
  private static let many = [[UInt8]](repeating: bytes(1000), count: 100).flatMap { $0 }

  private func validator(threads: Int? = nil) throws -> BatchValidator<Point> {
    var options = BatchOptions()
    options.run.threads = threads
    return try BatchValidator(Self.requirement, options: options)
  }

  private func input(_ bytes: [UInt8], _ name: String = "a.jsonl") -> ProfileValidator.Input {
    .bytes(bytes, name: name)
  }

  @Test("every record comes once, in the order of the input", arguments: [1, 2, 5], [7, 10_000])
  func all(threads: Int, recordsMaximum: Int) async throws {
    let count = 30_000
    var options = BatchStreamOptions()
    options.recordsMaximum = recordsMaximum
    options.includesWarnings = true
    let batches = try validator(threads: threads).batches(
      of: [input(Self.bytes(count))], options: options)
    var valid: [Point] = []
    var lines: [Int] = []
    var invalid: [FailedRecord] = []
    var warned = 0
    for try await batch in batches {
      #expect(batch.valid.count + batch.invalid.count <= recordsMaximum)
      #expect(batch.inputName == "a.jsonl")
      valid += batch.valid
      lines += batch.validLines
      invalid += batch.invalid
      warned += batch.warned.count
    }
    let good = (0..<count).filter { $0 % 3 != 0 && $0 % 100 != 99 }
    let bad = (0..<count).filter { $0 % 3 == 0 || $0 % 100 == 99 }
    #expect(valid.map(\.id) == good.map { $0 * 2 })
    #expect(lines == good.map { $0 + 1 })
    #expect(invalid.map(\.record.line) == bad.map { $0 + 1 })
    #expect(invalid.map(\.record.text) == bad.map { Self.line($0) })
    #expect(warned == good.filter { $0 % 50 == 7 }.count)
    let report = await batches.report
    #expect(report.records.valid == good.count)
    #expect(report.records.invalid + report.records.malformed == bad.count)
    #expect(report.complete && !report.interrupted)
  }

  @Test("a failed record tells rule, field, value, message, line and bytes")
  func failures() async throws {
    let text = "{\"id\": 3, \"name\": \"abcdefg\"}\n\n{\"id\": 4, \"name\": 5}\n{\"id\": }\n"
    let batches = try validator().batches(of: [input(Array(text.utf8))])
    var found: [FailedRecord] = []
    for try await batch in batches { found += batch.invalid }
    #expect(found.map(\.record.line) == [1, 3, 4])
    #expect(found.map(\.record.number) == [1, 2, 3])
    #expect(found.map(\.record.byteOffset) == [0, 30, 51])
    #expect(found.map(\.isMalformed) == [false, false, true])
    let expected = [
      RuleFailure(
        rule: "even", field: "id", code: "multipleOf", parameters: ["divisor": 2],
        instanceLocation: "/id", value: "3", message: "3 is odd"),
      RuleFailure(
        rule: "short", field: "name", severity: .warning, code: "maxLength",
        parameters: ["max": 6], instanceLocation: "/name",
        value: "\"abcdefg\"", message: "Length must be at most 6 characters"),
    ]
    #expect(found[0].failures == expected)
    #expect(found[1].failures.map(\.rule) == ["name.type"])
    #expect(found[2].failures.map(\.rule) == ["bulkcheck.malformed"])
    #expect(found[2].failures.map(\.code) == ["syntax"])
    #expect(found[2].failures.map(\.column) == [8])
    #expect(found[2].record.text == "{\"id\": }")
  }

  @Test("a record that passes but cannot be decoded is invalid by a rule of its own")
  func undecodable() async throws {
    let text = #"{"id": 2, "name": "a", "weight": 300}"# + "\n" + #"{"id": 4, "name": "b"}"#
    let batches = try validator().batches(of: [input(Array(text.utf8))])
    var valid: [Point] = []
    var found: [FailedRecord] = []
    for try await batch in batches {
      valid += batch.valid
      found += batch.invalid
    }
    #expect(valid == [Point(id: 4, name: "b")])
    let messages = found.flatMap(\.failures).map(\.message)
    #expect(
      messages == ["cannot be decoded: weight is not a whole number that fits in Int8: 300"])
    let report = await batches.report
    let rule = report.rules.last
    #expect(rule?.id == "record.decodable")
    #expect(rule.map { [$0.passed, $0.failed, $0.notApplicable] } == [1, 1, 0])
  }

  // Without batches that rule is judged on bytes, for records that break another rule too.
  @Test("apart from the counts of that rule the report is that of a run without batches")
  func report() async throws {
    let validator = try validator()
    let bytes = Self.bytes(5000)
    let expected = await validator.validate([input(bytes)])
    let batches = try validator.batches(of: [input(bytes)])
    for try await _ in batches {}
    let report = await batches.report
    #expect(report.rules.dropLast() == expected.rules.dropLast())
    #expect(report.rules.last?.failed == expected.rules.last?.failed)
    #expect(report.records == expected.records)
    #expect(report.fields == expected.fields)
    #expect(report.inputs == expected.inputs)
    #expect(report.outcome == expected.outcome)
  }

  @Test("a consumer that does not take batches stops the reading")
  func backPressure() async throws {
    let validator = try validator(threads: 2)
    let count = 60_000
    let bytes = Self.bytes(count)
    let judged = Atomic(0)
    var options = BatchStreamOptions()
    options.recordsMaximum = 500
    let batches = try validator.batches(of: [input(bytes)], options: options) {
      judged.store($0.records, ordering: .relaxed)
    }
    var iterator = batches.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    // Judging everything twice takes longer than the run would, if nothing held it up.
    for _ in 0..<2 {
      let report = await validator.validate([input(bytes)])
      #expect(report.records.total == count)
    }
    // A chunk has 7,000 of these records; one is being sent.
    #expect(judged.load(ordering: .relaxed) <= count / 3)
    var found = first.valid.count + first.invalid.count
    while let batch = try await iterator.next() { found += batch.valid.count + batch.invalid.count }
    #expect(found == count)
  }

  @Test("a loop that is left ends the run")
  func leaving() async throws {
    let batches = try validator(threads: 2).batches(of: [input(Self.many)])
    for try await _ in batches { break }
    let report = await batches.report
    #expect(report.interrupted)
    #expect(report.records.total < 100_000)
    #expect(report.exitCode == 130)
  }

  @Test("a run without a consumer has an empty report")
  func untouched() async throws {
    let report = await (try validator().batches(of: [input(Self.bytes(100))])).report
    #expect(report.interrupted)
    #expect(report.records.total == 0)
  }

  @Test("cancelling the task ends the run with an error")
  func cancelling() async throws {
    let batches = try validator(threads: 2).batches(of: [input(Self.many)])
    let task = Task {
      var count = 0
      do throws(RecordBatchesError) {
        for try await _ in batches {
          count += 1
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return (count, nil as RecordBatchesError?)
      } catch {
        return (count, error)
      }
    }
    let (count, error) = await task.value
    #expect(count == 1)
    #expect(error?.code == .cancelled)
    let report = await batches.report
    #expect(report.interrupted)
  }

  @Test("an input that cannot be read is an error behind all batches")
  func unreadable() async throws {
    let batches = try validator().batches(of: [
      .file("/no/such/file.jsonl"), input(Self.bytes(1000)),
    ])
    var count = 0
    var found: RecordBatchesError?
    do throws(RecordBatchesError) {
      for try await batch in batches { count += batch.valid.count + batch.invalid.count }
    } catch {
      found = error
    }
    #expect(count == 1000)
    #expect(found?.code == .unreadableInput)
    #expect(found?.description.contains("/no/such/file.jsonl") == true)
    let report = await batches.report
    #expect(report.exitCode == 2)
  }

  struct Row: Decodable, Sendable, Equatable {
    struct Home: Decodable, Sendable, Equatable { var city: String }
    var id: Int
    var tags: [String]
    var home: Home?
  }

  @Test("rows of CSV become values too")
  func rows() async throws {
    var options = BatchOptions()
    options.listSeparator = "|"
    let validator = try BatchValidator(Requirement<Row>.all([]), options: options)
    let text = "id;tags;home.city\n007;a|b;\"O\"\"slo\"\nx;a;\n9;a;\n"
    let batches = try validator.batches(of: [input(Array(text.utf8), "a.csv")])
    var valid: [Row] = []
    var invalid: [FailedRecord] = []
    for try await batch in batches {
      valid += batch.valid
      invalid += batch.invalid
    }
    #expect(
      valid == [
        Row(id: 7, tags: ["a", "b"], home: Row.Home(city: "O\"slo")),
        Row(id: 9, tags: ["a"], home: nil),
      ])
    #expect(invalid.map(\.record.text) == ["x;a;"])
    #expect(invalid.flatMap(\.failures).map(\.rule) == ["id.type"])
  }

  @Test("records of a document become values", arguments: [1, 2, 7])
  func document(threads: Int) async throws {
    var options = BatchOptions()
    options.run.records = "/by/*/points/*"
    options.run.encoding = "windows-1252"
    options.run.threads = threads
    let validator = try BatchValidator(Self.requirement, options: options)
    let points = (0..<200).map { #"{"id": \#($0), "name": "n\#($0)"}"# }.joined(separator: ",\n ")
    let text = Array(
      #"{"by": {"a": {"points": [\#(points)]}, "b": {"points": [{"id": 2, "name": ""#.utf8)
    let batches = try validator.batches(of: [input(text + [0xE9] + Array("\"}]}}}".utf8), "a.json")]
    )
    var valid: [Point] = []
    var invalid: [FailedRecord] = []
    for try await batch in batches {
      valid += batch.valid
      invalid += batch.invalid
    }
    #expect(valid.map(\.id) == (0..<100).map { $0 * 2 } + [2])
    #expect(valid.last?.name == "é")
    #expect(invalid.count == 100 && invalid.first?.record.text == #"{"id": 1, "name": "n1"}"#)
  }

  @Test("an option that cannot be read is an error that names it")
  func unreadableOption() throws {
    var options = BatchOptions()
    options.run.records = "by/*"
    let error = #expect(throws: BatchError.self) {
      try BatchValidator(Self.requirement, options: options)
    }
    #expect(error?.code == .invalidOption && error?.place == "run.records")
    #expect(error?.description.hasPrefix("the option `records`: ") == true)
  }

  // MARK: Profiles

  private static let profile = #"""
    {"bulkcheck": 1, "fields": {"id": {"type": "integer", "unique": true, "multipleOf": 2}}}
    """#

  @Test("batches of a profile hold the records as they stand in the input")
  func raw() async throws {
    let validator = try ProfileValidator(Profile(text: Self.profile))
    let rows = "id,name\r\n2,\"a\nb\"\r\n3,c\r\n2,d\r\n4,\"e\"\r\n"
    let batches = validator.batches(of: [input(Array(rows.utf8), "a.csv")])
    var valid: [RawRecord] = []
    var invalid: [FailedRecord] = []
    for try await batch in batches {
      valid += batch.valid
      invalid += batch.invalid
    }
    #expect(valid.map(\.text) == ["2,\"a\nb\"", "4,\"e\""])
    #expect(valid.map(\.line) == [2, 6])
    #expect(valid.map(\.byteOffset) == [9, 28])
    #expect(invalid.map(\.record.text) == ["3,c", "2,d"])
    let failures = invalid.flatMap(\.failures)
    #expect(failures.map(\.rule) == ["id.multipleOf", "id.unique"])
    #expect(failures.map(\.value) == ["\"3\"", "\"2\""])
  }

  @Test("several runs at once do not disturb one another")
  func concurrent() async throws {
    let typed = try validator(threads: 2)
    let untyped = try ProfileValidator(Profile(text: Self.profile))
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for size in 1...4 {
        group.addTask {
          var count = 0
          for try await batch in try typed.batches(of: [input(Self.bytes(size * 5000))]) {
            count += batch.valid.count + batch.invalid.count
          }
          return count
        }
        group.addTask {
          var count = 0
          for try await batch in untyped.batches(of: [input(Self.bytes(size * 7000))]) {
            count += batch.valid.count + batch.invalid.count
          }
          return count
        }
        group.addTask { await typed.validate([input(Self.bytes(size * 3000))]).records.total }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let expected: [Int] = (1...4).flatMap { [$0 * 5000, $0 * 7000, $0 * 3000] }
    #expect(counts.sorted() == expected.sorted())
  }
}
