/// Counts of the records of a stretch of an input, besides those of its fields.
package struct RecordCounts: Sendable {
  /// Well-formed and malformed.
  package var total = 0
  package var malformed: [MalformedKind: Int] = [:]
  /// JSON values that are not objects.
  package var otherValues = 0
  /// Records with a key that occurs twice in its object.
  package var withDuplicateKeys = 0
  package init() {}

  package var malformedTotal: Int { malformed.values.reduce(0, +) }

  /// Takes ragged rows back that turned out to be no records; of a negative number, the other way.
  package mutating func takeBack(ragged count: Int) {
    guard count != 0 else { return }
    total -= count
    malformed[.ragged, default: 0] -= count
    if malformed[.ragged] == 0 { malformed[.ragged] = nil }
  }

  package mutating func add(_ other: RecordCounts) {
    total += other.total
    malformed.merge(other.malformed, uniquingKeysWith: +)
    otherValues += other.otherValues
    withDuplicateKeys += other.withDuplicateKeys
  }
}

/// Summarizes the records of a chunk: what `infer` learns from data. One for each chunk in work;
/// owns all its memory.
///
/// Records are cut and checked as a run does it, by the same scanners. A second walk then takes
/// each value of a good record to its place in a ``SummaryTree``, which grows with the keys that
/// are found. After
///
///     {"plan": "pro", "seats": 3, "tags": ["new"]}
///     {"plan": "free", "seats": 1}
///
/// the places are the record (2 objects), `plan` (2 texts: pro, free), `seats` (2 numbers, 1 to 3),
/// `tags` (1 array of 1 element) and `tags[*]` (1 text).
///
/// - While a field has few different strings, they are only counted (``ValueTable``), which is
///   cheap. Their lengths, characters, formats and shapes are found at the end, or when there are
///   too many.
/// - From then on a kernel looks at each string once. It finds the classes of its characters, its
///   length, and where the runs of its shape begin (``TextClasses``). A string with an exact shape
///   that was counted lately is counted by its hash (``TextShapes``).
/// - Values that occur together are counted at the end of each record (``KindCounts``).
/// - An object of many names can become a map (`SummaryTree+Maps`). That may happen at any time,
///   because summaries can be merged.
///
/// What it makes of a chunk (``tree``, ``values``, ``counts``) is merged with that of the others.
package struct ChunkSummarizer: ~Copyable {
  package var tree: SummaryTree
  package internal(set) var values = NotedValues()
  package private(set) var counts = RecordCounts()
  /// CSV: the rows with too few cells behind the last other record.
  package private(set) var raggedAtEnd = 0
  /// All records of the chunk are such rows.
  package private(set) var isAllRagged = true

  var reader: RecordReader
  private var table: ColumnTable
  /// CSV: the columns that are looked at, by their states, and their places in the tree.
  private var columnNames: [String] = []
  var columnNodes: [SummaryNumber] = []
  var arena = ByteArena()
  var shapes = ShapeReader()
  /// The number of the object at hand.
  var objectNumber = 0
  var hasDuplicateKey = false
  var mapNames = MapNames()
  /// nil: all records are summarized.
  private let kind: RecordKindCheck?

  /// - Parameter kind: other objects of JSON are passed over.
  package init(
    pathsMaximum: Int, recordBytesMaximum: Int, kind: RecordKind? = nil,
    kernel: ScanKernel = .standard
  ) {
    self.kind = kind.map { RecordKindCheck($0) }
    tree = SummaryTree(pathsMaximum: pathsMaximum)
    let fields = FieldTree(named: [])
    reader = RecordReader(tree: fields, recordBytesMaximum: recordBytesMaximum, kernel: kernel)
    table = ColumnTable(stateCount: fields.stateCount, lanesMaximum: 1)
  }

  /// Sets the way in which the next chunks are read.
  ///
  /// - Parameter columns: CSV: the names of the columns to look at, each with the state of its
  ///   cells in the layout, from 0 on without gaps.
  package mutating func prepare(_ reading: RecordReading, columns: [String]) {
    reader.prepare(reading)
    columnNames = columns
    table = ColumnTable(stateCount: max(1, columns.count), lanesMaximum: 1)
  }

  private mutating func clear() {
    tree.clear()
    values.clear()
    counts = RecordCounts()
    raggedAtEnd = 0
    isAllRagged = true
  }

  /// Looks at the records of a chunk. What was counted before is forgotten.
  package mutating func summarize(_ task: ChunkTask) -> ChunkEnd {
    clear()
    if reader.isCSV { findColumns() }
    reader.begin(task)
    while summarizeNext() {}
    counts.total = reader.end.records
    return reader.end
  }

  private mutating func summarizeNext() -> Bool {
    let found = reader.nextAlone(into: &table)
    if found == .malformed, reader.fault.isShortRow(reader.record) {
      raggedAtEnd += 1
    } else if found != .end {
      raggedAtEnd = 0
      isAllRagged = false
    }
    switch found {
    case .object where reader.isCSV: summarizeRow()
    case .object:
      hasDuplicateKey = !table.duplicateKeys.isEmpty
      summarizeObjectOfKind(reader.bytes.afterBlanks(reader.record.start))
    case .otherValue: counts.otherValues += 1
    case .malformed: counts.malformed[reader.fault.kind, default: 0] += 1
    case .end: return false
    }
    return true
  }

  private mutating func summarizeObjectOfKind(_ open: Int) {
    if let kind {
      arena.reset()
      guard kind.holds(reader.bytes[open..<reader.record.end], &arena) else { return }
    }
    summarizeObject(open)
  }

  private mutating func findColumns() {
    columnNodes = columnNames.map { name in
      let bytes = OwnedBytes(name)
      return withExtendedLifetime(bytes) {
        tree.member(bytes.view, of: SummaryTree.root, after: -1)
      }
    }
  }

  mutating func countDuplicateKeys() { counts.withDuplicateKeys += 1 }

  private mutating func summarizeRow() {
    arena.reset()
    tree.fields[SummaryTree.root].present &+= 1
    tree.fields[SummaryTree.root].objects &+= 1
    for state in 0..<columnNodes.count {
      let slot = table.node(at: StateNumber(state), in: 0)
      let node = columnNodes[state]
      guard slot >= 0, node >= 0 else { continue }
      var text = table.nodes[slot].bytes
      if table.nodes[slot].flags.contains(.isEscaped) {
        text = reader.rows.layout.dialect.text(ofEscaped: text, into: &arena)
      }
      addCell(text, to: node)
    }
    tree.kinds.endRecord()
  }
}
