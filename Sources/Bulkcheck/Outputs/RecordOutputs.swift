package import BulkcheckCore
package import BulkcheckInput
package import BulkcheckOutput

/// Splits the records of a run into files, and lists their failures and verdicts: an observer for
/// the command.
///
/// Workers note where each record is and whether it is valid, in 32 bytes for each record
/// (``RecordVerdict``). Neighbouring records that go to the same output are written in one piece
/// from the chunk's memory. The run does not keep which rules failed on a record, with which value
/// and message. If a list of failures is asked for, the record is checked once more, by one thread.
/// So failures cost nothing until then, and data in which every record fails every rule needs no
/// more memory than any other. A normalized record is gone through again, too, to find what has
/// changed.
///
/// Errors end the run: the first one is kept in ``failure``. Nothing appears under its name before
/// ``commit()``.
package final class RecordOutputs: RecordObserver {
  /// Why the outputs are not whole.
  package private(set) var failure: OutputError?

  private var valid: RecordFile?
  private var invalid: RecordFile?
  private var failures: FailureList?
  private var verdicts: VerdictList?
  /// The first input whose records were to be written, to which the others must be like.
  private var first: Layout?
  private var isCSV = false
  private var isDocument = false
  /// Those of the last input, which stand at the end of both outputs.
  private var footers: [UInt8] = []
  private let emission: Emission
  /// Made when the first valid record is normalized.
  private var normalizedFields: NormalizedFields?
  private var edits: [RecordEdit] = []

  /// How valid records are written.
  package enum Emission: String, CaseIterable, Sendable {
    case raw
    /// Records with the values that rules saw: after `normalize`, and after the `chain`s that
    /// passed.
    case normalized
  }

  /// How failures are written.
  package enum FailureFormat: String, CaseIterable, Sendable {
    /// CSV if the path ends in .csv or .csv.gz, else JSON lines.
    case auto
    case jsonl
    case csv
    /// JSON Schema's output format of that name, one document a record.
    case basic
  }

  /// - Parameters:
  ///   - valid: takes the valid records.
  ///   - invalid: takes the invalid and the malformed ones.
  ///   - failures: takes what failed, record by record.
  ///   - verdicts: takes a byte for each record.
  package init(
    valid: OutputStream?, invalid: OutputStream?, failures: OutputStream?,
    verdicts: OutputStream? = nil, ruleSet: RuleSet, emission: Emission = .raw,
    failureFormat: FailureFormat = .auto
  ) {
    self.emission = emission
    self.valid = valid.map { RecordFile(stream: $0) }
    self.invalid = invalid.map { RecordFile(stream: $0) }
    self.failures = failures.map {
      FailureList(stream: $0, ruleSet: ruleSet, format: failureFormat)
    }
    self.verdicts = verdicts.map { VerdictList(stream: $0) }
  }

  package var notes: RecordNotes { failures == nil ? .verdicts : [.verdicts, .faults] }

  package var takesWholeRecords: Bool { splits || failures != nil }

  package var takesRows: Bool {
    [valid, invalid].contains { $0.map { TableOutput.Form(path: $0.stream.path) != nil } ?? false }
  }

  private var splits: Bool { valid != nil || invalid != nil }

  // MARK: Records

  package func begin(_ input: InputStart) -> Bool {
    noting { () throws(OutputError) in
      try failures?.begin(input)
      isCSV = !input.format.isJSON
      isDocument = input.format == .json
      if splits { try takeLayout(of: input) }
    }
  }

  package func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
    noting { () throws(OutputError) in
      if splits { try split(chunk, &worker) }
      try splitRows(chunk)
      try failures?.write(chunk, &worker)
      try verdicts?.write(chunk)
    }
  }

  /// Copies the records, those in a row that go to the same output in one go.
  private func split(
    _ chunk: JudgedChunk, _ worker: inout ChunkWorker
  ) throws(OutputError) {
    // What goes on from an earlier chunk is too long for a record.
    try write(chunk.bytes[0..<chunk.continued], isValid: false, isContinued: true)
    let fields = fieldsToNormalize(&worker)
    var run = Run()
    for (ordinal, record) in chunk.records.enumerated()
    where record.start >= chunk.continued && !chunk.isOutline(ordinal) {
      let range = chunk.range(of: record)
      if range.lowerBound == run.range.upperBound, record.isValid == run.isValid, !isDocument {
        run.range = run.range.lowerBound..<range.upperBound
      } else {
        try write(run, chunk)
        run = Run(
          range: range, isValid: record.isValid, isMalformed: record.flags.contains(.malformed))
      }
      if let fields, record.isValid {
        worker.normalizingEdits(ofRecord: ordinal, in: chunk, by: fields, into: &edits)
        for edit in edits { try write(edit, in: &run, chunk) }
      }
    }
    try write(run, chunk)
    // A line of JSONL that is too long for a record, but blank so far. Whether it is one will be
    // seen when these bytes are gone; where it is none, a blank line too many does no harm.
    let open = chunk.consumed - chunk.openBlanks
    try write(chunk.bytes[open..<chunk.consumed], isValid: false, isContinued: false)
    if !chunk.footers.isEmpty { footers = chunk.bytes[chunk.footers].array }
  }

  /// Writes rows of a table to outputs that are tables.
  private func splitRows(_ chunk: JudgedChunk) throws(OutputError) {
    for (output, takesValid) in [(valid, true), (invalid, false)] {
      guard let output, output.table != nil, !chunk.records.isEmpty else { continue }
      let chosen = chunk.records.indices.filter { chunk.records[$0].isValid == takesValid }
      try output.write(chosen, of: chunk.rows)
    }
  }

  /// Records in a row that go to the same output.
  private struct Run {
    /// The bytes that are still to be written.
    var range = 0..<0
    var isValid = false
    /// It is one malformed record, or the first of several is.
    var isMalformed = false
    /// A part of it has been written.
    var isBegun = false
  }

  private func write(_ run: Run, _ chunk: JudgedChunk) throws(OutputError) {
    if run.isMalformed, let invalid, invalid.isArray {
      // An array can hold it only as a text.
      let text = JSONText.quoted(chunk.bytes[run.range].text)
      try ByteView.with(Array(text.utf8)) { text throws(OutputError) in
        try write(text, isValid: false, isContinued: false)
      }
      return
    }
    try write(chunk.bytes[run.range], isValid: run.isValid, isContinued: run.isBegun)
  }

  /// Writes a run up to what an edit replaces, and the replacement.
  private func write(
    _ edit: RecordEdit, in run: inout Run, _ chunk: JudgedChunk
  ) throws(OutputError) {
    if !run.isBegun { try valid?.beginRecord() }
    let before = chunk.bytes[run.range.lowerBound..<edit.start]
    try write(before, isValid: true, isContinued: true)
    try write(edit.text, isValid: true, isContinued: true)
    run.range = edit.end..<run.range.upperBound
    run.isBegun = true
  }

  private func write(
    _ bytes: ByteView, isValid: Bool, isContinued: Bool
  ) throws(OutputError) {
    guard bytes.count > 0 else { return }
    if isDocument, bytes.firstIndex(of: Ascii.carriageReturn) != nil {
      let line = JSONLayout.onOneLine(bytes)
      try ByteView.with(line) { line throws(OutputError) in
        try write(line, isValid: isValid, isContinued: isContinued)
      }
      return
    }
    if isValid {
      if !isContinued { try valid?.beginRecord() }
      try valid?.write(bytes, isCSV: isCSV)
    } else {
      if !isContinued { try invalid?.beginRecord() }
      try invalid?.write(bytes, isCSV: isCSV)
    }
  }

  /// nil: valid records are copied.
  private func fieldsToNormalize(_ worker: inout ChunkWorker) -> NormalizedFields? {
    guard emission == .normalized, valid != nil else { return nil }
    let fields = normalizedFields ?? worker.normalizedFields()
    normalizedFields = fields
    return fields.isEmpty ? nil : fields
  }

  // MARK: Inputs

  /// The properties that the rows of one file must share.
  private struct Layout {
    var name: String
    var isCSV: Bool
    var encoding: TextEncoding
    var delimiter: UInt8
    var columns: [String]
  }

  /// Rows of tables are written as lines of JSON, unless the name of an output is that of a table.
  private func takeTable(of input: InputStart) throws(OutputError) {
    for output in [valid, invalid] {
      guard let output, output.table != nil else { continue }
      guard let table = input.table else {
        throw output.incompatible(
          input.name,
          "rows of an Arrow table do not go into one table with other records; check them in "
            + "separate runs, or name it .jsonl")
      }
      if emission == .normalized {
        throw output.incompatible(
          input.name, "normalized records are written as JSONL; name it .jsonl")
      }
      try output.begin(table)
    }
  }

  /// Lets names decide on the form of rows of tables, and refuses names that promise another one.
  private func beginTables(_ input: InputStart) throws(OutputError) {
    guard first == nil else { return }
    for output in [valid, invalid] {
      guard let output else { continue }
      let name = output.stream.path.lowercased()
      let form = TableOutput.Form(path: name)
      if input.format != .arrow {
        guard form == .file || form == .stream else { continue }
        throw output.incompatible(input.name, "only rows of a table can be Arrow; name it .jsonl")
      }
      if let suffix = [".feather", ".ipc", ".tsv"].first(where: name.hasSuffix) {
        throw output.incompatible(
          input.name,
          "rows of a table are not written as \(suffix); name it .arrow, .arrows, .csv or .jsonl")
      }
    }
    if input.format != .arrow { return }
    valid?.beginTable()
    invalid?.beginTable()
  }

  /// Writes the header of the first input, and holds the others against it.
  private func takeLayout(of input: InputStart) throws(OutputError) {
    let layout = Layout(
      name: input.name, isCSV: !input.format.isJSON, encoding: input.encoding,
      delimiter: input.delimiter, columns: input.columns)
    try beginTables(input)
    try takeTable(of: input)
    if isDocument {
      valid?.beginDocument()
      invalid?.beginDocument()
    }
    if let first {
      guard let why = RecordOutputs.difference(first, layout) else { return }
      let output = valid?.stream ?? invalid?.stream
      throw OutputError(
        purpose: "the records of \(input.name)", path: output?.path ?? "",
        cause: .incompatible(
          "\(why); check them in separate runs, or without --valid and --invalid"))
    }
    first = layout
    valid?.output.begin(input.encoding)
    invalid?.output.begin(input.encoding)
    guard let header = input.header else { return }
    // UTF-16 begins with a mark in any case.
    let isMarked = input.hasByteOrderMark && !input.encoding.isUTF16
    var bytes: [UInt8] = isMarked ? [0xEF, 0xBB, 0xBF] : []
    for index in 0..<header.count { bytes.append(header[index]) }
    try valid?.writeHeader(bytes)
    try invalid?.writeHeader(bytes)
  }

  private static func difference(_ first: Layout, _ other: Layout) -> String? {
    if first.isCSV != other.isCSV {
      return "\(first.name) is \(first.isCSV ? "CSV" : "JSONL") and "
        + "\(other.name) is \(other.isCSV ? "CSV" : "JSONL")"
    }
    if first.encoding != other.encoding {
      return "\(first.name) is \(first.encoding.rawValue) and \(other.name) is "
        + other.encoding.rawValue
    }
    guard first.isCSV else { return nil }
    if !first.columns.isExactly(other.columns) {
      return "its columns differ from those of \(first.name)"
    }
    if first.delimiter != other.delimiter {
      return "its delimiter differs from that of \(first.name)"
    }
    return nil
  }

  // MARK: The end

  /// Writes what was gathered and closes the files. Errors are noted in ``failure``.
  package func finish() {
    guard failure == nil else { return }
    let isSplit = valid?.hasRecords == true && invalid?.hasRecords == true
    _ = noting { () throws(OutputError) in
      try valid?.finish(isConcatenated: isSplit, footers)
      try invalid?.finish(isConcatenated: isSplit, footers)
      try failures?.stream.finish()
      try verdicts?.stream.finish()
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
    [valid?.stream, invalid?.stream, failures?.stream, verdicts?.stream].compactMap { $0 }
  }

  private func noting(_ body: () throws(OutputError) -> Void) -> Bool {
    do throws(OutputError) {
      try body()
      return true
    } catch {
      failure = error
      return false
    }
  }
}

