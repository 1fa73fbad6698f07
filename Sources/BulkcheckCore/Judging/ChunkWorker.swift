/// A stretch of an input, cut by the reader where a record probably ends.
package struct ChunkTask: Sendable {
  /// The bytes; 64 more are readable behind them, of which the first is a line feed.
  package var bytes: ByteView
  /// Nothing follows.
  package var isFinal: Bool
  /// The chunk begins inside a line that was too long and has been reported: skip to its end.
  package var beginsInsideLongLine = false
  /// The chunk begins inside a line of JSONL that is too long for a record, but so far blank: its bytes before.
  package var blankBytesBefore = 0
  /// Bytes before the first record: a byte-order mark.
  package var skippedBytes = 0
  /// Judge no more records than this.
  package var recordsMaximum = Int.max

  package init(bytes: ByteView, isFinal: Bool) {
    self.bytes = bytes
    self.isFinal = isFinal
  }
}

/// How far a worker came in a chunk.
package struct ChunkEnd: Sendable {
  /// The first byte not judged: the chunk's length, unless a record is incomplete or the maximum of records was reached.
  package var consumed = 0
  /// Line ends passed.
  package var lines = 0
  /// Bytes at the start that belong to a line begun in an earlier chunk: one that is too long.
  package var continued = 0
  /// The chunk ends inside a line that is too long; it has been counted.
  package var isInsideLongLine = false
  /// The chunk ends inside a line that is too long, but blank so far: its bytes up to here.
  package var blankBytes = 0
  /// Reached the maximum, and a further record is there.
  package var hasFurtherRecord = false
  package init() {}
}

/// What a worker needs to know of an input.
package enum RecordReading: Sendable {
  case jsonl
  case csv(CSVLayout)
}

