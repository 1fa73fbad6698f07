internal import BulkcheckCore

extension HTMLPage {
  /// The details of more rules are folded, the best ones first. So are those of rules within their
  /// tolerance.
  private static let openMaximum = 20

  /// The details of each rule that has failures: its requirement, its figures, examples, frequent
  /// values.
  var details: String {
    guard !detailed.isEmpty else { return "" }
    let cards = detailed.enumerated().map { position, entry in
      card(entry, isOpen: position < HTMLPage.openMaximum && !entry.rule.isTolerated)
    }
    return section(
      id: "details", title: "Details", filtered: true, cards.joined(separator: "\n"))
  }

  /// A link leads to an element within what may be folded: browsers then unfold it.
  private func card(_ entry: Entry, isOpen: Bool) -> String {
    """
    <details class="card \(entry.style)"\(isOpen ? " open=\"\"" : "") \(entry.attributes)>\
    <summary><h3>\(entry.badge) \(code(entry.rule.id))</h3></summary>
    <div id="\(entry.anchor)">
    \(content(entry.rule))
    </div>
    </details>
    """
  }

  private func content(_ rule: Report.Rule) -> String {
    guard rule.kind == .aboutRecords else {
      let parts = [
        "<p>\(escaped(report.sentence(ofCountingRule: rule)))</p>", before(rule),
        groups(rule),
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let parts = [
      asks(rule), outcome(rule), cause(rule), before(rule), kinds(rule), samples(rule),
      spread(rule),
      companions(rule), places(rule), frequentValues(rule), marks(rule),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The groups of records that a rule about the table fails for.
  private func groups(_ rule: Report.Rule) -> String {
    guard let worst = rule.table?.groups?.worst, !worst.isEmpty else { return "" }
    let rows = worst.map { group in
      "<tr><th scope=\"row\">\(code(group.value))</th>"
        + "<td class=\"n\">"
        + escaped(group.figureWords)
        + "</td><td class=\"n\" data-name=\"records\">\(Figures.grouped(group.judged))</td>"
        + "<td data-name=\"first record\">"
        + escaped(group.first?.words(in: report) ?? "") + "</td></tr>"
    }
    return table(
      label: "Groups of \(rule.id) that fail", style: "overview",
      columns: [.init("group"), .number("measured"), .number("records"), .init("first record")],
      rows: rows)
  }

  // MARK: The rule

  private func asks(_ rule: Report.Rule) -> String {
    var parts: [String] = []
    // Other messages say what the statement says.
    if rule.statement.isEmpty || rule.subject.hasOwnMessage, let message = rule.plainMessage {
      parts.append("<p>\(escaped(message))</p>")
    }
    let field = rule.field.map { code($0) + ": " } ?? ""
    if !rule.statement.isEmpty {
      parts.append("<p class=\"asks\">requires \(field)\(code(rule.statement))</p>")
    }
    return parts.joined(separator: "\n")
  }

  private func marks(_ rule: Report.Rule) -> String {
    let marks =
      rule.labels.map { "<span class=\"mark\">\(escaped($0))</span>" }
      + (rule.code.map { ["<span class=\"mark\">code \(escaped($0))</span>"] } ?? [])
    return marks.isEmpty ? "" : "<p class=\"marks\">\(marks.joined(separator: " "))</p>"
  }

  // MARK: How it went

  private func outcome(_ rule: Report.Rule) -> String {
    let shares = outcomes(rule)
    let others = shares.filter { $0.count > 0 && $0.style != "fail" }
    return "<p><strong>\(escaped(rule.sentence))</strong></p>\n"
      + bar(shares)
      + (others.isEmpty ? "" : "\n<p class=\"legend\">\(words(others))</p>")
  }

  /// The rules that have the same cause.
  private func cause(_ rule: Report.Rule) -> String {
    causes.words(rule).map { "<p>\($0.label): \(escaped($0.text))</p>" } ?? ""
  }

  private func before(_ rule: Report.Rule) -> String {
    guard let before = rule.before else { return "" }
    let words = before.words(now: rule).joined(separator: ", ")
    return "<p>baseline: \(escaped(words))</p>"
  }

  /// The values of other fields that most of the failures share.
  private func companions(_ rule: Report.Rule) -> String {
    guard !rule.companions.isEmpty else { return "" }
    let items = rule.companions.map { companion in
      let state =
        companion.value.map { "is " + code($0) } ?? "is missing"
      return "<li>\(code(companion.field)) \(state) in "
        + "\(Figures.percent(companion.failures, of: rule.failed)) of the failures, and in "
        + "\(Figures.percent(companion.records, of: companion.recordsTotal)) of all records</li>"
    }
    return "<p>What they have in common:</p>\n<ul class=\"notes\">\(items.joined())</ul>"
  }

  private func kinds(_ rule: Report.Rule) -> String {
    guard let kinds = rule.kinds?.filter({ $0.count > 0 }), !kinds.isEmpty else { return "" }
    let words = kinds.map { "\($0.kind) \(Figures.grouped($0.count))" }.joined(separator: ", ")
    return "<p>by kind: \(words)</p>"
  }

  // MARK: Values

  /// The first values on which the rule failed, with their places.
  private func samples(_ rule: Report.Rule) -> String {
    guard !rule.samples.isEmpty else { return "" }
    let style = TextStyle(columns: nil, samplesMaximum: .max)
    let samples = SampleRow.rows(of: rule, in: report, style: style)
    let rows = zip(samples, rule.samples).map { row, sample in
      let why = reason(row.messageBesideValue(valueWidth: 40)) + record(sample)
      return "<tr><th scope=\"row\">\(escaped(row.place))</th>"
        + "<td>\(value(row.value))</td><td>\(why)</td></tr>"
    }
    let first = rows.count == 1 ? "The first failure" : "The first \(rows.count) failures"
    return table(
      label: "Failures of \(escaped(rule.id))", style: "samples",
      caption: rule.samplesTruncated ? first : "All failures",
      columns: [.init("place"), .init("value"), .init("why")], rows: rows)
  }

  /// The record of an example, folded, and the command that explains it.
  private func record(_ sample: Report.Sample) -> String {
    var parts: [String] = []
    if let record = sample.recordText {
      let isCell =
        report.inputs.indices.contains(sample.input) && report.inputs[sample.input].hasCells
      let text = isCell ? record.text : IndentedJSON.text(record.text)
      parts.append(
        "<pre>\(MarkupText.escaped(text, multiline: true))\(record.isCut ? "…" : "")</pre>")
    }
    if let command = explainOptions.flatMap({ NextStep.command(for: sample, report, $0) }) {
      parts.append("<p>\(code(command))</p>")
    }
    guard !parts.isEmpty else { return "" }
    let name = sample.recordText == nil ? "command" : "record"
    return "<details class=\"record\"><summary>\(name)</summary>\(parts.joined())</details>"
  }

  private func frequentValues(_ rule: Report.Rule) -> String {
    let values = rule.repeatedValues
    guard !values.isEmpty else { return "" }
    let rows = values.map { value in
      let others = max(0, rule.failed - value.count)
      let shown = self.value(rule.shown(value.value, isCell: report.hasOnlyCells))
      let bar = bar([
        .init("times", "fail", value.count), .init("others", "none", others),
      ])
      return "<tr><th scope=\"row\">\(shown)</th>"
        + "<td class=\"n\">\(Figures.grouped(value.count))</td><td class=\"wide\">\(bar)</td></tr>"
    }
    let isExact = values.allSatisfy(\.exact)
    return table(
      label: "Values that fail \(escaped(rule.id)) more than once", style: "values",
      caption: isExact ? "Most frequent values" : "Most frequent among the first 1,000 values",
      columns: [.init("value"), .number("failures"), .init("share", "wide")], rows: rows)
  }

  private func places(_ rule: Report.Rule) -> String {
    guard let places = rule.places, places.first.count > 1 else { return "" }
    let rows = places.words(most: .max).map { place, failed in
      "<tr><th scope=\"row\">\(code(place))</th><td class=\"n\">\(failed)</td></tr>"
    }
    return table(
      label: "Where \(escaped(rule.id)) failed", style: "values",
      caption: places.isExact ? "Places" : "Places among the first 1,000",
      columns: [.init("place"), .number("records")], rows: rows)
  }

  /// A longer value is folded.
  private static let valueMaximum = 100
  /// A longer reason is folded, too: it can hold a value of any length.
  private static let reasonMaximum = 300

  private func value(_ text: String) -> String {
    guard text != "absent" else { return "<em>absent</em>" }
    guard text.utf8.count > HTMLPage.valueMaximum else { return code(text) }
    let start = code(TerminalText.shortened(text, to: HTMLPage.valueMaximum - 20))
    let whole = MarkupText.escaped(IndentedJSON.text(text), multiline: true)
    return "<details class=\"value\"><summary>\(start)</summary><pre>\(whole)</pre></details>"
  }

  private func reason(_ text: String) -> String {
    guard text.utf8.count > HTMLPage.reasonMaximum else { return escaped(text) }
    let start = escaped(TerminalText.shortened(text, to: HTMLPage.reasonMaximum - 100))
    return "<details class=\"value\"><summary>\(start)</summary>"
      + "<p>\(escaped(text))</p></details>"
  }

  // MARK: Spread

  /// With fewer failures, the examples say as much.
  private static let failuresMinimum = 6
  /// The height of the highest column. All heights are whole numbers.
  private static let heightMaximum = 12

  /// The positions of a rule's failures in the inputs, as a strip of a hundred parts.
  func spread(_ rule: Report.Rule) -> String {
    guard let spread = rule.spread, spread.failures >= HTMLPage.failuresMinimum,
      spread.parts.count > 1
    else { return "" }
    let words = report.spreadWords(of: rule)
    let label = escaped(
      "Failures from the first record to the last: " + (words ?? shares(spread)))
    let heights = heights(spread.parts)
    // Everywhere alike says nothing.
    guard Set(heights).count > 1 else { return "" }
    return "<figure class=\"spread\"><figcaption>"
      + escaped("Where they are" + (words.map { ": \($0)" } ?? ""))
      + "</figcaption><svg viewBox=\"0 0 \(spread.parts.count) \(HTMLPage.heightMaximum)\" "
      + "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(label)\">"
      + "<path d=\"\(columns(heights))\"></path></svg>"
      + "<p><span>record 1</span><span>\(Figures.grouped(spread.records))</span></p></figure>"
  }

  /// The failures of each quarter, in words.
  private func shares(_ spread: Report.Spread) -> String {
    let count = spread.parts.count
    let quarters = (0..<4).map { quarter in
      spread.parts[quarter * count / 4..<(quarter + 1) * count / 4].reduce(0, +)
    }
    return quarters.map(Figures.grouped).joined(separator: ", ") + " in the four quarters"
  }

  /// Rounded; what has a failure has a height.
  private func heights(_ parts: [Int]) -> [Int] {
    let most = UInt128(max(1, parts.max() ?? 1))
    return parts.map { count in
      count <= 0
        ? 0
        : max(1, Int((UInt128(count) * UInt128(2 * HTMLPage.heightMaximum) + most) / (2 * most)))
    }
  }

  /// The outline of the columns. Neighbours of one height are one column.
  private func columns(_ heights: [Int]) -> String {
    var path = ""
    var start = 0
    while start < heights.count {
      var end = start + 1
      while end < heights.count, heights[end] == heights[start] { end += 1 }
      if heights[start] > 0 {
        path +=
          "M\(start) \(HTMLPage.heightMaximum)v-\(heights[start])h\(end - start)v\(heights[start])z"
      }
      start = end
    }
    return path
  }
}

/// JSON text laid out over lines, to be looked at.
enum IndentedJSON {
  /// Deeper parts are not indented further.
  private static let depthMaximum = 12

  /// `text` with a line for each element of its arrays and objects. Any text is taken: one that was
  /// cut, or is not JSON at all, only looks less tidy.
  static func text(_ text: String) -> String {
    var out = ""
    var depth = 0
    var isInText = false
    var isEscaped = false
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if isInText {
        out.unicodeScalars.append(scalar)
        isInText = isEscaped || scalar != "\""
        isEscaped = !isEscaped && scalar == "\\"
      } else {
        let closes = scalar == "}" || scalar == "]"
        let isEmpty = closes && (last == "{" || last == "[")
        if closes {
          depth = max(0, depth - 1)
          if !isEmpty { out += lineEnd(depth) }
        } else if last == "{" || last == "[" || last == "," {
          if scalar == " " { continue }
          out += lineEnd(depth)
        }
        out.unicodeScalars.append(scalar)
        if scalar == "{" || scalar == "[" { depth += 1 }
        isInText = scalar == "\""
      }
      // A mark within a text ends no line.
      last = isInText || scalar == "\"" ? "\"" : scalar
    }
    return out
  }

  private static func lineEnd(_ depth: Int) -> String {
    "\n" + String(repeating: "  ", count: min(depth, depthMaximum))
  }
}
