internal import PatternSyntax

/// A reference to groups: `\1`, `\k<name>`.
struct ECMAReference {
  var numbers: [Int]
  let name: String?
  /// The group that it is in, which of its alternatives, and how many groups began before it.
  let node: Int
  let place: Int
  let nodesBefore: Int
  let offset: Int
  /// The position for its text in the output.
  var outputPosition: Int
}

/// References become text when the whole pattern is read: only then is known where their groups
/// are, and whether they are in loops.
///
/// ECMA-262 empties the groups in a loop at each turn, PCRE2 does not. So a reference into a loop,
/// or within one, is translated only where its group takes part in each turn.
extension ECMATranslator {
  mutating func checkReferences() throws(PatternError) {
    for index in references.indices {
      guard let name = references[index].name else { continue }
      guard let numbers = named[ExactText(name)] else {
        throw reader.mistake("no group is named \(name)", at: references[index].offset)
      }
      references[index].numbers = translates ? numbers : []
    }
  }

  /// The pattern for PCRE2, which has been asked whether it can compile it.
  func source() throws(PatternError) -> PatternSource {
    var text: [UInt8] = []
    var copied = 0
    for reference in references {
      text += output[copied..<reference.outputPosition]
      copied = reference.outputPosition
      var forms: [String] = []
      for number in reference.numbers {
        switch try meaning(of: number, reference) {
        case .nothing: break
        case .group: forms.append("(?(\(number))\\\(number))")
        }
      }
      text += (forms.count == 1 ? forms[0] : "(?:" + forms.joined() + ")").utf8
      guard text.count <= Self.outputMaximum else {
        throw reader.untranslatable("it is too large", at: reference.offset)
      }
    }
    text += output[copied...]
    let source = PatternSource(String(decoding: text, as: UTF8.self))
    if let mistake = Pattern.mistake(in: source) {
      throw reader.untranslatable(mistake.message, at: offset(ofOutput: mistake.byteOffset))
    }
    return source
  }

  /// The last group that begins before a place of the output. References move later places.
  private func offset(ofOutput place: Int) -> Int {
    nodes.last { $0.outputStart <= place }?.offset ?? 0
  }

  private enum Meaning {
    /// The group has no part in any match up to here.
    case nothing
    /// The text that the group matched, or nothing.
    case group
  }

  private func meaning(of number: Int, _ reference: ECMAReference) throws(PatternError) -> Meaning {
    let group = captures[number]
    // The groups around the reference, by depth.
    var around = [Int](repeating: 0, count: nodes[reference.node].depth + 1)
    var node = reference.node
    while node != 0 {
      around[nodes[node].depth] = node
      node = nodes[node].parent
    }
    func surrounds(_ node: Int) -> Bool {
      nodes[node].depth < around.count && around[nodes[node].depth] == node
    }

    if surrounds(group) { return .nothing }
    // Whether the group takes part in each match of the common group that reaches the reference.
    var isCertain = true
    var inner = group
    node = group
    while !surrounds(node) {
      let here = nodes[node]
      guard !here.isLookbehind else { throw unclear(reference) }
      if here.isNegated { return .nothing }
      if node != group, here.alternatives > 1 { isCertain = false }
      if here.isLoop, !isCertain || !here.alwaysConsumes { throw unclear(reference) }
      if here.least == 0 { isCertain = false }
      inner = node
      node = here.parent
    }
    let common = around[0...nodes[node].depth]
    if common.contains(where: { nodes[$0].isLookbehind }) { throw unclear(reference) }
    // A group that comes later has been emptied, or was not reached yet.
    if group >= reference.nodesBefore {
      let isReversed = around.contains { nodes[$0].isLookbehind }
      if isReversed { throw unclear(reference) }
      return .nothing
    }
    let place =
      node == reference.node
      ? reference.place : nodes[around[nodes[node].depth + 1]].place
    if nodes[inner].place != place { return .nothing }
    if !isCertain, common.contains(where: { nodes[$0].isLoop }) { throw unclear(reference) }
    return .group
  }

  private func unclear(_ reference: ECMAReference) -> PatternError {
    reader.untranslatable(
      "the reference is to a group whose part in the match depends on turns of a loop, or that is "
        + "in a lookbehind", at: reference.offset)
  }
}
