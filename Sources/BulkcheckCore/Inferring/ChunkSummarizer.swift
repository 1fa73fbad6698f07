/// Counts of the records of a stretch of an input, besides those of its fields.
package struct RecordCounts: Sendable {
  /// Well-formed and malformed.
  package var total = 0
  package var malformed: [MalformedKind: Int] = [:]
  /// JSON values that are no objects.
  package var otherValues = 0
  /// Records with a key that occurs twice in its object.
  package var withDuplicateKeys = 0
  package init() {}

  package var malformedTotal: Int { malformed.values.reduce(0, +) }

  package mutating func add(_ other: RecordCounts) {
    total += other.total
    malformed.merge(other.malformed, uniquingKeysWith: +)
    otherValues += other.otherValues
    withDuplicateKeys += other.withDuplicateKeys
  }
}

/// Summarizes the records of a chunk: what `infer` learns from data. One for each chunk in work; owns all its memory.
///
/// Records are cut and checked as a run does it, by the same scanners; the values of good ones are then looked at, each
/// once. What it makes of a chunk (``tree``, ``values``, ``counts``) is merged with that of the others.
package struct ChunkSummarizer: ~Copyable {
  package var tree: SummaryTree
  package internal(set) var values = NotedValues()
  package private(set) var counts = RecordCounts()

  var index: TokenIndex
  private var jsonScanner: JSONScanner
  private let emptyTree: FieldTree
  private var table: FieldTable
  private var reading = RecordReading.jsonl
  /// CSV: the columns that are looked at, by their states, and their places in the tree.
  private var columnNames: [String] = []
  var columnNodes: [Int32] = []
  var arena = ByteArena()
  var shapes = ShapeReader()
  /// The next of the index's escapes.
  var escapeCursor = 0
  /// The number of the object at hand.
  var objectNumber = 0
  var hasDuplicateKey = false
  private let recordBytesMaximum: Int

  private static let windowBytes = 48 << 10

  package init(pathsMaximum: Int, recordBytesMaximum: Int, kernel: ScanKernel = .standard) {
    tree = SummaryTree(pathsMaximum: pathsMaximum)
    index = TokenIndex(kernel: kernel)
    emptyTree = FieldTree(named: [])
    jsonScanner = JSONScanner(tree: emptyTree)
    table = FieldTable(stateCount: emptyTree.stateCount)
    self.recordBytesMaximum = recordBytesMaximum
  }

  /// Sets the way in which the next chunks are read.
  ///
  /// - Parameter columns: CSV: the names of the columns to look at, each with the state of its cells in the layout, from
  ///   0 on without gaps.
  package mutating func prepare(_ reading: RecordReading, columns: [String]) {
    self.reading = reading
    columnNames = columns
    table = FieldTable(
      stateCount: columns.isEmpty ? emptyTree.stateCount : columns.count)
  }

  private mutating func clear() {
    tree.clear()
    values.clear()
    counts = RecordCounts()
  }

  /// Looks at the records of a chunk. What was counted before is forgotten.
  package mutating func summarize(_ task: ChunkTask) -> ChunkEnd {
    clear()
    var end = ChunkEnd()
    var position = task.skippedBytes
    if task.beginsInsideLongLine {
      guard let next = passLongLine(task, from: position, &end) else { return end }
      position = next
    }
    switch reading {
    case .jsonl: summarizeLines(task, from: position, &end)
    case .csv(let layout):
      findColumns()
      summarizeRows(task, layout, from: position, &end)
    }
    return end
  }

  private mutating func findColumns() {
    columnNodes = columnNames.map { name in
      let bytes = OwnedBytes(name)
      return withExtendedLifetime(bytes) {
        tree.member(bytes.view, of: SummaryTree.root, after: -1)
      }
    }
  }

  /// Passes the rest of a line that is too long for a record and was counted where it began; nil if it does not end here.
  private func passLongLine(_ task: ChunkTask, from start: Int, _ end: inout ChunkEnd) -> Int? {
    let isCSV = if case .csv = reading { true } else { false }
    var position = start
    while position < task.bytes.count {
      let byte = task.bytes[position]
      if byte == Ascii.lineFeed { return position + 1 }
      if byte == Ascii.carriageReturn, isCSV {
        let behind = position + 1
        if behind == task.bytes.count, !task.isFinal { break }
        let isPair = behind < task.bytes.count && task.bytes[behind] == Ascii.lineFeed
        return isPair ? behind + 1 : behind
      }
      position += 1
    }
    end.consumed = position
    end.isInsideLongLine = !task.isFinal
    return nil
  }

  /// Whether one more record may be looked at; else the chunk ends before it.
  private mutating func admits(_ task: ChunkTask, _ end: inout ChunkEnd, _ start: Int) -> Bool {
    guard counts.total >= task.recordsMaximum else {
      counts.total += 1
      return true
    }
    end.consumed = start
    end.hasFurtherRecord = true
    return false
  }

  mutating func countDuplicateKeys() { counts.withDuplicateKeys += 1 }

  private mutating func countMalformed(_ kind: MalformedKind) {
    counts.malformed[kind, default: 0] += 1
  }

  // MARK: JSONL

  private mutating func summarizeLines(
    _ task: ChunkTask, from start: Int, _ end: inout ChunkEnd
  ) {
    let isClosed = task.bytes.count == 0 || task.bytes[task.bytes.count - 1] == Ascii.lineFeed
    let count = task.bytes.count + (task.isFinal && !isClosed ? 1 : 0)
    // SAFETY: behind the chunk there are 64 readable bytes, the first a line feed.
    let bytes = unsafe ByteView(start: task.bytes.start, count: count)
    var position = start
    while position < count {
      guard let limit = windowEnd(bytes, from: position) else {
        // A line that does not end in the chunk: it is too long.
        guard admits(task, &end, position) else { return }
        countMalformed(.length)
        end.isInsideLongLine = true
        break
      }
      if limit - position > recordBytesMaximum + 1 {
        guard admits(task, &end, position) else { return }
        countMalformed(.length)
        position = limit
      } else {
        index.indexJSON(bytes, from: position, to: limit)
        guard summarizeWindow(bytes, task, from: position, &end) else { return }
        // Indexing stops behind a line in which a string is not closed.
        position = index.end
      }
    }
    end.consumed = task.bytes.count
  }

  /// Behind the last line end within the window, or behind the next one if it has none.
  private func windowEnd(_ bytes: ByteView, from start: Int) -> Int? {
    let limit = start + ChunkSummarizer.windowBytes
    if limit >= bytes.count, bytes[bytes.count - 1] == Ascii.lineFeed { return bytes.count }
    var position = min(limit, bytes.count)
    while position > start {
      if bytes[position - 1] == Ascii.lineFeed { return position }
      position -= 1
    }
    return bytes.firstIndex(of: Ascii.lineFeed, from: min(limit, bytes.count)).map { $0 + 1 }
  }

  /// Looks at the lines of the indexed window; false when the maximum of records was reached.
  private mutating func summarizeWindow(
    _ bytes: ByteView, _ task: ChunkTask, from first: Int, _ end: inout ChunkEnd
  ) -> Bool {
    jsonScanner.begin(bytes, index)
    escapeCursor = 0
    var cursor = 0
    var fault = 0
    var start = first
    while cursor < index.tokenCount {
      let firstToken = cursor
      let result = jsonScanner.scanRecord(&cursor, from: start, into: &table)
      if result == .blank {
        start = Int(index.tokens[firstToken]) + 1
        continue
      }
      if result == .malformed {
        cursor = firstToken
        while bytes[Int(index.tokens[cursor])] != Ascii.lineFeed { cursor += 1 }
        jsonScanner.skipEscapes(before: Int(index.tokens[cursor]))
        cursor += 1
      }
      let lineFeed = Int(index.tokens[cursor - 1])
      guard admits(task, &end, start) else { return false }
      let recordEnd =
        lineFeed > start && bytes[lineFeed - 1] == Ascii.carriageReturn ? lineFeed - 1 : lineFeed
      while Int(index.faults[fault]) + 64 <= start { fault += 1 }
      var found: MalformedKind?
      if result == .malformed || Int(index.faults[fault]) <= lineFeed + 3 {
        found = JSONDiagnosis.fault(in: bytes[start..<recordEnd])?.kind
        if found == nil, result == .malformed { found = .syntax }
      }
      if recordEnd - start > recordBytesMaximum { found = .length }
      if let found {
        countMalformed(found)
      } else if result == .object {
        summarizeObject(bytes, firstToken)
      } else {
        counts.otherValues += 1
      }
      start = lineFeed + 1
    }
    return true
  }

  // MARK: CSV

  private mutating func summarizeRows(
    _ task: ChunkTask, _ layout: CSVLayout, from start: Int, _ end: inout ChunkEnd
  ) {
    let bytes = task.bytes
    var scanner = CSVScanner(layout: layout)
    var position = start
    var window = ChunkSummarizer.windowBytes
    while position < bytes.count {
      let windowEnd = min(bytes.count, position + window)
      let isLast = windowEnd == bytes.count
      index.indexCSV(bytes, from: position, to: windowEnd, delimiter: layout.delimiter)
      scanner.begin(bytes[0..<windowEnd], index, isFinal: isLast && task.isFinal)
      let before = position
      guard summarizeWindow(&scanner, layout, windowEnd, task, &position, &end) else { return }
      if position > before {
        window = ChunkSummarizer.windowBytes
        continue
      }
      guard isLast else {
        window *= 2
        continue
      }
      if bytes.count - position > recordBytesMaximum + 2 {
        guard admits(task, &end, position) else { return }
        countMalformed(.length)
        end.isInsideLongLine = true
        // A carriage return at the very end may be the record's line end, or half of it.
        position = bytes.count - (bytes[bytes.count - 1] == Ascii.carriageReturn ? 1 : 0)
      }
      break
    }
    end.consumed = position
  }

  private mutating func summarizeWindow(
    _ scanner: inout CSVScanner, _ layout: CSVLayout, _ windowEnd: Int, _ task: ChunkTask,
    _ position: inout Int, _ end: inout ChunkEnd
  ) -> Bool {
    var fault = 0
    while position < windowEnd {
      let start = position
      var found: MalformedKind?
      switch scanner.scanRecord(&position, into: &table) {
      case .incomplete: return true
      case .blank: continue
      case .row: break
      case .malformed(let fault): found = fault.kind
      }
      guard admits(task, &end, start) else { return false }
      while Int(index.faults[fault]) + 64 <= start { fault += 1 }
      if Int(index.faults[fault]) <= scanner.recordEnd + 3, found == nil,
        UTF8Check.faultOffset(in: task.bytes[start..<scanner.recordEnd]) != nil
      {
        found = .encoding
      }
      if let found {
        countMalformed(found)
      } else {
        summarizeRow()
      }
    }
    return true
  }

  private mutating func summarizeRow() {
    arena.reset()
    tree.fields[SummaryTree.root].present &+= 1
    tree.fields[SummaryTree.root].objects &+= 1
    for state in 0..<columnNodes.count {
      let slot = table.slots[state]
      let node = columnNodes[state]
      guard slot >= 0, node >= 0 else { continue }
      var text = table.nodes[slot].bytes
      if table.nodes[slot].flags.contains(.isEscaped) {
        text = CSVCell.unquote(text, into: &arena)
      }
      addCell(text, to: node)
    }
    tree.conditions.endRecord()
  }
}
