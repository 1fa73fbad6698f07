/// Runs plans: see ``FieldPlan``.
extension Evaluator {
  /// What a run through steps found, apart from the number of the step at which it stopped.
  enum StepAnswer: UInt8, BitwiseCopyable {
    case holds, fails, unknown

    @inline(__always)
    init(_ condition: Bool) { self = condition ? .holds : .fails }

    /// The answer of `pattern` (`finds`) or `notPattern`. What a match limit leaves open is the
    /// graph's to decide.
    @inline(__always)
    init(_ outcome: PatternMatcher.Answer, finds: Bool) {
      self =
        outcome == .limitExceeded ? .unknown : StepAnswer((outcome == .matched) == finds)
    }
  }

  /// Judges the rules of all top scopes and counts the states of fields.
  ///
  /// Goes through the main row: an ordinary value is loaded and checked step by step without a
  /// call. Whatever is out of the ordinary about a value, its plan is run on its own, and the row
  /// goes on behind it.
  @inline(__always)
  mutating func runPlans() {
    let row = plans.main
    let end = plans.mainCount
    var text = ByteView.empty
    var kind = ValueKind.absent
    var node: Int32 = -1
    var plan: Int32 = -1
    var step = 0
    while step < end {
      let answer: StepAnswer
      switch row[step].code {
      case .value, .array, .integer:
        plan = row[step].ruleStep
        node = table.slots[row[step].operand]
        if node >= 0, Int(table.nodes[node].mark) == row[step].minimum {
          kind = row[step].kind
          text = table.nodes[node].bytes
          let hasParts =
            row[step].code == .value
            ? text.count > 0
            : row[step].code == .array ? table.nodes[node].count > 0 : text.isShortInteger
          if hasParts {
            step &+= 1
            continue
          }
        }
        runApart(plan)
        step = Int(row[step].rule)
        continue
      case .cell:
        plan = row[step].ruleStep
        node = table.slots[row[step].operand]
        if node >= 0, Int(table.nodes[node].mark) == row[step].minimum {
          text = table.nodes[node].bytes
          kind = readCell(plan, text, node)
          if kind != .absent {
            step &+= 1
            continue
          }
        }
        runApart(plan)
        step = Int(row[step].rule)
        continue
      case .field:
        node = table.slots[row[step].operand]
        if node < 0 || Int(table.nodes[node].mark) != row[step].minimum
          || table.nodes[node].bytes.count == 0
        {
          countField(at: node, Int(row[step].ruleStep))
        }
        step &+= 1
        continue
      default: answer = check(row, step, kind, text, node)
      }
      step &+= 1
      if answer != .holds { step = stop(at: step &- 1, answer, plan, node) }
    }
  }

  /// The rule of a step in the main row that does not hold; returns the first step of the next
  /// rule.
  @inline(never)
  private mutating func stop(
    at place: Int, _ answer: StepAnswer, _ plan: Int32, _ node: Int32
  ) -> Int {
    stepAnswer = answer
    if plans.main[place].ruleStep >= 0 {
      conclude(plans.main[place].rule, plans.main[place].ruleStep, plan, node)
    } else {
      concludeEntry(plans.main[place].rule)
    }
    var step = place &+ 1
    while step < plans.mainCount, !plans.main[step].code.isLoad,
      plans.main[step].rule == plans.main[place].rule
    {
      step &+= 1
    }
    return step
  }

  /// Judges a plan and the entries attached to it outside of the main row.
  @inline(never)
  private mutating func runApart(_ plan: Int32) {
    runPlan(plan)
    var number = plans.scopes[plan].attachedStart
    let end = plans.scopes[plan].attachedEnd
    guard number < end else { return }
    let node = table.slots[plans.scopes[plan].state]
    let isMissing = node < 0 || table.nodes[node].kind == .null
    while number < end {
      let entry = plans.attached[number]
      if isMissing, plans.parts[plans.entries[entry].thenStart].isOptional {
        counters.count(plans.entries[entry].rule, .missing)
      } else {
        runEntry(entry)
      }
      number &+= 1
    }
  }

  /// Judges the rules of a top scope, by its plan if there is one and it speaks about the value.
  @inline(__always)
  private mutating func runPlan(_ number: Int32) {
    let state = plans.scopes[number].state
    guard state >= 0 else {
      runTopScope(plans.scopes[number].scope)
      return
    }
    let node = table.slots[state]
    guard node >= 0 else {
      runMissing(number, node)
      return
    }
    let kind = table.nodes[node].kind
    if kind == .null {
      runMissing(number, node)
      return
    }
    if kind == .cell {
      runCell(number, node)
      return
    }
    guard plans.scopes[number].kinds.contains(kind) else {
      runScopeGenerally(number, node)
      return
    }
    var text = table.nodes[node].bytes
    if kind == .string {
      if text.count == 0 { countEmpty(plans.scopes[number].field) }
      if table.nodes[node].flags.contains(.isEscaped) {
        text = JSONString.unescape(text, into: &arena)
        unescapedNode = node
        unescapedText = text
      }
    } else if kind == .number {
      if plans.scopes[number].needsInteger, text.smallInteger == nil {
        runTopScope(plans.scopes[number].scope)
        return
      }
    } else if kind == .array || kind == .object, table.nodes[node].count == 0 {
      countEmpty(plans.scopes[number].field)
    }
    runSteps(number, kind, text, node)
  }

