/// The number of a column of a ``BatchValues``: that of a path, or of a frame.
typealias ColumnNumber = TableNumber<Column>

extension TableNumber where Kind == Column {
  @inline(__always)
  init(of path: PathNumber) { self.init(path.value) }
}

/// The values at one path as rules see them, in all lanes: unescaped, normalized and, in CSV, read
/// as their declared types.
///
/// The lanes of the column of a path are the records of the batch; those of a *frame* are up to 64
/// elements, of any of its records.
///
/// Trivial, like ``Storage``: ``BatchValues`` owns what it points to.
struct Column: BitwiseCopyable {
  /// The path by which the values are read: where their declarations stand.
  var path: PathNumber = -1
  /// The batch for which it has been read.
  var batch: UInt32 = 0
  /// The lanes of the batch or frame.
  var lanes = Lanes.none
  /// The lanes with a captured value.
  var captured = Lanes.none
  /// The lanes of null, and of missing texts; those of empty texts, arrays and objects, as
  /// captured.
  var capturedNulls = Lanes.none
  var capturedEmpties = Lanes.none

  /// Texts with escapes, as captured.
  var escaped = Lanes.none
  /// NaN of a column of floats, as captured.
  var nans = Lanes.none
  /// Texts that are times of a column without a zone (``Node/Flags/isLocalTime``).
  var localTimes = Lanes.none

  /// The lanes of each kind of value that rules see; of absent values: ``absents``.
  var nulls = Lanes.none
  var falses = Lanes.none
  var trues = Lanes.none
  var numbers = Lanes.none
  var strings = Lanes.none
  var arrays = Lanes.none
  var objects = Lanes.none
  var cells = Lanes.none
  /// Values that are not known (``Value/isUnreadable``). They count as null or absent, too.
  var unreadables = Lanes.none
  /// Arrays made of a CSV cell.
  var cellArrays = Lanes.none
  /// Objects with a key that no path names.
  var otherKeys = Lanes.none
  /// Values with parts that `default` inserted (`BatchValues+Inserted`); by lane the number of the
  /// change.
  var inserted = Lanes.none
  let insertions: Storage<Int32>
  /// Captured values that are parts of one that `default` inserted, and that reports do not show.
  var insertedAround = Lanes.none

  /// The texts lie in the table as they were captured, from node ``first`` on; otherwise in
  /// ``nodes``.
  var isRaw = false
  /// The number of the first node of the table's column, or -1 where ``places`` has them.
  var first: NodeNumber = -1
  /// The values by lane, if they are not raw. Their kinds stand above, not in the nodes.
  let nodes: Storage<Node>
  /// The numbers of the captured nodes, or -1.
  let places: Storage<NodeNumber>
  /// The elements of arrays, the members of objects.
  let counts: Storage<Int32>
  /// Numbers that have been read as small decimals, and those for which that was tried.
  let decimals: Storage<SmallDecimal>
  var smallNumbers = Lanes.none
  var triedNumbers = Lanes.none
  /// The element at which a statement about several failed last, by lane, or -1. Columns of paths
  /// share one.
  let culprits: Storage<NodeNumber>

  /// Whether it is a frame, which has a column around it, and by lane the lane of that column and
  /// of the record.
  var isFrame = false
  /// How many frames were opened before it.
  var serial: UInt64 = 0
  var around: ColumnNumber = -1
  let parents: Storage<Lane>
  let records: Storage<Lane>

  /// - Parameter canInsert: `default` may insert values with parts.
  init(lanes: Int32, culprits: Storage<NodeNumber>?, canInsert: Bool) {
    let count = Int(lanes)
    insertions = Storage(capacity: canInsert ? count : 1, repeating: -1)
    // Kernels look at four at a time.
    nodes = Storage(
      capacity: max(count, 4),
      repeating: Node(bytes: StaticBytes.emptyView, state: -1, kind: .absent))
    places = Storage(capacity: count, repeating: -1)
    counts = Storage(capacity: count, repeating: 0)
    decimals = Storage(capacity: count, repeating: SmallDecimal(digits: 0, scale: 0))
    self.culprits = culprits ?? Storage(capacity: count, repeating: -1)
    isFrame = culprits == nil
    parents = Storage(capacity: isFrame ? count : 1, repeating: -1)
    records = Storage(capacity: isFrame ? count : 1, repeating: -1)
  }

