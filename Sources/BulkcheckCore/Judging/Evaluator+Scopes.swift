/// Constraint blocks under `fields`: presence before type, type before the rest; a failure blocks
/// what comes after it, nested blocks included (SEMANTICS 4, 5).
extension Evaluator {
  /// Runs a scope that is an entry of `fields`.
  @inline(__always)
  mutating func runTopScope(_ number: Int32) {
    let scope = scopes[number]
    if scope.place == .walkedField {
      runWalkedScope(number, scope)
    } else {
      runScope(number, scope, value(scope.path))
    }
  }

  @inline(never)
  private mutating func runWalkedScope(_ number: Int32, _ scope: ScopeCode) {
    if isUnreadable(walk: scope.walk) {
      markSubtree(scope, .unreadable, unreadable(scope.path))
      return
    }
    let start = foundCount
    find(scope.walk, from: -1)
    let end = foundCount
    var index = start
    while index < end {
      runScope(number, scope, value(ofNode: found[index], path: scope.path))
      index += 1
    }
    foundCount = start
  }

  @inline(__always)
  private mutating func runScope(_ number: Int32, _ scope: ScopeCode, _ value: Value) {
    var isBlocked = false
    if !scope.goodTypes.isEmpty, scope.goodTypes.admits(value) {
      // All gates pass.
    } else if scope.presenceCount + scope.typeCount > 0 {
      isBlocked = runGates(scope, value)
    }
    if isBlocked {
      mark(scope.valueStart, scope.valueCount, .blocked, value, scope.isRepeated)
      mark(scope.subtreeStart, scope.subtreeCount, .blocked, value, false)
      return
    }
    var index = scope.valueStart
    let end = index &+ scope.valueCount
    while index < end {
      runValueRule(ruleList[index], value, scope.isRepeated)
      index &+= 1
    }
    if scope.childCount > 0 { runChildren(scope, value) }
  }

  /// Judges presence, then type; whether a failure blocks the rest.
  @inline(never)
  private mutating func runGates(_ scope: ScopeCode, _ value: Value) -> Bool {
    var isBlocked = false
    if scope.presenceCount > 0 {
      isBlocked = runGates(scope.presenceStart, scope.presenceCount, value, scope.isRepeated)
    }
    if scope.typeCount > 0 {
      if isBlocked {
        mark(scope.typeStart, scope.typeCount, .blocked, value, scope.isRepeated)
      } else {
        isBlocked = runGates(scope.typeStart, scope.typeCount, value, scope.isRepeated)
      }
    }
    return isBlocked
  }

  /// Runs presence or type rules; whether one that counts has failed.
  @inline(__always)
  private mutating func runGates(
    _ start: Int32, _ count: Int32, _ value: Value, _ isRepeated: Bool
  ) -> Bool {
    var hasFailed = false
    var index = start
    while index < start &+ count {
      let step = ruleList[index]
      index &+= 1
      culprit = -1
      let truth = step.leaf >= 0 ? checkGate(step, value) : evaluate(step.expression, value)
      if truth == .true, step.isQuiet, !isRepeated { continue }
      let outcome = Outcome(truth)
      if outcome.isFailure, rules[step.rule].isRun { hasFailed = true }
      take(step.rule, outcome, value.node, isRepeated)
    }
    return hasFailed
  }

  /// The commonest gates without a call.
  @inline(__always)
  private mutating func checkGate(_ step: RuleStep, _ value: Value) -> Truth {
    if step.code == .required, !value.isMissing { return .true }
    if step.code == .type {
      let bit = TypeMask(rawKind: value.kind)
      if !bit.isEmpty { return Truth(!step.types.isDisjoint(with: bit)) }
    }
    return check(step.leaf, value)
  }

  @inline(__always)
  mutating func runValueRule(_ step: RuleStep, _ value: Value, _ isRepeated: Bool) {
    if step.leaf >= 0 {
      let truth = check(step.leaf, value)
      if truth == .true, step.isQuiet, !isRepeated { return }
      take(step.rule, Outcome(truth), value.node, isRepeated)
      return
    }
    if step.isUnique {
      judgeUnique(step.rule, rules[step.rule])
      return
    }
    culprit = -1
    let outcome = Outcome(evaluate(step.expression, value))
    take(step.rule, outcome, culprit >= 0 ? culprit : value.node, isRepeated)
  }

  /// Takes an outcome at one value: of a rule judged at several, the one that prevails is kept.
  @inline(__always)
  private mutating func take(
    _ rule: Int32, _ outcome: Outcome, _ node: Int32, _ isRepeated: Bool
  ) {
    if !isRepeated {
      note(rule, outcome, node)
    } else if outcome.prevails(over: gathered[rule]) {
      gathered[rule] = outcome
      gatheredCulprits[rule] = node
    }
  }

  /// Gives rules that are not judged their outcome. Those of nested scopes may be repeated or not.
  private mutating func mark(
    _ start: Int32, _ count: Int32, _ outcome: Outcome, _ value: Value, _ isRepeated: Bool
  ) {
    var index = start
    while index < start + count {
      let rule = ruleList[index].rule
      if rules[rule].isUnique {
        markUnique(rule, outcome, value.node)
      } else {
        take(rule, outcome, value.node, isRepeated || rules[rule].isRepeated)
      }
      index += 1
    }
  }

  // MARK: Nested blocks

  private mutating func runChildren(_ scope: ScopeCode, _ value: Value) {
    var index = scope.childStart
    while index < scope.childStart + scope.childCount {
      let child = scopeList[index]
      runChild(child, scopes[child], value, parent: scope)
      index += 1
    }
  }

  private mutating func runChild(
    _ number: Int32, _ scope: ScopeCode, _ value: Value, parent: ScopeCode
  ) {
    if value.isMissing {
      markSubtree(scope, value.isUnreadable ? .unreadable : .missing, value)
      return
    }
    switch scope.place {
    case .field, .walkedField: return
    case .items:
      guard value.kind == .array || value.kind == .cell && isArrayCell(value) else {
        markMismatch(scope, value, parent)
        return
      }
      var element = firstElement(of: value)
      while element >= 0 {
        runScope(number, scope, self.value(ofNode: element, path: scope.path))
        element = table.nodes[element].nextSibling
      }
    case .member:
      guard value.kind == .object else {
        markMismatch(scope, value, parent)
        return
      }
      runScope(number, scope, self.value(scope.path))
    case .walkedMember:
      guard value.kind == .object else {
        markMismatch(scope, value, parent)
        return
      }
      let start = foundCount
      find(scope.walk, from: value.node)
      let end = foundCount
      var index = start
      while index < end {
        runScope(number, scope, self.value(ofNode: found[index], path: scope.path))
        index += 1
      }
      foundCount = start
    }
  }

  /// The enclosing value is of a kind that the nested block is not about (SEMANTICS 3).
  private mutating func markMismatch(_ scope: ScopeCode, _ value: Value, _ parent: ScopeCode) {
    let isDeclared = paths[parent.path].types.includes(value)
    markSubtree(scope, isDeclared ? .notApplicable : .failed, value)
  }

  /// Gives every rule of a scope and of the scopes in it the same outcome.
  private mutating func markSubtree(_ scope: ScopeCode, _ outcome: Outcome, _ value: Value) {
    mark(scope.presenceStart, scope.presenceCount, outcome, value, scope.isRepeated)
    mark(scope.typeStart, scope.typeCount, outcome, value, scope.isRepeated)
    mark(scope.valueStart, scope.valueCount, outcome, value, scope.isRepeated)
    mark(scope.subtreeStart, scope.subtreeCount, outcome, value, false)
  }
}
