internal import PatternSyntax

/// Groups and their quantifiers.
extension ECMATranslator {
  mutating func openGroup(_ group: PatternGroup, at offset: Int) throws(PatternError) {
    guard nodes.count < Self.nodesMaximum else {
      throw reader.mistake("too many groups", at: offset)
    }
    var node = ECMANode(kind: group)
    node.offset = offset
    node.outputStart = output.count
    node.parent = open
    node.depth = nodes[open].depth + 1
    node.place = nodes[open].alternatives
    node.flags = flags
    switch group {
    case .capturing(let name):
      if let name { try add(name, node) }
      captures.append(nodes.count)
      emit("(")
    case .flags(let added, let removed):
      node.flags = flags.union(added).subtracting(removed)
      emit(added.contains(.caseless) ? "(?i:" : removed.contains(.caseless) ? "(?-i:" : "(?:")
    case .lookahead(let isNegated): emit(isNegated ? "(?!" : "(?=")
    case .lookbehind(let isNegated): emit(isNegated ? "(?<!" : "(?<=")
    case .plain, .other: emit("(?:")
    }
    open = nodes.count
    nodes.append(node)
  }

  private mutating func add(_ name: String, _ node: ECMANode) throws(PatternError) {
    // Comparing with the last one is enough: one before it that is in the way of this one would be
    // in the way of that one too.
    if let last = named[ExactText(name)]?.last, !areAlternatives(captures[last], node) {
      throw reader.mistake("two groups are named \(name)", at: node.offset + "(?<".count)
    }
    named[ExactText(name), default: []].append(captures.count)
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

  mutating func closeGroup() -> Int {
    emit(")")
    nodes[open].endAlternative()
    defer { open = nodes[open].parent }
    return open
  }

  mutating func repeatGroup(
    _ node: Int, _ quantifier: PatternQuantifier, from start: Int, at offset: Int
  ) throws(PatternError) {
    nodes[node].least = quantifier.least
    nodes[node].isLoop = quantifier.most.map { $0 > 1 } ?? true
    guard nodes[node].isAssertion else { return try emit(quantifier, at: offset) }
    guard reader.isWithoutUnicode, !nodes[node].isLookbehind else {
      throw reader.mistake("an assertion cannot be repeated", at: offset)
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

  mutating func emit(_ quantifier: PatternQuantifier, at offset: Int) throws(PatternError) {
    guard translates else { return }
    guard max(quantifier.least, quantifier.most ?? 0) <= PatternReader.countMaximum
    else {
      throw reader.untranslatable(
        "a count is above \(PatternReader.countMaximum)", at: offset)
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
}
