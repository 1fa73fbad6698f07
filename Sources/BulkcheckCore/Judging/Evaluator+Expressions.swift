/// The expression graph: logic over sets of lanes (docs/reference/rules.md#truth,
/// docs/reference/rules.md#conditions, docs/reference/paths.md#several-elements).
///
/// An expression is a tree of instructions. ``evaluate(_:_:_:)`` asks one of them about some lanes
/// of a column and gets an ``Answer``: the lanes in which it is true, those in which it is false,
/// and those that a match limit left open. A lane in none of these sets is undecided, mostly
/// because a value is missing.
///
/// All logic is made of three things: `all` (``Answer/and(_:)``), the negation
/// (``Answer/inverted``) and `when`. `none` is `all` of the negated parts, and `any` is the
/// negation of `none`. A part is asked only about the lanes in which it can still change the whole.
/// Take `all` of the two parts `a >= 1` and `b >= 1` (the first digit of a set is lane 0):
///
///     records                           asked   true    false
///     {"a": 1, "b": 1}   a >= 1         1111    1001    0100     lane 2 has no a
///     {"a": 0, "b": 1}   b >= 1         1011    1000    0010     lane 3 has no b
///     {"b": 0}           both           1111    1001    0110
///     {"a": 1}
///
/// An equal expression about the same value is one instruction, however many rules have it. Its
/// answer has a slot in ``Evaluator/shared`` with the lanes for which it is known, so it is
/// computed once for a lane in a batch. Elements have no such slots: the lanes of the next frame
/// are other values.
///
/// A statement about elements also says which of them is at fault: an instruction with
/// `hasElements` leaves the node of that element in the `culprits` of the column. `all` keeps the
/// one of the first part that brings a lane down. In a condition, below `not` and below `any` no
/// element is at fault, so these clear it.
///
/// Invariant: the sets of an answer are disjoint, and within the lanes that were asked about.
extension Evaluator {
  /// The answer of an instruction about the values in some lanes of a column. Recursion is as deep
  /// as the profile nests.
  mutating func evaluate(_ number: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let slot = tables.instructions[number].shared
    if slot < 0 { return compute(number, column, lanes) }
    let unknown = lanes - shared.answers[slot].known
    if !unknown.isEmpty {
      let answer = compute(number, column, unknown)
      shared.answers[slot].answer.add(answer)
      shared.answers[slot].known |= unknown
      if tables.instructions[number].hasElements { keepCulprits(slot, column, answer.failing) }
    }
    let answer = shared.answers[slot].answer.within(lanes)
    if tables.instructions[number].hasElements { takeCulprits(slot, column, answer.failing) }
    return answer
  }

  private mutating func compute(_ number: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let instruction = tables.instructions[number]
    switch instruction.code {
    case .leaf: return check(instruction.a, column, lanes)
    case .all: return all(instruction, column, lanes)
    case .any: return all(instruction, column, lanes, areNegated: true).inverted
    case .none: return all(instruction, column, lanes, areNegated: true)
    case .both: return both(instruction, column, lanes)
    case .either: return both(instruction, column, lanes, areNegated: true).inverted
    case .not: return negated(instruction, column, lanes)
    case .when: return when(instruction, column, lanes)
    case .atPath:
      let target = values.column(instruction.path)
      return evaluate(instruction.b, target, lanes)
    case .atWalk: return atWalk(instruction, column, lanes)
    case .items, .someItem: return items(instruction, column, lanes)
    case .fields: return fields(instruction, column, lanes)
    case .names: return names(instruction, column, lanes)
    case .compare, .compareTimes, .relate, .test, .combination, .outcome:
      return ofRecords(instruction, column, lanes)
    }
  }

  /// False where a part is false, otherwise true where one is true; what a match limit left open
  /// stands between the two.
  ///
  /// - Parameter areNegated: of `none`, the opposite of `any`.
  private mutating func all(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes, areNegated: Bool = false
  ) -> Answer {
    var result = Answer()
    var open = lanes
    let blames = instruction.hasElements && !areNegated
    var index = instruction.a
    while index < instruction.a + instruction.b, !open.isEmpty {
      let before = result
      let blamed = blames ? culprits(column, open & before.failing) : []
      let part = evaluate(tables.children[index], column, open)
      result.and(areNegated ? part.inverted : part)
      if blames { blame(tables.children[index], column, blamed, open, before, result) }
      open -= result.unreadable
      // An unreadable value decides, whatever the other parts say.
      if !values.hasReplacements { open -= result.no }
      index += 1
    }
    // An element that makes a part of `none` false is at fault of nothing.
    if areNegated, instruction.hasElements { clearCulprits(column, lanes) }
    return result
  }

