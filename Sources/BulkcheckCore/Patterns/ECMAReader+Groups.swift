/// Groups and quantifiers.
extension ECMAReader {
  mutating func openGroup() throws(Failure) {
    var node = ECMANode()
    node.offset = position
    node.outputStart = output.count
    node.parent = open
    node.depth = nodes[open].depth + 1
    node.place = nodes[open].alternatives
    node.flags = flags
    guard nodes.count < Self.nodesMaximum else {
      throw mistake("too many groups", at: position)
    }
    if translates, node.depth > Self.depthMaximum {
      throw untranslatable("groups are nested too deeply", at: position)
    }
    position += 1
    if take("?") {
      try groupKind(&node)
    } else {
      captures.append(nodes.count)
      emit("(")
    }
    open = nodes.count
    nodes.append(node)
  }

  /// Reads the kind of a group behind `(?`.
  private mutating func groupKind(_ node: inout ECMANode) throws(Failure) {
    if take(":") { return emit("(?:") }
    if take("=") { return begin(&node, .lookahead(isNegated: false), "(?=") }
    if take("!") { return begin(&node, .lookahead(isNegated: true), "(?!") }
    guard take("<") else { return try modifiers(&node) }
    if take("=") { return begin(&node, .lookbehind(isNegated: false), "(?<=") }
    if take("!") { return begin(&node, .lookbehind(isNegated: true), "(?<!") }
    let offset = position
    let name = try groupName()
    let number = captures.count
    captures.append(nodes.count)
    // Comparing with the last one is enough: one before it that is in the way of this one would be
    // in the way of that one too.
    if let last = named[ExactText(name)]?.last, !areAlternatives(captures[last], node) {
      throw mistake("two groups are named \(name)", at: offset)
    }
    named[ExactText(name), default: []].append(number)
    emit("(")
  }

  private mutating func begin(_ node: inout ECMANode, _ kind: ECMANode.Kind, _ text: String) {
    node.kind = kind
    emit(text)
  }

  /// Whether a group and one that begins here are in different alternatives.
  private func areAlternatives(_ first: Int, _ node: ECMANode) -> Bool {
    var (one, other) = (nodes[first], node)
    while true {
      while one.depth > other.depth { one = nodes[one.parent] }
      while other.depth > one.depth { other = nodes[other.parent] }
      if one.depth == 0 { return false }
      if one.parent == other.parent { return one.place != other.place }
      (one, other) = (nodes[one.parent], nodes[other.parent])
    }
  }

  /// `ims-ims:`, behind the question mark.
  private mutating func modifiers(_ node: inout ECMANode) throws(Failure) {
    let offset = position - 2
    var added: ECMANode.Flags = []
    var removed: ECMANode.Flags = []
    var isRemoving = false
    while let byte = next, byte != UInt8(ascii: ":") {
      position += 1
      if byte == UInt8(ascii: "-"), !isRemoving {
        isRemoving = true
        continue
      }
      let flag: ECMANode.Flags =
        switch byte {
        case UInt8(ascii: "i"): .caseless
        case UInt8(ascii: "m"): .multiline
        case UInt8(ascii: "s"): .dotAll
        default: []
        }
      guard !flag.isEmpty, added.union(removed).isDisjoint(with: flag) else {
        throw mistake("unknown kind of group", at: offset)
      }
      if isRemoving { removed.formUnion(flag) } else { added.formUnion(flag) }
    }
    guard take(":"), !added.union(removed).isEmpty else {
      throw mistake("unknown kind of group", at: offset)
    }
    node.flags = flags.union(added).subtracting(removed)
    emit(added.contains(.caseless) ? "(?i:" : removed.contains(.caseless) ? "(?-i:" : "(?:")
  }

  /// The name of a group and the `>` behind it.
  mutating func groupName() throws(Failure) -> String {
    let start = position
    var name = String.UnicodeScalarView()
    while let byte = next, byte != UInt8(ascii: ">") {
      let value = takeScalar()
      let isEscaped = value == 0x5C && take("u")
      let code = isEscaped ? unicodeEscape() : value
      guard let scalar = code.flatMap(Unicode.Scalar.init),
        Self.isNameCharacter(scalar, isFirst: name.isEmpty)
      else { throw mistake("a group's name is not an identifier", at: start) }
      name.append(scalar)
    }
    guard take(">"), !name.isEmpty else {
      throw mistake("a group's name is not an identifier", at: start)
    }
    return String(name)
  }