/// One of the two outputs of records: those that are valid, or the others.
///
/// Records are written with the line ends that they have. The last record of an input may have
/// none. It gets one when another record follows, or at the end if the other output has records. So
/// records never run together, even if the outputs are concatenated. An input whose records all go
/// to one output is written as it was.
///
/// Records of a JSON document become lines, or an array if the file is named `.json`.
///
/// Rows of tables are a table, if the file is named as one (``TableOutput``).
struct RecordFile {
  let output: TextOutput
  private(set) var table: TableOutput?
  private(set) var isArray = false
  private var isOfDocument = false
  /// The line end that the last record lacks; nil if it has one.
  private var missingLineEnd: [UInt8]?
  private(set) var hasRecords = false

  init(stream: OutputStream) { output = TextOutput(stream) }

  var stream: OutputStream { output.stream }

  /// Writes a header, and a byte-order mark before it.
  mutating func writeHeader(_ header: [UInt8]) throws(OutputError) {
    try output.write(header)
    noteEnd(header.last, isCSV: true)
  }

  // MARK: Tables

  /// Takes note that the first input is a table: the name decides on the form.
  mutating func beginTable() { table = TableOutput.Form(path: stream.path).map(TableOutput.init) }

  func begin(_ table: InputTable) throws(OutputError) {
    try writing { (take) throws(TableOutput.Failure) in
      try self.table?.begin(table, take)
    }
  }

