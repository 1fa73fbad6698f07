internal import BulkcheckCore

/// The values on which a rule failed: the first ones with their places, and the frequent ones.
enum HTMLSamples {
  static func table(_ rule: Report.Rule, _ report: Report) -> String {
    guard !rule.samples.isEmpty else { return "" }
    let style = TextStyle(columns: nil, samplesMaximum: .max)
    let rows = SampleRow.rows(of: rule, in: report, style: style).map { row in
      let why = reason(row.messageBesideValue(valueWidth: 40))
      return "<tr><th scope=\"row\">\(HTMLParts.escaped(row.place))</th>"
        + "<td>\(value(row.value))</td><td>\(why)</td></tr>"
    }
    let first = rows.count == 1 ? "The first failure" : "The first \(rows.count) failures"
    return HTMLParts.table(
      label: "Failures of \(HTMLParts.escaped(rule.id))", style: "samples",
      caption: rule.samplesTruncated ? first : "All failures",
      columns: [.init("place"), .init("value"), .init("why")], rows: rows)
  }

  static func frequentValues(_ rule: Report.Rule) -> String {
    let values = rule.repeatedValues
    guard !values.isEmpty else { return "" }
    let rows = values.map { value in
      let others = max(0, rule.failed - value.count)
      let bar = HTMLParts.bar([
        .init("times", "fail", value.count), .init("others", "none", others),
      ])
      return "<tr><th scope=\"row\">\(self.value(value.value))</th>"
        + "<td class=\"n\">\(Figures.grouped(value.count))</td><td class=\"wide\">\(bar)</td></tr>"
    }
    let isExact = values.allSatisfy(\.exact)
    return HTMLParts.table(
      label: "Values that fail \(HTMLParts.escaped(rule.id)) more than once", style: "values",
      caption: isExact ? "Most frequent values" : "Most frequent among the first 1,000 values",
      columns: [.init("value"), .number("failures"), .init("share", "wide")], rows: rows)
  }

  static func places(_ rule: Report.Rule) -> String {
    guard let places = rule.places, places.first.count > 1 else { return "" }
    let rows = places.words(most: .max).map { place, failed in
      "<tr><th scope=\"row\">\(HTMLParts.code(place))</th><td class=\"n\">\(failed)</td></tr>"
    }
    return HTMLParts.table(
      label: "Where \(HTMLParts.escaped(rule.id)) failed", style: "values",
      caption: places.isExact ? "Places" : "Places among the first 1,000",
      columns: [.init("place"), .number("records")], rows: rows)
  }

  // MARK: Cells

  /// A longer value is folded.
  private static let valueMaximum = 100
  /// A longer reason is folded, too: it can hold a value of any length.
  private static let reasonMaximum = 300

  private static func value(_ text: String) -> String {
    guard text != "absent" else { return "<em>absent</em>" }
    guard text.utf8.count > valueMaximum else { return HTMLParts.code(text) }
    let start = HTMLParts.code(TerminalText.shortened(text, to: valueMaximum - 20))
    let whole = MarkupText.escaped(IndentedJSON.text(text), multiline: true)
    return "<details class=\"value\"><summary>\(start)</summary><pre>\(whole)</pre></details>"
  }

  private static func reason(_ text: String) -> String {
    guard text.utf8.count > reasonMaximum else { return HTMLParts.escaped(text) }
    let start = HTMLParts.escaped(TerminalText.shortened(text, to: reasonMaximum - 100))
    return "<details class=\"value\"><summary>\(start)</summary>"
      + "<p>\(HTMLParts.escaped(text))</p></details>"
  }
}
