/// The end of the HTML page: how the run went, and what it takes to repeat it.
enum HTMLFooter {
  static func text(_ report: Report) -> String {
    let timing = report.timing
    let parts = [
      "\(Figures.bytes(report.bytesJudged)) in \(Figures.time(timing.seconds))",
      Figures.rate(timing.bytesPerSecond), Figures.counted(timing.threads, "thread"),
      "exit code \(report.exitCode)", "bulkcheck \(HTMLParts.escaped(report.tool.version))",
      "profile SHA-256 \(HTMLParts.code(report.profile.sha256))",
    ]
    return "<footer>\(parts.joined(separator: " · "))</footer>"
  }
}
