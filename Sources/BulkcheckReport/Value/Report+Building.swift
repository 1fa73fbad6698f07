package import BulkcheckCore

extension Report {
  /// The counts of one rule set in inputs of its own.
  package struct Part {
    /// The object of a contract that the rules are of: a section of the report. nil: the report
    /// has only this part.
    var name: String?
    var ruleSet: RuleSet
    var summary: RunSummary

    package init(name: String?, _ ruleSet: RuleSet, _ summary: RunSummary) {
      self.name = name
      self.ruleSet = ruleSet
      self.summary = summary
    }
  }

  /// Passes the verdict over what a run counted.
  package init(
    summary: RunSummary, ruleSet: RuleSet, profile: Profile, options: VerdictOptions,
    samplesMaximum: Int
  ) {
    self.init(
      parts: [Part(name: nil, ruleSet, summary)], profile: profile, options: options,
      samplesMaximum: samplesMaximum)
  }

  /// Passes the verdict over what runs of several rule sets counted: their inputs and rules one
  /// after another.
  ///
  /// - Parameter parts: at least one; of several, each has a name.
  package init(
    parts: [Part], profile: Profile, options: VerdictOptions, samplesMaximum: Int
  ) {
    let ruleSet = Report.joined(parts)
    let summary = Report.joinedSummary(parts)
    let baseline = options.baseline
    let extents = RecordExtents(summary.inputs.map(\.records))
    func judged(_ subject: Rule.Subject, _ statistics: RuleStatistics?) -> Rule {
      Rule(
        subject, statistics: statistics ?? RuleStatistics(), extents: extents,
        samplesMaximum: samplesMaximum, baseline: baseline)
    }
    var starts: [Int] = [0]
    for part in parts { starts.append(starts[starts.count - 1] + part.summary.inputs.count) }
    let moved = zip(parts, starts).map { part, start in
      Part(name: part.name, part.ruleSet, part.summary.behind(inputs: start))
    }
    let builtIns = BuiltInRule.allCases
      .filter { rule in
        switch rule {
        case .tooManyRecords: parts.contains { $0.ruleSet.recordsMaximum != nil }
        case .noSection: parts.contains { !$0.ruleSet.sections.isEmpty }
        case .duplicateColumn: summary.inputs.contains { $0.repeatedColumns != nil }
        default: true
        }
      }
      .map { rule in
        var statistics = Report.statistics(of: rule, moved[0])
        for (part, start) in zip(moved, starts).dropFirst() {
          statistics.join(Report.statistics(of: rule, part, inputs: start))
        }
        return judged(Rule.Subject(rule, of: parts[0].ruleSet, summary), statistics)
      }
    let rules = builtIns + moved.flatMap { Report.ownRules($0, judged) }
    let fields = parts.flatMap { part in
      part.summary.fields.map {
        Field(statistics: $0, section: part.name ?? part.ruleSet.id(of: $0.field.section))
      }
    }
    let unread = parts.flatMap { part in
      part.summary.unreadFields.map {
        Field.name(of: $0.path.description, in: part.name ?? part.ruleSet.id(of: $0.section))
      }
    }
    let inputs = summary.inputs.enumerated().map { number, input in
      let counts = summary.invalidOfInputs
      return Input(input, invalid: number < counts.count ? counts[number] : 0)
    }
    let complete =
      !summary.interrupted && !summary.outputFailed && inputs.allSatisfy { $0.failure == nil }
    let failed = Report.hasFailed(
      rules: rules,
      hasUnread: !unread.isEmpty || ruleSet.schemaCaveat != nil
        || ruleSet.contract?.notEnforced.isEmpty == false, options: options)

    self.rules = rules
    self.fields = fields
    unreadFields = unread
    sections = zip(ruleSet.sections, summary.sections).map { Section(id: $0.id, records: $1) }
    inputStarts = starts
    self.inputs = inputs
    self.complete = complete
    outcome = failed ? .failed : complete ? .passed : .incomplete
    // 130 wins over 2, and 2 over 1.
    exitCode =
      summary.interrupted ? 130 : !complete ? 2 : failed && options.failOn != .never ? 1 : 0
    interrupted = summary.interrupted
    limitReached = summary.limitReached
    strict = options.strict
    now = summary.now
    asksForOtherRecords = ruleSet.asksForOtherRecords
    asksForLaterRecords = ruleSet.inputReference != nil
    failOn = options.failOn
    comparison = baseline.map { baseline in
      Comparison(
        baseline, ids: rules.map(\.id) + ruleSet.formerIDs, references: ruleSet.referenceFiles)
    }
    tool = Tool(name: "bulkcheck", version: bulkcheckVersion)
    self.profile = Profile(
      name: profile.name, sha256: profile.sha256,
      references: ruleSet.referenceFiles.map {
        Reference(file: $0.file, column: $0.column, sha256: $0.sha256, values: $0.count)
      }, unassertedFormats: ruleSet.unassertedFormats, schemaCaveat: ruleSet.schemaCaveat)
    contract = ruleSet.contract.map(Contract.init)
    records = Records(
      total: summary.total, valid: summary.valid, invalid: summary.invalid,
      malformed: summary.malformed)
    timing = Timing(
      seconds: summary.seconds, ended: summary.ended,
      bytesPerSecond: Report.rate(bytes: summary.bytesJudged, seconds: summary.seconds),
      threads: summary.threads)
    bytesJudged = summary.bytesJudged
  }

