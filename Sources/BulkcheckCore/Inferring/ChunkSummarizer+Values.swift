/// Looking at the values of one record.
extension ChunkSummarizer {
  // MARK: JSON

  /// Walks over a well-formed object by the tokens of the index.
  ///
  /// Between a key and its value, and between members, nothing else can lie but blanks, `:` and
  /// `,`, which have no tokens; see ``JSONScanner``.
  mutating func summarizeObject(_ bytes: ByteView, _ first: Int) {
    arena.reset()
    hasDuplicateKey = false
    mapNames.begin(after: objectNumber)
    tree.fields[SummaryTree.root].present &+= 1
    _ = object(bytes, first, SummaryTree.root)
    tree.conditions.endRecord()
    if hasDuplicateKey { countDuplicateKeys() }
  }

  /// Takes the value at a token; returns the number of the token behind it. `node` is -1 if the
  /// value is not summarized.
  private mutating func value(_ bytes: ByteView, _ token: Int, _ node: Int32) -> Int {
    let start = Int(tokens[token])
    switch bytes[start] {
    case Ascii.quote:
      if node >= 0 {
        let text = content(bytes, token)
        tree.fields[node].texts.add(text, &shapes)
        if tree.fields[node].tracksUniqueness, !text.isEmpty { note(text, node) }
        noteState(of: node, isEmpty: text.isEmpty)
      }
      return token + 2
    case Ascii.openBrace:
      guard node >= 0 else { return behind(bytes, token) }
      notePresence(of: node)
      return object(bytes, token, node)
    case Ascii.openBracket:
      guard node >= 0 else { return behind(bytes, token) }
      notePresence(of: node)
      return array(bytes, token, node)
    default:
      if node >= 0 { scalar(bytes, start, node) }
      return token + 1
    }
  }

  /// Members one after another. Recursion ends at the depth of the tree.
  private mutating func object(_ bytes: ByteView, _ open: Int, _ place: Int32) -> Int {
    var node = place
    tree.fields[node].objects &+= 1
    objectNumber &+= 1
    let owner = objectNumber
    let firstEscape = escapeCursor
    var previous: Int32 = -1
    var token = open + 1
    var knowsNames = false
    while bytes[Int(tokens[token])] == Ascii.quote {
      let key = content(bytes, token)
      let member = tree.member(key, of: node, after: previous)
      // The object may have become a part of another place, or a map.
      node = tree.resolved(node)
      if tree.isAnyMember(member) {
        if !knowsNames, token > open + 1 { noteNames(bytes, open + 1, token, owner, firstEscape) }
        knowsNames = true
        addMember(key, member, of: node, owner)
      } else if member >= 0 {
        addMember(member, owner)
        previous = member
      }
      token = value(bytes, token + 2, member)
      if node != tree.resolved(node) {
        node = tree.resolved(node)
        previous = -1
      }
    }
    return token + 1
  }

  @inline(__always)
  private mutating func addMember(_ member: Int32, _ owner: Int) {
    if tree.fields[member].owner == owner {
      tree.fields[member].duplicateKeys &+= 1
      hasDuplicateKey = true
    } else {
      tree.fields[member].owner = owner
      tree.fields[member].present &+= 1
    }
  }

  /// A member of a map.
  private mutating func addMember(
    _ name: ByteView, _ member: Int32, of object: Int32, _ owner: Int
  ) {
    if mapNames.insert(name, of: owner) {
      tree.fields[member].present &+= 1
      tree.addName(name, of: object)
    } else {
      tree.fields[member].duplicateKeys &+= 1
      hasDuplicateKey = true
    }
  }

  /// Notes the names that an object had before it became a map, which are counted already.
  private mutating func noteNames(
    _ bytes: ByteView, _ first: Int, _ end: Int, _ owner: Int, _ firstEscape: Int
  ) {
    let cursor = escapeCursor
    escapeCursor = firstEscape
    var token = first
    while token < end {
      _ = mapNames.insert(content(bytes, token), of: owner)
      token = behind(bytes, token + 2)
    }
    escapeCursor = cursor
  }

  private mutating func array(_ bytes: ByteView, _ open: Int, _ node: Int32) -> Int {
    tree.fields[node].arrays &+= 1
    var token = open + 1
    var count = 0
    var elements: Int32 = -1
    while bytes[Int(tokens[token])] != Ascii.closeBracket {
      if count == 0 { elements = tree.elements(of: node) }
      elements = tree.resolved(elements)
      if elements >= 0 { tree.fields[elements].present &+= 1 }
      token = value(bytes, token, elements)
      count &+= 1
    }
    tree.fields[tree.resolved(node)].addElements(count)
    return token + 1
  }