  private static func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "$", "_": true
    case "\u{200C}", "\u{200D}": !isFirst
    default: isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue
    }
  }

  mutating func closeGroup() throws(Failure) {
    guard open > 0 else { throw mistake("this ) closes no group", at: position) }
    position += 1
    emit(")")
    nodes[open].endAlternative()
    let closed = open
    open = nodes[closed].parent
    try quantify(.group(closed), from: nodes[closed].outputStart)
  }

  // MARK: Quantifiers

  /// Reads the quantifier behind an atom, if there is one, and notes what the two mean for the
  /// group around them.
  mutating func quantify(_ atom: Atom, from start: Int) throws(Failure) {
    let offset = position
    let quantifier = try quantifier()
    if let quantifier {
      switch atom {
      case .place: throw mistake("an assertion cannot be repeated", at: offset)
      case .group(let node): try repeatGroup(node, quantifier, from: start, at: offset)
      case .character, .reference: try emit(quantifier, at: offset)
      }
    }
    let consumes =
      switch atom {
      case .character: true
      case .reference, .place: false
      case .group(let node): isPlain(node) && nodes[node].alwaysConsumes
      }
    if consumes, quantifier?.least != 0 { nodes[open].consumes = true }
    if quantifier?.least != 0 { nodes[open].isAtBeginning = false }
  }

  private func isPlain(_ node: Int) -> Bool {
    if case .group = nodes[node].kind { true } else { false }
  }

  private mutating func repeatGroup(
    _ node: Int, _ quantifier: Quantifier, from start: Int, at offset: Int
  ) throws(Failure) {
    nodes[node].least = quantifier.least
    nodes[node].isLoop = quantifier.most.map { $0 > 1 } ?? true
    if isPlain(node) { return try emit(quantifier, at: offset) }
    guard isLenient, !nodes[node].isLookbehind else {
      throw mistake("an assertion cannot be repeated", at: offset)
    }
    // One turn of a lookahead is like any number of them. A turn that is not asked for matches
    // nothing, so it does not count.
    nodes[node].isLoop = false
    guard quantifier.least == 0, translates else { return }
    let opening = "(?:"
    output.insert(contentsOf: opening.utf8, at: start)
    emit("){0}")
    for index in references.indices.reversed() {
      guard references[index].outputPosition >= start else { break }
      references[index].outputPosition += opening.utf8.count
    }
  }

  private mutating func emit(_ quantifier: Quantifier, at offset: Int) throws(Failure) {
    guard translates else { return }
    guard max(quantifier.least, quantifier.most ?? 0) <= Self.turnsMaximum else {
      throw untranslatable("a count is above \(Self.turnsMaximum)", at: offset)
    }
    // Where a match may begin anywhere, no part there needs to go on for longer than it must; and
    // PCRE2 wants to know how far to look back.
    if nodes[open].isLookbehind, nodes[open].isAtBeginning {
      return emit("{\(quantifier.least)}")
    }
    switch (quantifier.least, quantifier.most) {
    case (0, nil): emit("*")
    case (1, nil): emit("+")
    case (0, 1): emit("?")
    case (let least, nil): emit("{\(least),}")
    case (let least, let most?): emit(least == most ? "{\(least)}" : "{\(least),\(most)}")
    }
    if quantifier.isLazy { emit("?") }
  }

  /// The quantifier here; nil if there is none.
  mutating func quantifier() throws(Failure) -> Quantifier? {
    var quantifier: Quantifier
    if take("*") {
      quantifier = Quantifier(least: 0, most: nil)
    } else if take("+") {
      quantifier = Quantifier(least: 1, most: nil)
    } else if take("?") {
      quantifier = Quantifier(least: 0, most: 1)
    } else if let counted = try counts() {
      quantifier = counted
    } else {
      return nil
    }
    quantifier.isLazy = take("?")
    return quantifier
  }

  /// `{2}`, `{2,}` or `{2,5}`; nil if nothing of the kind is here.
  private mutating func counts() throws(Failure) -> Quantifier? {
    let start = position
    guard take("{") else { return nil }
    guard let least = count() else { return giveBack(start) }
    var quantifier = Quantifier(least: least, most: least)
    if take(",") { quantifier.most = count() }
    guard take("}") else { return giveBack(start) }
    if let most = quantifier.most, most < least {
      throw mistake("the minimum count is above the maximum", at: start)
    }
    return quantifier
  }

  private mutating func giveBack(_ start: Int) -> Quantifier? {
    position = start
    return nil
  }

  private mutating func count() -> Int? {
    let start = position
    var value = 0
    while let byte = next, byte.isDigit {
      value = min(value * 10 + byte.digitValue, 1 << 31)
      position += 1
    }
    return position > start ? value : nil
  }
}
