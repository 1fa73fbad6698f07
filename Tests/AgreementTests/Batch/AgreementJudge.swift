import Bulkcheck
import Foundation
import Requirements

/// How a batch and single values disagree.
struct Disagreement: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A batch does not take the requirement.
    case refused
    /// A record is valid that cannot be decoded, or whose value fails.
    case accepted
    /// A record is invalid although its value is confirmed.
    case rejected
    /// A valid record is handed over as another value.
    case value
    /// A reason is told that the value does not give.
    case extraReason
    /// The reasons that come with a record are not those of its value.
    case missingReason
    /// A reason is told at another place.
    case place
    case emptyMessage
    /// A record is malformed although it is JSON.
    case malformed
    /// `validate` and `batches` count differently.
    case counts
    /// `decode` says something else of a record.
    case decoded
    /// `evaluate` and `failures(in:)` of a single value differ.
    case single
  }

  let kind: Kind
  var expected: String
  var actual: String
}

/// The answer of decoding and single evaluation to a record.
enum SingleAnswer<Record> {
  case undecodable
  case failed([Reason])
  case confirmed(Record)

  var text: String {
    switch self {
    case .undecodable: "cannot be decoded"
    case .confirmed: "valid"
    case .failed(let reasons):
      reasons.map { "\($0.path): [\($0.code ?? "-")] \($0.message)" }.joined(separator: " | ")
    }
  }
}

/// The answers of a batch to its records, by line from 0.
struct BatchAnswers<Record: Sendable>: Sendable {
  var valid: [Int: Record] = [:]
  var invalid: [Int: FailedRecord] = [:]

  func text(_ line: Int) -> String {
    guard let record = invalid[line] else { return valid[line] == nil ? "nothing" : "valid" }
    if record.isMalformed { return "malformed" }
    return record.failures.map {
      "\($0.rule) \($0.instanceLocation ?? "?"): [\($0.code ?? "-")] \($0.message)"
    }.joined(separator: " | ")
  }

  /// Whether the same records are valid and invalid for the same reasons.
  func isSame(as other: BatchAnswers) -> Bool {
    Set(valid.keys) == Set(other.valid.keys) && invalid == other.invalid
  }
}

/// Compares what a batch says of records with what single values say.
struct AgreementJudge<Record: RandomRecord> {
  var options = AgreementJudge.options
  /// CSV has places of its own.
  var comparesPlaces = true

  static var options: BatchOptions {
    var options = BatchOptions()
    options.decodesEveryRecord = Record.isDecoded
    return options
  }

  // MARK: Lines

  /// Every disagreement about the lines, with the line's number from 0; nil for all of them.
  func disagreements(
    _ parts: [Requirement<Record>], _ lines: [String]
  ) async -> [(line: Int?, found: Disagreement)] {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    return await disagreements(
      parts, lines, .bytes(bytes, name: "a.jsonl"), firstLine: 1)
  }

  /// - Parameters:
  ///   - lines: what each record is decoded from for a single answer.
  ///   - input: what the batch reads.
  ///   - firstLine: that of the first record in the input, from 1.
  func disagreements(
    _ parts: [Requirement<Record>], _ lines: [String], _ input: ProfileValidator.Input,
    firstLine: Int
  ) async -> [(line: Int?, found: Disagreement)] {
    let answers: BatchAnswers<Record>
    var found: [(line: Int?, found: Disagreement)] = []
    do {
      let validator = try BatchValidator(
        .all(parts), options: options, decoding: DecodingStrategies(of: Record.decoder))
      answers = try await Self.answers(validator, input, firstLine: firstLine)
      if let each = await miscounted(validator, lines, input, answers) { found.append(each) }
      if comparesPlaces {
        let single = SingleJudge(parts: parts)
        for (number, line) in lines.enumerated() {
          if let each = misdecoded(validator, single, line) { found.append((number, each)) }
        }
      }
    } catch {
      if let type = Record.refusedType, "\(error)".contains(type) { return [] }
      let refused = Disagreement(kind: .refused, expected: "a validator", actual: "\(error)")
      return [(nil, refused)]
    }
    let single = SingleJudge(parts: parts)
    for (number, line) in lines.enumerated() {
      for each in disagreements(single, line, number, answers) { found.append((number, each)) }
    }
    return found
  }

