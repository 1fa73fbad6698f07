package import BulkcheckCore

/// One record of a random input, as its writer knows it.
package enum SlowRecord {
  case json(DOM)
  /// The cells by column, as text.
  case row([[UInt8]])
  case malformed
}

/// The counts of the slow evaluator.
package struct SlowCounts: Equatable {
  var valid = 0
  var invalid = 0
  var malformed = 0
  var notAnObject = 0
  var duplicateKey = 0
  /// By rule: passed, failed, missing, blocked, notApplicable, overridden.
  var rules: [[Int]]
  /// By listed path: absent, null, empty, present.
  var fields: [[Int]]
  /// By rule, the numbers of the first five failing records.
  var failing: [[Int]]
}

/// Judges records by the sentences of docs/reference, one at a time, without regard to speed.
package struct SlowEvaluator {
  let rules: RuleSet
  /// The names of the columns; nil for JSON lines.
  let header: [String]?
  private(set) var counts: SlowCounts
  private var seenKeys: [Int: Set<[DOM]>] = [:]
  private let listed: [FieldPath]
  /// The record at hand: an object; in CSV of cells.
  var record: DOM = .null

  static let order: [Outcome] = [.passed, .failed, .missing, .blocked, .notApplicable, .overridden]
  /// The last two with the reason `pattern-limit`.
  static let failures: [Outcome] = [.failed, .limited, .unreadable]

  package init(_ rules: RuleSet, header: [String]?) {
    self.rules = rules
    self.header = header
    listed = rules.paths.filter { !$0.leadsToSeveral }
    counts = SlowCounts(
      rules: Array(repeating: Array(repeating: 0, count: 6), count: rules.rules.count),
      fields: Array(repeating: [0, 0, 0, 0], count: listed.count),
      failing: Array(repeating: [], count: rules.rules.count))
  }

  /// The row as an object, by the names of its columns.
  private func object(_ cells: [[UInt8]]) -> DOM {
    .object(zip(header ?? [], cells).map { DOM.Member(name: Array($0.utf8), value: .cell($1)) })
  }

  package mutating func judge(_ input: SlowRecord, number: Int) {
    switch input {
    case .malformed: counts.malformed += 1
    case .row(let cells): judgeObject(object(cells), number)
    case .json(let value):
      if case .object = value {
        judgeObject(value, number)
      } else {
        judgeOther()
      }
    }
  }

  private mutating func judgeOther() {
    counts.notAnObject += 1
    let settings = rules.settings(of: .notAnObject)
    if settings.isRun && settings.severity == .error {
      counts.invalid += 1
    } else {
      counts.valid += 1
    }
    for (index, rule) in rules.rules.enumerated() where rule.isRun { count(index, .blocked, 0) }
  }

  private mutating func judgeObject(_ object: DOM, _ number: Int) {
    record = object
    countFields()
    var isInvalid = false
    if hasDuplicateKey {
      counts.duplicateKey += 1
      let settings = rules.settings(of: .duplicateKey)
      if settings.isRun && settings.severity == .error { isInvalid = true }
    }
    var outcomes = rules.rules.indices.map { outcome(of: $0) }
    for index in outcomes.indices where outcomes[index] == .passed { claim(index, &outcomes) }
    resolveTags(&outcomes)
    for (index, rule) in rules.rules.enumerated() where rule.isRun {
      count(index, outcomes[index], number)
      let fails = Self.failures.contains(outcomes[index])
      if fails, rule.attributes.severity == .error { isInvalid = true }
    }
    if isInvalid { counts.invalid += 1 } else { counts.valid += 1 }
  }

  private mutating func count(_ rule: Int, _ outcome: Outcome, _ number: Int) {
    let fails = Self.failures.contains(outcome)
    counts.rules[rule][Self.order.firstIndex(of: fails ? .failed : outcome)!] += 1
    if fails, counts.failing[rule].count < 5 { counts.failing[rule].append(number) }
  }

  // MARK: Fields and keys

  private mutating func countFields() {
    for (index, path) in listed.enumerated() {
      let state: Int
      let raw = rawValues(path, withInserted: false)[0]
      switch raw.value {
      case nil: state = 0
      case .null: state = 1
      case .text(let bytes), .cell(let bytes):
        let isMissing = !raw.isElement && missingTexts.contains(bytes)
        state = bytes.isEmpty ? 2 : isMissing ? 1 : 3
      case .array(let elements): state = elements.isEmpty ? 2 : 3
      case .object(let members): state = members.isEmpty ? 2 : 3
      case .bool, .number: state = 3
      }
      counts.fields[index][state] += 1
    }
  }

  var missingTexts: [[UInt8]] {
    (rules.missingValues ?? (header == nil ? [] : [""])).map { Array($0.utf8) }
  }

  private var hasDuplicateKey: Bool {
    guard header == nil else { return false }
    return rules.paths.contains { repeats(record, $0.steps[...]) }
  }

  /// Whether a key on the way of the steps occurs twice in its object.
  private func repeats(_ value: DOM, _ steps: ArraySlice<PathStep>) -> Bool {
    guard let step = steps.first else { return false }
    switch (step, value) {
    case (.key(let name), .object(let members)), (.keyOrIndex(let name, _), .object(let members)):
      let found = members.filter { $0.name == Array(name.utf8) }
      return found.count > 1 || found.contains { repeats($0.value, steps.dropFirst()) }
    case (.index(let position), .array(let elements)) where position < 0:
      // All elements are on the way to the last one.
      return elements.contains { repeats($0, steps.dropFirst()) }
    case (.index(let position), .array(let elements)),
      (.keyOrIndex(_, let position), .array(let elements)):
      return position < elements.count && repeats(elements[position], steps.dropFirst())
    case (.everyMember, .object(let members)):
      return Set(members.map(\.name)).count < members.count
        || members.contains { repeats($0.value, steps.dropFirst()) }
    case (.everyElement, .array(let elements)):
      return elements.contains { repeats($0, steps.dropFirst()) }
    default: return false
    }
  }

  // MARK: Outcomes

  private func uniqueParts(_ rule: Rule) -> [FieldPath]? {
    switch rule.expression {
    case .unique(let key): key.paths
    case .constraint(.unique): [rule.scope.map { rules.scopes[$0.value].path } ?? FieldPath()]
    default: nil
    }
  }

  /// Claims the key of a `unique` rule that is not missing or blocked; a second claim fails.
  private mutating func claim(_ index: Int, _ outcomes: inout [Outcome]) {
    guard rules.rules[index].isRun, let parts = uniqueParts(rules.rules[index]) else { return }
    let key = parts.map { whole(read($0)[0]).canonical }
    if !seenKeys[index, default: []].insert(key).inserted { outcomes[index] = .failed }
  }

  private func resolveTags(_ outcomes: inout [Outcome]) {
    var groups: [String: [Int]] = [:]
    for (index, rule) in rules.rules.enumerated() where rule.isRun {
      if let tag = rule.attributes.tag { groups[tag, default: []].append(index) }
    }
    for group in groups.values {
      let applying = group.filter { outcomes[$0] != .notApplicable && outcomes[$0] != .blocked }
      let first = applying.max {
        (rules.rules[$0].attributes.priority, -$0) < (rules.rules[$1].attributes.priority, -$1)
      }
      for index in applying where index != first { outcomes[index] = .overridden }
    }
  }

  /// The outcome of a rule before tags; of `unique` as if nothing had been claimed.
  func outcome(of index: Int) -> Outcome {
    let rule = rules.rules[index]
    guard let scope = rule.scope else { return Self.outcome(truth(of: rule, recordSeen)) }
    let outcomes = places(of: scope).map { place in
      switch place {
      case .forced(let outcome): outcome
      case .value(let seen): outcome(of: rule, scope, seen)
      }
    }
    for outcome in [Outcome.unreadable, .failed, .limited, .blocked, .passed, .notApplicable]
    where outcomes.contains(outcome) {
      return outcome
    }
    return .missing
  }

  private func outcome(of rule: Rule, _ scope: ScopeIndex, _ seen: Seen) -> Outcome {
    let before: [Rule.Stage] =
      switch rule.stage {
      case .presence: []
      case .type: [.presence]
      case .value, .format: [.presence, .type]
      case .bound: [.presence, .type, .format]
      }
    if hasFailed(before, in: scope, seen) { return .blocked }
    return Self.outcome(truth(of: rule, seen))
  }

  private static func outcome(_ truth: Truth) -> Outcome {
    switch truth {
    case .true: .passed
    case .false: .failed
    case .undecided: .missing
    case .notApplicable: .notApplicable
    case .limited: .limited
    case .unreadable: .unreadable
    }
  }

  private func truth(of rule: Rule, _ seen: Seen) -> Truth {
    guard let parts = uniqueParts(rule) else { return truth(rule.expression, seen) }
    let values = parts.map { read($0)[0] }
    if values.contains(where: \.isUnreadable) { return .unreadable }
    return values.contains(where: \.isMissing) ? .undecided : .true
  }

  private func hasFailed(_ stages: [Rule.Stage], in scope: ScopeIndex, _ seen: Seen) -> Bool {
    rules.rules.contains { rule in
      rule.isRun && rule.scope == scope && stages.contains(rule.stage)
        && Self.failures.contains(Self.outcome(truth(rule.expression, seen)))
    }
  }

  // MARK: Where the block of a scope is judged

  private enum Place {
    case value(Seen)
    case forced(Outcome)
  }

  private func places(of index: ScopeIndex) -> [Place] {
    let scope = rules.scopes[index.value]
    switch scope.place {
    case .field(let path): return read(path).map { .value($0) }
    case .items(let parent):
      return nested(in: parent, { $0.elements(self) != nil }, { $0.elements(self) ?? [] })
    case .member(let parent, let relative):
      return nested(in: parent, { $0.isObject }, { read(relative, from: $0) })
    }
  }

  private func nested(
    in parent: ScopeIndex, _ fits: (Seen) -> Bool, _ parts: (Seen) -> [Seen]
  ) -> [Place] {
    places(of: parent).flatMap { place -> [Place] in
      guard case .value(let seen) = place else { return [place] }
      if hasFailed([.presence, .type], in: parent, seen) { return [.forced(.blocked)] }
      if seen.isMissing { return [.forced(seen.isUnreadable ? .unreadable : .missing)] }
      guard fits(seen) else { return [.forced(isDeclared(seen) ? .notApplicable : .failed)] }
      return parts(seen).map { .value($0) }
    }
  }
}
