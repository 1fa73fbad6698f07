/// Looking at the values of one record.
extension ChunkSummarizer {
  // MARK: JSON

  /// Walks over a well-formed object, from its opening brace on. The scanner has just checked it,
  /// so every end is found again.
  mutating func summarizeObject(_ open: Int) {
    arena.reset()
    mapNames.begin()
    tree.fields[SummaryTree.root].present &+= 1
    _ = object(open, SummaryTree.root)
    tree.kinds.endRecord()
    if hasDuplicateKey { countDuplicateKeys() }
  }

  /// Takes the value that begins at `start`; returns the position behind it. `node` is -1 if the
  /// value is not summarized.
  private mutating func value(_ start: Int, _ node: SummaryNumber) -> Int {
    switch reader.bytes[start] {
    case Ascii.quote:
      guard node >= 0 else { return string(start).close &+ 1 }
      let text = text(start)
      tree.fields[node].texts.add(text.content, &shapes)
      if tree.fields[node].tracksUniqueness, !text.content.isEmpty { note(text.content, node) }
      noteState(of: node, isEmpty: text.content.isEmpty)
      return text.end
    case Ascii.openBrace:
      guard node >= 0 else { return reader.lines.skip(start, isObject: true, depth: 1) }
      notePresence(of: node)
      return object(start, node)
    case Ascii.openBracket:
      guard node >= 0 else { return reader.lines.skip(start, isObject: false, depth: 1) }
      notePresence(of: node)
      return array(start, node)
    default:
      let scalar = reader.bytes.jsonScalar(at: start)
      if node >= 0 { add(scalar, from: start, to: node) }
      return scalar.end
    }
  }

  /// Members one after another. Recursion ends at the depth of the tree.
  private mutating func object(_ open: Int, _ place: SummaryNumber) -> Int {
    var node = place
    tree.fields[node].objects &+= 1
    objectNumber &+= 1
    let owner = objectNumber
    var previous: SummaryNumber = -1
    let first = reader.bytes.afterBlanks(open &+ 1)
    var position = first
    var knowsNames = false
    while reader.bytes[position] == Ascii.quote {
      let key = text(position)
      let member = tree.member(key.content, of: node, after: previous)
      // The object may have become a part of another place, or a map.
      node = tree.resolved(node)
      if tree.isAnyMember(member) {
        if !knowsNames { noteNames(from: first, to: position, owner) }
        knowsNames = true
        addMember(key.content, member, of: node, owner)
      } else if member >= 0 {
        addMember(member, owner)
        previous = member
      }
      position = next(behind: value(reader.bytes.afterColon(key.end), member))
      if node != tree.resolved(node) {
        node = tree.resolved(node)
        previous = -1
      }
    }
    return position &+ 1
  }

  /// The next key or element, or the closing bracket, behind a value.
  @inline(__always)
  private mutating func next(behind end: Int) -> Int {
    let position = reader.bytes.afterBlanks(end)
    return reader.bytes[position] == Ascii.comma
      ? reader.bytes.afterBlanks(position &+ 1) : position
  }

  @inline(__always)
  private mutating func addMember(_ member: SummaryNumber, _ owner: Int) {
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
    _ name: ByteView, _ member: SummaryNumber, of object: SummaryNumber, _ owner: Int
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
  ///
  /// - Parameters:
  ///   - first: the object's first key.
  ///   - end: the key behind the last one that is noted.
  private mutating func noteNames(from first: Int, to end: Int, _ owner: Int) {
    var position = first
    while position < end {
      let key = text(position)
      _ = mapNames.insert(key.content, of: owner)
      position = next(behind: value(reader.bytes.afterColon(key.end), -1))
    }
  }

  private mutating func array(_ open: Int, _ node: SummaryNumber) -> Int {
    tree.fields[node].arrays &+= 1
    var position = reader.bytes.afterBlanks(open &+ 1)
    var count = 0
    var elements: SummaryNumber = -1
    while reader.bytes[position] != Ascii.closeBracket {
      if count == 0 { elements = tree.elements(of: node) }
      elements = tree.resolved(elements)
      if elements >= 0 { tree.fields[elements].present &+= 1 }
      position = next(behind: value(position, elements))
      count &+= 1
    }
    tree.fields[tree.resolved(node)].addElements(count)
    return position &+ 1
  }

  /// The unescaped content of the string at a quote, and the position behind the closing one.
  @inline(__always)
  private mutating func text(_ quote: Int) -> (content: ByteView, end: Int) {
    let string = string(quote)
    let raw = reader.bytes.unchecked(from: quote &+ 1, to: string.close)
    let content =
      string.flags.contains(.isEscaped) ? JSONString.unescape(raw, into: &arena) : raw
    return (content, string.close &+ 1)
  }

  @inline(__always)
  private mutating func string(_ quote: Int) -> ByteView.ReadString {
    reader.bytes.jsonString(from: quote &+ 1, kernel: reader.lines.kernel)
  }

  private mutating func add(_ scalar: ByteView.ReadScalar, from start: Int, to node: SummaryNumber)
  {
    switch scalar.kind {
    case .null: tree.fields[node].null &+= 1
    case .true:
      tree.fields[node].true &+= 1
      noteChoice(of: node, 1, .boolean)
    case .false:
      tree.fields[node].false &+= 1
      noteChoice(of: node, 0, .boolean)
    default:
      guard let number = Decimal.parse(reader.bytes.unchecked(from: start, to: scalar.end)) else {
        return
      }
      tree.fields[node].add(number)
      if tree.fields[node].tracksUniqueness { note(number, node) }
      let isSmall = number.exponent == 0 && !number.isNegative && !number.isLong
      noteChoice(of: node, isSmall ? Int(clamping: number.significand) : -1, .integer)
    }
  }

  // MARK: Kinds of records

  @inline(__always)
  private mutating func notePresence(of node: SummaryNumber) {
    let field = tree.fields[node].kindField
    if field >= 0 { tree.kinds.note(field) }
  }

  /// Notes a boolean or a number.
  @inline(__always)
  private mutating func noteChoice(
    of node: SummaryNumber, _ choice: Int, _ kind: KindCounts.Kind
  ) {
    let field = tree.fields[node].kindField
    guard field >= 0 else { return }
    tree.kinds.note(field)
    tree.kinds.note(field, choice: choice, kind)
  }

  /// Notes the text that was added last.
  @inline(__always)
  private mutating func noteState(of node: SummaryNumber, isEmpty: Bool) {
    let field = tree.fields[node].kindField
    guard field >= 0 else { return }
    tree.kinds.note(field)
    if !isEmpty { tree.kinds.note(field, choice: shapes.valueNumber, .text) }
  }

  // MARK: CSV

  @inline(__always)
  mutating func addCell(_ text: ByteView, to node: SummaryNumber) {
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
  private mutating func note(_ text: ByteView, _ node: SummaryNumber) {
    if mayIdentify(text) {
      values.append(ByteHash.hash(text, seed: shapes.hashSeed, isPadded: true), of: node)
    } else {
      values.appendUnfit(of: node)
      tree.fields[node].tracksUniqueness = false
    }
  }

  private mutating func note(_ number: Decimal, _ node: SummaryNumber) {
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
