internal import BulkcheckCore
internal import BulkcheckOutput
internal import BulkcheckReport
internal import CLibrary

/// The file named by `GITHUB_STEP_SUMMARY`, to which a step of GitHub Actions appends Markdown.
final class JobSummary {
  private let path: String
  private let descriptor: Int32
  /// What the file held before.
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
