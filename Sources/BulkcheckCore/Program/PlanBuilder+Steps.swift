/// Expressions and checks as steps of plans.
extension PlanBuilder {
  func children(of instruction: Instruction) -> ArraySlice<Int32> {
    program.children[Int(instruction.a)..<Int(instruction.a + instruction.b)]
  }

  /// Appends the steps of a statement about one value and narrows the kinds to those for which each
  /// step is true or false. False if it cannot be done.
  mutating func lower(
    _ number: Int32, _ kinds: inout KindMask, _ made: inout [PlanStep]
  ) -> Bool {
    let instruction = program.instructions[Int(number)]
    switch instruction.code {
    case .leaf: return lower(leaf: instruction.a, &kinds, &made)
    case .all where instruction.b > 0:
      for child in children(of: instruction) {
        guard lower(child, &kinds, &made) else { return false }
      }
      return true
    case .items:
      let element = program.paths[Int(instruction.a)]
      // The elements of a cell are read as text only.
      let isText =
        element.typeCount == 0
        || element.typeCount == 1 && TypeMask.string == element.types
      guard element.changeCount == 0, isCSV ? isText : isPlain(instruction.a) else { return false }
      var elementKinds = isCSV ? KindMask.string : .present
      var elementSteps: [PlanStep] = []
      guard lower(instruction.b, &elementKinds, &elementSteps), !elementKinds.isEmpty else {
        return false
      }
      kinds.formIntersection(.array)
      parts.append(part(instruction.a, elementKinds, elementSteps, isCSV ? .text : .json))
      made.append(PlanStep(code: .items, operand: Int32(parts.count - 1)))
      return true
    default: return false
    }
  }

  private mutating func lower(
    leaf number: Int32, _ kinds: inout KindMask, _ made: inout [PlanStep]
  ) -> Bool {
    let leaf = program.leaves[Int(number)]
    var step = PlanStep(code: .general, minimum: leaf.minimum, maximum: leaf.maximum)
    switch leaf.code {
    case .required, .notNull, .present: return true
    case .type:
      let types = TypeMask(rawValue: UInt8(leaf.operand))
      if types.contains(.integer), !types.contains(.number) { return false }
      kinds.formIntersection(KindMask(types))
      return true
    case .length:
      switch program.ruleSet.lengthUnit {
      case .codepoints: step.code = .codepoints
      case .bytes: step.code = .byteCount
      case .graphemes: step.code = .characters
      }
      kinds.formIntersection(.string)
    case .pattern, .notPattern:
      step.code = leaf.code == .pattern ? .pattern : .notPattern
      step.operand = leaf.operand
      kinds.formIntersection(.string)
    case .containsText, .startsWith, .endsWith, .format:
      step.code = .text
      step.operand = number
      kinds.formIntersection(.string)
    case .notEmpty:
      if kinds.intersection(.string).isEmpty {
        step.code = .notEmptyItems
        kinds.formIntersection(KindMask(kinds: .array, .object))
      } else {
        step.code = .notEmptyText
        kinds.formIntersection(.string)
      }
    case .bounds: return lower(bounds: leaf, &kinds, &made)
    case .oneOf, .noneOf: return lower(choice: leaf, &kinds, &made)
    case .listed, .notListed:
      step.code = leaf.code == .listed ? .listed : .notListed
      step.operand = leaf.operand
      kinds.formIntersection(listedKinds(program.valueSets[Int(leaf.operand)].table))
    case .itemCount:
      step.code = .itemCount
      kinds.formIntersection(.array)
    case .multipleOf:
      guard let divisor = smallDivisor(program.multiples[Int(leaf.operand)]) else { return false }
      step.code = .multiple
      step.minimum = divisor.digits
      step.maximum = divisor.scale
      kinds.formIntersection(.number)
    case .uniqueItems:
      // The elements of a cell have no nodes.
      if isCSV { return false }
      step.code = .uniqueItems
      kinds.formIntersection(.array)
    case .forbidden, .onlyFields, .chain, .closure, .closureOrMissing: return false
    }
    made.append(step)
    return true
  }

