/// The checks of plans, and the entries of `rules` that are made of them.
extension Evaluator {
  @inline(__always)
  mutating func check(
    _ steps: Storage<PlanStep>, _ step: Int, _ kind: ValueKind, _ text: ByteView, _ node: Int32
  ) -> StepAnswer {
    switch steps[step].code {
    case .general, .value, .array, .integer, .cell, .field: return .unknown
    case .codepoints:
      return StepAnswer(
        text.hasCodepoints(from: steps[step].minimum, to: steps[step].maximum))
    case .characters:
      return StepAnswer(text.hasCharacters(from: steps[step].minimum, to: steps[step].maximum))
    case .byteCount:
      return StepAnswer(text.count >= steps[step].minimum && text.count <= steps[step].maximum)
    case .pattern: return StepAnswer(matches(steps[step].operand, text), finds: true)
    case .notPattern: return StepAnswer(matches(steps[step].operand, text), finds: false)
    case .text: return StepAnswer(checkText(steps[step].operand, text))
    case .choice: return StepAnswer(has(steps[step].operand, text))
    case .notChoice: return StepAnswer(!has(steps[step].operand, text))
    case .listed: return StepAnswer(isListed(steps[step].operand, kind, text))
    case .notListed: return StepAnswer(!isListed(steps[step].operand, kind, text))
    case .notEmptyText: return StepAnswer(text.count > 0)
    case .boolean: return StepAnswer(steps[step].operand & (kind == .true ? 2 : 1) != 0)
    case .wholeBounds:
      guard readNumber(text), number.scale == 0 else { return .unknown }
      return StepAnswer(
        number.digits >= steps[step].minimum && number.digits <= steps[step].maximum)
    case .scaledBounds:
      guard readNumber(text), number.scale < ScaledBounds.scales else { return .unknown }
      return StepAnswer(isInside(steps[step].operand))
    case .outsideBounds:
      guard readNumber(text), number.scale < ScaledBounds.scales else { return .unknown }
      return StepAnswer(!isInside(steps[step].operand))
    case .multiple: return checkMultiple(steps[step].minimum, steps[step].maximum, text)
    case .itemCount:
      let count = Int(table.nodes[node].count)
      return StepAnswer(count >= steps[step].minimum && count <= steps[step].maximum)
    case .notEmptyItems: return StepAnswer(table.nodes[node].count > 0)
    case .uniqueItems: return checkDistinct(node)
    case .items:
      return table.nodes[node].kind == .cell
        ? checkElements(steps[step].operand, of: text) : checkItems(steps[step].operand, node)
    }
  }

  /// Reads the number at hand into ``number``, once for all of its checks; false if it is not a
  /// small decimal.
  @inline(__always)
  private mutating func readNumber(_ text: ByteView) -> Bool {
    if text.isSame(as: numberText) { return true }
    guard let decimal = text.readSmallDecimal() else { return false }
    numberText = text
    number = decimal
    return true
  }

  @inline(__always)
  private mutating func isInside(_ table: Int32) -> Bool {
    let place = Int(table) &+ number.scale
    return number.digits >= plans.bounds[place].minimum
      && number.digits <= plans.bounds[place].maximum
  }

  /// Whether the number is a multiple of `divisor` × 10^-`scale`, as far as it is told by 64-bit
  /// integers.
  @inline(never)
  private mutating func checkMultiple(
    _ divisor: Int, _ scale: Int, _ text: ByteView
  ) -> StepAnswer {
    guard readNumber(text), number.scale < ScaledBounds.scales else { return .unknown }
    let power = Int(Decimal.powerOfTen(abs(number.scale &- scale)))
    if number.scale > scale {
      let (scaled, overflow) = divisor.multipliedReportingOverflow(by: power)
      return overflow ? .unknown : StepAnswer(number.digits % scaled == 0)
    }
    let (scaled, overflow) = number.digits.multipliedReportingOverflow(by: power)
    return overflow ? .unknown : StepAnswer(scaled % divisor == 0)
  }

