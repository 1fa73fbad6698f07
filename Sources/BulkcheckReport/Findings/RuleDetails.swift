internal import BulkcheckCore

/// The lines below a failing rule: examples, kinds of faults, the most frequent values, the earlier
/// figures.
struct RuleDetails {
  let report: Report
  let style: TextStyle
  let causes: CommonCauses
  let columns: SampleColumns

  /// The lines of one rule.
  func lines(_ rule: Report.Rule) -> [String] {
    var lines = SampleRow.rows(of: rule, in: report, style: style).flatMap(columns.lines)
    if let (label, words) = causes.words(rule) {
      lines += columns.lines(label: label, text: TerminalText.escaped(words))
    }
    if let words = report.spreadWords(of: rule) {
      lines.append(columns.line(label: "where", items: [TerminalText.escaped(words)]))
    }
    if let kinds = rule.kinds?.filter({ $0.count > 0 }), !kinds.isEmpty {
      let text = kinds.map { "\($0.kind) \(Figures.grouped($0.count))" }
      lines.append(columns.line(label: "by kind", items: text))
    }
    if let places = rule.places, places.first.count > 1 {
      lines += columns.lines(
        label: places.isExact ? "places" : "places among",
        items: places.words(most: RuleDetails.placesMaximum))
    }
    if let groups = rule.table?.groupWords(in: report), !groups.isEmpty {
      let text = groups.map { group in
        TerminalText.shortened(
          TerminalText.escaped(group.words), to: style.columns == nil ? 80 : 40) + group.first
      }
      lines.append(columns.line(label: "groups", items: text))
    }
    let values = rule.repeatedValues
    if !values.isEmpty {
      let label = values.allSatisfy(\.exact) ? "top values" : "top among"
      lines += columns.lines(
        label: label,
        items: values.map { value in
          let shown = rule.shown(value.value, isCell: report.hasOnlyCells)
          return (TerminalText.escaped(shown), Figures.grouped(value.count))
        })
    }
    return lines + beforeLine(rule)
  }

  /// The first example of a rule within its tolerance, in one line: a report that passed stays
  /// short.
  func firstExample(_ rule: Report.Rule) -> [String] {
    guard style.samplesMaximum > 0, let sample = rule.samples.first else { return [] }
    return [columns.oneLine(SampleRow(sample, of: rule, in: report))]
  }

  private static let placesMaximum = 5

  /// The figures of the earlier report, for a rule that does not pass as a matter of course.
  func beforeLine(_ rule: Report.Rule) -> [String] {
    rule.before.map { [columns.line(label: "baseline", items: $0.words(now: rule))] } ?? []
  }

  /// All that is kept of a rule, as plain lines without indentation.
  static func plain(
    _ rule: Report.Rule, in report: Report, _ causes: CommonCauses
  ) -> [String] {
    let style = TextStyle(columns: nil, color: false, samplesMaximum: .max)
    let columns = SampleColumns(
      rows: [SampleRow.rows(of: rule, in: report, style: style)], style: style, indentation: 0,
      showsValueTwice: false)
    return RuleDetails(report: report, style: style, causes: causes, columns: columns)
      .lines(rule)
  }
}

extension Report.Places {
  /// The most frequent places, and how often the rule failed elsewhere.
  func words(most maximum: Int) -> [(String, String)] {
    let shown = first.prefix(maximum)
    let rest = first.dropFirst(maximum).reduce(others) { $0 + $1.failed }
    return shown.map { ($0.words, Figures.grouped($0.failed)) }
      + (rest == 0 ? [] : [("others", Figures.grouped(rest))])
  }
}

extension Report.PlaceCount {
  /// The place as reports show it.
  var words: String { place.isEmpty ? "the record" : TerminalText.escaped(place) }
}

extension Report.Before {
  /// `was 0.076 %`, `9,412 of 12,398,112`, `as rule old-id`.
  func words(now rule: Report.Rule) -> [String] {
    guard id != nil else { return ["new: the rule is not in it"] }
    if let measured { return ["was " + TerminalText.escaped(Report.Table.shown(measured))] }
    guard evaluated > 0 else { return ["new: the rule applied to no record then"] }
    return [
      "was " + Figures.percent(failed, of: evaluated),
      "\(Figures.grouped(failed)) of \(Figures.grouped(evaluated))",
    ] + (id == rule.id ? [] : ["as rule " + TerminalText.escaped(id ?? "")])
  }
}

extension Report.Rule {
  /// `9,412 of 12,398,112 records failed (0.076 %), 0.1 % allowed`.
  var sentence: String {
    let figures = FigureCells(self)
    let counted = isBuiltIn && constraint == "duplicate-column" ? "inputs" : "records"
    return "\(figures.failed) of \(figures.evaluated) \(counted) failed "
      + "(\(figures.percent))" + (figures.allowed.isEmpty ? "" : ", \(figures.allowedInWords)")
  }
}

