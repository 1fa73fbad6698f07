/// Arrays, and objects whose members form a list: parts that are linked to one another instead of
/// lying in columns. All functions take the position of the opening bracket.
extension JSONScanner {
  /// An object below a `[*]`, or one whose members are walked one by one: they form a list.
  mutating func linkedObject(
    _ open: Int, node: NodeNumber, state: StateNumber, depth: Int, into table: inout ColumnTable
  ) -> Int {
    var start = chunk.afterBlanks(open &+ 1)
    if chunk[start] == Ascii.closeBrace { return start &+ 1 }
    var count: Int32 = 0
    var others: Int32 = 0
    var previous: NodeNumber = -1
    let every = states[state].everyMember
    while true {
      guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
      let string = chunk.jsonString(from: start &+ 1, kernel: kernel)
      guard string.close != JSONScanner.malformed else { return JSONScanner.malformed }
      let key = chunk.unchecked(from: start &+ 1, to: string.close)
      var child = child(key, string.flags, of: state)
      if child < 0 {
        table.nodes[node].flags.insert(.hasOtherKeys)
        child = every
        others &+= 1
      }
      let from = chunk.afterColon(string.close &+ 1)
      guard from != JSONScanner.malformed else { return JSONScanner.malformed }
      let value = value(
        from, state: child, parent: node, previous: previous, depth: depth, into: &table)
      guard value.end != JSONScanner.malformed else { return JSONScanner.malformed }
      if value.node >= 0 {
        previous = value.node
        table.setKey(key, isEscaped: string.flags.contains(.isEscaped), of: previous)
        count &+= 1
      } else if child < 0 {
        count &+= 1
      }
      let behind = chunk.afterBlanks(value.end)
      if chunk[behind] == Ascii.comma {
        start = chunk.afterBlanks(behind &+ 1)
        continue
      }
      guard chunk[behind] == Ascii.closeBrace else { return JSONScanner.malformed }
      table.links[node].count = count
      if every >= 0, others > 1 { dropRepeatedMembers(of: node, at: every, others, &table) }
      return behind &+ 1
    }
  }

  /// The state of the member with a key, as it is written.
  @inline(__always)
  mutating func child(_ key: ByteView, _ flags: Node.Flags, of state: StateNumber) -> StateNumber {
    flags.contains(.isEscaped) ? escapedMember(key, of: state) : keys.member(key, of: state)
  }

  mutating func array(
    _ open: Int, node: NodeNumber, state: StateNumber, depth: Int, into table: inout ColumnTable
  ) -> Int {
    var start = chunk.afterBlanks(open &+ 1)
    if chunk[start] == Ascii.closeBracket { return start &+ 1 }
    var count: Int32 = 0
    var previous: NodeNumber = -1
    let every = states[state].everyElement
    let hasPositions = states[state].indexCount > 0
    while true {
      let end: Int
      if !hasPositions, every >= 0, chunk[start] == Ascii.quote {
        // Strings at one state, the common case.
        let string = chunk.jsonString(from: start &+ 1, kernel: kernel)
        guard string.close != JSONScanner.malformed else { return JSONScanner.malformed }
        let number = table.append(
          Node(
            bytes: chunk.unchecked(from: start &+ 1, to: string.close), state: every,
            kind: .string, flags: string.flags))
        table.link(number, behind: previous, of: node)
        previous = number
        end = string.close &+ 1
      } else {
        let child = hasPositions ? tree.element(Int(count), of: state) : every
        let value = value(
          start, state: child, parent: node, previous: previous, depth: depth, into: &table)
        guard value.end != JSONScanner.malformed else { return JSONScanner.malformed }
        if value.node >= 0 { previous = value.node }
        end = value.end
      }
      count &+= 1
      let behind = chunk.afterBlanks(end)
      if chunk[behind] == Ascii.comma {
        start = chunk.afterBlanks(behind &+ 1)
        continue
      }
      guard chunk[behind] == Ascii.closeBracket else { return JSONScanner.malformed }
      table.links[node].count = count
      return behind &+ 1
    }
  }
}
