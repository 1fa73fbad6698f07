/// Reads JSON records from a chunk by its token index: checks the whole grammar of RFC 8259 and
/// captures the values at the places of a ``FieldTree``.
///
/// The index has found strings, brackets and scalars 64 bytes at a time; what is left is to walk
/// its tokens and to look at the few bytes between them:
///
///     {"id":7,"tags":["a"]}⏎
///     ^^  ^ ^ ^    ^ ^^ ^^^^      tokens: { " " 7 " " [ " " ] } ⏎
///
/// Between two tokens, behind a string or scalar, only blanks, `:` and `,` can lie, so one
/// comparison tells whether the right separator is there. The functions take the number of a token
/// and return the number of the next one, or ``malformed``. Reading a few tokens ahead is safe: a
/// record ends with a line feed, which fits nowhere, and behind the last token the index repeats
/// it, which no gap admits. This scanner only says *that* a record is malformed; ``JSONDiagnosis``
/// says why and where.
package struct JSONScanner: ~Copyable {
  package enum Result {
    case object, otherValue, blank, malformed
  }

  let tree: FieldTree
  let keys: KeyTable
  let states: Storage<FieldTree.State>
  var chunk = StaticBytes.emptyView
  var tokens = StaticTokens.none
  var escapes = StaticTokens.none
  /// The next entry of `escapes` that has not been passed.
  var escapeCursor = 0
  var nextEscape = Int.max
  var scratch = ByteScratch()
  var memberKeys = MemberKeys()
  var guesses: MemberGuesses
  /// How the members of the last object were set apart.
  var style = Style.compact

  static let malformed = -1
  /// Brackets that may be open at once (docs/reference/limits.md#limits).
  package static let depthMaximum = 512

  package init(tree: FieldTree) {
    self.tree = tree
    keys = tree.keys
    states = tree.states
    guesses = MemberGuesses(stateCount: tree.stateCount)
  }

  /// Begins to read a newly indexed stretch.
  package mutating func begin(_ chunk: ByteView, _ index: borrowing TokenIndex) {
    self.chunk = chunk
    tokens = index.tokens
    escapes = index.escapes
    escapeCursor = 0
    nextEscape = escapes[0] == .max ? .max : Int(escapes[0])
  }

  /// Reads the record whose first token is `cursor`. On success the record's line feed is the token
  /// before the cursor's new value; after `malformed` the caller looks for it.
  ///
  /// - Parameter start: where the record begins: before its first token there may only be blanks.
  package mutating func scanRecord(
    _ cursor: inout Int, from start: Int, into table: inout ColumnTable
  ) -> Result {
    let first = position(of: cursor)
    let byte = chunk[first]
    guard isBlank(from: start, to: first) else { return .malformed }
    if byte == Ascii.lineFeed {
      cursor += 1
      return .blank
    }
    if byte == Ascii.openBrace, !states[FieldTree.root].linksChildren {
      return rootObject(&cursor, at: first, into: &table)
    }
    let value = value(
      cursor, state: FieldTree.root, parent: -1, previous: -1, depth: 0, into: &table)
    guard value.next != JSONScanner.malformed else { return .malformed }
    let lineFeed = position(of: value.next)
    guard chunk[lineFeed] == Ascii.lineFeed, isBlank(from: value.end, to: lineFeed) else {
      return .malformed
    }
    cursor = value.next + 1
    return byte == Ascii.openBrace ? .object : .otherValue
  }

  /// Reads a record that is an object: nearly every one.
  @inline(__always)
  private mutating func rootObject(
    _ cursor: inout Int, at start: Int, into table: inout ColumnTable
  ) -> Result {
    let node = table.place(FieldTree.root)
    _ = table.setNew(
      Node(
        bytes: chunk.unchecked(from: start, to: start), state: FieldTree.root, kind: .object))
    table.links[node] = NodeLinks()
    let next = object(cursor, node: node, state: FieldTree.root, depth: 1, into: &table)
    guard next != JSONScanner.malformed else { return .malformed }
    let end = position(of: next &- 1) &+ 1
    let lineFeed = position(of: next)
    guard chunk[lineFeed] == Ascii.lineFeed, isBlank(from: end, to: lineFeed) else {
      return .malformed
    }
    table.nodes[node].bytes = chunk.unchecked(from: start, to: end)
    cursor = next &+ 1
    return .object
  }

  /// Passes the escapes before `position`: behind a malformed record.
  package mutating func skipEscapes(before position: Int) {
    while nextEscape < position { advanceEscape() }
  }

  /// What was read of a value.
  struct ReadValue {
    /// The number of the token behind the value, or ``JSONScanner/malformed``.
    var next: Int
    /// Behind the value's last byte.
    var end: Int
    /// The number of the node that was captured and has no place among its siblings yet, or -1.
    var node: Int32

    static var malformed: ReadValue { ReadValue(next: JSONScanner.malformed, end: 0, node: -1) }
  }

  // MARK: Tokens and the gaps between them

  @inline(__always)
  mutating func position(of token: Int) -> Int { Int(tokens[token]) }

  /// Whether exactly one separator lies between the end of something and the next token, otherwise
  /// only blanks.
  @inline(__always)
  mutating func isSeparated(from end: Int, to next: Int, by separator: UInt8) -> Bool {
    if next &- end == 1 { return chunk[end] == separator }
    return isSeparatedWithBlanks(from: end, to: next, by: separator)
  }

  @inline(never)
  private mutating func isSeparatedWithBlanks(
    from end: Int, to next: Int, by separator: UInt8
  ) -> Bool {
    var hasSeparator = false
    var position = end
    while position < next {
      let byte = chunk[position]
      if byte == separator, !hasSeparator {
        hasSeparator = true
      } else if !Ascii.isBlank(byte) {
        return false
      }
      position &+= 1
    }
    return hasSeparator
  }

  /// Whether only blanks lie between the end of something and the next token.
  @inline(__always)
  mutating func isBlank(from end: Int, to next: Int) -> Bool {
    next == end || hasOnlyBlanks(from: end, to: next)
  }

  @inline(never)
  private mutating func hasOnlyBlanks(from end: Int, to next: Int) -> Bool {
    guard next > end else { return false }
    var position = end
    while position < next {
      if !Ascii.isBlank(chunk[position]) { return false }
      position &+= 1
    }
    return true
  }

  // MARK: Values

  /// Reads the value whose first token is `cursor`. `previous` is the sibling before it in a linked
  /// list of children.
  @inline(__always)
  mutating func value(
    _ cursor: Int, state: Int32, parent: Int32, previous: Int32, depth: Int,
    into table: inout ColumnTable
  ) -> ReadValue {
    let start = position(of: cursor)
    let byte = chunk[start]
    if byte == Ascii.quote {
      let close = position(of: cursor &+ 1)
      var flags: Node.Flags = []
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return .malformed }
        flags = .isEscaped
      }
      var node: Int32 = -1
      if state >= 0 {
        node =
          place(
            Node(
              bytes: chunk.unchecked(from: start &+ 1, to: close), state: state, kind: .string,
              flags: flags), parent, previous, &table
          ).added
      }
      return ReadValue(next: cursor &+ 2, end: close &+ 1, node: node)
    }
    if Ascii.opensContainer(byte) {
      return container(
        cursor, state: state, parent: parent, previous: previous, depth: depth,
        isObject: byte == Ascii.openBrace, into: &table)
    }
    let scalar = scalar(at: start)
    guard scalar.end > start else { return .malformed }
    var node: Int32 = -1
    if state >= 0 {
      node =
        place(
          Node(
            bytes: chunk.unchecked(from: start, to: scalar.end), state: state, kind: scalar.kind),
          parent, previous, &table
        ).added
    }
    return ReadValue(next: cursor &+ 1, end: scalar.end, node: node)
  }

  @inline(never)
  mutating func container(
    _ cursor: Int, state: Int32, parent: Int32, previous: Int32, depth: Int, isObject: Bool,
    into table: inout ColumnTable
  ) -> ReadValue {
    guard depth < JSONScanner.depthMaximum else { return .malformed }
    var added: Int32 = -1
    let next: Int
    if state < 0 {
      next = skip(cursor, isObject: isObject, depth: depth + 1)
    } else {
      let start = position(of: cursor)
      let placed = place(
        Node(
          bytes: chunk.unchecked(from: start, to: start), state: state,
          kind: isObject ? .object : .array),
        parent, previous, &table)
      added = placed.added
      next = fill(placed.node, cursor, isObject: isObject, depth: depth + 1, into: &table)
    }
    guard next != JSONScanner.malformed else { return .malformed }
    return ReadValue(next: next, end: position(of: next - 1) + 1, node: added)
  }

  /// Passes an object or array that no path leads into.
  @inline(__always)
  mutating func skip(_ open: Int, isObject: Bool, depth: Int) -> Int {
    isObject ? skipObject(open, depth: depth) : skipArray(open, depth: depth)
  }

  /// Reads the object or array of a node that has just been captured, and notes its end there.
  @inline(__always)
  mutating func fill(
    _ node: Int32, _ open: Int, isObject: Bool, depth: Int, into table: inout ColumnTable
  ) -> Int {
    let state = table.nodes[node].state
    let next: Int
    if !isObject {
      next = array(open, node: node, state: state, depth: depth, into: &table)
    } else if states[state].isRepeated || states[state].linksChildren {
      next = linkedObject(open, node: node, state: state, depth: depth, into: &table)
    } else {
      next = object(open, node: node, state: state, depth: depth, into: &table)
    }
    guard next != JSONScanner.malformed else { return JSONScanner.malformed }
    table.nodes[node].bytes = chunk.unchecked(
      from: position(of: open), to: position(of: next &- 1) &+ 1)
    return next
  }

  // MARK: Places

  /// Where a node was put.
  struct Placed {
    var node: Int32
    /// The same, unless it took the place of an earlier one.
    var added: Int32
  }

  /// Puts a node at its place: the column of its state, or the list of its parent's children. A
  /// member that was there already is replaced, and the duplicate noted
  /// (docs/reference/inputs.md#built-in-rules).
  @inline(__always)
  mutating func place(
    _ node: Node, _ parent: Int32, _ previous: Int32, _ table: inout ColumnTable
  ) -> Placed {
    let state = node.state
    if states[state].isRepeated { return placeRepeated(node, parent, previous, &table) }
    let number = table.place(state)
    guard table.setNew(node) else { return replace(number, with: node, &table) }
    table.links[number] = NodeLinks()
    if parent >= 0, states[table.nodes[parent].state].linksChildren {
      link(number, parent, previous, &table)
    }
    return Placed(node: number, added: number)
  }

  @inline(__always)
  private mutating func placeRepeated(
    _ node: Node, _ parent: Int32, _ previous: Int32, _ table: inout ColumnTable
  ) -> Placed {
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
    link(number, parent, previous, &table)
    return Placed(node: number, added: number)
  }

  @inline(__always)
  private mutating func link(
    _ number: Int32, _ parent: Int32, _ previous: Int32, _ table: inout ColumnTable
  ) {
    if previous >= 0 {
      table.links[previous].nextSibling = number
    } else {
      table.links[parent].firstChild = number
    }
  }

  @inline(never)
  mutating func replace(
    _ before: Int32, with node: Node, _ table: inout ColumnTable
  ) -> Placed {
    if states[node.state].isNamed { table.noteDuplicateKey() }
    table.forgetSubtree(of: node.state, behind: states[node.state].lastDescendant)
    // The key is still found where it stood first, now farther before the value.
    table.links[before].keyDistance &+= node.distance(from: table.nodes[before].bytes)
    table.nodes[before] = node
    table.links[before].count = 0
    table.links[before].firstChild = -1
    return Placed(node: before, added: -1)
  }
}

/// An empty token list for a scanner that has not begun.
enum StaticTokens {
  static let none: Storage<UInt32> = Storage(capacity: 8, repeating: .max)
}
