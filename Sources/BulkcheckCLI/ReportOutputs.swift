internal import BulkcheckReport

/// Where the reports of a run go; files are opened, under a temporary name, from the start.
struct ReportOutputs {
  private var files: [(format: ReportDestination.Format, file: ReportFile)] = []
  private var standardOutput: ReportDestination.Format?
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
    for destination in destinations {
      if let path = destination.path {
        files.append((destination.format, try ReportFile(path: path)))
      } else {
        standardOutput = destination.format
      }
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
        try file.write(text(report, format, style))
      } catch {
        failure = failure ?? error
      }
    }
    if let standardOutput, standardOutputIsTaken {
      let style = TextStyle(
        columns: nil, color: color == .always, samplesMaximum: samplesShown)
      Diagnostics.writePlain(text(report, standardOutput, style))
    } else if let standardOutput {
      let style = TextStyle(
        columns: Terminal.columns, color: color.isOn(auto: Terminal.wantsColor),
        samplesMaximum: samplesShown)
      do {
        try StandardOutput.write(text(report, standardOutput, style))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func text(
    _ report: Report, _ format: ReportDestination.Format, _ style: TextStyle
  ) -> String {
    switch format {
    case .text: TextReport.text(report, style: style)
    case .json: JSONReport.text(report)
    }
  }
}
