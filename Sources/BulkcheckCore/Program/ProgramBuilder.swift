/// Lowers a ``RuleSet`` to the tables of a ``Program``.
///
/// Equal expressions about the same value become one instruction; if more than one rule uses it,
/// its answer is kept for the batch.
struct ProgramBuilder {
  let ruleSet: RuleSet
  let closures: [ClosureCheck]
  /// The time that the rules use as now.
  let now: Instant
  /// For each closure the path numbers of what its value is put together from.
  var closureMembers: [[PathNumber]]
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
  var keyRules: [KeyRule] = []
  var combinations: [CombinationCode] = []
  var partPaths: [PathNumber] = []
  var topScopes: [Int32] = []
  var entries: [RuleNumber] = []
  var tagGroups: [[RuleNumber]] = []
  var measures: [MeasureCode] = []
  var coverages: [ValueSet] = []
  var orderRules: [OrderCode] = []
  var texts: [OwnedBytes] = []
  var patterns: [Pattern] = []
  var bounds: [BoundPair] = []
  var scaledBounds: [ScaledBounds] = []
  var multiples: [Decimal] = []
  /// Owners of the digits that decimals point to.
  var numbers: [OwnedDecimal] = []
  var choices: [ChoiceTable] = []
  var valueSets: [ValueSet] = []
  var nameSets: [TextSet] = []
  var nameSetNumbers: [Set<ExactText>: Int32] = [:]
  var chains: [Range<Int32>] = []
  var relations: [RelationCode] = []
  var relationNumbers: [Expression: Int] = [:]
  var dependencies: [DependencyTable] = []
  var dependencyNumbers: [Constraint: Int] = [:]
  var readers: [TemporalReader] = []
  var readerNumbers: [TemporalNotation: Int32] = [:]
  var instants: [InstantLimits] = []
  var momentNumbers: [Constraint: Int] = [:]
  var timeRelations: [InstantRelation] = []
  var schema = SchemaBuilder()
  var sharedCount = 0
  var trackedCount = 0
  var listedPaths: [(path: PathNumber, field: FieldPath)] = []
  /// The paths with `[*]` or `*` that the profile names.
  var namedWalks: [(walk: Int32, field: FieldPath)] = []
  var pathNumbers: [FieldPath: PathNumber] = [:]
  /// Why a `normalize` cannot be compiled: paths get their numbers where nothing can be thrown.
  var declarationError: ProgramError?
  /// By path number.
  var fieldPaths: [FieldPath] = []
  /// Path numbers without `normalize`, by those with it.
  var plainNumbers: [PathNumber: PathNumber] = [:]
  var columns: [(name: String, state: StateNumber)] = []
  var columnGroups: [ColumnGroup] = []
  var knownColumns = ColumnNames()

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
    self.closures = closures
    closureMembers = [[PathNumber]](repeating: [], count: closures.count)
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
    for path in ruleSet.paths { knownColumns.insert(path) }
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
