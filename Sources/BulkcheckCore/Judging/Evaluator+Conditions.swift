/// How often conditions are decided with a part left out, because its value is missing.
extension Evaluator {
  /// Counts the records of the batch in which a part of a rule's condition says nothing, and the
  /// others decide.
  mutating func countPartsLeftOut(_ rule: RuleNumber) {
    let leftOut = lanesWithUndecidedParts(tables.rules[rule].condition)
    if leftOut.isEmpty { return }
    let record = values.column(ProgramBuilder.recordPath)
    let answer = evaluate(tables.rules[rule].condition, record, leftOut)
    let decided = leftOut & (answer.yes | answer.no)
    if !decided.isEmpty { counters.count(rule, ChunkCounters.partLeftOut, decided.count) }
  }

  /// The lanes in which a part of a condition says nothing, on whatever level of `all`, `any`,
  /// `none` and `not` it is. What is asked of one value is one part.
  private mutating func lanesWithUndecidedParts(_ number: Int32) -> Lanes {
    let instruction = tables.instructions[number]
    switch instruction.code {
    case .all, .any, .none:
      var lanes = Lanes.none
      for index in instruction.a..<instruction.a &+ instruction.b {
        lanes |= lanesWithUndecidedParts(tables.children[index])
      }
      return lanes
    case .not: return lanesWithUndecidedParts(instruction.a)
    default: return undecidedLanes(number)
    }
  }

  /// The lanes in which a part of a condition says nothing. Only where its value is missing, if it
  /// is about one: mostly there is no such lane, and nothing has to be asked again.
  private mutating func undecidedLanes(_ part: Int32) -> Lanes {
    var lanes = values.objects
    if tables.instructions[part].code == .atPath {
      let values = values.column(tables.instructions[part].path)
      lanes -= columns[values].values | columns[values].unreadables
    }
    if lanes.isEmpty { return .none }
    let answer = evaluate(part, values.column(ProgramBuilder.recordPath), lanes)
    return lanes - answer.yes - answer.no - answer.limited - answer.unreadable
  }
}
