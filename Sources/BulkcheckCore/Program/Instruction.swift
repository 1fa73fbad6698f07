/// A node of the compiled expression graph. Children are instruction numbers; lists of them lie in
/// a pool.
struct Instruction: BitwiseCopyable {
  // `expand --program` prints the names.
  enum Opcode: UInt8, BitwiseCopyable {
    /// a: leaf.
    case leaf
    /// a: first child in the pool, b: number of children.
    case all, any, none, both, either
    /// a: child.
    case not
    /// a: condition, b: then or -1, c: else or -1.
    case when
    /// a: path, b: child about its value.
    case atPath
    /// a: walk, b: child about each of the values.
    case atWalk
    /// a: path of the elements, b: child about each of them.
    case items, someItem
    /// a: path of the names, b: child about each of them.
    case names
    /// a: first child, b: number; each about a part of the current object.
    case fields
    /// a, c: paths; b: operator.
    case compare
    /// a, c: paths; b: its place in the pool of relations of times.
    case compareTimes
    /// a: its place in the pool of relations.
    case relate
    /// a: its place in the pool of tests.
    case test
    /// a: its place in the pool of combinations.
    case combination
    /// a: rule.
    case outcome
  }

  var code: Opcode
  var a: Int32 = -1
  var b: Int32 = -1
  var c: Int32 = -1
  /// The place in which the answer is kept for the batch, if several rules share it; else -1.
  var shared: Int32 = -1
  /// A part of it is about several values of a record, and one of them may be at fault.
  var hasElements = false
  /// The declared types of the current value's path, as in ``Leaf/declared``.
  var declared: TypeMask = []

  /// ``a``, of an instruction about a path.
  var path: PathNumber { PathNumber(a) }
  /// ``c``, of an instruction about two.
  var otherPath: PathNumber { PathNumber(c) }
}

/// A statement about combinations of values and those of a reference.
struct CombinationCode {
  var paths: [PathNumber]
  var values: CombinationSet
  var collector: CombinationCollector?
  var cellTypes: [CellTypes]
}

/// The keys that a rule claims of each record.
struct KeyRule: BitwiseCopyable {
  enum Role: UInt8, BitwiseCopyable {
    /// No other record has the same key.
    case unique
    /// Some record offers the key.
    case asks
    /// The key that others may ask for.
    case offers
  }

  var rule: RuleNumber
  var role: Role
  /// A range of the pool of paths.
  var partStart: Int32
  var partCount: Int32
  /// The first of the paths that the parts are compared with.
  var counterpartStart: Int32 = -1
  /// The records that have the key.
  var section = SectionNumber.everyRecord
  /// It is asked for by each of several values of a record.
  var isRepeated = false
  /// The number of its ``RecordKeyCode``, if it has no parts and is that of the record as a whole.
  var whole: Int32 = -1
  /// Only records of which this instruction is true have the key; -1: all.
  var condition: Int32 = -1
}

/// The members and columns of which the key of a whole record takes what is declared, with the
/// paths by which they are read.
struct RecordKeyCode: Sendable {
  var members: [(name: OwnedBytes, path: PathNumber)] = []
  /// Their names, as a number of ``ProgramLists/nameSets``.
  var memberNames: Int32 = -1
  var columns: [ExactText: PathNumber] = [:]
}

/// How a path is read.
struct PathCode: BitwiseCopyable {
  /// A range of the pool of states: where its only value may be. Empty for repeated paths.
  var stateStart: Int32 = 0
  var stateCount: Int32 = 0
  var isRepeated = false
  /// The last step is `[n]` or `[*]`. (If a value is there, its state shows whether it is an
  /// element.)
  var endsInElement = false
  var typeList = CellTypes()
  var types: TypeMask = []
  /// A range of the pool of changes.
  var changeStart: Int32 = 0
  var changeCount: Int32 = 0
  /// A text in the pool, or -1.
  var separator: Int32 = -1
  /// CSV: the state of its cells, where a section splits them in its own way, or -1.
  var cellState: StateNumber = -1
  /// CSV: the path of the column whose cell holds this path's elements, or -1.
  var column: PathNumber = -1
  /// The path of this path's elements, or -1.
  var element: PathNumber = -1
  /// CSV: which of ``Program/columnGroups`` the path means, or -1.
  var columnGroup: Int32 = -1
  /// It is read as the record has it, and also in records that are not objects.
  var isPlain = false
  /// Its `default` may insert an array or object, or in CSV a text with separators.
  var insertsParts = false
  /// The path around it from which its value is found step by step, or -1, and the steps from
  /// there, a range of the pool of steps: the innermost path that ``insertsParts``, or whose
  /// elements are counted from their end.
  var around: PathNumber = -1
  var aroundStepStart: Int32 = 0
  var aroundStepCount: Int32 = 0
  /// CSV: the path around it is that of its cell, or of a part of it.
  var isInCell = false
  /// It has no slot of its own: every value of it is found from the path around it.
  var countsFromEnd = false
}

