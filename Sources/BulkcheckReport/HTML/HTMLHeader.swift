/// The top of the HTML page: the verdict, what was read, when and by which profile, and how many
/// records are valid.
enum HTMLHeader {
  static func text(_ report: Report) -> String {
    let caveat = report.caveat.map { " (\(HTMLParts.escaped($0)))" } ?? ""
    return """
      <header class="top \(report.verdict.lowercased())">
      <p class="word">\(report.verdict)</p>
      <div>
      <h1>\(HTMLParts.escaped(report.inputsName))</h1>
      <p class="facts">\(facts(report).joined(separator: " · "))</p>
      <p class="findings">\(HTMLParts.escaped(report.findings))\(caveat)</p>
      </div>
      </header>
      \(records(report))
      """
  }

  private static func facts(_ report: Report) -> [String] {
    var facts = [
      Figures.counted(report.records.total, "record"), Figures.bytes(report.bytesJudged),
    ]
    if let name = report.profile.name { facts.append("profile \(HTMLParts.code(name))") }
    if let ended = report.timing.ended { facts.append("<span>\(Figures.moment(ended))</span>") }
    return facts
  }

  private static func records(_ report: Report) -> String {
    let records = report.records
    guard records.total > 0 else { return "" }
    let parts = [
      HTMLParts.Share("valid", "ok", records.valid),
      HTMLParts.Share("invalid", "fail", records.invalid),
      HTMLParts.Share("malformed", "broken", records.malformed),
    ]
    let figures = parts.map { part in
      "<div><dt><i class=\"\(part.style)\"></i> \(part.name)</dt>"
        + "<dd>\(Figures.grouped(part.count)) <span>"
        + HTMLParts.escaped(Figures.percent(part.count, of: records.total))
        + "</span></dd></div>"
    }
    return "<section class=\"records\" aria-label=\"Records\">\n" + HTMLParts.bar(parts)
      + "\n<dl>\(figures.joined())</dl>\n</section>"
  }
}