  /// Whether a rule of the severity asked for (`never`: error) or above is beyond its tolerance.
  ///
  /// - Parameter hasUnread: there are unread fields, a schema that asserts nothing, or parts of a
  ///   contract that are not enforced.
  private static func hasFailed(
    rules: [Rule], hasUnread: Bool, options: VerdictOptions
  ) -> Bool {
    let beyond = rules.contains { rule in
      rule.status == .fail || (rule.status == .warn && options.failOn == .warning)
    }
    guard options.strict else { return beyond }
    return beyond || hasUnread || rules.contains { $0.status == .idle }
  }

  /// The rules of a part: those about records, then those about the table.
  private static func ownRules(
    _ part: Part, _ judged: (Rule.Subject, RuleStatistics?) -> Rule
  ) -> [Rule] {
    let (ruleSet, summary) = (part.ruleSet, part.summary)
    func named(_ subject: Rule.Subject) -> Rule.Subject {
      guard let name = part.name else { return subject }
      var subject = subject
      subject.id = BulkcheckCore.Section.idPrefix(of: name) + subject.id
      subject.section = name
      return subject
    }
    let ids = ruleSet.rules.map(\.id)
    let rules = ruleSet.rules.enumerated().map { index, rule in
      judged(
        named(Rule.Subject(rule, of: ruleSet, ids: ids)),
        index < summary.rules.count ? summary.rules[index] : nil)
    }
    let tableRules = ruleSet.tableRules.enumerated().map { index, rule in
      judged(
        named(Rule.Subject(rule, section: ruleSet.id(of: rule.section))),
        index < summary.tables.count ? summary.tables[index] : nil)
    }
    return rules + tableRules
  }

  /// The rule sets as one, as far as a report tells of them as a whole.
  private static func joined(_ parts: [Part]) -> RuleSet {
    guard parts.count > 1 else { return parts[0].ruleSet }
    var joined = RuleSet()
    for part in parts {
      let ruleSet = part.ruleSet
      joined.sections.append(BulkcheckCore.Section(id: part.name ?? "", condition: nil))
      joined.rules += ruleSet.rules
      joined.tableRules += ruleSet.tableRules
      joined.referenceFiles += ruleSet.referenceFiles.filter {
        !joined.referenceFiles.contains($0)
      }
      if let contract = ruleSet.contract {
        joined.contract =
          joined.contract.map {
            ContractOrigin(
              standard: $0.standard, notEnforced: $0.notEnforced + contract.notEnforced)
          } ?? contract
      }
    }
    return joined
  }

  private static func joinedSummary(_ parts: [Part]) -> RunSummary {
    guard parts.count > 1 else { return parts[0].summary }
    var joined = RunSummary()
    for part in parts { joined.join(part.summary) }
    return joined
  }

