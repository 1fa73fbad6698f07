/// `unique`: workers note the key of each record; the merge, which sees records in input order,
/// finds the duplicates.
extension Evaluator {
  /// Judges a `unique` rule as far as the record alone tells.
  mutating func judgeUnique(_ rule: Int32, _ code: RuleCode) {
    if let unreadable = unreadablePart(of: code) {
      note(rule, .unreadable, unreadable)
      return
    }
    var parts: [Fingerprint] = []
    var node: Int32 = -1
    for index in code.partStart..<code.partStart + code.partCount {
      let part = value(program.partPaths[index])
      if part.isMissing {
        note(rule, .missing, part.node)
        finishUnique(rule, .missing)
        return
      }
      node = part.node
      parts.append(fingerprint(of: part))
    }
    let key = parts.count == 1 ? parts[0] : Fingerprint.combine(parts, program.hashKeys)
    pendingKeys.append(PendingKey(rule: rule, key: key, node: node))
    if rules[rule].isTracked {
      // Passed as far as this record goes: a duplicate is found later.
      outcomes[rule] = .passed
      culprits[rule] = node
    }
    if !rules[rule].isTagged { finishUnique(rule, .passed) }
  }

  /// The node of a part that nobody knows, or nil.
  private mutating func unreadablePart(of code: RuleCode) -> Int32? {
    guard hasReplacements else { return nil }
    for index in code.partStart..<code.partStart + code.partCount {
      let part = value(program.partPaths[index])
      if part.isUnreadable { return part.node }
    }
    return nil
  }

  /// Gives a `unique` rule that is not judged its outcome.
  mutating func markUnique(_ rule: Int32, _ outcome: Outcome, _ node: Int32) {
    note(rule, outcome, node)
  }

  /// The final outcome of a tagged `unique` rule.
  mutating func concludeUnique(_ rule: Int32, _ outcome: Outcome) {
    if outcome != .passed { conclude(rule, outcome, culprits[rule]) }
    finishUnique(rule, outcome)
  }

  /// Hands the key over, with the final outcome: an overridden rule still claims its key.
  private mutating func finishUnique(_ rule: Int32, _ outcome: Outcome) {
    guard let index = pendingKeys.lastIndex(where: { $0.rule == rule }) else { return }
    let pending = pendingKeys.remove(at: index)
    let isRun = rules[rule].isRun
    statistics.noteKey(
      ChunkStatistics.KeyClaim(
        rule: rule, counts: isRun && outcome == .passed, key: pending.key, position: record))
  }

  private mutating func fingerprint(of value: Value) -> Fingerprint {
    let keys = program.hashKeys
    switch value.kind {
    case .string, .cell: return Fingerprint(text: value.bytes, keys)
    case .number:
      return Decimal.parse(value.bytes).map { Fingerprint(number: $0, keys) }
        ?? Fingerprint(text: value.bytes, keys)
    case .true: return Fingerprint(boolean: true, keys)
    case .false: return Fingerprint(boolean: false, keys)
    case .array, .object:
      let json = jsonText(of: value)
      return JSONValue.fingerprint(json, &arena, keys)
    case .absent, .null: return .null(keys)
    }
  }
}
