/// Turns the answers of those keywords of a schema that are rules into counts and notes.
extension SchemaEvaluator {
  /// Takes what a keyword says, if it is a rule.
  @inline(__always)
  mutating func note(_ keyword: Int32, _ answer: Answer, _ column: ColumnNumber) {
    let rule = schema.keywords[keyword].rule
    if isInBranch { return logInBranch(keyword, answer, column) }
    if rule >= 0, core.tables.rules[rule].isRun { note(schemaRule: rule, keyword, answer, column) }
  }

  /// Takes what a schema `false` says where it is applied.
  @inline(never)
  mutating func note(never subschema: Int32, _ answer: Answer, _ column: ColumnNumber) {
    if isInBranch { return logInBranch(-1, answer, column) }
    let rule = schema.subschemas[subschema].neverRule
    if rule >= 0, core.tables.rules[rule].isRun { note(schemaRule: rule, -1, answer, column) }
  }

  /// Says of the parts of a keyword that are `false` that they are not about some values.
  @inline(never)
  mutating func noteInapplicable(_ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes) {
    if lanes.isEmpty { return }
    var answer = Answer()
    answer.notApplicable = lanes
    for index in 0..<keyword.partCount {
      let subschema = part(keyword, index)
      if schema.subschemas[subschema].isNever { note(never: subschema, answer, column) }
    }
  }

  /// Says of the rules of a subschema, and of those that it applies, that it is not known of some
  /// values whether they hold: they fail. Cold; once for each subschema and record.
  @inline(never)
  mutating func noteLimited(_ number: Int32, _ column: ColumnNumber, _ lanes: Lanes) {
    let records = core.values.records(of: lanes, column)
    let answer = Answer(limited: lanes)
    var open = [number]
    while let number = open.popLast() {
      let known = unknown[number] ?? .none
      if (records - known).isEmpty { continue }
      unknown[number] = known | records
      let subschema = schema.subschemas[number]
      note(never: number, answer, column)
      for index in subschema.start..<subschema.start &+ subschema.count {
        note(index, answer, column)
        open += asserted(by: schema.keywords[index])
      }
    }
  }

  /// The subschemas that have to hold where a keyword does.
  private mutating func asserted(by keyword: KeywordCode) -> [Int32] {
    guard let kind = keyword.kind, !kind.isAssertion else { return [] }
    // The first part of a condition is only asked.
    let first: Int32 = kind == .conditional ? 1 : 0
    return (first..<keyword.partCount).map { part(keyword, $0) }.filter { $0 >= 0 }
  }

  /// Takes what a schema `false` says about values with forbidden parts.
  ///
  /// - Parameter start: where the parts begin among those that were found.
  @inline(never)
  mutating func note(
    never subschema: Int32, _ answer: Answer, _ column: ColumnNumber, partsFrom start: Int,
    areNames: Bool
  ) {
    if isInBranch { return logInBranch(partsFrom: start, areNames: areNames) }
    let rule = schema.subschemas[subschema].neverRule
    guard rule >= 0, core.tables.rules[rule].isRun else { return }
    guard log == nil else {
      return logFailures(of: rule, partsFrom: start, areNames: areNames)
    }
    var seen = failures.outcomes[rule].failing
    for index in start..<core.values.foundCount {
      let record = columns[column].record(core.values.found[index].parent)
      if !seen.contains(record) {
        addFailure(rule, record, fault(at: core.values.found[index].place, isName: areNames))
      }
      seen |= Lanes(record)
      let place = place(of: core.values.found[index].place, lane: record)
      places.add(place.location, of: rule, record, isSearched: place.isSearched)
    }
    gather(rule, answer, column)
  }

  @inline(never)
  private mutating func note(
    schemaRule rule: RuleNumber, _ keyword: Int32, _ answer: Answer, _ column: ColumnNumber
  ) {
    guard log == nil else { return logFailures(of: rule, keyword: keyword, answer, column) }
    if !answer.failing.isEmpty {
      var seen = failures.outcomes[rule].failing
      let isName = columns[column].path == schema.namePath
      for lane in answer.failing {
        let record = columns[column].record(lane)
        if !seen.contains(record) {
          addFailure(rule, record, fault(at: columns[column].place(lane), isName: isName))
        }
        seen |= Lanes(record)
        addPlaces(of: rule, column, lane)
      }
    }
    gather(rule, answer, column)
  }

