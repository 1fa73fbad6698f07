internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// Writes a row of CSV for each rule that failed on a record and for each malformed record: what
/// ``FailureLines`` says of it, in columns.
struct FailureRows {
  static let columns = [
    "input", "line", "record", "byteOffset", "rule", "field", "severity", "code",
    "instanceLocation", "value", "message", "kind", "column", "reason",
    "firstInput", "firstLine",
  ]

  let stream: OutputStream
  private let rules: [String]
  private let builtIns: [BuiltInRule: String]
  private var input = ""
  private var inputs = InputNames()
  private var hasHeader = false

  init(stream: OutputStream, ruleSet: RuleSet) {
    self.stream = stream
    rules = ruleSet.rules.map { rule in
      FailureRows.cells([
        rule.id, rule.field ?? "", rule.attributes.severity.rawValue, rule.attributes.code ?? "",
      ])
    }
    builtIns = Dictionary(
      uniqueKeysWithValues: BuiltInRule.allCases.map { rule in
        (rule, FailureRows.cells([rule.id, "", ruleSet.settings(of: rule).severity.rawValue, ""]))
      })
  }

  mutating func begin(_ input: InputStart) throws(OutputError) {
    inputs.add(input)
    self.input = FailureRows.cells([PathText.shown(input.name)])
    guard !hasHeader else { return }
    hasHeader = true
    try stream.write(Array((FailureRows.cells(FailureRows.columns) + "\n").utf8))
  }

  /// Writes the failures of a chunk's records.
  mutating func write(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) throws(OutputError) {
    for (ordinal, record) in chunk.records.enumerated() where record.hasFailures {
      let place =
        "\(input),\(chunk.line(of: record)),\(chunk.place.records + ordinal + 1)"
        + ",\(chunk.place.offset + record.start)"
      for failure in worker.failures(ofRecord: ordinal, in: chunk) {
        try write(failure, place)
      }
    }
  }

  private func write(_ failure: RecordFailure, _ place: String) throws(OutputError) {
    let rule: String? =
      switch failure.source {
      case .rule(let number): rules[number]
      case .builtIn(let rule): builtIns[rule]
      }
    guard let rule else { return }
    let others = FailureRows.cells([
      failure.instanceLocation ?? "", failure.value ?? "", failure.message,
      failure.kind?.rawValue ?? "",
      failure.column.map { "\($0)" } ?? "", failure.reason ?? "",
      failure.first.map { inputs[$0] } ?? "", failure.first.map { "\($0.line)" } ?? "",
    ])
    try stream.write(Array("\(place),\(rule),\(others)\n".utf8))
  }

  /// Cells with commas between them, quoted where they must be (RFC 4180).
  ///
  /// Scalar by scalar: a quote before a combining mark is a `Character` of its own.
  private static func cells(_ texts: [String]) -> String {
    texts.map(TerminalText.escapedCell).map { text in
      guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
      var cell = "\"".unicodeScalars
      for scalar in text.unicodeScalars {
        cell.append(scalar)
        if scalar == "\"" { cell.append(scalar) }
      }
      return String(cell) + "\""
    }.joined(separator: ",")
  }
}
