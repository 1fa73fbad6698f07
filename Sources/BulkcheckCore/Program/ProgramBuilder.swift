/// Lowers a ``RuleSet`` to the tables of a ``Program``.
///
/// Equal expressions about the same value become one instruction; if more than one rule uses it,
/// its answer is kept for the batch.
struct ProgramBuilder {
  let ruleSet: RuleSet
  var lists = ProgramLists()
  var measures: [MeasureCode] = []
  var listedPaths: [ListedPath] = []
  var namedWalks: [NamedWalk] = []
  var sections: [SectionCode] = []
  /// The section whose parts are being lowered; nil: those of all records.
  var section: SectionIndex?
  /// See ``ownSteps(_:)``.
  let ownSteps: [Set<PathStep>]
  /// See ``splitSteps(_:_:)``.
  let splitSteps: [Set<PathStep>]
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
    var expression: SectionExpression
    var path: PathNumber
  }

  /// An expression, whose paths a section may read in its own way.
  struct SectionExpression: Hashable {
    var expression: Expression
    var section: SectionIndex?
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
    ownSteps = ProgramBuilder.ownSteps(ruleSet)
    splitSteps = ProgramBuilder.splitSteps(ruleSet, ownSteps)
  }

  mutating func build() throws(ProgramError) {
    buildTree()
    guard tree.stateCount <= FieldTree.statesMaximum else {
      let maximum = DigitText.grouped(FieldTree.statesMaximum)
      throw ProgramError(description: "the rules name more than \(maximum) places in a record")
    }
    _ = number(of: FieldPath())
    listPaths()
    rules = [RuleCode](repeating: RuleCode(), count: ruleSet.rules.count)
    markReferences()
    buildTags()
    try buildSections()
    try buildRules()
    try buildMeasures()
    assignShared()
    buildScopes()
    try buildSchema()
    buildEntries()
    for rule in ruleSet.rules { noteSamplePaths(of: rule) }
    buildColumns()
  }

  private mutating func listPaths() {
    for field in ruleSet.fields where !field.path.leadsToSeveral {
      section = field.section
      listedPaths.append(ListedPath(path: number(of: field.path), field: field))
    }
    for field in ruleSet.fields where field.path.leadsToSeveral {
      section = field.section
      let walk = walk(field.path, from: FieldPath(), isRelative: false)
      namedWalks.append(NamedWalk(walk: walk, field: field))
    }
    // Fields below `[*]` or `*` that are only normalized.
    for field in ruleSet.fields {
      section = field.section
      if declaration(of: field.path)?.normalize.isEmpty == false { _ = number(of: field.path) }
      lists.knownColumns.insert(field.path)
    }
    section = nil
    lists.sectionColumns = ruleSet.sections.indices.map { index in
      var names = ColumnNames()
      for field in ruleSet.fields where field.section.map({ $0.value == index }) ?? true {
        names.insert(field.path)
      }
      return names
    }
  }
}

/// A path that leads to one value at most, whose values reports count.
struct ListedPath: Sendable {
  var path: PathNumber
  var field: NamedField
}

/// A path with `[*]` or `*`, of which reports say whether a record had it.
struct NamedWalk: Sendable {
  var walk: Int32
  var field: NamedField
}
