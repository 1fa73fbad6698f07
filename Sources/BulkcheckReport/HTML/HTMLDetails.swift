/// What is known of each rule that has failures: what it asks, how it went, examples, frequent
/// values.
enum HTMLDetails {
  /// The details of more rules are folded, the best ones first. So are those of rules within their
  /// tolerance.
  private static let openMaximum = 20

  static func text(_ rules: HTMLRules) -> String {
    guard !rules.detailed.isEmpty else { return "" }
    let cards = rules.detailed.enumerated().map { position, entry in
      card(entry, rules.report, isOpen: position < openMaximum && !entry.rule.isTolerated)
    }
    return HTMLParts.section(
      id: "details", title: "Details", filtered: true, cards.joined(separator: "\n"))
  }

  /// A link leads to an element within what may be folded: browsers then unfold it.
  private static func card(
    _ entry: HTMLRules.Entry, _ report: Report, isOpen: Bool
  ) -> String {
    """
    <details class="card \(entry.style)"\(isOpen ? " open=\"\"" : "") \(entry.attributes)>\
    <summary><h3>\(entry.badge) \(HTMLParts.code(entry.rule.id))</h3></summary>
    <div id="\(entry.anchor)">
    \(content(entry.rule, report))
    </div>
    </details>
    """
  }

  private static func content(_ rule: Report.Rule, _ report: Report) -> String {
    guard rule.kind == .aboutRecords else {
      let parts = [
        "<p>\(HTMLParts.escaped(report.sentence(ofCountingRule: rule)))</p>", before(rule),
        groups(rule),
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let parts = [
      asks(rule), outcome(rule), before(rule), kinds(rule), HTMLSamples.table(rule, report),
      HTMLSpread.strip(rule, report), companions(rule), HTMLSamples.places(rule),
      HTMLSamples.frequentValues(rule), marks(rule),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The groups of records that a rule about the table fails for.
  private static func groups(_ rule: Report.Rule) -> String {
    guard let worst = rule.table?.groups?.worst, !worst.isEmpty else { return "" }
    let rows = worst.map { group in
      "<tr><th scope=\"row\">\(HTMLParts.code(group.value))</th>"
        + "<td class=\"n\">"
        + HTMLParts.escaped(group.figureWords)
        + "</td><td class=\"n\" data-name=\"records\">\(Figures.grouped(group.judged))</td></tr>"
    }
    return HTMLParts.table(
      label: "Groups of \(rule.id) that fail", style: "overview",
      columns: [.init("group"), .number("measured"), .number("records")], rows: rows)
  }

  // MARK: The rule

  private static func asks(_ rule: Report.Rule) -> String {
    var parts: [String] = []
    if let message = rule.plainMessage { parts.append("<p>\(HTMLParts.escaped(message))</p>") }
    let field = rule.field.map { HTMLParts.code($0) + ": " } ?? ""
    if !rule.statement.isEmpty {
      parts.append("<p class=\"asks\">asks \(field)\(HTMLParts.code(rule.statement))</p>")
    }
    return parts.joined(separator: "\n")
  }

  private static func marks(_ rule: Report.Rule) -> String {
    let marks =
      rule.labels.map { "<span class=\"mark\">\(HTMLParts.escaped($0))</span>" }
      + (rule.code.map { ["<span class=\"mark\">code \(HTMLParts.escaped($0))</span>"] } ?? [])
    return marks.isEmpty ? "" : "<p class=\"marks\">\(marks.joined(separator: " "))</p>"
  }

  // MARK: How it went

  private static func outcome(_ rule: Report.Rule) -> String {
    let shares = HTMLOtherRules.outcomes(rule)
    let others = shares.filter { $0.count > 0 && $0.style != "fail" }
    return "<p><strong>\(HTMLParts.escaped(rule.sentence))</strong></p>\n"
      + HTMLParts.bar(shares)
      + (others.isEmpty ? "" : "\n<p class=\"legend\">\(HTMLParts.words(others))</p>")
  }

  private static func before(_ rule: Report.Rule) -> String {
    guard let before = rule.before else { return "" }
    let words = before.words(now: rule).joined(separator: ", ")
    return "<p>baseline: \(HTMLParts.escaped(words))</p>"
  }

  /// What most of the failures have in common.
  private static func companions(_ rule: Report.Rule) -> String {
    guard !rule.companions.isEmpty else { return "" }
    let items = rule.companions.map { companion in
      let state =
        companion.value.map { "is " + HTMLParts.code($0) } ?? "is missing"
      return "<li>\(HTMLParts.code(companion.field)) \(state) in "
        + "\(Figures.percent(companion.failures, of: rule.failed)) of the failures, and in "
        + "\(Figures.percent(companion.records, of: companion.recordsTotal)) of all records</li>"
    }
    return "<p>What they have in common:</p>\n<ul class=\"notes\">\(items.joined())</ul>"
  }

  private static func kinds(_ rule: Report.Rule) -> String {
    guard let kinds = rule.kinds?.filter({ $0.count > 0 }), !kinds.isEmpty else { return "" }
    let words = kinds.map { "\($0.kind) \(Figures.grouped($0.count))" }.joined(separator: ", ")
    return "<p>by kind: \(words)</p>"
  }
}
