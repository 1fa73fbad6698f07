package import BulkcheckCore
package import BulkcheckInput
internal import BulkcheckReport

/// Finds out what the records of inputs have in common: a job of the driver that every run has,
/// which adds up summaries instead of outcomes.
///
/// A worker summarizes each chunk (``ChunkSummarizer``), and the summaries are merged in input
/// order (``Findings``). The findings must be the same at any number of threads and any size of
/// chunks. So nearly everything in them is a sum, a limit, or a table that *gives up for good* when
/// it is full, and whether it gives up depends on the set of values, not on their order. A table
/// for three different strings that gets a, b from one chunk and c, d from the next gives up in the
/// merge, as it does when all four are in one chunk.
///
/// Two things need the order of the input, so the merge does them: which paths are kept when there
/// are too many (the first ones) with the objects that become maps to make room, and the search for
/// duplicates (``UniquenessSearch``), for which workers note a hash of each value.
///
/// A summary may turn out to rest on a wrong guess: CSV was cut inside quotes, there are too many
/// new paths, or the limit of records falls within the chunk. The chunk is then summarized again
/// with what is known by now.
///
/// Memory: a ring of chunks, a summary of each path, and what ``UniquenessSearch`` keeps.
package final class InferenceRun: RecordJob {
  /// A tally has all that is needed.
  package final class Worker {}

  private let options: InferenceOptions
  private let findings: Findings
  /// The counts when the turn of the current input came.
  private var before = RecordCounts()
  /// Why no draft can be made; ends the run.
  private var failure: InferenceError?
  /// A hint about a header that seems to be something else.
  private var headerHint: String?
  /// The lines around the records of the current input, once it has begun.
  private var around: LinesAround?
  /// The first input that has begun.
  private var firstBegun: String?
  /// The first document, which is looked at for the place of the records.
  private var firstDocument: String?
  /// Tables: the first one with its columns.
  private var firstTable: (name: String, columns: [String])?
  /// CSV: the rows that were taken for footers, of all inputs.
  private var footersTakenBack = 0
  /// The current input is of another format than the first.
  private var isOfOtherFormat = false

  /// Merging the summary of a chunk costs more than a check's counts do.
  private static let chunkBytesDefault = 1 << 20
  /// Each has memory of its own.
  private static let threadsMaximum = 256

  private init(options: InferenceOptions) {
    self.options = options
    findings = Findings(options: options)
    findings.givenDelimiter = options.reading.delimiter
    findings.records = options.reading.places.pointer
  }

  /// Reads the inputs one after another.
  ///
  /// - Parameters:
  ///   - shouldStop: asked after each chunk; true ends the run, marked as interrupted.
  ///   - progress: told after each chunk, on the calling thread.
  /// - Throws: ``InferenceError`` if an input cannot be read to its end, or is of another format
  ///   than the first.
  package static func findings(
    in inputs: [InputLocation], options: InferenceOptions,
    shouldStop: @Sendable () -> Bool = { false },
    progress: (ReadingProgress) -> Void = { _ in }
  ) throws(InferenceError) -> Findings {
    var reading = options.reading
    reading.threads = min(reading.threads ?? Processors.count, threadsMaximum)
    reading.chunkBytes = reading.chunkBytes ?? chunkBytesDefault
    reading.findsHeader = true
    reading.findsRecords = true
    let job = InferenceRun(options: options)
    let run = RecordRun(job, reading)
    _ = run.read(inputs, shouldStop: shouldStop, progress: progress)
    if let failure = job.failure { throw failure }
    job.findings.limitReached = run.limitReached
    job.findings.interrupted = run.interrupted
    return job.finish()
  }

  package var hasEnough: Bool { isOfOtherFormat || failure != nil }

  package func willRead(_ number: Int) {
    before = findings.counts
    headerHint = nil
    around = nil
  }

  package func didRead(_ summary: inout InputSummary) {
    failure = failure ?? takeLinesAround(summary)
    summary.malformed = findings.counts.malformedTotal - before.malformedTotal
    summary.encodingFaults =
      findings.counts.malformed[.encoding, default: 0] - before.malformed[.encoding, default: 0]
    summary.hasOtherValues = findings.counts.otherValues > before.otherValues
    summary.columnHint = headerHint
    let source = Report.Input(summary, invalid: 0)
    if let cause = summary.failure {
      let hint = source.hint.map { ": \(Report.completedHint($0, source))" } ?? ""
      failure = InferenceError(
        description: "\(source.name): \(Report.completedHint(cause, source))\(hint)")
      return
    }
    findings.sources.append(source)
    if summary.isOtherContent || summary.columnHint != nil || summary.hasZeroByte {
      findings.isOtherContent = true
    }
    if findings.inputs.isEmpty {
      findings.format = summary.format
      findings.encoding = summary.dialect?.encoding ?? .utf8
    }
    findings.inputs.append(summary.path)
    if summary.format != findings.format {
      failure = InferenceError(
        description: "\(summary.path) is \(summary.format.rawValue), but \(findings.inputs[0]) is "
          + "\(findings.format.rawValue): infer a profile from inputs of one format, or set "
          + "--input-format")
    }
  }

  /// The lines of CSV that are not records.
  private struct LinesAround {
    /// The row in which the header was found, if that is below other lines.
    let headerRow: Int?
    let delimiter: UInt8
    /// The ragged rows at the end.
    private(set) var raggedAtEnd = 0

    init(_ start: InputStart) {
      headerRow = start.rowFound
      delimiter = start.delimiter
    }

    /// - Parameter isAll: the chunk has no other rows.
    mutating func addRagged(atEnd count: Int, isAll: Bool) {
      raggedAtEnd = (isAll ? raggedAtEnd : 0) + count
    }
  }

  /// Takes note of what is above the header and below the records; returns why that fits no draft.
  private func takeLinesAround(_ summary: InputSummary) -> InferenceError? {
    guard let around else { return nil }
    let found = around.headerRow == nil ? nil : around.delimiter
    if let firstBegun {
      guard around.headerRow == findings.headerRow else {
        return InferenceError(
          description: "the header of \(summary.path) is in row \(around.headerRow ?? 1), but that "
            + "of \(firstBegun) in row \(findings.headerRow ?? 1): infer a profile from inputs of "
            + "one form")
      }
      // Then it is to be found in each.
      if found != findings.givenDelimiter { findings.givenDelimiter = options.reading.delimiter }
    } else {
      findings.headerRow = around.headerRow
      findings.givenDelimiter = findings.givenDelimiter ?? found
    }
    takeFooters(around.raggedAtEnd, summary, isFirst: firstBegun == nil)
    firstBegun = firstBegun ?? summary.path
    return nil
  }

  /// Takes rows at the end of an input for footers, if nothing speaks against it.
  private func takeFooters(_ raggedAtEnd: Int, _ summary: InputSummary, isFirst: Bool) {
    // Ragged rows among others are faults.
    let malformed = findings.counts.malformedTotal - before.malformedTotal
    let isFooter =
      summary.complete && malformed == raggedAtEnd
      && raggedAtEnd <= InferenceRun.footerRowsMaximum
      && findings.counts.total - before.total > raggedAtEnd
    let rows = isFooter ? raggedAtEnd : 0
    if isFirst { findings.footerRows = rows }
    if rows == findings.footerRows {
      findings.counts.takeBack(ragged: rows)
      footersTakenBack += rows
    } else {
      // Not all inputs have them: they are malformed.
      findings.footerRows = 0
      findings.counts.takeBack(ragged: -footersTakenBack)
      footersTakenBack = 0
    }
  }

  /// More rows would be no footers.
  private static let footerRowsMaximum = 5

  private func finish() -> Findings {
    findings.tree.makeMaps()
    findings.tree.describeValues()
    let missing = MissingWordSearch.words(in: findings.tree)
    findings.tree.settleMissingWords(missing)
    findings.missingWords = missing.sorted().map { MissingWords.all[$0] }
    return findings
  }

  // MARK: Inputs

  package func begin(_ start: InputStart) {
    isOfOtherFormat = !findings.inputs.isEmpty && start.format != findings.format
    if findings.inputs.isEmpty { findings.encodingIsMarked = start.hasByteOrderMark }
    around = LinesAround(start)
    if start.format == .json { noteRecords(start) }
    noteColumns(of: start)
    compareColumns(of: start)
    takeTypes(start)
    if start.header != nil {
      headerHint =
        ContentHint.hint(header: start.columns)
        ?? (start.delimiter == CSVOptions.noDelimiter
          ? start.columns.first.flatMap(ContentHint.hint(onlyColumn:)) : nil)
        ?? (options.reading.format == nil
          ? ContentHint.hint(header: start.columns, format: start.format) : nil)
    }
  }

  package func reading(of start: InputStart) -> Columns {
    let names = HeaderNames(start, maximum: columnsMaximum).described
    let readers = names.enumerated().map { (name: $1, state: StateNumber($0)) }
    return Columns(names: names, reading: start.reading(options.reading, readers: readers))
  }

  /// States of a table are few; a further column could not become a path anyway.
  private var columnsMaximum: Int { min(options.pathsMaximum, FieldTree.statesMaximum - 1) }

  private func noteRecords(_ start: InputStart) {
    guard options.reading.places.pointer == nil else { return }
    guard let firstDocument else {
      firstDocument = start.name
      findings.records = start.recordsFound
      findings.recordsAreFound = start.recordsFound != nil
      return
    }
    guard start.recordsFound != findings.records else { return }
    func place(_ records: RecordPointer?) -> String {
      records.map { "at \(JSONText.quoted($0.description))" } ?? "at the root"
    }
    failure = InferenceError(
      description: "the records of \(start.name) seem to be \(place(start.recordsFound)), those of "
        + "\(firstDocument) \(place(findings.records)): say where they are with --records")
  }

  private func takeTypes(_ start: InputStart) {
    let columns = start.columnTypes ?? []
    findings.columns =
      findings.inputs.isEmpty ? columns : InferenceRun.alike(findings.columns, columns)
  }

  private func noteColumns(of start: InputStart) {
    let names = HeaderNames(start, maximum: columnsMaximum)
    for name in names.repeated where !findings.duplicateColumns.contains(name) {
      findings.duplicateColumns.append(name)
    }
    if names.hasMore { findings.tree.turnAway() }
  }

  /// A column that only some of the tables have would be neither missing nor there in a draft.
  private func compareColumns(of start: InputStart) {
    guard !start.format.isJSON, !isOfOtherFormat, !start.columns.isEmpty else { return }
    guard let first = firstTable else {
      firstTable = (start.name, start.columns)
      return
    }
    func lack(_ name: String, _ columns: [String], _ other: String, _ others: [String]) -> String? {
      let known = Set(columns.map { ExactText($0) })
      return others.first { !known.contains(ExactText($0)) }.map {
        "\(name) lacks the column \(JSONText.quoted($0)) that \(other) has"
      }
    }
    guard
      let fault = lack(start.name, start.columns, first.name, first.columns)
        ?? lack(first.name, first.columns, start.name, start.columns)
    else { return }
    failure =
      failure
      ?? InferenceError(
        description: fault + ": infer a profile from inputs with the same columns")
  }

  /// The columns of an input that are looked at, and how its records are read.
  package struct Columns: Sendable {
    let names: [String]
    let reading: RecordReading
  }

  /// The names in the header of CSV; none in other formats.
  private struct HeaderNames {
    /// The columns that a profile can speak about: the first of those that the header names once.
    let described: [String]
    /// The names of the others, in the order of the header, each as often as it is there.
    let repeated: [String]
    /// There are more columns of the former kind.
    let hasMore: Bool

    init(_ start: InputStart, maximum: Int) {
      let header = start.format.isJSON ? [] : start.columns
      var seen: Set<[UInt8]> = []
      var twice: Set<[UInt8]> = []
      for name in header where !seen.insert(Array(name.utf8)).inserted {
        twice.insert(Array(name.utf8))
      }
      repeated = header.filter { twice.contains(Array($0.utf8)) }
      let once = header.filter { !twice.contains(Array($0.utf8)) }
      described = Array(once.prefix(maximum))
      hasMore = described.count < once.count
    }
  }

  // MARK: Chunks

  package func makeWorker() -> Worker { Worker() }

  package func makeTally() -> SummaryTally { SummaryTally(options: options) }

  package func work(
    on task: ChunkTask, of input: InputReading<Columns>, _ worker: Worker, into tally: SummaryTally
  ) -> ChunkEnd {
    if tally.input != input.number {
      tally.summarizer.prepare(input.reading.reading, columns: input.reading.names)
      tally.input = input.number
    }
    return tally.summarizer.summarize(task)
  }

  package func merge(
    _ tally: SummaryTally, of chunk: WorkedChunk, of input: InputReading<Columns>,
    _ worker: Worker
  ) {
    // Where the limit lies in the chunk, its tree has places of records behind the limit.
    if tally.isCut(knowing: findings.tree) || chunk.task.recordsMaximum < .max {
      tally.summarizeAgain(chunk.task, knowing: findings.tree)
    }
    let mapCount = findings.tree.mapCount
    findings.tree.merge(tally.summarizer.tree, &tally.places)
    // What is a place of its own in the chunk may be a member of a map in the findings.
    let places = tally.places.map { place in
      place >= 0 && findings.tree.nodes[place].isRepeated ? -1 : place
    }
    findings.uniqueness.take(tally.summarizer.values, places) { node in
      findings.tree.stopTracking(node)
    }
    if findings.tree.mapCount > mapCount {
      for node in findings.tree.formerPlaces { findings.uniqueness.retire(node) }
    }
    findings.counts.add(tally.summarizer.counts)
    around?.addRagged(
      atEnd: tally.summarizer.raggedAtEnd, isAll: tally.summarizer.isAllRagged)
    tally.renew(knowing: findings.tree)
  }
}

