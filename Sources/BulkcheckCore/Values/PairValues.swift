/// Puts the values of pairs of records, or of elements, to their places in a batch in which a pair
/// is a record with two parts (``RuleSet/ofPairs(_:)``), as a scanner would put them.
///
/// All else, from masks of lanes to samples in words, is what the engine does with any batch.
struct PairValues: ~Copyable {
  private var scanner: JSONScanner
  /// The bytes of the values.
  private var arena = ByteArena()

  init(_ program: Program) { scanner = JSONScanner(tree: program.tree) }

  /// Begins another batch.
  mutating func begin(_ pairs: inout BatchValues) {
    pairs.begin()
    arena.reset()
  }

  /// Begins a pair of records.
  mutating func beginRecords(isCSV: Bool, in pairs: inout BatchValues) {
    pairs.isCSV = isCSV
    let root = Node(bytes: StaticBytes.emptyView, state: FieldTree.root, kind: .object)
    _ = pairs.table.setNew(root)
  }

  /// Puts a value of the pair at hand to its place.
  ///
  /// - Parameter append: appends the bytes of the value: of a text, those without quotes and
  ///   escapes.
  mutating func put(
    _ kind: ValueKind, isLocalTime: Bool, at state: StateNumber, in pairs: inout BatchValues,
    append: (inout ByteArena) -> Void
  ) throws(PartialDamage) {
    guard state >= 0, kind != .absent else { return }
    arena.begin()
    append(&arena)
    // It ends a value for the scanner.
    arena.append(Ascii.lineFeed)
    let whole = arena.finish()
    let bytes = whole[0..<whole.count - 1]
    if pairs.isCSV, kind != .null {
      _ = pairs.table.setNew(Node(bytes: bytes, state: state, kind: .cell))
      return
    }
    guard kind == .array || kind == .object else {
      let flags: Node.Flags = kind == .string ? .isPlain : []
      let node = Node(
        bytes: bytes, state: state, kind: kind,
        flags: isLocalTime ? flags.union(.isLocalTime) : flags)
      _ = pairs.table.setNew(node)
      return
    }
    scanner.begin(bytes)
    let isRoot = state == FieldTree.root
    let read = scanner.value(
      0, state: state, parent: isRoot ? -1 : pairs.table.place(FieldTree.root), previous: -1,
      depth: isRoot ? 0 : 1, into: &pairs.table)
    guard read.end == bytes.count else { throw PartialDamage() }
  }

  /// Takes an element of a record and the one before it.
  mutating func take(
    _ pair: ElementPair, of record: Lane, from records: inout BatchValues,
    into pairs: inout BatchValues
  ) {
    pairs.isCSV = records.isCSV
    put(pair.element, at: FieldTree.root, from: &records, in: &pairs)
    put(pair.before, at: pairs.program.tree.previous, from: &records, in: &pairs)
    // Only its number is asked for: what is told of a pair is placed in its record.
    var position = RecordPosition()
    position.ordinal = records.positions[record].ordinal
    pairs.take(position, isObject: true)
  }

  private mutating func put(
    _ place: NodeNumber, at state: StateNumber, from records: inout BatchValues,
    in pairs: inout BatchValues
  ) {
    records.writeText(of: place)
    let node = records.table.nodes[place]
    let isText = node.kind == .string || node.kind == .cell
    let bytes = isText ? records.text(of: node) : node.bytes
    let isLocalTime = node.flags.contains(.isLocalTime)
    do throws(PartialDamage) {
      try put(node.kind, isLocalTime: isLocalTime, at: state, in: &pairs) { $0.append(bytes) }
    } catch {
      assertionFailure("a value of a record that has been read is well-formed")
    }
  }
}

/// An element and the one before it in its array, by their nodes.
struct ElementPair: BitwiseCopyable {
  var element: NodeNumber = -1
  var before: NodeNumber = -1
}
