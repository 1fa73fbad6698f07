/// Objects that a record has at most one of: their members are in columns.
extension JSONScanner {
  /// The common case: a record has at most one such object, and its members are found by their
  /// states.
  ///
  /// Members with the expected key are read here, if they are written compactly or with one space
  /// behind `:` and `,`. Comparisons of a few bytes make sure that only a colon and a comma are
  /// around the value. All others are read by ``member(_:_:state:into:)``.
  ///
  /// - Parameter open: the opening brace.
  mutating func object(
    _ open: Int, node: NodeNumber, state: StateNumber, depth: Int, into table: inout ColumnTable
  ) -> Int {
    var start = chunk.afterBlanks(open &+ 1)
    if chunk[start] == Ascii.closeBrace { return start &+ 1 }
    guard chunk[start] == Ascii.quote else { return JSONScanner.malformed }
    let chunk = self.chunk
    let guessed = guesses.guesses
    let style = self.style
    var guess = guesses.first[state]
    var reading = MemberReading(node: node, depth: depth, guess: -1)
    members: while true {
      var step = MemberStep.other
      if MemberGuesses.agrees(guessed, guess, chunk, at: start &+ 1, state: state) {
        step = guessedMember(&start, guessed[guess], style, &reading, into: &table)
      }
      switch step {
      case .next:
        reading.guess = guess
        guess = guessed[guess].next
      case .last: break members
      case .malformed: return JSONScanner.malformed
      case .other:
        start = member(start, &reading, state: state, into: &table)
        guard start >= 0 else { return JSONScanner.malformed }
        if reading.isLast { break members }
        guess = guessed[reading.guess].next
      }
    }
    table.links[node].count = reading.count
    if reading.hasOtherKeys { table.nodes[node].flags.insert(.hasOtherKeys) }
    return start &+ 1
  }

  /// The outcome of reading a member whose key was guessed right.
  private enum MemberStep {
    /// Another one follows.
    case next
    case last
    case malformed
    /// It is written in another way; nothing was read.
    case other
  }

  /// Reads a member with the expected key, if it is written in the expected style.
  ///
  /// - Parameter start: the key's opening quote; afterwards that of the next key, or `}`.
  @inline(__always)
  private mutating func guessedMember(
    _ start: inout Int, _ key: MemberGuesses.Guess, _ style: Style,
    _ reading: inout MemberReading, into table: inout ColumnTable
  ) -> MemberStep {
    let close = start &+ 1 &+ Int(key.length)
    let behind = chunk.paddedHalfWord(at: close)
    if behind & style.mask == style.colon {
      return guessedText(
        &start, from: close &+ style.gap &+ 1, key, style, &reading, into: &table)
    }
    guard behind & style.keyMask == style.keyEnd else { return .other }
    let from = close &+ style.gap
    let byte = chunk[from]
    guard Ascii.opensContainer(byte) else {
      return guessedScalar(&start, from: from, key, style, &reading, into: &table)
    }
    start = container(
      from, key.target, isObject: byte == Ascii.openBrace, &reading, into: &table)
    guard start >= 0 else { return .malformed }
    return reading.isLast ? .last : .next
  }

  /// - Parameter from: the text's first byte, behind its quote.
  @inline(__always)
  private mutating func guessedText(
    _ start: inout Int, from: Int, _ key: MemberGuesses.Guess, _ style: Style,
    _ reading: inout MemberReading, into table: inout ColumnTable
  ) -> MemberStep {
    let string = chunk.jsonString(from: from, kernel: kernel)
    let to = string.close
    guard to != JSONScanner.malformed else { return .malformed }
    let behind = chunk.paddedHalfWord(at: to)
    let isLast = behind & 0xFFFF == Style.end
    guard behind & style.mask == style.comma || isLast else { return .other }
    keep(.string, from: from, to: to, flags: string.flags, at: key.target, &reading, &table)
    reading.count &+= 1
    start = isLast ? to &+ 1 : to &+ style.gap
    return isLast ? .last : .next
  }

  /// - Parameter from: the first byte of a number, or of `true`, `false`, `null`.
  @inline(__always)
  private mutating func guessedScalar(
    _ start: inout Int, from: Int, _ key: MemberGuesses.Guess,
    _ style: Style, _ reading: inout MemberReading, into table: inout ColumnTable
  ) -> MemberStep {
    let scalar = chunk.jsonScalar(at: from)
    let end = scalar.end
    let isLast = chunk[end] == Ascii.closeBrace
    guard end > from,
      isLast || chunk.paddedHalfWord(at: end) & style.keyMask == style.nextKey
    else { return .other }
    keep(scalar.kind, from: from, to: end, at: key.target, &reading, &table)
    reading.count &+= 1
    start = isLast ? end : end &+ style.gap &- 1
    return isLast ? .last : .next
  }

  /// Captures a member's value, if a path names its key.
  @inline(__always)
  private mutating func keep(
    _ kind: ValueKind, from: Int, to: Int, flags: Node.Flags = [], at state: StateNumber,
    _ reading: inout MemberReading, _ table: inout ColumnTable
  ) {
    guard state >= 0 else {
      reading.hasOtherKeys = true
      return
    }
    let value = Node(
      bytes: chunk.unchecked(from: from, to: to), state: state, kind: kind, flags: flags)
    if !table.setNew(value) { replaceMember(value, &table) }
  }

  /// The state of the object at hand between two of its members.
  struct MemberReading {
    var node: NodeNumber
    var depth: Int
    var count: Int32 = 0
    /// There was a key that no path names.
    var hasOtherKeys = false
    /// Behind the last member stands `}`.
    var isLast = false
    /// The place of the last key among the guesses, or -1 before the first.
    var guess: Int32
  }