  /// Whether the elements of a short array, all plain strings, are distinct. Only those to which a
  /// path leads have nodes; what the others are the graph finds out.
  @inline(never)
  private mutating func checkDistinct(_ array: Int32) -> StepAnswer {
    var element = table.nodes[array].firstChild
    guard element >= 0, table.nodes[array].count <= Evaluator.comparedItemsMaximum else {
      return .unknown
    }
    var rest = table.nodes[array].count
    while element >= 0 {
      rest &-= 1
      guard table.nodes[element].kind == .string, !table.nodes[element].flags.contains(.isEscaped)
      else { return .unknown }
      let text = table.nodes[element].bytes
      var other = table.nodes[element].nextSibling
      while other >= 0 {
        // Equal ones, and texts whose escapes may make them equal, are left to the graph.
        if table.nodes[other].flags.contains(.isEscaped) || table.nodes[other].bytes.equals(text) {
          return .unknown
        }
        other = table.nodes[other].nextSibling
      }
      element = table.nodes[element].nextSibling
    }
    return rest == 0 ? .holds : .unknown
  }

  /// Elements that are compared each with each.
  private static var comparedItemsMaximum: Int32 { 8 }

  /// Whether a text is among the choices. Calls keep the loops over steps small: what is inlined
  /// there makes each of its steps dearer.
  @inline(never)
  private mutating func has(_ table: Int32, _ text: ByteView) -> Bool {
    choices[table].texts.containsPadded(text)
  }

  /// Whether each element satisfies a plan; with ``failingElement``.
  private mutating func checkItems(_ part: Int32, _ array: Int32) -> StepAnswer {
    var element = table.nodes[array].firstChild
    // Of no elements nothing is said.
    guard element >= 0 else { return .unknown }
    let start = plans.parts[part].stepStart
    let end = plans.parts[part].stepEnd
    while element >= 0 {
      let kind = table.nodes[element].kind
      guard plans.parts[part].kinds.contains(kind),
        !table.nodes[element].flags.contains(.isEscaped)
      else { return .unknown }
      let text = table.nodes[element].bytes
      var step = start
      while step < end {
        // Of texts nearly all that is asked for is whether they are empty.
        let answer =
          plans.steps[step].code == .notEmptyText
          ? StepAnswer(text.count > 0) : checkElement(step, kind, text, element)
        if answer == .unknown { return .unknown }
        if answer == .fails {
          failingElement = element
          return .fails
        }
        step &+= 1
      }
      element = table.nodes[element].nextSibling
    }
    return .holds
  }

  @inline(never)
  private mutating func checkElement(
    _ step: Int32, _ kind: ValueKind, _ text: ByteView, _ element: Int32
  ) -> StepAnswer {
    check(plans.steps, Int(step), kind, text, element)
  }

  /// As ``checkItems(_:_:)``, of the elements of a cell. Where one fails the graph is asked, which
  /// makes nodes of them.
  private mutating func checkElements(_ part: Int32, of cell: ByteView) -> StepAnswer {
    let start = plans.parts[part].stepStart
    let end = plans.parts[part].stepEnd
    let separator = cellSeparator
    let single = separator.count == 1 ? separator[0] : nil
    var position = 0
    while true {
      let elementEnd =
        single.map { cell.paddedIndex(of: $0, from: position) }
        ?? cell.firstRange(of: separator, from: position)?.lowerBound ?? cell.count
      let element = cell.unchecked(from: position, to: elementEnd)
      var step = start
      while step < end {
        let holds =
          plans.steps[step].code == .notEmptyText
          ? element.count > 0 : checkElement(step, .string, element, -1) == .holds
        if !holds { return .unknown }
        step &+= 1
      }
      if elementEnd == cell.count { return .holds }
      position = elementEnd &+ separator.count
    }
  }

  // MARK: Entries of `rules`

  @inline(__always)
  mutating func runEntry(_ number: Int32) {
    let rule = plans.entries[number].rule
    if plans.entries[number].isGeneral {
      judgeEntry(rule)
      return
    }
    if plans.entries[number].isComparison {
      stepAnswer = compareValues(number)
      if stepAnswer != .holds { concludeEntry(rule) }
      return
    }
    if plans.entries[number].isAlternative {
      if !holdsAny(plans.entries[number].thenStart, plans.entries[number].thenEnd) {
        judgeEntry(rule)
      }
      return
    }
    if plans.entries[number].isConditional, let isThere = asksShortText(number) {
      if !isThere {
        counters.count(rule, .notApplicable)
        return
      }
    } else if plans.entries[number].isConditional {
      switch checkParts(plans.entries[number].conditionStart, plans.entries[number].conditionEnd) {
      case .holds: break
      case .fails:
        conclude(rule, .notApplicable, -1)
        return
      case .unknown:
        judgeEntry(rule)
        return
      }
    }
    stepAnswer = checkParts(plans.entries[number].thenStart, plans.entries[number].thenEnd)
    if stepAnswer != .holds { concludeEntry(rule) }
  }