  /// True where all parts are true: the `and` of three-valued logic.
  ///
  /// - Parameter areNegated: of `or`, the opposite of whose parts is asked for.
  private mutating func both(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes, areNegated: Bool = false
  ) -> Answer {
    var result = Answer()
    var open = lanes
    var whole = lanes
    var index = instruction.a
    while index < instruction.a + instruction.b, !open.isEmpty {
      let answer = evaluate(tables.children[index], column, open)
      let part = areNegated ? answer.inverted : answer
      result.and(part)
      whole &= part.yes | (lanes - open)
      open -= result.unreadable
      // An unreadable value decides, whatever the other parts say.
      if !values.hasReplacements { open -= result.no }
      index += 1
    }
    result.yes &= whole
    return result
  }

  private mutating func negated(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let answer = evaluate(instruction.a, column, lanes).inverted
    if instruction.hasElements { clearCulprits(column, lanes) }
    return answer
  }

  private mutating func when(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let condition = evaluate(instruction.a, column, lanes)
    if instruction.hasElements { clearCulprits(column, lanes) }
    var answer = Answer()
    // The branch to take is not known.
    answer.limited = condition.limited
    answer.unreadable = condition.unreadable
    let rest = lanes - condition.yes - condition.limited - condition.unreadable
    answer.add(branch(instruction.b, column, condition.yes))
    answer.add(branch(instruction.c, column, rest))
    return answer
  }

  /// The answer of a branch of `when` about the lanes that take it; its number is -1 if there is
  /// none.
  private mutating func branch(_ number: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    if lanes.isEmpty { return Answer() }
    if number >= 0 { return evaluate(number, column, lanes).decided }
    var answer = Answer()
    answer.notApplicable = lanes
    return answer
  }

  private mutating func fields(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let present = lanes & columns[column].values
    let objects = present & columns[column].objects
    var answer = all(instruction, column, objects)
    answer.add(mismatch(instruction.declared, column, present - objects))
    answer.unreadable |= (lanes - present) & columns[column].unreadables
    return answer
  }

  // MARK: Elements at fault

  private mutating func culprits(_ column: ColumnNumber, _ lanes: Lanes) -> [NodeNumber] {
    lanes.isEmpty ? [] : lanes.map { columns[column].culprits[$0] }
  }

  /// Finds who is at fault after a part of an `all`: the part itself, in lanes that it makes worse.
  /// In the others it is still the element that was blamed before (`blamed`).
  private mutating func blame(
    _ part: Int32, _ column: ColumnNumber, _ blamed: [NodeNumber], _ lanes: Lanes, _ before: Answer,
    _ after: Answer
  ) {
    let worse =
      (after.no - before.no) | (after.limited - before.limited)
      | (after.unreadable - before.unreadable)
    for (lane, culprit) in zip(lanes & before.failing, blamed)
    where !worse.contains(lane) {
      columns[column].culprits[lane] = culprit
    }
    if !tables.instructions[part].hasElements { clearCulprits(column, lanes & worse) }
  }

  private mutating func keepCulprits(_ slot: Int32, _ column: ColumnNumber, _ lanes: Lanes) {
    for lane in lanes {
      shared.culprits[slot &* values.table.laneCount &+ lane] = columns[column].culprits[lane]
    }
  }

  private mutating func takeCulprits(_ slot: Int32, _ column: ColumnNumber, _ lanes: Lanes) {
    for lane in lanes {
      columns[column].culprits[lane] = shared.culprits[slot &* values.table.laneCount &+ lane]
    }
  }

  // MARK: Whole records

