/// The expression graph: three-valued logic over leaves (SEMANTICS 6, 7, 15, 16, 75).
extension Evaluator {
  /// The answer of an instruction about the current value. Recursion is as deep as the profile nests.
  mutating func evaluate(_ number: Int32, _ current: Value) -> Truth {
    let instruction = instructions[number]
    if instruction.memo >= 0 {
      if memoStamps[instruction.memo] == stamp {
        if memoCulprits[instruction.memo] >= 0 { culprit = memoCulprits[instruction.memo] }
        return memos[instruction.memo]
      }
      // What was found at fault before is no part of this statement, which other rules ask as well.
      let before = culprit
      culprit = -1
      let truth = compute(instruction, current)
      memoStamps[instruction.memo] = stamp
      memos[instruction.memo] = truth
      memoCulprits[instruction.memo] = culprit
      if culprit < 0 { culprit = before }
      return truth
    }
    return compute(instruction, current)
  }

  @inline(__always)
  private mutating func compute(_ instruction: Instruction, _ current: Value) -> Truth {
    if instruction.code == .leaf { return check(instruction.a, current) }
    return combine(instruction, current)
  }

  @inline(never)
  private mutating func combine(_ instruction: Instruction, _ current: Value) -> Truth {
    switch instruction.code {
    case .leaf: return check(instruction.a, current)
    case .all: return all(instruction, current)
    case .any: return any(instruction, current)
    case .none, .not:
      // An element that makes the inner statement false is at fault of nothing here.
      let before = culprit
      let truth =
        instruction.code == .none
        ? any(instruction, current) : evaluate(instruction.a, current)
      culprit = before
      return swapped(truth)
    case .when: return when(instruction, current)
    case .atPath: return evaluate(instruction.b, value(instruction.a))
    case .atWalk: return atWalk(instruction, current)
    case .items, .someItem: return items(instruction, current)
    case .fields:
      if current.isMissing { return .undecided }
      guard current.kind == .object else {
        return instruction.declared.includes(current) ? .notApplicable : .false
      }
      return all(instruction, current)
    case .compare: return compare(instruction)
    case .outcome:
      switch outcomes[instruction.a] {
      case .passed: return .true
      case .failed: return .false
      default: return .undecided
      }
    }
  }

  /// False if a part is false, else true if one is true.
  private mutating func all(_ instruction: Instruction, _ current: Value) -> Truth {
    var result = Truth.undecided
    var index = instruction.a
    while index < instruction.a + instruction.b {
      switch evaluate(children[index], current) {
      case .false: return .false
      case .true: result = .true
      case .undecided, .notApplicable: break
      }
      index += 1
    }
    return result
  }

  /// True if a part is true, else false if one is false.
  private mutating func any(_ instruction: Instruction, _ current: Value) -> Truth {
    var result = Truth.undecided
    var index = instruction.a
    while index < instruction.a + instruction.b {
      switch evaluate(children[index], current) {
      case .true: return .true
      case .false: result = .false
      case .undecided, .notApplicable: break
      }
      index += 1
    }
    return result
  }

  private mutating func swapped(_ truth: Truth) -> Truth {
    switch truth {
    case .true: .false
    case .false: .true
    case .undecided, .notApplicable: .undecided
    }
  }

  private mutating func when(_ instruction: Instruction, _ current: Value) -> Truth {
    let branch =
      evaluate(instruction.a, current) == .true ? instruction.b : instruction.c
    culprit = -1
    guard branch >= 0 else { return .notApplicable }
    let truth = evaluate(branch, current)
    return truth == .notApplicable ? .undecided : truth
  }

  private mutating func atWalk(_ instruction: Instruction, _ current: Value) -> Truth {
    let target = walks[instruction.a].target
    let start = foundCount
    find(instruction.a, from: current.node)
    let end = foundCount
    var result = Truth.undecided
    var index = start
    while index < end {
      let node = found[index]
      let truth = evaluate(instruction.b, value(ofNode: node, path: target))
      if truth == .false {
        culprit = node
        result = .false
        break
      }
      if truth == .true { result = .true }
      index += 1
    }
    foundCount = start
    return result
  }

  /// `items` inside a form that is one rule, and `contains` with a block.
  private mutating func items(_ instruction: Instruction, _ current: Value) -> Truth {
    if current.isMissing { return .undecided }
    guard current.kind == .array || current.kind == .cell && isArrayCell(current) else {
      return instruction.declared.includes(current) ? .notApplicable : .false
    }
    let wanted = instruction.code == .items ? Truth.false : .true
    var result = instruction.code == .items ? Truth.undecided : .false
    var element = firstElement(of: current)
    while element >= 0 {
      let truth = evaluate(instruction.b, value(ofNode: element, path: instruction.a))
      if truth == wanted {
        if wanted == .false { culprit = element }
        return wanted
      }
      if truth == .true { result = .true }
      element = table.nodes[element].nextSibling
    }
    return result
  }

  // MARK: Comparison

  /// SEMANTICS 23, 76.
  private mutating func compare(_ instruction: Instruction) -> Truth {
    var left = value(instruction.a)
    var right = value(instruction.c)
    if left.isMissing || right.isMissing { return .undecided }
    readAlike(&left, &right)
    let operation = ComparisonOperator.allCases[Int(instruction.b)]
    if left.kind == .number, right.kind == .number,
      let a = Decimal.parse(left.bytes), let b = Decimal.parse(right.bytes)
    {
      return Truth(holds(operation, Decimal.compare(a, b)))
    }
    if left.isText, right.isText { return Truth(holds(operation, left.bytes.compare(right.bytes))) }
    switch operation {
    case .equal: return Truth(areEqual(left, right))
    case .notEqual: return Truth(!areEqual(left, right))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .false
    }
  }

  /// Two undeclared cells are numbers if both read as one; one undeclared is read as the other's declared type.
  private mutating func readAlike(_ left: inout Value, _ right: inout Value) {
    if left.kind == .cell, right.kind == .cell {
      if Decimal.parse(left.bytes) != nil, Decimal.parse(right.bytes) != nil {
        left.kind = .number
        right.kind = .number
      }
      return
    }
    if left.kind == .cell { readCell(&left, as: types(of: right, for: left)) }
    if right.kind == .cell { readCell(&right, as: types(of: left, for: right)) }
  }

  /// The declared types of a value, for a cell that is split at its own separator, if it has one (SEMANTICS 40).
  private func types(of other: Value, for cell: Value) -> PathCode {
    var code = paths[other.path]
    code.separator = paths[cell.path].separator
    return code
  }

  private mutating func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .true, .false: return true
    case .array, .object:
      let a = jsonText(of: left)
      let b = jsonText(of: right)
      return JSONValue.equal(a, b, &arena)
    case .string, .cell: return left.bytes.equals(right.bytes)
    case .number, .absent, .null: return false
    }
  }

  mutating func holds(_ operation: ComparisonOperator, _ order: Int) -> Bool {
    switch operation {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .equal: order == 0
    case .notEqual: order != 0
    }
  }
}
