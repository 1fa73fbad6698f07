/// Lowers a ``RuleSet`` to the tables of a ``Program``.
///
/// Equal expressions about the same value become one instruction; if more than one rule uses it,
/// its answer is kept for the batch.
struct ProgramBuilder {
  let ruleSet: RuleSet
  var lists = ProgramLists()
  var measures: [MeasureCode] = []
  var listedPaths: [(path: PathNumber, field: FieldPath)] = []
  var namedWalks: [(walk: Int32, field: FieldPath)] = []
  var orderRules: [OrderCode] = []
  /// The time that the rules use as now.
  let now: Instant
  var tree: FieldTree
  var instructions: [Instruction] = []
  var children: [Int32] = []
  var leaves: [Leaf] = []
  var paths: [PathCode] = []
  var pathStates: [StateNumber] = []
  var walks: [Walk] = []
  var walkSteps: [WalkStep] = []
  var changes: [ChangeCode] = []
  var scopes: [ScopeCode] = []
  var scopeList: [Int32] = []
  var ruleList: [RuleNumber] = []
  var rules: [RuleCode] = []
  var gatheredRules: [RuleNumber] = []
  var partPaths: [PathNumber] = []
  var topScopes: [Int32] = []
  var entries: [RuleNumber] = []
  var bounds: [BoundPair] = []
  var scaledBounds: [ScaledBounds] = []
  var multiples: [Decimal] = []
  var choices: [ChoiceTable] = []
  var nameSetNumbers: [Set<ExactText>: Int32] = [:]
  var readers: [TemporalReader] = []
  var readerNumbers: [TemporalNotation: Int32] = [:]
  var instants: [InstantLimits] = []
  var timeRelations: [InstantRelation] = []
  var schema = SchemaBuilder()
  /// Why a `normalize` cannot be compiled: paths get their numbers where nothing can be thrown.
  var declarationError: ProgramError?
  /// Path numbers without `normalize`, by those with it.
  var plainNumbers: [PathNumber: PathNumber] = [:]

  struct SharedKey: Hashable {
    var expression: Expression
    var path: PathNumber
  }
  var shared: [SharedKey: Int32] = [:]
  var patternNumbers: [PatternSource: Int32] = [:]

  /// The path number of the record itself.
  static let recordPath: PathNumber = 0

  init(_ ruleSet: RuleSet, closures: [ClosureCheck] = [], now: Instant) {
    self.ruleSet = ruleSet
    self.now = now
    lists.closures = closures
    lists.closureMembers = [[PathNumber]](repeating: [], count: closures.count)
    tree = FieldTree(named: [])
  }

  mutating func build() throws(ProgramError) {
    buildTree()
    guard tree.stateCount <= FieldTree.statesMaximum else {
      let maximum = DigitText.grouped(FieldTree.statesMaximum)
      throw ProgramError(description: "the rules name more than \(maximum) places in a record")
    }
    _ = number(of: FieldPath())
    for path in ruleSet.paths where !path.leadsToSeveral {
      listedPaths.append((number(of: path), path))
    }
    for path in ruleSet.paths where path.leadsToSeveral {
      namedWalks.append((walk(path, from: FieldPath(), isRelative: false), path))
    }
    // Fields below `[*]` or `*` that are only normalized.
    for path in ruleSet.paths where ruleSet.declarations[path]?.normalize.isEmpty == false {
      _ = number(of: path)
    }
    for path in ruleSet.paths { lists.knownColumns.insert(path) }
    rules = [RuleCode](repeating: RuleCode(), count: ruleSet.rules.count)
    markReferences()
    buildTags()
    try buildRules()
    try buildMeasures()
    assignShared()
    buildScopes()
    try buildSchema()
    buildEntries()
    for rule in ruleSet.rules { noteSamplePaths(of: rule) }
    buildColumns()
  }
}