  /// A statement about the whole record, perhaps asked of its elements.
  private mutating func ofRecords(
    _ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    guard columns[column].isFrame else { return ofRecords(instruction, lanes) }
    let answer = ofRecords(instruction, values.records(of: lanes, column))
    var spread = Answer()
    for lane in lanes {
      let record = columns[column].records[lane]
      spread.yes.insert(lane, if: answer.yes.contains(record))
      spread.no.insert(lane, if: answer.no.contains(record))
      spread.limited.insert(lane, if: answer.limited.contains(record))
      spread.unreadable.insert(lane, if: answer.unreadable.contains(record))
    }
    return spread
  }

  private mutating func ofRecords(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    if instruction.code == .compare { return compare(instruction, lanes) }
    if instruction.code == .compareTimes { return compareInstants(instruction, lanes) }
    if instruction.code == .relate { return relate(instruction, lanes) }
    if instruction.code == .test { return test(instruction, lanes) }
    if instruction.code == .combination { return lookUp(instruction.a, lanes) }
    let outcomes = tracked.outcomes[tables.rules[instruction.a].tracked].within(lanes)
    var answer = Answer(yes: outcomes.answer.yes, no: outcomes.answer.no)
    answer.limited = outcomes.answer.limited | outcomes.answer.unreadable
    return answer
  }

  // MARK: Comparison

  /// docs/reference/rules.md#compare.
  private mutating func compare(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    let left = values.column(instruction.path)
    let right = values.column(instruction.otherPath)
    var answer = Answer()
    answer.unreadable = lanes & (columns[left].unreadables | columns[right].unreadables)
    let both = lanes & columns[left].values & columns[right].values
    answer.unreadable -= both
    let operation = ComparisonOperator.allCases[Int(instruction.b)]
    let numbers = both & columns[left].numbers & columns[right].numbers
    let strings = both & columns[left].strings & columns[right].strings
    answer.yes = compareNumbers(left, right, numbers, operation)
    let (leftNodes, leftFirst) = values.nodes(left)
    let (rightNodes, rightFirst) = values.nodes(right)
    for lane in strings {
      let one = leftNodes[leftFirst &+ lane].bytes
      let other = rightNodes[rightFirst &+ lane].bytes
      let holds =
        switch operation {
        case .equal: one.equals(other)
        case .notEqual: !one.equals(other)
        default: operation.holds(one.compare(other))
        }
      answer.yes.insert(lane, if: holds)
    }
    for lane in both - numbers - strings {
      let holds = compare(values.value(left, lane), values.value(right, lane), operation)
      answer.yes.insert(lane, if: holds)
    }
    answer.no = both - answer.yes
    return answer
  }

  /// A side that is not in its notation makes the comparison fail.
  private mutating func compareInstants(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
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
    for lane in both & dated(left, leftReader) & dated(right, rightReader) {
      guard
        let one = leftReader.instant(
          leftNodes[leftFirst &+ lane].bytes, isLocal: columns[left].localTimes.contains(lane)),
        let other = rightReader.instant(
          rightNodes[rightFirst &+ lane].bytes, isLocal: columns[right].localTimes.contains(lane))
      else { continue }
      answer.yes.insert(lane, if: relation.operation.holds(Instant.compare(one, other)))
    }
    answer.no = both - answer.yes
    return answer
  }

  /// The lanes of a column that may be dates or times.
  private mutating func dated(_ column: ColumnNumber, _ reader: TemporalReader) -> Lanes {
    reader.readsNumbers
      ? columns[column].numbers | columns[column].cells : columns[column].texts
  }

  private mutating func compareNumbers(
    _ left: ColumnNumber, _ right: ColumnNumber, _ lanes: Lanes, _ operation: ComparisonOperator
  ) -> Lanes {
    values.readDecimals(left, lanes)
    values.readDecimals(right, lanes)
    let (leftNodes, leftFirst) = values.nodes(left)
    let (rightNodes, rightFirst) = values.nodes(right)
    let small = columns[left].smallNumbers & columns[right].smallNumbers
    var found = Lanes.none
    for lane in lanes {
      let one = columns[left].decimals[lane]
      let other = columns[right].decimals[lane]
      let order: Int
      if small.contains(lane), one.scale == other.scale {
        order = one.digits < other.digits ? -1 : one.digits > other.digits ? 1 : 0
      } else if let one = Decimal.parse(leftNodes[leftFirst &+ lane].bytes),
        let other = Decimal.parse(rightNodes[rightFirst &+ lane].bytes)
      {
        order = Decimal.compare(one, other)
      } else {
        continue
      }
      found.insert(lane, if: operation.holds(order))
    }
    return found
  }