/// Judges chunks: index, scan, evaluate, count. One for each thread; owns all memory of its work.
package struct ChunkWorker: ~Copyable {
  package var evaluator: Evaluator
  private var index: TokenIndex
  private var jsonScanner: JSONScanner
  private(set) var reading = RecordReading.jsonl
  let recordBytesMaximum: Int
  /// Takes the counts of records that are judged once more; made when the first one is.
  private(set) lazy var scratchStatistics = ChunkStatistics(
    program: evaluator.program, known: KnownFailures(evaluator.program, 0))

  /// Bytes indexed at a time: positions and text stay in the first and second cache level.
  private static let windowBytes = 48 << 10

  package init(program: Program, recordBytesMaximum: Int, kernel: ScanKernel = .standard) {
    evaluator = Evaluator(program: program, samplesMaximum: 0)
    index = TokenIndex(kernel: kernel)
    jsonScanner = JSONScanner(tree: program.tree)
    self.recordBytesMaximum = recordBytesMaximum
  }

  /// Sets the way in which the next chunks are read.
  package mutating func prepare(_ reading: RecordReading) {
    self.reading = reading
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
    var end = ChunkEnd()
    var position = task.skippedBytes
    if task.beginsInsideLongLine {
      guard let next = skipLine(task, from: position, &end) else {
        end.continued = end.consumed
        return end
      }
      end.continued = next
      position = next
    }
    if task.blankBytesBefore > 0 {
      guard let next = passBlankBytes(task, from: position, &end) else {
        end.continued = end.consumed
        return end
      }
      end.continued = next
      position = next
    }
    switch reading {
    case .jsonl: judgeLines(task, from: position, &end)
    case .csv(let layout): judgeRows(task, layout, from: position, &end)
    }
    if statistics.notes.contains(.partial), !statistics.keys.isEmpty {
      noteKeyDetails(in: statistics, task.bytes)
    }
    return end
  }

  /// Passes the rest of a line that was too long; nil if it does not end here.
  private func skipLine(_ task: ChunkTask, from start: Int, _ end: inout ChunkEnd) -> Int? {
    var position = start
    if case .jsonl = reading {
      position = task.bytes.firstIndex(of: Ascii.lineFeed, from: start) ?? task.bytes.count
    } else if task.bytes.firstIndex(of: Ascii.lineFeed, from: start) == nil,
      task.bytes.firstIndex(of: Ascii.carriageReturn, from: start) == nil
    {
      position = task.bytes.count
    }
    while position < task.bytes.count {
      let byte = task.bytes[position]
      if byte == Ascii.lineFeed {
        end.lines += 1
        return position + 1
      }
      if byte == Ascii.carriageReturn, case .csv = reading {
        let behind = position + 1
        if behind == task.bytes.count, !task.isFinal { break }
        end.lines += 1
        let isPair = behind < task.bytes.count && task.bytes[behind] == Ascii.lineFeed
        return isPair ? behind + 1 : behind
      }
      position += 1
    }
    end.consumed = position
    end.isInsideLongLine = !task.isFinal
    return nil
  }

  // MARK: JSONL

  /// Goes on in a line that is too long and was blank so far: no record unless something else follows. Nil if neither
  /// its end nor anything else is here.
  private mutating func passBlankBytes(
    _ task: ChunkTask, from start: Int, _ end: inout ChunkEnd
  ) -> Int? {
    guard let next = firstNonBlank(task.bytes, from: start) else {
      end.consumed = task.bytes.count
      if !task.isFinal { end.blankBytes = task.blankBytesBefore + task.bytes.count - start }
      return nil
    }
    if task.bytes[next] == Ascii.lineFeed {
      end.lines += 1
      return next + 1
    }
    guard admitRecord(task, &end, start) else { return nil }
    countLong(start - task.blankBytesBefore, next, &end)
    end.lines -= 1
    return skipLine(task, from: next, &end)
  }

  /// The first byte that is no space, tab or carriage return.
  private func firstNonBlank(_ bytes: ByteView, from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Ascii.lineFeed || !Ascii.isBlank(byte) { return position }
      position += 1
    }
    return nil
  }

  mutating func judgeLines(_ task: ChunkTask, from start: Int, _ end: inout ChunkEnd) {
    // The line feed behind the last line of an input that lacks one.
    let isClosed = task.bytes.count == 0 || task.bytes[task.bytes.count - 1] == Ascii.lineFeed
    let count = task.bytes.count + (task.isFinal && !isClosed ? 1 : 0)
    // SAFETY: behind the chunk there are 64 readable bytes, the first a line feed.
    let bytes = unsafe ByteView(start: task.bytes.start, count: count)
    var position = start
    var window = ChunkWorker.windowBytes
    while position < count {
      index.indexJSON(bytes, from: position, to: min(count, position + window))
      let last = lastLineFeed(bytes)
      if last < 0 {
        // No line ends in the window: widen it to the next line end, if there is one.
        let seen = min(count, position + window)
        if seen < count, let next = bytes.firstIndex(of: Ascii.lineFeed, from: seen) {
          if next - position > recordBytesMaximum + 1,
            firstNonBlank(bytes, from: position) != next
          {
            guard admitRecord(task, &end, position) else { return }
            countLong(position, next, &end)
            position = next + 1
            continue
          }
          window = next + 1 - position
          continue
        }
        if count - position > recordBytesMaximum + 1 {
          if firstNonBlank(bytes, from: position) == nil {
            end.blankBytes = count - position
          } else {
            guard admitRecord(task, &end, position) else { return }
            countLong(position, count, &end)
            end.lines -= 1
            end.isInsideLongLine = true
          }
          position = count
        }
        break
      }
      window = ChunkWorker.windowBytes
      guard judgeWindow(bytes, task, last, &position, &end) else { return }
    }
    end.consumed = min(position, task.bytes.count)
  }

  /// The last line feed among the tokens, or -1.
  private func lastLineFeed(_ bytes: ByteView) -> Int {
    var token = index.tokenCount - 1
    while token >= 0, bytes[Int(index.tokens[token])] != Ascii.lineFeed { token -= 1 }
    return token
  }

  /// Judges the complete lines of the indexed window. False when the maximum of records was reached.
  private mutating func judgeWindow(
    _ bytes: ByteView, _ task: ChunkTask, _ last: Int, _ position: inout Int, _ end: inout ChunkEnd
  ) -> Bool {
    jsonScanner.begin(bytes, index)
    var cursor = 0
    var fault = 0
    while cursor <= last {
      let start = position
      let firstToken = cursor
      var result = jsonScanner.scanRecord(&cursor, from: start, into: &evaluator.table)
      if result == .blank {
        position = Int(index.tokens[firstToken]) + 1
        end.lines += 1
        continue
      }
      if result == .malformed {
        cursor = firstToken
        while bytes[Int(index.tokens[cursor])] != Ascii.lineFeed { cursor += 1 }
        jsonScanner.skipEscapes(before: Int(index.tokens[cursor]))
        cursor += 1
      }
      let lineFeed = Int(index.tokens[cursor - 1])
      let recordEnd =
        lineFeed > start && bytes[lineFeed - 1] == Ascii.carriageReturn ? lineFeed - 1 : lineFeed
      guard admitRecord(task, &end, start) else { return false }
      evaluator.record.start = start
      evaluator.record.end = recordEnd
      evaluator.record.line = end.lines
      while Int(index.faults[fault]) + 64 <= start { fault += 1 }
      var found: RecordFault?
      if result == .malformed || Int(index.faults[fault]) <= lineFeed + 3 {
        found = JSONDiagnosis.fault(in: bytes[start..<recordEnd])
        // The diagnosis decides; that both agree is tested.
        assert(result != .malformed || found != nil)
        if found != nil { result = .malformed }
      }
      if recordEnd - start > recordBytesMaximum {
        found = longRecord
        result = .malformed
      }
      switch result {
      case .object: evaluator.judge(isObject: true)
      case .otherValue: evaluator.judge(isObject: false)
      case .malformed, .blank:
        evaluator.countMalformed(found ?? RecordFault(.syntax, at: 0, "the record is malformed"))
      }
      evaluator.record.ordinal += 1
      position = lineFeed + 1
      end.lines += 1
    }
    return true
  }

  var longRecord: RecordFault {
    RecordFault(
      .length, at: recordBytesMaximum, "the record is longer than \(recordBytesMaximum) bytes")
  }

  /// Counts a line that is too long to be looked at.
  private mutating func countLong(_ start: Int, _ behind: Int, _ end: inout ChunkEnd) {
    evaluator.record.start = start
    evaluator.record.end = behind
    evaluator.record.line = end.lines
    evaluator.countMalformed(longRecord)
    evaluator.record.ordinal += 1
    end.lines += 1
  }

  /// Whether one more record may be judged; else the chunk ends before it.
  @inline(__always)
  private mutating func admitRecord(_ task: ChunkTask, _ end: inout ChunkEnd, _ start: Int) -> Bool
  {
    if evaluator.statistics.records == 0 { evaluator.record.ordinal = 0 }
    guard evaluator.record.ordinal >= task.recordsMaximum else { return true }
    end.consumed = start
    end.hasFurtherRecord = true
    return false
  }

  // MARK: CSV

  private mutating func judgeRows(
    _ task: ChunkTask, _ layout: CSVLayout, from start: Int, _ end: inout ChunkEnd
  ) {
    let bytes = task.bytes
    var scanner = CSVScanner(layout: layout)
    var position = start
    var window = ChunkWorker.windowBytes
    rows: while position < bytes.count {
      let windowEnd = min(bytes.count, position + window)
      let isLast = windowEnd == bytes.count
      index.indexCSV(bytes, from: position, to: windowEnd, delimiter: layout.delimiter)
      // SAFETY: a part of the chunk.
      scanner.begin(bytes[0..<windowEnd], index, isFinal: isLast && task.isFinal)
      let before = position
      guard judgeWindow(&scanner, layout, windowEnd, task, &position, &end) else { return }
      if position == before {
        // The record does not end in the window.
        guard isLast else {
          window *= 2
          continue
        }
        if bytes.count - position > recordBytesMaximum + 2 {
          guard admitRecord(task, &end, position) else { return }
          countLong(position, bytes.count, &end)
          // Line ends inside quotes count; the one behind the record is yet to come.
          end.lines += scanner.linesPassed - 1
          end.isInsideLongLine = true
          // A carriage return at the very end may be the record's line end, or half of it.
          let endsInReturn = bytes[bytes.count - 1] == Ascii.carriageReturn
          position = bytes.count - (endsInReturn ? 1 : 0)
        }
        break rows
      }
      window = ChunkWorker.windowBytes
    }
    end.consumed = position
  }

  private mutating func judgeWindow(
    _ scanner: inout CSVScanner, _ layout: CSVLayout, _ windowEnd: Int, _ task: ChunkTask,
    _ position: inout Int, _ end: inout ChunkEnd
  ) -> Bool {
    var fault = 0
    while position < windowEnd {
      let start = position
      var found: RecordFault?
      switch scanner.scanRecord(&position, into: &evaluator.table) {
      case .incomplete: return true
      case .blank:
        end.lines += scanner.linesPassed
        continue
      case .row: break
      case .malformed(let fault): found = fault
      }
      guard admitRecord(task, &end, start) else { return false }
      evaluator.record.start = start
      evaluator.record.end = scanner.recordEnd
      evaluator.record.line = end.lines
      while Int(index.faults[fault]) + 64 <= start { fault += 1 }
      if Int(index.faults[fault]) <= scanner.recordEnd + 3,
        let offset = UTF8Check.faultOffset(in: task.bytes[start..<scanner.recordEnd]),
        found.map({ $0.kind != .length && offset < $0.offset }) ?? true
      {
        found = RecordFault(.encoding, at: offset, "ill-formed UTF-8")
      }
      if let found {
        evaluator.countMalformed(found)
      } else {
        if layout.hasDuplicateColumn { evaluator.table.hasDuplicateKey = true }
        evaluator.judge(isObject: true)
      }
      evaluator.record.ordinal += 1
      end.lines += scanner.linesPassed
    }
    return true
  }

  // MARK: Looking again

  /// Scans one record again, for a sample that the merge wants. The record is known to be well-formed. False if it is
  /// no object.
  @discardableResult
  package mutating func rescan(_ chunk: ByteView, _ position: RecordPosition) -> Bool {
    evaluator.chunk = chunk
    switch reading {
    case .jsonl:
      // SAFETY: a record is followed by its line end, or by the line feed behind the chunk.
      let bytes = unsafe ByteView(start: chunk.start, count: chunk.count + 1)
      let lineEnd = bytes.firstIndex(of: Ascii.lineFeed, from: position.end) ?? position.end
      index.indexJSON(bytes, from: position.start, to: lineEnd + 1)
      jsonScanner.begin(bytes, index)
      var cursor = 0
      return jsonScanner.scanRecord(&cursor, from: position.start, into: &evaluator.table)
        == .object
    case .csv(let layout):
      index.indexCSV(chunk, from: position.start, to: position.end, delimiter: layout.delimiter)
      var scanner = CSVScanner(layout: layout)
      scanner.begin(chunk[0..<position.end], index, isFinal: true)
      var start = position.start
      _ = scanner.scanRecord(&start, into: &evaluator.table)
      if layout.hasDuplicateColumn { evaluator.table.hasDuplicateKey = true }
      return true
    }
  }
}
