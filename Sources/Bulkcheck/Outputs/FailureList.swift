internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput

/// Writes the failures of a run, record by record, in the format that is asked for.
///
/// Values and messages are those that a sample of the report would show, `pii` masked.
struct FailureList {
  let stream: OutputStream
  private let format: any FailureFormat
  private var inputs = InputNames()
  /// The name of the current input, as the format writes it.
  private var input = ""
  private var hasBegun = false
  /// The failures of one record.
  private var text: [UInt8] = []

  init(stream: OutputStream, ruleSet: RuleSet, format: RecordOutputs.FailureFormat) {
    self.stream = stream
    self.format =
      switch format.or(endingOf: stream.path) {
      case .auto, .jsonl: FailureLines(ruleSet)
      case .csv: FailureRows(ruleSet)
      case .basic: FailureDocuments(ruleSet)
      }
  }

  mutating func begin(_ input: InputStart) throws(OutputError) {
    inputs.add(input)
    self.input = format.input(PathText.shown(input.name))
    if !hasBegun { try stream.write(Array(format.header.utf8)) }
    hasBegun = true
  }

  /// Writes the failures of a chunk's records.
  mutating func write(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) throws(OutputError) {
    var offsets = StoredOffsets(chunk.text)
    for (ordinal, record) in chunk.records.enumerated() where record.hasFailures {
      let failures = worker.failures(
        ofRecord: ordinal, in: chunk, tellsEveryPlace: format.tellsEveryPlace)
      guard !failures.isEmpty else { continue }
      let place = FailingRecord(
        input: input, number: chunk.place.records + ordinal + 1,
        position: chunk.place.hasLines
          ? FailingRecord.Position(
            line: chunk.line(of: record),
            byteOffset: offsets.offset(of: ordinal, at: record.start, in: chunk.place)) : nil,
        pointer: chunk.text.records?.pointer(of: ordinal))
      text.removeAll(keepingCapacity: true)
      format.append(failures, of: place, inputs, to: &text)
      try stream.write(text)
    }
  }
}

extension RecordOutputs.FailureFormat {
  /// The format, or else the one that the end of a path names.
  fileprivate func or(endingOf path: String) -> RecordOutputs.FailureFormat {
    guard self == .auto else { return self }
    let path = path.lowercased()
    return [".csv", ".csv.gz", ".csv.zst"].contains(where: path.hasSuffix) ? .csv : .jsonl
  }
}

/// A way to write the failures of a record.
private protocol FailureFormat {
  /// The text before the first failure.
  var header: String { get }
  /// Whether a rule of a schema lists its first thousand places at fault, not only five.
  var tellsEveryPlace: Bool { get }
  /// The name of an input as the failures of its records begin.
  func input(_ name: String) -> String
  func append(
    _ failures: [RecordFailure], of record: FailingRecord, _ inputs: InputNames,
    to text: inout [UInt8])
}

extension FailureFormat {
  var header: String { "" }
  var tellsEveryPlace: Bool { false }
  func input(_ name: String) -> String { "\"input\":\(JSONText.quoted(name))" }

  /// The member `first` or `previous` of an object: the other record that decides about it.
  func first(_ place: FirstOccurrence, _ inputs: InputNames) -> String {
    ",\"\(place.name)\":{\"input\":\(JSONText.quoted(inputs[place]))"
      + ",\"\(place.word)\":\(place.number)}"
  }
}

/// A failing record's place in the data.
private struct FailingRecord {
  /// The name of its input, see ``FailureFormat/input(_:)``.
  let input: String
  let number: Int
  /// nil in an input without lines.
  let position: Position?
  /// JSON documents: the JSON Pointer of the record.
  let pointer: String?

  struct Position {
    let line: Int
    let byteOffset: Int
  }

  /// `"input":"a.jsonl","line":3,"record":2`.
  var start: String {
    input + (position.map { ",\"line\":\($0.line)" } ?? "") + ",\"record\":\(number)"
  }

  /// `,"recordPointer":"/data/3"`.
  var end: String { pointer.map { ",\"recordPointer\":\(JSONText.quoted($0))" } ?? "" }
}

/// A text for each rule, the built-in ones included, that is the same in all of its failures.
private struct RuleTexts {
  private let rules: [String]
  private let builtIns: [BuiltInRule: String]

  init(
    _ ruleSet: RuleSet,
    _ text: (_ id: String, _ field: String?, _ severity: Severity, _ code: String?) -> String
  ) {
    rules = ruleSet.rules.map {
      text($0.id, $0.field, $0.attributes.severity, $0.attributes.code)
    }
    builtIns = Dictionary(
      uniqueKeysWithValues: BuiltInRule.allCases.map {
        ($0, text($0.id, nil, ruleSet.settings(of: $0).severity, nil))
      })
  }

  subscript(failure: RecordFailure) -> String {
    switch failure.source {
    case .rule(let number): rules[number]
    case .builtIn(let rule): builtIns[rule] ?? ""
    }
  }
}

/// Writes one JSON object for each rule that failed on a record and for each malformed record, a
/// line each.
private struct FailureLines: FailureFormat {
  /// `,"rule":"age.range","field":"age"`.
  private let names: RuleTexts
  /// `,"code":"E7","severity":"error"`.
  private let attributes: RuleTexts

