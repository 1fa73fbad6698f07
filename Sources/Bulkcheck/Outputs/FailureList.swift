internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// The failures of a run in the format that is asked for.
enum FailureList {
  case lines(FailureLines)
  case rows(FailureRows)
  case documents(FailureDocuments)

  init(stream: OutputStream, ruleSet: RuleSet, format: RecordOutputs.FailureFormat) {
    switch format.or(endingOf: stream.path) {
    case .auto, .jsonl: self = .lines(FailureLines(stream: stream, ruleSet: ruleSet))
    case .csv: self = .rows(FailureRows(stream: stream, ruleSet: ruleSet))
    case .basic: self = .documents(FailureDocuments(stream: stream, ruleSet: ruleSet))
    }
  }

  var stream: OutputStream {
    switch self {
    case .lines(let lines): lines.stream
    case .rows(let rows): rows.stream
    case .documents(let documents): documents.stream
    }
  }

  mutating func begin(_ input: InputStart) throws(OutputError) {
    switch self {
    case .lines(var lines):
      lines.begin(input)
      self = .lines(lines)
    case .rows(var rows):
      try rows.begin(input)
      self = .rows(rows)
    case .documents(var documents):
      documents.begin(input)
      self = .documents(documents)
    }
  }

  /// Writes the failures of a chunk's records.
  mutating func write(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) throws(OutputError) {
    switch self {
    case .lines(var lines):
      try lines.write(chunk, &worker)
      self = .lines(lines)
    case .rows(var rows):
      try rows.write(chunk, &worker)
      self = .rows(rows)
    case .documents(let documents): try documents.write(chunk, &worker)
    }
  }
}

extension RecordOutputs.FailureFormat {
  /// The format, or else the one that the end of a path names.
  fileprivate func or(endingOf path: String) -> RecordOutputs.FailureFormat {
    guard self == .auto else { return self }
    let path = path.lowercased()
    return path.hasSuffix(".csv") || path.hasSuffix(".csv.gz") ? .csv : .jsonl
  }
}

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
