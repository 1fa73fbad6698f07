package import BulkcheckCore

extension Report.Rule {
  /// The description of a rule, whether it comes from the profile or the tool.
  struct Subject: Hashable {
    var id: String
    var field: String?
    var section: String?
    var constraint: String
    var isRun: Bool
    var attributes: RuleAttributes
    var statement = ""
    var builtIn: BuiltInRule?
    /// The pointers that say no more than the rule's own path.
    var ownLocations = [""]
    /// The rule, if it is about the table.
    var table: TableRule?
    /// The path of the block that it belongs to; nil for rules that belong to none.
    var place: FieldPath?
    var presence: Presence?
    /// The profile gives its message.
    var hasOwnMessage = false
    /// Cells are numbers to it.
    var takesNumbers = false
    /// Its condition is one in SQL, which may be null.
    var conditionIsStatement = false
    var isApplicable = true
    /// Its samples are whole records, and show no value.
    var isAboutWholeRecords = false
    /// Why no record was judged, if that is not a condition.
    var notApplicableReason: String?

    /// That a value has to be there: it fails where the path leads nowhere, or to null.
    struct Presence: Hashable {
      var path: FieldPath
      /// It also fails where a value above it is not there.
      var failsBelowNothing: Bool
    }

    var isOff: Bool { !isRun || attributes.severity == .off }
  }

  init(
    _ subject: Subject, statistics: RuleStatistics, extents: RecordExtents, samplesMaximum: Int,
    baseline: Baseline?
  ) {
    let statistics = subject.isOff ? RuleStatistics() : statistics
    let counts = statistics.counts
    let allowed = subject.attributes.tolerance.allowedFailures(of: counts.evaluated)
    before =
      subject.isOff
      ? nil : baseline?.before(id: subject.id, was: subject.attributes.was, counts: counts)
    table =
      subject.isOff
      ? nil : subject.table.flatMap { rule in statistics.table.map { Report.Table($0, rule) } }
    status = Report.Rule.status(
      of: subject, counts, isBeyond: counts.failed > allowed && before?.change.mayFail ?? true)
    self.subject = subject
    self.counts = counts
    partLeftOut = subject.isOff ? nil : statistics.partLeftOut
    // Both are exact as doubles below 2^53, so the quotient is the nearest double.
    failureRate =
      counts.evaluated == 0 ? nil : Double(counts.failed) / Double(counts.evaluated)
    self.allowed = Report.Allowed(
      count: allowed, profileCount: subject.attributes.tolerance.count,
      percent: subject.attributes.tolerance.percent)
    samples = statistics.samples.prefix(max(0, samplesMaximum)).map { sample in
      let location = sample.instanceLocation
      return Report.Sample(
        sample: sample,
        showsLocation: location.map { !subject.ownLocations.contains($0) } ?? false)
    }
    spread = Report.Spread(statistics.spread, extents)
    companions = Report.Companion.striking(
      statistics.companions, failed: counts.failed, evaluated: counts.evaluated)
    // The rules about the number of records fail on no record that could be shown.
    let hasSamples = subject.builtIn != .emptyInput && subject.builtIn != .tooManyRecords
    samplesTruncated = hasSamples && subject.table == nil && counts.failed > samples.count
    topValues = statistics.topValues.prefix(5).map(Report.TopValue.init)
    places = Report.Places(statistics.places)
    kinds = subject.builtIn == .malformed ? Report.Rule.kinds(statistics.kinds) : nil
  }

  private static func status(
    of subject: Subject, _ counts: RuleCounts, isBeyond: Bool
  ) -> Report.Status {
    if subject.isOff { return .off }
    if counts.evaluated == 0, subject.builtIn == nil { return .idle }
    return isBeyond ? Report.Status(beyondTolerance: subject.attributes.severity) : .pass
  }

  private static func kinds(_ counts: [MalformedKind: Int]) -> [Report.KindCount] {
    MalformedKind.allCases.map { Report.KindCount(kind: $0.rawValue, count: counts[$0] ?? 0) }
  }
}

extension Report.Rule.Subject {
  init(_ rule: TableRule, section: String?) {
    self.init(
      id: rule.id, field: rule.field, section: section, constraint: rule.constraint,
      isRun: rule.isRun,
      attributes: rule.attributes.shown, table: rule)
    if case .measure(let measurement) = rule.statement {
      conditionIsStatement = measurement.conditionIsStatement
    }
  }

  /// A longer statement is cut.
  private static let statementMaximum = 400