  mutating func isRow(_ node: NodeNumber) -> Bool {
    isCSV && core.values.table.nodes[node].kind == .object
  }

  private mutating func fault(at node: NodeNumber, isName: Bool) -> NodeNumber {
    isName ? MemberName(node: node).culprit : node
  }

  @inline(never)
  private mutating func gather(_ rule: RuleNumber, _ answer: Answer, _ column: ColumnNumber) {
    var outcomes = Outcomes()
    outcomes.answer = answer
    failures.outcomes[rule].gather(core.ofRecords(outcomes, column))
  }

  /// Notes the first value at fault in a record.
  @inline(never)
  private mutating func addFailure(_ rule: RuleNumber, _ record: Lane, _ node: NodeNumber) {
    // The bytes of a row are not a value that a report could show.
    let isRow = isCSV && node >= 0 && core.values.table.nodes[node].kind == .object
    failures.add(rule, record, isRow ? -1 : node)
  }

  /// Counts the outcomes of a rule.
  @inline(never)
  mutating func conclude(schemaRule rule: RuleNumber) {
    let outcomes = failures.outcomes[rule]
    core.counters.count(rule, .missing, outcomes.missing.count)
    core.counters.count(rule, .notApplicable, outcomes.answer.notApplicable.count)
    let failing = outcomes.failing
    if failing.isEmpty { return }
    countPlaces(of: rule)
    failures.findCulprits(of: rule)
    core.countFailing(rule, failing)
    for lane in failing {
      core.lane = lane
      let culprit = failures.culprits[lane]
      if !core.collectsFailures, !countMembersAtFault(rule, culprit) {
        core.countValue(rule, at: culprit, -1)
      }
      core.note(rule, culprit, reachedLimit: !outcomes.answer.no.contains(lane))
    }
  }
}

/// The failures of the rules of a schema in a batch.
struct SchemaFailures {
  /// A record in which a rule failed, and the first value at fault.
  private struct Failure: BitwiseCopyable {
    /// The number of its node, or -1; if it is the name of a member: see ``MemberName``.
    var node: NodeNumber
    var lane: Lane
    /// The failure of the same rule that was noted before, or -1.
    var next: Int32
  }

  /// The outcomes by rule.
  fileprivate let outcomes: Storage<Outcomes>
  /// The values at fault for the rule that is concluded, by lane.
  fileprivate let culprits: Storage<NodeNumber>
  /// The last failure of each rule.
  private let heads: Storage<Int32>
  private var all = Storage<Failure>(
    capacity: 64, repeating: Failure(node: -1, lane: 0, next: -1))
  private var count = 0

  init(ruleCount: Int, lanes: Int32) {
    outcomes = Storage(capacity: ruleCount, repeating: Outcomes())
    heads = Storage(capacity: ruleCount, repeating: -1)
    culprits = Storage(capacity: Int(lanes), repeating: -1)
  }

  func deallocate() {
    outcomes.deallocate()
    heads.deallocate()
    culprits.deallocate()
    all.deallocate()
  }

  /// Begins a batch: nothing was found so far.
  mutating func begin(_ schema: SchemaTables, _ lanes: Lanes) {
    for index in 0..<schema.ruleCount {
      outcomes[schema.rules[index]] = Outcomes(.missing, in: lanes)
      heads[schema.rules[index]] = -1
    }
    count = 0
  }

  fileprivate mutating func add(_ rule: RuleNumber, _ record: Lane, _ node: NodeNumber) {
    if count == all.capacity { all = all.grown(to: count * 2, keeping: count) }
    all[count] = Failure(node: node, lane: record, next: heads[rule])
    heads[rule] = Int32(count)
    count += 1
  }

  /// Sets ``culprits`` to those of a rule.
  fileprivate func findCulprits(of rule: RuleNumber) {
    var entry = heads[rule]
    while entry >= 0 {
      culprits[all[Int(entry)].lane] = all[Int(entry)].node
      entry = all[Int(entry)].next
    }
  }
}