  /// The counts of a built-in rule; rules about the number of records are decided here.
  ///
  /// - Parameter inputs: how many come before those of the part.
  private static func statistics(
    of rule: BuiltInRule, _ part: Part, inputs: Int = 0
  ) -> RuleStatistics {
    let (ruleSet, summary) = (part.ruleSet, part.summary)
    let wellFormed = summary.valid + summary.invalid
    var statistics = RuleStatistics()
    switch rule {
    case .malformed, .notAnObject, .duplicateKey, .noSection:
      return summary.builtIns[rule] ?? statistics
    case .duplicateColumn: return duplicateColumns(summary, inputs: inputs)
    case .emptyInput:
      statistics.counts.failed = wellFormed < ruleSet.recordsMinimum ? 1 : 0
    case .tooManyRecords:
      statistics.counts.failed = wellFormed > ruleSet.recordsMaximum ?? Int.max ? 1 : 0
    }
    statistics.counts.passed = 1 - statistics.counts.failed
    return statistics
  }

  /// Each input of CSV counts once.
  private static func duplicateColumns(
    _ summary: RunSummary, inputs: Int
  ) -> RuleStatistics {
    var statistics = RuleStatistics()
    for (number, input) in summary.inputs.enumerated() {
      guard let repeated = input.repeatedColumns else { continue }
      if repeated.count == 0 {
        statistics.counts.passed += 1
      } else {
        statistics.counts.failed += 1
        statistics.samples.append(repeated.sample(input: inputs + number))
      }
    }
    return statistics
  }

  private static func rate(bytes: Int, seconds: Double) -> Int {
    let rate = Double(bytes) / seconds
    // 2^62: the conversion below cannot trap.
    return rate.isFinite && rate >= 0 && rate < 0x1p62 ? Int(rate) : 0
  }
}

extension RuleSet {
  /// The ids that rules had in earlier reports.
  fileprivate var formerIDs: [String] {
    rules.compactMap(\.attributes.was) + tableRules.compactMap(\.attributes.was)
  }
}

extension Report.Input {
  package init(_ summary: InputSummary, invalid: Int) {
    self.summary = summary
    self.invalid = invalid
  }
}

/// Sets what makes a run fail, besides the profile.
public struct VerdictOptions: Hashable, Sendable {
  /// The lowest severity at which a rule beyond its tolerance makes the exit code 1.
  public enum FailLevel: String, CaseIterable, Hashable, Sendable {
    case error, warning, never
  }

  public var failOn = FailLevel.error
  /// Whether rules that never applied and fields that never appeared fail too.
  public var strict = false
  /// An earlier report: a rule beyond its tolerance then fails only if its failure rate rose.
  public var baseline: Baseline?

  public init() {}
}

extension Tolerance {
  /// The failures allowed over `evaluated` records, inclusive.
  ///
  /// Exact: `failed` × 100 ≤ percent × `evaluated` holds if and only if `failed` is at most the
  /// result.
  package func allowedFailures(of evaluated: Int) -> Int {
    let byPercent = percent.map { Tolerance.part($0, of: UInt64(max(0, evaluated))) }
    switch (count, byPercent) {
    case (let count?, let byPercent?): return min(count, byPercent)
    case (let count?, nil): return count
    case (nil, let byPercent?): return byPercent
    case (nil, nil): return 0
    }
  }

  /// ⌊percent × whole / 100⌋ for any number of digits.
  ///
  /// The fraction is taken digit by digit from the right. Rounding down at each step does not
  /// change the end result, since ⌊(n + x) / m⌋ = ⌊(n + ⌊x⌋) / m⌋ for whole n and m. Every step
  /// stays below 10 × whole and the last below 101 × whole, so 128 bits cannot overflow.
  private static func part(_ percent: String, of whole: UInt64) -> Int {
    let pieces = percent.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let whole = UInt128(whole)
    var carried: UInt128 = 0
    if pieces.count == 2 {
      for digit in pieces[1].reversed() {
        carried = (digitValue(digit) * whole + carried) / 10
      }
    }
    var units: UInt128 = 0
    if let digits = pieces.first {
      // A percentage is at most 100 (the profile is checked); a larger one means the same as 100.
      for digit in digits { units = min(100, units * 10 + digitValue(digit)) }
    }
    return Int(min(whole, (units * whole + carried) / 100))
  }

  private static func digitValue(_ digit: UInt8) -> UInt128 {
    let zero = UInt8(ascii: "0")
    return digit >= zero && digit <= zero + 9 ? UInt128(digit - zero) : 0
  }
}

/// The version that `--version` and reports show.
public let bulkcheckVersion = "0.1.0"
