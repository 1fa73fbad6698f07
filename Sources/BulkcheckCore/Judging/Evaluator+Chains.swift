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
  private mutating func fails(_ leaf: Int32, _ value: Value) -> Bool {
    let frame = values.openFrame(of: value)
    defer { values.closeFrame() }
    return !check(leaf, frame, Lanes(0)).failing.isEmpty
  }

  // MARK: What is written in the place of raw values

  /// A raw value after `normalize` and the chains that pass; as it is if a match limit is reached
  /// on the way.
  mutating func afterChanges(
    _ raw: Value, _ target: NormalizedFields.Target, isElement: Bool
  ) -> Value {
    var value = values.normalized(raw, values.tables.paths[target.path], isElement: isElement)
    if value.isUnreadable { return raw }
    guard !target.chains.isEmpty else { return value }
    // What a chain sees: a missing text is none, and a cell is read as its type.
    var seen = value
    if isCSV {
      if seen.kind == .cell {
        values.readCell(&seen, values.tables.paths[target.path], isElement: isElement)
      }
    } else if !isElement, values.isMissingText(seen, values.tables.paths[target.path]) {
      return value
    }
    guard seen.isText else { return value }
    for chain in target.chains {
      guard let end = endOfChain(chain, seen) else { continue }
      value.bytes = end
      seen.bytes = end
    }
    return value
  }

  /// The text at the end of a chain; nil if it fails.
  private mutating func endOfChain(_ chain: Int32, _ value: Value) -> ByteView? {
    var current = value
    for index in program.chains[Int(chain)] {
      let step = values.tables.changes[index]
      if step.code == .check {
        if fails(step.operand, current) { return nil }
      } else {
        guard let changed = values.changed(current.bytes, step) else { return nil }
        current.bytes = changed
      }
    }
    return current.bytes
  }
}
