internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// Writes a JSON document for each failing record: JSON Schema's output format "Basic" (section
/// 12.4.2 of the specification, 2020-12), with the input, line and record beside it.
///
/// Rules that are not of the schema have an empty `keywordLocation`, and their id beside it.
struct FailureDocuments {
  let stream: OutputStream
  private let ruleSet: RuleSet
  /// The text before the fragment of locations in the root of the schema.
  private let identifier: String?
  /// `"input":"a.jsonl"`.
  private var opening = ""
  private var inputs = InputNames()

  init(stream: OutputStream, ruleSet: RuleSet) {
    self.stream = stream
    self.ruleSet = ruleSet
    identifier = ruleSet.schema?.identifier
  }

  mutating func begin(_ input: InputStart) {
    inputs.add(input)
    opening = "\"input\":\(JSONText.quoted(PathText.shown(input.name)))"
  }

  /// Writes the failing records of a chunk.
  func write(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) throws(OutputError) {
    for (ordinal, record) in chunk.records.enumerated() where record.hasFailures {
      let failures = worker.failures(ofRecord: ordinal, in: chunk, tellsEveryPlace: true)
      guard !failures.isEmpty else { continue }
      let line = "\(chunk.line(of: record))"
      let errors = failures.flatMap { units($0, line) }.joined(separator: ",")
      let text =
        "{\"valid\":false,\(opening),\"line\":\(line)"
        + ",\"record\":\(chunk.place.records + ordinal + 1),\"errors\":[\(errors)]}\n"
      try stream.write(Array(text.utf8))
    }
  }

  /// The output units of a rule that failed: one for each place.
  private func units(_ failure: RecordFailure, _ line: String) -> [String] {
    var names = names(failure)
    if let first = failure.first {
      names += ",\"first\":{\"input\":\(JSONText.quoted(inputs[first])),\"line\":\(first.line)}"
    }
    guard failure.places.isEmpty else {
      return failure.places.map { place in
        unit(
          names, place.keywordLocation ?? failure.keywordLocation, place.instanceLocation,
          place.messageParts.isEmpty
            ? failure.message : place.messageParts.joined(separator: line))
      }
    }
    return [unit(names, failure.keywordLocation, failure.instanceLocation, failure.message)]
  }

  private func unit(
    _ names: String, _ keyword: String?, _ instance: String?, _ message: String
  ) -> String {
    "{\"keywordLocation\":\(JSONText.quoted(keyword ?? ""))\(names)"
      + ",\"instanceLocation\":\(JSONText.quoted(instance ?? ""))"
      + ",\"error\":\(JSONText.quoted(message))}"
  }

  /// `,"absoluteKeywordLocation":"…"` of a rule of the schema, if its resource has a name.
  private func names(_ failure: RecordFailure) -> String {
    let id: String
    switch failure.source {
    case .builtIn(let rule): id = rule.id
    case .rule(let number): id = ruleSet.rules[number].id
    }
    guard failure.keywordLocation != nil else { return ",\"rule\":\(JSONText.quoted(id))" }
    guard id.hasPrefix("#") else { return absolute(id) }
    return identifier.map { absolute($0 + id) } ?? ""
  }

  private func absolute(_ location: String) -> String {
    ",\"absoluteKeywordLocation\":\(JSONText.quoted(location))"
  }
}
