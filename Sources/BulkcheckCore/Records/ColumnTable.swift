/// The values of a batch of records at the places that the profile names: what scanners write and
/// the program reads.
///
/// Each record has a *lane*. A place with one value in a record has a *column*, the values of all
/// lanes side by side. Elements of arrays and what lies below them are *parts*, which lie behind
/// the columns and are linked to one another. A node's number is its place in this row:
///
///     | state 0: lane 0, lane 1, … | state 1: lane 0, lane 1, … | … | parts of all lanes |
///
/// Under a profile about `plan`, `seats` and `tags[*]` the states are 0 (the record), 1, 2, 3
/// (`tags`) and 4 (its elements). The records
///
///     {"plan": "pro", "seats": 3, "tags": ["new"]}
///     {"seats": 7, "tags": ["export-only", "eu"]}
///
/// fill these nodes, with 64 lanes for each state and one column that is always empty:
///
///     64          "pro"                present[1]  lane 0
///     128, 129    3, 7                 present[2]  lanes 0 and 1
///     192, 193    the arrays           present[3]  lanes 0 and 1
///     384         "new"                the first child of 192
///     385, 386    "export-only", "eu"  the children of 193
///
/// A node has 16 bytes: address, length, kind, state, and flags such as whether there is an escape.
/// 64 lanes make one machine word (``Lanes``), and the columns of about twenty places stay in the
/// nearest cache. Of 16 to 256 lanes, 64 were the fastest. A profile that names hundreds of places
/// gets fewer.
///
/// Scanners fill the lane at hand (``lane``), which is then taken (``takeLane()``), or given back
/// if the record turns out to be malformed (``dropLane()``). A node may hold anything where
/// ``present`` lacks its lane, so nothing but ``present`` is cleared for a batch. The table grows
/// to the largest batch seen and then allocates no more.
package struct ColumnTable: ~Copyable {
  package static let lanesMaximum: Int32 = 64
  /// Columns of more nodes in all have fewer lanes, so that they stay in the nearer caches.
  private static let columnNodesMaximum = 16 << 10
  /// A batch that has more parts takes no further record.
  private static let partsMaximum: Int32 = 32 << 10

  package private(set) var nodes: Storage<Node>
  package private(set) var links: Storage<NodeLinks>
  /// The lanes that have a value, by state. One more, behind them, is always empty.
  package let present: Storage<Lanes>
  /// How many lanes a batch has at most: a power of two.
  package let laneCount: Int32
  private let laneShift: Int32
  private let stateCount: Int
  private let partsStart: Int32

  /// The lane that is filled.
  package private(set) var lane: Lane = 0
  private var bit = Lanes(0)
  /// Behind the last part, and behind those of the lanes before.
  private var partsEnd: Int32
  private var partsBefore: Int32
  /// Lanes in which a key on the way of a named path occurred twice in its object, or whose record
  /// stands under such a key.
  package var duplicateKeys = Lanes.none

  /// - Parameter lanesMaximum: a power of two.
  package init(stateCount: Int, lanesMaximum: Int32 = ColumnTable.lanesMaximum) {
    var lanes = lanesMaximum
    while lanes > 1, Int(lanes) * stateCount > ColumnTable.columnNodesMaximum { lanes /= 2 }
    laneCount = lanes
    laneShift = Int32(lanes.trailingZeroBitCount)
    self.stateCount = stateCount
    partsStart = Int32(stateCount + 1) << laneShift
    partsEnd = partsStart
    partsBefore = partsStart
    present = Storage(capacity: stateCount + 1, repeating: .none)
    let capacity = Int(partsStart) + max(64, stateCount * 2)
    nodes = Storage(
      capacity: capacity, repeating: Node(bytes: StaticBytes.emptyView, state: -1, kind: .absent))
    links = Storage(capacity: capacity, repeating: NodeLinks())
  }

  deinit {
    present.deallocate()
    nodes.deallocate()
    links.deallocate()
  }

  // MARK: Lanes

  /// Forgets the last batch.
  package mutating func clear() {
    lane = 0
    bit = Lanes(0)
    partsEnd = partsStart
    partsBefore = partsStart
    duplicateKeys = .none
    present.fill(.none, count: stateCount)
  }

  /// Whether the batch takes no further record.
  @inline(__always)
  package var isFull: Bool {
    lane.value == laneCount || partsEnd &- partsStart > ColumnTable.partsMaximum
  }

  /// Keeps the record at hand and goes on to the next lane.
  @inline(__always)
  package mutating func takeLane() {
    lane += 1
    bit = Lanes(lane)
    partsBefore = partsEnd
  }

  /// Forgets the record at hand: it turned out not to be one.
  package mutating func dropLane() {
    for state in 0..<stateCount { present[state] -= bit }
    duplicateKeys -= bit
    partsEnd = partsBefore
  }

  // MARK: Rows of tables

  /// How many records the batch takes from the lane at hand on.
  var lanesLeft: Int { Int(laneCount &- lane.value) }

  /// Fills so many lanes, from the one at hand on, with records that are objects and have no text
  /// yet.
  ///
  /// Precondition: there are so many lanes left.
  func takeObjects(_ count: Int, members: Int, hasOtherKeys: Bool) {
    let first = place(FieldTree.root)
    for number in first..<first &+ Int32(count) {
      nodes[number] = Node(
        bytes: StaticBytes.emptyView, state: FieldTree.root, kind: .object,
        flags: hasOtherKeys ? .hasOtherKeys : [])
      links[number] = NodeLinks(count: Int32(members))
    }
    present[FieldTree.root] |= lanes(count)
  }

  /// Fills so many lanes of a column, from the one at hand on, with nodes of another storage, which
  /// get its state.
  ///
  /// Precondition: there are so many lanes left, and nodes.
  func take(_ others: Storage<Node>, from start: Int, _ count: Int, at state: StateNumber) {
    let first = Int(place(state))
    for index in 0..<count { nodes[first &+ index] = others[start &+ index].at(state) }
    present[state] |= lanes(count)
  }

  /// Fills lanes as ``take(_:from:_:at:)`` does, but not where a node is absent: with parts of
  /// values, or with arrays and objects whose parts come in columns.
  ///
  /// - Parameter members: how many an object has.
  func takeParts(
    _ others: Storage<Node>, from start: Int, _ count: Int, at state: StateNumber, members: Int,
    hasOtherKeys: Bool
  ) {
    let first = place(state)
    var found = Lanes.none
    for index in 0..<Int32(count) {
      var node = others[start &+ Int(index)].at(state)
      if node.kind == .absent { continue }
      found |= Lanes(lane &+ index)
      if node.kind == .object || node.kind == .array {
        links[first &+ index] = NodeLinks(count: Int32(members))
        if node.kind == .object, hasOtherKeys { node.flags.insert(.hasOtherKeys) }
      }
      nodes[first &+ index] = node
    }
    present[state] |= found
  }

  /// Makes nodes of another storage the elements of an array of the lane at hand, which has none
  /// yet.
  ///
  /// - Parameter state: that of the elements, or -1 if they are only counted.
  mutating func takeElements(
    _ others: Storage<Node>, from start: Int, _ count: Int, of array: NodeNumber,
    at state: StateNumber
  ) {
    links[array].count = Int32(truncatingIfNeeded: count)
    guard state >= 0, count > 0 else { return }
    while Int(partsEnd) + count > nodes.capacity { grow() }
    links[array].firstChild = NodeNumber(partsEnd)
    for index in 0..<count {
      let number = NodeNumber(partsEnd)
      partsEnd &+= 1
      nodes[number] = others[start &+ index].at(state)
      links[number] = NodeLinks(
        nextSibling: index &+ 1 < count ? NodeNumber(partsEnd) : -1)
    }
  }

  /// So many lanes, from the one at hand on.
  private func lanes(_ count: Int) -> Lanes {
    Lanes(bits: Lanes(below: Int32(count)).bits &<< UInt64(truncatingIfNeeded: lane.value))
  }

  /// Notes that a key of the record at hand occurred twice, or the one under which it stands.
  mutating func noteDuplicateKey() { duplicateKeys |= bit }

  // MARK: Columns

  /// The number of the node of a state in the lane at hand, whether it is there or not.
  @inline(__always)
  func place(_ state: StateNumber) -> NodeNumber {
    NodeNumber(state.value &<< laneShift | lane.value)
  }

  /// The number of the first node of a state's column.
  @inline(__always)
  package func column(_ state: StateNumber) -> NodeNumber {
    NodeNumber(state.value &<< laneShift)
  }

  /// The node at a state that is not repeated, or -1.
  @inline(__always)
  package func node(at state: StateNumber, in lane: Lane) -> NodeNumber {
    present[state].contains(lane) ? NodeNumber(state.value &<< laneShift | lane.value) : -1
  }

  /// Puts a node into the column of its state, which is not repeated. False if there is one
  /// already: nothing is done.
  @inline(__always)
  mutating func setNew(_ node: Node) -> Bool {
    let state = node.state
    let lanes = present[state]
    if !(lanes & bit).isEmpty { return false }
    present[state] = lanes | bit
    nodes[place(state)] = node
    return true
  }

  /// The lane of a node that lies in a column.
  func lane(of number: NodeNumber) -> Lane { Lane(number.value & (laneCount &- 1)) }

  /// Puts a node into the column of its state in any lane, and returns its number.
  func set(_ node: Node, in lane: Lane) -> NodeNumber {
    let number = NodeNumber(node.state.value &<< laneShift | lane.value)
    present[node.state] |= Lanes(lane)
    nodes[number] = node
    links[number] = NodeLinks()
    return number
  }

  /// Notes that the lane at hand has a value at a state whose node has been written.
  @inline(__always)
  func setPresent(_ state: StateNumber) { present[state] |= bit }

  /// Takes back the values below a state: the object that held them is replaced by a later one with
  /// the same key.
  func forgetSubtree(of state: StateNumber, behind end: StateNumber) {
    var position = state + 1
    while position < end {
      present[position] -= bit
      position += 1
    }
  }

  // MARK: Parts

  /// The first element or member of an object or array, or of a cell that has been split; else -1.
  @inline(__always)
  package func firstChild(of number: NodeNumber) -> NodeNumber {
    let node = nodes[number]
    let hasParts =
      node.kind == .array || node.kind == .object || node.flags.contains(.isSplit)
    return hasParts ? links[number].firstChild : -1
  }

  /// Makes a node a part of another one.
  ///
  /// - Parameter previous: the part before it, or -1.
  @inline(__always)
  func link(_ number: NodeNumber, behind previous: NodeNumber, of parent: NodeNumber) {
    if previous >= 0 {
      links[previous].nextSibling = number
    } else {
      links[parent].firstChild = number
    }
  }

  /// Notes the key of a member that is linked to others.
  @inline(__always)
  mutating func setKey(_ key: ByteView, isEscaped: Bool, of number: NodeNumber) {
    links[number].setKey(key, isEscaped: isEscaped)
  }

  /// The key of a linked member, as it is written.
  @inline(__always)
  package func rawKey(of number: NodeNumber) -> ByteView { links[number].key }

  /// Adds a part and returns its number.
  @inline(__always)
  package mutating func append(_ node: Node) -> NodeNumber {
    if Int(partsEnd) == nodes.capacity { grow() }
    let number = NodeNumber(partsEnd)
    nodes[number] = node
    links[number] = NodeLinks()
    partsEnd &+= 1
    return number
  }

  @inline(never)
  private mutating func grow() {
    let capacity = nodes.capacity * 2
    nodes = nodes.grown(to: capacity, keeping: Int(partsEnd))
    links = links.grown(to: capacity, keeping: Int(partsEnd))
  }
}
