/// Dates and times: notations, limits, comparisons.
extension Evaluator {
  /// Texts that are in a notation, and those whose point in time lies within limits.
  mutating func withTime(_ leaf: Int32, _ column: Int32, _ lanes: Lanes) -> Lanes {
    let (nodes, first) = nodes(column)
    let operand = leaves[leaf].operand
    var found = Lanes.none
    if leaves[leaf].code == .temporal {
      let reader = program.readers[operand]
      for lane in lanes {
        found.insert(lane, if: reader.instant(nodes[first &+ lane].bytes) != nil)
      }
      return found
    }
    let limits = program.moments[operand]
    let reader = program.readers[limits.reader]
    for lane in lanes {
      guard let instant = reader.instant(nodes[first &+ lane].bytes) else { continue }
      found.insert(lane, if: limits.contains(instant))
    }
    return found
  }

  /// A side that is not in its notation makes the comparison fail.
  mutating func compareTimes(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    let left = column(instruction.a)
    let right = column(instruction.c)
    let relation = program.timeRelations[instruction.b]
    let leftReader = program.readers[relation.left]
    let rightReader = program.readers[relation.right]
    var answer = Answer()
    answer.unreadable = lanes & (columns[left].unreadables | columns[right].unreadables)
    let both = lanes & columns[left].values & columns[right].values
    answer.unreadable -= both
    let (leftNodes, leftFirst) = nodes(left)
    let (rightNodes, rightFirst) = nodes(right)
    for lane in both & columns[left].texts & columns[right].texts {
      guard let one = leftReader.instant(leftNodes[leftFirst &+ lane].bytes),
        let other = rightReader.instant(rightNodes[rightFirst &+ lane].bytes)
      else { continue }
      answer.yes.insert(lane, if: relation.operation.holds(Instant.compare(one, other)))
    }
    answer.no = both - answer.yes
    return answer
  }

  /// Why a comparison of dates or times fails on the record that is looked at alone.
  mutating func comparedTimes(_ expression: Expression) -> String? {
    guard case .compareTimes(let left, let operation, let right, let sides) = expression else {
      return nil
    }
    for (path, notation) in [(left, sides.left), (right, sides.right)] {
      guard let number = program.pathNumbers[path] else { continue }
      let value = value(number)
      let reader = TemporalReader(notation)
      defer { reader.deallocate() }
      if !value.isText || reader.instant(value.bytes) == nil {
        return "\(valueText(at: path)) is not in the format \(notation)"
      }
    }
    return "\(valueText(at: left)) is not \(operation.words) \(valueText(at: right))"
  }

  /// How far a date or time is from its limits, in words.
  func timeDifference(_ constraint: Constraint, _ value: Value) -> String? {
    guard case .moments(let lower, let upper, let notation) = constraint,
      let number = program.momentNumbers[constraint]
    else { return nil }
    guard value.isText else { return "not a string" }
    let limits = program.moments[number]
    guard let instant = program.readers[limits.reader].instant(value.bytes) else {
      return "not in the format \(notation)"
    }
    if let lower, let text = DifferenceText.time(instant, limits.lower, lower, isLower: true) {
      return text
    }
    return upper.flatMap { DifferenceText.time(instant, limits.upper, $0, isLower: false) }
  }
}

extension DifferenceText {
  /// `3 days before the minimum of 2024-05-01`; nil if the limit is kept.
  fileprivate static func time(
    _ instant: Instant, _ limit: Instant, _ bound: MomentBound, isLower: Bool
  ) -> String? {
    let order = Instant.compare(instant, limit)
    let title = (bound.isExclusive ? "exclusive " : "") + (isLower ? "minimum" : "maximum")
    if order == 0 { return bound.isExclusive ? "equal to the \(title) of \(bound.text)" : nil }
    guard (order < 0) == isLower else { return nil }
    return (Instant.distanceText(instant, limit).map { $0 + " " } ?? "")
      + "\(isLower ? "before" : "after") the \(title) of \(bound.text)"
  }
}
