/// Functions of operands in three-valued logic, record by record.
///
/// Most functions are strict: where an argument has no value, neither have they, and the worst
/// reason prevails (``Computed/rank``). A value of another type counts as null, but what is left
/// null by one is open: ``test(_:_:)`` tells it from what is null because a value is missing.
/// Texts that are computed lie in the arena until the next batch.
extension Evaluator {
  /// The records of which the value of an operand is true.
  mutating func test(_ instruction: Instruction, _ lanes: Lanes) -> Answer {
    let operand = program.lists.tests[Int(instruction.a)]
    var answer = Answer()
    for lane in lanes {
      switch compute(operand, lane) {
      case .truth(let value): answer.insert(value ? .true : .false, lane)
      case .missing: break
      case .unreadable: answer.insert(.unreadable, lane)
      default: answer.insert(.limited, lane)
      }
    }
    return answer
  }

  // MARK: Values of the record

  mutating func read(_ value: Value, _ reading: ReadingCode) -> Computed {
    if value.isUnreadable { return .unreadable }
    if value.isMissing { return .missing }
    switch reading {
    case .number: return number(value)
    case .text: return value.isText ? .text(value.bytes) : .mistyped
    case .truth:
      if value.kind == .true || value.kind == .false { return .truth(value.kind == .true) }
      guard value.kind == .cell else { return .mistyped }
      return Evaluator.truth(of: value.bytes).map { .truth($0) } ?? .mistyped
    case .moment:
      guard value.isText, let instant = Instant(standard: value.bytes) else { return .mistyped }
      return .moment(instant, isDate: value.bytes.count == 10)
    case .temporal(let reader, let isDate):
      let reader = program.tables.readers[reader]
      guard reader.readsNumbers ? value.kind == .number || value.kind == .cell : value.isText,
        let instant = reader.instant(value.bytes, isLocal: value.isLocalTime)
      else { return .mistyped }
      return .moment(instant, isDate: isDate)
    case .presence: return .truth(true)
    case .any:
      switch value.kind {
      case .number: return number(value)
      case .string: return .text(value.bytes)
      case .cell: return .cell(value.bytes)
      case .true, .false: return .truth(value.kind == .true)
      case .array, .object, .null, .absent: return .mistyped
      }
    }
  }

  static func truth(of text: ByteView) -> Bool? {
    text.isWord("true") ? true : text.isWord("false") ? false : nil
  }

  // MARK: Functions that know nulls

  mutating func call(
    _ call: Operand.Call, _ arguments: [OperandCode], _ lane: Lane
  ) -> Computed {
    switch call {
    case .both: return joined(arguments, lane, whole: true)
    case .either: return joined(arguments, lane, whole: false)
    case .isOneOf: return isOneOf(arguments, lane)
    case .coalesce:
      var value = Computed.missing
      for argument in arguments {
        value = compute(argument, lane)
        if !value.isNull { return value }
      }
      return value
    case .isNull:
      let value = compute(arguments[0], lane)
      return value.rank == 0 ? .truth(false) : value.isNull ? .truth(true) : value
    case .isTrue, .isFalse:
      let value = compute(arguments[0], lane)
      if case .truth(let value) = value { return .truth(value == (call == .isTrue)) }
      return value.isNull ? .truth(false) : value.rank == 0 ? .mistyped : value
    case .isSame:
      let (left, right) = (compute(arguments[0], lane), compute(arguments[1], lane))
      if left.isNull || right.isNull { return .truth(left.isNull && right.isNull) }
      return compared(left, right, .equal)
    case .nullIf:
      let (left, right) = (compute(arguments[0], lane), compute(arguments[1], lane))
      if case .truth(true) = compared(left, right, .equal) { return .missing }
      return left
    default: return strict(call, arguments, lane)
    }
  }

