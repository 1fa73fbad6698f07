/// Arrays, and objects whose members form a list: parts that are linked to one another instead of
/// lying in columns.
extension JSONScanner {
  /// An object below a `[*]`, or one whose members are walked one by one: they form a list.
  mutating func linkedObject(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout ColumnTable
  ) -> Int {
    var cursor = open + 1
    var start = position(of: cursor)
    guard isBlank(from: position(of: open) + 1, to: start) else { return JSONScanner.malformed }
    if chunk[start] == Ascii.closeBrace { return cursor + 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    var count: Int32 = 0
    var others: Int32 = 0
    var previous: Int32 = -1
    let every = states[state].everyMember
    while true {
      let close = position(of: cursor + 1)
      let key = chunk.unchecked(from: start + 1, to: close)
      let isEscaped = nextEscape < close
      var child: Int32
      if isEscaped {
        guard escapesAreValid(upTo: close) else { return JSONScanner.malformed }
        child = escapedMember(key, of: state)
      } else {
        child = keys.member(key, of: state)
      }
      if child < 0 {
        table.nodes[node].flags.insert(.hasOtherKeys)
        child = every
        others += 1
      }
      guard isSeparated(from: close + 1, to: position(of: cursor + 2), by: Ascii.colon) else {
        return JSONScanner.malformed
      }
      let value = value(
        cursor + 2, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      if value.node >= 0 {
        previous = value.node
        table.setKey(key, isEscaped: isEscaped, of: previous)
        count += 1
      } else if child < 0 {
        count += 1
      }
      cursor = value.next
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
      table.links[node].count = count
      if every >= 0, others > 1 { dropRepeatedMembers(of: node, at: every, others, &table) }
      return cursor + 1
    }
  }

  mutating func array(
    _ open: Int, node: Int32, state: Int32, depth: Int, into table: inout ColumnTable
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
      let start = position(of: cursor)
      let close = position(of: cursor &+ 1)
      if !hasPositions, every >= 0, chunk[start] == Ascii.quote, nextEscape >= close {
        // Strings at one state, the common case.
        let number = table.append(
          Node(bytes: chunk.unchecked(from: start &+ 1, to: close), state: every, kind: .string))
        if previous >= 0 {
          table.links[previous].nextSibling = number
        } else {
          table.links[node].firstChild = number
        }
        previous = number
        cursor &+= 2
        count &+= 1
        let next = position(of: cursor)
        if next == close &+ 2, chunk[next] == Ascii.quote, chunk[close &+ 1] == Ascii.comma {
          continue
        }
        if chunk[next] == Ascii.closeBracket {
          guard isBlank(from: close &+ 1, to: next) else { return JSONScanner.malformed }
          table.links[node].count = count
          return cursor &+ 1
        }
        guard isSeparated(from: close &+ 1, to: next, by: Ascii.comma) else {
          return JSONScanner.malformed
        }
        continue
      }
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
        table.links[node].count = count
        return cursor &+ 1
      }
      guard isSeparated(from: value.end, to: next, by: Ascii.comma) else {
        return JSONScanner.malformed
      }
    }
  }
}
