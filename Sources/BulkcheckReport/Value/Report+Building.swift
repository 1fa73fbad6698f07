package import BulkcheckCore

extension Report {
  /// Passes the verdict over what a run counted.
  package init(
    summary: RunSummary, ruleSet: RuleSet, profile: Profile, options: VerdictOptions,
    samplesMaximum: Int
  ) {
    let baseline = options.baseline
    let extents = RecordExtents(summary.inputs.map(\.records))
    func judged(_ subject: Rule.Subject, _ statistics: RuleStatistics?) -> Rule {
      Rule(
        subject, statistics: statistics ?? RuleStatistics(), extents: extents,
        samplesMaximum: samplesMaximum, baseline: baseline)
    }
    let builtIns = BuiltInRule.allCases
      .filter { rule in
        switch rule {
        case .tooManyRecords: ruleSet.recordsMaximum != nil
        case .noSection: !ruleSet.sections.isEmpty
        case .duplicateColumn: summary.inputs.contains { $0.repeatedColumns != nil }
        default: true
        }
      }
      .map { rule in
        judged(
          Rule.Subject(rule, of: ruleSet, summary), Report.statistics(of: rule, ruleSet, summary))
      }
    let ids = ruleSet.rules.map(\.id)
    let ownRules = ruleSet.rules.enumerated().map { index, rule in
      judged(
        Rule.Subject(rule, of: ruleSet, ids: ids),
        index < summary.rules.count ? summary.rules[index] : nil)
    }
    let tableRules = ruleSet.tableRules.enumerated().map { index, rule in
      judged(
        Rule.Subject(rule, section: ruleSet.id(of: rule.section)),
        index < summary.tables.count ? summary.tables[index] : nil)
    }
    let rules = builtIns + ownRules + tableRules
    let fields = summary.fields.map {
      Field(statistics: $0, section: ruleSet.id(of: $0.field.section))
    }
    let inputs = summary.inputs.enumerated().map { number, input in
      let counts = summary.invalidOfInputs
      return Input(input, invalid: number < counts.count ? counts[number] : 0)
    }
    let complete =
      !summary.interrupted && !summary.outputFailed && inputs.allSatisfy { $0.failure == nil }
    let failed = Report.hasFailed(
      rules: rules,
      hasUnread: !summary.unreadFields.isEmpty || ruleSet.schemaCaveat != nil, options: options)

    self.rules = rules
    self.fields = fields
    unreadFields = summary.unreadFields.map {
      Field.name(of: $0.path.description, in: ruleSet.id(of: $0.section))
    }
    sections = zip(ruleSet.sections, summary.sections).map { Section(id: $0.id, records: $1) }
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
  /// - Parameter hasUnread: there are unread fields, or a schema that asserts nothing.
  private static func hasFailed(
    rules: [Rule], hasUnread: Bool, options: VerdictOptions
  ) -> Bool {
    let beyond = rules.contains { rule in
      rule.status == .fail || (rule.status == .warn && options.failOn == .warning)
    }
    guard options.strict else { return beyond }
    return beyond || hasUnread || rules.contains { $0.status == .idle }
  }

  /// The counts of a built-in rule; rules about the number of records are decided here.
  private static func statistics(
    of rule: BuiltInRule, _ ruleSet: RuleSet, _ summary: RunSummary
  ) -> RuleStatistics {
    let wellFormed = summary.valid + summary.invalid
    var statistics = RuleStatistics()
    switch rule {
    case .malformed, .notAnObject, .duplicateKey, .noSection:
      return summary.builtIns[rule] ?? statistics
    case .duplicateColumn: return duplicateColumns(summary)
    case .emptyInput:
      statistics.counts.failed = wellFormed < ruleSet.recordsMinimum ? 1 : 0
    case .tooManyRecords:
      statistics.counts.failed = wellFormed > ruleSet.recordsMaximum ?? Int.max ? 1 : 0
    }
    statistics.counts.passed = 1 - statistics.counts.failed
    return statistics
  }

  /// Each input of CSV counts once.
  private static func duplicateColumns(_ summary: RunSummary) -> RuleStatistics {
    var statistics = RuleStatistics()
    for (number, input) in summary.inputs.enumerated() {
      guard let repeated = input.repeatedColumns else { continue }
      if repeated.count == 0 {
        statistics.counts.passed += 1
      } else {
        statistics.counts.failed += 1
        statistics.samples.append(repeated.sample(input: number))
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
