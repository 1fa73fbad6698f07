/// Constraint blocks: the tree of scopes and the rules of each stage.
extension ProgramBuilder {
  mutating func buildScopes() {
    let count = ruleSet.scopes.count
    var codes: [ScopeCode] = []
    var childScopes = [[Int32]](repeating: [], count: count)
    for (index, scope) in ruleSet.scopes.enumerated() {
      var code = ScopeCode(place: .field, path: number(of: scope.path))
      code.isRepeated = scope.path.hasEveryElement
      switch scope.place {
      case .field(let path):
        if path.hasEveryElement {
          code.place = .walkedField
          code.walk = walk(path, from: FieldPath(), isRelative: false)
        }
        topScopes.append(Int32(index))
      case .items(let parent):
        code.place = .items
        childScopes[parent.value].append(Int32(index))
      case .member(let parent, let relative):
        code.place = .member
        if scope.path.hasEveryElement {
          code.place = .walkedMember
          let parentPath = ruleSet.scopes[parent.value].path
          code.walk = walk(relative, from: parentPath, isRelative: parentPath.hasEveryElement)
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
    var own = [[Int32]](repeating: [], count: scopes.count)
    for (index, rule) in ruleSet.rules.enumerated() {
      guard let scope = rule.scope, rules[index].isRun || rules[index].isTracked else { continue }
      own[scope.value].append(Int32(index))
      rules[index].isRepeated = scopes[scope.value].isRepeated
    }
    func subtree(_ scope: Int) -> [Int32] {
      own[scope] + childScopes[scope].flatMap { subtree(Int($0)) }
    }
    for scope in scopes.indices {
      let presence = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .presence })
      let type = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .type })
      let value = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .value })
      (scopes[scope].presenceStart, scopes[scope].presenceCount) = presence
      (scopes[scope].typeStart, scopes[scope].typeCount) = type
      (scopes[scope].valueStart, scopes[scope].valueCount) = value
      scopes[scope].goodTypes = goodTypes(of: scopes[scope])
      (scopes[scope].subtreeStart, scopes[scope].subtreeCount) =
        list(childScopes[scope].flatMap { subtree(Int($0)) })
    }
  }

  mutating func list(_ rules: [Int32]) -> (Int32, Int32) {
    let start = Int32(ruleList.count)
    ruleList += rules.map(step)
    return (start, Int32(rules.count))
  }

  /// See ``ScopeCode/goodTypes``.
  func goodTypes(of scope: ScopeCode) -> TypeMask {
    guard !scope.isRepeated, scope.presenceCount + scope.typeCount > 0 else { return [] }
    let presence = ruleList[
      Int(scope.presenceStart)..<Int(scope.presenceStart + scope.presenceCount)]
    let type = ruleList[Int(scope.typeStart)..<Int(scope.typeStart + scope.typeCount)]
    let passWhereThere: [Leaf.Opcode] = [.required, .present, .notNull]
    guard presence.allSatisfy({ $0.leaf >= 0 && $0.isQuiet && passWhereThere.contains($0.code) }),
      type.allSatisfy({ $0.leaf >= 0 && $0.isQuiet && $0.code == .type })
    else { return [] }
    return type.reduce(TypeMask.any) { $0.intersection($1.types) }
  }

  func step(_ number: Int32) -> RuleStep {
    let rule = rules[Int(number)]
    var step = RuleStep(rule: number, expression: rule.expression)
    step.isQuiet = !rule.isTracked
    step.isUnique = rule.isUnique
    guard rule.expression >= 0 else { return step }
    let instruction = instructions[Int(rule.expression)]
    guard instruction.code == .leaf else { return step }
    let code = leaves[Int(instruction.a)].code
    // A kept answer matters to closures alone, which are to be asked once; other checks take no
    // longer than keeping it.
    if instruction.memo == -1 || !code.isClosure {
      step.leaf = instruction.a
      step.code = code
      if step.code == .type {
        step.types = TypeMask(rawValue: UInt8(leaves[Int(instruction.a)].operand))
      }
    }
    return step
  }
}
