/// Reads JSON records from a chunk by its token index: checks the whole grammar of RFC 8259 and captures the values
/// at the places of a ``FieldTree``.
///
/// The index has found strings, separators and scalars 64 bytes at a time; what is left is to walk its tokens:
///
///     {"id":7,"tags":["a"]}⏎
///     ^^  ^^^^^    ^^^^ ^^^^      tokens: { " " : 7 , " " : [ " " ] } ⏎
///
/// The functions take the number of a token and return the number of the next one, or ``malformed``. Reading a few
/// tokens ahead is safe: a record ends with a line feed, which fits nowhere, and the index is padded.
/// This scanner only says *that* a record is malformed; ``JSONDiagnosis`` says why and where.
package struct JSONScanner: ~Copyable {
  package enum Result {
    case object, otherValue, blank, malformed
  }

  let tree: FieldTree
  let keys: KeyTable
  let states: Storage<FieldTree.State>
  var chunk = FieldTable.emptyView
  var tokens = StaticTokens.none
  var escapes = StaticTokens.none
  /// The next entry of `escapes` that has not been passed.
  var escapeCursor = 0
  var nextEscape = Int.max
  var scratch = ByteScratch()

  static let malformed = -1
  /// Brackets that may be open at once (SEMANTICS 58).
  package static let depthMaximum = 512

  package init(tree: FieldTree) {
    self.tree = tree
    keys = tree.keys
    states = tree.states
  }

  /// Begins to read a newly indexed stretch.
  package mutating func begin(_ chunk: ByteView, _ index: borrowing TokenIndex) {
    self.chunk = chunk
    tokens = index.tokens
    escapes = index.escapes
    escapeCursor = 0
    nextEscape = escapes[0] == .max ? .max : Int(escapes[0])
  }

  /// Reads the record whose first token is `cursor`. On success the record's line feed is the token before the cursor's
  /// new value; after `malformed` the caller looks for it.
  package mutating func scanRecord(_ cursor: inout Int, into table: inout FieldTable) -> Result {
    table.clear()
    let first = Int(tokens[cursor])
    let byte = chunk[first]
    if byte == Ascii.lineFeed {
      cursor += 1
      return .blank
    }
    let next = value(
      cursor, state: FieldTree.root, parent: -1, previous: -1, depth: 0, into: &table)
    guard next.cursor != JSONScanner.malformed, chunk[Int(tokens[next.cursor])] == Ascii.lineFeed
    else { return .malformed }
    cursor = next.cursor + 1
    return byte == Ascii.openBrace ? .object : .otherValue
  }

  /// Passes the escapes before `position`: behind a malformed record.
  package mutating func skipEscapes(before position: Int) {
    while nextEscape < position { advanceEscape() }
  }

  private struct Step {
    var cursor: Int
    var node: Int32
  }

  // MARK: Values

  /// Reads the value whose first token is `cursor`. `previous` is the sibling before it in a linked list of children.
  @inline(__always)
  private mutating func value(
    _ cursor: Int, state: Int32, parent: Int32, previous: Int32, depth: Int,
    into table: inout FieldTable
  ) -> Step {
    let position = Int(tokens[cursor])
    switch chunk[position] {
    case Ascii.quote:
      let close = Int(tokens[cursor + 1])
      guard chunk[close] == Ascii.quote, close > position else { return Step(cursor: -1, node: -1) }
      var isEscaped = false
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return Step(cursor: -1, node: -1) }
        isEscaped = true
      }
      guard state >= 0 else { return Step(cursor: cursor + 2, node: -1) }
      let node = place(
        Node(
          bytes: chunk[position + 1..<close], state: state, kind: .string,
          flags: isEscaped ? .isEscaped : []),
        parent, previous, &table)
      return Step(cursor: cursor + 2, node: node)
    case Ascii.openBrace:
      return container(
        cursor, state: state, parent: parent, previous: previous, depth: depth, isObject: true,
        into: &table)
    case Ascii.openBracket:
      return container(
        cursor, state: state, parent: parent, previous: previous, depth: depth, isObject: false,
        into: &table)
    default:
      guard let scalar = scalar(at: position) else { return Step(cursor: -1, node: -1) }
      guard state >= 0 else { return Step(cursor: cursor + 1, node: -1) }
      let node = place(
        Node(bytes: chunk[position..<scalar.end], state: state, kind: scalar.kind), parent,
        previous,
        &table)
      return Step(cursor: cursor + 1, node: node)
    }
  }

  @inline(never)
  private mutating func container(
    _ cursor: Int, state: Int32, parent: Int32, previous: Int32, depth: Int, isObject: Bool,
    into table: inout FieldTable
  ) -> Step {
    guard depth < JSONScanner.depthMaximum else { return Step(cursor: -1, node: -1) }
    let position = Int(tokens[cursor])
    guard state >= 0 else {
      let next =
        isObject
        ? skipObject(cursor + 1, depth: depth + 1) : skipArray(cursor + 1, depth: depth + 1)
      return Step(cursor: next, node: -1)
    }
    let node = place(
      Node(bytes: chunk[position..<position + 1], state: state, kind: isObject ? .object : .array),
      parent, previous, &table)
    let next =
      isObject
      ? object(cursor + 1, node: node, state: state, depth: depth + 1, into: &table)
      : array(cursor + 1, node: node, state: state, depth: depth + 1, into: &table)
    guard next != JSONScanner.malformed else { return Step(cursor: -1, node: -1) }
    table.nodes[node].bytes = chunk[position..<Int(tokens[next - 1]) + 1]
    return Step(cursor: next, node: node)
  }

  // MARK: Containers with named parts

  private mutating func object(
    _ start: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = start
    if chunk[Int(tokens[cursor])] == Ascii.closeBrace { return cursor + 1 }
    var count: Int32 = 0
    var previous: Int32 = -1
    while true {
      let open = Int(tokens[cursor])
      let close = Int(tokens[cursor + 1])
      guard chunk[open] == Ascii.quote, chunk[close] == Ascii.quote, close > open,
        chunk[Int(tokens[cursor + 2])] == Ascii.colon
      else { return JSONScanner.malformed }
      let child: Int32
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
        child = escapedMember(chunk[open + 1..<close], of: state)
      } else {
        child = keys.member(chunk[open + 1..<close], of: state)
      }
      if child < 0 { table.nodes[node].flags.insert(.hasOtherKeys) }
      let step = value(
        cursor + 3, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard step.cursor != JSONScanner.malformed else { return JSONScanner.malformed }
      if step.node > previous { previous = step.node }
      cursor = step.cursor
      count += 1
      let separator = chunk[Int(tokens[cursor])]
      cursor += 1
      if separator == Ascii.comma { continue }
      guard separator == Ascii.closeBrace else { return JSONScanner.malformed }
      table.nodes[node].count = count
      return cursor
    }
  }

  private mutating func array(
    _ start: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = start
    if chunk[Int(tokens[cursor])] == Ascii.closeBracket { return cursor + 1 }
    var count: Int32 = 0
    var previous: Int32 = -1
    let hasElements = states[state].hasElements
    while true {
      let child = hasElements ? tree.element(Int(count), of: state) : FieldTree.none
      let step = value(
        cursor, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard step.cursor != JSONScanner.malformed else { return JSONScanner.malformed }
      if step.node >= 0 { previous = step.node }
      cursor = step.cursor
      count += 1
      let separator = chunk[Int(tokens[cursor])]
      cursor += 1
      if separator == Ascii.comma { continue }
      guard separator == Ascii.closeBracket else { return JSONScanner.malformed }
      table.nodes[node].count = count
      return cursor
    }
  }

  /// Puts a node at its place: the slot of its state, or the list of its parent's children. A member that was there
  /// already is replaced, and the duplicate noted (SEMANTICS 26).
  @inline(__always)
  private mutating func place(
    _ node: Node, _ parent: Int32, _ previous: Int32, _ table: inout FieldTable
  ) -> Int32 {
    let state = node.state
    if !states[state].isRepeated {
      let before = table.slots[state]
      if before >= 0 { return replace(before, with: node, &table) }
      let number = table.append(node)
      table.slots[state] = number
      if parent >= 0, states[table.nodes[parent].state].linksChildren {
        link(number, parent, previous, &table)
      }
      return number
    }
    if table.nodes[parent].kind == .object {
      var sibling = table.nodes[parent].firstChild
      while sibling >= 0 {
        if table.nodes[sibling].state == state { return replace(sibling, with: node, &table) }
        sibling = table.nodes[sibling].nextSibling
      }
    }
    let number = table.append(node)
    link(number, parent, previous, &table)
    return number
  }

  @inline(__always)
  private mutating func link(
    _ number: Int32, _ parent: Int32, _ previous: Int32, _ table: inout FieldTable
  ) {
    if previous >= 0 {
      table.nodes[previous].nextSibling = number
    } else {
      table.nodes[parent].firstChild = number
    }
  }

  @inline(never)
  private mutating func replace(_ before: Int32, with node: Node, _ table: inout FieldTable)
    -> Int32
  {
    if states[node.state].isNamed { table.hasDuplicateKey = true }
    table.forgetSubtree(of: node.state, behind: states[node.state].lastDescendant)
    let next = table.nodes[before].nextSibling
    table.nodes[before] = node
    table.nodes[before].nextSibling = next
    return before
  }

  // MARK: Everything else: grammar only

  private mutating func skipObject(_ start: Int, depth: Int) -> Int {
    var cursor = start
    if chunk[Int(tokens[cursor])] == Ascii.closeBrace { return cursor + 1 }
    while true {
      let open = Int(tokens[cursor])
      let close = Int(tokens[cursor + 1])
      guard chunk[open] == Ascii.quote, chunk[close] == Ascii.quote, close > open,
        chunk[Int(tokens[cursor + 2])] == Ascii.colon
      else { return JSONScanner.malformed }
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
      }
      cursor = skipValue(cursor + 3, depth: depth)
      guard cursor != JSONScanner.malformed else { return JSONScanner.malformed }
      let separator = chunk[Int(tokens[cursor])]
      cursor += 1
      if separator == Ascii.comma { continue }
      return separator == Ascii.closeBrace ? cursor : JSONScanner.malformed
    }
  }

  private mutating func skipArray(_ start: Int, depth: Int) -> Int {
    var cursor = start
    if chunk[Int(tokens[cursor])] == Ascii.closeBracket { return cursor + 1 }
    while true {
      cursor = skipValue(cursor, depth: depth)
      guard cursor != JSONScanner.malformed else { return JSONScanner.malformed }
      let separator = chunk[Int(tokens[cursor])]
      cursor += 1
      if separator == Ascii.comma { continue }
      return separator == Ascii.closeBracket ? cursor : JSONScanner.malformed
    }
  }

  @inline(__always)
  private mutating func skipValue(_ cursor: Int, depth: Int) -> Int {
    let position = Int(tokens[cursor])
    switch chunk[position] {
    case Ascii.quote:
      let close = Int(tokens[cursor + 1])
      guard chunk[close] == Ascii.quote, close > position else { return JSONScanner.malformed }
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
      }
      return cursor + 2
    case Ascii.openBrace:
      guard depth < JSONScanner.depthMaximum else { return JSONScanner.malformed }
      return skipObject(cursor + 1, depth: depth + 1)
    case Ascii.openBracket:
      guard depth < JSONScanner.depthMaximum else { return JSONScanner.malformed }
      return skipArray(cursor + 1, depth: depth + 1)
    default:
      return scalar(at: position) == nil ? JSONScanner.malformed : cursor + 1
    }
  }
}

/// An empty token list for a scanner that has not begun.
enum StaticTokens {
  static let none: Storage<UInt32> = Storage(capacity: 8, repeating: .max)
}