extension Report {
  /// The reason why all rules are idle if there were no records.
  static let noRecords = "no records to check"

  /// The reason why a rule judged no record: the outcome that it had instead most often.
  func idleReason(_ rule: Rule) -> String {
    if isUnjudged { return Report.noRecords }
    var applicable = Int.max
    if let section = sections.first(where: { $0.id == rule.subject.section }) {
      if section.records == 0 { return "no record in its section" }
      // The others do not belong to the section.
      applicable = max(0, section.records - rule.missing - rule.blocked - rule.overridden)
    }
    let reasons = [
      (
        min(rule.notApplicable, applicable),
        rule.subject.notApplicableReason ?? "never applied: its condition was never true"
      ),
      (rule.missing, "never checked: no value in \(Figures.counted(rule.missing, "record"))"),
      (rule.blocked, "never checked: blocked in \(Figures.counted(rule.blocked, "record"))"),
      (
        rule.overridden,
        "never checked: overridden in \(Figures.counted(rule.overridden, "record"))"
      ),
    ]
    // The first of the most frequent ones.
    return reasons.reduce((0, "never checked")) { $1.0 > $0.0 ? $1 : $0 }.1
  }

  /// A sentence about where the failures of a rule are, if they are not everywhere:
  /// `all in the last tenth of the input`; nil if there is nothing to say.
  func spreadWords(of rule: Rule) -> String? { rule.spread?.words(in: self) }
}

extension Report.Spread {
  fileprivate func words(in report: Report) -> String? {
    let whole = report.inputs.count == 1 ? "the input" : "all records"
    return inputWords(report) ?? rangeWords(whole) ?? tenthWords(whole)
  }

  /// A smaller chance is none: less than once in ten thousand rules.
  private static let chanceMaximum = 0.0001

  /// The chance of so many failures where each has this one; of more than 64, as if of 64.
  private func power(_ share: Double, _ failures: Int) -> Double {
    (0..<min(failures, 64)).reduce(1) { chance, _ in chance * share }
  }

  /// All failures are in one of several inputs, which has no more than half of the records.
  private func inputWords(_ report: Report) -> String? {
    guard let number = onlyInput, report.inputs.count > 1,
      report.inputs.indices.contains(number), failures >= 5
    else { return nil }
    let share = Double(report.inputs[number].records) / Double(max(1, records))
    guard share <= 0.5, power(share, failures) < Report.Spread.chanceMaximum else { return nil }
    return "all in " + TerminalText.shortenedAtStart(report.inputs[number].name, to: 60)
  }

  /// All failures are so near to each other that it is hardly by chance.
  private func rangeWords(_ whole: String) -> String? {
    let (first, end) = (bounds.lowerBound, bounds.upperBound)
    let share = Double(bounds.count) / Double(max(1, records))
    guard share <= 0.5, isUnlikely(failures, within: share) else { return nil }
    if isWithin(records - first, 10, records) {
      return "all in the last tenth of \(whole)"
    }
    if isWithin(end, 10, records) { return "all in the first tenth of \(whole)" }
    let from = percent(first, of: records, isUp: false)
    let to = percent(end, of: records, isUp: true)
    if to >= 99 { return "all in the last \(100 - from) % of \(whole)" }
    if from <= 1 { return "all in the first \(to) % of \(whole)" }
    return "all between \(from) % and \(to) % of \(whole)"
  }

  /// Whether so many failures are hardly within some range of this share by chance.
  private func isUnlikely(_ failures: Int, within share: Double) -> Bool {
    failures > 1
      && Double(min(failures, 64)) * power(share, failures - 1) < Report.Spread.chanceMaximum
  }

  /// Nearly all failures are in one tenth.
  private func tenthWords(_ whole: String) -> String? {
    guard parts.count == Report.Spread.partsMaximum, failures >= 20 else {
      return nil
    }
    for tenth in 0..<10 {
      let part = parts[tenth * 10..<tenth * 10 + 10].reduce(0, +)
      let share = percent(part, of: failures, isUp: false)
      guard share >= 90 else { continue }
      switch tenth {
      case 0: return "\(share) % in the first tenth of \(whole)"
      case 9: return "\(share) % in the last tenth of \(whole)"
      default: return "\(share) % between \(tenth * 10) % and \(tenth * 10 + 10) % of \(whole)"
      }
    }
    return nil
  }

  /// Whether the part is at most the whole divided by `count`.
  private func isWithin(_ part: Int, _ count: Int, _ whole: Int) -> Bool {
    UInt128(part) * UInt128(count) <= UInt128(whole)
  }

  private func percent(_ part: Int, of whole: Int, isUp: Bool) -> Int {
    let whole = UInt128(max(1, whole))
    return Int((UInt128(part) * 100 + (isUp ? whole - 1 : 0)) / whole)
  }
}
