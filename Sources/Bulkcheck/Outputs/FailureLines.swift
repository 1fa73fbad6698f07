internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// Writes one JSON object for each rule that failed on a record and for each malformed record, a
/// line each.
///
/// Values and messages are those that a sample of the report would show, `pii` masked.
struct FailureLines {
  let stream: OutputStream
  private let rules: [Ending]
  private let builtIns: [BuiltInRule: Ending]
  /// `{"input":"a.jsonl"`.
  private var opening = ""
  private var inputs = InputNames()
  private var line: [UInt8] = []

  /// What is the same in all lines of a rule.
  private struct Ending {
    /// `,"rule":"age.range","field":"age"`.
    var names: String
    /// `,"code":"E7","severity":"error"`.
    var attributes: String
  }

  init(stream: OutputStream, ruleSet: RuleSet) {
    self.stream = stream
    rules = ruleSet.rules.map { rule in
      FailureLines.ending(
        id: rule.id, field: rule.field, code: rule.attributes.code,
        severity: rule.attributes.severity)
    }
    builtIns = Dictionary(
      uniqueKeysWithValues: BuiltInRule.allCases.map { rule in
        (
          rule,
          FailureLines.ending(
            id: rule.id, field: nil, code: nil, severity: ruleSet.settings(of: rule).severity)
        )
      })
  }

  private static func ending(
    id: String, field: String?, code: String?, severity: Severity
  ) -> Ending {
    Ending(
      names: #","rule":\#(JSONText.quoted(id)),"field":\#(field.map(JSONText.quoted) ?? "null")"#,
      attributes: (code.map { #","code":\#(JSONText.quoted($0))"# } ?? "")
        + #","severity":"\#(severity.rawValue)""#)
  }

  mutating func begin(_ input: InputStart) {
    inputs.add(input)
    opening = #"{"input":\#(JSONText.quoted(PathText.shown(input.name)))"#
  }

  /// Writes the failures of a chunk's records.
  mutating func write(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) throws(OutputError) {
    for (ordinal, record) in chunk.records.enumerated() where record.hasFailures {
      let failures = worker.failures(ofRecord: ordinal, in: chunk)
      guard !failures.isEmpty else { continue }
      let start =
        opening + ",\"line\":\(chunk.line(of: record))"
        + ",\"record\":\(chunk.place.records + ordinal + 1)"
        + ",\"byteOffset\":\(chunk.place.offset + record.start)"
      for failure in failures { try write(failure, start) }
    }
  }

  private mutating func write(_ failure: RecordFailure, _ start: String) throws(OutputError) {
    let ending: Ending? =
      switch failure.source {
      case .rule(let number): rules[number]
      case .builtIn(let rule): builtIns[rule]
      }
    guard let ending else { return }
    line.removeAll(keepingCapacity: true)
    append(start)
    append(ending.names)
    if let location = failure.instanceLocation {
      append(",\"instanceLocation\":")
      JSONText.append(quoted: location, to: &line)
    }
    if let location = failure.keywordLocation {
      append(",\"keywordLocation\":")
      JSONText.append(quoted: location, to: &line)
    }
    if let value = failure.value {
      append(",\"value\":")
      append(value)
    }
    if failure.valueIsTruncated { append(",\"valueTruncated\":true") }
    append(",\"message\":")
    JSONText.append(quoted: VisibleText.shown(failure.message), to: &line)
    append(ending.attributes)
    if let kind = failure.kind { append(",\"kind\":\"\(kind.rawValue)\"") }
    if let column = failure.column { append(",\"column\":\(column)") }
    if let reason = failure.reason { append(",\"reason\":\"\(reason)\"") }
    if let first = failure.first {
      append(",\"first\":{\"input\":\(JSONText.quoted(inputs[first])),\"line\":\(first.line)}")
    }
    if !failure.places.isEmpty { append(failure.places, more: failure.morePlaces) }
    append("}\n")
    try stream.write(line)
  }

  private mutating func append(_ places: [FaultPlace], more: Int) {
    append(",\"places\":[")
    for (index, place) in places.enumerated() {
      append(index == 0 ? "{\"instanceLocation\":" : ",{\"instanceLocation\":")
      JSONText.append(quoted: place.instanceLocation, to: &line)
      if let value = place.value {
        append(",\"value\":")
        append(value)
      }
      append("}")
    }
    append("]")
    if more > 0 { append(",\"morePlaces\":\(more)") }
  }

  private mutating func append(_ text: String) { line.append(contentsOf: text.utf8) }
}
