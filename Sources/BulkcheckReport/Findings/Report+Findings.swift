internal import BulkcheckCore

/// The choices that all reports for people share: which rules they show, in which order, in which
/// words.
///
/// The JSON report shows everything and chooses nothing.
extension Report {
  /// A line about the `format` keywords that are annotations; nil if there is none.
  var formatNote: String? {
    let count = profile.unassertedFormats
    guard count > 0 else { return nil }
    return Figures.counted(count, "format keyword") + (count == 1 ? " is" : " are")
      + " not asserted (--assert-format asserts the formats that are known)"
  }

  /// Rules beyond their tolerance, worst first: errors, then warnings, then infos; within them by
  /// failures.
  ///
  /// Too few records are not reported if not everything was read, because that is the cause.
  var failingRules: [Rule] {
    func rank(_ rule: Rule) -> Int { rule.status == .fail ? 0 : rule.status == .warn ? 1 : 2 }
    let failing = rules.filter { rule in
      rule.isBeyondTolerance && (complete || rule.kind != .tooFewRecords)
    }
    return failing.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if rank(one) != rank(other) { return rank(one) < rank(other) }
      if one.failed != other.failed { return one.failed > other.failed }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Rules beyond their tolerance that are no worse than in the earlier report.
  var knownRules: [Rule] { rules.filter(\.isKnown) }

  /// Rules with failures within their tolerance.
  var toleratedRules: [Rule] { rules.filter(\.isTolerated) }

  /// Rules of the profile without a failure.
  var cleanRules: [Rule] { rules.filter { !$0.isBuiltIn && $0.status == .pass && $0.failed == 0 } }

  /// Rules that judged no record; none if nothing could be read that they might have judged.
  var idleRules: [Rule] {
    isUnjudged && !complete ? [] : rules.filter { $0.status == .idle }
  }

  /// Idle rules that the lists of fields that no record has, and of sections without a record, do
  /// not explain; all under `--strict`,
  /// where each of them fails the run.
  private var unexplainedIdleRules: [Rule] {
    guard !strict, idleRules.count > 1 else { return idleRules }
    let unread = Set(unreadFields)
    return idleRules.filter { rule in
      !isOfEmptySection(rule) && !(rule.fieldName.map(unread.contains) ?? false)
    }
  }

  /// Idle rules that text and Markdown list one by one.
  var listedIdleRules: [Rule] {
    let rules = unexplainedIdleRules
    return strict || rules.count == 1 ? rules : []
  }

  /// Idle rules that share one line there: a schema has many optional properties.
  var foldedIdleRules: [Rule] {
    let rules = unexplainedIdleRules
    return strict || rules.count == 1 ? [] : rules
  }

  /// The words before the names of ``foldedIdleRules``.
  var foldedIdleText: String {
    Figures.counted(foldedIdleRules.count, "rule") + " checked no record (--strict lists them)"
  }

  /// `no record has: a, b (2 rules idle)`; the names are for the caller to show.
  var unreadIdleText: String {
    let count = idleRules.count - unexplainedIdleRules.count - emptySectionsIdleCount
    return count <= 0 ? "" : " (\(Figures.counted(count, "rule")) idle)"
  }

  /// The sections to which no record belongs; none if nothing could be judged.
  var emptySections: [Section] { isUnjudged ? [] : sections.filter { $0.records == 0 } }

  /// The words behind the names of ``emptySections``.
  var emptySectionsIdleText: String {
    let count = emptySectionsIdleCount
    return count == 0 ? "" : " (\(Figures.counted(count, "rule")) idle)"
  }

  private func isOfEmptySection(_ rule: Rule) -> Bool {
    guard let section = rule.subject.section else { return false }
    return emptySections.contains { $0.id == section }
  }

  /// The idle rules that ``emptySections`` explain.
  private var emptySectionsIdleCount: Int {
    strict || idleRules.count <= 1 ? 0 : idleRules.count { isOfEmptySection($0) }
  }

  /// Rules that were not run.
  var mutedRules: [Rule] { rules.filter { $0.mutedBy != nil } }

  /// Whether there was no well-formed record.
  var isUnjudged: Bool { records.valid + records.invalid == 0 }

  /// Inputs read to their end that hold no record.
  var emptyInputs: [Input] { inputs.filter { $0.emptiness != nil } }

  /// A text about inputs: given once, however many it is about, with the first of them.
  package typealias Remark = (input: Input, others: Int, text: String)

  /// Hints for inputs that seem to be something else.
  package var hints: [Remark] { Report.hints(of: inputs) }

  package static func hints(of inputs: [Input]) -> [Remark] { remarks(on: inputs, \.hint) }

  /// Why inputs could not be read to their end.
  var failures: [Remark] { Report.remarks(on: inputs, \.failure) }

  private static func remarks(on inputs: [Input], _ text: (Input) -> String?) -> [Remark] {
    var counts: [String: Int] = [:]
    for input in inputs { if let text = text(input) { counts[text, default: 0] += 1 } }
    return inputs.compactMap { input in
      guard let text = text(input), let count = counts.removeValue(forKey: text) else { return nil }
      return (input, count - 1, text)
    }
  }

  /// The first hints as texts; a report for people has no room for very many.
  var hintTexts: [String] { Report.texts(hints, "more hint") }

  /// The first failures as texts.
  package var failureTexts: [String] { Report.texts(failures, "more reason") }

  private static func texts(_ remarks: [Remark], _ noun: String) -> [String] {
    let more = remarks.count - remarksListedMaximum
    return remarks.prefix(remarksListedMaximum).map(remarkText)
      + (more > 0 ? [Figures.counted(more, noun)] : [])
  }

  private static let remarksListedMaximum = 8

  /// `a.jsonl and 3 more files: this looks like UTF-16, …`.
  package static func remarkText(_ remark: Remark) -> String {
    if remark.others > 0 {
      let others = Figures.counted(remark.others, "more file")
      return "\(remark.input.name) and \(others): \(remark.text)"
    }
    return "\(remark.input.name): \(completedHint(remark.text, remark.input))"
  }

  /// The hint with the command at its end as it can be copied for the input.
  package static func completedHint(_ hint: String, _ input: Input) -> String {
    Remedy.completed(hint, input)
  }

  /// Whether a rule makes the exit code 1.
  func fails(_ rule: Rule) -> Bool {
    switch rule.status {
    case .fail: failOn != .never
    case .warn: failOn == .warning
    case .idle: strict && failOn != .never
    case .pass, .info, .off: false
    }
  }

  /// The verdict in one word.
  var verdict: String {
    !complete ? "INCOMPLETE" : outcome == .failed ? "FAILED" : "PASSED"
  }

  /// `2 error rules, 1 warning, 1 idle`; the number of rules if there is nothing of the kind.
  var findings: String {
    func count(_ status: Status) -> Int { failingRules.count { $0.status == status } }
    var parts: [String] = []
    if count(.fail) > 0 { parts.append(Figures.counted(count(.fail), "error rule")) }
    if count(.warn) > 0 { parts.append(Figures.counted(count(.warn), "warning")) }
    if count(.info) > 0 { parts.append(Figures.grouped(count(.info)) + " info") }
    if !knownRules.isEmpty { parts.append(Figures.grouped(knownRules.count) + " known") }
    // Without a record all rules are idle, which says nothing about any of them.
    if !idleRules.isEmpty && !isUnjudged {
      parts.append(Figures.grouped(idleRules.count) + " idle")
    }
    if strict && !unreadFields.isEmpty {
      parts.append(Figures.counted(unreadFields.count, "unread field"))
    }
    if strict && profile.schemaCaveat != nil { parts.append("a schema that asserts nothing") }
    if strict, let note = contractNote { parts.append(note) }
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    if isUnjudged && !complete { return "nothing was checked" }
    return Figures.counted(rules.count { !$0.isBuiltIn && $0.status != .off }, "rule")
  }

  /// How much of a contract is not enforced; nil if all of it is.
  var contractNote: String? {
    guard let count = contract?.notEnforced.count, count > 0 else { return nil }
    return Figures.counted(count, "part") + " of the contract not enforced"
  }

  /// A warning beside the verdict: nothing could have failed.
  var caveat: String? {
    guard failOn == .never, exitCode == 0 else { return nil }
    return outcome == .failed
      ? "the exit code is 0 because of --fail-on never"
      : "no rule could have failed the run: --fail-on never"
  }

  /// `2 rules off in the profile: a, b; by --only or --skip: c`; nil if every rule was run.
  var muted: String? {
    guard !mutedRules.isEmpty else { return nil }
    let reasons: [(MutedBy, String)] = [
      (.severity, "off in the profile"), (.selection, "by --only or --skip"),
    ]
    let parts = reasons.compactMap { reason, words -> String? in
      let ids = mutedRules.filter { $0.mutedBy == reason }.map(\.id)
      guard !ids.isEmpty else { return nil }
      let shown = ids.prefix(Report.mutedListedMaximum).joined(separator: ", ")
      let more = ids.count - Report.mutedListedMaximum
      return "\(words): \(shown)" + (more > 0 ? " and \(Figures.grouped(more)) more" : "")
    }
    return Figures.counted(mutedRules.count, "rule") + " " + parts.joined(separator: "; ")
  }

  /// `--only` with one name mutes all the others.
  private static let mutedListedMaximum = 8

  /// The time that the rules used as now, unless the sentence of one says so.
  var clockText: String? {
    guard !rules.contains(where: { $0.table?.asksForNow ?? false }) else { return nil }
    return now.map { "now is \($0)" }
  }

  /// The finding of a rule about the number of records, or about the table, as a sentence.
  func sentence(ofCountingRule rule: Rule) -> String {
    if let table = rule.table {
      return table.sentence + (table.asksForNow ? " (now is \(now ?? ""))" : "")
    }
    guard isUnjudged, rule.kind == .tooFewRecords else {
      return "\(rule.message): there are \(Figures.grouped(records.valid + records.invalid))"
    }
    if records.malformed > 0 {
      return "\(rule.message): "
        + (records.malformed == 1
          ? "the only record is malformed"
          : "all \(Figures.grouped(records.malformed)) records are malformed")
    }
    guard let only = inputs.first, inputs.count == 1, let emptiness = only.emptiness else {
      return rule.message + (inputs.count > 1 ? " in \(Figures.grouped(inputs.count)) inputs" : "")
    }
    return "\(rule.message): \(only.name) \(emptiness)"
  }

  /// The inputs: those that were not read to their end, then those with invalid or
  /// malformed records, the largest share first, then the others in their order.
  var inputsWorstFirst: [Input] {
    func isWorse(_ one: Input, _ other: Input) -> Bool {
      if (one.failure == nil) != (other.failure == nil) { return one.failure != nil }
      // Cross-multiplied, so that shares compare exactly.
      return UInt128(one.bad) * UInt128(max(1, other.records))
        > UInt128(other.bad) * UInt128(max(1, one.records))
    }
    return inputs.enumerated().sorted { left, right in
      if isWorse(left.element, right.element) { return true }
      return !isWorse(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }

  /// The inputs that reports for people list, worst first; of many, only those with trouble.
  var listedInputs: [Input] {
    guard inputs.count > Report.inputsListedMaximum else { return inputsWorstFirst }
    let worst = inputsWorstFirst.prefix(Report.inputsListedMaximum)
    return worst.filter { !$0.complete || $0.bad > 0 }
  }

  private static let inputsListedMaximum = 10

  /// The inputs that are not listed; nil if all are.
  var unlistedInputsText: String? {
    let others = inputs.count - listedInputs.count
    return others > 0 ? Figures.counted(others, "more input") : nil
  }

  /// `a.csv is empty`, `3 inputs have no records: a.csv, b.csv, c.csv`; nil if there is no such
  /// input, or only one at all.
  var emptyInputsText: String? {
    let empty = emptyInputs
    guard inputs.count > 1, let first = empty.first else { return nil }
    if empty.count == 1 { return "\(first.name) \(first.emptiness ?? "")" }
    let names = empty.prefix(Report.inputsListedMaximum).map(\.name).joined(separator: ", ")
    let more = empty.count - Report.inputsListedMaximum
    return "\(Figures.grouped(empty.count)) inputs have no records: " + names
      + (more > 0 ? " and \(Figures.grouped(more)) more" : "")
  }

  /// `users.jsonl.gz`, or `3 inputs`.
  var inputsName: String {
    inputs.count == 1 ? inputs[0].name : Figures.counted(inputs.count, "input")
  }
}

extension Report.Comparison {
  /// The earlier report under a name, and how far it is about something else.
  func words(_ name: String, _ report: Report) -> String {
    "\(name), \(Figures.counted(recordsTotal, "record"))"
      + (profile.sha256 == report.profile.sha256 ? "" : ", different profile")
      + (hasSameReferences ? "" : ", different reference data")
  }
}

extension Report {
  /// Whether all values are of cells.
  var hasOnlyCells: Bool { inputs.allSatisfy(\.hasCells) }
}

extension Report.Records {
  /// The records by their states, with the names that reports for machines have for these.
  var states: [(name: String, count: Int)] {
    [("valid", valid), ("invalid", invalid), ("malformed", malformed)]
  }

  /// The states in words: `12 valid`.
  var stateWords: [String] { states.map { Figures.grouped($0.count) + " " + $0.name } }
}

extension Report.Field {
  /// The records by the states of the field, as in ``Report/Records/states``.
  var states: [(name: String, count: Int)] {
    [("absent", absent), ("null", null), ("empty", empty), ("present", present)]
  }
}

extension Report.Rule {
  /// The records by outcome, as in ``Report/Records/states``.
  var outcomes: [(name: String, count: Int)] {
    [
      ("passed", passed), ("failed", failed), ("missing", missing), ("blocked", blocked),
      ("notApplicable", notApplicable), ("overridden", overridden),
    ]
  }

  enum Kind {
    case aboutRecords, aboutTable, tooFewRecords, tooManyRecords
  }

  /// The subject of the rule: single records, their number, or the table.
  var kind: Kind {
    guard isBuiltIn else { return table == nil ? .aboutRecords : .aboutTable }
    return switch constraint {
    case "empty-input": .tooFewRecords
    case "too-many-records": .tooManyRecords
    default: .aboutRecords
    }
  }

  /// The message, if it is the same for every record; with places to fill it is only of use in the
  /// examples.
  var plainMessage: String? { message.isEmpty || message.contains("{") ? nil : message }

  /// The frequent values, of which each failed more than once. A value that failed once says no
  /// more than the examples do.
  var repeatedValues: [Report.TopValue] {
    // The names that are missing are the ends of the places.
    if places != nil, constraint == "required" || constraint == "dependentRequired" { return [] }
    return topValues.filter { $0.count > 1 }
  }

  /// A value as reports for people show it: cells that are numbers to the rule have no quotes.
  func shown(_ value: String, isCell: Bool) -> String {
    subject.takesNumbers && isCell ? JSONText.withoutQuotesOfNumber(value) : value
  }

  /// Whether the rule is beyond its tolerance, but no worse than in the earlier report.
  var isKnown: Bool { status == .pass && failed > allowed.count }

  /// Whether the rule has failures, and all of them are allowed.
  var isTolerated: Bool { status == .pass && failed > 0 && !isKnown }
}

extension Report.Input {
  /// Records that are not valid.
  var bad: Int { invalid + malformed }

  /// The path, or what stands for it.
  package var name: String { path == "-" ? "standard input" : path }

  /// How the text was read, as far as that is not the usual way of the format: its encoding, its
  /// delimiter, its header.
  var dialectWords: String? {
    guard let dialect else { return nil }
    var words: [String] = []
    if !dialect.isUTF8 { words.append(dialect.encoding) }
    if let delimiter = dialect.delimiter, delimiter != (format == "tsv" ? "\t" : ",") {
      words.append(
        "delimiter " + (delimiter == "\t" ? "tab" : delimiter == " " ? "space" : delimiter))
    }
    if let lines = dialect.headerLines, lines > 1 { words.append("\(lines) header lines") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Why an input that was read to its end holds no record; nil if it holds one.
  var emptiness: String? {
    guard complete, records == 0 else { return nil }
    if bytesRead == 0 { return "is empty" }
    if let hint { return "has no records (\(hint))" }
    if compression != "none" { return "has no records" }
    return format.hasPrefix("json") ? "has only blank lines" : "has only a header"
  }
}

extension Report {
  /// A sentence for each rule whose condition was decided with a part left out.
  var conditionNotes: [(id: String, text: String)] {
    rules.compactMap { rule in
      guard let count = rule.partLeftOut, count > 0 else { return nil }
      return (
        rule.id,
        "a part of its condition was missing in \(Figures.counted(count, "record")), "
          + "so the other parts decided there"
      )
    }
  }
}