  /// `and`, whose whole is true, or `or`, whose whole is false: so they are if all parts are.
  private mutating func joined(
    _ arguments: [OperandCode], _ lane: Lane, whole: Bool
  ) -> Computed {
    var result = Computed.truth(whole)
    for argument in arguments {
      let part = compute(argument, lane)
      switch part {
      case .truth(let value):
        if value != whole { return part }
      case .missing:
        // What is open may yet decide; a null may not.
        if case .truth = result { result = part }
      case .unreadable: return part
      default: result = part.rank == 0 ? .mistyped : part
      }
    }
    return result
  }

  private mutating func isOneOf(_ arguments: [OperandCode], _ lane: Lane) -> Computed {
    let value = compute(arguments[0], lane)
    if value.rank > 0 { return value }
    var result = Computed.truth(false)
    for index in 1..<arguments.count {
      let part = compared(value, compute(arguments[index], lane), .equal)
      if case .truth(let isEqual) = part {
        if isEqual { return part }
      } else if part.rank != Computed.missing.rank || result.rank == 0 {
        result = part
      }
    }
    return result
  }

  mutating func choose(
    _ branches: [OperandCode.BranchCode], _ otherwise: OperandCode?, _ lane: Lane
  ) -> Computed {
    for branch in branches {
      let condition = compute(branch.condition, lane)
      if case .truth(true) = condition { return compute(branch.result, lane) }
      if condition.rank > 0, !condition.isNull { return condition }
    }
    return otherwise.map { compute($0, lane) } ?? .missing
  }

  mutating func matches(_ argument: OperandCode, _ pattern: Int32, _ lane: Lane) -> Computed {
    let value = compute(argument, lane)
    guard let text = value.text else { return value.rank > 0 ? value : .mistyped }
    switch values.match(pattern, text) {
    case .matched: return .truth(true)
    case .notMatched: return .truth(false)
    case .limitExceeded: return .limited
    }
  }

  // MARK: Strict functions

  private mutating func strict(
    _ call: Operand.Call, _ arguments: [OperandCode], _ lane: Lane
  ) -> Computed {
    let first = compute(arguments[0], lane)
    let second = arguments.count > 1 ? compute(arguments[1], lane) : first
    let third = arguments.count > 2 ? compute(arguments[2], lane) : second
    var worst = first.rank >= second.rank ? first : second
    if third.rank > worst.rank { worst = third }
    if worst.rank > 0 { return worst }
    switch call {
    case .compare(let comparison): return compared(first, second, comparison)
    case .not:
      if case .truth(let value) = first { return .truth(!value) }
      return .mistyped
    case .add, .subtract, .multiply, .divide, .remainder, .negate, .abs:
      return Evaluator.calculated(call, first, second)
    case .toInteger, .toNumber, .toText, .toTruth, .toDate, .toMoment, .toDecimal:
      return cast(first, call)
    case .length:
      return first.text.map { .number(ExactDecimal(TextLength.codepoints($0))) } ?? .mistyped
    case .substring:
      guard let text = first.text, let start = second.integer else { return .mistyped }
      if arguments.count < 3 { return .text(text.substring(start, nil)) }
      guard let count = third.integer else { return .mistyped }
      return .text(text.substring(start, count))
    default: return ofTexts(call, first, second, arguments.count > 2 ? third : nil)
    }
  }

  private mutating func ofTexts(
    _ call: Operand.Call, _ first: Computed, _ second: Computed, _ third: Computed?
  ) -> Computed {
    guard let one = first.text, let other = second.text else { return .mistyped }
    switch call {
    case .lower: return .text(TextChanges.simpleLowercase(one, &values.arena))
    case .upper: return .text(TextChanges.simpleUppercase(one, &values.arena))
    case .trim, .trimStart, .trimEnd:
      return .text(one.withoutSpaces(atStart: call != .trimEnd, atEnd: call != .trimStart))
    case .concat:
      values.arena.begin()
      values.arena.append(one)
      values.arena.append(other)
      return .text(values.arena.finish())
    case .startsWith: return .truth(one.hasPrefix(other))
    case .like, .likeInAnyCase:
      guard third == nil || third?.text != nil else { return .mistyped }
      var (text, pattern, escape) = (one, other, third?.text ?? .empty)
      if call == .likeInAnyCase {
        text = TextChanges.simpleLowercase(text, &values.arena)
        pattern = TextChanges.simpleLowercase(pattern, &values.arena)
        escape = TextChanges.simpleLowercase(escape, &values.arena)
      }
      return LikeMatch.matches(text, pattern, escape: escape).map { .truth($0) } ?? .mistyped
    default: return .mistyped
    }
  }

