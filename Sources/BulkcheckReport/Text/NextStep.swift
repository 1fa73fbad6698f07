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
    let words = [report.inputs[sample.input].path, "--line", "\(sample.line)"] + options
    // What steers a terminal is shown otherwise than it is written, so it could not be copied.
    guard words.allSatisfy({ TerminalText.escaped($0) == $0 }) else { return nil }
    return (["bulkcheck", "explain"] + words.map(quoted)).joined(separator: " ")
  }

  /// Standard input is gone, and a name with a dash in front would be an option.
  private static func isReadable(_ sample: Report.Sample, _ report: Report) -> Bool {
    report.inputs.indices.contains(sample.input)
      && !report.inputs[sample.input].path.hasPrefix("-")
  }

  /// `word` as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: Array("_./:=,@%+-".utf8).contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