  /// The bytes around the members of an object: written compactly, or with a space behind `:` and
  /// `,`.
  struct Style: BitwiseCopyable {
    /// The distance from a closing quote to the next opening one.
    var gap: Int
    var mask: UInt32
    /// `":"` and `","` as little-endian numbers.
    var colon: UInt32
    var comma: UInt32
    /// `":` and `,"`, where the value is not a string.
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

  /// Reads any member and what is behind it; returns the position of the next key, or that of `}`,
  /// or ``JSONScanner/malformed``.
  ///
  /// - Parameter start: the key's opening quote.
  @inline(never)
  private mutating func member(
    _ start: Int, _ reading: inout MemberReading, state: StateNumber, into table: inout ColumnTable
  ) -> Int {
    let close = chunk.plainEnd(from: start &+ 1)
    let length = close &- start &- 1
    guard chunk[close] == Ascii.quote,
      UInt(bitPattern: length &- 1) < UInt(KeyTable.shortKeyMaximum)
    else { return otherMember(start, &reading, state: state, into: &table) }
    let from = chunk.afterColon(close &+ 1)
    guard from != JSONScanner.malformed else { return JSONScanner.malformed }
    let child = key(at: start &+ 1, length, &reading, state)
    let byte = chunk[from]
    if Ascii.opensContainer(byte) {
      return container(from, child, isObject: byte == Ascii.openBrace, &reading, into: &table)
    }
    if byte == Ascii.quote {
      let string = chunk.jsonString(from: from &+ 1, kernel: kernel)
      guard string.close != JSONScanner.malformed else { return JSONScanner.malformed }
      keep(
        .string, from: from &+ 1, to: string.close, flags: string.flags, at: child, &reading,
        &table)
      return endMember(string.close &+ 1, &reading)
    }
    let scalar = chunk.jsonScalar(at: from)
    guard scalar.end > from else { return JSONScanner.malformed }
    keep(scalar.kind, from: from, to: scalar.end, at: child, &reading, &table)
    return endMember(scalar.end, &reading)
  }

  /// Reads a member's value that is an object or array and what is behind it; otherwise as
  /// ``member(_:_:state:into:)``.
  ///
  /// - Parameter start: the opening brace or bracket.
  @inline(never)
  private mutating func container(
    _ start: Int, _ state: StateNumber, isObject: Bool, _ reading: inout MemberReading,
    into table: inout ColumnTable
  ) -> Int {
    let depth = reading.depth &+ 1
    guard depth <= JSONScanner.depthMaximum else { return JSONScanner.malformed }
    keep(isObject ? .object : .array, from: start, to: start, at: state, &reading, &table)
    let end =
      state < 0
      ? skip(start, isObject: isObject, depth: depth)
      : fillMember(state, start, isObject: isObject, depth: depth, into: &table)
    guard end != JSONScanner.malformed else { return JSONScanner.malformed }
    return endMember(end, &reading)
  }

  @inline(__always)
  private mutating func fillMember(
    _ state: StateNumber, _ open: Int, isObject: Bool, depth: Int, into table: inout ColumnTable
  ) -> Int {
    let number = table.place(state)
    table.links[number] = NodeLinks()
    return fill(number, open, isObject: isObject, depth: depth, into: &table)
  }

  /// The state of a short key, which is the expected one, or the one behind that, or has to be
  /// looked up.
  @inline(__always)
  private mutating func key(
    at start: Int, _ length: Int, _ reading: inout MemberReading, _ state: StateNumber
  ) -> StateNumber {
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

  /// The position of what follows a member that ends before `end`: of the next key, or of `}`.
  @inline(__always)
  private mutating func endMember(_ end: Int, _ reading: inout MemberReading) -> Int {
    reading.count &+= 1
    let behind = chunk.afterBlanks(end)
    if chunk[behind] == Ascii.comma {
      let next = chunk.afterBlanks(behind &+ 1)
      guard chunk[next] == Ascii.quote else { return JSONScanner.malformed }
      style = next &- end == 1 ? .compact : .spaced
      return next
    }
    guard chunk[behind] == Ascii.closeBrace else { return JSONScanner.malformed }
    reading.isLast = true
    return behind
  }

  /// A member with an escape or bytes that are not ASCII in its key, or a key that is empty or
  /// long.
  @inline(never)
  private mutating func otherMember(
    _ start: Int, _ reading: inout MemberReading, state: StateNumber, into table: inout ColumnTable
  ) -> Int {
    let string = chunk.jsonString(from: start &+ 1, kernel: kernel)
    guard string.close != JSONScanner.malformed else { return JSONScanner.malformed }
    let child = child(chunk.unchecked(from: start &+ 1, to: string.close), string.flags, of: state)
    if child < 0 { reading.hasOtherKeys = true }
    let from = chunk.afterColon(string.close &+ 1)
    guard from != JSONScanner.malformed else { return JSONScanner.malformed }
    let value = value(
      from, state: child, parent: reading.node, previous: -1, depth: reading.depth, into: &table)
    guard value.end != JSONScanner.malformed else { return JSONScanner.malformed }
    if reading.guess < 0 { reading.guess = guesses.first[state] }
    return endMember(value.end, &reading)
  }

  /// Looks up a key that is written with escapes.
  @inline(never)
  mutating func escapedMember(_ raw: ByteView, of state: StateNumber) -> StateNumber {
    guard states[state].hasKeys else { return FieldTree.none }
    return keys.member(JSONString.unescape(onlyEscaped: raw, into: &arena), of: state)
  }
  @inline(never)
  private mutating func replaceMember(_ node: Node, _ table: inout ColumnTable) {
    _ = replace(table.place(node.state), with: node, &table)
  }
}
