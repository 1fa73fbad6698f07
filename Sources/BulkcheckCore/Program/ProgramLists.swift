/// The lists of a ``Program`` beside its tables: the builder fills them, the program keeps them.
package struct ProgramLists: Sendable {
  /// For each tag, its rules from the highest priority down.
  var tagGroups: [[RuleNumber]] = []
  /// The rules that claim keys.
  var keyRules: [KeyRule] = []
  var recordKeys: [RecordKeyCode] = []
  /// By pairing.
  var pairs: [PairCode] = []
  /// Some of them are of records.
  var hasRecordPairs = false
  var combinations: [CombinationCode] = []
  /// The references whose values have to occur.
  var coverages: [ValueSet] = []
  var texts: [OwnedBytes] = []
  var patterns: [Pattern] = []
  var valueSets: [ValueSet] = []
  /// Owners of the digits that decimals point to.
  var numbers: [OwnedDecimal] = []
  /// The names that `additionalFields` admits, where the scanner cannot tell.
  var nameSets: [TextSet] = []
  /// A range of `changes` for each chain.
  var chains: [Range<Int32>] = []
  var relations: [RelationCode] = []
  var relationNumbers: [ProgramBuilder.SectionExpression: Int] = [:]
  /// The operands of tests.
  var tests: [OperandCode] = []
  var testNumbers: [ProgramBuilder.SectionExpression: Int] = [:]
  var dependencies: [DependencyTable] = []
  var dependencyNumbers: [Constraint: Int] = [:]
  var momentNumbers: [Constraint: Int] = [:]
  var closures: [ClosureCheck] = []
  /// For each closure the path numbers of what its value is put together from.
  var closureMembers: [[PathNumber]] = []
  /// Answers that several rules share, and rules whose outcomes are asked for.
  var sharedCount = 0
  var trackedCount = 0
  /// Path codes of all paths of rules and templates, for samples. With a section where it reads a
  /// path in its own way.
  var pathNumbers: [NamedField: PathNumber] = [:]
  /// CSV: the paths of cells that sections split in their own way.
  var ownCellPaths: [PathNumber: FieldPath] = [:]
  /// By path number.
  var fieldPaths: [FieldPath] = []
  /// CSV: the columns that are read, with the state that takes their cells.
  package var columns: [(name: String, state: StateNumber)] = []
  /// CSV: names that some path of the profile means.
  package var knownColumns = ColumnNames()
  /// CSV: names that some path of a section means, or one outside of sections.
  var sectionColumns: [ColumnNames] = []
  /// CSV: the columns that paths with `*` mean.
  var columnGroups: [ColumnGroup] = []
}