  private mutating func lower(
    bounds leaf: Leaf, _ kinds: inout KindMask, _ made: inout [PlanStep]
  ) -> Bool {
    kinds.formIntersection(.number)
    if leaf.hasWholeBounds {
      made.append(PlanStep(code: .wholeBounds, minimum: leaf.minimum, maximum: leaf.maximum))
    }
    guard let table = scaled(program.bounds[Int(leaf.operand)], leaf) else {
      return leaf.hasWholeBounds
    }
    if leaf.hasWholeBounds { made.removeLast() }
    made.append(PlanStep(code: .scaledBounds, operand: Int32(bounds.count)))
    bounds += table
    return true
  }

  /// The bounds at each scale; nil if they do not fit.
  private func scaled(_ pair: BoundPair, _ leaf: Leaf) -> [ScaledBounds]? {
    var table: [ScaledBounds] = []
    for scale in 0..<ScaledBounds.scales {
      var limits = ScaledBounds(minimum: .min, maximum: .max)
      if pair.hasLower {
        guard let lower = pair.lower.scaled(scale) else { return nil }
        limits.minimum = lower.isExact && !leaf.isLowerExclusive ? lower.floor : lower.floor + 1
      }
      if pair.hasUpper {
        guard let upper = pair.upper.scaled(scale) else { return nil }
        limits.maximum = upper.isExact && leaf.isUpperExclusive ? upper.floor - 1 : upper.floor
      }
      table.append(limits)
    }
    return table
  }

  /// The kinds whose lookup a plan decides. A cell without a declared type is taken as text, which
  /// it is only if nothing else is listed.
  private func listedKinds(_ table: ValueSet.Table) -> KindMask {
    let scalars = KindMask.number.union(.boolean)
    return isCSV && !table.hasOnlyTexts && !table.holdsCells ? scalars : scalars.union(.string)
  }

  private mutating func lower(
    choice leaf: Leaf, _ kinds: inout KindMask, _ made: inout [PlanStep]
  ) -> Bool {
    let table = program.choices[Int(leaf.operand)]
    if table.hasOnlyTexts {
      kinds.formIntersection(.string)
      made.append(
        PlanStep(code: leaf.code == .oneOf ? .choice : .notChoice, operand: leaf.operand))
      return true
    }
    if let numbers = table.numbersOnly { return lower(numbers, leaf.code == .oneOf, &kinds, &made) }
    guard let booleans = table.booleansOnly else { return false }
    kinds.formIntersection(.boolean)
    made.append(
      PlanStep(
        code: .boolean, operand: Int32(leaf.code == .oneOf ? booleans : ~booleans & 3)))
    return true
  }

  /// A choice among numbers: a number is none of them if it lies outside of each; it is one of them
  /// only where there is a single one.
  private mutating func lower(
    _ numbers: [Decimal], _ isOneOf: Bool, _ kinds: inout KindMask, _ made: inout [PlanStep]
  ) -> Bool {
    guard numbers.count <= (isOneOf ? 1 : 8), !numbers.isEmpty else { return false }
    for number in numbers {
      var table: [ScaledBounds] = []
      for scale in 0..<ScaledBounds.scales {
        guard let scaled = number.scaled(scale) else { return false }
        // A number that takes more digits than the scale has is met by none.
        table.append(
          ScaledBounds(minimum: scaled.floor, maximum: scaled.floor - (scaled.isExact ? 0 : 1)))
      }
      made.append(
        PlanStep(code: isOneOf ? .scaledBounds : .outsideBounds, operand: Int32(bounds.count)))
      bounds += table
    }
    kinds.formIntersection(.number)
    return true
  }

  /// A divisor of few digits as digits and scale.
  private func smallDivisor(_ divisor: Decimal) -> SmallDecimal? {
    for scale in 0...9 {
      guard let scaled = divisor.scaled(scale) else { return nil }
      if scaled.isExact, scaled.floor > 0, scaled.floor < 1_000_000_000 {
        return SmallDecimal(digits: scaled.floor, scale: scale)
      }
    }
    return nil
  }
}
