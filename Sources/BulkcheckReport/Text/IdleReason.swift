/// Why a rule judged no record: the outcome that it had instead most often.
struct IdleReason: CustomStringConvertible {
  let description: String

  /// Why all rules did.
  static let noRecords = "no records to check"

  init(_ rule: Report.Rule, in report: Report) {
    guard !report.isUnjudged else {
      description = Self.noRecords
      return
    }
    let reasons = [
      (rule.notApplicable, "never applied: its condition was never true"),
      (rule.missing, "never checked: no value in \(Figures.counted(rule.missing, "record"))"),
      (rule.blocked, "never checked: blocked in \(Figures.counted(rule.blocked, "record"))"),
      (
        rule.overridden,
        "never checked: overridden in \(Figures.counted(rule.overridden, "record"))"
      ),
    ]
    // The first of the most frequent ones.
    let most = reasons.reduce((0, "never checked")) { $1.0 > $0.0 ? $1 : $0 }
    description = most.1
  }
}
