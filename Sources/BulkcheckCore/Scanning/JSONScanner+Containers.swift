/// Objects and arrays whose parts some path names.
extension JSONScanner {
  /// An object of which a record has one at most, and whose members are found by their slots: the common case.
  ///
  /// The same as ``linkedObject(_:node:state:depth:into:)`` with less to do for each member: no list of children.
  mutating func object(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = open &+ 1
    var start = position(of: cursor)
    guard isBlank(from: position(of: open) &+ 1, to: start) else { return JSONScanner.malformed }
    if chunk[start] == Ascii.closeBrace { return cursor &+ 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    var count: Int32 = 0
    var lowestState = state
    while true {
      let close = position(of: cursor &+ 1)
      let key = chunk.unchecked(from: start &+ 1, to: close)
      let child: Int32
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
        child = escapedMember(key, of: state)
      } else {
        child = keys.member(key, of: state)
      }
      // None is -1: the least of all states tells whether there was a key that no path names.
      lowestState = min(lowestState, child)
      let valueStart = position(of: cursor &+ 2)
      guard isSeparated(from: close &+ 1, to: valueStart, by: Ascii.colon) else {
        return JSONScanner.malformed
      }
      let byte = chunk[valueStart]
      let end: Int
      if byte == Ascii.quote {
        let valueClose = position(of: cursor &+ 3)
        cursor &+= 4
        end = valueClose &+ 1
        var flags: Node.Flags = []
        if nextEscape < valueClose {
          guard escapesAreValid(upTo: valueClose) else { return JSONScanner.malformed }
          flags = .isEscaped
        }
        if child >= 0 {
          keep(
            Node(
              bytes: chunk.unchecked(from: valueStart &+ 1, to: valueClose), state: child,
              kind: .string, flags: flags), at: child, &table)
        }
      } else if byte | 0x20 == Ascii.openBrace {
        let value = value(
          cursor &+ 2, state: child, parent: node, previous: -1, depth: depth, into: &table)
        guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
        cursor = value.next
        end = value.end
      } else {
        let scalar = scalar(at: valueStart)
        guard scalar.end > valueStart else { return JSONScanner.malformed }
        cursor &+= 3
        end = scalar.end
        if child >= 0 {
          keep(
            Node(
              bytes: chunk.unchecked(from: valueStart, to: end), state: child, kind: scalar.kind),
            at: child, &table)
        }
      }
      count &+= 1
      start = position(of: cursor)
      if chunk[start] == Ascii.quote {
        guard isSeparated(from: end, to: start, by: Ascii.comma) else {
          return JSONScanner.malformed
        }
        continue
      }
      guard chunk[start] == Ascii.closeBrace, isBlank(from: end, to: start) else {
        return JSONScanner.malformed
      }
      table.nodes[node].count = count
      if lowestState < 0 { table.nodes[node].flags.insert(.hasOtherKeys) }
      return cursor &+ 1
    }
  }

  @inline(__always)
  private mutating func keep(_ node: Node, at state: Int32, _ table: inout FieldTable) {
    let before = table.slots[state]
    if before >= 0 {
      _ = replace(before, with: node, &table)
    } else {
      table.slots[state] = table.append(node)
    }
  }

  /// An object below a `[*]`, or one whose members are walked one by one: they form a list.
  mutating func linkedObject(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = open + 1
    var start = position(of: cursor)
    guard isBlank(from: position(of: open) + 1, to: start) else { return JSONScanner.malformed }
    if chunk[start] == Ascii.closeBrace { return cursor + 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    var count: Int32 = 0
    var previous: Int32 = -1
    while true {
      let close = position(of: cursor + 1)
      let key = chunk.unchecked(from: start + 1, to: close)
      let child: Int32
      if nextEscape < close {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
        child = escapedMember(key, of: state)
      } else {
        child = keys.member(key, of: state)
      }
      if child < 0 { table.nodes[node].flags.insert(.hasOtherKeys) }
      guard isSeparated(from: close + 1, to: position(of: cursor + 2), by: Ascii.colon) else {
        return JSONScanner.malformed
      }
      let value = value(
        cursor + 2, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      if value.node > previous { previous = value.node }
      cursor = value.next
      count += 1
      start = position(of: cursor)
      if chunk[start] == Ascii.quote {
        guard isSeparated(from: value.end, to: start, by: Ascii.comma) else {
          return JSONScanner.malformed
        }
        continue
      }
      guard chunk[start] == Ascii.closeBrace, isBlank(from: value.end, to: start) else {
        return JSONScanner.malformed
      }
      table.nodes[node].count = count
      return cursor + 1
    }
  }

  mutating func array(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = open &+ 1
    let first = position(of: cursor)
    guard isBlank(from: position(of: open) &+ 1, to: first) else { return JSONScanner.malformed }
    if chunk[first] == Ascii.closeBracket { return cursor &+ 1 }
    var count: Int32 = 0
    var previous: Int32 = -1
    let every = states[state].everyElement
    let hasPositions = states[state].indexCount > 0
    while true {
      let child = hasPositions ? tree.element(Int(count), of: state) : every
      let value = value(
        cursor, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      if value.node >= 0 { previous = value.node }
      cursor = value.next
      count &+= 1
      let next = position(of: cursor)
      if chunk[next] == Ascii.closeBracket {
        guard isBlank(from: value.end, to: next) else { return JSONScanner.malformed }
        table.nodes[node].count = count
        return cursor &+ 1
      }
      guard isSeparated(from: value.end, to: next, by: Ascii.comma) else {
        return JSONScanner.malformed
      }
    }
  }
}