  /// An entry that fails, or of which its plan knows nothing, as ``stepAnswer`` says.
  mutating func concludeEntry(_ rule: Int32) {
    if stepAnswer == .fails { fail(rule, -1) } else { judgeEntry(rule) }
    failingElement = -1
  }

  /// Whether the text of an entry's condition is there; nil if that is not told by the bytes.
  @inline(__always)
  private mutating func asksShortText(_ entry: Int32) -> Bool? {
    let count = plans.entries[entry].shortText.count
    guard count >= 0 else { return nil }
    let node = table.slots[plans.entries[entry].shortText.state]
    guard node >= 0, table.nodes[node].mark == plans.entries[entry].shortText.mark,
      table.nodes[node].bytes.count > 0
    else { return nil }
    if table.nodes[node].bytes.count != count { return false }
    let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    return (table.nodes[node].bytes.paddedWord(at: 0) &<< unused) &>> unused
      == plans.entries[entry].shortText.bytes
  }

  /// A comparison of two plain strings or two numbers.
  private mutating func compareValues(_ entry: Int32) -> StepAnswer {
    let left = table.slots[plans.entries[entry].leftState]
    let right = table.slots[plans.entries[entry].rightState]
    guard left >= 0, right >= 0, table.nodes[left].kind == table.nodes[right].kind else {
      return .unknown
    }
    let one = table.nodes[left].bytes
    let other = table.nodes[right].bytes
    let operation = plans.entries[entry].operation
    if table.nodes[left].kind == .number {
      guard let one = Decimal.parse(one), let other = Decimal.parse(other) else { return .unknown }
      return StepAnswer(holds(operation, Decimal.compare(one, other)))
    }
    guard isPlainText(left), isPlainText(right) else { return .unknown }
    switch operation {
    case .equal: return StepAnswer(one.equals(other))
    case .notEqual: return StepAnswer(!one.equals(other))
    default: return StepAnswer(holds(operation, one.compare(other)))
    }
  }

  private mutating func isPlainText(_ node: Int32) -> Bool {
    table.nodes[node].kind == .string && !table.nodes[node].flags.contains(.isEscaped)
  }

  /// Whether a plan holds. Where none does, the graph knows whether that is a failure.
  private mutating func holdsAny(_ start: Int32, _ end: Int32) -> Bool {
    var part = start
    while part < end {
      if checkPart(part) == .holds { return true }
      part &+= 1
    }
    return false
  }

  /// Whether all plans hold; a failing one decides, an unknown one before it does not.
  private mutating func checkParts(_ start: Int32, _ end: Int32) -> StepAnswer {
    var part = start
    while part < end {
      let answer = checkPart(part)
      if answer != .holds { return answer }
      part &+= 1
    }
    return .holds
  }

  private mutating func checkPart(_ part: Int32) -> StepAnswer {
    let node = table.slots[plans.parts[part].state]
    guard node >= 0 else { return .unknown }
    var kind = table.nodes[node].kind
    var text = table.nodes[node].bytes
    if table.nodes[node].flags.contains(.isEscaped) {
      // The field's own plan has often just read it.
      guard node == unescapedNode else { return .unknown }
      text = unescapedText
    }
    if kind == .cell {
      let isMissing = onlyEmptyIsMissing ? text.count == 0 : missingCells.contains(text)
      guard !isMissing, let read = read(text, as: plans.parts[part]) else { return .unknown }
      kind = read
    }
    // Of the elements of cells only plans of blocks know the separator.
    guard plans.parts[part].kinds.contains(kind), kind != .array || !isCSV else { return .unknown }
    if kind == .array || kind == .object { text = .empty }
    let end = plans.parts[part].stepEnd
    if firstStop(plans.parts[part].stepStart, end, kind, text, node) == end { return .holds }
    failingElement = -1
    return stepAnswer
  }
}
