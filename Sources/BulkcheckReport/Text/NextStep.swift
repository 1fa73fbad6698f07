internal import BulkcheckCore

/// The command that says more of a failing record.
enum NextStep {
  /// `bulkcheck explain users.csv --line 41 --profile users.json`, for the first example of the
  /// worst rule that can be read again, or of a rule within its tolerance; nil if there is none.
  ///
  /// It is never cut: a command that is cut cannot be copied.
  static func command(_ report: Report, _ style: TextStyle) -> String? {
    guard let options = style.explainOptions,
      let sample = (report.failingRules + report.toleratedRules).lazy.flatMap(\.samples)
        .first(where: { isReadable($0, report) })
    else { return nil }
    let paths = report.inputs.map { ShellWord.operand($0.location) }
    var words = [paths[sample.input], "--line", "\(sample.line)"] + options
    if report.asksForOtherRecords {
      words += paths[..<sample.input].flatMap { ["--before", $0] }
      if report.asksForLaterRecords {
        words += paths[(sample.input + 1)...].flatMap { ["--after", $0] }
        if report.limitReached { words += ["--limit", "\(report.records.total)"] }
      }
    }
    if let now = report.now { words += ["--now", now] }
    // What steers a terminal is shown otherwise than it is written, so it could not be copied.
    guard words.allSatisfy({ TerminalText.escaped($0) == $0 }) else { return nil }
    return (["bulkcheck", "explain"] + words.map(ShellWord.quoted)).joined(separator: " ")
  }

  /// A header is not a record, and standard input is gone.
  private static func isReadable(_ sample: Report.Sample, _ report: Report) -> Bool {
    sample.record > 0 && report.inputs.indices.contains(sample.input)
      && report.inputs[sample.input].path != "-"
      && !(report.asksForOtherRecords && report.inputs.contains { $0.path == "-" })
  }
}
