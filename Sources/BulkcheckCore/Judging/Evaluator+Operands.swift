/// Comparisons of what is computed, exactly and record by record.
extension Evaluator {
  /// The value of an operand. Of two parts the worse prevails: what is missing comes before what is
  /// of another type.
  enum Computed {
    case number(ExactDecimal)
    /// A quotient whose digits never end; the divisor is above zero.
    case fraction(ExactDecimal, over: ExactDecimal)
    case text(ByteView)
    /// A cell without a declared type.
    case cell(ByteView)
    case truth(Bool)
    case moment(Instant, isDate: Bool)
    case interval(Interval)
    case outOfRange
    case mistyped
    case limited
    case missing
    case unreadable

    /// 0 if there is a value.
    var rank: Int {
      switch self {
      case .number, .fraction, .text, .cell, .truth, .moment, .interval: 0
      case .outOfRange: 1
      case .mistyped: 2
      case .limited: 3
      case .missing: 4
      case .unreadable: 5
      }
    }

    /// Whether it counts as null.
    var isNull: Bool {
      switch self {
      case .outOfRange, .mistyped, .missing: true
      default: false
      }
    }
  }

  mutating func relate(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    let relation = program.lists.relations[Int(instruction.a)]
    var answer = Answer()
    for lane in lanes {
      let left = compute(relation.left, lane)
      let right = compute(relation.right, lane)
      switch left.rank >= right.rank ? left : right {
      case .unreadable: answer.insert(.unreadable, lane)
      case .missing: break
      default:
        guard case .number(let one) = left, case .number(let other) = right else {
          answer.insert(.false, lane)
          break
        }
        answer.insert(relation.holds(one, other) ? .true : .false, lane)
      }
    }
    return answer
  }

  /// - Parameter element: in a fold, the node of the element at hand, or -1.
  mutating func compute(
    _ operand: OperandCode, _ lane: Lane, element: NodeNumber = -1
  ) -> Computed {
    switch operand {
    case .number(let number): return .number(number)
    case .value(let path): return number(values.value(values.column(path), lane))
    case .length(let path):
      return counted(values.value(values.column(path), lane)) { evaluator, value in
        value.isText ? TextLength.measure(value.bytes, evaluator.program.lengthUnit) : nil
      }
    case .count(let path):
      return counted(values.value(values.column(path), lane)) { evaluator, value in
        evaluator.partCount(value)
      }
    case .fold(let function, let walk, let container, let each):
      return fold(function, walk, container, each, lane)
    case .part(let walk):
      let node = values.node(behind: walk, from: element)
      return number(values.value(ofNode: node, path: values.tables.walks[walk].target))
    case .operation(let left, let operation, let right):
      let one = compute(left, lane, element: element)
      let other = compute(right, lane, element: element)
      guard case .number(let a) = one, case .number(let b) = other else {
        return one.rank >= other.rank ? one : other
      }
      switch operation {
      case .add: return .number(a + b)
      case .subtract: return .number(a - b)
      case .multiply: return .number(a * b)
      }
    case .null: return .missing
    case .truth(let value): return .truth(value)
    case .text(let place): return .text(values.tables.textViews[place])
    case .moment(let instant, let isDate): return .moment(instant, isDate: isDate)
    case .interval(let interval): return .interval(interval)
    case .read(let path, let reading):
      return read(values.value(values.column(path), lane), reading)
    case .call(let call, let arguments): return self.call(call, arguments, lane)
    case .matches(let argument, let pattern): return matches(argument, pattern, lane)
    case .choose(let branches, let otherwise): return choose(branches, otherwise, lane)
    }
  }

  mutating func number(_ value: Value) -> Computed {
    if value.isUnreadable { return .unreadable }
    if value.isMissing { return .missing }
    guard value.kind == .number || value.kind == .cell, let number = Decimal.parse(value.bytes)
    else { return .mistyped }
    return ExactDecimal(number).map(Computed.number) ?? .outOfRange
  }

  private mutating func counted(
    _ value: Value, _ count: (inout Evaluator, Value) -> Int?
  ) -> Computed {
    if value.isUnreadable { return .unreadable }
    if value.isMissing { return .missing }
    return count(&self, value).map { .number(ExactDecimal($0)) } ?? .mistyped
  }

  private mutating func partCount(_ value: Value) -> Int? {
    switch value.kind {
    case .array: value.isCell ? values.cellElementCount(value) : Int(value.count)
    case .object: Int(value.count)
    case .cell: values.isArrayCell(value) ? values.cellElementCount(value) : nil
    default: nil
    }
  }

  private mutating func fold(
    _ function: Operand.Function, _ walk: Int32, _ container: PathNumber, _ each: OperandCode,
    _ lane: Lane
  ) -> Computed {
    // In CSV the columns of a group have nothing around them but the row.
    let isGroup = isCSV && values.tables.walks[walk].columnGroup >= 0
    let whole = values.value(values.column(isGroup ? ProgramBuilder.recordPath : container), lane)
    if whole.isUnreadable { return .unreadable }
    if whole.isMissing { return .missing }
    let record = values.column(ProgramBuilder.recordPath)
    let start = values.foundCount
    values.find(walk, from: record, lane)
    var result: ExactDecimal?
    var worst = Computed.number(.zero)
    for index in start..<values.foundCount {
      let part = compute(each, lane, element: values.found[index].place)
      switch part {
      case .number(let next): result = result.map { function.joined($0, next) } ?? next
      case .missing: continue
      default: if part.rank > worst.rank { worst = part }
      }
    }
    values.foundCount = start
    guard case .number = worst else { return worst }
    if let result { return .number(result) }
    return function == .sum ? .number(.zero) : .missing
  }
}

extension RelationCode {
  fileprivate func holds(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool {
    guard let within else { return operation.holds(ExactDecimal.compare(left, right)) }
    let isNear = ExactDecimal.compare((left - right).magnitude, within) <= 0
    return operation == .notEqual
      ? !isNear : isNear || operation.holds(ExactDecimal.compare(left, right))
  }
}

extension Operand.Function {
  fileprivate func joined(_ one: ExactDecimal, _ other: ExactDecimal) -> ExactDecimal {
    switch self {
    case .min: ExactDecimal.compare(one, other) <= 0 ? one : other
    case .max: ExactDecimal.compare(one, other) >= 0 ? one : other
    case .sum, .length, .count: one + other
    }
  }
}