  /// Writes rows of a chunk.
  func write(_ chosen: [Int], of rows: (any TableRows)?) throws(OutputError) {
    guard let rows else {
      throw incompatible(
        nil,
        "rows that wait for the end of the input, or that are before damage, can be written as "
          + "JSONL only; name it .jsonl")
    }
    try writing { (take) throws(TableOutput.Failure) in try table?.write(rows, chosen, take) }
  }

  private func writing(
    _ body: ((ByteView) -> Void) throws(TableOutput.Failure) -> Void
  ) throws(OutputError) {
    var failure: OutputError?
    do throws(TableOutput.Failure) {
      try body { bytes in
        if failure != nil { return }
        do throws(OutputError) { try stream.write(bytes.array) } catch { failure = error }
      }
    } catch {
      throw incompatible(nil, error.description)
    }
    if let failure { throw failure }
  }

  /// - Parameter input: the one whose records cannot be written; nil: not told.
  func incompatible(_ input: String?, _ why: String) -> OutputError {
    OutputError(
      purpose: input.map { "the records of \($0)" } ?? "the records", path: stream.path,
      cause: .incompatible(why))
  }

  /// Takes note that records of a document come next. The first input decides on the form.
  mutating func beginDocument() {
    if !hasRecords {
      let name = stream.path.lowercased()
      isArray = [".json", ".json.gz", ".json.zst"].contains(where: name.hasSuffix)
    }
    isOfDocument = true
  }