/// A path with `[*]` or `*`, step by step, from a value to the parts of it.
struct Walk: BitwiseCopyable {
  /// The path of the value at which it begins, or -1 for the current value.
  var origin: PathNumber
  /// A range of the pool of steps.
  var stepStart: Int32
  var stepCount: Int32
  /// The path of the values found.
  var target: PathNumber
  /// CSV: the ``ColumnGroup`` whose cells the walk begins at instead, or -1; and the step behind.
  var columnGroup: Int32 = -1
  var cellStep: Int32 = 0
}

/// CSV: the columns that a path with `*` means.
struct ColumnGroup: Sendable {
  var pattern: ColumnPattern
  /// The path by which their cells are read, and their state.
  var path: PathNumber
  var state: StateNumber
}

struct WalkStep: BitwiseCopyable {
  // `expand --program` prints the names.
  enum Opcode: UInt8, BitwiseCopyable { case key, index, every, everyMember, keyOrIndex }
  var code: Opcode
  /// The key's place in the pool of texts.
  var text: Int32 = -1
  var position: Int32 = -1
  /// The path of the values that it leads to, if the walk goes on from there and that path
  /// ``PathCode/insertsParts``; else -1.
  var path: PathNumber = -1
}

/// A constraint block of the profile, as the program runs it.
struct ScopeCode: BitwiseCopyable {
  enum Place: UInt8, BitwiseCopyable { case field, walkedField, items, member, walkedMember }
  var place: Place
  var path: PathNumber
  /// The section whose records it is about.
  var section = SectionNumber.everyRecord
  var walk: Int32 = -1
  // Ranges of the pool of rules by stage; `subtree` has those of nested scopes too.
  var presenceStart: Int32 = 0
  var presenceCount: Int32 = 0
  var typeStart: Int32 = 0
  var typeCount: Int32 = 0
  var formatStart: Int32 = 0
  var formatCount: Int32 = 0
  var boundStart: Int32 = 0
  var boundCount: Int32 = 0
  var valueStart: Int32 = 0
  var valueCount: Int32 = 0
  var subtreeStart: Int32 = 0
  var subtreeCount: Int32 = 0
  /// A range of the pool of scopes.
  var childStart: Int32 = 0
  var childCount: Int32 = 0
}

/// A rule, as the program runs it.
struct RuleCode: BitwiseCopyable {
  /// -1 for `unique`.
  var expression: Int32 = -1
  /// The path whose value samples show, or -1 if they show several.
  var samplePath: PathNumber = -1
  var isRun = true
  /// It is a keyword of the graph of subschemas, which finds its outcome.
  var isKeyword = false
  /// Its number among those whose outcome is needed after it was found, by a tag or another rule;
  /// else -1.
  var tracked: Int32 = -1
  var isTagged = false
  /// Its number among those whose outcomes are gathered first; else -1. They are judged at several
  /// elements, or in a block whose enclosing values may decide about a part of the records.
  var gathered: Int32 = -1
  /// Whether its expression has elements.
  var hasElements = false
  var isError = false
  /// Keys of records decide: they are claimed, and compared when records are added up.
  var isUnique = false
  /// The number of its ``PairCode``, or -1.
  var pairing: Int32 = -1
  /// The names that `additionalFields: false` knows, in ``Program/nameSets``; -1 for other rules.
  var names: Int32 = -1
  /// It is about the names of an object's members.
  var isAboutNames: Bool { names >= 0 }
  /// It is about the names of members, some of which are at fault.
  var asksForNames = false
  /// Its number in ``Program/keyRules``, or -1.
  var keyNumber: Int32 = -1
  /// A range of the pool of paths: the parts of a `unique`, or the single values that a rule over
  /// several is about.
  var partStart: Int32 = 0
  var partCount: Int32 = 0
  /// The instruction of a condition of several parts, or -1.
  var condition: Int32 = -1
  /// The section whose records it is about.
  var section = SectionNumber.everyRecord
}
