/// Judges chunks, batch of records by batch. One for each thread; owns all memory of its work.
///
/// It is the outermost part of the engine. Each part owns the next one:
///
///     ChunkWorker        reads the records of a chunk into batches, by a ``RecordReader``
///     FailureExplainer   finds places, values and words of the failures that are told
///     SchemaEvaluator    judges a batch by the rules of a schema
///     Evaluator          judges a batch by the rules of a profile
///     BatchValues        has the values of the batch as rules see them
///
/// A batch is full with the lanes of its table, or with the chunk. It is judged by all rules, and
/// failures are counted in the statistics of the chunk. If the engine has left notes of failures
/// (``FailureNote``), as it does while a rule still wants samples, the explainer turns them into
/// samples before the next batch is read: it needs the records.
package struct ChunkWorker: ~Copyable {
  var explainer: FailureExplainer
  var reader: RecordReader
  /// Takes the counts of records that are judged once more; made when the first one is.
  private(set) lazy var scratchStatistics = ChunkStatistics(
    program: program, known: KnownFailures(program, 0))
  /// Those of the record that was scanned again last; nil: it was not asked for them.
  var askedParts: AskedParts?
  /// Rows of a table: what their columns say of values.
  private var marks: ColumnMarks?

  package init(
    program: Program, recordBytesMaximum: Int, kernel: ScanKernel = .standard,
    showsMasked: Bool = false
  ) {
    explainer = FailureExplainer(
      SchemaEvaluator(
        Evaluator(program: program, samplesMaximum: 0, kernel: kernel, showsMasked: showsMasked)))
    reader = RecordReader(
      tree: program.tree, recordBytesMaximum: recordBytesMaximum, kernel: kernel)
  }

  package var program: Program { mutating get { explainer.engine.program } }

  /// Whether cells are CSV text.
  package var isCSV: Bool { mutating get { explainer.engine.isCSV } }

  /// How often no place was found for a failure that was told, which is a defect.
  package var missedPlaces: Int { mutating get { explainer.missedPlaces } }

  /// Sets the way in which the next chunks are read.
  package mutating func prepare(_ reading: RecordReading) {
    reader.prepare(reading)
    marks = nil
    switch reading {
    case .json, .rows, .splitDocument:
      if case .rows(let columns) = reading { marks = ColumnMarks(columns, program.tree) }
      explainer.engine.core.values.isCSV = false
      explainer.engine.core.values.layout = .none
    case .csv(let layout):
      explainer.engine.core.values.isCSV = true
      explainer.engine.core.values.layout = layout
      explainer.engine.core.findOtherColumns()
    }
  }

  /// Judges the records of a chunk into `statistics`, which is cleared first.
  package mutating func judge(_ task: ChunkTask, into statistics: ChunkStatistics) -> ChunkEnd {
    statistics.clear()
    askedParts = nil
    explainer.engine.core.statistics = statistics
    explainer.engine.core.values.chunk = task.bytes
    explainer.engine.core.values.document = task.records
    explainer.engine.core.values.cells = task.cells
    reader.begin(task)
    var isDone = false
    while !isDone {
      explainer.engine.core.values.begin()
      isDone = !readBatch()
      judgeBatch()
    }
    if statistics.notes.contains(.partial), !statistics.keys.isEmpty {
      noteKeyDetails(in: statistics, task)
    }
    for tally in statistics.tallies { tally.finish(statistics) }
    return reader.end
  }

  /// Judges the records of the batch, and puts into words what samples are wanted of.
  private mutating func judgeBatch() {
    marks?.mark(&explainer.engine.core.values.table)
    explainer.engine.judge()
    if explainer.engine.core.hasNotes, !explainer.engine.core.collectsFailures {
      explainer.addSamples()
    }
  }

  /// The rules that fail on the only record of a chunk, before they are put into words.
  package mutating func failures(ofOnlyRecord record: ByteView) -> [FailureNote] {
    explainer.engine.core.collectsFailures = true
    defer { explainer.engine.core.collectsFailures = false }
    _ = judge(ChunkTask(bytes: record, isFinal: true), into: scratchStatistics)
    return explainer.engine.core.takeNotes()
  }

  /// Judges one record of a chunk once more, which is known to be well-formed.
  mutating func judgeAlone(
    _ position: RecordPosition, of task: ChunkTask, into statistics: ChunkStatistics
  ) {
    rescan(task.text, position)
    statistics.clear()
    explainer.engine.core.statistics = statistics
    judgeBatch()
  }

  /// Reads records until the batch is full; false if the chunk has no more.
  @inline(__always)
  private mutating func readBatch() -> Bool {
    while !explainer.engine.core.values.table.isFull {
      switch reader.next(into: &explainer.engine.core.values.table) {
      case .object: explainer.engine.core.values.take(reader.record, isObject: true)
      case .otherValue: explainer.engine.core.values.take(reader.record, isObject: false)
      case .malformed:
        // What is noted of records is noted in their order.
        if !explainer.engine.core.statistics.notes.isDisjoint(with: [.verdicts, .faults, .partial])
        {
          judgeBatch()
          explainer.engine.core.values.begin()
        }
        explainer.engine.core.countMalformed(reader.fault, at: reader.record)
      case .end: return false
      }
    }
    return true
  }

  /// Scans one record of a chunk again, which is known to be well-formed, as a batch of its own.
  package mutating func rescan(_ chunk: ChunkText, _ position: RecordPosition) {
    askedParts = nil
    explainer.engine.core.values.chunk = chunk.bytes
    explainer.engine.core.values.document = chunk.records
    explainer.engine.core.values.cells = chunk.cells
    let isObject = reader.rescan(chunk, position, into: &explainer.engine.core.values.table)
    if let document = chunk.records, document.isRepeated(position.ordinal) {
      explainer.engine.core.values.table.noteDuplicateKey()
    }
    marks?.mark(&explainer.engine.core.values.table)
    explainer.engine.core.values.takeAlone(position, isObject: isObject)
  }
}