  /// Ends the record before, if it has no line end.
  mutating func beginRecord() throws(OutputError) {
    if isArray {
      try output.write(Array((hasRecords ? ",\n" : "[\n").utf8))
      return
    }
    guard let missing = missingLineEnd else { return }
    missingLineEnd = nil
    try output.write(missing)
  }

  /// Writes records in a row, or a part of them.
  mutating func write(_ bytes: ByteView, isCSV: Bool) throws(OutputError) {
    guard bytes.count > 0, table == nil else { return }
    try output.write(bytes)
    noteEnd(bytes[bytes.count - 1], isCSV: isCSV)
    hasRecords = true
  }

  /// Notes whether the last record has its line end. In JSONL a carriage return at the end of an
  /// input ends no line.
  private mutating func noteEnd(_ byte: UInt8?, isCSV: Bool) {
    let isEnded = byte == Ascii.lineFeed || isCSV && byte == Ascii.carriageReturn
    missingLineEnd = isEnded || byte == nil ? nil : [Ascii.lineFeed]
  }

  /// - Parameter footers: stand at the end.
  mutating func finish(isConcatenated: Bool, _ footers: [UInt8]) throws(OutputError) {
    if let table {
      try writing { (take) throws(TableOutput.Failure) in table.finish(take) }
    } else if isArray {
      try output.write(Array((hasRecords ? "\n]\n" : "[]\n").utf8))
    } else if isConcatenated || isOfDocument || !footers.isEmpty {
      try beginRecord()
    }
    if !footers.isEmpty { try output.write(footers) }
    try stream.finish()
  }
}

/// The names of the inputs of a run so far, for failures that name an earlier record.
struct InputNames {
  private var names: [Int: String] = [:]

  mutating func add(_ input: InputStart) {
    names[input.number] = PathText.shown(input.name)
  }

  subscript(_ place: FirstOccurrence) -> String { names[place.input] ?? "" }
}
