/// A captured value of the record at hand.
package struct Node: BitwiseCopyable {
  package struct Flags: OptionSet, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// JSON: the string has an escape. CSV: the cell has a doubled quote.
    package static let isEscaped = Flags(rawValue: 1)
    /// The object has a key that no path below it begins with.
    package static let hasOtherKeys = Flags(rawValue: 2)
    /// CSV: the cell has been split at its separator.
    package static let isSplit = Flags(rawValue: 4)
  }

  /// Strings: the content between the quotes. Others: the whole value. CSV: the cell without its
  /// quotes.
  package var bytes: ByteView
  /// Elements or members; of other kinds 0.
  package var count: Int32 = 0
  package var firstChild: Int32 = -1
  package var nextSibling: Int32 = -1
  private var shortState: Int16
  package var kind: ValueKind
  package var flags: Flags = []

  package init(bytes: ByteView, state: Int32, kind: ValueKind, flags: Flags = []) {
    self.bytes = bytes
    shortState = Int16(truncatingIfNeeded: state)
    self.kind = kind
    self.flags = flags
  }
}

extension Node {
  /// Its place in the ``FieldTree``. There are at most ``FieldTree/statesMaximum`` of them, so that
  /// a node fits into 32 bytes and is copied in two moves.
  @inline(__always)
  package var state: Int32 { Int32(shortState) }

  /// State, kind and flags as one number, for one comparison; see ``mark(state:kind:)``.
  @inline(__always)
  var mark: UInt32 {
    UInt32(UInt16(bitPattern: shortState)) | UInt32(kind.rawValue) << 16
      | UInt32(flags.rawValue) << 24
  }

  /// The ``mark`` of a node without flags.
  static func mark(state: Int32, kind: ValueKind) -> UInt32 {
    Node(bytes: FieldTable.emptyView, state: state, kind: kind).mark
  }
}

extension ByteView: BitwiseCopyable {}

/// The values of one record at the places that the profile names: what scanners write and the
/// program reads.
///
/// Places with one value have a *slot*; elements of arrays and what lies below them are lists of
/// children. Reused from record to record: it grows to the largest record seen and then allocates
/// no more.
package struct FieldTable: ~Copyable {
  package private(set) var nodes: Storage<Node>
  package private(set) var nodeCount: Int32 = 0
  /// The node at each state that is not repeated, or -1. One more slot, behind them, is always
  /// empty.
  package let slots: Storage<Int32>
  private let slotCount: Int
  /// A key on the way of a named path occurred twice in its object.
  package var hasDuplicateKey = false

  package static let emptyView = StaticBytes.empty.view(from: 0, count: 0)

  package init(stateCount: Int) {
    slotCount = stateCount
    slots = Storage(capacity: stateCount + 1, repeating: -1)
    nodes = Storage(
      capacity: max(64, stateCount * 2),
      repeating: Node(bytes: FieldTable.emptyView, state: -1, kind: .absent))
  }

  deinit {
    slots.deallocate()
    nodes.deallocate()
  }

  /// Forgets the last record.
  @inline(__always)
  package mutating func clear() {
    nodeCount = 0
    hasDuplicateKey = false
    slots.fill(-1, count: slotCount)
  }

  /// Forgets the last record and makes the slots ready for the cells of a row, which are to be set
  /// one behind the other.
  @inline(__always)
  mutating func beginRow(_ layout: CSVLayout) {
    assert(Int(layout.cellCount) <= nodes.capacity && layout.cellSlotCount <= slotCount)
    nodeCount = layout.cellCount
    hasDuplicateKey = false
    slots.copy(layout.cellSlots, count: layout.cellSlotCount)
    slots.fill(-1, from: layout.cellSlotCount, count: slotCount &- layout.cellSlotCount)
  }

  /// Puts a node into the slot of its state, which is not repeated. False if there is one already:
  /// nothing is done.
  @inline(__always)
  mutating func setNew(_ node: Node) -> Bool {
    let state = node.state
    guard slots[state] < 0 else { return false }
    // There is room: see `append`.
    let number = nodeCount
    nodes[number] = node
    slots[state] = number
    nodeCount = number &+ 1
    return true
  }

  /// Adds a node and returns its number.
  ///
  /// It leaves room for a node in every slot, so that ``setNew(_:)``, which fills each slot once at
  /// most, needs not ask.
  @inline(__always)
  package mutating func append(_ node: Node) -> Int32 {
    if Int(nodeCount) &+ slotCount >= nodes.capacity { grow() }
    let number = nodeCount
    nodes[number] = node
    nodeCount = number + 1
    return number
  }

  @inline(never)
  private mutating func grow() {
    nodes = nodes.grown(to: nodes.capacity * 2, keeping: Int(nodeCount))
  }

  /// Empties the slots of a subtree: the object that filled them is replaced by a later one with
  /// the same key.
  package func forgetSubtree(of state: Int32, behind end: Int32) {
    var position = state + 1
    while position < end {
      slots[position] = -1
      position += 1
    }
  }
}

/// Bytes that live as long as the process.
package enum StaticBytes {
  /// Eight zero bytes: a valid address for empty views.
  package static let empty: Storage<UInt8> = Storage(capacity: 64, repeating: 0)
}
