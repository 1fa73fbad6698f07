/// The places at which the rules of a schema failed in one record, written while the engine judges
/// the record once more, for all rules at once. So a record costs one more judgement, however many
/// rules it breaks.
struct SchemaLog {
  struct Place {
    /// The value at fault, or -1 for a row.
    var node: NodeNumber
    /// The name of the member at the node is at fault, and not its value.
    var isName: Bool
    /// The number of the keyword that failed; -1 for a schema `false`.
    var keyword: Int32
    /// The way to the subschema that has the keyword.
    var trail: [SchemaStep]
    /// The branches, if the keyword is a choice.
    var choice: [JudgedBranches] = []
  }

  /// The rules that are asked about.
  let rules: Set<RuleNumber>
  let placesMaximum: Int
  /// The first places of each rule's failures, in the order in which the schema asks about them.
  private(set) var places: [RuleNumber: [Place]] = [:]
  /// The nodes of its further failures.
  private(set) var furtherNodes: [RuleNumber: [NodeNumber]] = [:]
  /// The way to what is judged now.
  private(set) var trail: [SchemaStep] = []
  /// The branches that are being judged, one inside the other.
  private(set) var branches: [BranchLog] = []
  /// How many branches were judged so far, for each rule: what is told of one must not depend on
  /// which others are asked about.
  private var branchesJudged: [RuleNumber: Int] = [:]
  /// The rule whose branches are judged.
  private var choiceRule: RuleNumber = -1

  fileprivate init(_ rules: Set<RuleNumber>, _ placesMaximum: Int) {
    self.rules = rules
    self.placesMaximum = placesMaximum
  }

  /// Sets the way to what is judged next.
  mutating func begin(_ way: [SchemaStep]) { trail = way }

  /// Goes a step further.
  fileprivate mutating func enter(_ step: SchemaStep) { trail.append(step) }

  fileprivate mutating func leave() { trail.removeLast() }

  /// Adds a failure.
  ///
  /// - Returns: whether it is among the places of the rule.
  fileprivate mutating func add(
    _ rule: RuleNumber, node: NodeNumber, isName: Bool, keyword: Int32
  ) -> Bool {
    guard places[rule, default: []].count < placesMaximum else {
      furtherNodes[rule, default: []].append(node)
      return false
    }
    places[rule, default: []].append(
      Place(node: node, isName: isName, keyword: keyword, trail: trail))
    choiceRule = rule
    return true
  }

  /// Sets the branches of the place that a rule got last.
  fileprivate mutating func setChoice(_ choice: JudgedBranches, of rule: RuleNumber) {
    guard let last = places[rule]?.indices.last else { return }
    places[rule]?[last].choice = [choice]
  }

  // MARK: Branches

  /// Whether so many branches of one choice may be judged; if so, they are counted.
  mutating func mayJudge(_ count: Int) -> Bool {
    guard count <= JudgedBranches.branchesMaximum,
      branches.count < JudgedBranches.nestingMaximum,
      branchesJudged[choiceRule, default: 0] + count <= JudgedBranches.judgementsMaximum
    else { return false }
    branchesJudged[choiceRule, default: 0] += count
    return true
  }

  /// Turns to a branch.
  ///
  /// - Returns: the way to it.
  mutating func beginBranch() -> [SchemaStep] {
    let way = trail
    trail = []
    branches.append(BranchLog())
    return way
  }

  /// Turns back to what is around a branch.
  mutating func endBranch(_ way: [SchemaStep]) -> BranchLog {
    trail = way
    return branches.removeLast()
  }

  /// Adds a failure in the branch that is judged.
  ///
  /// - Returns: whether it is among those that are listed.
  mutating func addInBranch(_ place: Place, depth: Int, _ count: Int) -> Bool {
    guard let last = branches.indices.last else { return false }
    branches[last].fit.add(count, at: depth)
    branches[last].failedWays.insert(trail + [SchemaStep(place.keyword)])
    guard branches[last].failures.count < JudgedBranches.failuresMaximum else { return false }
    branches[last].failures.append(JudgedBranches.Failure(place: place))
    return true
  }

  /// Sets the branches of the failure that was added last.
  mutating func setChoice(_ choice: JudgedBranches) {
    guard let last = branches.indices.last, let failure = branches[last].failures.indices.last
    else { return }
    branches[last].failures[failure].choice = [choice]
  }
}

extension SchemaEvaluator {
  /// Judges the record that is looked at alone by the schema, and tells where rules failed.
  mutating func log(of rules: Set<RuleNumber>, placesMaximum: Int) -> SchemaLog {
    let empty = SchemaLog(rules, placesMaximum)
    log = empty
    defer { log = nil }
    beginMemo()
    judgeRecords(Lanes(lane))
    beginMemo()
    return log ?? empty
  }

  /// Judges a part of a keyword, and knows the way there if it is asked for.
  @inline(__always)
  mutating func judgePart(
    _ keyword: KeywordCode, _ index: Int32, _ body: (inout SchemaEvaluator) -> Answer
  ) -> Answer {
    guard log != nil else { return body(&self) }
    log?.enter(SchemaStep(keyword: keyword.number, part: index))
    defer { log?.leave() }
    return body(&self)
  }

  /// Whether a branch of a choice is judged, to tell what fails in it.
  var isInBranch: Bool { log?.branches.isEmpty == false }

  /// Notes where a rule failed.
  ///
  /// - Parameter keyword: the number of the keyword that it is; -1 for a schema `false`.
  mutating func logFailures(
    of rule: RuleNumber, keyword: Int32, _ answer: Answer, _ column: ColumnNumber
  ) {
    guard !answer.failing.isEmpty, log?.rules.contains(rule) == true else { return }
    let isName = columns[column].path == schema.namePath
    for lane in answer.failing {
      let node = columns[column].place(lane)
      let isListed = log?.add(rule, node: node, isName: isName, keyword: keyword)
      guard isListed == true, let choice = judgedBranches(of: keyword, column, lane) else {
        continue
      }
      log?.setChoice(choice, of: rule)
    }
  }

  /// Does what ``logFailures(of:keyword:_:_:)`` does, for parts that a schema `false` forbids.
  mutating func logFailures(of rule: RuleNumber, partsFrom start: Int, areNames: Bool) {
    guard log?.rules.contains(rule) == true else { return }
    for index in start..<core.values.foundCount {
      let node = core.values.found[index].place
      _ = log?.add(rule, node: node, isName: areNames, keyword: -1)
    }
  }
}
