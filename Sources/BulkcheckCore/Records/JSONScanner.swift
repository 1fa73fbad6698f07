/// Reads JSON records from a chunk: checks the whole grammar of RFC 8259 (escapes, surrogate pairs,
/// control characters, UTF-8, nesting) and captures the values at the places of a ``FieldTree``.
///
/// It goes once from value to value, while the text is in the nearest cache. The functions take the
/// position of a value's first byte and return the position behind its last one, or ``malformed``:
///
///     {"id":7,"tags":["a"]}⏎
///     ^    ^ ^^      ^    ^^
///
/// Most records of an input have their keys in the same order. So a key is first compared with the
/// one that followed the same key the last time (``MemberGuesses``), without a search for its end.
/// If that fails, it is looked up by state, length and first eight bytes (``KeyTable``). The end of
/// a string is found 32 bytes at a time, in instructions that every processor of its kind has, so
/// that they are inlined. They stop at quotes, escapes, control characters and bytes that are not
/// ASCII, from where slower functions go on, and a kernel that checks UTF-8
/// (`ByteView+JSONStrings`). There is one loop for the ordinary member, a guessed key with a plain
/// value. Everything else is left to functions that know all cases.
///
/// A string stays as it is written: it is unescaped only when a rule reads it. A separate pass that
/// notes the places of all quotes and brackets first, as in simdjson, took a fifth of the time.
///
/// A line feed ends every record and fits nowhere within one, so nothing is read beyond the line
/// but the padding of the chunk. This scanner only says *that* a record is malformed.
/// ``JSONDiagnosis`` then reads it byte by byte, finds the first byte at which it can no longer
/// become well-formed, and words the message. In tests it is the slow twin with which the scanner
/// must agree.
package struct JSONScanner: ~Copyable {
  package enum Result {
    case object, otherValue, blank, malformed
  }

  let tree: FieldTree
  let keys: KeyTable
  let states: Storage<FieldTree.State>
  let kernel: ScanKernel
  var chunk = StaticBytes.emptyView
  /// The line feed behind the record read last, unless that is malformed.
  package private(set) var lineFeed = 0
  var arena = ByteArena()
  var memberKeys = MemberKeys()
  var guesses: MemberGuesses
  /// How the members of the last object were set apart.
  var style = Style.compact

  static let malformed = -1
  /// Brackets that may be open at once (docs/reference/limits.md#limits).
  package static let depthMaximum = 512

  package init(tree: FieldTree, kernel: ScanKernel = .standard) {
    self.tree = tree
    self.kernel = kernel
    keys = tree.keys
    states = tree.states
    guesses = MemberGuesses(stateCount: tree.stateCount)
  }

  /// Begins to read a chunk.
  ///
  /// Precondition: 64 bytes are readable behind its end, and a line feed is its last byte or the
  /// first one behind it.
  package mutating func begin(_ chunk: ByteView) { self.chunk = chunk }

  /// Reads the record that begins at `start` and ends with a line feed, or at `behind` if that is
  /// where it is known to end.
  package mutating func scanRecord(
    from start: Int, to behind: Int = -1, into table: inout ColumnTable
  ) -> Result {
    let first = chunk.afterBlanks(start)
    let byte = chunk[first]
    if byte == Ascii.lineFeed {
      lineFeed = first
      return .blank
    }
    let end: Int
    if byte == Ascii.openBrace, !states[FieldTree.root].linksChildren {
      end = rootObject(at: first, into: &table)
    } else {
      end =
        value(
          first, state: FieldTree.root, parent: -1, previous: -1, depth: 0, into: &table
        ).end
    }
    guard end != JSONScanner.malformed else { return .malformed }
    lineFeed = chunk.afterBlanks(end)
    guard chunk[lineFeed] == Ascii.lineFeed || end == behind else { return .malformed }
    return byte == Ascii.openBrace ? .object : .otherValue
  }

  /// Reads a record that is an object: nearly every one.
  @inline(__always)
  private mutating func rootObject(at start: Int, into table: inout ColumnTable) -> Int {
    let node = table.place(FieldTree.root)
    _ = table.setNew(
      Node(
        bytes: chunk.unchecked(from: start, to: start), state: FieldTree.root, kind: .object))
    table.links[node] = NodeLinks()
    let end = object(start, node: node, state: FieldTree.root, depth: 1, into: &table)
    guard end != JSONScanner.malformed else { return JSONScanner.malformed }
    table.nodes[node].bytes = chunk.unchecked(from: start, to: end)
    return end
  }

  /// A value that has been read: its end and its node.
  struct ReadValue {
    /// Behind the value's last byte, or ``JSONScanner/malformed``.
    var end: Int
    /// The number of the node that was captured and has no place among its siblings yet, or -1.
    var node: NodeNumber

    static var malformed: ReadValue { ReadValue(end: JSONScanner.malformed, node: -1) }
  }

  // MARK: Values

  /// Reads a value. `previous` is the sibling before it in a linked list of children.
  @inline(__always)
  mutating func value(
    _ start: Int, state: StateNumber, parent: NodeNumber, previous: NodeNumber, depth: Int,
    into table: inout ColumnTable
  ) -> ReadValue {
    let byte = chunk[start]
    if Ascii.opensContainer(byte) {
      return container(
        start, state: state, parent: parent, previous: previous, depth: depth,
        isObject: byte == Ascii.openBrace, into: &table)
    }
    var read = ReadValue.malformed
    let value: Node
    if byte == Ascii.quote {
      let string = chunk.jsonString(from: start &+ 1, kernel: kernel)
      guard string.close != JSONScanner.malformed else { return .malformed }
      read.end = string.close &+ 1
      value = Node(
        bytes: chunk.unchecked(from: start &+ 1, to: string.close), state: state, kind: .string,
        flags: string.flags)
    } else {
      let scalar = chunk.jsonScalar(at: start)
      guard scalar.end > start else { return .malformed }
      read.end = scalar.end
      value = Node(
        bytes: chunk.unchecked(from: start, to: scalar.end), state: state, kind: scalar.kind)
    }
    if state >= 0 { read.node = place(value, parent, previous, &table).added }
    return read
  }

  @inline(never)
  mutating func container(
    _ start: Int, state: StateNumber, parent: NodeNumber, previous: NodeNumber, depth: Int,
    isObject: Bool,
    into table: inout ColumnTable
  ) -> ReadValue {
    guard depth < JSONScanner.depthMaximum else { return .malformed }
    if state < 0 {
      return ReadValue(end: skip(start, isObject: isObject, depth: depth &+ 1), node: -1)
    }
    let placed = place(
      Node(
        bytes: chunk.unchecked(from: start, to: start), state: state,
        kind: isObject ? .object : .array),
      parent, previous, &table)
    let end = fill(placed.node, start, isObject: isObject, depth: depth &+ 1, into: &table)
    return ReadValue(end: end, node: placed.added)
  }

  /// Passes an object or array that no path leads into.
  @inline(__always)
  mutating func skip(_ start: Int, isObject: Bool, depth: Int) -> Int {
    isObject ? skipObject(start, depth: depth) : skipArray(start, depth: depth)
  }

  /// Reads the object or array of a node that has just been captured, and notes its end there.
  @inline(__always)
  mutating func fill(
    _ node: NodeNumber, _ start: Int, isObject: Bool, depth: Int, into table: inout ColumnTable
  ) -> Int {
    let state = table.nodes[node].state
    let end: Int
    if !isObject {
      end = array(start, node: node, state: state, depth: depth, into: &table)
    } else if states[state].isRepeated || states[state].linksChildren {
      end = linkedObject(start, node: node, state: state, depth: depth, into: &table)
    } else {
      end = object(start, node: node, state: state, depth: depth, into: &table)
    }
    guard end != JSONScanner.malformed else { return JSONScanner.malformed }
    table.nodes[node].bytes = chunk.unchecked(from: start, to: end)
    return end
  }

  // MARK: Places

  /// The place to which a node was put.
  struct NodeSlot {
    var node: NodeNumber
    /// The number of the node, unless it took the place of an earlier one; -1 then.
    var added: NodeNumber
  }

  /// Puts a node at its place: the column of its state, or the list of its parent's children. A
  /// member that was there already is replaced, and the duplicate noted
  /// (docs/reference/inputs.md#built-in-rules).
  @inline(__always)
  mutating func place(
    _ node: Node, _ parent: NodeNumber, _ previous: NodeNumber, _ table: inout ColumnTable
  ) -> NodeSlot {
    let state = node.state
    if states[state].isRepeated { return placeRepeated(node, parent, previous, &table) }
    let number = table.place(state)
    guard table.setNew(node) else { return replace(number, with: node, &table) }
    table.links[number] = NodeLinks()
    if parent >= 0, states[table.nodes[parent].state].linksChildren {
      table.link(number, behind: previous, of: parent)
    }
    return NodeSlot(node: number, added: number)
  }

  @inline(__always)
  private mutating func placeRepeated(
    _ node: Node, _ parent: NodeNumber, _ previous: NodeNumber, _ table: inout ColumnTable
  ) -> NodeSlot {
    if table.nodes[parent].kind == .object,
      states[table.nodes[parent].state].everyMember != node.state
    {
      var sibling = table.links[parent].firstChild
      while sibling >= 0 {
        if table.nodes[sibling].state == node.state { return replace(sibling, with: node, &table) }
        sibling = table.links[sibling].nextSibling
      }
    }
    let number = table.append(node)
    table.link(number, behind: previous, of: parent)
    return NodeSlot(node: number, added: number)
  }

  @inline(never)
  mutating func replace(
    _ before: NodeNumber, with node: Node, _ table: inout ColumnTable
  ) -> NodeSlot {
    if states[node.state].isNamed { table.noteDuplicateKey() }
    table.forgetSubtree(of: node.state, behind: states[node.state].lastDescendant)
    table.nodes[before] = node
    table.links[before].count = 0
    table.links[before].firstChild = -1
    return NodeSlot(node: before, added: -1)
  }
}