  /// Whether `validate` counts other records than `batches`; the line, if it is a line of JSON that
  /// makes the difference.
  private func miscounted(
    _ validator: BatchValidator<Record>, _ lines: [String], _ input: ProfileValidator.Input,
    _ answers: BatchAnswers<Record>
  ) async -> (line: Int?, found: Disagreement)? {
    func counts(_ input: ProfileValidator.Input) async -> [Int] {
      let records = await validator.validate([input]).records
      return [records.valid, records.invalid, records.malformed]
    }
    func told(_ lines: Range<Int>) -> [Int] {
      let invalid = lines.compactMap { answers.invalid[$0] }
      let malformed = invalid.count { $0.isMalformed }
      let valid = lines.count { answers.valid[$0] != nil }
      return [valid, invalid.count - malformed, malformed]
    }
    func made(_ told: [Int], _ counted: [Int]) -> Disagreement {
      .init(
        kind: .counts, expected: "batches: valid, invalid, malformed \(told)",
        actual: "validate: \(counted)")
    }
    let all = (told: told(lines.indices), counted: await counts(input))
    if all.told == all.counted { return nil }
    if !comparesPlaces { return (nil, made(all.told, all.counted)) }
    for (number, line) in lines.enumerated() {
      let counted = await counts(.bytes((line + "\n").utf8, name: "a.jsonl"))
      let told = told(number..<number + 1)
      if told != counted { return (number, made(told, counted)) }
    }
    return (nil, made(all.told, all.counted))
  }

  static func answers(
    _ validator: BatchValidator<Record>, _ input: ProfileValidator.Input, firstLine: Int = 1
  ) async throws -> BatchAnswers<Record> {
    var answers = BatchAnswers<Record>()
    for try await batch in try validator.batches(of: [input]) {
      for (record, line) in zip(batch.valid, batch.validLines) {
        answers.valid[line - firstLine] = record
      }
      for record in batch.invalid { answers.invalid[record.record.line - firstLine] = record }
    }
    return answers
  }

  // MARK: One line

  /// Whether `decode` says something else of a record than decoding and single evaluation do.
  private func misdecoded(
    _ validator: BatchValidator<Record>, _ single: SingleJudge, _ line: String
  ) -> Disagreement? {
    let expected = single.answer(line).answer
    let actual: SingleAnswer<Record>
    switch (expected, validator.decode(line.utf8)) {
    case (.confirmed(let value), .success(let decoded)) where Self.isSame(value, decoded):
      return nil
    case (.failed(let reasons), .failure(let failures))
    where reasons.count == failures.reasons.count
      && Self.areSame(failures.reasons, reasons)
      && zip(failures.reasons, reasons).allSatisfy(Self.isSamePlace):
      return nil
    case (.undecodable, .failure(let failures))
    where !failures.reasons.isEmpty && failures.reasons.allSatisfy { !$0.message.isEmpty }:
      return nil
    // Documented: a comma behind the last member.
    case (_, .failure(let failures))
    where failures.reasons.first?.code == ReasonCode.malformed && !LineFacts(line).isWellFormed:
      return nil
    case (_, .success(let record)): actual = .confirmed(record)
    case (_, .failure(let failures)): actual = .failed(failures.reasons)
    }
    return Disagreement(kind: .decoded, expected: expected.text, actual: actual.text)
  }

  private struct SingleJudge {
    let parts: [Requirement<Record>]

    func answer(_ line: String) -> (answer: SingleAnswer<Record>, isEvaluatedAlike: Bool) {
      guard let value = try? Record.decoder.decode(Record.self, from: Data(line.utf8)) else {
        return (.undecodable, true)
      }
      let requirement = Requirement.all(parts)
      let reasons = requirement.failures(in: value)
      let isAlike = requirement.evaluate(value).isConfirmed == reasons.isEmpty
      if reasons.isEmpty { return (.confirmed(value), isAlike) }
      return (.failed(reasons), isAlike)
    }
  }

