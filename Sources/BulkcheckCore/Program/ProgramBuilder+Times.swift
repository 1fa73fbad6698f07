/// Dates and times: notations, limits and comparisons.
extension ProgramBuilder {
  /// The place of the reader of a notation.
  mutating func reader(_ notation: TemporalNotation) -> Int32 {
    if let known = readerNumbers[notation] { return known }
    readers.append(TemporalReader(notation))
    let number = Int32(readers.count - 1)
    readerNumbers[notation] = number
    return number
  }

  mutating func temporalLeaf(_ notation: TemporalNotation) -> Leaf {
    Leaf(code: .temporal, operand: reader(notation))
  }

  mutating func momentsLeaf(
    _ lower: MomentBound?, _ upper: MomentBound?, _ notation: TemporalNotation
  ) throws(ProgramError) -> Leaf {
    var pair = MomentPair()
    pair.reader = reader(notation)
    if let lower {
      pair.lower = try instant(lower, pair.reader)
      pair.hasLower = true
      pair.isLowerExclusive = lower.isExclusive
    }
    if let upper {
      pair.upper = try instant(upper, pair.reader)
      pair.hasUpper = true
      pair.isUpperExclusive = upper.isExclusive
    }
    moments.append(pair)
    momentNumbers[.moments(lower: lower, upper: upper, notation)] = moments.count - 1
    return Leaf(code: .moments, operand: Int32(moments.count - 1))
  }

  /// A limit as a point in time. The program keeps the text that it may point to.
  private mutating func instant(
    _ bound: MomentBound, _ reader: Int32
  ) throws(ProgramError) -> Instant {
    let bytes = texts[Int(text(bound.text))].view
    guard let instant = bound.limit.instant(readers[Int(reader)], bytes, now: now) else {
      throw ProgramError(description: "\(bound.text) is not a date or time of its field")
    }
    return instant
  }

  mutating func timeRelation(_ operation: ComparisonOperator, _ sides: TemporalSides) -> Int32 {
    timeRelations.append(
      TimeRelation(
        left: reader(sides.left), operation: operation, right: reader(sides.right)))
    return Int32(timeRelations.count - 1)
  }
}
