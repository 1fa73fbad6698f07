internal import BulkcheckCore
internal import BulkcheckReport

/// Where the reports of a run go; files are opened, under a temporary name, from the start.
struct ReportOutputs {
  private var files: [(format: ReportFormat, file: ReportFile)] = []
  private var standardOutput: ReportFormat?
  /// Where GitHub Actions takes the summary of a job from, if a report for it is asked for.
  private var jobSummary: JobSummary?
  private let samplesShown: Int
  private let color: SwitchMode
  private let standardOutputIsTaken: Bool

  /// Throws if a file cannot be opened.
  ///
  /// - Parameter standardOutputIsTaken: records are written there; the report goes to standard error.
  init(
    destinations: [ReportDestination], samplesShown: Int, color: SwitchMode,
    standardOutputIsTaken: Bool = false
  ) throws {
    self.standardOutputIsTaken = standardOutputIsTaken
    self.samplesShown = samplesShown
    self.color = color
    let destinations = destinations.isEmpty ? [ReportDestination(format: .text)] : destinations
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

  /// Whether somebody looks at the text report, which says on top what could not be read.
  private var showsTerminalText: Bool {
    standardOutput == .text && Terminal.isStandardOutputTerminal
      && Terminal.isStandardErrorTerminal
  }

  /// Says on standard error what could not be read, and what inputs with trouble seem to be instead.
  func showTrouble(of report: Report, _ inputs: [InputSummary]) {
    for input in report.inputs {
      guard let failure = input.failure, !showsTerminalText else { continue }
      Diagnostics.write("\(input.path): \(failure)")
    }
    for input in inputs {
      guard let hint = input.hint else { continue }
      Diagnostics.write("\(input.path): \(hint)")
    }
  }

  /// Writes every report, the files first; one that cannot be written does not cost the others.
  ///
  /// Throws the first failure.
  func write(_ report: Report) throws(CommandEnding) {
    var failure: CommandEnding?
    for (format, file) in files {
      let style = TextStyle(
        columns: nil, color: color == .always, samplesMaximum: samplesShown)
      do {
        try file.write(format.render(report, style: style))
      } catch {
        failure = failure ?? error
      }
    }
    do {
      try jobSummary?.write(report)
    } catch {
      failure = failure ?? error
    }
    if let standardOutput, standardOutputIsTaken {
      let style = TextStyle(
        columns: nil, color: color == .always, samplesMaximum: samplesShown)
      Diagnostics.writePlain(standardOutput.render(report, style: style))
    } else if let standardOutput {
      let style = TextStyle(
        columns: Terminal.columns, color: color.isOn(auto: Terminal.wantsColor),
        samplesMaximum: samplesShown)
      do {
        try StandardOutput.write(standardOutput.render(report, style: style))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
