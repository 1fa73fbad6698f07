/// Chains of checks and changes.
extension Evaluator {
  /// Checks and changes in order; the first check that fails ends the chain
  /// (docs/reference/values.md#chain). A check that does not apply to the value's kind fails
  /// nothing.
  @inline(never)
  mutating func checkChain(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let current = values.copy(column, lanes)
    var answer = Answer(yes: lanes, no: .none)
    for index in program.chains[Int(tables.leaves[leaf].operand)] {
      let step = values.tables.changes[index]
      let open = lanes - answer.no - answer.unreadable
      if step.code == .check {
        answer.and(check(step.operand, current, open).decided)
      } else {
        for lane in open & columns[current].texts {
          if let changed = values.changed(columns[current].nodes[lane].bytes, step) {
            columns[current].nodes[lane].bytes = changed
          } else {
            answer.and(Answer(unreadable: Lanes(lane)))
          }
        }
        columns[current].triedNumbers = .none
        columns[current].smallNumbers = .none
      }
    }
    values.closeFrame()
    return answer
  }

  /// Whether a check fails on a value of no record.
  mutating func fails(_ leaf: Int32, _ value: Value) -> Bool {
    let frame = values.openFrame(of: value)
    defer { values.closeFrame() }
    return !check(leaf, frame, Lanes(0)).failing.isEmpty
  }
}
