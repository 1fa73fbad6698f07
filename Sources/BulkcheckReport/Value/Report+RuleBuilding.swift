package import BulkcheckCore

extension Report.Rule {
  /// A rule of the profile.
  init(_ rule: Rule, statistics: RuleStatistics, samplesMaximum: Int, baseline: Baseline?) {
    self.init(
      id: rule.id, field: rule.field, constraint: rule.constraint,
      severity: rule.attributes.severity, isRun: rule.isRun, tolerance: rule.attributes.tolerance,
      labels: rule.attributes.labels, code: rule.attributes.code,
      message: rule.attributes.message.source, statistics: statistics,
      samplesMaximum: samplesMaximum, builtIn: nil,
      before: { baseline?.before(id: rule.id, was: rule.attributes.was, counts: $0) })
  }

  /// A rule that comes with the tool.
  init(
    builtIn rule: BuiltInRule, ruleSet: RuleSet, statistics: RuleStatistics, samplesMaximum: Int,
    baseline: Baseline?
  ) {
    let settings = ruleSet.settings(of: rule)
    self.init(
      id: rule.id, field: nil, constraint: rule.rawValue, severity: settings.severity,
      isRun: settings.isRun, tolerance: settings.tolerance, labels: [], code: nil,
      message: Report.Rule.message(of: rule, ruleSet), statistics: statistics,
      samplesMaximum: samplesMaximum, builtIn: rule,
      before: { baseline?.before(id: rule.id, was: nil, counts: $0) })
  }

  private init(
    id: String, field: String?, constraint: String, severity: Severity, isRun: Bool,
    tolerance: Tolerance, labels: [String], code: String?, message: String,
    statistics: RuleStatistics, samplesMaximum: Int, builtIn: BuiltInRule?,
    before: (RuleCounts) -> Report.Before?
  ) {
    let isOff = !isRun || severity == .off
    let statistics = isOff ? RuleStatistics() : statistics
    let counts = statistics.counts
    let allowed = tolerance.allowedFailures(of: counts.evaluated)
    let before = isOff ? nil : before(counts)
    let isBeyond = counts.failed > allowed && before?.change.mayFail ?? true
    self.id = id
    self.field = field
    self.constraint = constraint
    self.severity = Report.Severity(severity)
    status =
      isOff
      ? .off
      : counts.evaluated == 0 && builtIn == nil
        ? .idle
        : isBeyond ? Report.Status(beyondTolerance: severity) : .pass
    self.before = before
    evaluated = counts.evaluated
    passed = counts.passed
    failed = counts.failed
    missing = counts.missing
    blocked = counts.blocked
    notApplicable = counts.notApplicable
    overridden = counts.overridden
    // Both are exact as doubles below 2^53, so the quotient is the nearest double.
    failureRate =
      counts.evaluated == 0 ? nil : Double(counts.failed) / Double(counts.evaluated)
    self.allowed = Report.Allowed(
      count: allowed, profileCount: tolerance.count, percent: tolerance.percent)
    self.labels = labels
    self.code = code
    self.message = message
    samples = statistics.samples.prefix(max(0, samplesMaximum)).map(Report.Sample.init)
    // The rules about the number of records fail on no record that could be shown.
    let hasSamples = builtIn != .emptyInput && builtIn != .tooManyRecords
    samplesTruncated = hasSamples && counts.failed > samples.count
    topValues = statistics.topValues.prefix(5).map(Report.TopValue.init)
    kinds = builtIn == .malformed ? Report.Rule.kinds(statistics.kinds) : nil
    isBuiltIn = builtIn != nil
  }

  private static func kinds(_ counts: [MalformedKind: Int]) -> [Report.KindCount] {
    MalformedKind.allCases.map { Report.KindCount(kind: $0.rawValue, count: counts[$0] ?? 0) }
  }

  private static func message(of rule: BuiltInRule, _ ruleSet: RuleSet) -> String {
    switch rule {
    case .malformed: "the record cannot be parsed"
    case .notAnObject: "the record is not a JSON object"
    case .duplicateKey: "a key that a rule reads occurs twice"
    case .emptyInput:
      ruleSet.recordsMinimum == 1
        ? "no well-formed record" : "fewer than \(ruleSet.recordsMinimum) well-formed records"
    case .tooManyRecords:
      "more than \(ruleSet.recordsMaximum ?? 0) well-formed "
        + (ruleSet.recordsMaximum == 1 ? "record" : "records")
    }
  }
}

extension MessageTemplate {
  /// The template as the profile wrote it, or as it could be written.
  package var source: String {
    if let given { return given }
    return segments.map { segment in
      switch segment {
      case .literal(let text): MessageTemplate.withDoubledBraces(text)
      case .value: "{value}"
      case .field: "{field}"
      case .line: "{line}"
      case .rule: "{rule}"
      case .path(let path): "{\(path)}"
      case .closure: "{reason}"
      }
    }.joined()
  }

  private static func withDoubledBraces(_ text: String) -> String {
    var doubled = ""
    for scalar in text.unicodeScalars {
      if scalar == "{" || scalar == "}" { doubled.unicodeScalars.append(scalar) }
      doubled.unicodeScalars.append(scalar)
    }
    return doubled
  }
}

extension Report.Severity {
  /// The same level.
  package init(_ severity: Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .info: .info
      case .off: .off
      }
  }
}

extension Report.Status {
  /// The status of a rule of this severity that is beyond its tolerance.
  init(beyondTolerance severity: Severity) {
    self =
      switch severity {
      case .error: .fail
      case .warning: .warn
      case .info: .info
      case .off: .off
      }
  }
}

extension Report.Sample {
  init(_ sample: Sample) {
    input = sample.input
    line = sample.line
    record = sample.record
    byteOffset = sample.byteOffset
    value = sample.value
    valueTruncated = sample.valueIsTruncated
    message = sample.message
    kind = sample.kind?.rawValue
    column = sample.column
    reason = sample.reason
    first = sample.first.map { First(input: $0.input, line: $0.line) }
  }
}

extension Report.TopValue {
  init(_ value: TopValue) {
    self.value = value.value
    count = value.count
    exact = value.isExact
  }
}
