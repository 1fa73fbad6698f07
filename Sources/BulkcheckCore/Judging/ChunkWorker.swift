/// Judges chunks, batch of records by batch. One for each thread; owns all memory of its work.
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
    evaluator = Evaluator(
      program: program, samplesMaximum: 0, kernel: kernel, showsMasked: showsMasked)
    reader = RecordReader(
      tree: program.tree, recordBytesMaximum: recordBytesMaximum, kernel: kernel)
  }

  /// Sets the way in which the next chunks are read.
  package mutating func prepare(_ reading: RecordReading) {
    reader.prepare(reading)
    switch reading {
    case .jsonl:
      evaluator.isCSV = false
      evaluator.layout = .none
    case .csv(let layout):
      evaluator.isCSV = true
      evaluator.layout = layout
    }
  }

  /// Judges the records of a chunk into `statistics`, which is cleared first.
  package mutating func judge(_ task: ChunkTask, into statistics: ChunkStatistics) -> ChunkEnd {
    statistics.clear()
    evaluator.statistics = statistics
    evaluator.chunk = task.bytes
    reader.begin(task)
    var isDone = false
    while !isDone {
      evaluator.beginBatch()
      isDone = !readBatch()
      evaluator.judge()
    }
    if statistics.notes.contains(.partial), !statistics.keys.isEmpty {
      noteKeyDetails(in: statistics, task.bytes)
    }
    statistics.companions?.countFailures(of: statistics)
    return reader.end
  }

  /// Reads records until the batch is full; false if the chunk has no more.
  @inline(__always)
  private mutating func readBatch() -> Bool {
    while !evaluator.table.isFull {
      switch reader.next(into: &evaluator.table) {
      case .object: evaluator.take(reader.record, isObject: true)
      case .otherValue: evaluator.take(reader.record, isObject: false)
      case .malformed:
        // What is noted of records is noted in their order.
        if !evaluator.statistics.notes.isDisjoint(with: [.verdicts, .faults, .partial]) {
          evaluator.judge()
          evaluator.beginBatch()
        }
        evaluator.countMalformed(reader.fault, at: reader.record)
      case .end: return false
      }
    }
    return true
  }

  /// Scans one record again, which is known to be well-formed, as a batch of its own.
  package mutating func rescan(_ chunk: ByteView, _ position: RecordPosition) {
    evaluator.chunk = chunk
    let isObject = reader.rescan(chunk, position, into: &evaluator.table)
    evaluator.takeAlone(position, isObject: isObject)
  }
}
