/// Objects of which a record has one at most: their members lie in slots.
extension JSONScanner {
  /// An object of which a record has one at most, and whose members are found by their slots: the common case.
  ///
  /// A member with the expected key and a value without escapes, written compactly or with one space behind `:` and `,`,
  /// is read here: comparisons of a few bytes see to it that nothing but a colon and a comma stands around the value. All
  /// others are read by ``member(_:_:state:into:)``.
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
    let guessed = guesses.guesses
    let style = self.style
    var guess = guesses.first[state]
    var reading = MemberReading(node: node, depth: depth, guess: -1)
    while true {
      if MemberGuesses.agrees(guessed, guess, chunk, at: start &+ 1, state: state) {
        let close = start &+ 1 &+ Int(guessed[guess].length)
        let target = guessed[guess].target
        if chunk.paddedHalfWord(at: close) & style.mask == style.colon {
          let from = close &+ style.gap &+ 1
          let to = Int(tokens[cursor &+ 3])
          let behind = chunk.paddedHalfWord(at: to)
          let isLast = behind & 0xFFFF == Style.end
          if nextEscape >= to, behind & style.mask == style.comma || isLast {
            if target < 0 {
              reading.hasOtherKeys = true
            } else {
              let value = Node(
                bytes: chunk.unchecked(from: from, to: to), state: target, kind: .string)
              if !table.setNew(value) { replaceMember(value, &table) }
            }
            reading.count &+= 1
            cursor &+= 4
            if isLast { break }
            reading.guess = guess
            guess = guessed[guess].next
            start = to &+ style.gap
            continue
          }
        } else if chunk.paddedHalfWord(at: close) & style.keyMask == style.keyEnd {
          let from = close &+ style.gap
          let byte = chunk[from]
          if byte | 0x20 == Ascii.openBrace {
            reading.guess = guess
            cursor = container(
              cursor, from, target, isObject: byte == Ascii.openBrace, &reading, into: &table)
            guard cursor >= 0 else { return JSONScanner.malformed }
            if reading.isLast { break }
            start = Int(tokens[cursor])
            guess = guessed[guess].next
            continue
          }
          let scalar = scalar(at: from)
          let end = scalar.end
          if end > from, chunk.paddedHalfWord(at: end) & style.keyMask == style.nextKey {
            if target < 0 {
              reading.hasOtherKeys = true
            } else {
              let value = Node(
                bytes: chunk.unchecked(from: from, to: end), state: target, kind: scalar.kind)
              if !table.setNew(value) { replaceMember(value, &table) }
            }
            reading.count &+= 1
            reading.guess = guess
            guess = guessed[guess].next
            start = end &+ style.gap &- 1
            cursor &+= 3
            continue
          }
        }
      }
      cursor = member(cursor, &reading, state: state, into: &table)
      guard cursor >= 0 else { return JSONScanner.malformed }
      start = Int(tokens[cursor])
      if reading.isLast { break }
      guess = guessed[reading.guess].next
    }
    table.nodes[node].count = reading.count
    if reading.hasOtherKeys { table.nodes[node].flags.insert(.hasOtherKeys) }
    return cursor &+ 1
  }

  /// What is known of the object at hand between two of its members.
  struct MemberReading {
    var node: Int32
    var depth: Int
    var count: Int32 = 0
    /// There was a key that no path names.
    var hasOtherKeys = false
    /// Behind the last member stands `}`.
    var isLast = false
    /// The place of the last key among the guesses, or -1 before the first.
    var guess: Int32
  }

  /// The bytes around the members of an object: written compactly, or with a space behind `:` and `,`.
  struct Style: BitwiseCopyable {
    /// From a closing quote to the next opening one.
    var gap: Int
    var mask: UInt32
    /// `":"` and `","` as little-endian numbers.
    var colon: UInt32
    var comma: UInt32
    /// `":` and `,"`, where the value is no string.
    var keyMask: UInt32
    var keyEnd: UInt32
    var nextKey: UInt32

    /// A closing quote and the end of the object.
    static var end: UInt32 { 0x7D22 }

    static var compact: Style {
      Style(
        gap: 2, mask: 0xFF_FFFF, colon: 0x22_3A22, comma: 0x22_2C22, keyMask: 0xFFFF,
        keyEnd: 0x3A22, nextKey: 0x222C)
    }
    static var spaced: Style {
      Style(
        gap: 3, mask: 0xFFFF_FFFF, colon: 0x2220_3A22, comma: 0x2220_2C22, keyMask: 0xFF_FFFF,
        keyEnd: 0x20_3A22, nextKey: 0x22_202C)
    }
  }

  /// Reads any member and what is behind it; returns the number of the next key's token, or that of `}`, or
  /// ``JSONScanner/malformed``.
  @inline(never)
  private mutating func member(
    _ first: Int, _ reading: inout MemberReading, state: Int32, into table: inout FieldTable
  ) -> Int {
    let start = position(of: first)
    let close = position(of: first &+ 1)
    let valueStart = position(of: first &+ 2)
    guard nextEscape >= close else {
      return otherMember(first, &reading, state: state, into: &table)
    }
    let length = close &- start &- 1
    guard UInt(bitPattern: length &- 1) < UInt(KeyTable.shortKeyMaximum),
      isSeparated(from: close &+ 1, to: valueStart, by: Ascii.colon)
    else { return otherMember(first, &reading, state: state, into: &table) }
    let child = key(at: start &+ 1, length, &reading, state)
    if child < 0 { reading.hasOtherKeys = true }
    let byte = chunk[valueStart]
    var cursor = first &+ 3
    let end: Int
    if byte == Ascii.quote {
      let valueClose = position(of: cursor)
      cursor &+= 1
      end = valueClose &+ 1
      var flags: Node.Flags = []
      if nextEscape < valueClose {
        guard escapesAreValid(upTo: valueClose) else { return JSONScanner.malformed }
        flags = .isEscaped
      }
      if child >= 0 {
        let value = Node(
          bytes: chunk.unchecked(from: valueStart &+ 1, to: valueClose), state: child,
          kind: .string, flags: flags)
        if !table.setNew(value) { replaceMember(value, &table) }
      }
    } else if byte | 0x20 == Ascii.openBrace {
      let value = container(
        first &+ 2, state: child, parent: reading.node, previous: -1, depth: reading.depth,
        isObject: byte == Ascii.openBrace, into: &table)
      guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
      cursor = value.next
      end = value.end
    } else {
      let scalar = scalar(at: valueStart)
      guard scalar.end > valueStart else { return JSONScanner.malformed }
      end = scalar.end
      if child >= 0 {
        let value = Node(
          bytes: chunk.unchecked(from: valueStart, to: end), state: child, kind: scalar.kind)
        if !table.setNew(value) { replaceMember(value, &table) }
      }
    }
    return endMember(cursor, end, &reading)
  }

  /// Reads a member that is an object or array and what is behind it; otherwise as ``member(_:_:state:into:)``.
  @inline(never)
  private mutating func container(
    _ first: Int, _ start: Int, _ state: Int32, isObject: Bool, _ reading: inout MemberReading,
    into table: inout FieldTable
  ) -> Int {
    let open = first &+ 2
    let depth = reading.depth &+ 1
    guard depth <= JSONScanner.depthMaximum else { return JSONScanner.malformed }
    let next: Int
    if state < 0 {
      reading.hasOtherKeys = true
      next = isObject ? skipObject(open, depth: depth) : skipArray(open, depth: depth)
      guard next >= 0 else { return JSONScanner.malformed }
    } else {
      let value = Node(
        bytes: chunk.unchecked(from: start, to: start), state: state,
        kind: isObject ? .object : .array)
      if !table.setNew(value) { replaceMember(value, &table) }
      let node = table.slots[state]
      if !isObject {
        next = array(open, node: node, state: state, depth: depth, into: &table)
      } else if states[state].linksChildren {
        next = linkedObject(open, node: node, state: state, depth: depth, into: &table)
      } else {
        next = object(open, node: node, state: state, depth: depth, into: &table)
      }
      guard next >= 0 else { return JSONScanner.malformed }
      table.nodes[node].bytes = chunk.unchecked(
        from: start, to: position(of: next &- 1) &+ 1)
    }
    return endMember(next, position(of: next &- 1) &+ 1, &reading)
  }

  /// The state of a short key, which is the expected one, or the one behind that, or has to be looked up.
  @inline(__always)
  private mutating func key(
    at start: Int, _ length: Int, _ reading: inout MemberReading, _ state: Int32
  ) -> Int32 {
    let guessed = guesses.guesses
    let before = reading.guess
    var guess = before >= 0 ? guessed[before].next : guesses.first[state]
    for _ in 0..<2 {
      if Int(guessed[guess].length) == length,
        MemberGuesses.agrees(guessed, guess, chunk, at: start, state: state)
      {
        reading.guess = guess
        return guessed[guess].target
      }
      guess = guessed[guess].next
    }
    let child = keys.shortMember(chunk, at: start, length, of: state)
    guess = guesses.learn(chunk, at: start, length, state: state, target: child)
    reading.guess = guess
    if before >= 0 { guessed[before].next = guess } else { guesses.first[state] = guess }
    return child
  }

  /// What follows a member: a comma and another key, or the end of the object.
  @inline(__always)
  private mutating func endMember(
    _ cursor: Int, _ end: Int, _ reading: inout MemberReading
  ) -> Int {
    reading.count &+= 1
    let next = position(of: cursor)
    if chunk[next] == Ascii.quote {
      guard isSeparated(from: end, to: next, by: Ascii.comma) else {
        return JSONScanner.malformed
      }
      style = next &- end == 1 ? .compact : .spaced
      return cursor
    }
    guard chunk[next] == Ascii.closeBrace, isBlank(from: end, to: next) else {
      return JSONScanner.malformed
    }
    reading.isLast = true
    return cursor
  }

  /// A member with an escape in its key, or a key that is empty or long.
  @inline(never)
  private mutating func otherMember(
    _ cursor: Int, _ reading: inout MemberReading, state: Int32, into table: inout FieldTable
  ) -> Int {
    let start = position(of: cursor)
    let close = position(of: cursor &+ 1)
    let key = chunk.unchecked(from: start &+ 1, to: close)
    let child: Int32
    if nextEscape < close {
      // A string that is broken by the line's end may end with half an escape.
      guard chunk[close] == Ascii.quote, escapesAreValid(upTo: close) else {
        return JSONScanner.malformed
      }
      child = escapedMember(key, of: state)
    } else {
      child = keys.member(key, of: state)
    }
    if child < 0 { reading.hasOtherKeys = true }
    guard isSeparated(from: close &+ 1, to: position(of: cursor &+ 2), by: Ascii.colon) else {
      return JSONScanner.malformed
    }
    let value = value(
      cursor &+ 2, state: child, parent: reading.node, previous: -1, depth: reading.depth,
      into: &table)
    guard value.next != JSONScanner.malformed else { return JSONScanner.malformed }
    if reading.guess < 0 { reading.guess = guesses.first[state] }
    return endMember(value.next, value.end, &reading)
  }

  @inline(never)
  private mutating func replaceMember(_ node: Node, _ table: inout FieldTable) {
    _ = replace(table.slots[node.state], with: node, &table)
  }
}
