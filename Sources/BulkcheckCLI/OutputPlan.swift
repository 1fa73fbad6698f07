internal import BulkcheckOutput

/// What `check` and `merge` write, by their options.
struct OutputPlan {
  var reports: [ReportDestination]
  /// Examples of each rule in the text report.
  var samplesShown: Int?
  var color: SwitchMode
  /// The options with which `explain` would explain a record of the run; nil if it cannot.
  var explainOptions: [String]?
  var records: RecordDestinations
  var verdict: VerdictArguments
  /// The baselines that the verdict needs and makes.
  var baselines: BaselineOptions

  /// Throws if outputs collide with one another or with a file that is read.
  func check(_ read: ReadFiles, limit: Int? = nil) throws {
    try ReportDestination.check(reports, read)
    try records.check(reports: reports, baselines: baselines, read)
    try baselines.check(limit: limit, reports: reports, read)
  }

  /// Throws if an output would replace a file that the rules name.
  ///
  /// - Parameter files: each under its name in messages.
  func keep(_ files: [(name: String, path: String)]) throws(CommandEnding) {
    let outputs =
      reports.compactMap { $0.path.map { ("--report", $0) } } + records.paths
      + baselines.paths.map { ("--write-baseline", $0) }
    for (name, path) in files {
      if let (option, _) = outputs.first(where: { FileIdentity.same($0.1, path) }) {
        throw .cannotJudge(
          "\(option) would replace the \(name) \(path): write to another file.")
      }
    }
  }
}
