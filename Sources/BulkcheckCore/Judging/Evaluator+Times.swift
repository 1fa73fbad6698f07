/// Dates and times: notations, limits, comparisons.
extension Evaluator {
  /// Texts that are in a notation, and those whose point in time lies within limits.
  mutating func withTime(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let (nodes, first) = values.nodes(column)
    let operand = tables.leaves[leaf].operand
    var found = Lanes.none
    if tables.leaves[leaf].code == .temporal {
      let reader = program.tables.readers[operand]
      for lane in lanes {
        found.insert(lane, if: reader.instant(nodes[first &+ lane].bytes) != nil)
      }
      return found
    }
    let limits = program.tables.instants[operand]
    let reader = program.tables.readers[limits.reader]
    for lane in lanes {
      guard let instant = reader.instant(nodes[first &+ lane].bytes) else { continue }
      found.insert(lane, if: limits.contains(instant))
    }
    return found
  }

  /// A side that is not in its notation makes the comparison fail.
  mutating func compareInstants(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    let left = values.column(instruction.path)
    let right = values.column(instruction.otherPath)
    let relation = program.tables.timeRelations[instruction.b]
    let leftReader = program.tables.readers[relation.left]
    let rightReader = program.tables.readers[relation.right]
    var answer = Answer()
    answer.unreadable = lanes & (columns[left].unreadables | columns[right].unreadables)
    let both = lanes & columns[left].values & columns[right].values
    answer.unreadable -= both
    let (leftNodes, leftFirst) = values.nodes(left)
    let (rightNodes, rightFirst) = values.nodes(right)
    for lane in both & columns[left].texts & columns[right].texts {
      guard let one = leftReader.instant(leftNodes[leftFirst &+ lane].bytes),
        let other = rightReader.instant(rightNodes[rightFirst &+ lane].bytes)
      else { continue }
      answer.yes.insert(lane, if: relation.operation.holds(Instant.compare(one, other)))
    }
    answer.no = both - answer.yes
    return answer
  }
}
