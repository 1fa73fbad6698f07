/// How often conditions are decided with a part left out, because its value is missing.
extension Evaluator {
  /// Counts the records of the batch in which a part of a rule's condition says nothing, and the
  /// others decide.
  mutating func countPartsLeftOut(_ rule: Int32) {
    let condition = instructions[rules[rule].condition]
    var leftOut = Lanes.none
    for index in condition.a..<condition.a &+ condition.b {
      leftOut |= undecidedLanes(children[index])
    }
    if leftOut.isEmpty { return }
    let record = column(ProgramBuilder.recordPath)
    let answer = evaluate(rules[rule].condition, record, leftOut)
    let decided = leftOut & (answer.yes | answer.no)
    if !decided.isEmpty { counters.count(rule, ChunkCounters.partLeftOut, decided.count) }
  }

  /// The lanes in which a part of a condition says nothing. Only where its value is missing, if it
  /// is about one: mostly there is no such lane, and nothing has to be asked again.
  private mutating func undecidedLanes(_ part: Int32) -> Lanes {
    var lanes = objects
    if instructions[part].code == .atPath {
      let values = column(instructions[part].a)
      lanes -= columns[values].values | columns[values].unreadables
    }
    if lanes.isEmpty { return .none }
    let answer = evaluate(part, column(ProgramBuilder.recordPath), lanes)
    return lanes - answer.yes - answer.no - answer.limited - answer.unreadable
  }
}