  private func disagreements(
    _ single: SingleJudge, _ line: String, _ number: Int, _ answers: BatchAnswers<Record>
  ) -> [Disagreement] {
    let (expected, isEvaluatedAlike) = single.answer(line)
    func made(_ kind: Disagreement.Kind) -> [Disagreement] {
      [.init(kind: kind, expected: expected.text, actual: answers.text(number))]
    }
    if !isEvaluatedAlike { return made(.single) }
    guard let record = answers.invalid[number] else {
      guard case .confirmed(let value) = expected, let told = answers.valid[number] else {
        return made(.accepted)
      }
      if Self.isSame(value, told) { return [] }
      return [
        .init(kind: .value, expected: StableText.text(value), actual: StableText.text(told))
      ]
    }
    if record.isMalformed { return LineFacts(line).isWellFormed ? made(.malformed) : [] }
    // Documented: a repeated name makes a record invalid.
    let failures = record.failures.filter { $0.rule != "bulkcheck.duplicate-key" }
    if failures.count < record.failures.count, LineFacts(line).hasTwins { return [] }
    if failures.isEmpty || failures.contains(where: \.message.isEmpty) {
      return made(.emptyMessage)
    }
    switch expected {
    case .undecodable: return []
    case .confirmed: return made(.rejected)
    case .failed(let reasons):
      return compare(failures, record.reasons, with: reasons).flatMap(made)
    }
  }

  private static func isSame(_ first: Record, _ second: Record) -> Bool {
    first == second && StableText.text(first) == StableText.text(second)
  }

  // MARK: Reasons

  private func compare(
    _ failures: [RuleFailure], _ told: [Reason], with reasons: [Reason]
  ) -> [Disagreement.Kind] {
    var kinds: [Disagreement.Kind] = []
    for failure in failures where !reasons.contains(where: { isTold($0, by: failure) }) {
      kinds.append(.extraReason)
    }
    var left = told
    for reason in reasons {
      guard let found = left.firstIndex(where: { Self.isSame($0, reason) }) else { break }
      left.remove(at: found)
    }
    if told.count != reasons.count || !left.isEmpty {
      kinds.append(.missingReason)
    } else if comparesPlaces, !zip(told, reasons).allSatisfy(Self.isSamePlace) {
      kinds.append(.place)
    }
    return Disagreement.Kind.allCases.filter(kinds.contains)
  }

  /// Whether they say the same at the same place, or, where only decoding could tell the place, at
  /// one around it. The failure has the place in front if it is one of a larger value.
  private func isTold(_ reason: Reason, by failure: RuleFailure) -> Bool {
    guard reason.code == failure.code, reason.parameters == failure.parameters else { return false }
    if comparesPlaces, let location = failure.instanceLocation,
      !Self.isSamePlace(location, reason), !Self.place(reason.path).pointer.hasPrefix(location)
    {
      return false
    }
    if !reason.alternatives.isEmpty {
      return Self.areSame(failure.alternatives, reason.alternatives)
    }
    return failure.message == reason.message || failure.message.hasSuffix(": " + reason.message)
  }

  /// Whether they say the same, be it at places of other names. The message of alternatives follows
  /// from theirs.
  private static func isSame(_ told: Reason, _ expected: Reason) -> Bool {
    told.code == expected.code && told.parameters == expected.parameters
      && areSame(told.alternatives, expected.alternatives)
      && (!expected.alternatives.isEmpty || told.message == expected.message)
  }

  private static func areSame(_ told: [Reason], _ expected: [Reason]) -> Bool {
    if Record.isUnordered {
      return told.map(\.code).sorted { ($0 ?? "") < ($1 ?? "") }
        == expected.map(\.code).sorted { ($0 ?? "") < ($1 ?? "") }
    }
    return told.count == expected.count && zip(told, expected).allSatisfy(isSame)
  }

  private static func isSamePlace(_ told: Reason, _ reason: Reason) -> Bool {
    isSamePlace(told.path.jsonPointer, reason)
  }

  private static func isSamePlace(_ pointer: String, _ reason: Reason) -> Bool {
    if Record.isUnordered { return true }
    let place = place(reason.path)
    return place.isExact
      ? pointer == place.pointer || pointer == reason.path.jsonPointer
      : pointer.hasPrefix(place.pointer) || place.pointer.hasPrefix(pointer)
        || pointer == reason.path.jsonPointer
  }

  /// The JSON Pointer of a path, by what the type says of its places.
  private static func place(_ path: ValuePath) -> (pointer: String, isExact: Bool) {
    var pointer = ""
    for component in path.components {
      switch component {
      case .index(let position): pointer += Record.isUnordered ? "/*" : "/\(position)"
      case .key(let name):
        // A computed property that the runtime knows by address only.
        let step = Record.places[name] ?? (name.hasPrefix("(") ? "?" : name)
        if step.hasPrefix("?") {
          return (pointer + (step == "?" ? "" : "/\(step.dropFirst())"), false)
        }
        if !step.isEmpty { pointer += "/\(step)" }
      }
    }
    return (pointer, true)
  }
}
