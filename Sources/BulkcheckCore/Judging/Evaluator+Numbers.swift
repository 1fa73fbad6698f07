/// Numbers: read once a column, as integers of their digits where they are small, and compared as
/// such.
extension Evaluator {
  mutating func checkNumbers(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    var about = lanes & (columns[column].numbers | columns[column].cells)
    values.readDecimals(column, about)
    var open = about & columns[column].smallNumbers
    let decimals = columns[column].decimals
    var yes = Lanes.none
    var known = Lanes.none
    let scaled = tables.leaves[leaf].scaled
    if tables.leaves[leaf].code == .bounds, scaled >= 0 {
      let bounds = program.tables.scaledBounds
      for lane in open {
        let decimal = decimals[lane]
        guard decimal.scale < ScaledBounds.scales else { continue }
        let limits = bounds[Int(scaled) &+ decimal.scale]
        known |= Lanes(lane)
        yes.insert(
          lane, if: decimal.digits >= limits.minimum && decimal.digits <= limits.maximum)
      }
    } else if tables.leaves[leaf].code == .multipleOf, tables.leaves[leaf].minimum > 0 {
      for lane in open {
        guard let isMultiple = isMultiple(decimals[lane], leaf) else { continue }
        known |= Lanes(lane)
        yes.insert(lane, if: isMultiple)
      }
    }
    open = about - known
    if !open.isEmpty { about = checkLarge(leaf, column, open, &yes) | known }
    var answer = Answer(yes: yes, no: about - yes)
    answer.add(mismatch(tables.leaves[leaf].declared, column, lanes - about))
    return answer
  }

  /// Numbers of many digits, and cells; returns those that are numbers.
  private mutating func checkLarge(
    _ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes, _ yes: inout Lanes
  ) -> Lanes {
    let (nodes, first) = values.nodes(column)
    var about = Lanes.none
    for lane in lanes {
      guard let number = Decimal.parse(nodes[first &+ lane].bytes) else { continue }
      about |= Lanes(lane)
      let holds =
        tables.leaves[leaf].code == .bounds
        ? isInside(leaf, number)
        : number.isMultiple(of: program.tables.multiples[tables.leaves[leaf].operand])
      yes.insert(lane, if: holds)
    }
    return about
  }

  private mutating func isInside(_ leaf: Int32, _ number: Decimal) -> Bool {
    let bounds = program.tables.bounds[tables.leaves[leaf].operand]
    if bounds.hasLower {
      let order = Decimal.compare(number, bounds.lower)
      if order < 0 || order == 0 && tables.leaves[leaf].isLowerExclusive { return false }
    }
    if bounds.hasUpper {
      let order = Decimal.compare(number, bounds.upper)
      if order > 0 || order == 0 && tables.leaves[leaf].isUpperExclusive { return false }
    }
    return true
  }

  /// Whether a number is a multiple of a small divisor, `minimum` × 10^-`maximum` of the leaf; nil
  /// if 64-bit integers do not tell.
  private mutating func isMultiple(_ number: SmallDecimal, _ leaf: Int32) -> Bool? {
    let divisor = tables.leaves[leaf].minimum
    let scale = tables.leaves[leaf].maximum
    guard number.scale < ScaledBounds.scales else { return nil }
    let power = Int(Decimal.powerOfTen(abs(number.scale &- scale)))
    if number.scale > scale {
      let (scaled, overflow) = divisor.multipliedReportingOverflow(by: power)
      return overflow ? nil : number.digits % scaled == 0
    }
    let (scaled, overflow) = number.digits.multipliedReportingOverflow(by: power)
    return overflow ? nil : scaled % divisor == 0
  }
}