  /// Passes over an object or array.
  private mutating func behind(_ bytes: ByteView, _ open: Int) -> Int {
    var depth = 0
    var token = open
    repeat {
      switch bytes[Int(tokens[token])] {
      case Ascii.openBrace, Ascii.openBracket:
        depth += 1
        token += 1
      case Ascii.closeBrace, Ascii.closeBracket:
        depth -= 1
        token += 1
      case Ascii.quote: token += 2
      default: token += 1
      }
    } while depth > 0
    return token
  }

  /// The unescaped content of the string at a token.
  @inline(__always)
  private mutating func content(_ bytes: ByteView, _ token: Int) -> ByteView {
    let start = Int(tokens[token]) + 1
    let close = Int(tokens[token + 1])
    let raw = bytes.unchecked(from: start, to: close)
    // Behind the last escape stands the highest number.
    while Int(escapes[escapeCursor]) < start { escapeCursor &+= 1 }
    guard Int(escapes[escapeCursor]) < close else { return raw }
    return JSONString.unescape(raw, into: &arena)
  }

  private mutating func scalar(_ bytes: ByteView, _ start: Int, _ node: Int32) {
    switch bytes[start] {
    case UInt8(ascii: "n"): tree.fields[node].null &+= 1
    case UInt8(ascii: "t"):
      tree.fields[node].true &+= 1
      noteChoice(of: node, 1, .boolean)
    case UInt8(ascii: "f"):
      tree.fields[node].false &+= 1
      noteChoice(of: node, 0, .boolean)
    default:
      var end = start + 1
      while end < bytes.count, ChunkSummarizer.continuesNumber(bytes[end]) { end &+= 1 }
      guard let number = Decimal.parse(bytes.unchecked(from: start, to: end)) else { return }
      tree.fields[node].add(number)
      if tree.fields[node].tracksUniqueness { note(number, node) }
      let isSmall = number.exponent == 0 && !number.isNegative && !number.isLong
      noteChoice(of: node, isSmall ? Int(clamping: number.significand) : -1, .integer)
    }
  }

  // MARK: Conditions

  @inline(__always)
  private mutating func notePresence(of node: Int32) {
    let field = tree.fields[node].condition
    if field >= 0 { tree.conditions.note(field, state: ExactShapeTable.shapeless) }
  }

  /// Notes a value that has no shape.
  @inline(__always)
  private mutating func noteChoice(of node: Int32, _ choice: Int, _ kind: ConditionCounts.Kind) {
    let field = tree.fields[node].condition
    guard field >= 0 else { return }
    tree.conditions.note(field, state: ExactShapeTable.shapeless)
    tree.conditions.note(field, choice: choice, kind)
  }

  /// Notes the text that was added last.
  @inline(__always)
  private mutating func noteState(of node: Int32, isEmpty: Bool) {
    let field = tree.fields[node].condition
    guard field >= 0 else { return }
    if isEmpty {
      tree.conditions.note(field, state: ExactShapeTable.shapeless)
    } else {
      tree.conditions.note(field, state: shapes.shapeNumber)
      tree.conditions.note(field, choice: shapes.valueNumber, .text)
    }
  }

  @inline(__always)
  private static func continuesNumber(_ byte: UInt8) -> Bool {
    Ascii.isDigit(byte) || byte == Ascii.point || byte | 0x20 == UInt8(ascii: "e")
      || byte == Ascii.minus || byte == Ascii.plus
  }

  // MARK: CSV

  @inline(__always)
  mutating func addCell(_ text: ByteView, to node: Int32) {
    tree.fields[node].present &+= 1
    if text.isEmpty {
      tree.fields[node].null &+= 1
      return
    }
    if MissingWords.mayHold(text), let word = MissingWords.index(of: text) {
      tree.fields[node].addMissingWord(word)
      return
    }
    tree.fields[node].addCell(text, &shapes)
    if tree.fields[node].tracksUniqueness { note(text, node) }
    noteState(of: node, isEmpty: false)
  }

  // MARK: Uniqueness

  @inline(__always)
  private mutating func note(_ text: ByteView, _ node: Int32) {
    if mayIdentify(text) {
      values.append(ByteHash.hashPadded(text, seed: shapes.hashSeed), of: node)
    } else {
      values.appendUnfit(of: node)
      tree.fields[node].tracksUniqueness = false
    }
  }

  private mutating func note(_ number: Decimal, _ node: Int32) {
    if number.isInteger {
      values.append(Fingerprint(number: number).low, of: node)
    } else {
      values.appendUnfit(of: node)
      tree.fields[node].tracksUniqueness = false
    }
  }

  /// A sentence or a time is unique by chance at most.
  private func mayIdentify(_ text: ByteView) -> Bool {
    guard text.count <= ValueTable.valueBytesMaximum, text.firstIndex(of: Ascii.space) == nil else {
      return false
    }
    return text.count < 10 || text[4] != Ascii.minus || text[7] != Ascii.minus
  }
}
