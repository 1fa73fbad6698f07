internal import BulkcheckCore

/// What stands below a failing rule: examples, kinds of faults, the most frequent values, the
/// earlier figures.
struct RuleDetails {
  let report: Report
  let style: TextStyle
  let columns: SampleColumns

  /// The lines of one rule.
  func lines(_ rule: Report.Rule) -> [String] {
    var lines = SampleRow.rows(of: rule, in: report, style: style).flatMap(columns.lines)
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
    if let words = rule.table?.groupWords, !words.isEmpty {
      let text = words.map {
        TerminalText.shortened(TerminalText.escaped($0), to: style.columns == nil ? 80 : 40)
      }
      lines.append(columns.line(label: "groups", items: text))
    }
    let values = rule.repeatedValues
    if !values.isEmpty {
      let label = values.allSatisfy(\.exact) ? "top values" : "top among"
      lines += columns.lines(
        label: label,
        items: values.map { (TerminalText.escaped($0.value), Figures.grouped($0.count)) })
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
  static func plain(_ rule: Report.Rule, in report: Report) -> [String] {
    let style = TextStyle(columns: nil, color: false, samplesMaximum: .max)
    let columns = SampleColumns(
      rows: [SampleRow.rows(of: rule, in: report, style: style)], style: style, indentation: 0,
      showsValueTwice: false)
    return RuleDetails(report: report, style: style, columns: columns).lines(rule)
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
