/// Judges the branches of choices one by one, to tell why none matches, or which do.
extension SchemaEvaluator {
  /// The branches of a keyword about the value in a lane; nil if it is not a choice, or enough
  /// were judged.
  mutating func judgedBranches(
    of number: Int32, _ column: ColumnNumber, _ lane: Lane
  ) -> JudgedBranches? {
    guard number >= 0 else { return nil }
    let keyword = schema.keywords[number]
    guard keyword.kind == .anyOf || keyword.kind == .oneOf,
      log?.mayJudge(Int(keyword.partCount)) == true
    else { return nil }
    var judged = JudgedBranches(keyword: number, node: columns[column].place(lane))
    let signs = sharedSigns(keyword)
    for index in 0..<keyword.partCount {
      judged.branches.append(branch(keyword, index, signs[Int(index)], column, lane))
    }
    return judged
  }

  private mutating func branch(
    _ keyword: KeywordCode, _ index: Int32, _ signs: [JudgedBranches.Sign], _ column: ColumnNumber,
    _ lane: Lane
  ) -> JudgedBranches.Branch {
    // The answers that are kept for the record would leave out failures.
    var around = SchemaMemo()
    swap(&around, &memo)
    let way = log?.beginBranch() ?? []
    let answer = judge(part(keyword, index), column, Lanes(lane), asserts: true)
    let own = log?.endBranch(way) ?? BranchLog()
    swap(&around, &memo)
    var branch = JudgedBranches.Branch(part: index)
    branch.verdict =
      answer.no.contains(lane) ? .fails : answer.limited.contains(lane) ? .isOpen : .matches
    branch.failures = own.failures
    branch.fit = own.fit
    for sign in signs where !own.failedWays.contains(sign.way + [SchemaStep(sign.keyword)]) {
      guard sign.member < 0 || hasMember(sign.member, column, lane) else { continue }
      if sign.isType { branch.fit.typeCount += 1 } else { branch.choices.append(sign) }
    }
    branch.fit.choiceCount = branch.choices.count
    return branch
  }

  private mutating func hasMember(_ name: Int32, _ column: ColumnNumber, _ lane: Lane) -> Bool {
    columns[column].objects.contains(lane)
      && !having(member: name, column, Lanes(lane)).isEmpty
  }

  // MARK: Failures

  /// Notes what fails in a branch.
  ///
  /// - Parameter number: that of the keyword; -1 for a schema `false`.
  mutating func logInBranch(_ number: Int32, _ answer: Answer, _ column: ColumnNumber) {
    if answer.no.isEmpty { return }
    if number >= 0, schema.keywords[number].kind?.isAssertion == false { return }
    let isName = columns[column].path == schema.namePath
    for lane in answer.no {
      let node = columns[column].place(lane)
      logInBranch(number, node, isName: isName, missing: missingCount(number, node)) { evaluator in
        evaluator.judgedBranches(of: number, column, lane)
      }
    }
  }

  /// Notes parts that a schema `false` in a branch forbids.
  mutating func logInBranch(partsFrom start: Int, areNames: Bool) {
    for index in start..<core.values.foundCount {
      let node = core.values.found[index].place
      logInBranch(-1, node, isName: areNames, missing: 0) { _ in nil }
    }
  }

  private mutating func logInBranch(
    _ number: Int32, _ node: NodeNumber, isName: Bool, missing: Int,
    _ choice: (inout SchemaEvaluator) -> JudgedBranches?
  ) {
    guard let way = log?.trail else { return }
    let steps = way.count { step in
      schema.keywords[step.keyword].kind.map { !$0.isInPlace } ?? false
    }
    let place = SchemaLog.Place(node: node, isName: isName, keyword: number, trail: way)
    let isListed = log?.addInBranch(place, depth: steps + (missing > 0 ? 1 : 0), max(1, missing))
    guard isListed == true, let choice = choice(&self) else { return }
    log?.setChoice(choice)
  }

  private mutating func missingCount(_ number: Int32, _ node: NodeNumber) -> Int {
    guard number >= 0 else { return 0 }
    let keyword = schema.keywords[number]
    guard keyword.code == .required || keyword.code == .dependentRequired else { return 0 }
    var count = 0
    forEachMissing(keyword, node) { _, _, _ in count += 1 }
    return count
  }

  // MARK: Signs

  /// The signs of each branch, as far as another branch has one for the same member.
  private mutating func sharedSigns(_ keyword: KeywordCode) -> [[JudgedBranches.Sign]] {
    var all: [[JudgedBranches.Sign]] = []
    for index in 0..<keyword.partCount {
      var signs: [JudgedBranches.Sign] = []
      addSigns(part(keyword, index), member: -1, [], &signs)
      all.append(signs)
    }
    var counts: [ExactText?: Int] = [:]
    for signs in all {
      var names: Set<ExactText?> = []
      for sign in signs { names.insert(memberName(sign)) }
      for name in names { counts[name, default: 0] += 1 }
    }
    for index in all.indices {
      var shared: [JudgedBranches.Sign] = []
      for sign in all[index] where counts[memberName(sign), default: 0] > 1 { shared.append(sign) }
      all[index] = shared
    }
    return all
  }

  /// The name of the member that a sign is about; nil: the value itself.
  private mutating func memberName(_ sign: JudgedBranches.Sign) -> ExactText? {
    sign.member < 0 ? nil : ExactText(core.values.tables.textViews[sign.member].text)
  }

  /// Branches that refer to others further than this have no signs.
  private static var signDepthMaximum: Int { 8 }
  private static var signsMaximum: Int { 100 }

  private mutating func addSigns(
    _ subschema: Int32, member: Int32, _ way: [SchemaStep], _ signs: inout [JudgedBranches.Sign]
  ) {
    guard subschema >= 0, way.count < SchemaEvaluator.signDepthMaximum else { return }
    let code = schema.subschemas[subschema]
    for number in code.start..<code.start &+ code.count {
      guard signs.count < SchemaEvaluator.signsMaximum else { return }
      let keyword = schema.keywords[number]
      switch keyword.code {
      case .type, .choice:
        signs.append(
          JudgedBranches.Sign(
            member: member, isType: keyword.code == .type, keyword: number, way: way))
      case .applicator where keyword.kind == .allOf || keyword.kind == .reference:
        for index in 0..<keyword.partCount {
          let step = SchemaStep(keyword: number, part: index)
          addSigns(part(keyword, index), member: member, way + [step], &signs)
        }
      case .applicator where keyword.kind == .properties && member < 0:
        for index in 0..<keyword.partCount {
          let step = SchemaStep(keyword: number, part: index)
          let name = schema.parts[keyword.partStart &+ index].operand
          addSigns(part(keyword, index), member: name, way + [step], &signs)
        }
      default: break
      }
    }
  }
}

extension SchemaStep {
  /// The end of a way: the keyword itself.
  init(_ keyword: Int32) { self.init(keyword: keyword, part: -1) }
}
