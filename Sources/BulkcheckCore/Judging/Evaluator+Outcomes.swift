/// Turns the outcomes of rules into counts and notes.
extension Evaluator {
  /// The place at which the elements at fault are found.
  enum Culprits {
    /// The rule's path says it.
    case none
    /// The last statement has noted them in the columns of paths.
    case noted
    /// The values of a column, unless the last statement has noted elements of them.
    case values(ColumnNumber, noted: Bool)
    case gathered
    case tracked
    case paired(ElementPairs)
  }

  /// Judges an entry of `rules`.
  mutating func judgeEntry(_ rule: RuleNumber) {
    let section = tables.rules[rule].section
    if isEmpty(section) { return }
    let records = lanes(of: section)
    let open = openLanes(of: section)
    if !open.isEmpty { note(rule, Outcomes(.unreadable, in: open), culprits: .none) }
    if tables.rules[rule].isUnique {
      note(rule, judgeUnique(rule, records), culprits: .none)
      return
    }
    if tables.rules[rule].pairing >= 0 {
      if let pairs = elementPairs(of: rule) {
        note(rule, pairs.outcomes(of: rule).within(records), culprits: .paired(pairs))
      } else {
        note(rule, judgePaired(rule, records), culprits: .none)
      }
      return
    }
    let answer = judge(
      tables.rules[rule].expression, values.column(ProgramBuilder.recordPath), records)
    note(
      rule, Outcomes(answer, in: records),
      culprits: tables.rules[rule].hasElements ? .noted : .none
    )
    if tables.rules[rule].condition >= 0 { countPartsLeftOut(rule, records) }
  }

  /// Judges an expression that is a rule, with no element at fault to begin with.
  @inline(__always)
  mutating func judge(_ expression: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    if tables.instructions[expression].hasElements { clearCulprits(column, lanes) }
    return evaluate(expression, column, lanes)
  }

  mutating func clearCulprits(_ column: ColumnNumber, _ lanes: Lanes) {
    let culprits = columns[column].culprits
    for lane in lanes { culprits[lane] = -1 }
  }

  /// Takes the outcomes of a rule in lanes of the batch.
  @inline(__always)
  mutating func note(_ rule: RuleNumber, _ outcomes: Outcomes, culprits: Culprits) {
    if tables.rules[rule].tracked >= 0 {
      track(rule, outcomes, culprits)
      if tables.rules[rule].isTagged || !tables.rules[rule].isRun { return }
    }
    conclude(rule, outcomes, culprits: culprits)
  }

  private mutating func track(_ rule: RuleNumber, _ outcomes: Outcomes, _ culprits: Culprits) {
    // Those of blocked records come apart from those of the others.
    let slot = tables.rules[rule].tracked
    tracked.outcomes[slot].gather(outcomes)
    for lane in outcomes.failing {
      let culprit = culprit(of: rule, lane, culprits)
      tracked[slot, lane] = culprit
    }
  }

  /// Counts the final outcomes of a rule.
  @inline(__always)
  mutating func conclude(_ rule: RuleNumber, _ outcomes: Outcomes, culprits: Culprits) {
    let others = outcomes.missing | outcomes.answer.notApplicable | outcomes.blocked
    if !others.isEmpty {
      counters.count(rule, .missing, outcomes.missing.count)
      counters.count(rule, .notApplicable, outcomes.answer.notApplicable.count)
      counters.count(rule, .blocked, outcomes.blocked.count)
    }
    if !outcomes.failing.isEmpty { fail(rule, outcomes.answer, culprits) }
  }

  /// Counts the failures of a rule.
  @inline(never)
  private mutating func fail(_ rule: RuleNumber, _ answer: Answer, _ culprits: Culprits) {
    let lanes = answer.failing
    countFailing(rule, lanes)
    let open = openLanes(of: tables.rules[rule].section)
    for lane in lanes {
      self.lane = lane
      let culprit = culprit(of: rule, lane, culprits)
      if !collectsFailures, !open.contains(lane) { countValue(rule, culprit) }
      note(rule, culprit, reachedLimit: !answer.no.contains(lane))
    }
  }

