/// Patterns in the texts of a column.
extension Evaluator {
  /// The lanes in which a pattern is found. What its fast form does not decide is asked of PCRE2.
  mutating func matches(_ pattern: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    var found = Found()
    let (nodes, first) = values.nodes(column)
    if let fast = values.tables.patternCodes[pattern].classPattern {
      let answers = nodes.matching(lanes, from: first, fast)
      found = Found(decided: lanes - answers.undecided, yes: answers.found)
    } else if let automaton = values.tables.patternCodes[pattern].automaton {
      found = matches(automaton, column, lanes)
    }
    var answer = Answer(yes: found.yes, no: found.decided - found.yes)
    for lane in lanes - found.decided {
      insert(values.match(pattern, nodes[first &+ lane].bytes), lane, &answer)
    }
    return answer
  }

  /// The answer of the fast form of a pattern about texts.
  private struct Found {
    var decided = Lanes.none
    var yes = Lanes.none

    @inline(__always)
    mutating func note(_ isMatched: Bool?, _ lane: Lane) {
      guard let isMatched else { return }
      decided |= Lanes(lane)
      yes.insert(lane, if: isMatched)
    }
  }

  private mutating func matches(
    _ automaton: PatternAutomaton, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Found {
    let (nodes, first) = values.nodes(column)
    var found = Found()
    var rest = lanes.makeIterator()
    while let a = rest.next() {
      // In place of lanes that are missing among the last four the first of them is asked again.
      let (b, c, d) = (rest.next() ?? a, rest.next() ?? a, rest.next() ?? a)
      let answers = automaton.matches(
        nodes[first &+ a].bytes, nodes[first &+ b].bytes, nodes[first &+ c].bytes,
        nodes[first &+ d].bytes)
      found.note(answers.a, a)
      found.note(answers.b, b)
      found.note(answers.c, c)
      found.note(answers.d, d)
    }
    return found
  }

  private mutating func insert(
    _ answer: PatternMatcher.Answer, _ lane: Lane, _ answers: inout Answer
  ) {
    switch answer {
    case .matched: answers.yes |= Lanes(lane)
    case .notMatched: answers.no |= Lanes(lane)
    case .limitExceeded: answers.limited |= Lanes(lane)
    }
  }
}