  /// - Parameter ids: those of the profile's rules, for references to rules.
  init(_ rule: Rule, of ruleSet: RuleSet, ids: [String]) {
    self.init(
      id: rule.id, field: rule.field, section: ruleSet.id(of: rule.section),
      constraint: rule.constraint,
      isRun: rule.isRun,
      attributes: rule.attributes.shown)
    hasOwnMessage = rule.attributes.message.given != nil
    takesNumbers = ruleSet.takesNumbers(rule)
    switch rule.expression {
    case .when(.both, _, _): conditionIsStatement = true
    case .unique(let key): conditionIsStatement = key.conditionIsStatement
    default: break
    }
    place = rule.scope.map { ruleSet.scopes[$0.value].path }
    presence = place.flatMap { Presence(rule, at: $0, ruleSet) }
    let text = rule.expression.keyword == nil ? ruleSet.statement(of: rule, ids: ids) : "schema"
    statement = TerminalText.shortened(text, to: Self.statementMaximum)
    if case .unique(let key) = rule.expression, key.parts == .record { isAboutWholeRecords = true }
    notApplicableReason = Self.reason(rule, rule.pairing.map { ruleSet.pairings[$0.value] })
    if rule.paths.count == 1, let path = rule.paths.first {
      ownLocations.append(path.pointer(isCSV: false))
      ownLocations.append(path.pointer(isCSV: true))
    }
  }

  /// Why a rule about the record before has judged none; nil for rules with a condition.
  private static func reason(_ rule: Rule, _ pairing: Pairing?) -> String? {
    guard let pairing, !pairing.isWithFirst else { return nil }
    if case .when = rule.expression { return nil }
    return pairing.by.isEmpty
      ? "never applied: no record had one before it"
      : "never applied: no group had two records"
  }

  init(_ rule: BuiltInRule, of ruleSet: RuleSet, _ summary: RunSummary) {
    let settings = ruleSet.settings(of: rule)
    let message = MessageTemplate([], given: Self.message(of: rule, ruleSet))
    self.init(
      id: rule.id, constraint: rule.rawValue, isRun: settings.isRun,
      attributes: RuleAttributes(message: message), builtIn: rule,
      isApplicable: Self.isApplicable(rule, ruleSet))
    attributes.severity =
      rule == .duplicateColumn
      ? ruleSet.severity(ofRepeated: summary.inputs.compactMap(\.repeatedColumns))
      : settings.severity
    attributes.tolerance = settings.tolerance
  }

  private static func isApplicable(_ rule: BuiltInRule, _ ruleSet: RuleSet) -> Bool {
    switch rule {
    case .notAnObject: ruleSet.recordsMustBeObjects
    case .noSection:
      ruleSet.settings(of: rule).severity != .off || ruleSet.settings(of: rule).severityIsGiven
    default: true
    }
  }

  private static func message(of rule: BuiltInRule, _ ruleSet: RuleSet) -> String {
    switch rule {
    case .malformed: "the record cannot be parsed"
    case .notAnObject: "the record is not a JSON object"
    case .duplicateKey: "a key that a rule reads occurs twice"
    case .duplicateColumn: "a column is named twice"
    case .emptyInput:
      ruleSet.recordsMinimum == 1
        ? "no well-formed record" : "fewer than \(ruleSet.recordsMinimum) well-formed records"
    case .tooManyRecords:
      "more than \(ruleSet.recordsMaximum ?? 0) well-formed "
        + (ruleSet.recordsMaximum == 1 ? "record" : "records")
    case .noSection: "the record belongs to no section"
    }
  }
}

extension Report.Rule.Subject.Presence {
  fileprivate init?(_ rule: Rule, at path: FieldPath, _ ruleSet: RuleSet) {
    guard rule.stage == .presence, !path.isRecordKey else { return nil }
    self.path = path
    // A default can take the place of what is not there.
    let isInserted = ruleSet.declarations.contains { place, declaration in
      place == path
        && declaration.normalize.contains { if case .default = $0 { true } else { false } }
    }
    switch rule.expression {
    case .constraint(.required), .constraint(.present(true)): failsBelowNothing = !isInserted
    case .constraint(.notNull): failsBelowNothing = false
    default: return nil
    }
  }
}

extension RuleAttributes {
  /// The attributes as far as reports show them: reports that show the same are equal.
  fileprivate var shown: RuleAttributes {
    var shown = self
    shown.message = MessageTemplate([], given: message.source)
    shown.severityIsGiven = false
    shown.tag = nil
    shown.priority = RuleAttributes(message: message).priority
    return shown
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
      case .left: "{left}"
      case .right: "{right}"
      case .closureCode, .sides: ""
      case .difference(let text): MessageTemplate.withDoubledBraces(text)
      }
    }.joined()
  }

  private static func withDoubledBraces(_ text: String) -> String {
    text.unicodeScalars.map { "{}".unicodeScalars.contains($0) ? "\($0)\($0)" : "\($0)" }.joined()
  }
}

extension Report.Severity {
  /// The severity of the model under its public name.
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

extension Report.Places {
  init?(_ places: FailureLocations) {
    if places.first.isEmpty { return nil }
    self.places = places
  }
}
