import BulkcheckCore
import BulkcheckReport

/// Hand-made runs: rules and what was counted for them, without an engine.
struct SummaryBuilder {
  var ruleSet = RuleSet()
  var summary = RunSummary()
  var options = VerdictOptions()
  var samplesMaximum = 5

  init(valid: Int = 0, invalid: Int = 0, malformed: Int = 0) {
    ruleSet.name = "users"
    summary.valid = valid
    summary.invalid = invalid
    summary.malformed = malformed
    summary.seconds = 1.9
    summary.ended = 1_795_392_309
    summary.threads = 2
    summary.bytesJudged = 2_310_000_000
    summary.builtIns[.malformed] = statistics(passed: valid + invalid, failed: malformed)
    for rule in [BuiltInRule.notAnObject, .duplicateKey] {
      summary.builtIns[rule] = statistics(passed: valid + invalid)
    }
  }

  func statistics(
    passed: Int = 0, failed: Int = 0, missing: Int = 0, blocked: Int = 0, notApplicable: Int = 0,
    overridden: Int = 0
  ) -> RuleStatistics {
    var statistics = RuleStatistics()
    statistics.counts.passed = passed
    statistics.counts.failed = failed
    statistics.counts.missing = missing
    statistics.counts.blocked = blocked
    statistics.counts.notApplicable = notApplicable
    statistics.counts.overridden = overridden
    return statistics
  }

  mutating func rule(
    _ id: String, field: String? = "email", constraint: String = "pattern",
    severity: Severity = .error, tolerance: Tolerance = .zero, message: String = "",
    isRun: Bool = true, was: String? = nil, labels: [String] = [], samples: [Sample] = [],
    topValues: [(String, Int)] = [],
    _ statistics: RuleStatistics
  ) {
    var attributes = RuleAttributes(message: MessageTemplate([.literal(message)]))
    attributes.severity = severity
    attributes.tolerance = tolerance
    attributes.was = was
    attributes.labels = labels
    var rule = Rule(
      id: id, field: field, constraint: constraint, scope: nil, stage: .value,
      expression: .all([]), attributes: attributes, paths: [])
    rule.isRun = isRun
    ruleSet.rules.append(rule)
    var statistics = statistics
    statistics.samples = samples
    statistics.topValues = topValues.map { TopValue(value: $0.0, count: $0.1, isExact: true) }
    summary.rules.append(statistics)
  }

  mutating func input(
    _ path: String, records: Int, invalid: Int = 0, malformed: Int = 0, bytes: Int = 1_000_000,
    compression: InputCompression = .none, failure: String? = nil, hint: String? = nil
  ) {
    var input = InputSummary(
      path: path, format: .jsonl, compression: compression, bytesRead: bytes, bytes: bytes)
    input.records = records
    input.malformed = malformed
    input.failure = failure
    input.complete = failure == nil
    input.columnHint = hint
    summary.inputs.append(input)
    summary.invalidOfInputs.append(invalid)
  }

  mutating func field(_ name: String, absent: Int = 0, present: Int = 0) {
    var field = FieldStatistics(field: NamedField(FieldPath([.key(name)])))
    field.absent = absent
    field.present = present
    summary.fields.append(field)
    if present == 0, absent > 0 { summary.unreadFields.append(field.field) }
  }

  var report: Report {
    Report(
      summary: summary, ruleSet: ruleSet,
      profile: Report.Profile(name: ruleSet.name, sha256: String(repeating: "0a", count: 32)),
      options: options, samplesMaximum: samplesMaximum)
  }
}

func sample(
  _ value: String?, line: Int, input: Int = 0, cut: Bool = false, kind: MalformedKind? = nil,
  column: Int? = nil, _ message: String
) -> Sample {
  var sample = Sample()
  sample.input = input
  sample.line = line
  sample.record = line
  sample.byteOffset = (line - 1) * 100
  sample.value = value
  sample.messageParts = [message]
  sample.valueIsTruncated = cut
  sample.kind = kind
  sample.column = column
  return sample
}
