internal import BulkcheckOutput

/// The file of a report, or of another text: written under a temporary name beside its place, renamed when it is whole.
///
/// A device or a pipe is written directly. What is not finished is removed again.
final class ReportFile {
  private let file: OutputStream

  /// Throws an ending with code 2 if the file cannot be created.
  init(path: String, purpose: String = "the report") throws {
    do throws(OutputError) {
      file = try OutputStream(
        path: path, purpose: purpose, threads: 1,
        shouldStopOpening: { Interruption.isRequested })
    } catch {
      // A named pipe without a reader was waited for.
      if error.isInterruption { throw CommandEnding(exitCode: CommandEnding.interrupted) }
      throw CommandEnding.cannotJudge("\(error)")
    }
  }

  /// Writes the whole report and puts it in its place. To be called once.
  func write(_ text: String) throws(CommandEnding) {
    do throws(OutputError) {
      try file.write(Array(text.utf8))
      try file.finish()
      try file.commit()
    } catch {
      throw .cannotJudge("\(error)")
    }
  }
}
