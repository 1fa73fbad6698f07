/// Constraint blocks under `fields` (docs/reference/outcomes.md#blocked,
/// docs/reference/paths.md#absent-paths).
///
/// A block is a scope (``ScopeCode``), and its rules run in a fixed order: presence, type, format,
/// bounds of that format, the other constraints, nested blocks. Presence and type are *gates*: a
/// lane in which one fails is taken out, and all rules behind it are `blocked` there. A failing
/// format blocks only the bounds. Under
///
///     "age": {"required": true, "type": "integer", "minimum": 18}
///
/// four records give (the first digit of a set is lane 0):
///
///     records           rule       asked   fails   blocked
///     {"age": 20}       required   1111    0100
///     {}                type       1011    0010    0100
///     {"age": "x"}      minimum    1001    0001    0110
///     {"age": 3}
///
/// Other constraints block nothing, and neither does a rule that is switched off, which may still
/// run because another rule asks for its outcome.
///
/// A rule in a block of its own, about one value of a record, is noted at once. Below a `[*]` it
/// runs once for each frame, and in a nested block it may be decided for some lanes by the values
/// around. What it says in several steps is *gathered* (``Outcomes/gather(_:)``): of the outcomes
/// of a record the strongest prevails, and none is stronger than a failure. `{"tags": ["new",
/// "export-only"]}` fails `maxLength: 8` because one element does. The element at fault is the
/// first one in the record (``Culprit``).
///
/// Invariant: each rule of a block gets an outcome for every lane of the scope around it, be it
/// `missing`, `blocked` or `notApplicable`. So its counts add up to the number of records.
extension Evaluator {
  /// Runs a scope that is an entry of `fields`.
  mutating func runTopScope(_ number: Int32) {
    let scope = tables.scopes[number]
    if isEmpty(scope.section) { return }
    let records = lanes(of: scope.section)
    guard scope.place == .walkedField else {
      let column = values.column(scope.path)
      markSubtree(scope, .unreadable, column, openLanes(of: scope.section))
      runScope(number, column, records)
      return
    }
    let record = values.column(ProgramBuilder.recordPath)
    let unreadable = values.unreadableLanes(ofWalk: scope.walk, record, records)
    markUnreadable(scope, record, unreadable)
    markSubtree(scope, .unreadable, record, openLanes(of: scope.section))
    runParts(.walk(scope.walk), number, of: record, records - unreadable)
  }

  private mutating func runParts(
    _ source: PartSource, _ scope: Int32, of column: ColumnNumber, _ lanes: Lanes
  ) {
    forEachFrame(source, of: column, lanes, path: tables.scopes[scope].path) { evaluator, frame in
      evaluator.runScope(scope, frame, evaluator.columns[frame].lanes)
      return .none
    }
  }

  private mutating func runScope(_ number: Int32, _ column: ColumnNumber, _ lanes: Lanes) {
    let scope = tables.scopes[number]
    let unpresented = runGates(scope.presenceStart, scope.presenceCount, column, lanes)
    mark(scope.typeStart, scope.typeCount, .blocked, column, unpresented)
    let blocked =
      unpresented | runGates(scope.typeStart, scope.typeCount, column, lanes - unpresented)
    markBehindGates(scope, .blocked, column, blocked)
    let open = lanes - blocked
    if open.isEmpty { return }
    let unread = runGates(scope.formatStart, scope.formatCount, column, open)
    mark(scope.boundStart, scope.boundCount, .blocked, column, unread)
    runRules(scope.boundStart, scope.boundCount, column, open - unread)
    runRules(scope.valueStart, scope.valueCount, column, open)
    for index in scope.childStart..<scope.childStart + scope.childCount {
      runChild(tables.scopeList[index], column, open, parent: scope)
    }
  }

  private mutating func runRules(
    _ start: Int32, _ count: Int32, _ column: ColumnNumber, _ lanes: Lanes
  ) {
    if lanes.isEmpty { return }
    for index in start..<start + count { runRule(tables.ruleList[index], column, lanes) }
  }

