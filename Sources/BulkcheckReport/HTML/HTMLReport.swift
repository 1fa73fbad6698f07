/// The report as one HTML page that needs nothing else: no script, no network, readable on a phone
/// and on paper.
///
/// Follows the reader's choice of light or dark. Everything that comes from data is escaped, and a
/// content security policy forbids what is not in the page.
public enum HTMLReport {
  /// An HTML document with a line end after it.
  public static func text(_ report: Report) -> String {
    let title = "\(report.verdict): \(report.inputsName) – bulkcheck"
    let parts =
      [
        header(report), totals(report), notes(report), HTMLRules.failing(report),
        HTMLRules.all(report), HTMLFields.section(report), inputs(report), footer(report),
      ].filter { !$0.isEmpty }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(escaped(title))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <main>
      \(parts.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  // MARK: Top of the page

  private static func header(_ report: Report) -> String {
    let profile = report.profile.name.map { " by the profile \(code($0))" } ?? ""
    let caveat = report.caveat.map { "<p>\(escaped($0))</p>" } ?? ""
    return """
      <header class="verdict \(report.verdict.lowercased())">
      <p class="word">\(report.verdict)</p>
      <h1>\(escaped(report.inputsName))\(profile)</h1>
      <p>\(escaped(report.findings))</p>\(caveat)
      </header>
      """
  }

  private static func totals(_ report: Report) -> String {
    let figures = [
      ("records", Figures.grouped(report.records.total)),
      ("valid", Figures.grouped(report.records.valid)),
      ("invalid", Figures.grouped(report.records.invalid)),
      ("malformed", Figures.grouped(report.records.malformed)),
      ("read", Figures.bytes(report.bytesJudged)), ("time", Figures.time(report.timing.seconds)),
      ("speed", Figures.rate(report.timing.bytesPerSecond)),
    ]
    return "<dl class=\"totals\">"
      + figures.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined() + "</dl>"
  }

  /// What a reader has to know besides the figures.
  private static func notes(_ report: Report) -> String {
    var notes: [(title: String, text: String)] = []
    if report.interrupted {
      notes.append(("interrupted", "only what was read until then is counted"))
    }
    for input in report.inputs {
      guard let failure = input.failure else { continue }
      notes.append(("incomplete", code(input.name) + " " + escaped(failure)))
    }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      notes.append(("limit", "stopped after \(count), there are more"))
    }
    if report.inputs.count > 1, !report.emptyInputs.isEmpty {
      notes.append(("no record in", codes(report.emptyInputs.map(\.name))))
    }
    if let note = report.formatNote { notes.append(("formats", MarkupText.escaped(note))) }
    if !report.unreadFields.isEmpty { notes.append(("no record has", codes(report.unreadFields))) }
    for reason in Report.MutedBy.allCases {
      let ids = report.mutedRules.filter { $0.mutedBy == reason }.map(\.id)
      let title = reason == .severity ? "muted in the profile" : "muted by --only or --skip"
      if !ids.isEmpty { notes.append((title, codes(ids))) }
    }
    notes += comparison(report)
    guard !notes.isEmpty else { return "" }
    let items = notes.map { "<li><strong>\($0.title)</strong> \($0.text)</li>" }
    return "<ul class=\"notes\">\(items.joined(separator: "\n"))</ul>"
  }

  private static func comparison(_ report: Report) -> [(title: String, text: String)] {
    guard let comparison = report.comparison else { return [] }
    var notes = [
      (
        "baseline",
        "\(code(comparison.path)), \(Figures.counted(comparison.recordsTotal, "record"))"
      )
    ]
    for change in [Report.Change.worse, .better, .new] {
      let ids = report.rules(changed: change).map(\.id)
      if !ids.isEmpty { notes.append((change.rawValue, codes(ids))) }
    }
    if !comparison.removed.isEmpty { notes.append(("removed", codes(comparison.removed))) }
    return notes
  }

  private static func codes(_ names: [String]) -> String {
    names.map(code).joined(separator: ", ")
  }

  // MARK: End of the page

  private static func inputs(_ report: Report) -> String {
    let rows = report.inputs.map { input in
      let state =
        input.failure.map(escaped) ?? input.emptiness.map(escaped)
        ?? (input.complete ? "read to its end" : "not read to its end")
      return "<tr><th scope=\"row\">\(code(input.name))</th><td>\(input.format)"
        + (input.compression == "none" ? "" : ", \(input.compression)") + "</td>"
        + "<td class=\"n\">\(Figures.grouped(input.records))</td>"
        + "<td class=\"n\">\(Figures.grouped(input.malformed))</td>"
        + "<td class=\"n\">\(Figures.bytes(input.bytesRead))</td>"
        + "<td class=\"state\">\(state)</td></tr>"
    }
    return section(
      id: "inputs", title: "Inputs",
      table(
        label: "Inputs",
        head: [
          ("input", false), ("format", false), ("records", true), ("malformed", true),
          ("stored", true), ("", false),
        ], rows: rows))
  }

  private static func footer(_ report: Report) -> String {
    "<footer>bulkcheck \(escaped(report.tool.version)), profile SHA-256 "
      + "\(code(report.profile.sha256)), \(Figures.counted(report.timing.threads, "thread")), "
      + "exit code \(report.exitCode)</footer>"
  }

  // MARK: Parts

  static func section(id: String, title: String, _ content: String) -> String {
    "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(title)</h2>\n\(content)\n</section>"
  }

  /// A table in a region that scrolls sideways by itself, by keyboard too.
  static func table(
    label: String, style: String = "", caption: String? = nil,
    head: [(name: String, isNumber: Bool)], rows: [String]
  ) -> String {
    let cells = head.map { column in
      column.name.isEmpty
        ? "<td></td>"
        : "<th scope=\"col\"\(column.isNumber ? " class=\"n\"" : "")>\(column.name)</th>"
    }
    return """
      <div class="scroll" role="region" aria-label="\(label)" tabindex="0"><table class="\(style)">
      \(caption.map { "<caption>\($0)</caption>" } ?? "")\
      <thead><tr>\(cells.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// Shares of a whole as a bar; none of them vanishes, and the words say the same.
  static func bar(_ parts: [(name: String, style: String, count: Int)]) -> String {
    let whole = parts.reduce(UInt128(0)) { $0 + UInt128(max(0, $1.count)) }
    let shown = parts.filter { $0.count > 0 }
    guard whole > 0 else { return "<div class=\"bar\"></div>" }
    let words = shown.map { "\(Figures.grouped($0.count)) \($0.name)" }.joined(separator: ", ")
    let spans = shown.map { part in
      // Flexible boxes share the width by these weights: ten thousandths, at least one.
      let weight = max(1, Int(UInt128(part.count) * 10_000 / whole))
      return "<i class=\"\(part.style)\" style=\"flex-grow:\(weight)\"></i>"
    }
    return "<div class=\"bar\" role=\"img\" aria-label=\"\(words)\" title=\"\(words)\">"
      + spans.joined() + "</div>"
  }
}
