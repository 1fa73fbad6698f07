internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport
internal import CLibrary

/// The destinations of the reports of a run; files are opened, under a temporary name, from the
/// start.
struct ReportOutputs {
  private var files: [(format: ReportFormat, file: ReportFile)] = []
  private var standardOutput: ReportFormat?
  /// The summary of a job of GitHub Actions, if a report for it is asked for.
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

  /// The places that tell of inputs with trouble, and of what they seem to be instead. A reader who
  /// sees both the text report and standard error is told once.
  private enum TroubleOutput {
    case report, standardError, both
  }

  private var troublePlace: TroubleOutput {
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
    report.failureTexts.forEach(Diagnostics.write)
    for hint in report.hints { Diagnostics.write(Report.remarkText(hint)) }
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
    try eachFile { (format, file) throws(CommandEnding) in
      let style = self.style(color: plan.color == .always, explains: format == .html)
      try file.prepare(format.render(report, style: style))
    }
  }

  /// If no terminal reports its width. A longer line is hard to read in a log, too.
  private static let columnsDefault = 120

  /// - Parameter explains: whether the report has commands to go on with. A text that is kept in a
  ///   file does not: its paths may mean something else there.
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

/// The value of `--report`: what to write and where to.
struct ReportDestination {
  var format: ReportFormat
  /// nil: standard output.
  var path: String?

  init(format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT`, `FORMAT=PATH` or `PATH`. The suffix of a path alone decides the format; `-`
  /// after `=` is standard output.
  ///
  /// A word that is a format's name always means the format: a file of that name is `FORMAT=PATH`
  /// or `./PATH`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      if let format = ReportFormat(rawValue: argument) {
        self.init(format: format)
      } else if let format = ReportFormat(path: argument) {
        self.init(format: format, path: argument)
      } else {
        throw ReportDestination.unknown(argument)
      }
      return
    }
    guard let format = ReportFormat(rawValue: String(parts[0])) else {
      throw ReportDestination.unknown(String(parts[0]))
    }
    guard !parts[1].isEmpty else {
      throw ValidationError("a path is missing after \(format.rawValue)=")
    }
    self.init(format: format, path: parts[1] == "-" ? nil : String(parts[1]))
  }

  /// The words with which shells complete `--report`.
  static let completion = CompletionKind.list(ReportFormat.allCases.map(\.rawValue))

  private static func unknown(_ word: String) -> ValidationError {
    let formats = ReportFormat.allCases.map(\.rawValue)
    let known = "Formats: " + formats.joined(separator: ", ")
    if word.isEmpty {
      return ValidationError("--report needs a format or a path. \(known).")
    }
    if let nearest = NearestWord.of(word, among: formats) {
      return ValidationError(
        "unknown report format \(quoted(word)): did you mean \(quoted(nearest))? \(known).")
    }
    let other = word.contains(".") ? "; to write another file name: json=\(word)" : ""
    return ValidationError(
      "unknown report format \(quoted(word)). \(known), or a path that ends in .json, .xml, .md, "
        + ".html, .sarif, .prom or .txt\(other).")
  }

  private static func quoted(_ word: String) -> String { Complaint.quoted(word) }

  /// The mistake in an argument; nil if there is none.
  static func mistake(in argument: String) -> String? {
    do {
      _ = try ReportDestination(argument: argument)
      return nil
    } catch {
      return (error as? ValidationError)?.message
    }
  }

  /// Throws if the destinations collide with one another or with a file that the run reads.
  static func check(_ destinations: [ReportDestination], _ read: ReadFiles) throws {
    if destinations.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output: give the others a path.")
    }
    var seen: [String] = []
    for path in destinations.compactMap(\.path) {
      try read.keep(from: path, "The report \(path)")
      if seen.contains(where: { FileIdentity.same($0, path) }) {
        throw ValidationError("Two reports would be written to \(path).")
      }
      seen.append(path)
    }
  }
}

/// The file of a report, or of another text: written under a temporary name beside its place,
/// renamed when it is whole.
///
/// A device or a pipe is written directly. What is not finished is removed again.
final class ReportFile {
  let path: String
  private let file: OutputStream
  /// All of it is written.
  private var isPrepared = false

  /// Throws an ending with code 2 if the file cannot be created.
  init(path: String, purpose: String = "the report") throws {
    self.path = path
    file = try CommandEnding.writing { () throws(OutputError) in
      try OutputStream(
        path: path, purpose: purpose, threads: 1,
        shouldStopOpening: { Interruption.isRequested }, shouldStop: { Interruption.isRequested })
    }
  }

  /// Writes the whole report and puts it in its place. To be called once.
  func write(_ text: String) throws(CommandEnding) {
    try prepare(text)
    try commit()
  }

  /// Writes the whole report, which is not in its place yet. To be called once.
  func prepare(_ text: String) throws(CommandEnding) {
    try CommandEnding.writing { () throws(OutputError) in
      try file.write(Array(text.utf8))
      try file.finish()
    }
    isPrepared = true
  }

  /// Puts the report in its place, if it was written.
  func commit() throws(CommandEnding) {
    guard isPrepared else { return }
    try CommandEnding.writing { () throws(OutputError) in try file.commit() }
  }
}

/// The file named by `GITHUB_STEP_SUMMARY`, to which a step of GitHub Actions appends Markdown.
final class JobSummary {
  private let path: String
  private let descriptor: Int32
  /// The length of the file before anything was added.
  private let bytesBefore: Int

  /// GitHub shows no more of a step.
  private static let bytesMaximum = 1 << 20
  /// Less is not a report.
  private static let bytesMinimum = 4096

  /// nil outside of GitHub Actions. Throws an ending with code 2 if the file cannot be opened.
  static func ofEnvironment() throws(CommandEnding) -> JobSummary? {
    guard let path = Environment.value("GITHUB_STEP_SUMMARY"), !path.isEmpty else {
      return nil
    }
    return try JobSummary(path: path)
  }

  private init(path: String) throws(CommandEnding) {
    self.path = path
    descriptor = SystemCalls.openForAppending(path)
    guard descriptor >= 0 else { throw JobSummary.failure(path, .latest) }
    bytesBefore = max(0, Int(lseek(descriptor, 0, SEEK_END)))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends the report as Markdown, as much of it as there is room for.
  func write(_ report: Report) throws(CommandEnding) {
    let room = min(MarkdownReport.bytesMaximum, JobSummary.bytesMaximum - bytesBefore)
    guard room >= JobSummary.bytesMinimum else {
      return Diagnostics.write("the job summary \(path) is full: nothing was added to it")
    }
    do {
      try SystemCalls.write(
        Array(MarkdownReport.text(report, bytesMaximum: room).utf8), to: descriptor)
    } catch {
      throw JobSummary.failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandEnding {
    .cannotJudge("cannot write the job summary \(path) (GITHUB_STEP_SUMMARY): \(error)")
  }
}