  /// A comparison of two values, both of which may be cells.
  private func compared(
    _ left: Computed, _ right: Computed, _ comparison: ComparisonOperator
  ) -> Computed {
    if left.rank > 0 || right.rank > 0 { return left.rank >= right.rank ? left : right }
    if let order = Evaluator.order(left, right) { return .truth(comparison.holds(order)) }
    guard let one = left.parts, let other = right.parts else { return .mistyped }
    guard let first = ExactDecimal.product(one.number, other.divisor),
      let second = ExactDecimal.product(other.number, one.divisor)
    else { return .outOfRange }
    return .truth(comparison.holds(ExactDecimal.compare(first, second)))
  }

  /// The order of two values of one type; nil of others, and of numbers with a fraction.
  private static func order(_ left: Computed, _ right: Computed) -> Int? {
    switch (left, right) {
    case (.number(let one), .number(let other)): return ExactDecimal.compare(one, other)
    case (.text(let one), .text(let other)), (.cell(let one), .text(let other)),
      (.text(let one), .cell(let other)):
      return one.compare(other)
    case (.cell(let one), .cell(let other)):
      if let a = Decimal.parse(one), let b = Decimal.parse(other) { return Decimal.compare(a, b) }
      return one.compare(other)
    case (.truth(let one), .truth(let other)): return one == other ? 0 : one ? 1 : -1
    case (.moment(let one, _), .moment(let other, _)): return Instant.compare(one, other)
    case (.interval(let one), .interval(let other)): return Interval.compare(one, other)
    default: return nil
    }
  }
}

extension Evaluator.Computed {
  /// The text, also of a cell.
  var text: ByteView? {
    switch self {
    case .text(let text), .cell(let text): text
    default: nil
    }
  }

  /// A number as one over another; a cell may be a number.
  var parts: (number: ExactDecimal, divisor: ExactDecimal)? {
    switch self {
    case .number(let number): (number, ExactDecimal(1))
    case .fraction(let number, let divisor): (number, divisor)
    case .cell(let text):
      Decimal.parse(text).flatMap { ExactDecimal($0) }.map { ($0, ExactDecimal(1)) }
    default: nil
    }
  }

  /// The number, if it is an integer of few digits.
  var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }
}

extension ByteView {
  /// Without the spaces at its ends.
  fileprivate func withoutSpaces(atStart: Bool, atEnd: Bool) -> ByteView {
    var (start, end) = (0, count)
    let space = UInt8(ascii: " ")
    while atStart, start < end, self[start] == space { start += 1 }
    while atEnd, end > start, self[end - 1] == space { end -= 1 }
    return self[start..<end]
  }

  /// So many code points from a place, which counts from 1, or from the end if it is negative. Of a
  /// negative number, those before the place. nil: all that follow.
  fileprivate func substring(_ place: Int, _ length: Int?) -> ByteView {
    let total = TextLength.codepoints(self)
    var (start, number) = (place, length ?? .max)
    let isBackward = number < 0
    if isBackward { number = number == .min ? .max : -number }
    if start < 0 {
      start = start < -total ? start + total : total + start
      if start < 0 {
        number = Swift.max(0, number == .max ? .max : number + start)
        start = 0
      }
    } else if start > 0 {
      start -= 1
    } else if number > 0, number != .max {
      number -= 1
    }
    if isBackward {
      start -= number
      if start < 0 {
        number = Swift.max(0, number + start)
        start = 0
      }
    }
    let rest = self[prefix(codepoints: Swift.min(start, total)).count..<count]
    return number >= total ? rest : rest.prefix(codepoints: number)
  }
}
