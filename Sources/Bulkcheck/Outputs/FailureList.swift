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
