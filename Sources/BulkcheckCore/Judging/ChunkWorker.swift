/// Judges chunks record by record. One for each thread; owns all memory of its work.
package struct ChunkWorker: ~Copyable {
  package var evaluator: Evaluator
  var reader: RecordReader
  /// Takes the counts of records that are judged once more; made when the first one is.
  private(set) lazy var scratchStatistics = ChunkStatistics(
    program: evaluator.program, known: KnownFailures(evaluator.program, 0))

  package init(
    program: Program, recordBytesMaximum: Int, kernel: ScanKernel = .standard,
    showsMasked: Bool = false
  ) {
    evaluator = Evaluator(program: program, samplesMaximum: 0, showsMasked: showsMasked)
    reader = RecordReader(
      tree: program.tree, recordBytesMaximum: recordBytesMaximum, kernel: kernel)
  }

  /// Sets the way in which the next chunks are read.
  package mutating func prepare(_ reading: RecordReading) {
    reader.prepare(reading)
    switch reading {
    case .jsonl:
      evaluator.isCSV = false
      evaluator.hasOtherColumns = false
    case .csv(let layout):
      evaluator.isCSV = true
      evaluator.hasOtherColumns = layout.hasOtherColumns
    }
  }

  /// Judges the records of a chunk into `statistics`, which is cleared first.
  package mutating func judge(_ task: ChunkTask, into statistics: ChunkStatistics) -> ChunkEnd {
    statistics.clear()
    evaluator.statistics = statistics
    evaluator.chunk = task.bytes
    reader.begin(task)
    while judgeNext() {}
    if statistics.notes.contains(.partial), !statistics.keys.isEmpty {
      noteKeyDetails(in: statistics, task.bytes)
    }
    return reader.end
  }

  @inline(__always)
  private mutating func judgeNext() -> Bool {
    let found = reader.next(into: &evaluator.table)
    evaluator.record = reader.record
    switch found {
    case .object: evaluator.judge(isObject: true)
    case .otherValue: evaluator.judge(isObject: false)
    case .malformed: evaluator.countMalformed(reader.fault)
    case .end: return false
    }
    return true
  }

  /// Scans one record again, for a sample that the merge wants. The record is known to be
  /// well-formed. False if it is not an object.
  @discardableResult
  package mutating func rescan(_ chunk: ByteView, _ position: RecordPosition) -> Bool {
    evaluator.chunk = chunk
    return reader.rescan(chunk, position, into: &evaluator.table)
  }
}