  func deallocate() {
    nodes.deallocate()
    places.deallocate()
    counts.deallocate()
    insertions.deallocate()
    decimals.deallocate()
    if isFrame { culprits.deallocate() }
    parents.deallocate()
    records.deallocate()
  }

  /// Values that are there.
  @inline(__always)
  var values: Lanes {
    strings | cells | numbers | trues | falses | arrays | objects
  }

  @inline(__always)
  var texts: Lanes { strings | cells }

  @inline(__always)
  var absents: Lanes { lanes - values - nulls }

  /// Forgets what was read.
  @inline(__always)
  mutating func clear(_ lanes: Lanes) {
    self.lanes = lanes
    captured = .none
    capturedNulls = .none
    capturedEmpties = .none
    escaped = .none
    nans = .none
    localTimes = .none
    nulls = .none
    falses = .none
    trues = .none
    numbers = .none
    strings = .none
    arrays = .none
    objects = .none
    cells = .none
    unreadables = .none
    cellArrays = .none
    otherKeys = .none
    inserted = .none
    insertedAround = .none
    smallNumbers = .none
    triedNumbers = .none
    isRaw = false
    first = -1
  }

  /// Takes over what another column says of its lanes, for values that lie in its own nodes.
  mutating func take(_ other: Column) {
    clear(other.lanes)
    path = other.path
    captured = other.captured
    localTimes = other.localTimes
    nulls = other.nulls
    falses = other.falses
    trues = other.trues
    numbers = other.numbers
    strings = other.strings
    arrays = other.arrays
    objects = other.objects
    cells = other.cells
    unreadables = other.unreadables
    cellArrays = other.cellArrays
    otherKeys = other.otherKeys
    inserted = other.inserted
    insertedAround = other.insertedAround
  }

  /// Adds lanes whose values are of a kind.
  @inline(__always)
  mutating func add(_ new: Lanes, _ kind: ValueKind) {
    switch kind {
    case .absent: break
    case .null: nulls |= new
    case .false: falses |= new
    case .true: trues |= new
    case .number: numbers |= new
    case .string: strings |= new
    case .array: arrays |= new
    case .object: objects |= new
    case .cell: cells |= new
    }
  }

  /// Treats what was captured as strings as cells without a declared type.
  mutating func takeStringsAsCells() {
    cells |= strings
    strings = .none
  }

  /// The kind of value in a lane.
  @inline(__always)
  func kind(_ lane: Lane) -> ValueKind {
    let bit = Lanes(lane)
    func has(_ lanes: Lanes) -> Bool { !(lanes & bit).isEmpty }
    if has(strings) { return .string }
    if has(cells) { return .cell }
    if has(numbers) { return .number }
    if has(nulls) { return .null }
    if has(trues) { return .true }
    if has(falses) { return .false }
    if has(arrays) { return .array }
    return has(objects) ? .object : .absent
  }

  /// Forgets the kind of some lanes.
  @inline(__always)
  mutating func remove(_ old: Lanes) {
    nulls -= old
    falses -= old
    trues -= old
    numbers -= old
    strings -= old
    arrays -= old
    objects -= old
    cells -= old
    localTimes -= old
    unreadables -= old
    cellArrays -= old
    otherKeys -= old
  }

  /// The lane of the record in which a lane lies.
  @inline(__always)
  func record(_ lane: Lane) -> Lane { isFrame ? records[lane] : lane }

  /// The number of the captured node in a lane, or -1.
  @inline(__always)
  func place(_ lane: Lane) -> NodeNumber {
    guard captured.contains(lane) else { return -1 }
    return first >= 0 ? first &+ lane : places[lane]
  }
}