  /// The node of the element at fault in a lane, or -1.
  private mutating func culprit(
    of rule: RuleNumber, _ lane: Lane, _ culprits: Culprits
  ) -> NodeNumber {
    switch culprits {
    case .none: return -1
    case .noted: return columns[ProgramBuilder.recordPath].culprits[lane]
    case .values(let column, let areNoted):
      let noted = areNoted ? columns[column].culprits[lane] : -1
      return noted >= 0 ? noted : columns[column].place(lane)
    case .gathered:
      return gathered[tables.rules[rule].gathered, lane].node
    case .tracked:
      return tracked[tables.rules[rule].tracked, lane]
    case .paired(let pairs): return pairs.culprit(of: rule, lane).element
    }
  }

  /// Lets only the first of the rules of a tag that apply to the record, of highest priority, judge
  /// it (docs/reference/profile.md#tags).
  mutating func resolveTags() {
    for group in program.lists.tagGroups {
      var spoken = Lanes.none
      for rule in group {
        let outcomes = tracked.outcomes[tables.rules[rule].tracked]
        let section = tables.rules[rule].section
        let records = lanes(of: section) | openLanes(of: section)
        let applies = records - outcomes.answer.notApplicable - outcomes.blocked
        let overridden = applies & spoken
        counters.count(rule, .overridden, overridden.count)
        conclude(rule, outcomes.within(records - overridden), culprits: .tracked)
        if tables.rules[rule].isUnique { keys.override(tables.rules[rule].keyNumber, overridden) }
        spoken |= applies
      }
    }
  }

  // MARK: Conditions with a part left out

  /// Counts those of some records in which a part of a rule's condition says nothing, and the
  /// others decide. A condition in SQL says nothing where it is null.
  private mutating func countPartsLeftOut(_ rule: RuleNumber, _ records: Lanes) {
    if tables.instructions[tables.rules[rule].condition].code == .both {
      let open = records & undecidedLanes(tables.rules[rule].condition)
      if !open.isEmpty { counters.count(rule, ChunkCounters.partLeftOut, open.count) }
      return
    }
    let leftOut = records & lanesWithUndecidedParts(tables.rules[rule].condition)
    if leftOut.isEmpty { return }
    let record = values.column(ProgramBuilder.recordPath)
    let answer = evaluate(tables.rules[rule].condition, record, leftOut)
    let decided = leftOut & (answer.yes | answer.no)
    if !decided.isEmpty { counters.count(rule, ChunkCounters.partLeftOut, decided.count) }
  }

  /// The lanes in which a part of a condition says nothing, on whatever level of `all`, `any`,
  /// `none` and `not` it is. What is asked of one value is one part.
  private mutating func lanesWithUndecidedParts(_ number: Int32) -> Lanes {
    let instruction = tables.instructions[number]
    switch instruction.code {
    case .all, .any, .none:
      var lanes = Lanes.none
      for index in instruction.a..<instruction.a &+ instruction.b {
        lanes |= lanesWithUndecidedParts(tables.children[index])
      }
      return lanes
    case .not: return lanesWithUndecidedParts(instruction.a)
    default: return undecidedLanes(number)
    }
  }

  /// The lanes in which a part of a condition says nothing. Only where its value is missing, if it
  /// is about one: mostly there is no such lane, and nothing has to be asked again.
  private mutating func undecidedLanes(_ part: Int32) -> Lanes {
    var lanes = values.objects
    if tables.instructions[part].code == .atPath {
      let values = values.column(tables.instructions[part].path)
      lanes -= columns[values].values | columns[values].unreadables
    }
    if lanes.isEmpty { return .none }
    let answer = evaluate(part, values.column(ProgramBuilder.recordPath), lanes)
    return lanes - answer.yes - answer.no - answer.limited - answer.unreadable
  }
}
