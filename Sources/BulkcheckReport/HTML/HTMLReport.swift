/// Writes a report as a single HTML page. It loads nothing, and works on a phone and on paper.
///
/// From top to bottom it shows the verdict, the rules that failed with links to their details, the
/// comparison with a baseline, and the details. Everything that did not fail is folded. The page is
/// complete without scripts; the only one filters and sorts rules. It follows the reader's choice
/// of light or dark. Everything that comes from data is escaped, and a content security policy
/// forbids anything from outside the page.
public enum HTMLReport {
  /// Returns an HTML document with a line end after it.
  ///
  /// - Parameter explainOptions: those of ``TextStyle/explainOptions``: each example then has the
  ///   command that explains its record.
  public static func text(_ report: Report, explainOptions: [String]? = nil) -> String {
    let page = HTMLPage(report, explainOptions: explainOptions)
    let parts =
      [
        page.header, page.notes, page.filter, page.overview, page.comparison, page.details,
        page.otherRules, page.sections, page.fields, page.inputs, page.footer,
      ].filter { !$0.isEmpty }
    let title = "\(report.verdict): \(report.inputsName) – bulkcheck"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(page.escaped(title))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <main>
      \(parts.joined(separator: "\n"))
      </main>
      <script>\(HTMLScript.text)</script>
      </body>
      </html>

      """
  }

  /// Forbids everything but the page's own styles and its own script.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src '\(HTMLScript.digest)'; "
    + "base-uri 'none'; form-action 'none'"
}

/// A report as the sections of the page show it.
///
/// Several sections show the same rule, as a row and in detail. They agree on the rule's anchor and
/// on what the filter goes by.
struct HTMLPage {
  let report: Report
  let causes: CommonCauses
  let explainOptions: [String]?
  /// Beyond their tolerance, worst first, then those that the baseline has, too, and those with
  /// failures within their tolerance.
  let detailed: [Entry]
  /// Every label that occurs, in the order of the rules.
  let labels: [String]
  /// All the others that were run or muted.
  let others: [Entry]

  /// A rule and its place among the rules of the page.
  struct Entry {
    let rule: Report.Rule
    let number: Int
    /// The numbers of its labels, between blanks.
    let labels: String

    /// The id of the element with its details.
    var anchor: String { "rule-\(number)" }

    /// How it stands: its status, or `known`.
    var state: String { rule.isKnown ? "known" : rule.status.rawValue }

    /// The class of its colours; `known` is a warning.
    var style: String { rule.isKnown ? "warn" : rule.status.rawValue }

    /// The attributes that the filter reads; elements with the same number belong to one rule.
    var attributes: String {
      "data-r=\"\(number)\" data-s=\"\(state)\" data-l=\"\(labels)\""
    }

    var badge: String { "<span class=\"badge \(style)\">\(state)</span>" }
  }

  init(_ report: Report, explainOptions: [String]? = nil) {
    self.report = report
    self.explainOptions = explainOptions
    let causes = CommonCauses(report)
    self.causes = causes
    let first = [report.failingRules, report.knownRules, report.toleratedRules]
      .map { rules in rules.filter { !causes.isFolded($0) } }.flatMap(HTMLPage.byField)
    let rest = report.rules.filter { rule in
      causes.isFolded(rule)
        || !rule.isBeyondTolerance && !rule.isKnown && !rule.isTolerated
          && (!rule.isBuiltIn || rule.mutedBy != nil)
    }
    var numbers: [String: Int] = [:]
    var labels: [String] = []
    for label in (first + rest).flatMap(\.labels) where numbers[label] == nil {
      numbers[label] = labels.count
      labels.append(label)
    }
    func entry(_ rule: Report.Rule, _ number: Int) -> Entry {
      let own = rule.labels.compactMap { numbers[$0] }.map(String.init)
      return Entry(rule: rule, number: number, labels: own.joined(separator: " "))
    }
    detailed = first.enumerated().map { entry($0.element, $0.offset) }
    others = rest.enumerated().map { entry($0.element, first.count + $0.offset) }
    self.labels = labels
  }

  /// Rules of one status and field one after the other, the fields in the order of their worst
  /// rules.
  private static func byField(_ rules: [Report.Rule]) -> [Report.Rule] {
    var places: [String: Int] = [:]
    var groups: [[Report.Rule]] = []
    for rule in rules {
      let key = rule.fieldName.map { "\(rule.status) \($0)" }
      if let place = key.flatMap({ places[$0] }) {
        groups[place].append(rule)
      } else {
        if let key { places[key] = groups.count }
        groups.append([rule])
      }
    }
    return groups.flatMap(\.self)
  }

  /// The states that occur, in the order of the page.
  var states: [String] {
    var seen: [String] = []
    for state in (detailed + others).map(\.state) where !seen.contains(state) {
      seen.append(state)
    }
    return seen
  }

  /// The details of a rule, or only its id where there are none.
  func link(_ entry: Entry, isDetailed: Bool = true) -> String {
    let id = code(entry.rule.id)
    return isDetailed ? "<a href=\"#\(entry.anchor)\">\(id)</a>" : id
  }
}

extension HTMLPage {
  /// The top of the page: the verdict, what was read, when and by which profile, and how many
  /// records are valid.
  var header: String {
    let caveat = report.caveat.map { " (\(escaped($0)))" } ?? ""
    return """
      <header class="top \(report.verdict.lowercased())">
      <p class="word">\(report.verdict)</p>
      <div>
      <h1>\(escaped(report.inputsName))</h1>
      <p class="facts">\(facts.joined(separator: " · "))</p>
      <p class="findings">\(escaped(report.findings))\(caveat)</p>
      </div>
      </header>
      \(records)
      """
  }

  private var facts: [String] {
    var facts = [
      Figures.counted(report.records.total, "record"), Figures.bytes(report.bytesJudged),
    ]
    if let name = report.profile.name { facts.append("profile \(code(name))") }
    if let ended = report.timing.ended {
      facts.append("<span>\(Figures.readableInstant(ended))</span>")
    }
    return facts
  }

  private var records: String {
    let records = report.records
    guard records.total > 0 else { return "" }
    let parts = zip(records.states, ["ok", "fail", "broken"]).map {
      Share($0.name, $1, $0.count)
    }
    let figures = parts.map { part in
      "<div><dt><i class=\"\(part.style)\"></i> \(part.name)</dt>"
        + "<dd>\(Figures.grouped(part.count)) <span>"
        + escaped(Figures.percent(part.count, of: records.total))
        + "</span></dd></div>"
    }
    return "<section class=\"records\" aria-label=\"Records\">\n" + bar(parts)
      + "\n<dl>\(figures.joined())</dl>\n</section>"
  }

  // MARK: Notes

  /// The notes that a reader needs besides the figures.
  var notes: String {
    let notes = noteEntries.map { "<li><strong>\($0.title)</strong> \($0.text)</li>" }
    return notes.isEmpty ? "" : "<ul class=\"notes\">\(notes.joined(separator: "\n"))</ul>"
  }

  private var noteEntries: [(title: String, text: String)] {
    var notes: [(title: String, text: String)] = []
    if report.interrupted {
      notes.append(("interrupted", "the counts cover only what was read"))
    }
    notes += report.failureTexts.map { ("incomplete", escaped($0)) }
    notes += report.hintTexts.map { ("hint", escaped($0)) }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      notes.append(("limit", "stopped after \(count); there are more"))
    }
    if report.inputs.count > 1, !report.emptyInputs.isEmpty {
      notes.append(("no record in", names(report.emptyInputs.map(\.name))))
    }
    if let text = report.clockText { notes.append(("clock", escaped(text))) }
    if let note = report.formatNote { notes.append(("formats", escaped(note))) }
    if let caveat = report.profile.schemaCaveat {
      notes.append(("schema", escaped(caveat)))
    }
    if let note = report.contractNote { notes.append(("contract", note)) }
    if !report.unreadFields.isEmpty {
      notes.append(("no record has", names(report.unreadFields)))
    }
    if !report.emptySections.isEmpty {
      notes.append(("no record in section", names(report.emptySections.map(\.id))))
    }
    for note in report.conditionNotes {
      notes.append(("condition", code(note.id) + ": " + escaped(note.text)))
    }
    for reason in Report.MutedBy.allCases {
      let ids = report.mutedRules.filter { $0.mutedBy == reason }.map(\.id)
      let title = reason == .severity ? "muted in the profile" : "muted by --only or --skip"
      if !ids.isEmpty { notes.append((title, names(ids))) }
    }
    return notes
  }

  /// A longer list would push the rules that failed out of sight.
  private static let namesMaximum = 12

  private func names(_ names: [String]) -> String {
    let more = names.count - HTMLPage.namesMaximum
    return codes(Array(names.prefix(HTMLPage.namesMaximum)))
      + (more > 0 ? " and \(Figures.grouped(more)) more" : "")
  }

  // MARK: Filter

  /// Fewer rules are seen at a glance.
  private static let rulesMinimum = 6

  /// The form that filters the rules. It is there only where scripts run.
  var filter: String {
    guard detailed.count + others.count >= HTMLPage.rulesMinimum else { return "" }
    let states = states.map { "<option value=\"\($0)\">\($0)</option>" }
    let labels = labels.enumerated().map {
      "<option value=\"\($0.offset)\">\(escaped($0.element))</option>"
    }
    return """
      <form id="filter" role="search" hidden="">
      <label>Filter rules <input name="words" type="search" placeholder="id, value or message"/>\
      </label>
      \(select("status", states))
      \(labels.isEmpty ? "" : select("label", labels) + "\n")\
      <output name="count" aria-live="polite"></output>
      </form>
      """
  }

  private func select(_ name: String, _ options: [String]) -> String {
    "<label>\(name) <select name=\"\(name)\"><option value=\"\">all</option>"
      + options.joined() + "</select></label>"
  }

  // MARK: Footer

  /// The end of the page: how the run went, and what it takes to repeat it.
  var footer: String {
    let timing = report.timing
    let parts = [
      "\(Figures.bytes(report.bytesJudged)) in \(Figures.time(timing.seconds))",
      Figures.rate(timing.bytesPerSecond), Figures.counted(timing.threads, "thread"),
      "exit code \(report.exitCode)", "bulkcheck \(escaped(report.tool.version))",
      "profile SHA-256 \(code(report.profile.sha256))",
    ]
    return "<footer>\(parts.joined(separator: " · "))</footer>"
  }
}