  @inline(__always)
  private mutating func countEmpty(_ field: Int32) {
    if field >= 0 { counters.countField(Int(field), .empty) }
  }

  /// A missing value. Where no rule of presence fails, all that is to do is to count.
  private mutating func runMissing(_ number: Int32, _ node: Int32) {
    guard node < 0 ? plans.scopes[number].isOptional : plans.scopes[number].isNullable else {
      runScopeGenerally(number, node)
      return
    }
    let field = plans.scopes[number].field
    if field >= 0 { countField(at: node, Int(field)) }
    let scope = plans.scopes[number].scope
    var place = scopes[scope].typeStart
    var end = place &+ scopes[scope].typeCount
    while place < end {
      counters.count(ruleList[place].rule, .missing)
      place &+= 1
    }
    place = scopes[scope].valueStart
    end = place &+ scopes[scope].valueCount
    while place < end {
      counters.count(ruleList[place].rule, .missing)
      place &+= 1
    }
  }

  @inline(never)
  private mutating func countField(at node: Int32, _ field: Int) {
    if node < 0 {
      counters.countField(field, .absent)
    } else {
      countField(field, node)
    }
  }

  /// A value that the plan does not speak about: absent, null, of another kind.
  @inline(never)
  private mutating func runScopeGenerally(_ number: Int32, _ node: Int32) {
    let field = plans.scopes[number].field
    if field >= 0 { countField(at: node, Int(field)) }
    runTopScope(plans.scopes[number].scope)
  }

  /// A CSV cell, if it reads as the declared type.
  @inline(never)
  private mutating func runCell(_ number: Int32, _ node: Int32) {
    var text = table.nodes[node].bytes
    if table.nodes[node].flags.contains(.isEscaped) {
      text = CSVCell.unquote(text, into: &arena)
    }
    let isMissing = onlyEmptyIsMissing ? text.count == 0 : missingCells.contains(text)
    if isMissing {
      runMissing(number, node)
      return
    }
    let kind = readCell(number, text, node)
    if kind == .absent {
      runScopeGenerally(number, node)
      return
    }
    if text.count == 0 { countEmpty(plans.scopes[number].field) }
    runSteps(number, kind, text, node)
  }

  /// The kind as which a cell reads, with the number of its elements noted; absent if plans do not
  /// know it.
  @inline(never)
  private mutating func readCell(_ number: Int32, _ text: ByteView, _ node: Int32) -> ValueKind {
    guard let kind = read(text, as: plans.scopes[number]) else { return .absent }
    if kind == .array {
      let separator = textViews[paths[plans.scopes[number].path].separator]
      table.nodes[node].count = Int32(clamping: elementCount(text, separator))
      cellSeparator = separator
    }
    return kind
  }

  /// The kind as which a cell reads; nil if it does not read as the plan's type in a way that plans
  /// know.
  @inline(__always)
  mutating func read(_ text: ByteView, as plan: FieldPlan) -> ValueKind? {
    switch plan.reading {
    case .text, .json: return .string
    case .integer: return text.smallInteger == nil ? nil : .number
    case .number: return text.smallDecimal == nil ? nil : .number
    case .boolean:
      let kind: ValueKind
      if text.isWord("true") {
        kind = .true
      } else if text.isWord("false") {
        kind = .false
      } else {
        return nil
      }
      return plan.kinds.contains(kind) ? kind : nil
    case .array: return text.count == 0 ? nil : .array
    }
  }

  private mutating func runSteps(
    _ number: Int32, _ kind: ValueKind, _ text: ByteView, _ node: Int32
  ) {
    let end = plans.scopes[number].stepEnd
    var step = plans.scopes[number].stepStart
    while step < end {
      step = firstStop(step, end, kind, text, node)
      guard step < end else { return }
      let rule = plans.steps[step].rule
      conclude(rule, plans.steps[step].ruleStep, number, node)
      while step < end, plans.steps[step].rule == rule { step &+= 1 }
    }
  }

  /// The rule of a step that does not hold fails, or the graph is asked, as ``stepAnswer`` says.
  @inline(__always)
  mutating func conclude(_ rule: Int32, _ ruleStep: Int32, _ plan: Int32, _ node: Int32) {
    if stepAnswer == .fails {
      if rules[rule].isRun { fail(rule, failingElement >= 0 ? failingElement : node) }
    } else {
      askGraph(ruleStep, plan)
    }
    failingElement = -1
  }

  /// A rule of a plan whose outcome the plan does not know.
  @inline(never)
  private mutating func askGraph(_ ruleStep: Int32, _ plan: Int32) {
    runValueRule(ruleList[ruleStep], value(plans.scopes[plan].path), false)
  }

  /// The first step from `start` on that does not hold, or `end`; ``stepAnswer`` tells whether it
  /// fails or is unknown.
  @inline(never)
  mutating func firstStop(
    _ start: Int32, _ end: Int32, _ kind: ValueKind, _ text: ByteView, _ node: Int32
  ) -> Int32 {
    var step = start
    while step < end {
      let answer = check(plans.steps, Int(step), kind, text, node)
      if answer != .holds {
        stepAnswer = answer
        return step
      }
      step &+= 1
    }
    return step
  }
}