/// How data is read to infer a profile from it.
package struct InferenceOptions: Sendable {
  package var reading = ReadingOptions()
  /// Paths beyond these many are left out.
  package var pathsMaximum = 1000
  /// Values kept in the search for duplicates, of all fields together.
  package var hashesMaximum = UniquenessSearch.hashesMaximum
  /// The date-time that is taken for now; nil: that of the clock.
  package var now: String?
  /// The kind of records that are looked at; nil: all.
  package var kind: RecordKind?
  package init() {}
}

/// Why no profile can be inferred, in a sentence for people.
package struct InferenceError: Error, Sendable, CustomStringConvertible {
  package var description: String
}

/// The summary of a chunk's records, with all that is needed to make it.
package final class SummaryTally {
  /// The number of the input that it is prepared for.
  var input: Int?
  var summarizer: ChunkSummarizer
  /// The node in the findings for each node of the summarizer's tree, or -1.
  var places: [SummaryNumber] = []
  /// Its tree has the same places as the findings, which will get no more.
  var isComplete = false
  /// Its tree has the same fields for kinds as the findings, which will get no more.
  private var hasAllKindFields = false
  /// How many objects of the findings had become maps when it last took over their places.
  private var mapCount = 0
  private let pathsMaximum: Int

  init(options: InferenceOptions) {
    pathsMaximum = options.pathsMaximum
    summarizer = ChunkSummarizer(
      pathsMaximum: SummaryTally.roomForNew(options.pathsMaximum),
      recordBytesMaximum: options.reading.recordBytesMaximum, kind: options.kind)
  }

  /// More than the findings take, so that a tree that was not told of the others' places yet rarely
  /// turns one away.
  private static func roomForNew(_ pathsMaximum: Int) -> Int {
    let (twice, overflow) = pathsMaximum.multipliedReportingOverflow(by: 2)
    return overflow ? pathsMaximum : twice
  }

  /// The chunk has to be summarized again with what the findings have: the tree turned places away,
  /// or fields for kinds, that the findings might have taken, or has more than these have room
  /// for.
  func isCut(knowing tree: borrowing SummaryTree) -> Bool {
    if summarizer.tree.hasTurnedAwayKinds, !hasAllKindFields { return true }
    let new = summarizer.tree.count - max(1, places.count)
    return !isComplete && (summarizer.tree.hasTurnedAway || new > 0 && tree.isFull(with: new))
  }

  /// Summarizes bytes with exactly the places that the findings have, and with room for as many new
  /// ones.
  func summarizeAgain(_ task: ChunkTask, knowing tree: borrowing SummaryTree) {
    adopt(tree)
    summarizer.tree.goOn(after: tree)
    _ = summarizer.summarize(task)
  }

  private func adopt(_ tree: borrowing SummaryTree) {
    summarizer.tree.adopt(tree)
    places = Array(0..<SummaryNumber(tree.count))
    hasAllKindFields = tree.hasAllKindFields
  }

  /// Makes ready for the next chunk.
  func renew(knowing tree: borrowing SummaryTree) {
    if tree.hasAllKindFields, !hasAllKindFields { adopt(tree) }
    if tree.isFrozen {
      if !isComplete { adopt(tree) }
      isComplete = true
      summarizer.tree.turnAway(beyond: pathsMaximum)
    } else {
      if tree.mapCount != mapCount { adopt(tree) }
      mapCount = tree.mapCount
      summarizer.tree.turnAway(beyond: SummaryTally.roomForNew(pathsMaximum))
    }
    summarizer.tree.giveUp(what: tree, places)
  }
}
