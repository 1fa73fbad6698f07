internal import BulkcheckCore
internal import BulkcheckReport

/// Where the reports of a run go; files are opened, under a temporary name, from the start.
struct ReportOutputs {
  private var files: [(format: ReportFormat, file: ReportFile)] = []
  private var standardOutput: ReportFormat?
  /// Where GitHub Actions takes the summary of a job from, if a report for it is asked for.
  private var jobSummary: JobSummary?
  private let plan: OutputPlan
  private let standardOutputIsTaken: Bool

  /// Throws if a file cannot be opened.
  ///
  /// - Parameter standardOutputIsTaken: records are written there; the report goes to standard
  ///   error.
  init(_ plan: OutputPlan, standardOutputIsTaken: Bool) throws {
    self.standardOutputIsTaken = standardOutputIsTaken
    self.plan = plan
    let destinations = plan.reports.isEmpty ? [ReportDestination(format: .text)] : plan.reports
    if destinations.contains(where: { $0.format == .github }) {
      jobSummary = try JobSummary.ofEnvironment()
    }
    for destination in destinations {
      if let path = destination.path {
        files.append((destination.format, try ReportFile(path: path)))
      } else {
        standardOutput = destination.format
      }
    }
  }

  /// Where it is said what could not be read, and what inputs with trouble seem to be instead. Who
  /// sees both the text report and standard error is told once.
  private enum TroublePlace {
    case report, standardError, both
  }

  private var troublePlace: TroublePlace {
    guard standardOutput == .text else { return .both }
    if standardOutputIsTaken { return .report }
    return switch SystemCalls.outputReader {
    case .sameAsError: .report
    case .process: .standardError
    case .other: .both
    }
  }

  /// Says on standard error what could not be read, what inputs with trouble seem to be instead,
  /// and that a schema asserts nothing, unless the report says so.
  func showTrouble(of report: Report) {
    let place = troublePlace
    guard place != .report else { return }
    for input in report.inputs {
      guard let failure = input.failure else { continue }
      Diagnostics.write("\(input.path): \(failure)")
    }
    for hint in report.hints { Diagnostics.write(Report.hintText(hint)) }
    if place == .both, let caveat = report.profile.schemaCaveat { Diagnostics.write(caveat) }
  }

  /// Writes every report, the files first; one that cannot be written does not cost the others.
  /// Files are not in their places before ``commit()``.
  ///
  /// Throws the first failure.
  func write(_ report: Report) throws(CommandEnding) {
    var failure: CommandEnding?
    do {
      try prepareFiles(report)
    } catch {
      failure = error
    }
    do {
      try jobSummary?.write(report)
    } catch {
      failure = failure ?? error
    }
    if let standardOutput, standardOutputIsTaken {
      let style = self.style(color: plan.color == .always, explains: true)
      Diagnostics.writePlain(standardOutput.render(report, style: style))
    } else if let standardOutput {
      var style = self.style(
        columns: Terminal.columns, color: plan.color.isOn(auto: Terminal.wantsColor),
        explains: true)
      style.showsTrouble = troublePlace != .standardError
      do {
        try StandardOutput.write(standardOutput.render(report, style: style))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Writes the files once more: what they say has changed, since another output could not be
  /// written.
  mutating func rewriteFiles(_ report: Report) throws {
    for index in files.indices {
      files[index].file = try ReportFile(path: files[index].file.path)
    }
    try prepareFiles(report)
  }

  /// Puts the files in their places; one that cannot be put there does not cost the others.
  func commit() throws(CommandEnding) {
    try eachFile { (_, file) throws(CommandEnding) in try file.commit() }
  }

  private func prepareFiles(_ report: Report) throws(CommandEnding) {
    let style = self.style(color: plan.color == .always)
    try eachFile { (format, file) throws(CommandEnding) in
      try file.prepare(format.render(report, style: style))
    }
  }

  /// If no terminal reports its width. A longer line is hard to read in a log, too.
  private static let columnsDefault = 120

  /// - Parameter explains: whether the report ends in a command to go on with. One that is kept in
  ///   a file does not: its paths may mean something else there.
  private func style(columns: Int? = nil, color: Bool, explains: Bool = false) -> TextStyle {
    var style = TextStyle(
      columns: columns ?? ReportOutputs.columnsDefault, color: color,
      samplesMaximum: plan.samplesShown ?? 1)
    if explains { style.explainOptions = plan.explainOptions }
    return style
  }

  /// Throws the first failure, once all have had their turn.
  private func eachFile(
    _ body: (ReportFormat, ReportFile) throws(CommandEnding) -> Void
  ) throws(CommandEnding) {
    var failure: CommandEnding?
    for (format, file) in files {
      do throws(CommandEnding) {
        try body(format, file)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