  /// Two values of different kinds, or with at least one that is neither a number nor a string.
  private mutating func compare(
    _ one: Value, _ other: Value, _ operation: ComparisonOperator
  ) -> Bool {
    var (left, right) = (one, other)
    readAlike(&left, &right)
    if left.kind == .number, right.kind == .number,
      let a = Decimal.parse(left.bytes), let b = Decimal.parse(right.bytes)
    {
      return operation.holds(Decimal.compare(a, b))
    }
    if left.isText, right.isText { return operation.holds(left.bytes.compare(right.bytes)) }
    switch operation {
    case .equal: return areEqual(left, right)
    case .notEqual: return !areEqual(left, right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return false
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
    if left.kind == .cell { readCell(&left, asTypeOf: right) }
    if right.kind == .cell { readCell(&right, asTypeOf: left) }
  }

  /// A cell is split at its own separator, if it has one
  /// (docs/reference/values.md#arrays-in-cells).
  private mutating func readCell(_ cell: inout Value, asTypeOf other: Value) {
    values.readCell(
      &cell, as: values.tables.paths[other.path].typeList,
      separator: values.tables.paths[cell.path].separator)
  }

  private mutating func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .true, .false: return true
    case .array, .object:
      let a = values.jsonText(of: left)
      let b = values.jsonText(of: right)
      return JSONValue.equal(a, b, &values.arena)
    case .string, .cell: return left.bytes.equals(right.bytes)
    case .number, .absent, .null: return false
    }
  }

  // MARK: Combinations

  /// `references` over several fields: their values are looked up together in those of a reference.
  private mutating func lookUp(_ place: Int32, _ lanes: Lanes) -> Answer {
    let code = program.lists.combinations[Int(place)]
    var answer = Answer()
    var open = lanes
    for path in code.paths {
      let column = values.column(path)
      answer.unreadable |= lanes & columns[column].unreadables
      open &= columns[column].values
    }
    open -= answer.unreadable
    for lane in open { answer.yes.insert(lane, if: occurs(code, lane)) }
    answer.no = open - answer.yes
    return answer
  }

  private mutating func occurs(_ code: CombinationCode, _ lane: Lane) -> Bool {
    combination.parts.removeAll(keepingCapacity: true)
    for (number, path) in code.paths.enumerated() {
      var value = values.value(values.column(path), lane)
      if code.collector != nil, value.kind == .cell, !code.cellTypes[number].isEmpty {
        values.readCell(&value, as: code.cellTypes[number], separator: -1)
      }
      let isOnlyText = code.collector == nil && code.values.holdsCells(in: number)
      guard let part = CombinationPart(value.kind, value.bytes, isOnlyText: isOnlyText) else {
        return false
      }
      combination.parts.append(part)
    }
    if let collector = code.collector {
      collector.add(combination.parts)
      return true
    }
    return CombinationPart.forms(of: combination.parts) { code.values.contains($0) }
  }
}

extension ComparisonOperator {
  /// Whether it holds of two values in an order: negative if the first is less.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .equal: order == 0
    case .notEqual: order != 0
    }
  }
}

/// Answers that several rules of a batch share, by slot.
struct SharedAnswers {
  fileprivate struct Known: BitwiseCopyable {
    var answer = Answer()
    /// The lanes for which it is known.
    var known = Lanes.none
  }

  fileprivate let answers: Storage<Known>
  /// The elements at fault, by slot and lane.
  fileprivate let culprits: Storage<NodeNumber>

  init(count: Int, lanes: Int, in memory: inout MemoryOwner) {
    answers = memory.own(Storage(capacity: count, repeating: Known()))
    culprits = memory.own(Storage(capacity: count * lanes, repeating: -1))
  }

  func clear() { answers.fill(Known(), count: answers.capacity) }
}

/// Room for the combination that is looked up.
struct CombinationRoom {
  fileprivate var parts: [CombinationPart] = []
}
