/// The values of a batch, as rules see them: the columns of paths, frames of parts, and what is
/// made of cells, of `normalize` and of inserted values on the way there.
///
/// The scanner fills ``table`` with the values as they were written, one lane for each record.
/// Rules ask for the ``Column`` of a path, which is read once for a batch (``column(_:)``), or for
/// a frame of up to 64 parts that a walk has found (``openFrame(_:_:path:around:)``). In a batch of
/// the records
///
///     {"name": " Ann ", "tags": ["a", "b"]}
///     {"name": "Bo", "tags": []}
///
/// the column of `name`, with `"normalize": ["trim"]`, has `Ann` and `Bo` as strings in the lanes 0
/// and 1. A frame of `tags[*]` has the lanes 0 and 1, both of record 0.
///
/// A value of the table is never changed. A column that differs from the table has nodes of its own
/// (``Column/isRaw`` is false), whose texts lie in the ``arena`` until the next batch.
///
/// Its helpers are `mutating` even where they change nothing: Swift 6.3 copies a whole noncopyable
/// value when a mutating method calls a borrowing one.
struct BatchValues: ~Copyable {
  let program: Program
  var table: ColumnTable
  var arena = ByteArena()
  let matcher = PatternMatcher()
  let kernel: ScanKernel

  /// Held directly: one load less on every access.
  let tables: ProgramTables
  let states: Storage<FieldTree.State>
  let schema: SchemaTables
  /// A value may become unreadable. Every part of a rule must then be asked.
  let hasReplacements: Bool
  let missingTexts: TextSet?
  let missingCells: TextSet
  /// Some path leads to the key of a record.
  let hasKeys: Bool
  /// The values of the root are elements of arrays. In CSV, they are cells and not rows.
  let isOfElements: Bool
  /// An empty cell, and no other, is missing.
  let onlyEmptyIsMissing: Bool

  // MARK: The batch

  /// The position of each record in its chunk.
  let positions: Storage<RecordPosition>
  /// The lanes of the batch, and those of them that are objects.
  private(set) var batchLanes = Lanes.none
  private(set) var objects = Lanes.none
  /// The number of the batch, for what is kept for one only.
  private(set) var batch: UInt32 = 0
  /// The lane of the record that is looked at alone.
  var lane: Lane = 0
  /// Bytes that live until the chunk is merged: values within need no copy.
  var chunk = StaticBytes.emptyView
  /// JSON documents: where the records of the chunk are.
  var document: DocumentRecords?
  /// Rows of a table, which have no text in the chunk.
  var cells: RowCells?
  /// The texts of those rows of the batch of which something is told.
  var rowTexts: [Lane: ByteView] = [:]
  /// Whether cells are CSV text.
  var isCSV = false
  var layout = CSVLayout.none

  /// The columns by path number, and behind them those of frames, used as a stack.
  var columns: Storage<Column>
  var columnCount: ColumnNumber
  var frameDepth: Int32 = 0
  var framesOpened: UInt64 = 0
  /// Nodes found by walks; used as a stack, so that walks can nest.
  var found: Storage<FoundNode> = Storage(
    capacity: 64, repeating: FoundNode(place: -1, parent: -1))
  var foundCount = 0
  /// The parts of values that `default` inserted, by the number of the change.
  let insertions: Storage<Insertion>
  /// CSV: the cells that paths with `*` mean, and the names of cells that are linked to their rows.
  var groups = CellGroups()
  var rows = LinkedRows()
  var ways = BatchWays()
  /// Texts on which a pattern reached its match limit: who asks again is not kept waiting.
  var limitedTexts: [LimitedText] = []

  let showsMasked: Bool

  /// - Parameter showsMasked: values that the profile masks may be shown.
  init(program: Program, kernel: ScanKernel, showsMasked: Bool) {
    self.program = program
    tables = program.tables
    self.kernel = kernel
    self.showsMasked = showsMasked
    table = ColumnTable(stateCount: program.tree.stateCount)
    states = program.tree.states
    schema = program.schema
    hasReplacements = program.hasReplacements
    hasKeys = !program.tree.recordKeys.isEmpty
    isOfElements = program.ruleSet.isOfElements
    missingTexts = program.missingTexts
    missingCells = program.missingCells
    onlyEmptyIsMissing = program.ruleSet.missingCells == [""]
    let width = Int(table.laneCount)
    positions = Storage(capacity: width, repeating: RecordPosition())
    columnCount = ColumnNumber(program.pathCount)
    columns = Storage(uninitialized: program.pathCount + 1)
    let culprits = Storage<NodeNumber>(capacity: width, repeating: -1)
    for path in 0..<PathNumber(program.pathCount) {
      columns[path] = Column(
        lanes: table.laneCount, culprits: culprits, canInsert: program.insertsParts)
      columns[path].path = path
    }
    insertions = Storage(
      capacity: program.insertsParts ? program.tables.changes.capacity : 1, repeating: Insertion())
  }

  deinit {
    positions.deallocate()
    columns[0].culprits.deallocate()
    for index in 0..<columnCount { columns[index].deallocate() }
    columns.deallocate()
    found.deallocate()
    insertions.deallocate()
  }

  /// The masking of the values of a record.
  var masking: StateMasking {
    mutating get { showsMasked ? program.openMasking : program.masking(isCSV: isCSV) }
  }

  /// CSV: the layout has columns that no path means.
  var hasOtherColumns: Bool { mutating get { layout.hasOtherColumns } }

  /// The set of a record of a JSON document.
  func set(of lane: Lane) -> Int? { document?.place(of: positions[lane].ordinal).set }

  /// The position of the record that is looked at alone.
  var record: RecordPosition { mutating get { positions[lane] } }

  // MARK: Batches

  /// Begins a batch, which takes no notice of the last one.
  mutating func begin() {
    table.clear()
    batchLanes = .none
    objects = .none
    beginColumns()
  }

  /// Forgets what was read of values: others lie in their places.
  mutating func beginColumns() {
    batch &+= 1
    lane = 0
    arena.reset()
    if !rowTexts.isEmpty { rowTexts.removeAll(keepingCapacity: true) }
    if !limitedTexts.isEmpty { limitedTexts.removeAll(keepingCapacity: true) }
  }

  /// Takes the record that has been read into the lane at hand.
  @inline(__always)
  mutating func take(_ position: RecordPosition, isObject: Bool) {
    let lane = table.lane
    positions[lane] = position
    batchLanes |= Lanes(lane)
    objects.insert(lane, if: isObject)
    if hasKeys { takeKeys(of: position.ordinal, in: lane) }
    table.takeLane()
  }

  /// Takes a record that has been scanned again as a batch of its own.
  mutating func takeAlone(_ position: RecordPosition, isObject: Bool) {
    beginColumns()
    batchLanes = Lanes(0)
    objects = isObject ? batchLanes : .none
    positions[0] = position
    if hasKeys { takeKeys(of: position.ordinal, in: 0) }
  }
}
