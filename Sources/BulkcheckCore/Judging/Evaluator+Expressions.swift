/// The expression graph: logic over leaves that know more than true and false (SEMANTICS 6, 7, 15,
/// 16, 75, 88).
extension Evaluator {
  /// The answer of an instruction about the current value. Recursion is as deep as the profile
  /// nests.
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
      return truth.inverted
    case .when: return when(instruction, current)
    case .atPath: return evaluate(instruction.b, value(instruction.a))
    case .atWalk: return atWalk(instruction, current)
    case .items, .someItem: return items(instruction, current)
    case .fields:
      if current.isMissing { return current.whereMissing }
      guard current.kind == .object else {
        return instruction.declared.includes(current) ? .notApplicable : .false
      }
      return all(instruction, current)
    case .compare: return compare(instruction)
    case .outcome:
      switch outcomes[instruction.a] {
      case .passed: return .true
      case .failed: return .false
      case .limited, .unreadable: return .limited
      default: return .undecided
      }
    }
  }

  /// False if a part is false, else true if one is true; what a match limit left open stands
  /// between the two.
  private mutating func all(_ instruction: Instruction, _ current: Value) -> Truth {
    let before = culprit
    var limitedCulprit = before
    var result = Truth.undecided
    var index = instruction.a
    while index < instruction.a + instruction.b, !isFinal(result, .false) {
      let truth = evaluate(children[index], current)
      if truth == .limited {
        // Another part may decide, and then this one is at fault of nothing.
        if result != .limited { limitedCulprit = culprit }
        culprit = before
      }
      result = result.and(truth)
      index += 1
    }
    if result == .limited { culprit = limitedCulprit }
    return result
  }

  /// True if a part is true, else false if one is false; what a match limit left open stands
  /// between the two.
  private mutating func any(_ instruction: Instruction, _ current: Value) -> Truth {
    var result = Truth.undecided
    var index = instruction.a
    while index < instruction.a + instruction.b, !isFinal(result, .true) {
      result = result.or(evaluate(children[index], current))
      index += 1
    }
    return result
  }

  /// Whether no further part changes the answer. An unreadable value does, whatever the other parts
  /// say, so where there may be one all parts are asked.
  @inline(__always)
  private mutating func isFinal(_ result: Truth, _ decisive: Truth) -> Bool {
    result == .unreadable || result == decisive && !hasReplacements
  }

  private mutating func when(_ instruction: Instruction, _ current: Value) -> Truth {
    let condition = evaluate(instruction.a, current)
    culprit = -1
    // Nobody knows which branch is to be taken.
    if condition == .limited || condition == .unreadable { return condition }
    let branch = condition == .true ? instruction.b : instruction.c
    guard branch >= 0 else { return .notApplicable }
    let truth = evaluate(branch, current)
    return truth == .notApplicable ? .undecided : truth
  }

  private mutating func atWalk(_ instruction: Instruction, _ current: Value) -> Truth {
    if isUnreadable(walk: instruction.a) { return .unreadable }
    let target = walks[instruction.a].target
    let start = foundCount
    find(instruction.a, from: current.node)
    let end = foundCount
    var result = Truth.undecided
    var index = start
    while index < end, !isFinal(result, .false) {
      let node = found[index]
      let truth = evaluate(instruction.b, value(ofNode: node, path: target))
      gather(truth, at: node, &result)
      index += 1
    }
    foundCount = start
    return result
  }

  /// Adds what is said of an element to what is said of those before; the first one that brings it
  /// down is at fault.
  @inline(__always)
  private mutating func gather(_ truth: Truth, at node: Int32, _ result: inout Truth) {
    let whole = result.and(truth)
    if whole != result, whole != .true { culprit = node }
    result = whole
  }

  /// `items` inside a form that is one rule, and `contains` with a block.
  private mutating func items(_ instruction: Instruction, _ current: Value) -> Truth {
    if current.isMissing { return current.whereMissing }
    guard current.kind == .array || current.kind == .cell && isArrayCell(current) else {
      return instruction.declared.includes(current) ? .notApplicable : .false
    }
    let isEach = instruction.code == .items
    var result = isEach ? Truth.undecided : .false
    var element = firstElement(of: current)
    while element >= 0, !isFinal(result, isEach ? .false : .true) {
      let truth = evaluate(instruction.b, value(ofNode: element, path: instruction.a))
      if isEach { gather(truth, at: element, &result) } else { result = result.or(truth) }
      element = table.nodes[element].nextSibling
    }
    return result
  }

  // MARK: Comparison

  /// SEMANTICS 23, 76.
  private mutating func compare(_ instruction: Instruction) -> Truth {
    var left = value(instruction.a)
    var right = value(instruction.c)
    if left.isMissing || right.isMissing {
      return left.isUnreadable || right.isUnreadable ? .unreadable : .undecided
    }
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

  /// Two undeclared cells are numbers if both read as one; one undeclared is read as the other's
  /// declared type.
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

  /// The declared types of a value, for a cell that is split at its own separator, if it has one
  /// (SEMANTICS 40).
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
