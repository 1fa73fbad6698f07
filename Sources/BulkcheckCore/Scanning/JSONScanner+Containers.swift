/// Objects and arrays whose parts some path names.
extension JSONScanner {
  /// An object of which a record has one at most, and whose members are found by their slots: the common case.
  ///
  /// Ordinary members (a short key, nothing escaped, no more than one blank between) are read here, strings and scalars
  /// without a call; ``otherMember(_:_:node:state:depth:into:)`` reads all others.
  mutating func object(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout FieldTable
  ) -> Int {
    var cursor = open &+ 1
    var start = position(of: cursor)
    guard isBlank(from: position(of: open) &+ 1, to: start) else { return JSONScanner.malformed }
    if chunk[start] == Ascii.closeBrace { return cursor &+ 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    let chunk = self.chunk
    let tokens = self.tokens
    let keys = self.keys
    var count: Int32 = 0
    var lowestState = state
    while true {
      let close = Int(tokens[cursor &+ 1])
      let valueStart = Int(tokens[cursor &+ 2])
      let valueClose = Int(tokens[cursor &+ 3])
      let length = close &- start &- 1
      let byte = chunk[valueStart]
      let end: Int
      if nextEscape >= valueClose, UInt(bitPattern: length &- 1) < UInt(KeyTable.shortKeyMaximum),
        JSONScanner.isGap(chunk, from: close &+ 1, to: valueStart, Ascii.colon)
      {
        let child = keys.shortMember(chunk, at: start &+ 1, length, of: state)
        // None is -1: the least of all states tells whether there was a key that no path names.
        lowestState = min(lowestState, child)
        if byte == Ascii.quote {
          cursor &+= 4
          end = valueClose &+ 1
          if child >= 0 {
            let text = chunk.unchecked(from: valueStart &+ 1, to: valueClose)
            if !table.setNew(Node(bytes: text, state: child, kind: .string)) {
              replaceMember(Node(bytes: text, state: child, kind: .string), &table)
            }
          }
        } else if byte | 0x20 == Ascii.openBrace {
          let value = container(
            cursor &+ 2, state: child, parent: node, previous: -1, depth: depth,
            isObject: byte == Ascii.openBrace, into: &table)
          guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
          cursor = value.next
          end = value.end
        } else {
          let scalar = scalar(at: valueStart)
          guard scalar.end > valueStart else { return JSONScanner.malformed }
          cursor &+= 3
          end = scalar.end
          if child >= 0 {
            let text = chunk.unchecked(from: valueStart, to: end)
            if !table.setNew(Node(bytes: text, state: child, kind: scalar.kind)) {
              replaceMember(Node(bytes: text, state: child, kind: scalar.kind), &table)
            }
          }
        }
      } else {
        let member = otherMember(
          cursor, start, node: node, state: state, depth: depth, into: &table)
        guard member.next != JSONScanner.malformed else { return JSONScanner.malformed }
        lowestState = min(lowestState, member.node)
        cursor = member.next
        end = member.end
      }
      count &+= 1
      start = Int(tokens[cursor])
      if chunk[start] == Ascii.quote {
        guard
          JSONScanner.isGap(chunk, from: end, to: start, Ascii.comma)
            || isSeparated(from: end, to: start, by: Ascii.comma)
        else { return JSONScanner.malformed }
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

  /// Whether the separator, and at most one space behind it, fills the gap between the end of something and the next
  /// token.
  @inline(__always)
  private static func isGap(
    _ chunk: ByteView, from end: Int, to next: Int, _ separator: UInt8
  ) -> Bool {
    guard chunk[end] == separator else { return false }
    let length = next &- end
    return length == 1 || length == 2 && chunk[end &+ 1] == Ascii.space
  }

  /// Reads any member. The result's `node` is not the value's node but the member's state.
  @inline(never)
  private mutating func otherMember(
    _ cursor: Int, _ start: Int, node: Int32, state: Int32, depth: Int,
    into table: inout FieldTable
  ) -> ReadValue {
    let close = position(of: cursor &+ 1)
    let key = chunk.unchecked(from: start &+ 1, to: close)
    let child: Int32
    if nextEscape < close {
      guard escapesAreValid(upTo: close) else { return .malformed }
      child = escapedMember(key, of: state)
    } else {
      child = keys.member(key, of: state)
    }
    guard isSeparated(from: close &+ 1, to: position(of: cursor &+ 2), by: Ascii.colon) else {
      return .malformed
    }
    var value = value(
      cursor &+ 2, state: child, parent: node, previous: -1, depth: depth, into: &table)
    value.node = child
    return value
  }

  @inline(never)
  private mutating func replaceMember(_ node: Node, _ table: inout FieldTable) {
    _ = replace(table.slots[node.state], with: node, &table)
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