  /// Judges rules of presence, type or format; returns the lanes in which one that counts has
  /// failed.
  private mutating func runGates(
    _ start: Int32, _ count: Int32, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Lanes {
    var failed = Lanes.none
    for index in start..<start + count {
      let rule = tables.ruleList[index]
      let outcomes = runRule(rule, column, lanes)
      if tables.rules[rule].isRun { failed |= outcomes.failing }
    }
    return failed
  }

  @discardableResult
  private mutating func runRule(_ rule: RuleNumber, _ column: ColumnNumber, _ lanes: Lanes)
    -> Outcomes
  {
    let outcomes =
      !tables.rules[rule].isUnique
      ? Outcomes(judge(tables.rules[rule].expression, column, lanes), in: lanes)
      : columns[column].isFrame
        ? judgeReference(rule, column, lanes) : judgeUnique(rule, lanes)
    take(rule, outcomes, column, hasCulprits: tables.rules[rule].hasElements)
    return outcomes
  }

  /// Takes outcomes in the lanes of a column: of a rule judged at several elements, the outcomes
  /// that prevail are kept, and of those the first in the record.
  private mutating func take(
    _ rule: RuleNumber, _ outcomes: Outcomes, _ column: ColumnNumber, hasCulprits: Bool
  ) {
    guard tables.rules[rule].gathered >= 0 else {
      note(rule, outcomes, culprits: .values(column, noted: hasCulprits))
      return
    }
    let slot = tables.rules[rule].gathered
    for lane in outcomes.failing {
      let record = columns[column].record(lane)
      let before = gathered.outcomes[slot].answer.gravity(record)
      let gravity = outcomes.answer.gravity(lane)
      if gravity < before { continue }
      let culprit = culprit(column, lane, hasCulprits: hasCulprits)
      if gravity == before, !culprit.isBefore(gathered[slot, record]) { continue }
      gathered[slot, record] = culprit
      gathered.outcomes[slot].gather(ofRecords(outcomes.within(Lanes(lane)), column))
    }
    gathered.outcomes[slot].gather(ofRecords(outcomes, column))
  }

  /// The value at fault in a lane, or the place where it should be.
  private mutating func culprit(
    _ column: ColumnNumber, _ lane: Lane, hasCulprits: Bool
  ) -> Culprit {
    let noted = hasCulprits ? columns[column].culprits[lane] : -1
    let node = noted >= 0 ? noted : columns[column].place(lane)
    var (around, parent, place) = (column, lane, node)
    // Of what `default` inserted counts the place of the value around.
    while place < 0 || values.isInserted(place), columns[around].isFrame {
      parent = columns[around].parents[parent]
      around = columns[around].around
      place = columns[around].place(parent)
    }
    let position = place >= 0 && !values.isInserted(place) ? values.order(of: place) : 0
    let order = columns[column].serial * UInt64(ColumnTable.lanesMaximum) + UInt64(lane.value)
    return Culprit(node: node, position: position, column: column, order: order)
  }

  /// Outcomes in the lanes of a column, as ones of the records; several of one record are left
  /// beside each other.
  mutating func ofRecords(_ outcomes: Outcomes, _ column: ColumnNumber) -> Outcomes {
    guard columns[column].isFrame else { return outcomes }
    return outcomes.mapped { values.records(of: $0, column) }
  }

  /// Gives rules that are not judged their outcome.
  private mutating func mark(
    _ start: Int32, _ count: Int32, _ outcome: Outcome, _ column: ColumnNumber, _ lanes: Lanes
  ) {
    if lanes.isEmpty { return }
    for index in start..<start + count {
      take(tables.ruleList[index], Outcomes(outcome, in: lanes), column, hasCulprits: false)
    }
  }

  // MARK: Nested blocks

  private mutating func runChild(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, parent: ScopeCode
  ) {
    let scope = tables.scopes[number]
    let present = lanes & columns[column].values
    let unreadable = (lanes - present) & columns[column].unreadables
    markSubtree(scope, .unreadable, column, unreadable)
    markSubtree(scope, .missing, column, lanes - present - unreadable)
    let isAboutElements = scope.place == .items
    let about = present & (isAboutElements ? values.arrayLanes(column) : columns[column].objects)
    if about != present { markMismatch(scope, column, present - about, parent) }
    if about.isEmpty { return }
    switch scope.place {
    case .field, .walkedField: return
    case .items: runParts(.elements, number, of: column, about)
    case .member: runScope(number, values.column(scope.path), about)
    case .walkedMember: runParts(.walk(scope.walk), number, of: column, about)
    }
  }

  /// The enclosing values are of a kind that the nested block is not about
  /// (docs/reference/constraints.md#values-of-another-kind).
  private mutating func markMismatch(
    _ scope: ScopeCode, _ column: ColumnNumber, _ lanes: Lanes, _ parent: ScopeCode
  ) {
    let declared = including(values.tables.paths[parent.path].types, column, lanes)
    markSubtree(scope, .notApplicable, column, declared)
    markSubtree(scope, .failed, column, lanes - declared)
  }

  /// Gives every rule of a scope and of the scopes in it the same outcome.
  private mutating func markSubtree(
    _ scope: ScopeCode, _ outcome: Outcome, _ column: ColumnNumber, _ lanes: Lanes
  ) {
    mark(scope.presenceStart, scope.presenceCount, outcome, column, lanes)
    mark(scope.typeStart, scope.typeCount, outcome, column, lanes)
    markBehindGates(scope, outcome, column, lanes)
  }

  /// Gives the rules after presence and type, and those of nested scopes, the same outcome.
  private mutating func markBehindGates(
    _ scope: ScopeCode, _ outcome: Outcome, _ column: ColumnNumber, _ lanes: Lanes
  ) {
    if lanes.isEmpty { return }
    mark(scope.formatStart, scope.formatCount, outcome, column, lanes)
    mark(scope.boundStart, scope.boundCount, outcome, column, lanes)
    mark(scope.valueStart, scope.valueCount, outcome, column, lanes)
    mark(scope.subtreeStart, scope.subtreeCount, outcome, column, lanes)
  }

  /// The values are inside something that cannot be read: each rule fails, unless one before it
  /// does.
  private mutating func markUnreadable(_ scope: ScopeCode, _ column: ColumnNumber, _ lanes: Lanes) {
    if lanes.isEmpty { return }
    mark(scope.presenceStart, scope.presenceCount, .unreadable, column, lanes)
    var outcome =
      counts(scope.presenceStart, scope.presenceCount) ? Outcome.blocked : .unreadable
    mark(scope.typeStart, scope.typeCount, outcome, column, lanes)
    if counts(scope.typeStart, scope.typeCount) { outcome = .blocked }
    mark(scope.formatStart, scope.formatCount, outcome, column, lanes)
    mark(scope.valueStart, scope.valueCount, outcome, column, lanes)
    mark(scope.subtreeStart, scope.subtreeCount, outcome, column, lanes)
    if counts(scope.formatStart, scope.formatCount) { outcome = .blocked }
    mark(scope.boundStart, scope.boundCount, outcome, column, lanes)
  }

  /// Whether one of the rules is run, so that its failure blocks others.
  private mutating func counts(_ start: Int32, _ count: Int32) -> Bool {
    (start..<start + count).contains { tables.rules[tables.ruleList[$0]].isRun }
  }
}
