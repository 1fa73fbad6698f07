/// The kinds that a value may have for a plan to speak about it.
struct KindMask: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(kinds: ValueKind...) {
    rawValue = kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// The kinds of a set of types; `integer` counts as number.
  init(_ types: TypeMask) {
    var kinds: KindMask = []
    if types.contains(.string) { kinds.formUnion(.string) }
    if types.contains(.number) || types.contains(.integer) { kinds.formUnion(.number) }
    if types.contains(.boolean) { kinds.formUnion(.boolean) }
    if types.contains(.object) { kinds.formUnion(KindMask(kinds: .object)) }
    if types.contains(.array) { kinds.formUnion(.array) }
    self = kinds
  }

  static let string = KindMask(kinds: .string)
  static let number = KindMask(kinds: .number)
  static let boolean = KindMask(kinds: .true, .false)
  static let array = KindMask(kinds: .array)
  /// Every value that is there.
  static let present = KindMask(kinds: .true, .false, .number, .string, .array, .object)

  @inline(__always)
  func contains(_ kind: ValueKind) -> Bool { rawValue &>> UInt16(kind.rawValue) & 1 != 0 }
}

/// The checks of one single value in a row: what most of a profile comes down to.
///
/// A plan says something only about a value that is there, of one of its kinds, and then each of
/// its checks is true or false, nothing else. So a good value costs one look at its node and a run
/// through the steps. In all other cases the expression graph is asked (`Evaluator+Scopes`,
/// `Evaluator+Expressions`), which knows every case; both give the same answers where both speak,
/// and the agreement tests hold them together.
struct FieldPlan: BitwiseCopyable {
  /// How a value is read from its node.
  enum Reading: UInt8, BitwiseCopyable {
    case json
    /// CSV: the cell is declared as one of these types alone; a cell without declared type is taken
    /// as text, since plans about text say of both the same.
    case text, integer, number, boolean
    /// CSV: the cell is split at its path's separator.
    case array
  }

  /// The slot of the value.
  var state: Int32 = -1
  var kinds: KindMask = []
  var reading = Reading.json
  /// JSON: numbers must be integers.
  var needsInteger = false
  /// Where the value is absent, the outcome of each rule is `missing`.
  var isOptional = false
  /// Plans of blocks: where the value is there, but missing, the rules of presence pass and the
  /// outcome of each other one is `missing`.
  var isNullable = false
  /// A range of the pool of steps.
  var stepStart: Int32 = 0
  var stepEnd: Int32 = 0
  /// Plans of blocks: a range of ``PlanSet/attached``, entries of `rules` whose steps stand with
  /// the plan's in the main row.
  var attachedStart: Int32 = 0
  var attachedEnd: Int32 = 0
  /// Plans of blocks: the scope that knows every case, the path, and the field's place among those
  /// whose states are counted.
  var scope: Int32 = -1
  var path: Int32 = -1
  var field: Int32 = -1
}

/// A step of a plan. A rule has one or several steps in a row; if one fails, the rule does.
struct PlanStep: BitwiseCopyable {
  enum Opcode: UInt8, BitwiseCopyable {
    /// The graph must be asked.
    case general
    // Text: limits, a pattern, a leaf, a table of choices.
    case codepoints, byteCount, characters, pattern, notPattern, text, choice, notChoice
    /// Any kind but arrays and objects: a set of values.
    case listed, notListed
    case notEmptyText
    /// Booleans: bit 0 of `operand` admits false, bit 1 true.
    case boolean
    /// Numbers: limits as whole numbers; limits at each scale (`operand` is their place); a leaf.
    case wholeBounds, scaledBounds
    /// The opposite of `scaledBounds`: a number that is not a choice.
    case outsideBounds
    /// A multiple of `minimum` × 10^-`maximum`.
    case multiple
    /// Arrays, objects.
    case itemCount, notEmptyItems, uniqueItems
    /// `operand` is the plan of each element.
    case items
    // Only in the main row: the value of the next plan (of any kind, an array, an integer, or a
    // cell that is read as a type), and a field that is only counted. `operand` is a slot,
    // `ruleStep` the number of the plan or field, `rule` the step behind those of the plan.
    case value, array, integer, cell, field

    var isLoad: Bool {
      switch self {
      case .value, .array, .integer, .cell, .field: true
      default: false
      }
    }
  }

  var code: Opcode
  /// Of `value`: the kind for which the steps behind can run at once; `minimum` is the mark of such
  /// a node.
  var kind = ValueKind.absent
  /// The rule's place in the list of rules of its scope; -1 outside of blocks, and for the steps of
  /// an entry of `rules`.
  var ruleStep: Int32 = -1
  var rule: Int32 = -1
  var operand: Int32 = -1
  var minimum = 0
  var maximum = Int.max
}

/// The bounds of a number as whole numbers for each count of digits behind the point, so that a
/// written decimal is compared as the integer of its digits: 12.50 lies in [0, 100] as 1250 lies in
/// [0, 10000].
struct ScaledBounds: BitwiseCopyable {
  /// Digits behind the point that a table covers: 0 ..< scales. Computed doubles are written with
  /// up to 17 digits.
  static let scales = 17

  var minimum: Int
  var maximum: Int
}

/// An entry of `rules`: `when … then …`, a statement about single values, alternatives of such, or
/// a comparison of two.
struct EntryPlan: BitwiseCopyable {
  var rule: Int32
  /// Ranges of the pool of plans: each must hold. An entry without condition has an empty one.
  var conditionStart: Int32 = 0
  var conditionEnd: Int32 = 0
  var thenStart: Int32 = 0
  var thenEnd: Int32 = 0
  /// There is a condition; if it is false, the rule is not applicable.
  var isConditional = false
  /// The condition, if all that it asks is whether a text is a certain short one.
  var shortText = ShortText()
  /// One of the plans in `thenStart..<thenEnd` must hold, not all of them.
  var isAlternative = false
  /// The entry compares the values at two slots.
  var isComparison = false
  var operation = ComparisonOperator.equal
  var leftState: Int32 = -1
  var rightState: Int32 = -1
  /// The graph must be asked.
  var isGeneral = true
}

/// The question whether the value at a slot is a certain text of at most eight bytes.
struct ShortText: BitwiseCopyable {
  var state: Int32 = -1
  /// The mark of the nodes for which it can be answered by their bytes.
  var mark: UInt32 = 0
  /// -1: there is no such question.
  var count = -1
  var bytes: UInt64 = 0
}

/// The plans of a program for one input format.
struct PlanSet: BitwiseCopyable {
  /// Of the top scopes, in order; those of scopes without a plan have no state.
  var scopes: Storage<FieldPlan>
  var scopeCount: Int32
  /// All plans of scopes in one row: before the steps of each one that loads its value.
  var main: Storage<PlanStep>
  var mainCount: Int
  /// The entries of `rules`: first those that are judged one by one, then those whose steps stand
  /// in the main row.
  var entries: Storage<EntryPlan>
  var entryCount: Int32
  /// Numbers of the latter, plan by plan.
  var attached: Storage<Int32>
  /// Plans of elements and conditions.
  var parts: Storage<FieldPlan>
  var steps: Storage<PlanStep>
  var bounds: Storage<ScaledBounds>
  /// The counted fields without a plan.
  var otherFields: Storage<Int32>
  var otherFieldCount: Int32

  func deallocate() {
    scopes.deallocate()
    main.deallocate()
    entries.deallocate()
    attached.deallocate()
    parts.deallocate()
    steps.deallocate()
    bounds.deallocate()
    otherFields.deallocate()
  }
}