  init(_ ruleSet: RuleSet) {
    names = RuleTexts(ruleSet) { id, field, _, _ in
      #","rule":\#(JSONText.quoted(id)),"field":\#(field.map(JSONText.quoted) ?? "null")"#
    }
    attributes = RuleTexts(ruleSet) { _, _, severity, code in
      (code.map { #","code":\#(JSONText.quoted($0))"# } ?? "")
        + #","severity":"\#(severity.rawValue)""#
    }
  }

  func append(
    _ failures: [RecordFailure], of record: FailingRecord, _ inputs: InputNames,
    to text: inout [UInt8]
  ) {
    let start =
      "{\(record.start)" + (record.position.map { ",\"byteOffset\":\($0.byteOffset)" } ?? "")
      + record.end
    for failure in failures {
      text.append(contentsOf: start.utf8)
      append(failure, inputs, to: &text)
    }
  }

  private func append(_ failure: RecordFailure, _ inputs: InputNames, to line: inout [UInt8]) {
    func append(_ text: String) { line.append(contentsOf: text.utf8) }
    append(names[failure])
    if let location = failure.sample.instanceLocation {
      append(",\"instanceLocation\":")
      JSONText.append(quoted: location, to: &line)
    }
    if let location = failure.sample.keywordLocation {
      append(",\"keywordLocation\":")
      JSONText.append(quoted: location, to: &line)
    }
    if let value = failure.sample.value {
      append(",\"value\":")
      append(value)
    }
    if failure.sample.valueIsTruncated { append(",\"valueTruncated\":true") }
    append(",\"message\":")
    JSONText.append(
      quoted: VisibleText.shown(failure.sample.message, withControls: true), to: &line)
    append(attributes[failure])
    if let kind = failure.sample.kind { append(",\"kind\":\"\(kind.rawValue)\"") }
    if let column = failure.sample.column { append(",\"column\":\(column)") }
    if let reason = failure.sample.reason { append(",\"reason\":\"\(reason)\"") }
    if let place = failure.sample.first { append(first(place, inputs)) }
    if !failure.sample.places.isEmpty {
      let places = failure.sample.places.map { place in
        "{\"instanceLocation\":\(JSONText.quoted(place.instanceLocation))"
          + (place.value.map { ",\"value\":\($0)" } ?? "") + "}"
      }
      append(",\"places\":[\(places.joined(separator: ","))]")
      if failure.sample.morePlaces > 0 { append(",\"morePlaces\":\(failure.sample.morePlaces)") }
    }
    append("}\n")
  }
}

/// Writes a row of CSV for each rule that failed on a record and for each malformed record: what
/// ``FailureLines`` says of it, in columns.
private struct FailureRows: FailureFormat {
  let header = """
    input,line,record,byteOffset,rule,field,severity,code,instanceLocation,value,message,kind,\
    column,reason,firstInput,firstLine

    """
  private let rules: RuleTexts

  init(_ ruleSet: RuleSet) {
    rules = RuleTexts(ruleSet) { id, field, severity, code in
      FailureRows.cells([id, field ?? "", severity.rawValue, code ?? ""])
    }
  }

  func input(_ name: String) -> String { FailureRows.cells([name]) }

  func append(
    _ failures: [RecordFailure], of record: FailingRecord, _ inputs: InputNames,
    to text: inout [UInt8]
  ) {
    let line = record.position.map { "\($0.line)" } ?? ""
    let offset = record.position.map { "\($0.byteOffset)" } ?? ""
    let place = "\(record.input),\(line),\(record.number),\(offset)"
    for failure in failures {
      let others = FailureRows.cells([
        failure.sample.instanceLocation ?? "", failure.sample.value ?? "", failure.sample.message,
        failure.sample.kind?.rawValue ?? "", failure.sample.column.map { "\($0)" } ?? "",
        failure.sample.reason ?? "",
        failure.sample.first.map { inputs[$0] } ?? "",
        failure.sample.first.map { "\($0.number)" } ?? "",
      ])
      text.append(contentsOf: "\(place),\(rules[failure]),\(others)\n".utf8)
    }
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
private struct FailureDocuments: FailureFormat {
  let tellsEveryPlace = true
  private let ids: RuleTexts
  /// The text before the fragment of locations in the root of the schema.
  private let identifier: String?

  init(_ ruleSet: RuleSet) {
    ids = RuleTexts(ruleSet) { id, _, _, _ in id }
    identifier = ruleSet.schema?.identifier
  }

  func append(
    _ failures: [RecordFailure], of record: FailingRecord, _ inputs: InputNames,
    to text: inout [UInt8]
  ) {
    let errors = failures.flatMap { units($0, inputs) }.joined(separator: ",")
    let document =
      "{\"valid\":false,\(record.start)\(record.end),\"errors\":[\(errors)]}\n"
    text.append(contentsOf: document.utf8)
  }

  /// The output units of a rule that failed: one for each place.
  private func units(_ failure: RecordFailure, _ inputs: InputNames) -> [String] {
    let names = names(failure) + (failure.sample.first.map { first($0, inputs) } ?? "")
    guard failure.sample.places.isEmpty else {
      return failure.sample.places.map { place in
        unit(
          names, place.keywordLocation ?? failure.sample.keywordLocation, place.instanceLocation,
          place.messageParts.isEmpty
            ? failure.sample.message
            : place.messageParts.joined(separator: failure.sample.placeNumber))
      }
    }
    return [
      unit(
        names, failure.sample.keywordLocation, failure.sample.instanceLocation,
        failure.sample.message)
    ]
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
    let id = ids[failure]
    guard failure.sample.keywordLocation != nil else { return ",\"rule\":\(JSONText.quoted(id))" }
    guard id.hasPrefix("#") else { return absolute(id) }
    return identifier.map { absolute($0 + id) } ?? ""
  }

  private func absolute(_ location: String) -> String {
    ",\"absoluteKeywordLocation\":\(JSONText.quoted(location))"
  }
}
