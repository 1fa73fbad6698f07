package import BulkcheckCore

extension Report {
  /// Passes the verdict over what a run counted.
  package init(
    summary: RunSummary, ruleSet: RuleSet, profile: Profile, options: VerdictOptions,
    samplesMaximum: Int
  ) {
    let baseline = options.baseline
    let extents = RecordExtents(summary.inputs.map(\.records))
    let builtIns = BuiltInRule.allCases
      .filter { rule in
        switch rule {
        case .tooManyRecords: ruleSet.recordsMaximum != nil
        case .duplicateColumn: summary.inputs.contains { $0.repeatedColumns != nil }
        default: true
        }
      }
      .map { rule in
        Rule(
          Rule.Subject(rule, of: ruleSet, summary),
          statistics: Report.statistics(of: rule, ruleSet, summary), extents: extents,
          samplesMaximum: samplesMaximum, baseline: baseline)
      }
    let ids = ruleSet.rules.map(\.id)
    let ownRules = ruleSet.rules.enumerated().map { index, rule in
      Rule(
        Rule.Subject(rule, ids: ids),
        statistics: index < summary.rules.count ? summary.rules[index] : RuleStatistics(),
        extents: extents, samplesMaximum: samplesMaximum, baseline: baseline)
    }
    let tableRules = ruleSet.tableRules.enumerated().map { index, rule in
      Rule(
        Rule.Subject(rule),
        statistics: index < summary.tables.count ? summary.tables[index] : RuleStatistics(),
        extents: extents, samplesMaximum: samplesMaximum, baseline: baseline)
    }
    let rules = builtIns + ownRules + tableRules
    let fields = summary.fields.map(Field.init)
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
    unreadFields = summary.unreadFields.map(\.description)
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

  /// What the run counted for a built-in rule; those about the number of records are decided here.
  private static func statistics(
    of rule: BuiltInRule, _ ruleSet: RuleSet, _ summary: RunSummary
  ) -> RuleStatistics {
    let wellFormed = summary.valid + summary.invalid
    var statistics = RuleStatistics()
    switch rule {
    case .malformed, .notAnObject, .duplicateKey:
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
  /// What rules say that they were called in earlier reports.
  fileprivate var formerIDs: [String] {
    rules.compactMap(\.attributes.was) + tableRules.compactMap(\.attributes.was)
  }
}

extension Report.Input {
  package init(_ summary: InputSummary, invalid: Int) {
    self.invalid = invalid
    location = summary.path
    path = PathText.shown(summary.path)
    format = summary.format.rawValue
    compression = summary.compression.rawValue
    dialect = summary.delimiter.map { byte in
      Report.Dialect(
        delimiter: byte == CSVOptions.noDelimiter ? nil : String(Unicode.Scalar(byte)))
    }
    bytesRead = summary.bytesRead
    bytes = summary.bytes
    records = summary.records
    malformed = summary.malformed
    complete = summary.complete && summary.failure == nil
    failure = summary.failure.map(PathText.shown)
    hint = summary.hint.map { VisibleText.shown(PathText.shown($0)) }
  }
}

extension Report.Field {
  init(_ statistics: FieldStatistics) {
    path = statistics.path.description
    absent = statistics.absent
    null = statistics.null
    empty = statistics.empty
    present = statistics.present
  }
}
