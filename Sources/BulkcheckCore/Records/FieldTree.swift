/// The number of a state of a ``FieldTree``.
package typealias StateNumber = TableNumber<FieldTree.State>

/// The state of the key of a record: of a path `$key` or `$key[n]`.
package struct RecordKeyState: BitwiseCopyable, Sendable {
  /// The star whose place it takes, as in ``PathStep/recordKey(_:)``.
  package var star: Int?
  package var state: StateNumber
}

/// The paths of a profile as one automaton that a scanner walks while it reads a record.
///
/// A *state* is a place in a record that some path names or passes through. `items[*]` and
/// `items[0]` both lead to the first element, so a state stands for a *set* of path positions (the
/// subset construction), and each value has exactly one state. The paths `items[*].sku`,
/// `items[0].sku` and `items[0].price` make seven:
///
///     0 (record)
///     1   items
///     2     [0]          both paths lead here
///     3       sku          of items[*] and of items[0]
///     4       price
///     5     [*]          elements without an index of their own
///     6       sku
///
/// The states of paths form a tree and are numbered in preorder: the descendants of a state are the
/// numbers up to ``State/lastDescendant``. That of a `[*]` and those below it are repeated
/// (``State/isRepeated``): a record may have several values there, which are kept as parts.
///
/// An index from the end (`items[-1]`) leads to all elements, as `items[*]` does. ``BatchValues``
/// counts to find the one.
///
/// The keys of records have states below the root, behind all others. ``BatchValues`` fills them.
///
/// After the tree come the states of values that only a schema reads, and that a record can have
/// several of (``SchemaStates``). They are sets of subschemas and form a graph. A schema that
/// refers to itself makes circles in it.
///
/// Invariant: a scanner needs only the state of an object and a key, or of an array and a position,
/// to know the state of the part, or that no rule reads it.
package final class FieldTree: Sendable {
  /// A place in a record. Trivial; the scanners keep it in tables.
  package struct State: BitwiseCopyable, Sendable {
    /// Behind the last state of the subtree.
    package var lastDescendant: StateNumber = 0
    package var parent: StateNumber = -1
    /// The state of elements without an index of their own, or -1.
    package var everyElement: StateNumber = -1
    /// The state of members without a name of their own, or -1.
    package var everyMember: StateNumber = -1
    /// A range of ``FieldTree/elements``: states of single positions.
    package var indexStart: Int32 = 0
    package var indexCount: Int32 = 0
    /// The place of an element of an array: never a missing value.
    package var isElement = false
    /// Some path goes through a member.
    package var hasKeys = false
    /// How many members have names of their own and columns; their states are the first ones below.
    package var memberCount: Int32 = 0
    /// Below a `[*]` or `*`: a record may have several values here, kept as lists instead of in a
    /// slot.
    package var isRepeated = false
    /// A path named by the profile passes through or ends here (message templates do not count).
    package var isNamed = false
    /// The children of nodes at this state are linked: elements are read one by one.
    package var linksChildren = false
    /// A rule of a profile may read the text of an array or object here. Rows of tables have none
    /// otherwise (``RowCells``).
    package var isReadWhole = false
    package var hasElements: Bool { everyElement >= 0 || indexCount > 0 }
  }

  struct ElementEntry: BitwiseCopyable {
    var position: Int32
    var state: StateNumber
  }

  package static let root: StateNumber = 0
  /// The most places that the rules can name, those on the way included.
  package static let statesMaximum = Int(Int16.max)
  package static let none: StateNumber = -1

  package let states: Storage<State>
  package let stateCount: Int
  let elements: Storage<ElementEntry>
  /// The states of the keys of records, which no scanner fills.
  package let recordKeys: [RecordKeyState]
  /// The state of the record, or element, that rules read beside their own; no scanner finds it.
  package let previous: StateNumber
  /// The transitions by key.
  package let keys: KeyTable
  /// The name of the last step of each state, for CSV columns; nil for elements.
  package let stepNames: [String?]
  private let statesOfPath: [FieldPath: [StateNumber]]
  private let everyStateOfPath: [FieldPath: [StateNumber]]
  private let prefixes: Set<FieldPath>

  /// - Parameters:
  ///   - named: the paths that the profile names.
  ///   - others: further paths to capture, such as those of message templates.
  ///   - schema: a schema that is to find the values that it is about.
  ///   - isOfElements: the record, and the one before, are elements of an array.
  package init(
    named: [FieldPath], others: [FieldPath] = [], schema: SchemaGraph? = nil,
    isOfElements: Bool = false
  ) {
    var builder = FieldTreeBuilder(
      paths: named + others, namedCount: named.count, schema: schema, isOfElements: isOfElements)
    builder.build()
    states = Storage(builder.states, padding: State())
    stateCount = builder.states.count
    elements = Storage(builder.elements, padding: ElementEntry(position: 0, state: -1))
    stepNames = builder.stepNames
    recordKeys = builder.recordKeys
    previous = builder.previous
    statesOfPath = builder.statesOfPath
    everyStateOfPath = builder.everyStateOfPath
    prefixes = builder.prefixes
    graphStart = builder.graphStart
    keys = KeyTable(builder.keys, builder.keyBytes)
    graphSteps = builder.schemaStates.taken
    generalLocations = schema == nil ? [] : builder.generalLocations()
  }

  deinit {
    states.deallocate()
    elements.deallocate()
    keys.deallocate()
  }

  /// The states at which a path ends. There is more than one only if a number in a JSON Pointer may
  /// be a key or an index, and a record has a value at one of them at most. Empty if the path was
  /// not among the tree's paths.
  package func states(of path: FieldPath) -> [StateNumber] { statesOfPath[path] ?? [] }

  /// The states of all values at a path: `items[*]` also leads to the state of `items[0]`.
  package func everyState(of path: FieldPath) -> [StateNumber] { everyStateOfPath[path] ?? [] }

  /// The first state behind those of the tree.
  let graphStart: StateNumber

  /// The steps to states behind those of the tree.
  let graphSteps: [SchemaStates.Taken]

  /// The location of the values at each state, if there is a schema; `*` stands for every element
  /// and for every member without a name of its own. nil where several lead to the state.
  let generalLocations: [String?]

  /// Whether some path of the tree is this one or goes on from it.
  package func reaches(_ path: FieldPath) -> Bool { prefixes.contains(path) }

  /// The first eight bytes of a key as a number, zeros behind its end.
  static func prefix(_ key: some Sequence<UInt8>) -> UInt64 {
    var value: UInt64 = 0
    for (position, byte) in key.enumerated() where position < 8 {
      value |= UInt64(byte) << UInt64(8 * position)
    }
    return value
  }

  /// The state of the element at `position` of an array at `state`, or ``none``.
  @inline(__always)
  package func element(_ position: Int, of state: StateNumber) -> StateNumber {
    let parent = states[state]
    var index = parent.indexStart
    let end = index + parent.indexCount
    while index < end {
      let entry = elements[index]
      if Int(entry.position) == position { return entry.state }
      index += 1
    }
    return parent.everyElement
  }
}
