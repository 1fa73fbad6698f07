/// Writes a report as a single HTML page. It loads nothing, and works on a phone and on paper.
///
/// From top to bottom it shows the verdict, the rules that failed with links to their details, the
/// comparison with a baseline, and the details. Everything that did not fail is folded. The page is
/// complete without scripts; the only one filters rules. It follows the reader's choice of light or
/// dark. Everything that comes from data is escaped, and a content security policy forbids anything
/// from outside the page.
public enum HTMLReport {
  /// Returns an HTML document with a line end after it.
  public static func text(_ report: Report) -> String {
    let rules = HTMLRules(report)
    let parts =
      [
        HTMLHeader.text(report), HTMLNotes.text(report), HTMLFilter.text(rules),
        HTMLOverview.text(rules), HTMLComparison.text(rules), HTMLDetails.text(rules),
        HTMLOtherRules.text(rules), HTMLFields.section(report), HTMLInputs.section(report),
        HTMLFooter.text(report),
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
      <title>\(HTMLParts.escaped(title))</title>
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
