package import BulkcheckCore
package import BulkcheckOutput

/// Splits the records of a run into files, and lists their failures: an observer for the command.
///
/// Errors end the run: the first one is kept in ``failure``. Nothing appears under its name before ``commit()``.
package final class RecordOutputs: RecordObserver {
  /// Why the outputs are not whole.
  package private(set) var failure: OutputError?

  private var valid: RecordFile?
  private var invalid: RecordFile?
  private var failures: FailureLines?
  /// The first input whose records were to be written, to which the others must be like.
  private var first: Layout?
  private var isCSV = false

  /// - Parameters:
  ///   - valid: takes the valid records.
  ///   - invalid: takes the invalid and the malformed ones.
  ///   - failures: takes a line for each rule that failed on a record, and for each malformed record.
  package init(
    valid: OutputStream?, invalid: OutputStream?, failures: OutputStream?, ruleSet: RuleSet
  ) {
    self.valid = valid.map { RecordFile(stream: $0) }
    self.invalid = invalid.map { RecordFile(stream: $0) }
    self.failures = failures.map { FailureLines(stream: $0, ruleSet: ruleSet) }
  }

  package var notes: RecordNotes { failures == nil ? .verdicts : [.verdicts, .faults] }

  private var splits: Bool { valid != nil || invalid != nil }

  // MARK: Records

  package func begin(_ input: InputStart) -> Bool {
    noting { () throws(OutputError) in
      failures?.begin(input)
      isCSV = input.format != .jsonl
      if splits { try takeLayout(of: input) }
    }
  }

  package func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
    do throws(OutputError) {
      if splits { try split(chunk) }
      try failures?.write(chunk, &worker)
      return true
    } catch {
      return fail(error)
    }
  }

  /// Copies the records, those in a row that go to the same output in one go.
  private func split(_ chunk: JudgedChunk) throws(OutputError) {
    // What goes on from an earlier chunk is too long for a record.
    try invalid?.write(chunk.bytes[0..<chunk.continued], isCSV: isCSV, isContinued: true)
    var run = 0..<0
    var runIsValid = false
    for record in chunk.records where record.start >= chunk.continued {
      let range = chunk.range(of: record)
      if range.lowerBound == run.upperBound, record.isValid == runIsValid {
        run = run.lowerBound..<range.upperBound
      } else {
        try write(chunk.bytes[run], isValid: runIsValid)
        run = range
        runIsValid = record.isValid
      }
    }
    try write(chunk.bytes[run], isValid: runIsValid)
    // A line of JSONL that is too long for a record, but blank so far. Whether it is one will be seen when these bytes
    // are gone; where it is none, a blank line too many does no harm.
    let open = chunk.consumed - chunk.openBlanks
    try invalid?.write(chunk.bytes[open..<chunk.consumed], isCSV: isCSV, isContinued: false)
  }

  private func write(_ bytes: ByteView, isValid: Bool) throws(OutputError) {
    if isValid {
      try valid?.write(bytes, isCSV: isCSV, isContinued: false)
    } else {
      try invalid?.write(bytes, isCSV: isCSV, isContinued: false)
    }
  }

  // MARK: Inputs

  /// What the rows of one file must have in common.
  private struct Layout {
    var name: String
    var isCSV: Bool
    var delimiter: UInt8
    var columns: [String]
  }

  /// Writes the header of the first input, and holds the others against it.
  private func takeLayout(of input: InputStart) throws(OutputError) {
    let layout = Layout(
      name: input.name, isCSV: input.format != .jsonl, delimiter: input.delimiter,
      columns: input.columns)
    if let first {
      guard let why = RecordOutputs.difference(first, layout) else { return }
      let output = valid?.stream ?? invalid?.stream
      throw OutputError(
        purpose: "the records of \(input.name)", path: output?.path ?? "",
        cause: .incompatible(
          "\(why); check them in separate runs, or without --valid and --invalid"))
    }
    first = layout
    guard let header = input.header else { return }
    var bytes: [UInt8] = input.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for index in 0..<header.count { bytes.append(header[index]) }
    try valid?.writeHeader(bytes)
    try invalid?.writeHeader(bytes)
  }

  private static func difference(_ first: Layout, _ other: Layout) -> String? {
    if first.isCSV != other.isCSV {
      return "\(first.name) is \(first.isCSV ? "CSV" : "JSONL") and "
        + "\(other.name) is \(other.isCSV ? "CSV" : "JSONL")"
    }
    guard first.isCSV else { return nil }
    if first.columns != other.columns { return "its columns are not those of \(first.name)" }
    if first.delimiter != other.delimiter {
      return "its cells are not separated as those of \(first.name)"
    }
    return nil
  }

  // MARK: The end

  /// Writes what was gathered and closes the files. Errors are noted in ``failure``.
  package func finish() {
    guard failure == nil else { return }
    let isSplit = valid?.hasRecords == true && invalid?.hasRecords == true
    _ = noting { () throws(OutputError) in
      try valid?.finish(isConcatenated: isSplit)
      try invalid?.finish(isConcatenated: isSplit)
      try failures?.stream.finish()
    }
  }

  /// Puts the finished files in their places.
  package func commit() throws(OutputError) {
    for stream in streams { try stream.commit() }
  }

  /// Removes the files, unless they are in their places.
  package func discard() {
    for stream in streams { stream.discard() }
  }

  private var streams: [OutputStream] {
    [valid?.stream, invalid?.stream, failures?.stream].compactMap { $0 }
  }

  private func noting(_ body: () throws(OutputError) -> Void) -> Bool {
    do throws(OutputError) {
      try body()
      return true
    } catch {
      return fail(error)
    }
  }

  private func fail(_ error: OutputError) -> Bool {
    failure = error
    return false
  }
}
