/// Constraint blocks: the tree of scopes and the rules of each stage.
extension ProgramBuilder {
  mutating func buildScopes() {
    let count = ruleSet.scopes.count
    var codes: [ScopeCode] = []
    var childScopes = [[Int32]](repeating: [], count: count)
    defer { section = nil }
    for (index, scope) in ruleSet.scopes.enumerated() {
      section = scope.section
      var code = ScopeCode(place: .field, path: number(of: scope.path))
      code.section = SectionNumber(scope.section)
      switch scope.place {
      case .field(let path):
        if path.leadsToSeveral {
          code.place = .walkedField
          code.walk = walk(path, from: FieldPath(), isRelative: false)
        }
        topScopes.append(Int32(index))
      case .items(let parent):
        code.place = .items
        childScopes[parent.value].append(Int32(index))
      case .member(let parent, let relative):
        code.place = .member
        if scope.path.leadsToSeveral {
          code.place = .walkedMember
          let parentPath = ruleSet.scopes[parent.value].path
          code.walk = walk(relative, from: parentPath, isRelative: parentPath.leadsToSeveral)
        }
        childScopes[parent.value].append(Int32(index))
      }
      codes.append(code)
    }
    scopes = codes
    for index in 0..<count {
      scopes[index].childStart = Int32(scopeList.count)
      scopes[index].childCount = Int32(childScopes[index].count)
      scopeList += childScopes[index]
    }
    listRules(childScopes)
  }

  mutating func listRules(_ childScopes: [[Int32]]) {
    var own = [[RuleNumber]](repeating: [], count: scopes.count)
    for (index, rule) in ruleSet.rules.enumerated() {
      guard let scope = rule.scope, rules[index].isRun || rules[index].tracked >= 0 else {
        continue
      }
      own[scope.value].append(RuleNumber(index))
      if ruleSet.scopes[scope.value].path.leadsToSeveral || isNested(scope) {
        rules[index].gathered = Int32(gatheredRules.count)
        gatheredRules.append(RuleNumber(index))
      }
    }
    func subtree(_ scope: Int) -> [RuleNumber] {
      own[scope] + childScopes[scope].flatMap { subtree(Int($0)) }
    }
    for scope in scopes.indices {
      func rules(_ stage: Rule.Stage) -> (Int32, Int32) {
        list(own[scope].filter { ruleSet.rules[Int($0)].stage == stage })
      }
      (scopes[scope].presenceStart, scopes[scope].presenceCount) = rules(.presence)
      (scopes[scope].typeStart, scopes[scope].typeCount) = rules(.type)
      (scopes[scope].formatStart, scopes[scope].formatCount) = rules(.format)
      (scopes[scope].boundStart, scopes[scope].boundCount) = rules(.bound)
      (scopes[scope].valueStart, scopes[scope].valueCount) = rules(.value)
      (scopes[scope].subtreeStart, scopes[scope].subtreeCount) =
        list(childScopes[scope].flatMap { subtree(Int($0)) })
    }
  }

  private func isNested(_ scope: ScopeIndex) -> Bool {
    if case .field = ruleSet.scopes[scope.value].place { false } else { true }
  }

  mutating func list(_ rules: [RuleNumber]) -> (Int32, Int32) {
    let start = Int32(ruleList.count)
    ruleList += rules
    return (start, Int32(rules.count))
  }
}
