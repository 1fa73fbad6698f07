/// Up to 64 pairs of records, or of elements, that are judged together: an engine of its own, for
/// which a pair is a record with two parts.
///
/// The values of both are put to their places as a scanner would put them. All else, from masks of
/// lanes to samples in words, is what the engine does with any batch.
struct PairBatch: ~Copyable {
  let program: Program
  var explainer: FailureExplainer
  private var scanner: JSONScanner
  /// The bytes of the values.
  private var arena = ByteArena()

  init(_ program: Program, samplesMaximum: Int, showsMasked: Bool = false) {
    self.program = program
    explainer = FailureExplainer(
      SchemaEvaluator(
        Evaluator(program: program, samplesMaximum: samplesMaximum, showsMasked: showsMasked)))
    scanner = JSONScanner(tree: program.tree)
    begin()
  }

  var isFull: Bool { explainer.engine.core.values.table.isFull }

  /// Begins another batch.
  mutating func begin() {
    explainer.engine.core.values.begin()
    arena.reset()
  }

  /// Begins a pair of elements.
  mutating func beginElements(isCSV: Bool) { explainer.engine.core.values.isCSV = isCSV }

  /// Begins a pair of records.
  mutating func beginRecords(isCSV: Bool) {
    explainer.engine.core.values.isCSV = isCSV
    let root = Node(bytes: StaticBytes.emptyView, state: FieldTree.root, kind: .object)
    _ = explainer.engine.core.values.table.setNew(root)
  }

  /// Puts a value of the pair to its place.
  ///
  /// - Parameter append: appends the bytes of the value: of a text, those without quotes and
  ///   escapes.
  mutating func put(
    _ kind: ValueKind, isLocalTime: Bool, at state: StateNumber,
    append: (inout ByteArena) -> Void
  ) throws(PartialDamage) {
    guard state >= 0, kind != .absent else { return }
    arena.begin()
    append(&arena)
    // It ends a value for the scanner.
    arena.append(Ascii.lineFeed)
    let whole = arena.finish()
    let bytes = whole[0..<whole.count - 1]
    if explainer.engine.isCSV, kind != .null {
      _ = explainer.engine.core.values.table.setNew(Node(bytes: bytes, state: state, kind: .cell))
      return
    }
    guard kind == .array || kind == .object else {
      let flags: Node.Flags = kind == .string ? .isPlain : []
      let node = Node(
        bytes: bytes, state: state, kind: kind,
        flags: isLocalTime ? flags.union(.isLocalTime) : flags)
      _ = explainer.engine.core.values.table.setNew(node)
      return
    }
    scanner.begin(bytes)
    let isRoot = state == FieldTree.root
    let parent = isRoot ? -1 : explainer.engine.core.values.table.place(FieldTree.root)
    let read = scanner.value(
      0, state: state, parent: parent, previous: -1, depth: isRoot ? 0 : 1,
      into: &explainer.engine.core.values.table)
    guard read.end == bytes.count else { throw PartialDamage() }
  }

  /// Ends a pair of a record.
  mutating func endPair(_ position: RecordPosition) {
    explainer.engine.core.values.take(position, isObject: true)
  }

  /// Judges the pairs.
  mutating func judge() {
    // The records themselves are told of keys that occur twice.
    explainer.engine.core.values.table.duplicateKeys = .none
    explainer.engine.core.judge()
  }

  /// The outcomes of a rule on the pairs that have been judged.
  func outcomes(of rule: RuleNumber) -> Outcomes {
    explainer.engine.core.tracked.outcomes[program.tables.rules[rule].tracked]
  }

  /// The node at fault in one of the pairs that have been judged, or -1.
  func culprit(of rule: RuleNumber, _ lane: Lane) -> NodeNumber {
    explainer.engine.core.tracked[program.tables.rules[rule].tracked, lane]
  }

  /// The failure of a rule on one of the pairs that have been judged, in words.
  mutating func described(_ rule: RuleNumber, _ lane: Lane) -> Sample {
    let note = FailureNote(
      rule: rule, lane: lane, culprit: culprit(of: rule, lane),
      reachedLimit: !outcomes(of: rule).answer.no.contains(lane))
    explainer.begin([note])
    return explainer.described(note)
  }
}
